package blueprints

import (
	"fmt"
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// modernActions are the default actions of 1.x by their names in lower case.
func (s *Set) modernActions() map[string]*action {
	made := byName(
		action{name: "find", run: s.find},
		action{name: "findOne", run: s.findOne},
		action{name: "create", run: s.modernCreate},
		action{name: "update", run: s.modernUpdate},
		action{name: "destroy", run: s.modernDestroy},
		action{name: "populate", run: s.populate},
		action{name: "add", run: s.modernAdd},
		action{name: "remove", run: s.modernRemove},
		action{name: "replace", run: s.modernReplace},
	)
	for _, a := range made {
		a.plan = func(c *call) (*plan, error) { return c.planned(a.name, c.parser()) }
	}
	return made
}

// model: the beginning of the option action, in front of its first slash, names it.
func (modern) model(s *Set, options *value.Map) (*orm.Model, error) {
	path, _ := options.Value("action").(string)
	identity, _, _ := strings.Cut(strings.ToLower(path), "/")
	m := s.opts.ORM.Model(identity)
	if m == nil {
		return nil, fmt.Errorf("a default action was called without a model: there is none called %q, the beginning of the action %q", identity, path)
	}
	return m, nil
}

// serve lets a project make the plan, and answers errors.
func (modern) serve(c *call, a *action) (router.Verdict, error) {
	c.x.SetOption("blueprintAction", a.name)
	if c.set.opts.Admit != nil && c.parser() != nil {
		if err := c.set.opts.Admit(c.ctx); err != nil {
			return router.Answered, err
		}
	}
	p, err := a.plan(c)
	if err != nil {
		return c.fail(err)
	}
	c.adopt(p)
	if err := c.admit(); err != nil {
		return router.Answered, err
	}
	if c.replaced(a) {
		return c.script(a)
	}
	if a.name == "find" || a.name == "findOne" {
		if err := c.needSides("find"); err != nil {
			return c.fail(err)
		}
	}
	v, err := a.run(c)
	if err != nil {
		return c.fail(err)
	}
	return v, nil
}

// parser is the project's parseBlueprintOptions for the request, nil for none.
func (c *call) parser() any {
	if c.set.opts.Parse == nil {
		return nil
	}
	if parser := c.target.parser; value.Truthy(parser) {
		return parser
	}
	return c.set.opts.Parser
}
