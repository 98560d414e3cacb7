package snapshot

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"net/http"
	"slices"

	"framework/blueprints/pubsub"
	"framework/engine/audit"
	"framework/engine/config"
	"framework/engine/datastore"
	"framework/engine/diff"
	"framework/engine/health"
	"framework/engine/httpd"
	"framework/engine/inputs"
	"framework/engine/logging"
	"framework/engine/orm"
	"framework/engine/problem"
	"framework/engine/profile"
	"framework/engine/project"
	"framework/engine/realtime"
	"framework/engine/scripts"
	"framework/engine/session/setup"
	"framework/engine/value"
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
	Warnings []problem.Problem
	// Advice is what would make the project safer, for framework check.
	Advice []string
	// Steps are those of the build.
	Steps []Step
	// IdleHooks is how many hooks were loaded and not initialised, since the project is only
	// looked at.
	IdleHooks int

	*lifetime
	// workers are those of the version, of which this snapshot is one.
	workers   *workers
	requests  *httpd.Pipeline
	admits    *doorway    // to the development page in production; nil without
	tokens    *tokens     // for the development page; nil without
	rehearses *rehearsals // for the development page; nil without
	sockets   *realtime.Version
	isolate   *jsapi.Isolate
	js        *app.App
	parts     []health.Part
	versions  []*datastore.Versions
	inputs    inputs.Folders
	watching  inputs.Watch
	level     slog.Level
	style     logStyle
	tracing   config.Tracing
	tls       *tls.Config    // nil where HTTP is spoken without encryption
	reads     *modules.Reads // what was required so far
	reading   *inputs.Reading
	entered   func()        // lets the call of sails.lift in app.js return
	audit     audit.Project // without its bindings
	views     func() map[string][]string
	events    *pubsub.Set
	linting   linting
	sources   *scripts.Cache
	// rechecked: pubsub.recheck is on.
	rechecked bool
}

func newSnapshot(b *build, c configuration, rt realm, d data, faces presentation, live *realtime.Version, bound routing, served serving) *Snapshot {
	level, _ := logging.Level(c.set.LogLevel) // configure has checked it
	s := &Snapshot{
		Tree: c.tree, Config: c.cfg, Settings: served.set, Profile: c.profile, ORM: d.orm, Table: served.table,
		Warnings: b.warnings, Advice: b.advice, Steps: b.steps,
		lifetime: b.lifetime, requests: served.requests, admits: served.admits, tokens: served.tokens, rehearses: served.rehearses, sockets: live, isolate: rt.iso, js: rt.js,
		versions: d.Versions(),
		parts:    slices.Concat(d.Health(), setup.Health(served.sessions)),
		inputs:   c.inputs, watching: c.watching, level: level, tls: served.tls, reads: b.reads, reading: b.reading, entered: b.entry.lifted, views: faces.uses,
	}
	s.style, s.tracing, s.events = c.style, c.tracing, d.events
	s.linting, s.sources = linting{c, rt, d.orm, faces}, &b.sources
	recheck, _ := c.cfg.Get("pubsub.recheck")
	s.rechecked = value.Truthy(recheck)
	newWorkers(s)
	s.audit = audit.Project{
		ORM: s.ORM, Root: s.Tree.Root, Assets: s.Tree.Assets,
		Rules: c.profile.Audit, Merge: c.profile.Merge, Transport: s.transport,
		Policies: bound.policies.Of, Middleware: served.middleware,
		Depth: max(bound.settings.PopulateDepth, 1), Asked: bound.settings.AssociationPolicies,
	}
	return s
}

// Parts are what the requests of this version need.
func (s *Snapshot) Parts() []health.Part { return s.parts }

// Audit lists everything that clients can reach, and what of the models they can
// reach that way.
func (s *Snapshot) Audit() audit.Report {
	p := s.audit
	p.Bindings = s.Table.Bindings()
	return p.Run()
}

// Release gives a reference back, see Host.Acquire.
func (s *Snapshot) Release() { s.lifetime.release() }

// Discard ends a version that was never served, and waits for that.
func (s *Snapshot) Discard() {
	_ = s.workers.each(func(each *Snapshot) error { // it never fails
		each.lifetime.releaseAndWait()
		return nil
	})
}

// Over is closed when the version is not used any more and its clean-ups have
// run.
func (s *Snapshot) Over() <-chan struct{} { return s.workers.ended() }

// ServeHTTP answers a request from this version.
func (s *Snapshot) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.requests.ServeHTTP(w, r) }

// TLS is how the project wants to be spoken to; nil for without encryption.
func (s *Snapshot) TLS() *tls.Config { return s.tls }

// Inputs are the folders that the build has read.
func (s *Snapshot) Inputs() inputs.Folders { return s.inputs }

// Watching is config.watch.
func (s *Snapshot) Watching() inputs.Watch { return s.watching }

// EmitProcess fires an event of the global process.
func (s *Snapshot) EmitProcess(ctx context.Context, event string, arg any) error {
	return s.workers.each(func(each *Snapshot) error {
		return realm{iso: each.isolate, js: each.js}.emitProcess(ctx, event, arg)
	})
}

// Drain gives up the references of the App: what runs finishes, and nothing
// else goes on.
func (s *Snapshot) Drain() {
	for _, each := range s.workers.list {
		each.isolate.Drain()
		each.lifetime.release()
	}
}

// Shutdown runs what the project wants to be done before the server stops.
func (s *Snapshot) Shutdown(ctx context.Context) error {
	return s.workers.each(func(each *Snapshot) error {
		return realm{iso: each.isolate, js: each.js}.shutdown(ctx)
	})
}

// Lifted notifies the project that it serves requests; addr is nil if the
// server does not listen.
func (s *Snapshot) Lifted(ctx context.Context, addr net.Addr) error {
	return s.workers.each(func(each *Snapshot) error { return each.lifted(ctx, addr) })
}

// lifted notifies one worker.
func (s *Snapshot) lifted(ctx context.Context, addr net.Addr) error {
	if s.entered != nil {
		defer s.entered()
	}
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

// Compared is what of the snapshot a reload compares.
func (s *Snapshot) Compared() diff.Version {
	return diff.Version{Bindings: s.Table.Bindings(), Models: s.ORM, Warnings: s.Warnings, Host: s.Settings.Host, Port: s.Settings.Port}
}

// transport are the transports over which requests of a verb come in.
func (s *Snapshot) transport(verb string) string {
	if s.sockets.Settings().Off() || verb == http.MethodTrace || verb == http.MethodConnect {
		return "http"
	}
	return "http, ws"
}
