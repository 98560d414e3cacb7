package engine

import (
	"context"
	"crypto/tls"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"

	"framework/blueprints/pubsub"
	"framework/engine/config"
	"framework/engine/diff"
	"framework/engine/inputs"
	"framework/engine/logging"
	"framework/engine/orm"
	"framework/engine/profile"
	"framework/engine/project"
	"framework/engine/session"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/modules"
	"framework/router"
)

// Snapshot is everything that one version of the project folder compiles to.
// It is immutable once built, JavaScript's own state excepted.
type Snapshot struct {
	Tree     *project.Tree
	Config   *config.Config
	Settings config.Settings
	Profile  profile.Release
	ORM      *orm.ORM
	Table    router.Table
	// Warnings are what the project should know about and can live with:
	// ignored routes, shadowed actions.
	Warnings []string
	// Advice is what would make the project safer, for framework check.
	Advice []string

	*lifetime
	requests *requests
	sockets  *socketSide
	isolate  *jsapi.Isolate
	js       *app.App
	stores   []*store
	sessions session.Store // nil without
	events   *pubsub.Set
	inputs   inputs.Folders
	watching inputs.Watch
	level    slog.Level
	tls      *tls.Config    // nil where HTTP is spoken without encryption
	reads    *modules.Reads // what was required so far
	audited  audited
}

func newSnapshot(b *build, c configuration, rt realm, d data, side *socketSide, bound routing, served serving) *Snapshot {
	level, _ := logging.Level(c.set.LogLevel) // configure has checked it
	return &Snapshot{
		Tree: c.tree, Config: c.cfg, Settings: served.set, Profile: c.profile, ORM: d.orm, Table: served.requests.table,
		Warnings: b.warnings, Advice: b.advice,
		lifetime: b.lifetime, requests: served.requests, sockets: side, isolate: rt.iso, js: rt.js,
		stores: slices.Collect(maps.Values(d.stores)), sessions: served.sessions, events: d.events,
		inputs: c.inputs, watching: c.watching, level: level, tls: served.tls, reads: b.reading.reads,
		audited: audited{rules: bound.rules, middleware: served.requests.names, depth: bound.depth, asked: bound.asked},
	}
}

// drain gives up the reference of the App: what runs finishes, and nothing
// else goes on.
func (s *Snapshot) drain() {
	s.isolate.Retire()
	s.release()
}

// shutdown runs what the project wants to be done before the server stops.
func (s *Snapshot) shutdown(ctx context.Context) error {
	_, err := s.isolate.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { s.js.Goodbye(op) }).Wait()
	return err
}

// lifted tells the project that it serves requests; addr is nil when nobody
// listens.
func (s *Snapshot) lifted(ctx context.Context, addr net.Addr) error {
	return s.isolate.Do(ctx, func(*jsapi.Realm) error { return s.js.Lifted(addr) })
}

// Route is one binding, for people and programs that look at a project.
type Route struct {
	Verb   string `json:"verb"` // "" for GET, PUT, POST, DELETE and PATCH
	Path   string `json:"path"`
	Target string `json:"target"`
	Family string `json:"family"`
	Source string `json:"source,omitempty"`
	// Transport is "http", or "http, ws" where virtual requests over sockets
	// reach it as well.
	Transport string   `json:"transport"`
	Script    []string `json:"script,omitempty"` // why it enters JavaScript
}

// Routes lists the bindings in the order in which they are matched.
func (s *Snapshot) Routes() []Route {
	bindings := s.Table.Bindings()
	out := make([]Route, len(bindings))
	for i, b := range bindings {
		out[i] = Route{
			Verb: b.Address.Verb, Path: b.Address.Pattern(), Target: b.Target,
			Family: string(b.Family), Source: b.Source, Transport: s.transport(b.Address.Verb), Script: b.Script,
		}
	}
	return out
}

// compared is what of the snapshot a reload compares.
func (s *Snapshot) compared() diff.Version {
	return diff.Version{Bindings: s.Table.Bindings(), Models: s.ORM, Warnings: s.Warnings, Host: s.Settings.Host, Port: s.Settings.Port}
}

// transport are the transports over which requests of a verb come in.
func (s *Snapshot) transport(verb string) string {
	if s.sockets.off || verb == http.MethodTrace || verb == http.MethodConnect {
		return "http"
	}
	return "http, ws"
}
