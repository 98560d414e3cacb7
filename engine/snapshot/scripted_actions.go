package snapshot

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"framework/engine/orm"
	"framework/engine/problem"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/shim"
	"framework/router"
)

// scriptedActions are the default actions in JavaScript, for models whose methods code of the
// project has replaced. It implements blueprints.Scripts.
type scriptedActions struct {
	shim     *shim.Shim
	called   []string                        // methods that the actions call
	replaced atomic.Pointer[replacedMethods] // nil for none, and before the bootstrap has run
}

// replacedMethods are those that default actions would call, by the identities of models.
type replacedMethods struct {
	methods map[string][]string
	actions map[string]shim.Action // by their names in lower case
}

// Replaced implements blueprints.Scripts.
func (s *scriptedActions) Replaced(m *orm.Model, methods ...string) bool {
	found := s.replaced.Load()
	return found != nil && slices.ContainsFunc(found.methods[m.Identity], func(method string) bool { return slices.Contains(methods, method) })
}

// Serve implements blueprints.Scripts.
func (s *scriptedActions) Serve(x *router.Exchange, action string, asked *value.Map) (router.Verdict, error) {
	return s.replaced.Load().actions[action](x, asked)
}

// look finds the methods that are replaced when the bootstrap has run. Where the default
// actions cannot call them, the warning says so.
func (s *scriptedActions) look(ctx context.Context, b *build, rt realm, found code, guarded bool) error {
	out := &replacedMethods{actions: map[string]shim.Action{}}
	err := rt.iso.Do(ctx, func(r *jsapi.Realm) error {
		out.methods = found.models.Replaced(s.called...)
		if len(out.methods) == 0 || guarded {
			return nil
		}
		functions := found.defaultActionsJS
		if functions == nil {
			var err error
			if functions, err = shim.ModernActions(r); err != nil {
				return err
			}
		}
		for name, fn := range functions {
			out.actions[name] = s.shim.Action(rt.iso, fn, shim.Info{Action: name, Source: "the default actions", Kind: "action", NoNext: true})
		}
		return nil
	})
	if err != nil || len(out.methods) == 0 {
		return err
	}
	if !guarded {
		s.replaced.Store(out)
		return nil
	}
	for _, identity := range slices.Sorted(maps.Keys(out.methods)) {
		b.warn(problem.General("code has replaced %s of the model %s: the default actions do not call that, because blueprints.associationPolicies is set, which only the server's own keep",
			strings.Join(out.methods[identity], ", "), identity))
	}
	return nil
}
