package shim_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/engine/profile"
	"framework/engine/response"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/shim"
	"framework/router"
)

// recorder is a Responder that keeps the answer.
type recorder struct {
	mu     sync.Mutex
	header http.Header
	status int
	body   bytes.Buffer
}

func newRecorder() *recorder { return &recorder{header: http.Header{}} }

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) Commit(status int, body []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.status != 0 {
		return router.ErrCommitted
	}
	r.status = status
	r.body.Write(body)
	return nil
}

func (r *recorder) Stream(status int) (io.WriteCloser, error) {
	if err := r.Commit(status, nil); err != nil {
		return nil, err
	}
	return nopCloser{&r.body}, nil
}

func (r *recorder) Committed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.status != 0
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// session is a session in memory.
type session struct {
	data             *value.Map
	touched          bool
	saved, destroyed int
}

func (s *session) ID() string                               { return "sid" }
func (s *session) Load(context.Context) (*value.Map, error) { return s.data, nil }
func (s *session) Touch()                                   { s.touched = true }
func (s *session) Save(context.Context) error               { s.saved++; return nil }
func (s *session) Destroy(context.Context) error            { s.destroyed++; return nil }
func (s *session) Regenerate(context.Context) error         { s.data = value.New(0); return nil }

// world is a realm with a shim.
type world struct {
	iso  *jsapi.Isolate
	shim *shim.Shim
	set  *response.Set
}

var sails12 = profile.Classic("0.12").Response

func newWorld(t testing.TB, opts shim.Options, ropts response.Options) *world {
	t.Helper()
	iso, err := jsapi.New(jsapi.Options{Root: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = iso.Close(context.Background()) })
	w := &world{iso: iso}
	w.set = response.New(ropts)
	opts.Responses = w.set
	if err := iso.Do(context.Background(), func(r *jsapi.Realm) error {
		w.shim, err = shim.New(r, opts)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return w
}

// handler compiles "function (req, res, next) { code }".
func (w *world) handler(t testing.TB, code string) router.Handler {
	t.Helper()
	var h router.Handler
	err := w.iso.Do(context.Background(), func(r *jsapi.Realm) error {
		v, err := r.Runtime().RunScript("api/controllers/TestController.js", "(function (req, res, next) {"+code+"})")
		if err != nil {
			return err
		}
		fn, _ := goja.AssertFunction(v)
		h = w.shim.Handler(w.iso, fn, shim.Info{Controller: "test", Action: "run", Source: "api/controllers/TestController.js", Kind: "action"})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// get makes an exchange; header holds "Name: value" lines.
func get(target string, header ...string) (*router.Exchange, *recorder) {
	return exchange("GET", target, nil, header...)
}

func exchange(method, target string, body any, header ...string) (*router.Exchange, *recorder) {
	u, _ := url.Parse(target)
	query := value.New(0)
	for _, pair := range strings.Split(u.RawQuery, "&") {
		if k, v, ok := strings.Cut(pair, "="); ok {
			query.Set(k, v)
		}
	}
	h := http.Header{}
	for _, line := range header {
		k, v, _ := strings.Cut(line, ": ")
		h.Add(k, v)
	}
	rec := newRecorder()
	x := router.NewExchange(context.Background(), &router.Request{
		Method: method, URL: target, Path: u.Path, Header: h, Host: "127.0.0.1:1337", Remote: "127.0.0.1",
		Protocol: "http", Query: query, Body: body, Cookies: value.New(0), Signed: value.New(0), Received: time.Unix(0, 0),
	}, rec)
	x.Binding = &router.Binding{Target: "test.run"}
	x.Options = value.Of("controller", "test", "action", "run")
	return x, rec
}

func TestResponseMembers(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12})
	const jsonType, html = "application/json; charset=utf-8", "text/html; charset=utf-8"
	for _, tt := range []struct {
		code    string
		accept  string
		status  int
		ctype   string
		body    string
		headers map[string]string
	}{
		{code: `return res.send('text');`, status: 200, ctype: html, body: "text"},
		{code: `return res.send({a: 1});`, status: 200, ctype: jsonType, body: "{\n  \"a\": 1\n}"},
		{code: `return res.send([1, 'two', null]);`, status: 200, ctype: jsonType, body: "[\n  1,\n  \"two\",\n  null\n]"},
		{code: `return res.send(204);`, status: 204},
		{code: `return res.send(404);`, status: 404, ctype: "text/plain; charset=utf-8", body: "Not Found"},
		{code: `return res.send(201, 'made');`, status: 201, ctype: html, body: "made"},
		{code: `return res.send('made', 201);`, status: 201, ctype: html, body: "made"},
		{code: `return res.send(new Uint8Array([98, 121]));`, status: 200, ctype: "application/octet-stream", body: "by"},
		{code: `return res.send('');`, status: 200, ctype: html},
		{code: `return res.send(true);`, status: 200, ctype: jsonType, body: "true"},
		{code: `return res.send(null);`, status: 200},
		{code: `return res.send();`, status: 200},
		{code: `return res.json(203, ['x']);`, status: 203, ctype: jsonType, body: "[\n  \"x\"\n]"},
		{code: `return res.json(['x'], 203);`, status: 203, ctype: jsonType, body: "[\n  \"x\"\n]"},
		{code: `return res.json('just text');`, status: 200, ctype: jsonType, body: `"just text"`},
		{code: `return res.json(null);`, status: 200, ctype: jsonType, body: `null`},
		{code: `return res.json(undefined);`, status: 200, ctype: jsonType},
		{code: `return res.jsonp({p: 1});`, status: 200, ctype: "text/javascript; charset=utf-8", body: "/**/ typeof fn === 'function' && fn({\n  \"p\": 1\n});", headers: map[string]string{"X-Content-Type-Options": "nosniff"}},
		{code: `return res.jsonx({x: 1});`, status: 200, ctype: jsonType, body: "{\n  \"x\": 1\n}"},
		{code: `res.status(207); return res.send('multi');`, status: 207, ctype: html, body: "multi"},
		{code: `return res.status(202).json({});`, status: 202, ctype: jsonType, body: "{}"},
		{code: `res.set('X-One', '1'); res.set({'X-Two': 2}); return res.send(String(res.get('X-One')) + res.get('x-two'));`, status: 200, ctype: html, body: "12", headers: map[string]string{"X-One": "1", "X-Two": "2"}},
		{code: `try { res.set('X-One', 'a\r\nEvil: b'); } catch (e) { return res.send(e.name + ': ' + e.message); }`, status: 200, ctype: html, body: "TypeError: The header content contains invalid characters", headers: map[string]string{"X-One": "", "Evil": ""}},
		{code: `res.type('html'); return res.send('<b>');`, status: 200, ctype: html, body: "<b>"},
		{code: `res.contentType('application/xml'); return res.send('<a/>');`, status: 200, ctype: "application/xml; charset=utf-8", body: "<a/>"},
		{code: `res.cookie('taste', 'v w'); return res.send('');`, status: 200, ctype: html, headers: map[string]string{"Set-Cookie": "taste=v%20w; Path=/"}},
		{code: `res.cookie('o', {a: 1}, {path: '/res', httpOnly: true}); return res.send('');`, status: 200, ctype: html, headers: map[string]string{"Set-Cookie": "o=j%3A%7B%22a%22%3A1%7D; Path=/res; HttpOnly"}},
		{code: `res.cookie('x', '1', {secure: true, sameSite: 'lax'}); return res.send('');`, status: 200, ctype: html, headers: map[string]string{"Set-Cookie": "x=1; Path=/; Secure; SameSite=Lax"}},
		{code: `res.cookie('x', '1', {sameSite: true}); return res.send('');`, status: 200, ctype: html, headers: map[string]string{"Set-Cookie": "x=1; Path=/; SameSite=Strict"}},
		{code: `try { res.cookie('x', '1', {sameSite: 'often'}); } catch (e) { return res.send(e.message); }`, status: 200, ctype: html, body: "option sameSite is invalid"},
		{code: `res.clearCookie('taste'); return res.send('');`, status: 200, ctype: html, headers: map[string]string{"Set-Cookie": "taste=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"}},
		{code: `return res.redirect('/req/all');`, status: 302, ctype: "text/plain; charset=UTF-8", body: "Found. Redirecting to /req/all", headers: map[string]string{"Location": "/req/all", "Vary": "Accept"}},
		{code: `return res.redirect('/req/all');`, accept: "text/html", status: 302, ctype: "text/html; charset=UTF-8", body: `<p>Found. Redirecting to <a href="/req/all">/req/all</a></p>`},
		{code: `return res.redirect('/req/all');`, accept: "application/json", status: 302, headers: map[string]string{"Location": "/req/all"}},
		{code: `return res.redirect(301, 'http://example.invalid/x?y=1');`, status: 301, ctype: "text/plain; charset=UTF-8", body: "Moved Permanently. Redirecting to http://example.invalid/x?y=1"},
		{code: `return res.redirect('next/door');`, status: 302, ctype: "text/plain; charset=UTF-8", body: "Found. Redirecting to /next/door"},
		{code: `return res.ok({fine: 1});`, status: 200, ctype: jsonType, body: "{\n  \"fine\": 1\n}"},
		{code: `return res.ok();`, status: 200},
		{code: `return res.created({});`, status: 201, ctype: jsonType, body: "{}"},
		{code: `return res.badRequest('plain reason');`, status: 400, ctype: html, body: "plain reason"},
		{code: `return res.notFound();`, status: 404},
		{code: `return res.serverError({broke: true});`, status: 500, ctype: jsonType, body: "{\n  \"broke\": true\n}"},
		{code: `return res.negotiate({status: 409, why: 'x'});`, status: 400, ctype: jsonType, body: "{\n  \"status\": 409,\n  \"why\": \"x\"\n}"},
		{code: `res.statusCode = 206; res.write('part '); return res.end('done');`, status: 206, body: "part done"},
		{code: `res.attachment('list.csv'); return res.send('a,b');`, status: 200, ctype: "text/csv; charset=utf-8", body: "a,b", headers: map[string]string{"Content-Disposition": `attachment; filename="list.csv"`}},
		{code: `return res.format({text: function () { res.send('t'); }, html: function () { res.send('<i>'); }, json: function () { res.send({}); }});`, accept: "text/html", status: 200, ctype: html, body: "<i>"},
		{code: `return res.format({text: function () { res.send('t'); }, json: function () { res.send({}); }});`, accept: "application/json", status: 200, ctype: jsonType, body: "{}"},
		{code: `res.links({next: '/p/2', last: '/p/9'}); return res.send('');`, status: 200, ctype: html, headers: map[string]string{"Link": `</p/2>; rel="next", </p/9>; rel="last"`}},
		{code: `res.locals.seen = 1; return res.json([res.locals.seen, res.charset || null, res.headersSent]);`, status: 200, ctype: jsonType, body: "[\n  1,\n  null,\n  false\n]"},
		{code: `setLater(); function setLater() { Promise.resolve().then(function () { res.json(1); }); }`, status: 200, ctype: jsonType, body: "1"},
	} {
		t.Run(tt.code, func(t *testing.T) {
			accept := tt.accept
			if accept == "" {
				accept = "*/*"
			}
			x, rec := get("/res/x?callback=fn", "Accept: "+accept)
			v, err := w.handler(t, tt.code).Serve(x)
			if err != nil || v != router.Answered {
				t.Fatalf("verdict %v, error %v", v, err)
			}
			if rec.status != tt.status || rec.body.String() != tt.body || rec.header.Get("Content-Type") != tt.ctype {
				t.Errorf("got %d %q %q, want %d %q %q", rec.status, rec.header.Get("Content-Type"), rec.body.String(), tt.status, tt.ctype, tt.body)
			}
			for k, v := range tt.headers {
				if got := rec.header.Get(k); got != v {
					t.Errorf("header %s: %q, want %q", k, got, v)
				}
			}
		})
	}
}

func TestRequestMembers(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12, Production: true})
	body := value.Of("q", int64(2), "b", []any{int64(1)}, "id", "body-id")
	for _, tt := range []struct{ expr, want string }{
		{`[req.method, req.path, req.url]`, `["POST","/req/all","/req/all?q=1&e="]`},
		{`req.query`, `{"q":"1","e":""}`},
		{`req.body`, `{"q":2,"b":[1],"id":"body-id"}`},
		{`req.params.all()`, `{"q":"1","e":"","b":[1],"id":"body-id"}`},
		{`req.allParams()`, `{"q":"1","e":"","b":[1],"id":"body-id"}`},
		{`[req.param('id'), req.params.id, req.params.length, req.param('q'), req.param('nothing', 'fallback')]`, `["7","7",0,2,"fallback"]`},
		{`(req.body.q = 5, [req.param('q'), req.param('toString') === undefined])`, `[5,true]`},
		{`(req.param('b').push(9), req.body.b)`, `[1,9]`},
		{`[req.get('X-Probe'), req.header('x-probe'), req.headers['x-probe'], req.get('X-None') === undefined, req.get('Referrer')]`, `["beep","beep","beep",true,"http://r.example/"]`},
		{`[!!req.wantsJSON, req.xhr, req.explicitlyAcceptsHTML, !!req.isSocket, req.secure, req.protocol, req.fresh]`, `[false,false,true,false,false,"http",false]`},
		{`[req.accepts('html'), req.accepts('png') || false, req.accepts(['json', 'html']), req.is('json'), req.accepted.map(function (a) { return a.value; })]`, `["html",false,"html",false,["text/html","application/json"]]`},
		{`[req.host, req.subdomains, req.ip, req.baseUrl, req.port]`, `["127.0.0.1",[],"127.0.0.1","http://127.0.0.1:1337",1337]`},
		{`Object.keys(req.options).sort()`, `["action","controller"]`},
		{`(function () { try { req.validate({q: 'integer', e: 'email'}); } catch (e) { return [e.code, e.status, e.invalidParams.map(function (p) { return p.property + ':' + p.rule; }), e.route === req.url, e.method, e.usage.q]; } })()`, `["E_INVALID_PARAMS",400,["e:email"],true,"POST","integer"]`},
		{`(req.stamp = 1, [req.stamp, Object.keys(req), res.req === req, req.res === res])`, `[1,["stamp"],true,true]`},
	} {
		t.Run(tt.expr, func(t *testing.T) {
			x, rec := exchange("POST", "/req/all?q=1&e=", body.DeepClone(), "X-Probe: beep", "Referer: http://r.example/", "Accept: text/html,application/json;q=0.5")
			x.Params = value.Of("id", "7")
			if _, err := w.handler(t, "res.json("+tt.expr+");").Serve(x); err != nil {
				t.Fatal(err)
			}
			if got := rec.body.String(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestNextAndChain(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12, Production: true})
	x, rec := exchange("POST", "/pet", value.Of("name", "Rex"))
	policy := w.handler(t, `req.stamps = ['p']; req.body.owner = 7; req.options.limit = 3; next();`)
	if v, err := policy.Serve(x); err != nil || v != router.Pass {
		t.Fatalf("policy: %v, %v", v, err)
	}
	if got := string(value.Append(nil, x.Request.Body)); got != `{"name":"Rex","owner":7}` {
		t.Errorf("Go sees the body %s", got)
	}
	if got := x.Options.Value("limit"); got != int64(3) {
		t.Errorf("Go sees the limit %v", got)
	}
	x.Params = value.Of("id", "9")
	if _, err := w.handler(t, `res.json([req.stamps, req.body, req.params.id, req.param('id')]);`).Serve(x); err != nil {
		t.Fatal(err)
	}
	if got, want := rec.body.String(), `[["p"],{"name":"Rex","owner":7},"9","9"]`; got != want {
		t.Errorf("the action saw %s, want %s", got, want)
	}
}

func TestErrors(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12, Production: true, KeepErrors: true})
	for _, tt := range []struct {
		code   string
		status int
		body   string
	}{
		{`throw 'just a string';`, 500, `just a string`},
		{`next({status: 400, note: 'from next'});`, 400, `{"status":400,"note":"from next"}`},
		{`return Promise.reject({status: 404});`, 404, `{"status":404}`},
		{`return {then: function (ok, no) { no({status: 403}); }};`, 403, `{"status":403}`},
		{`var e = new Error('x'); e.toJSON = function () { return {mine: 1}; }; e.status = 422; throw e;`, 400, `{"mine":1,"message":"x","stack":"Error: x\n    at api/controllers/TestController.js:1:37"}`},
		{`var e = new Error('x'); e.toJSON = function () { return {message: 'y', stack: 'z'}; }; throw e;`, 500, `{"message":"y","stack":"z"}`},
		{`var e = new Error('x'); e.toJSON = function () { return 'text'; }; throw e;`, 500, `"text"`},
		{`var e = new Error('x'); e.stack = 's'; e.toJSON = function () { throw new Error('no'); }; throw e;`, 500, `{"name":"Error","message":"x","stack":"s"}`},
		{`Promise.resolve().then(function () { throw {late: true}; });`, 500, `{"late":true}`},
	} {
		t.Run(tt.code, func(t *testing.T) {
			x, rec := get("/")
			_, err := w.handler(t, tt.code).Serve(x)
			if err == nil {
				t.Fatal("no error")
			}
			var script *jsapi.ScriptError
			if !errors.As(err, &script) {
				t.Errorf("%T is no ScriptError", err)
			}
			if _, err := w.set.Respond(x, "negotiate", err); err != nil {
				t.Fatal(err)
			}
			if rec.status != tt.status || rec.body.String() != tt.body {
				t.Errorf("got %d %s, want %d %s", rec.status, rec.body.String(), tt.status, tt.body)
			}
		})
	}
}

// TestDestroyedRequestsEnd: code that refuses a request by destroying it leaves nobody waiting.
func TestDestroyedRequestsEnd(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12, Production: true})
	for _, code := range []string{`req.destroy();`, `res.destroy();`, `req.connection.destroy();`, `req.socket.end();`, `res.status(413); req.socket.destroy(); if (!req.connection.destroyed) { throw 1; }`} {
		x, rec := get("/")
		if _, err := w.handler(t, code).Serve(x); err != nil {
			t.Fatal(code, err)
		}
		want := 200
		if strings.Contains(code, "413") {
			want = 413
		}
		if rec.status != want || rec.body.Len() != 0 {
			t.Errorf("%s: got %d %s", code, rec.status, rec.body.String())
		}
	}
}

func TestSecondAnswersAreIgnored(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12})
	for _, code := range []string{
		`res.send('first'); res.send('second');`,
		`res.send('first'); next();`,
		`res.send('first'); next(new Error('late'));`,
		`res.send('first'); throw new Error('late');`,
	} {
		x, rec := get("/")
		if v, err := w.handler(t, code).Serve(x); v != router.Answered || err != nil {
			t.Errorf("%s: %v, %v", code, v, err)
		}
		if rec.body.String() != "first" {
			t.Errorf("%s: answered %q", code, rec.body.String())
		}
	}
	x, _ := get("/")
	if v, err := w.handler(t, `next(); next(); res.send('late');`).Serve(x); v != router.Pass || err != nil {
		t.Errorf("%v, %v", v, err)
	}
}

func TestSession(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12, Production: true})
	for _, tt := range []struct {
		code, data string
		touched    bool
	}{
		{`res.json(req.session.n);`, `{"n":1}`, false},
		{`req.session.n++; res.json(1);`, `{"n":2}`, true},
		{`req.session.cart = {items: []}; req.session.cart.items.push(3); next();`, `{"n":1,"cart":{"items":[3]}}`, true},
		{`delete req.session.n; res.send('');`, `{}`, true},
		{`req.flash('info', 'one'); req.flash('info', 'two'); res.json(req.flash('info'));`, `{"n":1,"flash":{}}`, true},
		{`req.session.n = 4; req.session.save(function (err) { res.json([err === undefined]); });`, `{"n":4}`, true},
		{`const s = req.session; s.id = 5; s.save = 6; s.cookie.maxAge = 7; s.cookie = 8; res.json([Object.keys(s)]);`, `{"n":1}`, false},
		{`const s = req.session; if (s.constructor.name !== 'Session' || typeof s.destroy !== 'function' || !('id' in s) || s.touch() !== s) { throw s; } res.json([Object.assign({}, s)]);`, `{"n":1}`, false},
		{`const s = Object.create(Object.getPrototypeOf(req.session)); res.json([s.id === undefined, s.cookie === undefined]);`, `{"n":1}`, false},
		{`req.session.regenerate(function () { req.session.fresh = true; res.json(1); });`, `{"fresh":true}`, true},
		{`req.session.n = 5; throw new Error('after it');`, `{"n":5}`, true},
		{`req.session.n = 6; next(new Error('after it'));`, `{"n":6}`, true},
		{`req.session.n = 7; return Promise.resolve().then(function () { req.session.n = 8; throw new Error('after it'); });`, `{"n":8}`, true},
	} {
		t.Run(tt.code, func(t *testing.T) {
			s := &session{data: value.Of("n", int64(1))}
			x, _ := get("/")
			x.Session = s
			if _, err := w.handler(t, tt.code).Serve(x); (err != nil) != strings.Contains(tt.code, "after it") {
				t.Fatal(err)
			}
			if got := string(value.Append(nil, s.data)); got != tt.data || s.touched != tt.touched {
				t.Errorf("session %s touched %v, want %s %v", got, s.touched, tt.data, tt.touched)
			}
		})
	}
}

func TestCustomResponses(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12, Production: true})
	var fromGo func(x *router.Exchange, data any) (router.Verdict, error)
	err := w.iso.Do(context.Background(), func(r *jsapi.Realm) error {
		v, err := r.Runtime().RunString(`(function (reason) { this.res.status(403); return this.res.json({denied: true, reason: reason || null, how: this.req.method}); })`)
		if err != nil {
			return err
		}
		fn, _ := goja.AssertFunction(v)
		fromGo = w.shim.Response(w.iso, "forbidden", fn)
		return w.shim.AddResponse("forbidden", fn)
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"denied":true,"reason":"not you","how":"GET"}`
	x, rec := get("/")
	if _, err := w.handler(t, `return res.forbidden('not you');`).Serve(x); err != nil || rec.body.String() != want {
		t.Errorf("from JavaScript: %s, %v", rec.body.String(), err)
	}
	x, rec = get("/")
	if _, err := fromGo(x, "not you"); err != nil || rec.body.String() != want || rec.status != 403 {
		t.Errorf("from Go: %d %s, %v", rec.status, rec.body.String(), err)
	}
	x, rec = get("/")
	if _, err := w.handler(t, `res.negotiate({status: 403});`).Serve(x); err != nil || rec.body.String() != `{"denied":true,"reason":{"status":403},"how":"GET"}` {
		t.Errorf("negotiated: %s, %v", rec.body.String(), err)
	}
}

func TestClientGone(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12})
	x, _ := get("/")
	ctx, cancel := context.WithCancel(context.Background())
	x.SetContext(ctx)
	cancel()
	if _, err := w.handler(t, `/* never answers */`).Serve(x); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkSmallAction(b *testing.B) {
	w := newWorld(b, shim.Options{}, response.Options{Switches: sails12, Production: true})
	h := w.handler(b, `return res.json({hello: req.param('name'), n: 1});`)
	b.ReportAllocs()
	for b.Loop() {
		x, _ := get("/hello?name=world")
		if _, err := h.Serve(x); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBareCall(b *testing.B) {
	rt := goja.New()
	v, _ := rt.RunString(`(function (name) { return {hello: name, n: 1}; })`)
	fn, _ := goja.AssertFunction(v)
	name := rt.ToValue("world")
	b.ReportAllocs()
	for b.Loop() {
		v, err := fn(goja.Undefined(), name)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := v.(*goja.Object).MarshalJSON(); err != nil {
			b.Fatal(err)
		}
	}
}
