package realtime

import (
	"context"
	"log/slog"

	"framework/engine/orm"
	"framework/engine/session"
	"framework/engine/web"
	"framework/router"
)

// Requests answers the requests of sockets.
type Requests interface {
	// Answer takes a request, of which everything but the path and the query is
	// there, through the routes. It calls entered when the next request of the
	// socket may start. An error is to be logged; res may be committed nevertheless.
	Answer(ctx context.Context, in *router.Request, res router.Responder, session bool, entered func()) error
}

// Policies stand in front of the actions that read records.
type Policies interface {
	// Guards reports whether there are any in front of an action of a model.
	Guards(m *orm.Model, action string) bool
	// MayRead asks those of the action findOne about a request, of which the
	// addresses are still missing, for a record. The error is that of a policy
	// which failed, or of the context.
	MayRead(ctx context.Context, in *router.Request, session bool, m *orm.Model, id string) (bool, error)
}

// VersionOptions are what a Version needs of the build of the project.
type VersionOptions struct {
	Root       string // folder of the project
	Production bool
	Settings   *Settings
	Sessions   *session.Manager // nil without
	Trust      web.Trust
	Requests   Requests
}

// Version is one version of the project as sockets reach it. Safe for concurrent
// use.
type Version struct {
	opts     VersionOptions
	settings *Settings
	script   *Script
}

// Serve makes the version of the project that the script belongs to. From now on
// its JavaScript finds handshakes of sockets.
func (s *Script) Serve(opts VersionOptions) *Version {
	v := &Version{opts: opts, settings: opts.Settings, script: s}
	s.version.Store(v)
	return v
}

// Settings are what the version reads of config.sockets.
func (v *Version) Settings() *Settings { return v.settings }

// Script is the JavaScript side of the version.
func (v *Version) Script() *Script { return v.script }

func (v *Version) log() *slog.Logger { return v.script.server.opts.Log }

// hasSession reports whether a request has a session: a client may ask to have none.
func (v *Version) hasSession(h named) bool {
	return v.opts.Sessions != nil && wantsSession(h)
}

// named is a header.
type named interface{ Get(name string) string }

func wantsSession(h named) bool { return h.Get("nosession") == "" }
