package targets

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"framework/blueprints"
	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// Gates are the policies in front of the default actions of models. They decide
// about a request without running the action. Safe for concurrent use.
type Gates struct {
	of    map[passage]*gate // those of actions that have policies
	front router.Table      // the handlers that hooks have bound in front of the routes
	merge router.OptionsMerge
}

// Live is the version that is served now. Its policies decide, also about
// questions that an older version prepared.
type Live struct {
	Gates    *Gates // nil if policies decide about nothing
	Requests Requests
	Shim     Deriver
}

// Requests begins and ends exchanges that are not routed.
type Requests interface {
	// Open gives an exchange its session.
	Open(x *router.Exchange, session bool) (flush func(ctx context.Context) error)
	// Finished notifies the listeners for the end of an exchange.
	Finished(x *router.Exchange)
}

// Deriver copies to an exchange what policies have stored in the request of
// another.
type Deriver interface {
	Derive(to, from *router.Exchange)
}

// passage is an action of a model.
type passage struct {
	model  *orm.Model
	action string // lower case
}

// gate are the policies of one action, with the options and the path of a
// request for it.
type gate struct {
	handler router.Handler
	binding *router.Binding // nil for a model without routes
	options *value.Map
	path    string // what stands before the key
}

// gated are the actions whose policies decide about associations, with their
// methods.
func (s Switches) gated() map[string]string {
	return map[string]string{
		"find": http.MethodGet, "findone": http.MethodGet, "create": http.MethodPost, "update": s.rules().update(), "destroy": http.MethodDelete,
	}
}

// GateOptions configure Gates.
type GateOptions struct {
	Switches    Switches
	Controllers *Controllers
	Models      *orm.ORM
	Policies    *Policies
	Actions     *blueprints.Set
	Table       router.Table // of all routes
	Matching    router.TableOptions
	Merge       router.OptionsMerge
}

// NewGates makes the gates; it needs the routes.
func NewGates(opts GateOptions) (*Gates, error) {
	var front []*router.Binding
	for _, each := range opts.Table.Bindings() {
		if each.Family == router.Before {
			front = append(front, each)
		}
	}
	out := &Gates{of: map[passage]*gate{}, merge: opts.Merge}
	var err error
	if out.front, err = router.NewTable(front, opts.Matching); err != nil {
		return nil, err
	}
	for _, m := range opts.Models.Models() {
		controller := opts.Controllers.serving(m.Identity)
		for action, method := range opts.Switches.gated() {
			handler, guard := opts.Policies.Guard(controller, action, router.HandlerFunc(admitted))
			if len(guard.Policies) > 0 {
				out.of[passage{m, action}] = opts.gate(m, controller, action, method, handler)
			}
		}
	}
	return out, nil
}

// gate has the options of the first RESTful route of an action.
func (opts *GateOptions) gate(m *orm.Model, controller, action, method string, handler router.Handler) *gate {
	g := &gate{handler: handler, path: "/" + controller, options: opts.Switches.rules().options(opts.Actions, m, controller, action)}
	for _, each := range opts.Table.Bindings() {
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

// at is the gate of an action; nil if it has no policies, and if there are no
// gates.
func (g *Gates) at(m *orm.Model, action string) *gate {
	if g == nil {
		return nil
	}
	return g.of[passage{m, action}]
}

// serve runs a request through the handlers that hooks have bound in front of
// the routes, which may identify the user or answer themselves, and then
// through the policies of at. These see the parameters, and the options more in
// addition to those of the routes.
func (g *Gates) serve(x *router.Exchange, at *gate, params, more *value.Map) error {
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

// admittedKey is the context key of the flag that admitted sets when all
// policies let a request pass.
type admittedKey struct{}

func admitted(x *router.Exchange) (router.Verdict, error) {
	if passed, ok := x.Context().Value(admittedKey{}).(*bool); ok {
		*passed = true
	}
	return router.Answered, nil
}
