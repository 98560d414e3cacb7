package engine_test

import (
	"bufio"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/alicebob/miniredis/v2"

	"framework/engine/enginetest"
	"framework/engine/testenv"
	"framework/engine/web"
)

const holding = `
-- api/controllers/HoldController.js --
var waiting = {};
module.exports = {
  // hold answers when release is requested; it has read its session before.
  hold: function (req, res) {
    var member = req.session.member;
    waiting[req.param('as')] = function () { req.session.back = true; res.send('held ' + member); };
    if (waiting.notify) { waiting.notify(); }
  },
  held: function (req, res) {
    if (waiting[req.param('as')]) { return res.send('yes'); }
    waiting.notify = function () { waiting.notify = null; res.send('yes'); };
  },
  release: function (req, res) { waiting[req.param('as')](); res.send('released'); },
  back: function (req, res) { res.send(String(req.session.member) + ' ' + String(req.session.back)); },
  public: function (req, res) { res.set('Cache-Control', 'public, max-age=60'); res.send('for all'); }
};
`

// sessionStores are the settings of every kind of store; they have the secret x.
func sessionStores(t *testing.T) map[string]string {
	t.Helper()
	redis := miniredis.RunT(t)
	return map[string]string{
		"memory": `{ secret: 'x' }`,
		"redis":  `{ secret: 'x', adapter: 'redis', url: 'redis://` + redis.Addr() + `/0' }`,
		"own":    `{ secret: 'x', store: new (require('../lib/store')({ Store: require('events') }))({}) }`,
	}
}

// An id that the store does not know is not taken on, wherever the client has it
// from: not even one with a good signature.
func TestUnknownIDsAreReplaced(t *testing.T) {
	for name, settings := range sessionStores(t) {
		t.Run(name, func(t *testing.T) {
			server := enginetest.Serve(t, project(accounts, ownStore, holding, "-- config/session.js --\nmodule.exports.session = "+settings+";"))
			planted := "s%3A" + url.QueryEscape(web.Sign("chosen-by-somebody", "x"))
			given := visit(t, server)
			given.do("GET", "/account/whoami", "")
			for what, cookie := range map[string]string{"self-made": planted, "given out and never stored": given.cookie("sails.sid")} {
				res, _ := visit(t, server).do("POST", "/account/careless", "name=ann", "Cookie", "sails.sid="+cookie)
				line := res.Header.Get("Set-Cookie")
				if !strings.HasPrefix(line, "sails.sid=s%3A") || strings.Contains(line, cookie) {
					t.Errorf("%s: the login was answered with %q", what, line)
				}
				if _, text := visit(t, server).do("GET", "/account/whoami", "", "Cookie", "sails.sid="+cookie); text != "nobody" {
					t.Errorf("%s: the planted id is %s", what, text)
				}
				fresh, _, _ := strings.Cut(line, ";")
				if _, text := visit(t, server).do("GET", "/account/whoami", "", "Cookie", fresh); text != "ann" {
					t.Errorf("%s: the new id is %s", what, text)
				}
			}
		})
	}
}

// What a request writes that was under way when its session was destroyed, or
// replaced, brings nothing back.
func TestDestroyedSessionsStayDestroyed(t *testing.T) {
	for name, settings := range sessionStores(t) {
		for _, end := range []string{"GET /account/logout", "POST /account/login"} {
			t.Run(name+" "+end, func(t *testing.T) {
				server := enginetest.Serve(t, project(accounts, ownStore, holding, "-- config/session.js --\nmodule.exports.session = "+settings+";"))
				ann := visit(t, server)
				ann.expect("POST", "/account/login", "name=ann", 200, "hello ann")
				cookie := "sails.sid=" + ann.cookie("sails.sid")
				var group sync.WaitGroup
				group.Go(func() {
					req, err := http.NewRequest(http.MethodGet, server.URL+"/hold/hold?as=a", nil)
					if err != nil {
						t.Error(err)
						return
					}
					req.Header.Set("Cookie", cookie)
					res, err := http.DefaultClient.Do(req)
					if err != nil || res.StatusCode != http.StatusOK {
						t.Error(res, err)
						return
					}
					_ = res.Body.Close() // nobody reads it
				})
				other := visit(t, server)
				other.expect("GET", "/hold/held?as=a", "", 200, "yes")
				method, path, _ := strings.Cut(end, " ")
				ann.do(method, path, "name=bob")
				other.expect("GET", "/hold/release?as=a", "", 200, "released")
				group.Wait()
				if _, text := visit(t, server).do("GET", "/hold/back", "", "Cookie", cookie); text != "undefined undefined" {
					t.Errorf("the session is back: %s", text)
				}
			})
		}
	}
}

// An answer that caches share starts no session.
func TestPublicAnswersSetNoCookie(t *testing.T) {
	for _, release := range []string{"~0.10.0", "~0.12.0", "^1.5.0"} {
		server := enginetest.Serve(t, project(accounts, holding, "-- config/session.js --\nmodule.exports.session = { secret: 'x' };\n-- assets/js/a.js --\n1\n-- assets/page.html --\n<p>\n-- assets/picture --\nx\n"+
			"-- config/blueprints.js --\nmodule.exports.blueprints = { actions: true };\n-- package.json --\n"+`{"dependencies": {"sails": "`+release+`"}}`))
		for _, path := range []string{"/js/a.js", "/picture", "/favicon.ico", "/hold/public"} {
			if res, text := visit(t, server).do("GET", path, ""); res.StatusCode != http.StatusOK || len(res.Header["Set-Cookie"]) > 0 || !strings.Contains(res.Header.Get("Cache-Control"), "public") {
				t.Errorf("%s of %s: %d %v %s", path, release, res.StatusCode, res.Header, text)
			}
		}
		// A page may begin a session; then it is not for caches.
		if res, _ := visit(t, server).do("GET", "/page.html", ""); len(res.Header["Set-Cookie"]) > 0 == strings.Contains(res.Header.Get("Cache-Control"), "public") {
			t.Errorf("the page of %s: %v", release, res.Header)
		}
		res, _ := visit(t, server).do("GET", "/js/a.js", "")
		if res, _ := visit(t, server).do("GET", "/js/a.js", "", "If-None-Match", res.Header.Get("ETag")); res.StatusCode != http.StatusNotModified || len(res.Header["Set-Cookie"]) > 0 {
			t.Errorf("304 of %s: %d %v", release, res.StatusCode, res.Header)
		}
	}
}

// A Redis that accepts connections and never answers delays only requests that
// need a session.
func TestActionsWithoutSessionDoNotAskTheStore(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	var mu sync.Mutex
	var said []string
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { _ = conn.Close() })
			go func() {
				for lines := bufio.NewScanner(conn); lines.Scan(); {
					if lines.Text() == "hello" { // refuse it: then the client uses the older protocol
						_, _ = conn.Write([]byte("-ERR unknown command\r\n")) // or it ends
					}
					mu.Lock()
					said = append(said, strings.ToLower(lines.Text()))
					mu.Unlock()
				}
			}()
		}
	}()
	asked := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return strings.Contains(strings.Join(said, " "), "get")
	}
	server := enginetest.Serve(t, project(accounts, "-- config/session.js --\nmodule.exports.session = { secret: 'x', adapter: 'redis', url: 'redis://"+listener.Addr().String()+"' };"))
	cookie := "sails.sid=s%3A" + url.QueryEscape(web.Sign("an-id", "x"))
	for range 3 {
		if _, text := visit(t, server).do("GET", "/account/open", "", "Cookie", cookie); text != "open" {
			t.Errorf("got %s", text)
		}
		visit(t, server).expect("GET", "/account/whoami", "", 200, "nobody") // a new visitor has no session data
	}
	if asked() {
		t.Errorf("the store was asked for a session that nobody wanted: %q", said)
	}
	if res, text := visit(t, server).do("GET", "/account/whoami", "", "Cookie", cookie); res.StatusCode != http.StatusServiceUnavailable || !asked() {
		t.Errorf("who needs the session got %d %s", res.StatusCode, text)
	}
}

func TestSessionCookies(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ cookie, protocol, want string }{
		{`{ sameSite: true }`, "http", "; Path=/; HttpOnly; SameSite=Strict"},
		{`{ sameSite: 'LAX' }`, "http", "; Path=/; HttpOnly; SameSite=Lax"},
		{`{ sameSite: 'none', secure: true }`, "https", "; Path=/; HttpOnly; Secure; SameSite=None"},
		{`{ sameSite: false }`, "http", "; Path=/; HttpOnly"},
		{`{ secure: 'auto' }`, "http", "; Path=/; HttpOnly"},
		{`{ secure: 'auto' }`, "https", "; Path=/; HttpOnly; Secure"},
		{`{ secure: true }`, "http", ""},
		{`{ path: '/account' }`, "http", "; Path=/account; HttpOnly"},
		{`{ path: '/acc' }`, "http", ""},
		{`{ path: '/elsewhere' }`, "http", ""},
	} {
		server := enginetest.Serve(t, project(accounts, "-- config/session.js --\nmodule.exports.session = { secret: 'x', cookie: "+c.cookie+" };\n-- config/http.js --\nmodule.exports.http = { trustProxy: true };"))
		res, _ := visit(t, server).do("GET", "/account/open", "", "X-Forwarded-Proto", c.protocol)
		line := res.Header.Get("Set-Cookie")
		_, rest, _ := strings.Cut(line, ";")
		if c.want == "" && line != "" || c.want != "" && ";"+rest != c.want {
			t.Errorf("%s over %s: %q", c.cookie, c.protocol, line)
		}
	}
	server := enginetest.Serve(t, project(accounts, "-- config/session.js --\nmodule.exports.session = { secret: 'x' };"))
	ann := visit(t, server)
	ann.expect("POST", "/account/login", "name=ann", 200, "hello ann")
	good := "sails.sid=" + ann.cookie("sails.sid")
	for _, cookies := range []string{"sails.sid=old; " + good, "sails.sid=s%3Aforged.sign; " + good, good + "; sails.sid=other"} {
		if _, text := visit(t, server).do("GET", "/account/whoami", "", "Cookie", cookies); text != "ann" {
			t.Errorf("%s is %s", cookies, text)
		}
	}
}
