package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/tools/txtar"

	"framework/engine"
	"framework/engine/testenv"
	"framework/engine/value"
)

// peer is a client of Socket.IO, over a WebSocket.
type peer struct {
	t    testing.TB
	conn *websocket.Conn
	id   string
	gone chan struct{}

	mu     sync.Mutex
	next   int
	acks   map[int]chan []json.RawMessage
	events []string // as JSON
	news   chan struct{}
}

// socket connects; more are headers, name, value, ….
func (l *live) socket(query string, more ...string) *peer {
	l.t.Helper()
	p, res, err := l.trySocket(query, more...)
	if err != nil {
		status := 0
		if res != nil {
			status = res.StatusCode
		}
		l.t.Fatalf("no socket: %v (status %d)", err, status)
	}
	return p
}

func (l *live) trySocket(query string, more ...string) (*peer, *http.Response, error) {
	header := http.Header{}
	for i := 0; i < len(more); i += 2 {
		header.Set(more[i], more[i+1])
	}
	url := "ws" + strings.TrimPrefix(l.base, "http") + "/socket.io/?EIO=4&transport=websocket&" + query
	conn, res, err := websocket.DefaultDialer.Dial(url, header)
	if err != nil {
		return nil, res, err
	}
	p := &peer{t: l.t, conn: conn, acks: map[int]chan []json.RawMessage{}, gone: make(chan struct{}), news: make(chan struct{}, 1)}
	l.t.Cleanup(func() { conn.Close() })
	connected := make(chan string, 1)
	if err := conn.WriteMessage(websocket.TextMessage, []byte("40")); err != nil {
		return nil, res, err
	}
	go p.read(connected)
	select {
	case p.id = <-connected:
		return p, res, nil
	case <-p.gone:
		return nil, res, errors.New("the server hung up")
	}
}

func (p *peer) read(connected chan<- string) {
	defer close(p.gone)
	for {
		_, data, err := p.conn.ReadMessage()
		if err != nil {
			return
		}
		switch text := string(data); {
		case text == "2":
			p.mu.Lock()
			_ = p.conn.WriteMessage(websocket.TextMessage, []byte("3"))
			p.mu.Unlock()
		case strings.HasPrefix(text, "40"):
			var v struct{ SID string }
			_ = json.Unmarshal(data[2:], &v)
			connected <- v.SID
		case strings.HasPrefix(text, "42"):
			p.mu.Lock()
			p.events = append(p.events, text[2:])
			p.mu.Unlock()
			select {
			case p.news <- struct{}{}:
			default:
			}
		case strings.HasPrefix(text, "43"):
			var id int
			rest := strings.TrimLeft(text[2:], "0123456789")
			_, _ = fmt.Sscan(text[2:len(text)-len(rest)], &id)
			var args []json.RawMessage
			_ = json.Unmarshal([]byte(rest), &args)
			p.mu.Lock()
			ack := p.acks[id]
			delete(p.acks, id)
			p.mu.Unlock()
			ack <- args
		}
	}
}

// emit sends an event and returns where its answer will come.
func (p *peer) emit(event string, args ...any) <-chan []json.RawMessage {
	p.t.Helper()
	text, err := json.Marshal(append([]any{event}, args...))
	if err != nil {
		p.t.Fatal(err)
	}
	ack := make(chan []json.RawMessage, 1)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.acks[p.next] = ack
	if err := p.conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, "42%d%s", p.next, text)); err != nil {
		p.t.Fatal(err)
	}
	p.next++
	return ack
}

// jwr is what a virtual request was answered.
type jwr struct {
	Status  int `json:"statusCode"`
	Headers map[string]any
	Body    json.RawMessage
}

// ask sends a virtual request, "POST /pet", with the data if there is some.
func (p *peer) ask(request string, data ...any) jwr {
	p.t.Helper()
	method, url, _ := strings.Cut(request, " ")
	arg := map[string]any{"url": url}
	if len(data) > 0 {
		arg["data"] = data[0]
	}
	return p.wait(request, p.emit(strings.ToLower(method), arg))
}

func (p *peer) wait(what string, ack <-chan []json.RawMessage) jwr {
	p.t.Helper()
	select {
	case args := <-ack:
		var a jwr
		if len(args) != 1 || json.Unmarshal(args[0], &a) != nil {
			p.t.Fatalf("%s: answered %s", what, args)
		}
		return a
	case <-p.gone:
		p.t.Fatalf("%s: the server hung up", what)
	case <-time.After(time.Minute):
		p.t.Fatalf("%s: not answered", what)
	}
	return jwr{}
}

func (p *peer) expect(request, want string, data ...any) {
	p.t.Helper()
	if a := p.ask(request, data...); fmt.Sprintf("%d %s", a.Status, a.Body) != want {
		p.t.Errorf("%s: got %d %s, want %s", request, a.Status, a.Body, want)
	}
}

// event waits for an event, and returns its text as JSON.
func (p *peer) event(name string) string {
	p.t.Helper()
	deadline := time.After(time.Minute)
	for {
		p.mu.Lock()
		for i, e := range p.events {
			if strings.HasPrefix(e, `["`+name+`"`) {
				p.events = append(p.events[:i:i], p.events[i+1:]...)
				p.mu.Unlock()
				return e
			}
		}
		p.mu.Unlock()
		select {
		case <-p.news:
		case <-p.gone:
			p.t.Fatalf("the server hung up before the event %s", name)
		case <-deadline:
			p.t.Fatalf("the event %s never came; there are %v", name, p.events)
		}
	}
}

const liveChat = `
-- api/services/Names.js --
module.exports = { version: function () { return 'one'; } };
-- config/bootstrap.js --
module.exports.bootstrap = function (cb) {
  sails.io.on('connection', function (socket) {
    socket.on('which', function (answer) { answer(Names.version()); });
  });
  cb();
};
-- config/sockets.js --
module.exports.sockets = { onConnect: function (session, socket) { socket.emit('hello', Names.version()); } };
-- api/controllers/ChatController.js --
module.exports = {
  version: function (req, res) { res.json(Names.version()); },
  join: function (req, res) { req.socket.join('talk'); res.json(Object.keys(req.socket.rooms)); },
  talk: function (req, res) { sails.io.sockets.in('talk').emit('talk', Names.version()); res.json({}); },
  visit: function (req, res) { req.session.visits = (req.session.visits || 0) + 1; res.json(req.session.visits); },
  wait: function (req, res) { sails.waiting = (sails.waiting || []).concat(function () { res.json(Names.version()); }); },
  go: function (req, res) { (sails.waiting || []).forEach(function (fn) { fn(); }); res.json({}); }
};
`

func TestSocketsLiveOverReloads(t *testing.T) {
	t.Parallel()
	l := liven(t, liveChat, memory())
	p, other := l.socket(""), l.socket("")
	if e := p.event("hello"); e != `["hello","one"]` {
		t.Errorf("got %s", e)
	}
	p.expect("GET /chat/version", `200 "one"`)
	p.expect("GET /chat/visit", "200 1")
	p.ask("GET /chat/join")
	waits := p.emit("get", map[string]any{"url": "/chat/wait"})
	p.expect("GET /chat/version", `200 "one"`)

	l.write("api/services/Names.js", "module.exports = { version: function () { return 'two'; } };")
	l.write("config/routes.js", "module.exports.routes = { 'GET /v': 'ChatController.version' };")
	other.expect("GET /chat/go", "200 {}") // what waits finishes on its version
	if a := p.wait("the old request", waits); string(a.Body) != `"one"` {
		t.Errorf("the old request got %s", a.Body)
	}
	l.reload()
	var change struct {
		Added, Removed, Models []string
	}
	var list []json.RawMessage
	if err := json.Unmarshal([]byte(p.event("framework:reload")), &list); err != nil || json.Unmarshal(list[1], &change) != nil || len(change.Added) != 1 || change.Added[0] != "GET /v" {
		t.Errorf("the clients received %s, %v", list, err)
	}
	p.expect("GET /v", `200 "two"`)
	p.expect("GET /chat/visit", "200 2")
	other.expect("GET /chat/talk", "200 {}")
	if e := p.event("talk"); e != `["talk","two"]` {
		t.Errorf("the room got %s", e)
	}
	// The listeners of the new version have met the socket, the old ones are gone.
	if got := <-p.emit("which"); string(got[0]) != `"two"` {
		t.Errorf("a listener says %s", got)
	}
	if n := len(p.events); n != 0 {
		t.Errorf("there are more events: %v", p.events)
	}
	// A version that cannot be served changes nothing.
	l.write("config/policies.js", "module.exports.policies = { '*': 'noSuchPolicy' };")
	if _, err := l.app.Reload(context.Background()); err == nil {
		t.Fatal("a policy that is not there was accepted")
	}
	p.expect("GET /v", `200 "two"`)
}

// Pages that listen are notified of views and assets too, for which nothing is
// built.
func TestSocketsHearOfSavedPages(t *testing.T) {
	t.Parallel()
	l := liven(t, liveChat+"-- views/home.ejs --\none\n-- assets/js/a.js --\none\n-- docs/a.md --\none\n", memory())
	l.follow()
	p := l.socket("")
	p.event("hello")
	for _, file := range []string{"views/home.ejs", "assets/js/a.js"} {
		l.write("docs/a.md", file)
		l.write(file, "two")
		want := `["framework:reload",{"added":[],"removed":[],"models":[],"warnings":[],"took":0,"files":["` + file + `"]}]`
		if got := p.event("framework:reload"); got != want {
			t.Errorf("the clients received %s, want %s", got, want)
		}
	}
	if n := strings.Count(l.get("/_framework/health"), `"reloads":0`); n != 1 {
		t.Error("a version was built")
	}
}

// TestSocketRequestsDuringReloads asks without pause while the project is
// reloaded: every request is answered, by one version or the other.
func TestSocketRequestsDuringReloads(t *testing.T) {
	t.Parallel()
	l := liven(t, liveChat, memory())
	stop := make(chan struct{})
	var all sync.WaitGroup
	for range 4 {
		p := l.socket("")
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if a := p.ask("GET /chat/version"); a.Status != http.StatusOK {
					t.Errorf("got %d %s", a.Status, a.Body)
					return
				}
			}
		})
	}
	for i := range 5 {
		l.write("api/services/Names.js", fmt.Sprintf("module.exports = { version: function () { return 'v%d'; } };", i))
		l.reload()
	}
	close(stop)
	all.Wait()
}

func TestSocketsOfAStoppedServer(t *testing.T) {
	t.Parallel()
	l := liven(t, liveChat, memory())
	p := l.socket("")
	p.event("hello")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := l.app.Close(ctx); err != nil {
		t.Fatal(err)
	}
	<-p.gone
	_, res, err := l.trySocket("")
	if err == nil {
		t.Fatal("a client connected to a server that has stopped")
	}
	if res == nil || res.StatusCode != http.StatusBadRequest { // what a WebSocket is refused with
		t.Errorf("refused with %v", res)
	}
}

// refusedFor tries a client that polls; "" says that it may connect.
func (l *live) refusedFor(query string, header ...string) string {
	l.t.Helper()
	req, err := http.NewRequest(http.MethodGet, l.base+"/socket.io/?EIO=4&transport=polling&"+query, http.NoBody)
	if err != nil {
		l.t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		l.t.Fatal(err)
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(res.Body)
	if res.StatusCode == http.StatusOK {
		l.leave(string(body), req.Header)
		return ""
	}
	return fmt.Sprintf("%d %s", res.StatusCode, body)
}

// leave ends a polling connection by its handshake, with the header that it was made with: the
// server waits a while for those that do not say so when it stops.
func (l *live) leave(handshake string, header http.Header) {
	l.t.Helper()
	_, sid, _ := strings.Cut(handshake, `"sid":"`)
	sid, _, _ = strings.Cut(sid, `"`)
	poll := l.base + "/socket.io/?EIO=4&transport=polling&sid=" + sid
	for _, body := range []string{"1", ""} { // the second one gets what is still there
		method := http.MethodPost
		if body == "" {
			method = http.MethodGet
		}
		req, err := http.NewRequest(method, poll, strings.NewReader(body))
		if err != nil {
			l.t.Fatal(err)
		}
		req.Header = header.Clone()
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			l.t.Fatal(err)
		}
		_ = res.Body.Close()
	}
}

func withSockets(release, sockets string) string {
	return "-- package.json --\n" + `{"dependencies": {"sails": "~` + release + `.0", "sails-hook-sockets": "*"}}` + "\n-- config/sockets.js --\nmodule.exports.sockets = " + sockets + ";\n"
}

func TestWhoMayConnect(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	const forbidden = `403 {"code":4,"message":"Forbidden"}`
	cases := []struct {
		name, release, sockets, query string
		header                        []string
		want                          string
	}{
		{name: "by default", release: "0.12", sockets: "{}"},
		{name: "any page by default", release: "0.12", sockets: "{}", header: []string{"Origin", "https://else.example"}},
		{name: "authorization false", release: "0.10", sockets: "{ authorization: false }"},
		{
			name: "authorization true without a cookie", release: "0.10", sockets: "{ authorization: true }",
			want: `403 {"code":4,"message":"No cookie with a session was sent: load a page of this server first, or connect with the cookie that an answer of it set."}`,
		},
		{name: "authorization true later", release: "0.11", sockets: "{ authorization: true }"},
		{name: "authorization accepts", release: "0.10", sockets: "{ authorization: function (h, accept) { accept(null, h.address.address === '127.0.0.1'); } }"},
		{name: "authorization refuses", release: "0.10", sockets: "{ authorization: function (h, accept) { accept(null, false); } }", want: forbidden},
		{name: "authorization as beforeConnect", release: "0.12", sockets: "{ authorization: function (h, accept) { accept('no'); } }", want: `403 {"code":4,"message":"no"}`},
		{name: "an Error", release: "0.12", sockets: "{ beforeConnect: function (h, proceed) { proceed(new Error('no way')); } }", want: `403 {"code":4,"message":"no way"}`},
		{name: "a promise", release: "0.12", sockets: "{ beforeConnect: function (h) { return Promise.resolve(h.query.ok === 'yes'); } }", query: "ok=yes"},
		{name: "a promise of no", release: "0.12", sockets: "{ beforeConnect: function (h) { return Promise.resolve(h.query.ok === 'yes'); } }", want: forbidden},
		{name: "a rejection", release: "0.12", sockets: "{ beforeConnect: async function (h, proceed) { throw new Error('x'); } }", want: forbidden},
		{name: "async that proceeds", release: "0.12", sockets: "{ beforeConnect: async function (h, proceed) { proceed(undefined, true); } }"},
		{name: "origins of 0.10", release: "0.10", sockets: "{ origins: '*:*' }", header: []string{"Origin", "https://else.example"}},
		{name: "origins with a port", release: "0.12", sockets: "{ origins: 'good.example:443 other.example:*' }", header: []string{"Origin", "https://good.example"}},
		{name: "origins with any port", release: "0.12", sockets: "{ origins: 'good.example:443, http://other.example:*' }", header: []string{"Origin", "http://other.example:81"}},
		{name: "another scheme", release: "0.12", sockets: "{ origins: 'http://other.example:*' }", header: []string{"Origin", "https://other.example:81"}, want: forbidden},
		{name: "another host", release: "0.12", sockets: "{ origins: ['good.example:*'] }", header: []string{"Origin", "https://good.example.evil.example"}, want: forbidden},
		{name: "no page", release: "0.12", sockets: "{ origins: ['good.example:*'] }", want: forbidden},
		{name: "no page where every one may", release: "0.12", sockets: "{ origins: '*:*' }"},
		{name: "no page for onlyAllowOrigins", release: "1.5", sockets: "{ onlyAllowOrigins: ['https://good.example'] }", want: forbidden},
		{name: "the page before", release: "1.5", sockets: "{ onlyAllowOrigins: ['https://good.example'] }", header: []string{"Referer", "https://good.example/page?x"}},
		{name: "another page before", release: "1.5", sockets: "{ onlyAllowOrigins: ['https://good.example'] }", header: []string{"Referer", "https://else.example/"}, want: forbidden},
		{name: "a page of the same site", release: "1.5", sockets: "{ onlyAllowOrigins: ['https://good.example'] }", header: []string{"Sec-Fetch-Site", "same-origin"}},
		{name: "the same site", release: "0.12", sockets: "{ origins: ['good.example:*'] }", header: []string{"Origin", "self"}},
		{name: "onlyAllowOrigins", release: "0.12", sockets: "{ onlyAllowOrigins: ['https://good.example'] }", header: []string{"Origin", "https://good.example"}},
		{name: "not onlyAllowOrigins", release: "0.12", sockets: "{ onlyAllowOrigins: ['https://good.example'] }", header: []string{"Origin", "https://good.example:444"}, want: forbidden},
		{name: "null", release: "0.12", sockets: "{ onlyAllowOrigins: ['https://good.example'] }", header: []string{"Origin", "null"}, want: forbidden},
		{name: "a transport that is off", release: "0.12", sockets: "{ transports: ['websocket'] }", want: `400 {"code":0,"message":"Transport unknown"}`},
		{name: "transports of 0.10", release: "0.10", sockets: "{ transports: ['websocket', 'xhr-polling'] }"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := liven(t, withSockets(c.release, c.sockets), memory())
			for i, v := range c.header {
				if v == "self" {
					c.header[i] = l.base
				}
			}
			if got := l.refusedFor(c.query, c.header...); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestCookieBeforeConnecting(t *testing.T) {
	t.Parallel()
	l := liven(t, withSockets("0.10", "{ authorization: true }"), memory())
	res, err := l.http.Get(l.base + "/__getcookie")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(res.Body)
	if string(body) != "_sailsIoJSConnect();" || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") {
		t.Errorf("got %s, %s", body, res.Header.Get("Content-Type"))
	}
	cookie, _, _ := strings.Cut(res.Header.Get("Set-Cookie"), ";")
	if got := l.refusedFor("", "Cookie", cookie); got != "" {
		t.Errorf("with the cookie: %s", got)
	}
	if got := l.refusedFor("", "Cookie", cookie+"x"); got == "" {
		t.Error("a forged cookie is enough")
	}
	modern := liven(t, withSockets("1.5", "{}"), memory())
	if res, err := http.Get(modern.base + "/__getcookie"); err != nil || !strings.HasPrefix(res.Header.Get("Content-Type"), "application/javascript") {
		t.Errorf("1.x: %v, %v", res.Header, err)
	}
	off := liven(t, withSockets("0.12", "{ grant3rdPartyCookie: false }"), memory())
	if res, err := http.Get(off.base + "/__getcookie"); err != nil || res.StatusCode != http.StatusNotFound {
		t.Errorf("switched off: %v, %v", res.Status, err)
	}
}

func TestSocketSettings(t *testing.T) {
	t.Parallel()
	for sockets, want := range map[string]string{
		"{ transports: ['carrier pigeon'] }":                                `config sockets.transports (set in config/sockets.js): expected a list of "websocket" and "polling", got ["carrier pigeon"]`,
		"{ path: 'socket.io' }":                                             `expected a path such as "/socket.io", got "socket.io"`,
		"{ pingInterval: -1 }":                                              "expected a number above 0; leave it out for the default, got -1",
		"{ allowRequest: function () {} }":                                  "rename it to beforeConnect",
		"{ beforeConnect: 'yes' }":                                          `expected a function, got "yes"`,
		"{ onDisconnect: function () {}, afterDisconnect: function () {} }": "nothing, as afterDisconnect is there: keep one of them",
		"{ onlyAllowOrigins: ['https://a.example/'] }":                      "without path and default port",
		"{ onlyAllowOrigins: ['https://a.example:443'] }":                   "without path and default port",
		"{ onlyAllowOrigins: 'https://a.example' }":                         "a list of origins",
		"{ origins: function (origin, ok) { ok(null, true); } }":            "what a function decides belongs into beforeConnect",
		"{ cookie: 7 }":                 "the name of a cookie, or false",
		"{ sendStatusCode: 'perhaps' }": "sockets.sendStatusCode",
		"{ authorization: function () {}, beforeConnect: function () {} }": "nothing, as beforeConnect is there",
	} {
		app := engine.New(engine.Options{Dir: folder(t, withSockets("0.12", sockets)), Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler), Flags: memory()})
		if err := app.Load(context.Background()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", sockets, err, want)
		}
		if err := app.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

// folder writes files into a new folder.
func folder(t *testing.T, files string) string {
	t.Helper()
	l := &live{t: t, dir: t.TempDir()}
	for _, f := range txtar.Parse([]byte(files)).Files {
		l.write(f.Name, string(f.Data))
	}
	return l.dir
}

// TestOriginsInProduction: a project sets the origins that may connect, or gets
// a warning, in 1.x an error.
func TestOriginsInProduction(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		release, sockets string
		fails, warns     bool
	}{
		{"0.12", "{}", false, true},
		{"0.12", "{ origins: '*:*' }", false, true},
		{"0.12", "{ beforeConnect: function (h, proceed) { proceed(null, true); } }", false, false},
		{"1.5", "{}", true, false},
		{"1.5", "{ onlyAllowOrigins: ['https://a.example'] }", false, false},
		{"1.5", "{ beforeConnect: function (h, proceed) { proceed(null, true); } }", false, false},
	} {
		flags := memory()
		flags.Set("environment", "production")
		flags.Set("models", value.Of("migrate", "safe"))
		flags.Set("session", value.Of("secret", "of this test alone"))
		app := engine.New(engine.Options{Dir: folder(t, withSockets(c.release, c.sockets)), Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler), Flags: flags})
		err := app.Load(context.Background())
		if (err != nil) != c.fails || err != nil && !strings.Contains(err.Error(), "onlyAllowOrigins") {
			t.Errorf("%s %s: %v", c.release, c.sockets, err)
		}
		if err == nil {
			s, release, err := app.Acquire()
			if err != nil {
				t.Fatal(err)
			}
			if warned := strings.Contains(warned(s), "onlyAllowOrigins"); warned != c.warns {
				t.Errorf("%s %s: the warnings are %q", c.release, c.sockets, s.Warnings)
			}
			release()
		}
		if err := app.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

// Of a project of 1.x that does not list sails-hook-sockets only its own pages
// may connect in production.
func TestOriginsWithoutTheHook(t *testing.T) {
	t.Parallel()
	flags := memory()
	flags.Set("environment", "production")
	flags.Set("models", value.Of("migrate", "safe"))
	flags.Set("session", value.Of("secret", "of this test alone"))
	l := liven(t, `-- package.json --
{"dependencies": {"sails": "^1.5.0"}}
`, flags)
	if got := l.refusedFor("", "Origin", "https://else.example"); got == "" {
		t.Error("a page of another site may connect")
	}
	if got := l.refusedFor("", "Origin", l.base); got != "" {
		t.Errorf("an own page: %s", got)
	}
}

func TestTokensOverSockets(t *testing.T) {
	t.Parallel()
	l := liven(t, withSockets("0.12", "{}")+"-- config/csrf.js --\nmodule.exports.csrf = true;\n"+strings.Split(liveChat, "-- config/bootstrap.js --")[0]+
		"-- api/models/Pet.js --\nmodule.exports = {};\n-- api/controllers/PetController.js --\nmodule.exports = {};\n", memory())
	p := l.socket("")
	if a := p.ask("POST /pet", map[string]any{"name": "Rex"}); a.Status != http.StatusForbidden || string(a.Body) != `"CSRF mismatch"` {
		t.Errorf("without a token: %d %s", a.Status, a.Body)
	}
	var token struct {
		Token string `json:"_csrf"`
	}
	if a := p.ask("GET /csrfToken"); json.Unmarshal(a.Body, &token) != nil || token.Token == "" {
		t.Fatalf("no token: %d %s", a.Status, a.Body)
	}
	if a := p.ask("POST /pet", map[string]any{"name": "Rex", "_csrf": token.Token}); a.Status != http.StatusCreated {
		t.Errorf("with a token: %d %s", a.Status, a.Body)
	}
	stranger := l.socket("", "Origin", "https://else.example")
	if a := stranger.ask("GET /csrfToken"); string(a.Body) != "{}" {
		t.Errorf("a page of another site got %s", a.Body)
	}
}

// TestWorkAfterAnAnswer: what a request over a socket has started goes on when it is answered
// and no other request of the socket runs.
func TestWorkAfterAnAnswer(t *testing.T) {
	t.Parallel()
	l := liven(t, withSockets("0.12", "{}")+"-- api/models/Pet.js --\nmodule.exports = {};\n"+`-- api/controllers/LaterController.js --
module.exports = {
  go: function (req, res) {
    res.json({});
    setTimeout(function () {
      Pet.create({ name: 'Rex' }).exec(function (err, pet) { req.socket.emit('done', err ? String(err) : pet.name); });
    }, 20);
  }
};
`, memory())
	p := l.socket("")
	p.expect("GET /later/go", "200 {}")
	if got := p.event("done"); !strings.Contains(got, "Rex") {
		t.Errorf("got %s", got)
	}
}

func TestPartsOfAnswers(t *testing.T) {
	t.Parallel()
	l := liven(t, withSockets("0.12", "{ sendResponseHeaders: false, sendStatusCode: false }")+liveChat[:strings.Index(liveChat, "-- config/sockets.js")]+
		liveChat[strings.Index(liveChat, "-- api/controllers"):], memory())
	p := l.socket("")
	if got := <-p.emit("get", map[string]any{"url": "/chat/version"}); string(got[0]) != `{"body":"one"}` {
		t.Errorf("got %s", got)
	}
	if got := <-p.emit("get", map[string]any{"url": "/chat/version?a[b=%zz"}); !strings.Contains(string(got[0]), "one") {
		t.Errorf("got %s", got)
	}
}

// TestRequestsJoin: requests of 0.10 join rooms themselves, and a project may
// want no sockets.
func TestRequestsJoin(t *testing.T) {
	t.Parallel()
	const controller = `-- api/controllers/RoomController.js --
module.exports = {
  join: function (req, res) { req.join('a'); req.listen(['b', 'c']); req.subscribe('d'); res.json(req.socket.rooms.slice(1)); },
  over: function (req, res) { res.json(typeof req.join); }
};
`
	l := liven(t, withSockets("0.10", "{}")+controller, memory())
	l.socket("").expect("GET /room/join", `200 ["a","b","c","d"]`)
	l.expect("/room/over", `"undefined"`)
	later := liven(t, withSockets("0.12", "{}")+controller, memory())
	later.socket("").expect("GET /room/over", `200 "undefined"`)
	off := memory()
	off.Set("hooks", value.Of("sockets", false))
	none := liven(t, withSockets("0.12", "{}")+controller, off)
	if got := none.refusedFor(""); !strings.HasPrefix(got, "404 ") {
		t.Errorf("without sockets: %s", got)
	}
}

// TestLongAnswers: a file is an answer as well, but one that a message cannot
// hold is not gathered in memory.
func TestLongAnswers(t *testing.T) {
	t.Parallel()
	l := liven(t, withSockets("0.12", "{ maxHttpBufferSize: 1000 }")+`-- small.txt --
small
-- api/controllers/FileController.js --
module.exports = {
  small: function (req, res) { require('fs').createReadStream(sails.config.appPath + '/small.txt').pipe(res); },
  large: function (req, res) { for (var i = 0; i < 100; i++) { res.write(new Array(101).join('x')); } res.end(); }
};
`, memory())
	p := l.socket("")
	p.expect("GET /file/small", `200 "small\n"`)
	if a := p.ask("GET /file/large"); a.Status != http.StatusInternalServerError || !strings.Contains(string(a.Body), "send it over HTTP") {
		t.Errorf("got %d %.100s", a.Status, a.Body)
	}
}
