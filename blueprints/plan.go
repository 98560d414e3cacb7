package blueprints

import (
	"slices"

	"framework/engine/orm"
	"framework/engine/value"
)

// plan says what an action does for one request. It is made before anything is done: of
// the request, or of what a project's parseBlueprintOptions returns (1.x). Its
// criteria are parsed.
type plan struct {
	model *orm.Model
	// query finds the records that the action is about, with what the answer holds
	// of their associations. Of add, remove and replace it finds the parent; nil
	// where the request does not say which.
	query *orm.Query
	// populate are the associations of a record that is read again for the answer.
	populate []orm.Populate
	// one says that find is about one record.
	one bool
	// key is the primary key of the record, or of the parent; nil for none.
	key any
	// values are those of create and update, and of a member that add makes; rows are
	// those of create where it makes several records.
	values *value.Map
	rows   []*value.Map
	// alias names the association that the action is about.
	alias string
	assoc *orm.Association
	// member is the key of the one member that the action is about, nil for none;
	// members are those that a collection of 1.x gets, or loses, as they were given.
	member, members any
	// named says that the request has named what it wants populated, asked is what it asks
	// of the members of an association.
	named bool
	asked *value.Map
	// missing is the error for the client when there is no such record, lacks
	// when the record has nothing behind the association.
	missing, lacks any
	// options are what the plan was made of (1.x).
	options *planOptions
}

// newPlan begins the plan of a call.
func (c *call) newPlan() *plan {
	c.made.model = c.model
	return &c.made
}

// adopt makes a plan that of the call.
func (c *call) adopt(p *plan) {
	c.plan, c.model = p, p.model
	c.explicit, c.members = p.named, p.asked
}

// populated is a query with the populations of the plan.
func (c *call) populated(q *orm.Query) *orm.Query {
	out := *q
	out.Populate = c.plan.populate
	return &out
}

// again reads a record again for the answer.
func (c *call) again(key any) (*orm.Record, error) {
	q, err := c.model.Keyed(key)
	if err != nil {
		return nil, err
	}
	q.Limit = 1
	return c.findOneOf(c.populated(q))
}

// keyed is a query for the record that a key from outside stands for. No record has
// a key without an end.
func keyed(m *orm.Model, key any) (*orm.Query, error) {
	q, err := m.Keyed(key)
	if err != nil {
		return nil, err
	}
	q.Nothing = q.Nothing || endless(q.Where) != ""
	return q, nil
}

// unlimited are populations with all members of the collections that values replace.
func unlimited(populate []orm.Populate, values *value.Map) []orm.Populate {
	out := slices.Clone(populate)
	for i, p := range out {
		if values.Has(p.Alias) {
			all := *p.Query
			all.Limit = 0
			out[i].Query = &all
		}
	}
	return out
}
