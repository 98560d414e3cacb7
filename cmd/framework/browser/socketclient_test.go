package browser_test

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"golang.org/x/tools/txtar"

	"framework/engine/testenv"
)

const talkingProject = `
-- package.json --
{ "dependencies": { "sails": "^1.5.0" } }
-- config/datastores.js --
module.exports.datastores = { default: { adapter: 'sails-memory' } };
-- config/models.js --
module.exports.models = { attributes: { id: { type: 'number', autoIncrement: true } } };
-- config/globals.js --
module.exports.globals = { models: true, sails: true };
-- config/blueprints.js --
module.exports.blueprints = { rest: true };
-- config/routes.js --
module.exports.routes = {
  '/': function (req, res) { return res.send('<!doctype html><title>x</title><script src="/dependencies/sails.io.js" headers=\'{"X-Page": "1"}\'></script>'); },
  'POST /echo': function (req, res) { return res.status(201).json({ got: req.body, page: req.headers['x-page'], own: req.headers['x-own'], socket: req.isSocket }); },
  'GET /bad': function (req, res) { return res.status(400).send('not like that'); },
  'GET /empty': function (req, res) { return res.ok(); },
  'GET /event': function (req, res) {
    sails.sockets.broadcast(sails.sockets.getId(req), 'news', { text: 'ä\u2028' });
    return res.send('sent');
  },
  'GET /bytes': function (req, res) {
    req.socket.emit('bytes', { list: [Buffer.from([1, 2, 255])] });
    return res.send('sent');
  },
  'GET /away': function (req, res) { req.socket.disconnect(); },
};
`

// TestOwnClientInABrowser: the interface of sails.io.js, with the script that the
// server has itself.
func TestOwnClientInABrowser(t *testing.T) {
	ctx := testenv.Browser(t)
	server := serve(t, t.TempDir(), txtar.Parse([]byte(talkingProject)).Files)
	if err := chromedp.Do(ctx, chromedp.Navigate(server.Base)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, script, want string }{
		{"requests wait for the connection", `new Promise(done => io.socket.get('/empty', (body, jwr) => done(jwr.statusCode + ' ' + io.socket.isConnected())))`, "200 true"},
		{
			"bodies, headers and the answer", `new Promise(done => io.socket.request({ method: 'POST', url: '/echo', data: { a: [1, 'ü'] }, headers: { 'X-Own': '2' } }, (body, jwr) =>
				done(JSON.stringify([body, jwr.statusCode, jwr.error === undefined, jwr.toPOJO().statusCode]))))`,
			`[{"got":{"a":[1,"ü"]},"page":"1","own":"2","socket":true},201,true,201]`,
		},
		{"errors", `new Promise(done => io.socket.get('/bad', (body, jwr) => done(body + ' ' + jwr.statusCode + ' ' + jwr.error.message)))`, "not like that 400 Server responded with a 400 status code: not like that"},
		{"no such route", `new Promise(done => io.socket.delete('/nope', (body, jwr) => done(jwr.statusCode + ' ' + jwr.error.message)))`, "404 Server responded with a 404 status code: Not Found"},
		{"events, once", `new Promise(done => { io.socket.once('news', m => io.socket.get('/event', () => done(m.text + (io.socket.listeners.lists.news || []).length))); io.socket.get('/event'); })`, "ä\u20280"},
		{"off", `new Promise(done => { let n = 0; const f = () => n++; io.socket.on('news', f); io.socket.off('news', f); io.socket.get('/event', () => done(String(n))); })`, "0"},
		{"bytes", `new Promise(done => { io.socket.on('bytes', m => done(Array.from(new Uint8Array(m.list[0])).join())); io.socket.get('/bytes'); })`, "1,2,255"},
		{
			"disconnection and the way back", `new Promise(done => { const seen = []; io.socket.reconnectionDelay = 1;
				['disconnect', 'reconnecting', 'reconnect'].forEach(e => io.socket.on(e, () => { seen.push(e); if (e === 'reconnect') { done(seen.join()); } }));
				io.socket.get('/away', (body, jwr) => seen.push('answer ' + jwr.statusCode + ' ' + jwr.error.message)); })`,
			"answer 0 The socket was disconnected before the server answered.,disconnect,reconnecting,reconnect",
		},
		{
			"disconnect and reconnect by hand", `new Promise(done => { io.socket.disconnect(); const was = io.socket.isConnected(); io.socket.get('/empty', (b, jwr) => done(was + ' ' + jwr.statusCode)); io.socket.reconnect(); })`,
			"false 200",
		},
		{"another socket", `new Promise(done => { const other = io.sails.connect(location.origin); other.get('/empty', (b, jwr) => done(jwr.statusCode + ' ' + (other.id !== io.socket.id))); })`, "200 true"},
		{
			"a server that is not there", `new Promise(done => { const other = io.sails.connect('http://127.0.0.1:1', { reconnection: false }); other.on('connect_error', e => done(e.message)); })`,
			"The server cannot be reached over a WebSocket.",
		},
		{"wrong use", `(() => { try { io.socket.get(); } catch (e) { return e.message.slice(0, 24); } })()`, "Usage: io.socket.request"},
	} {
		once, cancel := context.WithTimeout(ctx, 30*time.Second)
		got, err := chromedp.Run(once, chromedp.Evaluate[string](c.script, chromedp.EvalAwaitPromise))
		cancel()
		if err != nil || got != c.want {
			t.Errorf("%s: %q (%v), want %q", c.name, got, err, c.want)
		}
	}
}

// TestOwnClientIsBehindTheProjects: a file of the project is served in its place,
// and without sockets there is none.
func TestOwnClientIsBehindTheProjects(t *testing.T) {
	files := txtar.Parse([]byte(talkingProject)).Files
	script, err := os.ReadFile(filepath.Join("..", "..", "..", "engine", "socketclient", "sails.io.js"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, path, want string
		status           int
		more             []txtar.File
	}{
		{"here", "/js/dependencies/sails.io.js", string(script), 200, nil},
		{"of the project", "/dependencies/sails.io.js", "own", 200, []txtar.File{{Name: "assets/dependencies/sails.io.js", Data: []byte("own")}}},
		{"without sockets", "/dependencies/sails.io.js", "", 404, []txtar.File{{Name: ".sailsrc", Data: []byte(`{"hooks": {"sockets": false, "pubsub": false}}`)}}},
		{"elsewhere", "/sails.io.js", "", 404, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := serve(t, t.TempDir(), append(files[:len(files):len(files)], c.more...))
			res, err := http.Get(server.Base + c.path)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = res.Body.Close() }()
			text, err := io.ReadAll(res.Body)
			if err != nil {
				t.Fatal(err)
			}
			body := string(text)
			if status := res.StatusCode; status != c.status || c.want != "" && strings.TrimSpace(body) != strings.TrimSpace(c.want) {
				t.Errorf("%d %.60q", status, body)
			}
		})
	}
}
