package engine

import (
	"context"
	"errors"
	"net/http"

	"framework/blueprints"
	"framework/engine/ordered"
	"framework/engine/orm"
	"framework/router"
)

// access asks the policies of the models that a request reaches beside its own.
type access struct {
	app     *App
	gateway *gateway
	gates   *gates
	methods map[string]string
}

var _ blueprints.Access = (*access)(nil)

// associationPolicies reports whether config/blueprints.js has them asked.
func (b *builder) associationPolicies() bool {
	global, err := b.cfg.Map("blueprints")
	if err != nil {
		return false // prepareBlueprints tells
	}
	settings, _ := blueprints.ReadSettings(blueprints.DefaultSettings(), global)
	return settings.AssociationPolicies
}

// asksPolicies reports whether anybody asks policies without an action.
func (b *builder) asksPolicies() bool {
	recheck, _ := b.cfg.Get("pubsub.recheck")
	return ordered.Truthy(recheck) || b.associationPolicies()
}

// access is nil where the setting is off.
func (b *builder) access() blueprints.Access {
	if b.gates == nil || !b.associationPolicies() {
		return nil
	}
	return &access{b.app, b.gateway, b.gates, gatedActions(b.profile.Modern)}
}

// Guarded implements blueprints.Access.
func (a *access) Guarded(m *orm.Model, action string) bool { return a.gates.guarded(m, action) }

// Ask implements blueprints.Access. What policies write to the session is not
// kept, nor what they answer.
func (a *access) Ask(x *router.Exchange, q blueprints.Reach) (*router.Exchange, bool, error) {
	g := a.gates.at(q.Model, q.Action)
	if g == nil {
		return nil, true, nil
	}
	in := *x.Request
	in.Method, in.Path = a.methods[q.Action], g.address(q.ID)
	in.URL, in.Query, in.Body, in.Raw = in.Path, ordered.New(0), nil, nil
	if q.Query != nil {
		in.Query = q.Query.DeepClone()
	}
	switch {
	case q.Body != nil:
		in.Body = q.Body.DeepClone()
	case in.Method != http.MethodGet || in.Socket != "":
		in.Body = ordered.New(0)
	}
	passed := false
	asked := router.NewExchange(context.WithValue(x.Context(), admittedKey{}, &passed), &in, &collected{header: http.Header{}})
	asked.Params = ordered.New(1)
	if q.ID != "" {
		asked.Params.Set("id", q.ID)
	}
	asked.Binding, asked.Options = g.binding, g.options.Clone()
	asked.Options.Set("through", q.Through)
	if x.Session != nil {
		asked.Session = &glance{Session: x.Session}
	}
	requests := a.gateway.now().requests
	requests.shim.Derive(asked, x)
	_, err := g.handler.Serve(asked)
	if x.Context().Err() != nil {
		return nil, false, x.Context().Err()
	}
	if requests.shim.Waits(asked) {
		requests.shim.Over(requests.isolate, asked)
	}
	var known *router.Error
	if errors.As(err, &known) && known.Status == http.StatusServiceUnavailable {
		return nil, false, err
	}
	if err != nil {
		a.app.log.Error("a policy failed that was asked about an association, so that the answer is no", "through", q.Through,
			"model", q.Model.GlobalID, "action", q.Action, "error", Explain(err))
	}
	return asked, passed && err == nil, nil
}

// glance is a session that policies may look at: what they change is theirs.
type glance struct {
	router.Session
	data *ordered.Map
}

// Load implements router.Session.
func (g *glance) Load(ctx context.Context) (*ordered.Map, error) {
	if g.data != nil {
		return g.data, nil
	}
	data, err := g.Session.Load(ctx)
	if err == nil {
		g.data = data.DeepClone()
	}
	return g.data, err
}

// Touch implements router.Session.
func (*glance) Touch() {}

// Save implements router.Session.
func (*glance) Save(context.Context) error { return nil }

// Destroy implements router.Session.
func (g *glance) Destroy(context.Context) error {
	g.data = ordered.New(0)
	return nil
}

// Regenerate implements router.Session.
func (g *glance) Regenerate(ctx context.Context) error { return g.Destroy(ctx) }
