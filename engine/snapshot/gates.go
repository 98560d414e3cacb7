package snapshot

import (
	"net/http"
	"net/url"
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// gates are the policies in front of the default actions of models, to be asked
// without doing what the actions do.
type gates struct {
	of    map[passage]*gate // those of actions that have policies
	front router.Table      // what hooks have bound in front of the routes
	merge router.OptionsMerge
}

// passage is an action of a model.
type passage struct {
	model  *orm.Model
	action string // lower case
}

// gate are the policies of one action, with what a request for it has.
type gate struct {
	handler router.Handler
	binding *router.Binding // nil for a model without routes
	options *value.Map
	path    string // what stands before the key
}

// gatedActions are the actions whose policies are asked, with their methods.
func gatedActions(modern bool) map[string]string {
	update := http.MethodPut
	if modern {
		update = http.MethodPatch
	}
	return map[string]string{
		"find": http.MethodGet, "findone": http.MethodGet, "create": http.MethodPost, "update": update, "destroy": http.MethodDelete,
	}
}

// newGates makes the gates, once there are routes.
func newGates(r *resolver, table router.Table) (*gates, error) {
	var front []*router.Binding
	for _, each := range table.Bindings() {
		if each.Family == router.Before {
			front = append(front, each)
		}
	}
	out := &gates{of: map[passage]*gate{}, merge: r.profile.Merge}
	var err error
	if out.front, err = router.NewTable(front, r.profile.Table); err != nil {
		return nil, err
	}
	for _, m := range r.orm.Models() {
		controller := r.serving(m.Identity)
		for action, method := range gatedActions(r.profile.Modern) {
			handler, guard := r.Guard(controller, action, router.HandlerFunc(admitted))
			if len(guard.Policies) > 0 {
				out.of[passage{m, action}] = newGate(r, table, m, controller, action, method, handler)
			}
		}
	}
	return out, nil
}

func newGate(r *resolver, table router.Table, m *orm.Model, controller, action, method string, handler router.Handler) *gate {
	g := &gate{handler: handler, path: "/" + controller, options: r.actions.ControllerOptions(controller, action, m)}
	if r.profile.Modern {
		g.options = r.actions.TargetOptions(m, value.New(0))
		g.options.Set("action", joinIdentity(m.Identity, action))
	}
	for _, each := range table.Bindings() {
		if each.Family != router.REST || each.Address.Verb != method || each.Options.Value("model") != m.Identity {
			continue
		}
		if name, _ := each.Options.Value("action").(string); strings.EqualFold(name, action) || strings.HasSuffix(name, "/"+action) {
			g.binding, g.options = each, each.Options
			g.path, _, _ = strings.Cut(each.Address.Path, "/:")
			break
		}
	}
	return g
}

// at is the gate of an action; nil where everybody may pass, and where there are
// no gates.
func (g *gates) at(m *orm.Model, action string) *gate {
	if g == nil {
		return nil
	}
	return g.of[passage{m, action}]
}

// serve takes a request through what hooks have bound in front of the routes,
// which may find out who asks or answer themselves, and to the policies of at.
// These see the parameters, and the options more besides those of the routes.
func (g *gates) serve(x *router.Exchange, at *gate, params, more *value.Map) error {
	if verdict, err := router.Dispatch(g.front, x, g.merge); err != nil || verdict == router.Answered {
		return err
	}
	options := at.options.Clone()
	if x.Options != nil {
		for k, v := range x.Options.All() {
			if g.merge == router.EarlierWins || !options.Has(k) {
				options.Set(k, v)
			}
		}
	}
	if more != nil {
		for k, v := range more.All() {
			options.Set(k, v)
		}
	}
	x.Params = params
	x.Binding, x.Options = at.binding, options
	_, err := at.handler.Serve(x)
	return err
}

// address is the path of a request for the record with that key, "" for none.
func (g *gate) address(id string) string {
	if id == "" {
		return g.path
	}
	return g.path + "/" + url.PathEscape(id)
}

// admittedKey is where admitted notes that all policies let a request pass.
type admittedKey struct{}

func admitted(x *router.Exchange) (router.Verdict, error) {
	if passed, ok := x.Context().Value(admittedKey{}).(*bool); ok {
		*passed = true
	}
	return router.Answered, nil
}
