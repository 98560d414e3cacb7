package snapshot

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"framework/engine/orm"
	"framework/engine/problem"
	"framework/jsapi"
	"framework/jsapi/shim"
	"framework/router"
)

// replacedMethods has the default actions of models whose methods code of the project has
// replaced, as hooks do that change the errors or the criteria of all queries. In Sails the
// default actions call these methods; here the ones written in JavaScript take over then.
type replacedMethods struct {
	actions map[string]router.Handler           // in JavaScript, by their names in lower case
	found   atomic.Pointer[map[string][]string] // by the identities of models; nil before the bootstrap has run
}

// called are the methods of a model that its default actions call.
var called = map[string][]string{
	"find": {"find", "findOne"}, "findone": {"findOne"}, "create": {"create"}, "update": {"findOne", "update"},
	"destroy": {"findOne", "destroy"}, "populate": {"findOne"}, "add": {"findOne"}, "remove": {"findOne"},
}

// newReplacedMethods are handlers of the default actions of classic releases.
func (b binder) newReplacedMethods() *replacedMethods {
	call := b.call()
	out := &replacedMethods{actions: map[string]router.Handler{}}
	for name, fn := range b.defaultActionsJS {
		out.actions[name] = call(fn, shim.Info{Action: name, Source: "the default actions", Kind: "action", NoNext: true})
	}
	return out
}

// handler is the default action in JavaScript, nil where no method that it calls is replaced.
// Child is the model of the members that add makes.
func (r *replacedMethods) handler(action string, m, child *orm.Model) router.Handler {
	found := r.found.Load()
	if found == nil || len(*found) == 0 {
		return nil
	}
	replaced := slices.ContainsFunc((*found)[m.Identity], func(method string) bool { return slices.Contains(called[action], method) })
	if !replaced && action == "add" && child != nil {
		replaced = slices.Contains((*found)[child.Identity], "create")
	}
	if !replaced {
		return nil
	}
	return r.actions[action]
}

// look finds the methods that are replaced when the bootstrap has run. Where the default
// actions cannot call them, the warning says so.
func (r *replacedMethods) look(ctx context.Context, b *build, rt realm, found code, guarded bool) error {
	var methods map[string][]string
	err := rt.iso.Do(ctx, func(*jsapi.Realm) error {
		methods = found.models.Replaced("find", "findOne", "create", "update", "destroy")
		return nil
	})
	if err != nil || len(methods) == 0 {
		return err
	}
	if len(r.actions) > 0 && !guarded {
		r.found.Store(&methods)
		return nil
	}
	why := "those of 1.x run without JavaScript"
	if guarded {
		why = "blueprints.associationPolicies is set, which only the server's own keep"
	}
	for _, identity := range slices.Sorted(maps.Keys(methods)) {
		b.warn(problem.General("code has replaced %s of the model %s: the default actions do not call that, because %s", strings.Join(methods[identity], ", "), identity, why))
	}
	return nil
}
