package engine

import (
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"framework/engine/ordered"
	"framework/engine/orm"
	"framework/router"
)

// gates are the policies in front of the default actions of models, to be asked
// without doing what the actions do. Safe for concurrent use.
type gates struct {
	// guards tells whether there are policies, before closed is there.
	guards func(m *orm.Model, action string) bool
	closed atomic.Pointer[map[passage]*gate] // nil before the routes are there
	front  router.Table                      // what hooks have bound in front of the routes; there with closed
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
	options *ordered.Map
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

// open makes the gates, once there are routes.
func (g *gates) open(b *builder) error {
	var front []*router.Binding
	for _, each := range b.snapshot.Table.Bindings() {
		if each.Family == router.Before {
			front = append(front, each)
		}
	}
	var err error
	if g.front, err = router.NewTable(front, b.profile.Table); err != nil {
		return err
	}
	res := &resolver{b}
	closed := map[passage]*gate{}
	for _, m := range b.orm.Models() {
		controller := res.serving(m.Identity)
		for action, method := range gatedActions(b.profile.Modern) {
			handler, guard := res.Guard(controller, action, router.HandlerFunc(admitted))
			if len(guard.Policies) == 0 {
				continue
			}
			closed[passage{m, action}] = b.gate(m, controller, action, method, handler)
		}
	}
	g.closed.Store(&closed)
	return nil
}

func (b *builder) gate(m *orm.Model, controller, action, method string, handler router.Handler) *gate {
	g := &gate{handler: handler, path: "/" + controller, options: b.actions.ControllerOptions(controller, action, m)}
	if b.profile.Modern {
		g.options = b.actions.TargetOptions(m, ordered.New(0))
		g.options.Set("action", joinIdentity(m.Identity, action))
	}
	for _, each := range b.snapshot.Table.Bindings() {
		if each.Family != router.REST || each.Address.Verb != method || each.Options.Value("model") != m.Identity {
			continue
		}
		if name, _ := each.Options.Value("action").(string); name == action || strings.HasSuffix(name, "/"+action) {
			g.binding, g.options = each, each.Options
			g.path, _, _ = strings.Cut(each.Address.Path, "/:")
			break
		}
	}
	return g
}

// ready reports whether the routes are there.
func (g *gates) ready() bool { return g.closed.Load() != nil }

// guarded reports whether there are policies in front of an action.
func (g *gates) guarded(m *orm.Model, action string) bool {
	if !g.ready() {
		return g.guards(m, action)
	}
	return g.at(m, action) != nil
}

// at is the gate of an action; nil where everybody may pass.
func (g *gates) at(m *orm.Model, action string) *gate {
	if closed := g.closed.Load(); closed != nil {
		return (*closed)[passage{m, action}]
	}
	return nil
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
