package engine_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"framework/engine/enginetest"

	"github.com/alicebob/miniredis/v2"
	"golang.org/x/tools/txtar"
)

// visitor is a browser: it keeps cookies and follows no redirect.
type visitor struct {
	t      *testing.T
	server *httptest.Server
	client *http.Client
}

func visit(t *testing.T, server *httptest.Server) *visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &visitor{t, server, &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// do sends a request whose body, if any, is a form. The body of the answer is
// read.
func (v *visitor) do(method, path, body string, header ...string) (*http.Response, string) {
	v.t.Helper()
	req, err := http.NewRequest(method, v.server.URL+path, strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := v.client.Do(req)
	if err != nil {
		v.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return res, string(text)
}

// expect is do for an answer that is known.
func (v *visitor) expect(method, path, body string, status int, want string) {
	v.t.Helper()
	res, text := v.do(method, path, body)
	if res.StatusCode != status || text != want {
		v.t.Errorf("%s %s: got %d %q, want %d %q", method, path, res.StatusCode, text, status, want)
	}
}

func (v *visitor) cookie(name string) string {
	v.t.Helper()
	u, err := url.Parse(v.server.URL)
	if err != nil {
		v.t.Fatal(err)
	}
	for _, c := range v.client.Jar.Cookies(u) {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}

// project parses files in txtar form.
func project(files ...string) []txtar.File {
	return txtar.Parse([]byte(strings.Join(files, "\n"))).Files
}

const accounts = `
-- api/controllers/AccountController.js --
module.exports = {
  login: function (req, res) {
    req.session.regenerate(function (err) {
      if (err) { return res.serverError(err); }
      req.session.member = req.param('name');
      if (req.param('remember')) { req.session.cookie.maxAge = 3600000; }
      res.send('hello ' + req.session.member);
    });
  },
  careless: function (req, res) { req.session.member = req.param('name'); res.send('hello'); },
  logout: function (req, res) { req.session.destroy(function () { res.send('bye'); }); },
  whoami: function (req, res) { res.send(req.session.member || 'nobody'); },
  undo: function (req, res) { req.session.member = 'mallory'; req.session.reload(function (err) { res.send(err ? 'gone' : req.session.member); }); },
  saved: function (req, res) { req.session.member = 'saved'; req.session.save(function (err) { res.send(String(err || 'ok')); }); },
  say: function (req, res) { req.flash('info', 'one'); req.flash('info', 'two'); res.redirect('/account/heard'); },
  heard: function (req, res) { res.json(req.flash('info')); },
  open: function (req, res) { res.send('open'); },
  id: function (req, res) { res.send(String(req.session === undefined)); },
};
`

func TestSessionLife(t *testing.T) {
	redis := miniredis.RunT(t)
	for name, adapter := range map[string]string{
		"memory": ``,
		"redis":  `, adapter: 'redis', url: 'redis://` + redis.Addr() + `/0'`,
		"mongo":  `, adapter: 'mongo', url: '%s/visits'`,
	} {
		t.Run(name, func(t *testing.T) {
			if name == "mongo" {
				address, _ := mongoDatabase(t)
				adapter = fmt.Sprintf(adapter, address)
			}
			server := enginetest.Serve(t, project(accounts, `
-- config/session.js --
module.exports.session = { secret: ['new', 'old']`+adapter+`, routesDisabled: ['GET /account/id'] };`))
			sessionLife(t, server)
			if res, text := visit(t, server).do("GET", "/account/id", ""); text != "true" || res.Header.Get("Set-Cookie") != "" {
				t.Errorf("a route without sessions has one: %s %v", text, res.Header)
			}
		})
	}
}

// sessionLife is what visitors of the accounts do.
func sessionLife(t *testing.T, server *httptest.Server) {
	t.Helper()
	ann := visit(t, server)
	ann.expect("GET", "/account/whoami", "", 200, "nobody")
	before := ann.cookie("sails.sid")
	ann.expect("POST", "/account/login", "name=ann", 200, "hello ann")
	if after := ann.cookie("sails.sid"); after == before || !strings.HasPrefix(after, "s%3A") {
		t.Errorf("the login kept the cookie %s", after)
	}
	ann.expect("GET", "/account/whoami", "", 200, "ann")
	visit(t, server).expect("GET", "/account/whoami", "", 200, "nobody")
	ann.expect("GET", "/account/undo", "", 200, "ann")
	ann.expect("GET", "/account/saved", "", 200, "ok")
	ann.expect("GET", "/account/whoami", "", 200, "saved")

	if res, _ := ann.do("GET", "/account/say", ""); res.StatusCode != http.StatusFound {
		t.Errorf("got %d", res.StatusCode)
	}
	if _, text := ann.do("GET", "/account/heard", ""); strings.Join(strings.Fields(text), "") != `["one","two"]` {
		t.Errorf("got %s", text)
	}
	ann.expect("GET", "/account/heard", "", 200, "[]")

	stolen := ann.cookie("sails.sid")
	ann.expect("GET", "/account/logout", "", 200, "bye")
	ann.expect("GET", "/account/whoami", "", 200, "nobody")
	// An id that was logged out is not taken up again.
	ann.expect("POST", "/account/careless", "name=ann", 200, "hello")
	if ann.cookie("sails.sid") == stolen {
		t.Error("the id of a destroyed session is in use again")
	}

	bob := visit(t, server)
	res, _ := bob.do("POST", "/account/login", "name=bob&remember=1")
	if line := res.Header.Get("Set-Cookie"); !strings.Contains(line, "; Expires=") {
		t.Errorf("a remembered login ends with the browser: %s", line)
	}
	bob.expect("GET", "/account/whoami", "", 200, "bob")
}

// The cookie that a server on Node signed is good here, and what its
// connect-redis stored is found.
func TestLoginsSurviveTheMove(t *testing.T) {
	redis := miniredis.RunT(t)
	_ = redis.Set("sess:xPl3-9aQ", `{"cookie":{"originalMaxAge":null,"expires":null,"httpOnly":true,"path":"/"},"member":"ann"}`)
	server := enginetest.Serve(t, project(accounts, `
-- config/session.js --
module.exports.session = { secret: 'keyboard cat', adapter: 'redis', host: '127.0.0.1', port: `+redis.Port()+` };`))
	// HMAC-SHA256 of the id under the secret, made with openssl
	const signed = "s%3AxPl3-9aQ.CZBhuW7SgyhgpiVoDrb6t2IKw6%2FxLVBwgsn3XpzgPiE"
	_, text := visit(t, server).do("GET", "/account/whoami", "", "Cookie", "sails.sid="+signed)
	if text != "ann" {
		t.Errorf("got %s", text)
	}
}

func TestRedisIsAway(t *testing.T) {
	redis := miniredis.RunT(t)
	addr := redis.Addr()
	server := enginetest.Serve(t, project(accounts, `
-- config/session.js --
module.exports.session = { secret: 'x', adapter: 'connect-redis', url: 'redis://`+addr+`' };`))
	ann := visit(t, server)
	ann.expect("POST", "/account/login", "name=ann", 200, "hello ann")
	redis.Close()
	ann.expect("GET", "/account/open", "", 200, "open")
	res, text := ann.do("GET", "/account/whoami", "")
	if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" || !strings.Contains(text, "session store") || strings.Contains(text, addr) {
		t.Errorf("got %d %v %s", res.StatusCode, res.Header, text)
	}
	if err := redis.Restart(); err != nil {
		t.Fatal(err)
	}
	ann.expect("GET", "/account/whoami", "", 200, "ann")
}

func TestSessionCookieOptions(t *testing.T) {
	server := enginetest.Serve(t, project(accounts, `
-- config/session.js --
module.exports.session = { secret: 'x', key: 'mine', cookie: { maxAge: 60000, domain: 'example.com', path: '/account', httpOnly: false, sameSite: 'Lax' } };`))
	res, _ := visit(t, server).do("GET", "/account/whoami", "")
	line := res.Header.Get("Set-Cookie")
	if !strings.HasPrefix(line, "mine=s%3A") || !strings.Contains(line, "; Domain=example.com; Path=/account; Expires=") || !strings.HasSuffix(line, "; SameSite=Lax") || strings.Contains(line, "HttpOnly") {
		t.Errorf("got %s", line)
	}
	secure := enginetest.Serve(t, project(accounts, `
-- config/session.js --
module.exports.session = { secret: 'x', cookie: { secure: true } };
-- config/http.js --
module.exports.http = { trustProxy: true };`))
	if res, _ := visit(t, secure).do("GET", "/account/whoami", ""); res.Header.Get("Set-Cookie") != "" {
		t.Errorf("a secure cookie over HTTP: %v", res.Header)
	}
	if res, _ := visit(t, secure).do("GET", "/account/whoami", "", "X-Forwarded-Proto", "https"); !strings.HasSuffix(res.Header.Get("Set-Cookie"), "; HttpOnly; Secure") {
		t.Errorf("got %v", res.Header)
	}
}

// TestSessionFixation: an id that a stranger has planted in a visitor's browser
// is worth nothing once the visitor has logged in with regenerate, and the
// session behind it is gone.
func TestSessionFixation(t *testing.T) {
	redis := miniredis.RunT(t)
	for name, settings := range map[string]string{
		"memory": `{ secret: 'x' }`,
		"redis":  `{ secret: 'x', adapter: 'redis', url: 'redis://` + redis.Addr() + `/0' }`,
	} {
		for release, manifest := range map[string]string{"classic": "~0.12.0", "modern": "^1.5.0"} {
			t.Run(name+" "+release, func(t *testing.T) {
				server := enginetest.Serve(t, project(accounts, "-- config/session.js --\nmodule.exports.session = "+settings+";\n"+
					"-- config/blueprints.js --\nmodule.exports.blueprints = { actions: true };\n"+
					"-- package.json --\n"+`{"dependencies": {"sails": "`+manifest+`"}}`))
				mallory, ann := visit(t, server), visit(t, server)
				// Mallory has a session with something in it and plants its cookie.
				mallory.expect("GET", "/account/saved", "", 200, "ok")
				planted := mallory.cookie("sails.sid")
				u, err := url.Parse(server.URL)
				if err != nil || planted == "" {
					t.Fatal(planted, err)
				}
				ann.client.Jar.SetCookies(u, []*http.Cookie{{Name: "sails.sid", Value: planted}})
				ann.expect("GET", "/account/whoami", "", 200, "saved")
				ann.expect("POST", "/account/login", "name=ann", 200, "hello ann")
				ann.expect("GET", "/account/whoami", "", 200, "ann")
				if ann.cookie("sails.sid") == planted {
					t.Error("the login kept the planted id")
				}
				mallory.expect("GET", "/account/whoami", "", 200, "nobody")
				// Nor does the old id come back to life with what Mallory does next.
				mallory.expect("GET", "/account/saved", "", 200, "ok")
				ann.expect("GET", "/account/whoami", "", 200, "ann")
				// An id that the server never gave out is not taken on.
				stranger := visit(t, server)
				stranger.client.Jar.SetCookies(u, []*http.Cookie{{Name: "sails.sid", Value: "s%3Achosen.by-hand"}})
				stranger.expect("GET", "/account/saved", "", 200, "ok")
				if got := stranger.cookie("sails.sid"); strings.Contains(got, "chosen") {
					t.Errorf("an id chosen by the client is used: %s", got)
				}
			})
		}
	}
}
