package targets

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"framework/blueprints"
	"framework/engine/httpd"
	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
	"framework/router"
)

// AccessOptions configure an Access.
type AccessOptions struct {
	Switches Switches
	Models   *orm.ORM
	Policies *Policies
	Live     func() Live
	Log      *slog.Logger
}

// Access runs the policies of the models that a request reaches in addition to
// its own. Safe for concurrent use.
type Access struct {
	log     *slog.Logger
	live    func() Live
	guarded map[passage]bool // true for actions with policies
	methods map[string]string
}

var _ blueprints.Access = (*Access)(nil)

// NewAccess returns one for all models.
func NewAccess(opts AccessOptions) *Access {
	a := &Access{log: opts.Log, live: opts.Live, methods: opts.Switches.gated(), guarded: map[passage]bool{}}
	for _, m := range opts.Models.Models() {
		for action := range a.methods {
			a.guarded[passage{m, action}] = len(opts.Policies.Of(m, action)) > 0
		}
	}
	return a
}

// Guarded implements blueprints.Access.
func (a *Access) Guarded(m *orm.Model, action string) bool { return a.guarded[passage{m, action}] }

// Ask implements blueprints.Access. What policies write to the session is not
// stored, and their answers are not sent.
func (a *Access) Ask(x *router.Exchange, q blueprints.Reach) (*router.Exchange, bool, error) {
	live := a.live()
	g := live.Gates.at(q.Model, q.Action)
	if g == nil {
		return nil, true, nil
	}
	in := *x.Request
	in.Method, in.Path = a.methods[q.Action], g.address(q.ID)
	in.URL, in.Query, in.Body, in.Raw = in.Path, value.New(0), nil, nil
	if q.Query != nil {
		in.Query = q.Query.DeepClone()
	}
	switch {
	case q.Body != nil:
		in.Body = q.Body.DeepClone()
	case in.Method != http.MethodGet || in.Socket != "":
		in.Body = value.New(0)
	}
	passed := false
	asked := router.NewExchange(context.WithValue(x.Context(), admittedKey{}, &passed), &in, httpd.NewCollected())
	params := value.New(1)
	if q.ID != "" {
		params.Set("id", q.ID)
	}
	if x.Session != nil {
		asked.Session = &glance{Session: x.Session}
	}
	requests := live.Requests
	live.Shim.Derive(asked, x)
	err := live.Gates.serve(asked, g, params, value.Of("through", q.Through))
	if x.Context().Err() != nil {
		return nil, false, x.Context().Err()
	}
	requests.Finished(asked)
	var known *router.Error
	if errors.As(err, &known) && known.Status == http.StatusServiceUnavailable {
		return nil, false, err
	}
	if err != nil {
		a.log.Error("a policy failed that was asked about an association, so that the answer is no", "through", q.Through,
			"model", q.Model.GlobalID, "action", q.Action, "error", jsapi.Explain(err))
	}
	return asked, passed && err == nil, nil
}

// glance is a session that policies may read; changes are not stored.
type glance struct {
	router.Session
	data *value.Map
}

// Load implements router.Session.
func (g *glance) Load(ctx context.Context) (*value.Map, error) {
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
	g.data = value.New(0)
	return nil
}

// Regenerate implements router.Session.
func (g *glance) Regenerate(ctx context.Context) error { return g.Destroy(ctx) }
