package blueprints

import (
	"fmt"
	"slices"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// modernActions are the default actions of 1.x by their names in lower case.
func (s *Set) modernActions() map[string]router.Handler {
	return map[string]router.Handler{
		"find":     s.modern("find", s.modernFind),
		"findone":  s.modern("findOne", s.modernFindOne),
		"create":   s.modern("create", s.modernCreate),
		"update":   s.modern("update", s.modernUpdate),
		"destroy":  s.modern("destroy", s.modernDestroy),
		"populate": s.modern("populate", s.modernPopulate),
		"add":      s.modern("add", s.modernAdd),
		"remove":   s.modern("remove", s.modernRemove),
		"replace":  s.modern("replace", s.modernReplace),
	}
}

// modern wraps an action of 1.x: it makes the plan, the project's where there
// is one, and answers errors.
func (s *Set) modern(name string, run func(c *call) (router.Verdict, error)) router.Handler {
	return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		c := s.newCall(x)
		x.SetOption("blueprintAction", name)
		parser := c.parser()
		if parser != nil && s.opts.Admit != nil {
			if err := s.opts.Admit(c.ctx); err != nil {
				return router.Answered, err
			}
		}
		var err error
		if c.plan, err = c.planned(name, parser); err != nil {
			return c.fail(err)
		}
		c.model = c.plan.model
		if err := c.admit(); err != nil {
			return router.Answered, err
		}
		switch name {
		case "find", "findOne":
			c.explicit = !c.plan.own && value.Truthy(c.param("populate"))
			if err := c.needSides("find"); err != nil {
				return c.fail(err)
			}
		case "populate":
			c.explicit = true
			if !c.plan.own {
				c.members = c.without("parentid")
			}
		}
		v, err := run(c)
		if err != nil {
			return c.fail(err)
		}
		return v, nil
	})
}

// parser is the project's parseBlueprintOptions for the request, nil for none.
func (c *call) parser() any {
	if c.set.opts.Parse == nil {
		return nil
	}
	if parser := c.x.Options.Value("parseBlueprintOptions"); value.Truthy(parser) {
		return parser
	}
	return c.set.opts.Parser
}

// planned is the plan of an action: the parser's where there is one, else the
// one of the request.
func (c *call) planned(action string, parser any) (*plan, error) {
	if parser == nil {
		return c.planFor(action)
	}
	made, err := c.set.opts.Parse(c.x, parser)
	if err != nil {
		return nil, err
	}
	return c.set.readPlan(action, made)
}

// reading is the query for criteria, with the populations of the plan.
func (c *call) reading(criteria *value.Map) (*orm.Query, error) {
	if criteria == nil {
		criteria = value.New(0)
	}
	q, err := c.model.Query(criteria)
	if err != nil {
		return nil, err
	}
	if n := comparisons(q.Where); n > maxParts {
		return nil, &refusal{code: "E_INVALID_CRITERIA", details: fmt.Sprintf("The `where` clause makes %d comparisons; there can be %d.", n, maxParts)}
	}
	if n := len(q.Sort); n > maxParts {
		return nil, &refusal{code: "E_INVALID_CRITERIA", details: fmt.Sprintf("The `sort` clause names %d attributes; there can be %d.", n, maxParts)}
	}
	if !c.plan.own {
		if err := c.askable(c.model, q); err != nil {
			return nil, err
		}
	}
	return q, c.populating(q, c.plan.populates)
}

// populating adds populations to a query.
func (c *call) populating(q *orm.Query, populates *value.Map) error {
	for alias, v := range populates.All() {
		a := c.model.Association(alias)
		if a == nil {
			return &refusal{code: orm.InvalidPopulates, details: c.model.BadPopulate(alias, alias)}
		}
		if omitted, _ := c.plan.criteria.Value("omit").([]any); slices.Contains(omitted, any(alias)) {
			return &refusal{code: orm.InvalidPopulates, details: orm.OmittedAssociation(alias)}
		}
		if v == false {
			continue
		}
		p := orm.Populate{Alias: alias}
		if criteria, _ := v.(*value.Map); criteria.Len() > 0 {
			if !a.Collection {
				return &refusal{code: orm.InvalidPopulates, details: orm.NarrowedRecord(alias, criteria)}
			}
			target := c.set.opts.ORM.Model(a.Target)
			sub, err := target.Query(criteria)
			if err != nil {
				return &refusal{code: orm.InvalidPopulates, details: orm.BadSubcriteria(alias, err.Error())}
			}
			if !c.plan.own {
				if err := c.askable(target, sub); err != nil {
					return err
				}
			}
			p.Query = sub
		}
		q.Populate = append(q.Populate, p)
	}
	return nil
}

// one is the query for the one record that the plan is about: nothing but the
// primary key counts in its condition.
func (c *call) one(names ...string) (*orm.Query, error) {
	where, _ := c.plan.criteria.Value("where").(*value.Map)
	key, given := where.Get(c.model.PrimaryKey)
	if _, undefined := key.(value.Undefined); !given || undefined {
		return nil, tooBroad()
	}
	return c.byPrimaryKey(key, names...)
}

// byPrimaryKey is the query for one record, with the populations of the plan;
// names are further members of its criteria.
func (c *call) byPrimaryKey(key any, names ...string) (*orm.Query, error) {
	if _, undefined := key.(value.Undefined); key == nil || undefined {
		return nil, tooBroad()
	}
	criteria := value.Of("where", value.Of(c.model.PrimaryKey, key))
	for _, name := range names {
		if v, ok := c.plan.criteria.Get(name); ok {
			criteria.Set(name, v)
		}
	}
	q, err := c.reading(criteria)
	if err != nil {
		return nil, err
	}
	q.Limit = 1
	return q, nil
}

func tooBroad() error {
	return orm.TooBroad("findOne")
}

func (s *Set) modernFind(c *call) (router.Verdict, error) {
	q, err := c.reading(c.plan.criteria)
	if err != nil {
		return router.Answered, err
	}
	return s.list(c, q)
}

// found is the record that the plan is about, nil where there is none, and the
// query for it; see one.
func (c *call) found(names ...string) (*orm.Query, *orm.Record, error) {
	q, err := c.one(names...)
	if err != nil {
		return nil, nil, err
	}
	record, err := c.findOneOf(q)
	return q, record, err
}

func (s *Set) modernFindOne(c *call) (router.Verdict, error) {
	_, record, err := c.found("select", "omit")
	if err != nil {
		return router.Answered, err
	}
	if record == nil {
		return c.respond("notFound", value.Undefined{})
	}
	c.subscribe(c.model, record)
	c.subscribeDeep(record)
	return c.ok("ok", record)
}

// modernPopulate answers with what stands behind an association.
func (s *Set) modernPopulate(c *call) (router.Verdict, error) {
	where, _ := c.plan.criteria.Value("where").(*value.Map)
	if key := where.Value(c.model.PrimaryKey); key != nil {
		if err := c.needParent("findone", c.plan.alias, key); err != nil {
			return router.Answered, err
		}
	}
	_, record, err := c.found()
	if err != nil {
		return router.Answered, err
	}
	if record == nil {
		return c.respond("notFound", value.Undefined{})
	}
	val, ok := record.Get(c.plan.alias)
	if !ok || val == nil {
		return c.respond("notFound", value.Undefined{})
	}
	c.subscribe(c.model, record)
	c.subscribeDeep(record)
	return c.ok("ok", val)
}
