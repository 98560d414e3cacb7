package engine_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const listening = `
-- config/session.js --
module.exports.session = { secret: 'x' };
-- config/sockets.js --
module.exports.sockets = { beforeConnect: function (handshake, proceed) { global.shaken = handshake.query; proceed(undefined, true); } };
-- config/bootstrap.js --
module.exports.bootstrap = function (done) {
  sails.io.on('connection', function (socket) {
    socket.on('echo', function (value, ack) { ack({ statusCode: 200, body: value }); });
  });
  done();
};
-- api/controllers/OpenController.js --
module.exports = {
  echo: function (req, res) { res.json({ body: req.body, query: req.query, all: Object.keys(req.allParams()), shaken: global.shaken }); },
  page: function (req, res) { res.send('page'); },
  login: function (req, res) { req.session.member = 'ann'; res.send('hello'); },
  whoami: function (req, res) { res.send(req.session.member || 'nobody'); }
};
`

// What reaches prototypes is left out of what sockets send, as it is of HTTP.
func TestSocketsCannotPolluteHandlers(t *testing.T) {
	t.Parallel()
	l := liven(t, listening, memory())
	p := l.socket("__proto__=x&constructor=y")
	dirty := json.RawMessage(`{"ok":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"in":[{"__proto__":{"polluted":1}}]}`)
	for _, request := range []string{"POST /open/echo?a=1", "POST /open/echo?constructor[prototype][polluted]=1&__proto__[polluted]=1", "GET /open/echo?a[constructor][prototype][polluted]=1"} {
		if a := p.ask(request, dirty); a.Status != 200 || strings.Contains(string(a.Body), "proto") || strings.Contains(string(a.Body), "polluted") || !strings.Contains(string(a.Body), `"ok":1`) {
			t.Errorf("%s: %d %s", request, a.Status, a.Body)
		}
	}
	if a := p.wait("echo", p.emit("echo", dirty)); strings.Contains(string(a.Body), "proto") || !strings.Contains(string(a.Body), `"ok":1`) {
		t.Errorf("an event came as %s", a.Body)
	}
}

// A page and its socket share the session that the page was given, whichever of
// them writes to it first.
func TestSocketSharesTheSessionOfItsPage(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"socket", "page"} {
		l := liven(t, listening, memory())
		ask := func(method, path, cookie string) (*http.Response, string) {
			v := visit(t, &httptest.Server{URL: l.base})
			return v.do(method, path, "", "Cookie", cookie)
		}
		res, _ := ask("GET", "/open/page", "")
		cookie, _, _ := strings.Cut(res.Header.Get("Set-Cookie"), ";")
		p := l.socket("", "Cookie", cookie)
		if first == "socket" {
			p.expect("POST /open/login", `200 "hello"`)
		} else if res, _ := ask("POST", "/open/login", cookie); res.Header.Get("Set-Cookie") != "" {
			t.Errorf("the login by the page set %v", res.Header["Set-Cookie"])
		}
		p.expect("GET /open/whoami", `200 "ann"`)
		if _, text := ask("GET", "/open/whoami", cookie); text != "ann" {
			t.Errorf("after the login by the %s the page is %s", first, text)
		}
	}
}
