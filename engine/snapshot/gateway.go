package snapshot

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"

	"framework/blueprints"
	"framework/engine/config"
	"framework/engine/httpd"
	"framework/engine/orm"
	"framework/jsapi/app"
	"framework/jsapi/machine"
	"framework/jsapi/shim"
)

// gateway is how a project's JavaScript reaches its own version of the project.
// Hooks, timers and the bootstrap run while that is built: they find what is
// finished by then. Safe for concurrent use.
type gateway struct{ at atomic.Pointer[finished] }

// finished is what a build has finished so far. It is never changed: the build
// puts another one in its place.
type finished struct {
	settings config.Settings
	kit      *machine.Kit // nil in classic projects
	models   *orm.ORM     // nil before they are opened
	shim     *shim.Shim   // nil before the responses are read
	actions  *blueprints.Set
	gates    *gates          // nil before the routes are there, or where nobody asks them
	requests *httpd.Pipeline // nil before the routes are there
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

// ask answers sails.request.
func (g *gateway) ask(ctx context.Context, req app.Request) (app.Answer, error) {
	q := g.now().requests
	if q == nil {
		return app.Answer{}, errNoRoutes
	}
	answer, err := q.Ask(ctx, httpd.Request(req))
	return app.Answer{Status: answer.Status, Header: answer.Header, Body: answer.Body}, err
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
