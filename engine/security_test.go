package engine_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"framework/engine"
	"framework/engine/enginetest"
	"framework/engine/testenv"
	"framework/router"
)

const fortress = `
-- config/session.js --
module.exports.session = { secret: 'fixture' };
-- config/csrf.js --
module.exports.csrf = { routesDisabled: '/open/echo,/open/merge', origin: '-' };
-- config/cors.js --
module.exports.cors = { allRoutes: true, origin: 'http://friend.example', credentials: true };
-- config/routes.js --
module.exports.routes = {
  'POST /open/echo': 'OpenController.echo',
  'POST /open/merge': 'OpenController.merge',
  'GET r|^/slow/(?=a)(a+)+$|word': 'OpenController.slow',
  '/vault/all': { blueprint: 'find', model: 'secret' },
  '/vault/mixed': { action: 'FIND', model: 'Secret' },
  '/vault/listed': [{ target: 'VaultController.FinD' }],
  '/vault/texted': 'vault.find'
};
-- config/policies.js --
module.exports.policies = { VaultController: false, SecretController: false };
-- api/models/Secret.js --
module.exports = { connection: 'localDiskDb', attributes: { text: 'string' } };
-- api/controllers/VaultController.js --
module.exports = { _config: { model: 'secret' }, open: function (req, res) { res.send('secret'); } };
-- api/controllers/OpenController.js --
module.exports = {
  echo: function (req, res) {
    res.json({ polluted: ({}).polluted, body: req.body, query: req.query, own: Object.keys(req.allParams()), param: req.param('polluted'), proto: Object.getPrototypeOf(req.body) === Object.prototype });
  },
  merge: function (req, res) {
    var target = {};
    (function copy(to, from) { Object.keys(from).forEach(function (k) { if (from[k] && typeof from[k] === 'object') { to[k] = to[k] || {}; copy(to[k], from[k]); } else { to[k] = from[k]; } }); })(target, req.allParams());
    res.json({ polluted: ({}).polluted });
  },
  header: function (req, res) { res.set('X-Echo', req.param('v')); res.send('ok'); },
  go: function (req, res) { res.redirect(req.param('v')); },
  crumb: function (req, res) { res.cookie('a', req.param('v')); res.send('ok'); },
  named: function (req, res) { res.attachment(req.param('v')); res.send('ok'); },
  typed: function (req, res) { res.type(req.param('v')); res.send('ok'); },
  signed: function (req, res) { res.json({ signed: req.signedCookies, plain: req.cookies }); },
  sign: function (req, res) { res.cookie('who', 'ann', { signed: true }); res.send('ok'); },
  show: function (req, res) { res.view(req.param('v')); },
  part: function (req, res) { res.view('part', { name: req.param('name') }); },
  file: function (req, res) { res.sendfile(req.param('v'), { root: require('path').join(__dirname, '../../assets') }); },
  slow: function (req, res) { res.send('matched'); },
  // inner shows the header of an answer as the project made it, before anything of HTTP has a hand in it.
  inner: function (req, res) {
    sails.request({ url: '/open/' + req.param('of') + '?v=' + encodeURIComponent(req.param('v')) }, function (err, answer) { res.json(answer ? answer.headers : { status: String(err.status) }); });
  },
  login: function (req, res) { req.session.regenerate(function () { req.session.member = 'ann'; res.send(req.csrfToken()); }); },
  whoami: function (req, res) { res.send(req.session.member || 'nobody'); },
  change: function (req, res) { req.session.member = 'changed'; res.send('changed'); },
  form: function (req, res) { res.send(res.locals._csrf || 'none'); }
};
-- assets/a.txt --
public
-- secret.txt --
secret
-- ../secret.ejs --
secret
-- views/part.ejs --
[<% try { %><%- partial(name) %><% } catch (err) { %>refused<% } %>]
-- views/inside.ejs --
<%- name %>
-- views/page.ejs --
page
-- views/layout.ejs --
<%- body %>
`

func TestHeadersCannotBeInjected(t *testing.T) {
	server := enginetest.Serve(t, project(fortress))
	for _, value := range []string{"a\r\nX-Evil: 1", "a\nX-Evil: 1", "a\rX-Evil: 1", "a\r\n\r\n<script>", "a\x00b", "é\r\nX-Evil: 1", "嘊嘍X-Evil: 1", "a;b", `a"; filename="x`} {
		for _, path := range []string{"header", "go", "crumb", "named", "typed"} {
			res, text := visit(t, server).do("GET", "/open/"+path+"?v="+url.QueryEscape(value), "")
			if res.Header.Get("X-Evil") != "" || strings.Contains(text, "X-Evil: 1\r\n") {
				t.Errorf("%s with %q: %v", path, value, res.Header)
			}
			for name, lines := range res.Header {
				for _, line := range lines {
					if strings.ContainsAny(line, "\r\n\x00") {
						t.Errorf("%s with %q: header %s is %q", path, value, name, line)
					}
				}
			}
			if path == "crumb" && len(res.Cookies()) > 2 {
				t.Errorf("%q made another cookie: %v", value, res.Cookies())
			}
			_, text = visit(t, server).do("GET", "/open/inner?of="+path+"&v="+url.QueryEscape(value), "")
			var header map[string]any // set-cookie is a list
			if err := json.Unmarshal([]byte(text), &header); err != nil || len(header) == 0 {
				t.Errorf("%s with %q: %s, %v", path, value, text, err)
			}
			for name, lines := range header {
				if line := fmt.Sprint(lines); strings.ContainsAny(line, "\r\n\x00") {
					t.Errorf("%s with %q: the project's header %s is %q", path, value, name, line)
				}
			}
		}
	}
}

func TestPathsStayInTheirFolder(t *testing.T) {
	server := enginetest.Serve(t, project(fortress))
	up := []string{"../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "%252e%252e%252f", "..;/", "%c0%ae%c0%ae/", ".%00./", "....//"}
	for _, step := range up {
		for _, target := range []string{"/" + step + "secret.txt", "/x/" + step + step + "secret.txt", "/" + strings.Repeat(step, 12) + "etc/passwd"} {
			if status, text := raw(t, server, "GET "+target+" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); strings.Contains(text, "secret") && status == 200 || strings.Contains(text, "root:") {
				t.Errorf("static %s: %d %s", target, status, text)
			}
		}
		for _, path := range []string{"file", "show"} {
			target := "/open/" + path + "?v=" + step + "secret.txt"
			if res, text := visit(t, server).do("GET", target, ""); res.StatusCode == http.StatusOK && strings.Contains(text, "secret") {
				t.Errorf("%s: %s", target, text)
			}
		}
	}
	for _, name := range []string{"../../secret", "../../secret.ejs", "x/../../../secret", "../secret.txt", "../../secret.txt", "/etc/passwd", "../config/session.js", "....//secret.txt"} {
		for _, path := range []string{"file", "show"} {
			_, text := visit(t, server).do("GET", "/open/"+path+"?v="+url.QueryEscape(name), "")
			if strings.Contains(text, "fixture") || strings.HasPrefix(text, "secret") || strings.Contains(text, "root:") {
				t.Errorf("%s %s: %s", path, name, text)
			}
		}
		if _, text := visit(t, server).do("GET", "/open/part?name="+url.QueryEscape(name), ""); !strings.Contains(text, "[") || strings.Contains(text, "secret\n") || strings.Contains(text, "fixture") {
			t.Errorf("partial %s: %s", name, text)
		}
	}
	visit(t, server).expect("GET", "/open/file?v=a.txt", "", 200, "public\n")
}

func TestPrototypesCannotBePolluted(t *testing.T) {
	server := enginetest.Serve(t, project(fortress))
	for _, path := range []string{"/open/echo", "/open/merge"} {
		for _, c := range []struct{ query, kind, body string }{
			{"", "application/json", `{"__proto__":{"polluted":1}}`},
			{"", "application/json", `{"constructor":{"prototype":{"polluted":1}}}`},
			{"", "application/json", `{"a":{"__proto__":{"polluted":1}},"b":[{"__proto__":{"polluted":1}}]}`},
			{"", "application/json", `{"\u005f_proto__":{"polluted":1}}`},
			{"", "application/x-www-form-urlencoded", "__proto__[polluted]=1"},
			{"", "application/x-www-form-urlencoded", "a[__proto__][polluted]=1"},
			{"", "application/x-www-form-urlencoded", "constructor[prototype][polluted]=1"},
			{"", "application/x-www-form-urlencoded", "a[constructor][prototype][polluted]=1"},
			{"?__proto__[polluted]=1", "application/json", `{}`},
			{"?a[__proto__][polluted]=1&constructor[prototype][polluted]=1", "application/json", `{}`},
			{"?%5f%5fproto%5f%5f%5bpolluted%5d=1", "application/json", `{}`},
			{"", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"__proto__\"\r\n\r\nx\r\n--b--\r\n"},
		} {
			res, text := visit(t, server).do("POST", path+c.query, c.body, "Content-Type", c.kind)
			want := map[string]string{"/open/echo": `{"body":`, "/open/merge": "{}"}[path]
			text = strings.Join(strings.Fields(text), "")
			if res.StatusCode != http.StatusOK || !strings.HasPrefix(text, want) || strings.Contains(text, "__proto__") || !strings.HasSuffix(text, map[string]string{"/open/echo": `"proto":true}`, "/open/merge": "{}"}[path]) {
				t.Errorf("%s%s %s: %d %s", path, c.query, c.body, res.StatusCode, text)
			}
		}
	}
}

func TestCookiesCannotBeForged(t *testing.T) {
	server := enginetest.Serve(t, project(fortress))
	ann := visit(t, server)
	ann.do("GET", "/open/login", "")
	session := ann.cookie("sails.sid")
	ann.do("GET", "/open/sign", "")
	signed := ann.cookie("who")
	whoami := func(cookie string) string {
		_, text := visit(t, server).do("GET", "/open/whoami", "", "Cookie", "sails.sid="+cookie)
		return text
	}
	if got := whoami(session); got != "ann" {
		t.Fatalf("got %s", got)
	}
	id, mac, _ := strings.Cut(strings.TrimPrefix(session, "s%3A"), ".")
	for _, forged := range []string{
		id, "s%3A" + id, "s%3A" + id + ".", "s%3A" + id + "." + mac[:len(mac)-4], "s%3A" + id + "x." + mac, "s%3A." + mac,
		"s%3A" + id + "." + strings.Repeat("A", len(mac)), "j%3A%22" + id + "%22", "s%3A" + id + "." + strings.ToLower(mac), strings.TrimPrefix(session, "s%3A"),
	} {
		if got := whoami(forged); got != "nobody" {
			t.Errorf("%s is %s", forged, got)
		}
	}
	for cookie, want := range map[string]string{
		signed: `"signed":{"who":"ann"}`, strings.Replace(signed, "ann", "bob", 1): `"signed":{"who":false}`, "s%3Abob.x": `"signed":{"who":false}`, "s%3Abob": `"signed":{"who":false}`, "bob": `"signed":{}`,
	} {
		if _, text := visit(t, server).do("GET", "/open/signed", "", "Cookie", "who="+cookie); !strings.Contains(strings.Join(strings.Fields(text), ""), want) {
			t.Errorf("%s: %s", cookie, text)
		}
	}
}

// An attacker who made a visitor use a session that he knows has nothing of it
// once the visitor has logged in.
func TestSessionsCannotBeFixed(t *testing.T) {
	server := enginetest.Serve(t, project(fortress))
	mallory := visit(t, server)
	mallory.do("GET", "/open/whoami", "")
	known := mallory.cookie("sails.sid")
	res, _ := visit(t, server).do("GET", "/open/login", "", "Cookie", "sails.sid="+known)
	if fresh := res.Header.Get("Set-Cookie"); !strings.HasPrefix(fresh, "sails.sid=") || strings.Contains(fresh, known) {
		t.Errorf("the login went on with the session of before: %q", fresh)
	}
	mallory.expect("GET", "/open/whoami", "", 200, "nobody")
}

func TestForgedRequestsAreRefused(t *testing.T) {
	server := enginetest.Serve(t, project(fortress))
	ann, mallory := visit(t, server), visit(t, server)
	_, token := ann.do("GET", "/open/login", "")
	_, hers := mallory.do("GET", "/open/login", "")
	for _, c := range []struct {
		name, method, path, body string
		header                   []string
		want                     int
	}{
		{"form", "POST", "/open/change", "a=1", nil, 403},
		{"text that reads as JSON", "POST", "/open/change", `{"a":1}`, []string{"Content-Type", "text/plain"}, 403},
		{"no body", "DELETE", "/open/change", "", nil, 403},
		{"a verb of its own", "PURGE", "/open/change", "", nil, 403},
		{"overridden", "POST", "/open/change", "a=1", []string{"X-HTTP-Method-Override", "PUT"}, 403},
		{"in another case", "POST", "/OPEN/Change/", "a=1", nil, 403},
		{"as if exempt", "POST", "/open/echo/../change", "a=1", nil, 403},
		{"a token of somebody else", "POST", "/open/change", "_csrf=" + url.QueryEscape(hers), nil, 403},
		{"an empty token", "POST", "/open/change?_csrf=", "", nil, 403},
		{"a cookie as the token", "POST", "/open/change", "", []string{"Cookie", "_csrf=" + token}, 403},
		{"ajax without a token", "POST", "/open/change", "a=1", []string{"X-Requested-With", "XMLHttpRequest"}, 403},
		{"the token", "POST", "/open/change", "_csrf=" + url.QueryEscape(token), nil, 200},
		{"the token in a header", "PUT", "/open/change", "a=1", []string{"X-CSRF-Token", token}, 200},
	} {
		if res, text := ann.do(c.method, c.path, c.body, c.header...); res.StatusCode != c.want {
			t.Errorf("%s: got %d %s", c.name, res.StatusCode, text)
		}
	}
	// Pages of other sites get no token, whether CORS lets them read or not.
	for _, origin := range []string{"http://evil.example", "null", "http://friend.example"} {
		if _, text := ann.do("GET", "/open/form", "", "Origin", origin); text != "none" {
			t.Errorf("%s got the token %s", origin, text)
		}
		if _, text := ann.do("GET", "/csrfToken", "", "Origin", origin); strings.Contains(text, "_csrf") {
			t.Errorf("%s got %s", origin, text)
		}
	}
}

func TestOtherSitesReadNothing(t *testing.T) {
	server := enginetest.Serve(t, project(fortress))
	for origin, want := range map[string]string{
		"http://friend.example": "http://friend.example", "https://friend.example": "", "http://friend.example.evil": "", "http://evil.example": "", "null": "", "*": "",
	} {
		res, _ := visit(t, server).do("GET", "/open/whoami", "", "Origin", origin)
		if got := res.Header.Get("Access-Control-Allow-Origin"); got != want {
			t.Errorf("%s may read as %q", origin, got)
		}
		if res.Header.Get("Vary") == "" {
			t.Errorf("%s: a cache would give the answer to others", origin)
		}
		res, _ = visit(t, server).do("POST", "/open/change", "a=1", "Origin", origin)
		if got := res.Header.Get("Access-Control-Allow-Origin"); got != want {
			t.Errorf("%s may read the refusal as %q", origin, got)
		}
	}
}

// The policies of an action stand in front of it, whatever leads to it.
func TestPoliciesCannotBePassedBy(t *testing.T) {
	server := enginetest.Serve(t, project(fortress))
	for _, verb := range []string{"GET", "HEAD", "DELETE"} {
		for _, path := range []string{
			"/vault/open", "/VAULT/Open/", "/vault/open/1", "/vault", "/vault/", "/Vault/1", "/vault/find", "/vault/find/1", "/vault/create?text=x", "/vault/destroy/1",
			"/secret", "/SECRET", "/secret/1", "/secret/find", "/vault/all", "/vault/mixed", "/vault/listed", "/vault/texted", "/vault/ALL",
		} {
			res, text := visit(t, server).do(verb, path+map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")]+"_csrf=x", "")
			if res.StatusCode != http.StatusForbidden && res.StatusCode != http.StatusNotFound || strings.Contains(text, "secret") && res.StatusCode == http.StatusOK {
				t.Errorf("%s %s: %d %s", verb, path, res.StatusCode, text)
			}
		}
	}
	// %76 is v: what is decoded for matching is guarded as well.
	for _, target := range []string{"/%76ault/open", "/vault/%6fpen", "//vault/open", "/./vault/open", "/x/../vault/open", "/vault;a=b/open"} {
		if status, text := raw(t, server, "GET "+target+" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); status == 200 {
			t.Errorf("%s: %s", target, text)
		}
	}
}

// raw sends bytes and returns what comes first.
func raw(t *testing.T, server *httptest.Server, text string) (int, string) {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return answer(t, conn)
}

func answer(t *testing.T, conn net.Conn) (int, string) {
	t.Helper()
	if err := conn.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(res.Body) // what came counts
	return res.StatusCode, string(body)
}

// Where two servers in a row could disagree about the end of a request, it is
// refused, and what follows it is not taken for another one.
func TestAmbiguousRequestsAreRefused(t *testing.T) {
	server := enginetest.Serve(t, project(fortress))
	const smuggled = "GET /open/whoami?smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
	for name, head := range map[string]string{
		"two lengths":               "Content-Length: 0\r\nContent-Length: 44\r\n",
		"a list of lengths":         "Content-Length: 0, 44\r\n",
		"a signed length":           "Content-Length: +5\r\n",
		"a hexadecimal length":      "Content-Length: 0x5\r\n",
		"a negative length":         "Content-Length: -1\r\n",
		"an unknown encoding":       "Transfer-Encoding: xchunked\r\n",
		"two encodings":             "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
		"a space before the colon":  "Content-Length : 5\r\n",
		"a space in the name":       "Transfer Encoding: chunked\r\n",
		"a line that is folded":     "X-A: 1\r\n Transfer-Encoding: chunked\r\nContent-Length: 0, 1\r\n",
		"a control character":       "Transfer-Encoding: \x0bchunked\r\n",
		"a null in a header":        "X-A: a\x00b\r\n",
		"two hosts":                 "Host: y\r\n",
		"a header without a name":   ": 1\r\n",
		"encoding with extra words": "Transfer-Encoding: chunked, identity\r\n",
	} {
		status, text := raw(t, server, "POST /open/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"+head+"\r\n"+smuggled)
		if status < 400 || status > 501 {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
	for name, text := range map[string]string{
		"a broken chunk size":  "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
		"a chunk size to wrap": "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n",
		"a chunk without end":  "Transfer-Encoding: chunked\r\n\r\n2\r\n{}x0\r\n\r\n",
	} {
		if status, body := raw(t, server, "POST /open/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"+text); status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
	// Length and encoding together: the encoding counts and the connection ends.
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "POST /open/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"+smuggled); err != nil {
		t.Fatal(err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	everything, _ := io.ReadAll(conn)
	if n := strings.Count(string(everything), "HTTP/1.1 "); n != 1 {
		t.Errorf("%d answers:\n%s", n, everything)
	}
}

// What keeps a connection busy without getting on is cut off: in the head of a
// request, in its body, and between two of them.
func TestSlowClientsAreCutOff(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	dir := t.TempDir()
	for _, f := range project(fortress, `
-- config/local.js --
module.exports = { http: { headTimeout: 200, bodyTimeout: 200, idleTimeout: 200 }, connections: { localDiskDb: { adapter: 'sails-memory' } }, log: { level: 'silent' } };`) {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	app := engine.New(engine.Options{Dir: dir, Stdout: io.Discard, Stderr: io.Discard})
	if err := app.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- app.Serve(ctx, ln) }()
	for name, text := range map[string]string{
		"nothing":              "",
		"half a head":          "GET / HTTP/1.1\r\nHost: x\r\nX-A: ",
		"half a body":          "POST /open/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
		"half a chunk":         "POST /open/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{",
		"half a file":          "POST /open/echo HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\nabc",
		"nothing after a page": "GET /open/whoami HTTP/1.1\r\nHost: x\r\n\r\n",
	} {
		conn, err := net.Dial("tcp", ln.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, text); err != nil {
			t.Fatal(err)
		}
		// The end comes by itself; the deadline is for a server that waits.
		_ = conn.SetReadDeadline(time.Now().Add(20 * time.Second))
		if _, err := io.ReadAll(conn); err != nil {
			t.Errorf("%s: still open: %v", name, err)
		}
		conn.Close()
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := app.Close(context.Background()); err != nil {
		t.Error(err)
	}
}

// A client that asks and does not read the answer is cut off, so that nothing
// of its request stays.
func TestClientsThatDoNotReadAreCutOff(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "assets"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "assets", "large.bin"), make([]byte, 32<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	inner := enginetest.ServeIn(t, dir, project(`
-- config/http.js --
module.exports.http = { writeTimeout: 100 };
-- api/controllers/LargeController.js --
var closed = 0, text = new Array(1 << 20).join('x');
module.exports = {
  whole: function (req, res) {
    res.on('close', function () { closed++; });
    res.send(new Array(32).join(text));
  },
  stream: function (req, res) {
    var sent = 0;
    res.on('close', function () { closed++; });
    (function more() {
      while (sent++ < 64) { if (!res.write(text)) { res.once('drain', more); return; } }
      res.end();
    })();
  },
  closed: function (req, res) { res.json(closed); },
  // idle says nothing for longer than a piece may take.
  idle: function (req, res) { res.write('one '); setTimeout(function () { res.end('two'); }, 300); }
};
`))
	ended := make(chan string, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inner.Config.Handler.ServeHTTP(w, r)
		ended <- r.URL.Path
	}))
	defer server.Close()
	for _, path := range []string{"/large/whole", "/large/stream", "/large.bin"} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_ = conn.(*net.TCPConn).SetReadBuffer(4096)
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path)
		select {
		case got := <-ended:
			if got != path {
				t.Errorf("%s has ended, not %s", got, path)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s: the server still waits for its client", path)
		}
	}
	if _, text := visit(t, server).do("GET", "/large/closed", ""); text != "2" {
		t.Errorf("%s answers were closed, not 2", text)
	}
	visit(t, server).expect("GET", "/large/idle", "", 200, "one two")
}

// An expression that takes for ever on some path is given up.
func TestExpressionsOfRoutesEnd(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	server := enginetest.Serve(t, project(fortress))
	visit(t, server).expect("GET", "/slow/aaaa", "", 200, "matched")
	if res, _ := visit(t, server).do("GET", "/slow/"+strings.Repeat("a", 60)+"!", ""); res.StatusCode != http.StatusNotFound {
		t.Errorf("got %d", res.StatusCode)
	}
	// The same, asked of the table alone.
	a, err := router.ParseAddress(`r|^/(?=a)(a+)+$|`)
	if err != nil {
		t.Fatal(err)
	}
	table, err := router.NewTable([]*router.Binding{{Address: a}}, router.TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for range table.Lookup("GET", "/"+strings.Repeat("a", 60)+"!") {
		t.Error("matched")
	}
}

// Deep and wide bodies cost no more than their limit.
func TestBodiesAreBounded(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	server := enginetest.Serve(t, project(fortress))
	for name, c := range map[string]struct{ kind, body string }{
		"deep JSON":  {"application/json", strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000)},
		"deep list":  {"application/json", strings.Repeat("[", 400_000)},
		"large":      {"application/json", `{"a":"` + strings.Repeat("x", 3<<19) + `"}`},
		"large form": {"application/x-www-form-urlencoded", "a=" + strings.Repeat("x", 3<<19)},
	} {
		res, text := visit(t, server).do("POST", "/open/echo", c.body, "Content-Type", c.kind)
		if res.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d %.200s", name, res.StatusCode, text)
		}
	}
	var wide strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&wide, "a[%d]=1&", i)
	}
	if res, text := visit(t, server).do("POST", "/open/echo", wide.String()); res.StatusCode >= 500 || len(text) > 1<<20 {
		t.Errorf("wide: %d, %d bytes", res.StatusCode, len(text))
	}
}
