package blueprints

import (
	"errors"
	"fmt"
	"net/http"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// planFind: with a key, find is findOne.
func (c *call) planFind() (*plan, error) {
	if c.key() != nil {
		return c.planFindOne()
	}
	p := c.newPlan()
	var err error
	if p.query, err = c.query(c.model, c.notConditions("limit", "skip", "sort", "populate")...); err != nil {
		return nil, err
	}
	p.query.Populate, p.named = c.populations()
	return p, nil
}

func (c *call) planFindOne() (*plan, error) {
	p, err := c.planKeyed()
	if err != nil {
		return nil, err
	}
	p.one = true
	p.query.Populate, p.named = c.populations()
	return p, nil
}

// planKeyed is a plan about the record with the request's key; without one the
// request cannot be answered.
func (c *call) planKeyed() (*plan, error) {
	key := c.key()
	if key == nil {
		return nil, noKey()
	}
	p := c.newPlan()
	p.key, p.missing = key, missing
	var err error
	p.query, err = c.byKey(key)
	return p, err
}

func noKey() error {
	return &router.Error{
		Status:  http.StatusBadRequest,
		Message: "No `id` parameter provided.(Note: even if the model's primary key is not named `id`- `id` should be used as the name of the parameter- it will be mapped to the proper primary key name)",
	}
}

func (c *call) planCreate() (*plan, error) {
	p := c.newPlan()
	list, ok := c.x.Request.Body.([]any)
	if !ok || !c.set.opts.Switches.ArrayCreate {
		p.values = c.values()
		return p, nil
	}
	p.rows = make([]*value.Map, len(list))
	for i, v := range list {
		row, ok := v.(*value.Map)
		if !ok {
			return nil, &orm.UsageError{Reason: fmt.Sprintf("element %d of the body is no object", i)}
		}
		p.rows[i] = row
	}
	return p, nil
}

func (c *call) planUpdate() (*plan, error) {
	p, err := c.planKeyed()
	if err != nil {
		return nil, err
	}
	p.values = c.values()
	c.settleKey(p.values, p.key)
	p.populate, _ = c.populations()
	return p, nil
}

// planDestroy: a request without a key has an answer of its own.
func (c *call) planDestroy() (*plan, error) {
	if c.key() == nil {
		return c.newPlan(), nil
	}
	p, err := c.planKeyed()
	if err != nil {
		return nil, err
	}
	p.populate, _ = c.populations()
	return p, nil
}

// planCollection is a plan about an association of the record that the parameter
// parentid names.
func (c *call) planCollection() (*plan, error) {
	p := c.newPlan()
	var err error
	if p.alias, p.assoc, err = c.association(); err != nil {
		return nil, err
	}
	if p.key = c.param("parentid"); !value.Truthy(p.key) {
		p.key = nil
		return p, nil
	}
	p.query, err = keyed(c.model, p.key)
	return p, err
}

func (c *call) planPopulate() (*plan, error) {
	p, err := c.planCollection()
	if err != nil || p.key == nil {
		return p, err
	}
	p.named, p.asked = true, c.without("parentid", "id")
	p.missing = "No record found with the specified id."
	p.lacks = fmt.Sprintf("Specified record (%s) is missing relation `%s`", keyText(p.key), p.alias)
	if key := c.key(); key != nil && p.assoc.Collection {
		p.member = key
	}
	members, err := c.planMembers(p.member)
	if err != nil {
		return nil, err
	}
	// Skipping the one record of a reference leaves none.
	members.Nothing = members.Nothing || !p.assoc.Collection && members.Skip > 0
	p.query.Limit = 1
	p.query.Populate = []orm.Populate{{Alias: p.alias, Query: members}}
	return p, nil
}

// planMembers reads which members of a collection the request wants; with a key
// it is the member with that key.
func (c *call) planMembers(key any) (*orm.Query, error) {
	stripped := c.notConditions("limit", "skip", "sort", "id", "parentid")
	if key == nil {
		return c.query(c.target.child, stripped...)
	}
	_, nothing, err := c.condition(c.target.child, stripped...)
	if err != nil {
		return nil, err
	}
	q, err := c.target.child.Keyed(key)
	if err != nil {
		return nil, err
	}
	if q, err = c.modified(c.target.child, q); err != nil {
		return nil, err
	}
	q.Nothing = q.Nothing || nothing || c.set.opts.Switches.ChildByEmptyList
	return q, nil
}

// planMember is a plan to put a member into a collection: the one whose key is
// given, else a new one made of the request's values.
func (c *call) planMember() (*plan, error) {
	p, err := c.planChange()
	if err != nil {
		return nil, err
	}
	p.values = c.without("limit", "skip", "sort", "id", "parentid")
	if p.member != nil {
		p.values = value.Of(c.target.child.PrimaryKey, p.member)
	} else if own := p.values.Value(c.target.child.PrimaryKey); value.Truthy(own) {
		p.member = own
	}
	return p, nil
}

// planChange is a plan to change a collection.
func (c *call) planChange() (*plan, error) {
	p, err := c.planCollection()
	if err != nil {
		return nil, err
	}
	if p.key == nil {
		return nil, errors.New("missing required parent PK")
	}
	p.member = c.key()
	p.populate = []orm.Populate{{Alias: p.alias, Query: &orm.Query{Limit: c.target.within(0)}}}
	return p, nil
}
