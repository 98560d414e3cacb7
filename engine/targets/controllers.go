package targets

import (
	"slices"
	"strings"

	"framework/blueprints"
	"framework/engine/orm"
	"framework/engine/problem"
	"framework/jsapi"
	"framework/jsapi/app"
)

// Controllers are those of a project with their actions and the models that they
// serve. Safe for concurrent use.
type Controllers struct {
	list       []*app.Controller
	byIdentity map[string]*app.Controller
	models     *orm.ORM
	before     map[string][]jsapi.Function
}

// NewControllers takes controllers in their order, and the functions that run in
// front of actions, by the identities of these (1.x).
func NewControllers(list []*app.Controller, models *orm.ORM, before map[string][]jsapi.Function) *Controllers {
	c := &Controllers{list: list, byIdentity: make(map[string]*app.Controller, len(list)), models: models, before: before}
	for _, each := range list {
		if c.byIdentity[each.Identity] == nil {
			c.byIdentity[each.Identity] = each
		}
	}
	return c
}

// Identities are those of all actions of a project of 1.x, the default ones of its
// models included.
func (c *Controllers) Identities() []string { return Identities(c.list, c.models) }

// action finds an action of a controller, unless it is switched off.
func (c *Controllers) action(controller, action string) (*app.Controller, app.Action, bool) {
	of := c.byIdentity[controller]
	if of == nil {
		return nil, app.Action{}, false
	}
	for _, a := range of.Actions {
		if strings.EqualFold(a.Name, action) && a.Kind != app.SwitchedOff {
			return of, a, true
		}
	}
	return of, app.Action{}, false
}

// modelOf is the model that a controller serves: the one its _config names,
// else the one of its identity.
func (c *Controllers) modelOf(of *app.Controller) *orm.Model {
	if name, ok := modelName(of); ok {
		if m := c.models.Model(strings.ToLower(name)); m != nil {
			return m
		}
	}
	if m := c.models.Model(of.Identity); m != nil && !m.Junction {
		return m
	}
	return nil
}

// modelName is the model that the _config of a controller names.
func modelName(of *app.Controller) (string, bool) {
	if of.Config == nil {
		return "", false
	}
	name, ok := of.Config.Value("model").(string)
	return name, ok
}

// serving is the controller whose policies guard the records of a model: the
// one of its name, else the one that serves it under another.
func (c *Controllers) serving(model string) string {
	if c.byIdentity[model] != nil {
		return model
	}
	for _, each := range c.list {
		if m := c.modelOf(each); m != nil && m.Identity == model {
			return each.Identity
		}
	}
	return model
}

// Pairs are the controllers with the models that belong to them, with warnings
// about models that do not exist. They have none of the default actions in without,
// unless they are actions of their own.
func (c *Controllers) Pairs(without []string) (pairs []blueprints.Pair, warnings []problem.Problem) {
	for _, of := range c.list {
		p := blueprints.Pair{Controller: of.Identity, Source: of.Rel, Config: of.Config, Model: c.modelOf(of)}
		for _, a := range of.Actions {
			kind := blueprints.Function
			switch a.Kind {
			case app.FunctionList:
				kind = blueprints.List
			case app.SwitchedOff:
				kind = blueprints.Off
			}
			p.Actions = append(p.Actions, blueprints.ActionDef{Name: a.Name, Kind: kind})
		}
		for _, name := range without {
			if !slices.ContainsFunc(p.Actions, func(a blueprints.ActionDef) bool { return strings.EqualFold(a.Name, name) }) {
				p.Actions = append(p.Actions, blueprints.ActionDef{Name: name, Kind: blueprints.Missing})
			}
		}
		if name, ok := modelName(of); ok && c.models.Model(strings.ToLower(name)) == nil {
			warnings = append(warnings, problem.In(of.Rel, "_config.model names %q, which is no model", name).Of("model"))
		}
		pairs = append(pairs, p)
	}
	return pairs, warnings
}

// Routed are the pairs that have shadow routes: those of the project, and one
// of the server for its own action.
func (s Switches) Routed(pairs []blueprints.Pair) []blueprints.Pair {
	if !s.GrantAction {
		return pairs
	}
	controller, action := splitIdentity(GrantIdentity)
	own := slices.ContainsFunc(pairs, func(p blueprints.Pair) bool {
		return p.Controller == controller && slices.ContainsFunc(p.Actions, func(a blueprints.ActionDef) bool { return strings.EqualFold(a.Name, action) })
	})
	if own {
		return pairs
	}
	return append(slices.Clone(pairs), blueprints.Pair{Controller: controller, Source: "the server", Actions: []blueprints.ActionDef{{Name: action}}})
}
