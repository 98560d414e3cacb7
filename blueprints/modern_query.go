package blueprints

import (
	"fmt"
	"slices"

	"framework/engine/orm"
	"framework/engine/value"
)

// planned is the plan of an action: the parser's where there is one, else the one of the
// request.
func (c *call) planned(action string, parser any) (*plan, error) {
	o, err := c.options(action, parser)
	if err != nil {
		return nil, err
	}
	c.model = o.model
	p := c.newPlan()
	p.alias, p.assoc, p.values, p.members = o.alias, o.model.Association(o.alias), o.values, o.associated
	p.named, p.missing, p.lacks = o.named, value.Undefined{}, value.Undefined{}
	p.options = o
	if p.values == nil {
		p.values = value.New(0)
	}
	switch action {
	case "find":
		p.query, err = c.reading(o)
	case "findOne":
		err = c.planOne(p, o, "select", "omit")
	case "destroy":
		p.missing = missing
		err = c.planOne(p, o)
	case "update":
		err = c.planOne(p, o)
	case "populate":
		p.named = true
		if !o.own {
			p.asked = c.without("parentid")
		}
		err = c.planOne(p, o)
	case "add", "remove", "replace":
		err = c.planParent(p, o.target)
	}
	if err == nil {
		p.populate, err = c.populating(o, p.query)
	}
	if err != nil {
		return nil, err
	}
	if p.query != nil && action != "add" && action != "remove" && action != "replace" {
		p.query.Populate = p.populate
	}
	return p, nil
}

func (c *call) options(action string, parser any) (*planOptions, error) {
	if parser == nil {
		return c.optionsFor(action)
	}
	made, err := c.set.opts.Parse(c.x, parser)
	if err != nil {
		return nil, err
	}
	return c.set.readOptions(action, made)
}

// reading is the query for the criteria of a plan.
func (c *call) reading(o *planOptions) (*orm.Query, error) {
	if o.criteria == nil {
		return &orm.Query{}, nil
	}
	q, err := o.model.Query(o.criteria)
	if err != nil {
		return nil, err
	}
	return q, c.allowed(q, o)
}

// allowed refuses a query that is too large, or that the request must not make.
func (c *call) allowed(q *orm.Query, o *planOptions) error {
	if n := comparisons(q.Where); n > maxParts {
		return &refusal{code: "E_INVALID_CRITERIA", details: fmt.Sprintf("The `where` clause makes %d comparisons; there can be %d.", n, maxParts)}
	}
	if n := len(q.Sort); n > maxParts {
		return &refusal{code: "E_INVALID_CRITERIA", details: fmt.Sprintf("The `sort` clause names %d attributes; there can be %d.", n, maxParts)}
	}
	if o.own {
		return nil
	}
	return c.askable(o.model, q)
}

// planOne is about one record: nothing but the primary key counts in the condition,
// and of the other clauses those that are named.
func (c *call) planOne(p *plan, o *planOptions, clauses ...string) error {
	where, _ := o.criteria.Value("where").(*value.Map)
	p.key = where.Value(p.model.PrimaryKey)
	if _, undefined := p.key.(value.Undefined); undefined || p.key == nil {
		return tooBroad()
	}
	var err error
	if p.query, err = p.model.Keyed(p.key); err != nil {
		return err
	}
	var shape *value.Map
	for _, name := range clauses {
		if v, ok := o.criteria.Get(name); ok {
			if shape == nil {
				shape = value.New(len(clauses))
			}
			shape.Set(name, v)
		}
	}
	if shape != nil {
		q, err := p.model.Query(shape)
		if err != nil {
			return err
		}
		p.query.Select, p.query.Omits = q.Select, q.Omits
	}
	if err := c.allowed(p.query, o); err != nil {
		return err
	}
	p.query.Limit = 1
	return nil
}

// planParent is about a collection of the record with a key.
func (c *call) planParent(p *plan, key any) error {
	if p.assoc == nil || !p.assoc.Collection {
		return &refusal{code: "E_INVALID_ASSOCIATED_IDS", details: "`" + p.alias + "` is no collection of this model."}
	}
	if key == nil {
		return tooBroad()
	}
	var err error
	p.query, err = p.model.Keyed(key)
	return err
}

func tooBroad() error {
	return orm.TooBroad("findOne")
}

// populating are the populations of a plan.
func (c *call) populating(o *planOptions, q *orm.Query) ([]orm.Populate, error) {
	out := make([]orm.Populate, 0, o.populates.Len())
	for alias, v := range o.populates.All() {
		a := o.model.Association(alias)
		if a == nil {
			return nil, &refusal{code: orm.InvalidPopulates, details: o.model.BadPopulate(alias, alias)}
		}
		if omitted, _ := o.criteria.Value("omit").([]any); slices.Contains(omitted, any(alias)) && !a.Collection {
			return nil, &refusal{code: orm.InvalidPopulates, details: orm.OmittedAssociation(alias)}
		}
		if q != nil && slices.ContainsFunc(q.Sort, func(by orm.Order) bool { return by.Attr == alias }) {
			return nil, &refusal{code: orm.InvalidPopulates, details: orm.SortedAssociation(alias)}
		}
		if v == false {
			continue
		}
		p := orm.Populate{Alias: alias}
		if criteria, _ := v.(*value.Map); criteria.Len() > 0 {
			if !a.Collection {
				return nil, &refusal{code: orm.InvalidPopulates, details: orm.NarrowedRecord(alias, criteria)}
			}
			target := c.set.opts.ORM.Model(a.Target)
			sub, err := target.Query(criteria)
			if err != nil {
				return nil, &refusal{code: orm.InvalidPopulates, details: orm.BadSubcriteria(alias, err.Error())}
			}
			if !o.own {
				if err := c.askable(target, sub); err != nil {
					return nil, err
				}
			}
			p.Query = sub
		}
		out = append(out, p)
	}
	return out, nil
}
