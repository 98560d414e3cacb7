package snapshot

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"path/filepath"

	"framework/blueprints/pubsub"
	"framework/engine/config"
	"framework/engine/httpd"
	"framework/engine/orm"
	"framework/engine/window"
	"framework/router"
)

// Window is what the development page shows of this version.
func (s *Snapshot) Window() *window.Project {
	set := s.Settings.Observe.Window
	name := s.Tree.Package.Name
	if name == "" {
		name = filepath.Base(s.Tree.Root)
	}
	p := &window.Project{
		On: set.On, Playground: set.Playground, Host: s.Settings.Host,
		Name: name, Root: s.Tree.Root, Environment: s.Settings.Environment, Profile: s.Profile.String(), Version: Version,
		Table: s.Table, ORM: s.ORM, Transport: s.transport, CSRF: s.tokens != nil, Sockets: s.sockets.Settings().Path(),
		Rooms: s.windowRooms, Rechecked: s.rechecked, Plan: s.windowPlan,
	}
	if s.tokens != nil {
		p.Token = s.tokens.token
	}
	if s.rehearses != nil {
		p.Rehearse = s.rehearses.rehearse
	}
	if s.Settings.Production() {
		p.On = p.On && s.admits != nil
		p.Admit = s.admits.admit
	}
	return p
}

// windowPlan is PlanMigrations for the page.
func (s *Snapshot) windowPlan(ctx context.Context) ([]window.Migration, error) {
	list, err := s.PlanMigrations(ctx)
	out := make([]window.Migration, len(list))
	for i, m := range list {
		out[i] = window.Migration{Datastore: m.Datastore, Plan: m.Plan}
	}
	return out, err
}

// windowRooms are the rooms that get messages about a record.
func (s *Snapshot) windowRooms(m *orm.Model, id, verb string) []window.Room {
	if verb == "create" {
		return []window.Room{{
			Name: pubsub.WatchersRoom(m), Why: "new records of " + m.GlobalID + ": the socket has asked for a list of them, or of what is associated with them, while autoWatch is on, or the project has called " + m.GlobalID + ".watch",
		}}
	}
	return []window.Room{{
		Name: s.events.Room(m, pubsub.Key(m, id), verb),
		Why:  "this record: the socket has asked for it, or for a list with it, or has made it, or the project has called " + m.GlobalID + ".subscribe",
	}}
}

// doorway lets requests for the development page pass that a policy of the project lets
// pass, in production.
type doorway struct{ pipeline *httpd.Pipeline }

type passedKey struct{}

// windowDoorway makes the doorway of a version, nil where it has none.
func windowDoorway(b *build, c configuration, bound routing, opts httpd.Options) (*doorway, error) {
	set := c.set.Observe.Window
	if !set.On || set.Policy == "" {
		return nil, nil
	}
	wrong := func(want string) error {
		return &config.Error{Key: "window.policy", Source: c.cfg.Source("window.policy"), Want: want, Got: set.Policy}
	}
	if c.cfg.HookOff("policies") {
		return nil, wrong("no page, because the hook policies is switched off")
	}
	target, err := bound.resolver.Policy(set.Policy, nil)
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", wrong("the name of a policy of the project"), err)
	}
	passes := router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		passed, _ := x.Context().Value(passedKey{}).(*bool)
		*passed = true
		return router.Answered, x.Response.Commit(http.StatusNoContent, nil)
	})
	pipeline, err := windowPipeline(c, opts, &router.Binding{Handler: httpd.Chain(target.Handler, passes), Target: target.Name, Script: target.Script})
	return &doorway{pipeline}, err
}

// windowPipeline answers requests of the page with a binding, in their sessions, and records
// nothing.
func windowPipeline(c configuration, opts httpd.Options, b *router.Binding) (*httpd.Pipeline, error) {
	address, err := router.ParseAddress("ALL /*")
	if err != nil {
		return nil, err
	}
	b.Address, b.Family = address, router.Before
	table, err := router.NewTable([]*router.Binding{b}, c.profile.Table)
	if err != nil {
		return nil, err
	}
	opts.Table, opts.Guards.CSRF, opts.Files, opts.Events = table, nil, nil, httpd.Events{}
	opts.Observation = httpd.Observation{}
	return httpd.New(opts)
}

// asGet is a request of the page as a pipeline gets it: without its body, as a GET.
func asGet(ctx context.Context, r *http.Request) *http.Request {
	out := r.Clone(ctx)
	out.Method, out.Body, out.ContentLength = http.MethodGet, http.NoBody, 0
	for _, name := range []string{"Content-Length", "Content-Type", "Transfer-Encoding", "If-None-Match", "If-Modified-Since"} {
		out.Header.Del(name)
	}
	return out
}

// tokens give the page tokens against requests of other sites, which its requests need as
// those of any client do.
type tokens struct{ pipeline *httpd.Pipeline }

type tokenKey struct{}

// windowTokens makes the tokens of a version, nil where it has no page or needs none.
func windowTokens(c configuration, opts httpd.Options) (*tokens, error) {
	protection := opts.Guards.CSRF
	if protection == nil || !c.set.Observe.Window.On {
		return nil, nil
	}
	grants := router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		token, _ := x.Context().Value(tokenKey{}).(*string)
		var err error
		if *token, err = protection.Grant(x.Context(), x); err != nil {
			return router.Answered, err
		}
		return router.Answered, x.Response.Commit(http.StatusNoContent, nil)
	})
	pipeline, err := windowPipeline(c, opts, &router.Binding{Handler: grants, Target: "CSRF token"})
	return &tokens{pipeline}, err
}

// token is one for the session of the client.
func (t *tokens) token(w http.ResponseWriter, r *http.Request) (string, error) {
	token := ""
	answer := &heldAnswer{header: http.Header{}}
	t.pipeline.ServeHTTP(answer, asGet(context.WithValue(r.Context(), tokenKey{}, &token), r))
	answer.giveCookies(w)
	if token == "" {
		return "", fmt.Errorf("there is no CSRF token: the request for one was answered with %d", answer.status)
	}
	return token, nil
}

// admit has the policy decide about a request, which it sees with its session and without
// its body, as a GET: what the page changes, it changes for somebody who may see it. Where
// it refuses, the client gets its answer.
func (d *doorway) admit(w http.ResponseWriter, r *http.Request) bool {
	passed := false
	asked := asGet(context.WithValue(r.Context(), passedKey{}, &passed), r)
	answer := &heldAnswer{header: http.Header{}}
	d.pipeline.ServeHTTP(answer, asked)
	answer.giveCookies(w)
	if passed {
		return true
	}
	for _, name := range []string{"Content-Type", "Location", "Www-Authenticate"} {
		if v := answer.header.Get(name); v != "" {
			w.Header().Set(name, v)
		}
	}
	w.WriteHeader(max(answer.status, http.StatusOK))
	_, _ = w.Write(answer.body.Bytes()) // the client may be gone
	return false
}

// heldAnswer keeps an answer until it is known whether the client gets it.
type heldAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// giveCookies gives the client the cookies of the answer, such as that of a new session.
func (a *heldAnswer) giveCookies(w http.ResponseWriter) {
	for _, cookie := range a.header["Set-Cookie"] {
		w.Header().Add("Set-Cookie", cookie)
	}
}

// Header implements http.ResponseWriter.
func (a *heldAnswer) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *heldAnswer) WriteHeader(status int) {
	if a.status == 0 && status >= http.StatusOK {
		a.status = status
	}
}

// Write implements http.ResponseWriter.
func (a *heldAnswer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(p)
}
