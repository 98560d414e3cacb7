package app

import (
	"strings"

	"github.com/dop251/goja"

	"framework/engine/project"
)

// Added are the modules that hooks have put onto a member of the app object in configure, such as
// sails.models: but for those of which the project has a file, which takes their place.
func (a *App) Added(modules []*Module, member string) []*Module {
	var out []*Module
	a.eachAdded(member, func(identity string, o *goja.Object) {
		for _, m := range modules {
			if m.Identity == identity {
				return
			}
		}
		f := project.File{Rel: "sails." + member + "." + identity + " of a hook", Identity: identity, GlobalID: identity}
		for _, name := range []string{"identity", "globalId"} {
			if v := o.Get(name); v != nil && !goja.IsUndefined(v) {
				f.GlobalID = v.String()
			}
		}
		stamp(o, "identity", f.Identity)
		stamp(o, "globalId", f.GlobalID)
		out = append(out, &Module{File: f, Exports: o})
	})
	return out
}

// eachAdded calls found with what hooks have put onto a member of the app object.
func (a *App) eachAdded(member string, found func(identity string, o *goja.Object)) {
	held, ok := a.object.Get(member).(*goja.Object)
	if !ok {
		return
	}
	for _, name := range held.Keys() {
		if o, ok := held.Get(name).(*goja.Object); ok {
			found(strings.ToLower(name), o)
		}
	}
}

// AddPolicies adds the policies that hooks have put into sails.hooks.policies.middleware in configure
// to calls, which has those of files.
func (a *App) AddPolicies(calls map[string]goja.Callable) {
	middleware := a.policyMiddleware()
	if middleware == nil {
		return
	}
	for _, name := range middleware.Keys() {
		call, ok := goja.AssertFunction(middleware.Get(name))
		if !ok {
			continue
		}
		known := false
		for identity := range calls {
			known = known || strings.EqualFold(identity, name)
		}
		if !known {
			calls[name] = call
		}
	}
}

// WrittenPolicies adds the functions of config.policies.moduleDefinitions to calls and to
// sails.hooks.policies.middleware. They take the place of files.
func (a *App) WrittenPolicies(calls map[string]goja.Callable) error {
	written, ok := a.ConfigAt("policies", "moduleDefinitions").(*goja.Object)
	if !ok {
		return nil
	}
	middleware := a.policyMiddleware()
	for _, name := range written.Keys() {
		fn := written.Get(name)
		call, ok := goja.AssertFunction(fn)
		if !ok {
			continue // reported where the rules are read
		}
		calls[name] = call
		if middleware == nil {
			continue
		}
		if err := middleware.Set(name, fn); err != nil {
			return err
		}
	}
	return nil
}

// policyMiddleware is sails.hooks.policies.middleware; nil if the hook is switched off, or the
// project's own.
func (a *App) policyMiddleware() *goja.Object {
	hook, ok := a.object.Get("hooks").ToObject(a.realm.Runtime()).Get("policies").(*goja.Object)
	if !ok {
		return nil
	}
	middleware, _ := hook.Get("middleware").(*goja.Object)
	return middleware
}
