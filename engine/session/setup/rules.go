package setup

import (
	"errors"

	"framework/engine/config"
	"framework/engine/problem"
	"framework/engine/value"
	"framework/router"
)

// Rules are the differences of sessions between releases of Sails. Classic and Modern return them.
type Rules interface {
	// checkSecret is called for a project in production without a secret: it
	// returns an error, or warns that a restart logs all users out.
	checkSecret(p *Project) error
	// skip says which requests have no session besides those of
	// config.session.routesDisabled; nil for none.
	skip(p *Project) (func(x *router.Exchange) bool, error)
	// secure reads a session.cookie.secure that is neither true, false nor "auto".
	secure(v any) (on, ok bool)
	// routesDisabled is what there may be in the place of session.routesDisabled; "" where it exists.
	routesDisabled() string
}

// Classic are the rules of 0.10 to 0.12.
func Classic() Rules { return classic{} }

type classic struct{}

func (classic) checkSecret(p *Project) error {
	p.Warn(problem.General("session.secret is not set: everybody is logged out when the server restarts").Advise("set it in config/local.js"))
	return nil
}

func (classic) skip(*Project) (func(x *router.Exchange) bool, error) { return nil, nil }

// secure: what counts as true is true, but for the text of a variable.
func (classic) secure(v any) (on, ok bool) { return v != "false" && value.Truthy(v), true }

func (classic) routesDisabled() string { return "" }

// Modern are the rules of 1.x.
func Modern() Rules { return modern{} }

type modern struct{}

// secure: 1.x does not start with anything else.
func (modern) secure(any) (on, ok bool) { return false, false }

func (modern) routesDisabled() string {
	return "nothing: it does not exist in 1.x, where session.isSessionDisabled, a function (req), takes its place"
}

// errNoSecret is why a 1.x project does not lift in production.
var errNoSecret = errors.New("config session.secret is not set: sessions cannot be trusted in production without a secret of your own; set it in config/session.js, config/env/production.js or the variable sails_session__secret")

func (modern) checkSecret(p *Project) error {
	if Enabled(p.Config) {
		return errNoSecret
	}
	return classic{}.checkSecret(p)
}

// skip is what config.session.isSessionDisabled picks, else the requests that look
// like files.
func (modern) skip(p *Project) (func(x *router.Exchange) bool, error) {
	const key = "session.isSessionDisabled"
	v, _ := p.Config.Get(key)
	if v == nil {
		return func(x *router.Exchange) bool { return x.Request.Socket == "" && router.LooksLikeAsset(x.Request.URL) }, nil
	}
	picks, ok := p.Scripts.Predicate(v)
	if !ok {
		return nil, &config.Error{Key: key, Source: p.Config.Source(key), Want: "a function (req)", Got: v}
	}
	return func(x *router.Exchange) bool {
		off, err := picks(x)
		if err != nil {
			p.Log.Error("config.session.isSessionDisabled failed: the request keeps its session", "path", x.Request.Path, "error", err)
			return false
		}
		return off
	}, nil
}
