package snapshot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"

	"framework/blueprints"
	"framework/engine/config"
	"framework/engine/csrf"
	"framework/engine/httpd"
	"framework/engine/orm"
	"framework/engine/realtime"
	"framework/engine/response"
	"framework/engine/session"
	"framework/engine/targets"
	"framework/jsapi"
	"framework/jsapi/actions"
	"framework/jsapi/app"
	"framework/jsapi/machine"
	"framework/jsapi/shim"
	"framework/router"
	"framework/sockets/virtual"
)

// gateway is how a project's JavaScript reaches its own version of the project.
// Hooks, timers and the bootstrap run while that is built: they find what is
// finished by then. Safe for concurrent use.
type gateway struct{ at atomic.Pointer[finished] }

var (
	_ realtime.Requests = (*gateway)(nil)
	_ actions.Server    = (*gateway)(nil)
)

// finished is what a build has finished so far. It is never changed: the build
// puts another one in its place.
type finished struct {
	settings config.Settings
	kit      *machine.Kit // nil in classic projects
	models   *orm.ORM     // nil before they are opened
	shim     *shim.Shim   // nil before the responses are read
	actions  *blueprints.Set
	gates    *targets.Gates  // nil before there are routes, or if they are not needed
	requests *httpd.Pipeline // nil before the routes are there
	manager  *session.Manager
	files    map[string]router.Handler // www and favicon
}

// errNoRoutes is the error for JavaScript that asks too early.
var errNoRoutes = errors.New("the app has no routes yet: wait for the event ready")

// now is what is finished.
func (g *gateway) now() finished {
	if f := g.at.Load(); f != nil {
		return *f
	}
	return finished{}
}

// update adds to what is finished; builds do, one step at a time.
func (g *gateway) update(change func(f *finished)) {
	f := g.now()
	change(&f)
	g.at.Store(&f)
}

// kit is that of the project; nil in classic ones, and before the configuration is read.
func (g *gateway) kit() *machine.Kit { return g.now().kit }

// ask answers sails.request.
func (g *gateway) ask(ctx context.Context, req app.Request) (app.Answer, error) {
	q := g.now().requests
	if q == nil {
		return app.Answer{}, errNoRoutes
	}
	answer, err := q.Ask(ctx, httpd.Request(req))
	return app.Answer{Status: answer.Status, Header: answer.Header, Body: answer.Body, Value: answer.Kind == virtual.Value}, err
}

// ServeHTTP answers a request that did not come through the server's own port.
func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := g.now().requests
	if q == nil {
		http.Error(w, "The app is not lifted yet.", http.StatusServiceUnavailable)
		return
	}
	q.ServeHTTP(w, r)
}

// Answer implements realtime.Requests.
func (g *gateway) Answer(ctx context.Context, in *router.Request, res router.Responder, session bool, entered func()) error {
	return g.now().requests.Answer(ctx, in, res, session, entered)
}

// live is the version whose policies decide.
func (g *gateway) live() targets.Live {
	f := g.now()
	return targets.Live{Gates: f.gates, Requests: f.requests, Shim: f.shim}
}

// sessions are those of the server, nil before there are some.
func (g *gateway) sessions() app.Sessions {
	if m := g.now().manager; m != nil {
		return m
	}
	return nil
}

// serveFile has the files of the public folders answer req, or the icon.
func (g *gateway) serveFile(name string, req jsapi.Value) error {
	f := g.now()
	if f.files[name] == nil {
		return errNoRoutes
	}
	return f.shim.Forward(req, f.files[name])
}

// SendData implements actions.Server.
func (g *gateway) SendData(res jsapi.Value, status int, data jsapi.Value) error {
	return g.now().shim.SendData(res, status, data)
}

// DefaultActions implements actions.Server.
func (g *gateway) DefaultActions() []string { return targets.DefaultIdentities(g.now().models) }

// RunDefault implements actions.Server.
func (g *gateway) RunDefault(identity string, req jsapi.Value) error {
	h, err := g.defaultAction(identity)
	if err != nil {
		return err
	}
	return g.now().shim.Forward(req, h)
}

// defaultAction is one of DefaultActions as a project calls it.
func (g *gateway) defaultAction(identity string) (router.Handler, error) {
	f := g.now()
	if f.requests == nil {
		return nil, fmt.Errorf("the action %q cannot run before the app is lifted", identity)
	}
	if identity == targets.GrantIdentity {
		return g.grant(f.requests.Responses(), f.settings.Production()), nil
	}
	return targets.DefaultAction(identity, f.models, f.actions)
}

// grant is the action that hands out tokens against requests of other sites.
func (g *gateway) grant(answers *response.Set, production bool) router.Handler {
	return httpd.GrantToken(func() *csrf.Protection { return g.now().requests.CSRF() }, answers, production)
}
