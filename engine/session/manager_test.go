package session_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"framework/engine/session"
	"framework/engine/value"
	"framework/engine/web"
	"framework/router"
)

var clock = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func manager(t *testing.T, opts session.Options) *session.Manager {
	t.Helper()
	if opts.Name == "" {
		opts.Name = "sid"
	}
	if opts.Now == nil {
		opts.Now = func() time.Time { return clock }
	}
	opts.Secrets = []string{"one"}
	m, err := session.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// visit opens the session of a request, which change prepares.
func visit(t *testing.T, m *session.Manager, target, cookie string, change func(*router.Request)) (*router.Exchange, http.Header, func(context.Context) error) {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, target, nil)
	if cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	w := httptest.NewRecorder()
	x, _, err := web.NewExchange(w, r, web.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(x.Request)
	}
	return x, w.Header(), m.Open(x)
}

// attributes are those of the session cookie in an answer, "" where there is none.
func attributes(h http.Header) string {
	var all []string
	for _, line := range h["Set-Cookie"] {
		name, rest, _ := strings.Cut(line, "=")
		_, rest, _ = strings.Cut(rest, ";")
		all = append(all, name+";"+rest)
	}
	return strings.Join(all, " | ")
}

func TestCookieAttributes(t *testing.T) {
	secure := func(r *router.Request) { r.Protocol = "https" }
	overSocket := func(r *router.Request) { r.Protocol, r.Socket = "ws", "s1" }
	for name, tt := range map[string]struct {
		opts   session.Options
		change func(*router.Request)
		want   string
	}{
		"usual":                   {session.Options{}, nil, "sid; Path=/; HttpOnly"},
		"for scripts":             {session.Options{Script: true}, nil, "sid; Path=/"},
		"domain":                  {session.Options{Domain: "a.example"}, nil, "sid; Domain=a.example; Path=/; HttpOnly"},
		"same site":               {session.Options{SameSite: "Lax"}, nil, "sid; Path=/; HttpOnly; SameSite=Lax"},
		"max age":                 {session.Options{MaxAge: time.Hour}, nil, "sid; Path=/; Expires=Fri, 02 Jan 2026 04:04:05 GMT; HttpOnly"},
		"secure over HTTPS":       {session.Options{Secure: true}, secure, "sid; Path=/; HttpOnly; Secure"},
		"secure over HTTP":        {session.Options{Secure: true}, nil, ""},
		"secure over a WebSocket": {session.Options{Secure: true}, overSocket, "sid; Path=/; HttpOnly; Secure"},
		"secure over wss":         {session.Options{Secure: true}, func(r *router.Request) { r.Protocol = "wss" }, "sid; Path=/; HttpOnly; Secure"},
		"auto over HTTPS":         {session.Options{Auto: true}, secure, "sid; Path=/; HttpOnly; Secure"},
		"both over HTTPS":         {session.Options{Secure: true, Auto: true}, secure, "sid; Path=/; HttpOnly; Secure"},
		"auto over HTTP":          {session.Options{Auto: true}, nil, "sid; Path=/; HttpOnly"},
	} {
		t.Run(name, func(t *testing.T) {
			withheld := 0
			tt.opts.Store = session.NewMemory(0, nil)
			tt.opts.Withheld = func() { withheld++ }
			m := manager(t, tt.opts)
			for range 2 {
				_, h, _ := visit(t, m, "/", "", tt.change)
				if got := attributes(h); got != tt.want {
					t.Errorf("got %q, want %q", got, tt.want)
				}
			}
			if (withheld == 1) != (tt.want == "") || withheld > 1 {
				t.Errorf("that a cookie is not sent was said %d times", withheld)
			}
		})
	}
	m := manager(t, session.Options{Secure: true})
	if _, h, _ := visit(t, m, "/", "", nil); attributes(h) != "" { // no cookie is sent
		t.Errorf("got %q", attributes(h))
	}
}

func TestOptionsThatCannotBeInACookie(t *testing.T) {
	for want, opts := range map[string]session.Options{
		`config session.key: "a b" cannot be part of a cookie`:               {Name: "a b"},
		`config session.key: "a=b" cannot be part of a cookie`:               {Name: "a=b"},
		`config session.cookie.path: "/;" cannot be part of a cookie`:        {Name: "a", Path: "/;"},
		`config session.cookie.domain: "a,b" cannot be part of a cookie`:     {Name: "a", Domain: "a,b"},
		`config session.cookie.domain: "ä" cannot be part of a cookie`:       {Name: "a", Domain: "ä"},
		`config session.cookie.sameSite: "a\nb" cannot be part of a cookie`:  {Name: "a", SameSite: "a\nb"},
		`config session.cookie.sameSite: "a\x7f" cannot be part of a cookie`: {Name: "a", SameSite: "a\x7f"},
	} {
		opts.Secrets = []string{"one"}
		if _, err := session.New(opts); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := session.New(session.Options{Name: "a!~", Path: "/a=b~", Secrets: []string{"one"}}); err != nil {
		t.Errorf("got %v", err)
	}
	for _, secrets := range [][]string{nil, {""}, {"", "old"}} {
		_, err := session.New(session.Options{Name: "a", Secrets: secrets})
		if err == nil || err.Error() != "sessions need a secret: set session.secret in config/session.js or config/local.js" {
			t.Errorf("%q: got %v", secrets, err)
		}
	}
}

// TestWhoHasASession: routes, paths and whole requests may be without.
func TestWhoHasASession(t *testing.T) {
	address, err := router.ParseAddress("/off/:id")
	if err != nil {
		t.Fatal(err)
	}
	off, err := router.NewTable([]*router.Binding{{Address: address}}, router.TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	skip := func(x *router.Exchange) bool { return strings.HasPrefix(x.Request.Path, "/skip") }
	for _, tt := range []struct {
		opts   session.Options
		target string
		socket string
		want   bool
	}{
		{session.Options{}, "/", "", true},
		{session.Options{Disabled: off}, "/off/1", "", false},
		{session.Options{Disabled: off}, "/off", "", true},
		{session.Options{Skip: skip}, "/skip", "", false},
		{session.Options{Skip: skip}, "/other", "", true},
		{session.Options{Path: "/app"}, "/app", "", true},
		{session.Options{Path: "/app"}, "/app/x", "", true},
		{session.Options{Path: "/app"}, "/apple", "", false},
		{session.Options{Path: "/app"}, "/", "", false},
		{session.Options{Path: "/app/"}, "/app/x", "", true},
		{session.Options{Path: "/app/"}, "/app", "", false},
		{session.Options{Path: "/app"}, "/other", "s1", true}, // a socket has its cookies already
	} {
		m := manager(t, tt.opts)
		x, h, flush := visit(t, m, tt.target, "", func(r *router.Request) { r.Socket = tt.socket })
		if got := x.Session != nil; got != tt.want || (attributes(h) != "") != tt.want {
			t.Errorf("%s of cookies for %q: there is a session: %v, %q", tt.target, tt.opts.Path, got, attributes(h))
		}
		if !tt.want {
			if err := flush(t.Context()); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestCookiesOfConnections: the cookies of a socket's handshake stand for its requests.
func TestCookiesOfConnections(t *testing.T) {
	m := manager(t, session.Options{Store: session.NewMemory(0, nil)})
	line, changed := m.EnsureCookie([]string{"a=1;", "sid=forged; b=2"})
	id := m.ID([]string{line})
	if !changed || id == "" || !strings.HasPrefix(line, "sid=s%3A") || !strings.HasSuffix(line, "; a=1; b=2") {
		t.Fatalf("got %q, changed %v", line, changed)
	}
	if again, changed := m.EnsureCookie([]string{"c=3", line}); changed || again != "c=3; "+line {
		t.Errorf("a valid cookie: got %q, changed %v", again, changed)
	}
	for _, cookies := range [][]string{nil, {"a=1"}, {"sid=" + id}, {"sid=s:" + id + ".x"}, {"sid=s:"}, {"sid=x:" + strings.TrimPrefix(cookieValue(line), "s%3A")}} {
		if got := m.ID(cookies); got != "" {
			t.Errorf("%q has the session %q", cookies, got)
		}
	}
	if got := m.ID([]string{"sid=s%3Aforged.x; " + line}); got != id {
		t.Errorf("behind a forged cookie: %q", got)
	}
	_, h, _ := visit(t, m, "/", "", nil)
	h.Add("Set-Cookie", "other=1")
	merged, changed := m.MergeCookies([]string{line, "d=4"}, h["Set-Cookie"])
	if other := m.ID([]string{merged}); !changed || other == "" || other == id || !strings.HasSuffix(merged, "; a=1; b=2; d=4") || strings.Contains(merged, "Path") {
		t.Errorf("after an answer with a cookie: %q, changed %v", merged, changed)
	}
	if merged, changed := m.MergeCookies([]string{line, "d=4"}, []string{"other=1", "sidecar=s%3A1"}); changed || merged != line+"; d=4" {
		t.Errorf("after another answer: %q, changed %v", merged, changed)
	}
}

func cookieValue(line string) string {
	_, v, _ := strings.Cut(line, "=")
	v, _, _ = strings.Cut(v, ";")
	return v
}

// counted is a store that counts what is asked of it, and fails with err.
type counted struct {
	session.Store
	mu    sync.Mutex
	calls []string
	ttl   time.Duration
	err   error
	done  chan struct{} // of each Touch
}

func (c *counted) note(call string, ttl time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = append(c.calls, call)
	if ttl != 0 {
		c.ttl = ttl
	}
	return c.err
}

func (c *counted) taken() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := strings.Join(c.calls, " ")
	c.calls = nil
	return all
}

func (c *counted) Get(ctx context.Context, id string) (*session.Record, error) {
	if err := c.note("get", 0); err != nil {
		return nil, err
	}
	return c.Store.Get(ctx, id)
}

func (c *counted) Set(ctx context.Context, id string, r session.Record, ttl time.Duration) error {
	if err := c.note("set", ttl); err != nil {
		return err
	}
	return c.Store.Set(ctx, id, r, ttl)
}

func (c *counted) Update(ctx context.Context, id string, r session.Record, ttl time.Duration) (bool, error) {
	if err := c.note("update", ttl); err != nil {
		return false, err
	}
	return c.Store.Update(ctx, id, r, ttl)
}

func (c *counted) Touch(ctx context.Context, id string, ttl time.Duration) error {
	err := c.note("touch", ttl)
	if c.done != nil {
		c.done <- struct{}{}
	}
	if err != nil {
		return err
	}
	return c.Store.Touch(ctx, id, ttl)
}

func (c *counted) Destroy(ctx context.Context, id string) error {
	if err := c.note("destroy", 0); err != nil {
		return err
	}
	return c.Store.Destroy(ctx, id)
}

// member stores a session with data and returns its cookie.
func member(t *testing.T, m *session.Manager) string {
	t.Helper()
	x, h, flush := visit(t, m, "/", "", nil)
	data, err := x.Session.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	data.Set("member", "ann")
	x.Session.Touch()
	if err := flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	return cookieOf(h)
}

// TestCallsOfTheStore: a request costs no more calls than it needs.
func TestCallsOfTheStore(t *testing.T) {
	var passed atomic.Int64 // the time that the goroutine behind an answer reads, too
	now := func() time.Time { return clock.Add(time.Duration(passed.Load())) }
	store := &counted{Store: session.NewMemory(0, now), done: make(chan struct{}, 10)}
	m := manager(t, session.Options{Store: store, Now: now})
	if _, _, flush := visit(t, m, "/", "", nil); flush(t.Context()) != nil || store.taken() != "" {
		t.Error("a visitor costs a call")
	}
	cookie := member(t, m)
	if got := store.taken(); got != "set" || store.ttl != 24*time.Hour {
		t.Errorf("to store a session takes %s, for %v", got, store.ttl)
	}
	request := func(use func(x *router.Exchange)) (string, http.Header) {
		t.Helper()
		x, h, flush := visit(t, m, "/", cookie, nil)
		if use != nil {
			use(x)
		}
		if err := flush(t.Context()); err != nil {
			t.Error(err)
		}
		return store.taken(), h
	}
	read := func(x *router.Exchange) {
		if data, err := x.Session.Load(t.Context()); err != nil || data.Value("member") != "ann" {
			t.Errorf("got %v, %v", data, err)
		}
	}
	write := func(x *router.Exchange) { read(x); x.Session.Touch() }
	if got, h := request(read); got != "get touch" || attributes(h) != "" {
		t.Errorf("to read takes %s, and sends %q", got, attributes(h))
	}
	<-store.done
	if got, _ := request(write); got != "get update" {
		t.Errorf("to write takes %s", got)
	}
	// One that is not read is touched now and then, behind the answer.
	_, _ = request(nil)
	<-store.done
	if got := store.taken(); got != "" && got != "touch" {
		t.Errorf("not to read takes %s", got)
	}
	store.taken()
	_, _ = request(nil)
	passed.Store(int64(2 * time.Minute))
	_, _ = request(nil)
	<-store.done
	if got := len(store.done); got != 0 {
		t.Errorf("it is touched %d times more than each minute", got)
	}
	eager := manager(t, session.Options{Store: store, Eager: true})
	store.taken()
	if _, _, flush := visit(t, eager, "/", cookie, nil); flush(t.Context()) != nil || store.taken() != "" {
		t.Error("a store that JavaScript cannot call meanwhile is called")
	}
}

// TestLifetime: how long a session is kept, and when its cookie is sent again.
func TestLifetime(t *testing.T) {
	const fresh = "sid; Path=/; Expires=Fri, 02 Jan 2026 04:04:05 GMT; HttpOnly"
	for name, tt := range map[string]struct {
		opts       session.Options
		ttl        time.Duration
		read, kept string // cookies of an answer that read it, that changed it
	}{
		"usual":            {session.Options{}, 24 * time.Hour, "", ""},
		"max age":          {session.Options{MaxAge: time.Hour}, time.Hour, "", fresh},
		"rolling":          {session.Options{MaxAge: time.Hour, Rolling: true}, time.Hour, fresh, fresh},
		"rolling, no age":  {session.Options{Rolling: true}, 24 * time.Hour, "", ""},
		"time to live":     {session.Options{TTL: time.Minute}, time.Minute, "", ""},
		"eager":            {session.Options{Eager: true}, 24 * time.Hour, "", ""},
		"both, it is less": {session.Options{TTL: time.Minute, MaxAge: time.Hour}, time.Minute, "", fresh},
	} {
		t.Run(name, func(t *testing.T) {
			store := &counted{Store: session.NewMemory(0, func() time.Time { return clock })}
			tt.opts.Store = store
			m := manager(t, tt.opts)
			cookie := member(t, m)
			if store.ttl != tt.ttl {
				t.Errorf("stored for %v, want %v", store.ttl, tt.ttl)
			}
			x, h, flush := visit(t, m, "/", cookie, nil)
			eager, _ := x.Session.(interface{ Eager() bool })
			if eager.Eager() != (tt.opts.Rolling || tt.opts.Eager) {
				t.Errorf("it has to be loaded before: %v", eager.Eager())
			}
			if _, err := x.Session.Load(t.Context()); err != nil || flush(t.Context()) != nil {
				t.Fatal(err)
			}
			if got := attributes(h); got != tt.read {
				t.Errorf("an answer that reads it has %q, want %q", got, tt.read)
			}
			x, h, flush = visit(t, m, "/", cookie, nil)
			if _, err := x.Session.Load(t.Context()); err != nil {
				t.Fatal(err)
			}
			x.Session.Touch()
			if err := flush(t.Context()); err != nil || attributes(h) != tt.kept {
				t.Errorf("an answer that changes it has %q, %v, want %q", attributes(h), err, tt.kept)
			}
		})
	}
	// req.session.cookie.maxAge
	store := &counted{Store: session.NewMemory(0, func() time.Time { return clock })}
	m := manager(t, session.Options{Store: store})
	x, h, flush := visit(t, m, "/", "", nil)
	aged := x.Session.(interface {
		SetMaxAge(time.Duration)
		MaxAge() time.Duration
	})
	if _, err := x.Session.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	aged.SetMaxAge(-time.Second)
	if aged.MaxAge() != 0 || attributes(h) != "sid; Path=/; HttpOnly" {
		t.Errorf("an age below 0 is %v, %q", aged.MaxAge(), attributes(h))
	}
	aged.SetMaxAge(time.Hour)
	if err := flush(t.Context()); err != nil || aged.MaxAge() != time.Hour || attributes(h) != fresh || store.ttl != time.Hour {
		t.Errorf("an age of an hour: %v, %q, kept for %v, %v", aged.MaxAge(), attributes(h), store.ttl, err)
	}
	x, _, _ = visit(t, m, "/", cookieOf(h), nil)
	aged = x.Session.(interface {
		SetMaxAge(time.Duration)
		MaxAge() time.Duration
	})
	if _, err := x.Session.Load(t.Context()); err != nil || aged.MaxAge() != time.Hour {
		t.Errorf("the next request has the age %v, %v", aged.MaxAge(), err)
	}
	cookie := cookieOf(h)
	x, h, _ = visit(t, m, "/", cookie, nil)
	x.Session.(interface{ SetMaxAge(time.Duration) }).SetMaxAge(time.Hour)
	if got := attributes(h); got != fresh {
		t.Errorf("an age that is set at once gives %q", got)
	}
	x, h, _ = visit(t, m, "/", cookie, nil)
	if _, err := x.Session.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	x.Session.Touch()
	if err := x.Session.Save(t.Context()); err != nil || attributes(h) != fresh {
		t.Errorf("what is stored before the answer has %q, %v", attributes(h), err)
	}
	// One that is destroyed has no cookie, whatever else was done with it.
	x, h, flush = visit(t, m, "/", cookie, nil)
	if _, err := x.Session.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	x.Session.Touch()
	store.taken()
	if err := x.Session.Destroy(t.Context()); err != nil || flush(t.Context()) != nil || attributes(h) != "" || store.taken() != "destroy" {
		t.Errorf("a destroyed session has the cookie %q, %v", attributes(h), err)
	}
}

// TestSharedCaches: what a cache may give to others has no session of a visitor.
func TestSharedCaches(t *testing.T) {
	m := manager(t, session.Options{Store: session.NewMemory(0, nil)})
	for _, tt := range []struct {
		control []string
		cookies int
	}{
		{nil, 2},
		{[]string{"no-cache"}, 2},
		{[]string{"max-age=5, Public"}, 1},
		{[]string{"private", "public"}, 1},
		{[]string{"publicly"}, 2},
	} {
		_, h, flush := visit(t, m, "/", "", nil)
		h["Cache-Control"] = tt.control
		h.Add("Set-Cookie", "sidecar=1")
		if err := flush(t.Context()); err != nil || len(h["Set-Cookie"]) != tt.cookies {
			t.Errorf("%q: %q, %v", tt.control, h["Set-Cookie"], err)
		}
	}
	_, h, flush := visit(t, m, "/", "", nil)
	h.Set("Cache-Control", "public")
	if _, sent := h["Set-Cookie"]; flush(t.Context()) != nil || !sent {
		t.Error("there was no cookie to begin with")
	}
	if _, sent := h["Set-Cookie"]; sent {
		t.Errorf("got %q", h["Set-Cookie"])
	}
	x, h, flush := visit(t, m, "/", "", nil)
	h.Set("Cache-Control", "public")
	data, _ := x.Session.Load(t.Context())
	data.Set("a", "b")
	x.Session.Touch()
	if err := flush(t.Context()); err != nil || attributes(h) == "" {
		t.Errorf("a session that was written has no cookie, %v", err)
	}
}

// TestSharedCachesWithRolling: neither has one that a visitor has already.
func TestSharedCachesWithRolling(t *testing.T) {
	m := manager(t, session.Options{Store: session.NewMemory(0, nil), Rolling: true, MaxAge: time.Hour})
	cookie := member(t, m)
	for control, sent := range map[string]bool{"no-cache": true, "public": false} {
		x, h, flush := visit(t, m, "/", cookie, nil)
		h.Set("Cache-Control", control)
		if _, err := x.Session.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := flush(t.Context()); err != nil || (attributes(h) != "") != sent {
			t.Errorf("%s: %q, %v", control, attributes(h), err)
		}
	}
	// A new one that is stored already needs its cookie.
	x, h, flush := visit(t, m, "/", "", nil)
	h.Set("Cache-Control", "public")
	if _, err := x.Session.Load(t.Context()); err != nil || x.Session.Save(t.Context()) != nil {
		t.Fatal(err)
	}
	if err := flush(t.Context()); err != nil || attributes(h) == "" {
		t.Errorf("a new session has no cookie, %v", err)
	}
}

// TestSavedBefore: what a handler has stored is not stored again with the answer.
func TestSavedBefore(t *testing.T) {
	now := clock
	store := &counted{Store: session.NewMemory(0, func() time.Time { return now })}
	m := manager(t, session.Options{Store: store, Now: func() time.Time { return now }})
	x, h, flush := visit(t, m, "/", "", nil)
	data, err := x.Session.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	data.Set("a", "b")
	x.Session.Touch()
	for range 2 {
		if err := x.Session.Save(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	data.Set("a", "c")
	if err := x.Session.(interface{ Reload(context.Context) error }).Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if data, _ := x.Session.Load(t.Context()); data.Value("a") != "b" {
		t.Errorf("read again: %v", data)
	}
	if err := flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := store.taken(); got != "set update get touch" {
		t.Errorf("the store was asked for %s", got)
	}
	// An old id whose session is there stays as it is.
	now = clock.Add(time.Hour)
	y, h2, _ := visit(t, m, "/", cookieOf(h), nil)
	if data, err := y.Session.Load(t.Context()); err != nil || data.Value("a") != "b" || y.Session.ID() != x.Session.ID() || attributes(h2) != "" {
		t.Errorf("an hour later: %v, %v", data, err)
	}
	store.taken()
	z, _, _ := visit(t, m, "/", "", nil)
	if _, err := z.Session.Load(t.Context()); err != nil || z.Session.Save(t.Context()) != nil || z.Session.Destroy(t.Context()) != nil || store.taken() != "set destroy" {
		t.Errorf("a new session that was stored is not destroyed: %v", err)
	}
}

// TestLeaving: just before the answer is sent its header can still change, behind it
// it cannot.
func TestLeaving(t *testing.T) {
	now := clock
	store := &counted{Store: session.NewMemory(0, func() time.Time { return now })}
	m := manager(t, session.Options{Store: store, Now: func() time.Time { return now }})
	line, _ := m.EnsureCookie(nil)
	x, h, flush := visit(t, m, "/", line, nil)
	if _, err := x.Session.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	x.Session.Touch()
	if err := x.Response.Commit(http.StatusOK, nil); err != nil {
		t.Fatal(err)
	}
	before := x.Session.ID()
	if err := flush(t.Context()); err != nil || x.Session.ID() == before || attributes(h) == "" {
		t.Errorf("while it is being sent: %v, cookie %q", err, attributes(h))
	}
	x, _, flush = visit(t, m, "/", line, nil)
	store.taken()
	if _, err := x.Session.Load(t.Context()); err != nil || x.Response.Commit(http.StatusOK, nil) != nil || flush(t.Context()) != nil {
		t.Fatal(err)
	}
	if got := store.taken(); got != "get" {
		t.Errorf("a session that is not stored costs %s", got)
	}
	x.Session.Touch()
	if err := x.Session.Save(t.Context()); err == nil {
		t.Error("behind the answer there is a new id")
	}
	now = clock.Add(time.Hour)
	x, _, _ = visit(t, m, "/", line, nil)
	before = x.Session.ID()
	if err := x.Response.Commit(http.StatusOK, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Session.Load(t.Context()); err != nil || x.Session.ID() != before {
		t.Errorf("behind the answer the id is another one: %v", err)
	}
}

// TestStoreThatFails: what is not read or stored is an error, which says what failed.
func TestStoreThatFails(t *testing.T) {
	away := errors.New("away")
	store := &counted{Store: session.NewMemory(0, nil)}
	m := manager(t, session.Options{Store: store})
	cookie := member(t, m)
	for want, use := range map[string]func(x *router.Exchange, flush func(context.Context) error) error{
		"reading the session: away": func(x *router.Exchange, _ func(context.Context) error) error {
			store.err = away
			_, err := x.Session.Load(t.Context())
			return err
		},
		"storing the session: away": func(x *router.Exchange, flush func(context.Context) error) error {
			_, _ = x.Session.Load(t.Context())
			x.Session.Touch()
			store.err = away
			return flush(t.Context())
		},
		"keeping the session: away": func(x *router.Exchange, flush func(context.Context) error) error {
			_, _ = x.Session.Load(t.Context())
			store.err = away
			return flush(t.Context())
		},
		"removing the session: away": func(x *router.Exchange, _ func(context.Context) error) error {
			store.err = away
			return x.Session.Destroy(t.Context())
		},
		"removing the session: away ": func(x *router.Exchange, _ func(context.Context) error) error {
			before := x.Session.ID()
			store.err = away
			err := x.Session.Regenerate(t.Context())
			if x.Session.ID() != before {
				t.Error("there is a new id although the old one is still good")
			}
			return err
		},
		"reading the session of a socket: away": func(*router.Exchange, func(context.Context) error) error {
			store.err = away
			return m.EnsureStored(t.Context(), []string{cookie})
		},
	} {
		store.err = nil
		x, _, flush := visit(t, m, "/", cookie, nil)
		if err := use(x, flush); !errors.Is(err, away) || err.Error() != strings.TrimSpace(want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestEnsureStored: a page that has just come and its socket share a session; old ids
// and those of destroyed sessions are not taken up.
func TestEnsureStored(t *testing.T) {
	now := clock
	memory := session.NewMemory(0, func() time.Time { return now })
	store := &counted{Store: memory}
	m := manager(t, session.Options{Store: store, Now: func() time.Time { return now }})
	line, _ := m.EnsureCookie(nil)
	ensure := func(cookie, want string) {
		t.Helper()
		if err := m.EnsureStored(t.Context(), []string{cookie}); err != nil || store.taken() != want {
			t.Errorf("%s: %v", cookie, err)
		}
	}
	ensure("", "")
	ensure("sid=forged", "")
	ensure(line, "get set")
	ensure(line, "get")
	if err := memory.Destroy(t.Context(), m.ID([]string{line})); err != nil {
		t.Fatal(err)
	}
	ensure(line, "get")
	for after, want := range map[time.Duration]string{-15 * time.Minute: "", -15*time.Minute + time.Second: "get set", 15*time.Minute - time.Second: "get set", 15 * time.Minute: ""} {
		now = clock
		line, _ := m.EnsureCookie(nil)
		now = clock.Add(after)
		ensure(line, want)
	}
	now = clock
	line, _ = m.EnsureCookie(nil)
	ensure(line, "get set")
	// The request of the page that comes later writes into the same session.
	x, h, flush := visit(t, m, "/", line, nil)
	data, err := x.Session.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	data.Set("a", "b")
	x.Session.Touch()
	if err := flush(t.Context()); err != nil || store.taken() != "get update" || attributes(h) != "" {
		t.Errorf("the page of the socket has another session: %v, %q", err, attributes(h))
	}
}

// TestUnknownIDs: an id that the store does not know is replaced before anything is
// stored under it, unless it has just been given.
func TestUnknownIDs(t *testing.T) {
	now := clock
	store := session.NewMemory(0, func() time.Time { return now })
	m := manager(t, session.Options{Store: store, Now: func() time.Time { return now }})
	line, _ := m.EnsureCookie(nil)
	x, h, _ := visit(t, m, "/", line, nil)
	loaded := x.Session.(interface{ Loaded() bool })
	if loaded.Loaded() {
		t.Error("it is loaded before anybody reads it")
	}
	before := x.Session.ID()
	data, err := x.Session.Load(t.Context())
	if err != nil || data.Len() != 0 || x.Session.ID() != before || !loaded.Loaded() {
		t.Errorf("a recent id: %v, %v, the id is another one: %v", data, err, x.Session.ID() != before)
	}
	data.Set("a", "b")
	x.Session.Touch()
	if err := x.Session.Save(t.Context()); err != nil || x.Session.ID() == before || attributes(h) == "" {
		t.Errorf("it is stored under the id that the client brought: %v", err)
	}
	now = clock.Add(time.Hour)
	x, h, _ = visit(t, m, "/", line, nil)
	if _, err := x.Session.Load(t.Context()); err != nil || x.Session.ID() == before || attributes(h) == "" {
		t.Errorf("an old id is used again: %v", err)
	}
	fresh, _, _ := visit(t, m, "/", "", nil)
	if loaded := fresh.Session.(interface{ Loaded() bool }); !loaded.Loaded() {
		t.Error("a new id has to be loaded")
	}
	// Once the headers are sent the client cannot get another id.
	now = clock
	x, _, _ = visit(t, m, "/", line, nil)
	data, _ = x.Session.Load(t.Context())
	data.Set("a", "b")
	x.Session.Touch()
	if err := x.Response.Commit(http.StatusOK, nil); err != nil {
		t.Fatal(err)
	}
	if err := x.Session.Save(t.Context()); err == nil || !strings.Contains(err.Error(), "storing the session: the session is not known, and the answer that could give it a new id has left") {
		t.Errorf("got %v", err)
	}
}

// TestReload: what was changed and not stored is forgotten.
func TestReload(t *testing.T) {
	asked := &counted{Store: session.NewMemory(0, nil)}
	m := manager(t, session.Options{Store: asked})
	cookie := member(t, m)
	x, _, flush := visit(t, m, "/", cookie, nil)
	data, _ := x.Session.Load(t.Context())
	data.Set("member", "eve")
	x.Session.Touch()
	if err := x.Session.(interface{ Reload(context.Context) error }).Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if data, _ := x.Session.Load(t.Context()); data.Value("member") != "ann" {
		t.Errorf("got %v", data)
	}
	asked.taken()
	if err := flush(t.Context()); err != nil || asked.taken() != "touch" {
		t.Errorf("what is not changed any more is stored: %v", err)
	}
	y, _, _ := visit(t, m, "/", cookie, nil)
	if data, _ := y.Session.Load(t.Context()); data.Value("member") != "ann" {
		t.Errorf("stored: %v", data)
	}
}

// TestDestroyedMeanwhile: a session that another request destroyed is not made again by
// one that still has it.
func TestDestroyedMeanwhile(t *testing.T) {
	store := session.NewMemory(0, nil)
	asked := &counted{Store: store}
	m := manager(t, session.Options{Store: asked})
	cookie := member(t, m)
	late, _, flush := visit(t, m, "/", cookie, nil)
	data, _ := late.Session.Load(t.Context())
	other, _, _ := visit(t, m, "/", cookie, nil)
	if err := other.Session.Destroy(t.Context()); err != nil {
		t.Fatal(err)
	}
	data.Set("member", "late")
	late.Session.Touch()
	if err := flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	asked.taken()
	if err := late.Session.Save(t.Context()); err != nil || asked.taken() != "" {
		t.Errorf("the store is asked again: %v", err)
	}
	x, h, _ := visit(t, m, "/", cookie, nil)
	if data, err := x.Session.Load(t.Context()); err != nil || data.Len() != 0 || attributes(h) == "" || x.Session.ID() == late.Session.ID() {
		t.Errorf("the destroyed session is back: %v, %v", data, err)
	}
	// Nor by itself.
	cookie = member(t, m)
	x, _, flush = visit(t, m, "/", cookie, nil)
	data, _ = x.Session.Load(t.Context())
	data.Set("member", "late")
	x.Session.Touch()
	if err := x.Session.Destroy(t.Context()); err != nil || flush(t.Context()) != nil {
		t.Fatal(err)
	}
	if r, err := store.Get(t.Context(), x.Session.ID()); r != nil || !errors.Is(err, session.ErrDestroyed) {
		t.Errorf("got %v, %v", r, err)
	}
}

// TestEnding: where an action does not wait for the end of its session, its answer does.
func TestEnding(t *testing.T) {
	store := session.NewMemory(0, nil)
	m := manager(t, session.Options{Store: store})
	cookie := member(t, m)
	x, h, flush := visit(t, m, "/", cookie, nil)
	if _, err := x.Session.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	x.Session.(interface{ Ending() }).Ending()
	if err := flush(t.Context()); err != nil || attributes(h) != "" {
		t.Errorf("the answer has the cookie %q, %v", attributes(h), err)
	}
	if r, err := store.Get(t.Context(), x.Session.ID()); r != nil || !errors.Is(err, session.ErrDestroyed) {
		t.Errorf("the answer has left, and the store has %v, %v", r, err)
	}
	if err := x.Session.Destroy(t.Context()); err != nil || flush(t.Context()) != nil {
		t.Errorf("removing it again: %v", err)
	}
	// A session that is made anew is not removed with the one before.
	x, _, flush = visit(t, m, "/", member(t, m), nil)
	x.Session.(interface{ Ending() }).Ending()
	if err := x.Session.Regenerate(t.Context()); err != nil {
		t.Fatal(err)
	}
	data, err := x.Session.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	data.Set("fresh", true)
	x.Session.Touch()
	if err := flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r, err := store.Get(t.Context(), x.Session.ID()); err != nil || r == nil || r.Data.Value("fresh") != true {
		t.Errorf("the new session is %v, %v", r, err)
	}
}

// TestRegenerate: the data is gone, the id is another one, and what is written then is
// stored under it.
func TestRegenerate(t *testing.T) {
	store := session.NewMemory(0, nil)
	m := manager(t, session.Options{Store: store, MaxAge: time.Hour})
	cookie := member(t, m)
	x, h, flush := visit(t, m, "/", cookie, nil)
	data, _ := x.Session.Load(t.Context())
	x.Session.(interface{ SetMaxAge(time.Duration) }).SetMaxAge(time.Minute)
	before := x.Session.ID()
	if err := x.Session.Regenerate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if x.Session.ID() == before || x.Session.(interface{ MaxAge() time.Duration }).MaxAge() != time.Hour {
		t.Error("the id or the age is the old one")
	}
	data.Set("member", "eve") // whoever still has the old data changes nothing
	now, _ := x.Session.Load(t.Context())
	now.Set("fresh", true)
	x.Session.Touch()
	if err := flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	y, _, _ := visit(t, m, "/", cookieOf(h), nil)
	if got, err := y.Session.Load(t.Context()); err != nil || string(value.Append(nil, got)) != `{"fresh":true}` {
		t.Errorf("got %v, %v", got, err)
	}
}
