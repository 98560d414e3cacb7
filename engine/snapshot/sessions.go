package snapshot

import (
	"context"

	"framework/engine/session"
	"framework/engine/session/setup"
	"framework/engine/value"
	"framework/jsapi/app"
	"framework/jsapi/sessionstore"
	"framework/jsapi/shim"
	"framework/router"
)

// sessionsOf reads the sessions of the project; what needs its code is asked of
// scripts.
func sessionsOf(b *build, c configuration, scripts setup.Scripts) *setup.Project {
	return &setup.Project{
		Config: c.cfg, Rules: c.profile.Sessions, Shared: b.sessions, Log: b.log, Warn: b.warn, Inspect: b.opts.Inspect, Scripts: scripts,
	}
}

// sessionScripts is the code of a project that has to do with sessions.
type sessionScripts struct {
	realm
	shim *shim.Shim
}

// Store implements setup.Scripts.
func (s sessionScripts) Store(ctx context.Context, from setup.Source) (session.Store, error) {
	return sessionstore.Open(ctx, s.iso, s.js, from)
}

// Predicate implements setup.Scripts.
func (s sessionScripts) Predicate(v any) (ask func(x *router.Exchange) (bool, error), ok bool) {
	fn, ok := app.Callable(v)
	return func(x *router.Exchange) (bool, error) {
		answer, err := s.shim.CallWithRequest(s.iso, x, fn)
		return err == nil && value.Truthy(answer), err
	}, ok
}

// Defined implements setup.Scripts.
func (sessionScripts) Defined(v any) bool { return isOpaque(v) }
