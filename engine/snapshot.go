package engine

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net/http"
	"sync/atomic"

	"framework/blueprints/pubsub"
	"framework/engine/config"
	"framework/engine/diff"
	"framework/engine/inputs"
	"framework/engine/orm"
	"framework/engine/profile"
	"framework/engine/project"
	"framework/engine/response"
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

	responses *response.Set
	requests  *requests
	sockets   *socketSide
	isolate   *jsapi.Isolate
	js        *app.App
	stores    []*store
	sessions  session.Store // nil without
	pubsub    *pubsub.Set
	lent      lentStores
	inputs    inputs.Folders
	watching  inputs.Watch
	level     slog.Level
	tls       *tls.Config    // nil where HTTP is spoken without encryption
	reads     *modules.Reads // what was required so far
	audited   audited

	// refs counts the exchanges that hold the snapshot, and its owner; the
	// snapshot is closed when it reaches zero.
	refs atomic.Int64
	done chan struct{}
}

// acquire takes a reference; false when the snapshot is already closed.
func (s *Snapshot) acquire() bool {
	for {
		n := s.refs.Load()
		if n == 0 {
			return false
		}
		if s.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// release gives a reference back and waits for the end of what it may end.
func (s *Snapshot) release() {
	if s.refs.Add(-1) == 0 {
		s.close()
	}
}

// leave gives a reference back without waiting.
func (s *Snapshot) leave() {
	if s.refs.Add(-1) == 0 {
		go s.close()
	}
}

// retire gives up the reference of the App: what runs finishes, and nothing
// else goes on.
func (s *Snapshot) retire() {
	if s.isolate != nil {
		s.isolate.Retire()
	}
	s.leave()
}

// close ends the realm and gives the databases back.
func (s *Snapshot) close() {
	if s.pubsub != nil {
		s.pubsub.Close()
	}
	if s.isolate != nil {
		_ = s.isolate.Close(context.Background()) // nothing can be done about it
	}
	if s.requests != nil {
		_ = s.requests.close() // open folders, closed as well as can be
	}
	if s.ORM != nil {
		s.ORM.Forget()
	}
	for _, st := range s.stores {
		st.release()
	}
	s.lent.close()
	close(s.done)
}

// goodbye runs what the project wants to be done before the server stops.
func (s *Snapshot) goodbye(ctx context.Context) error {
	_, err := s.isolate.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { s.js.Goodbye(op) }).Wait()
	return err
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
