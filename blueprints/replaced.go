package blueprints

import (
	"slices"
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// Scripts are the default actions in JavaScript. They take the place of those in Go where code
// of the project has replaced methods of models that an action calls, as hooks do that change
// the errors or the criteria of all queries. Requests have been checked by then.
type Scripts interface {
	// Replaced reports whether code has replaced one of the methods of a model.
	Replaced(m *orm.Model, methods ...string) bool
	// Serve runs a default action, by its name in lower case. What it is to do is asked of it
	// in 1.x; up to 0.12 it reads the request.
	Serve(x *router.Exchange, action string, asked *value.Map) (router.Verdict, error)
}

// calls are the methods that a default action calls: of the model, and of the model of
// members of a collection.
type calls struct{ model, members []string }

// classicCalls and modernCalls have the actions by their names in lower case. In 1.x, updateOne
// calls count and update, stream calls find, and methods of collections call update of the members.
var (
	classicCalls = map[string]calls{
		"find":     {model: []string{"find", "findOne"}},
		"findone":  {model: []string{"findOne"}},
		"create":   {model: []string{"create"}},
		"update":   {model: []string{"findOne", "update"}},
		"destroy":  {model: []string{"findOne", "destroy"}},
		"populate": {model: []string{"findOne"}},
		"add":      {model: []string{"findOne"}, members: []string{"create"}},
		"remove":   {model: []string{"findOne"}},
	}
	modernCalls = map[string]calls{
		"find":     {model: []string{"find"}},
		"findone":  {model: []string{"findOne"}},
		"create":   {model: []string{"create", "findOne"}, members: []string{"find"}},
		"update":   {model: []string{"findOne", "updateOne", "count", "update"}},
		"destroy":  {model: []string{"findOne", "destroy"}},
		"populate": {model: []string{"findOne"}},
		"add":      {model: []string{"findOne", "addToCollection"}, members: []string{"findOne", "update"}},
		"remove":   {model: []string{"findOne", "removeFromCollection"}, members: []string{"findOne", "update"}},
		"replace":  {model: []string{"findOne", "replaceCollection"}, members: []string{"stream", "find", "update"}},
	}
)

func (classic) calls() map[string]calls { return classicCalls }

func (modern) calls() map[string]calls { return modernCalls }

// CalledMethods are the methods of models that default actions call.
func (s Switches) CalledMethods() []string {
	var out []string
	for _, c := range s.release().calls() {
		out = append(append(out, c.model...), c.members...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// replaced reports whether an action is to run in JavaScript, because it calls a method that
// code has replaced.
func (c *call) replaced(a *action) bool {
	scripts := c.set.opts.Scripts
	if scripts == nil {
		return false
	}
	called := c.set.release.calls()[strings.ToLower(a.name)]
	if scripts.Replaced(c.model, called.model...) {
		return true
	}
	return len(called.members) > 0 && slices.ContainsFunc(c.memberModels(), func(m *orm.Model) bool {
		return scripts.Replaced(m, called.members...)
	})
}

// memberModels are the models of members that the request names: behind the association of
// the plan, else behind collections that have values.
func (c *call) memberModels() []*orm.Model {
	var out []*orm.Model
	for _, a := range c.model.Associations {
		if a == c.plan.assoc || c.plan.assoc == nil && a.Collection && c.plan.values.Has(a.Alias) {
			out = append(out, c.set.opts.ORM.Model(a.Target))
		}
	}
	return out
}

// script runs an action of 1.x in JavaScript.
func (c *call) script(a *action) (router.Verdict, error) {
	return c.set.opts.Scripts.Serve(c.x, strings.ToLower(a.name), value.Of(
		"plan", c.plan.options.shown(), "explained", c.explained(), "mirror", c.mirrored(), "autoWatch", c.watches(c.model),
	))
}
