package shim_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/engine/admission"
	"framework/engine/profile"
	"framework/engine/response"
	"framework/engine/value"
	"framework/engine/web"
	"framework/jsapi"
	"framework/jsapi/shim"
	"framework/router"
)

func TestReplacedEnd(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12, Production: true})
	x, rec := get("/")
	_, err := w.handler(t, `
		var end = res.end;
		res.end = function () { res.set('X-One', 'seen'); end.apply(res, arguments); };
		res.json({a: 1});`).Serve(x)
	if err != nil || rec.body.String() != `{"a":1}` || rec.header.Get("X-One") != "seen" {
		t.Errorf("%v, %s, %v", err, rec.body.String(), rec.header)
	}
}

func TestFinishIsEmitted(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12})
	heard := make(chan string, 4)
	err := w.iso.Do(context.Background(), func(r *jsapi.Realm) error {
		return r.Runtime().Set("hear", func(s string) { heard <- s })
	})
	if err != nil {
		t.Fatal(err)
	}
	x, _ := get("/")
	if _, err := w.handler(t, `res.on('finish', function () { hear('finish'); }); res.once('close', function () { hear('close'); }); res.send('x');`).Serve(x); err != nil {
		t.Fatal(err)
	}
	other, _ := get("/")
	if _, err := w.handler(t, `function gone() { hear('gone'); } res.on('finish', gone); res.removeListener('finish', gone); res.on('close', function () { hear('late'); }); res.send('x');`).Serve(other); err != nil {
		t.Fatal(err)
	}
	if a, b := <-heard, <-heard; a != "finish" || b != "close" {
		t.Errorf("heard %s, %s", a, b)
	}
	if a := <-heard; a != "late" {
		t.Errorf("heard %s", a)
	}
}

// slow is a responder whose client reads one write at a time.
type slow struct {
	*recorder
	gate chan struct{}
}

func (s slow) Stream(status int) (io.WriteCloser, error) {
	w, err := s.recorder.Stream(status)
	return gated{w, s.gate}, err
}

type gated struct {
	io.WriteCloser
	gate chan struct{}
}

func (g gated) Write(b []byte) (int, error) {
	<-g.gate
	return g.WriteCloser.Write(b)
}

func TestStreamWaitsForSlowClients(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12})
	rec := slow{newRecorder(), make(chan struct{})}
	x := router.NewExchange(context.Background(), &router.Request{Method: "GET", Header: http.Header{}, Query: value.New(0)}, rec)
	go func() {
		for range 3 {
			rec.gate <- struct{}{}
		}
	}()
	_, err := w.handler(t, `
		var more = res.write(new Array(70000).join('x'));
		if (more) { throw new Error('a full queue asks for more'); }
		res.on('drain', function () { res.write('drained'); res.end('!'); });`).Serve(x)
	if err != nil || !strings.HasSuffix(rec.body.String(), "xdrained!") || rec.body.Len() != 69999+8 {
		t.Errorf("%v, %d bytes", err, rec.body.Len())
	}
}

// lines hands on what is logged.
type lines chan string

func (l lines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

// TestUnanswered: the log names the handler that has a request for too long.
func TestUnanswered(t *testing.T) {
	logged := make(lines, 8)
	w := newWorld(t, shim.Options{
		Unanswered: time.Millisecond, Log: slog.New(slog.NewTextHandler(logged, nil)),
	}, response.Options{Switches: sails12})
	ctx, cancel := context.WithCancel(t.Context())
	x, _ := get("/hang")
	x.SetContext(ctx)
	hang := w.handler(t, `;`)
	done := make(chan error, 1)
	go func() {
		_, err := hang.Serve(x)
		done <- err
	}()
	if line := <-logged; !strings.Contains(line, "a request has waited for 1ms") || !strings.Contains(line, "path=/hang action=test.run source=api/controllers/TestController.js") {
		t.Errorf("logged %q", line)
	}
	cancel()
	<-done
}

// TestUploadsAreNotUnanswered: nobody has waited while bytes of the body come.
func TestUploadsAreNotUnanswered(t *testing.T) {
	logged := make(lines, 8)
	w := newWorld(t, shim.Options{
		Unanswered: time.Millisecond, Log: slog.New(slog.NewTextHandler(logged, nil)),
	}, response.Options{Switches: sails12})
	ctx, cancel := context.WithCancel(t.Context())
	x, _ := get("/hang")
	x.SetContext(ctx)
	const coming = 5
	var asked atomic.Int64
	x.Request.Arrived = func() int64 { return min(asked.Add(1), coming) }
	hang := w.handler(t, `;`)
	done := make(chan error, 1)
	go func() {
		_, err := hang.Serve(x)
		done <- err
	}()
	if line := <-logged; !strings.Contains(line, "a request has waited for 1ms") || asked.Load() <= coming {
		t.Errorf("asked %d times, logged %q", asked.Load(), line)
	}
	cancel()
	<-done
}

func TestErrorsInCustomResponses(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12})
	err := w.iso.Do(context.Background(), func(r *jsapi.Realm) error {
		v, err := r.Runtime().RunString(`(function () { throw new Error('broken response'); })`)
		if err != nil {
			return err
		}
		fn, _ := goja.AssertFunction(v)
		return w.shim.AddResponse("forbidden", fn)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{`res.forbidden();`, `res.negotiate({status: 403});`} {
		x, _ := get("/")
		_, err := w.handler(t, code).Serve(x)
		var script *jsapi.ScriptError
		if !errors.As(err, &script) || script.Message != "broken response" {
			t.Errorf("%s: %v", code, err)
		}
	}
}

func TestErrorsThatBeganInGo(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12, Production: true, KeepErrors: true})
	cause := &router.Error{Status: 404, Message: "no such pet"}
	err := w.iso.Do(context.Background(), func(r *jsapi.Realm) error {
		return r.Runtime().Set("find", func() goja.Value {
			return r.Promise(func(context.Context) (any, error) { return nil, cause })
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	x, _ := get("/")
	if _, err := w.handler(t, `return find();`).Serve(x); !errors.Is(err, cause) {
		t.Errorf("rejected: %v", err)
	}
	x, rec := get("/")
	if _, err := w.handler(t, `find().catch(res.negotiate.bind(res));`).Serve(x); err != nil || rec.status != 404 {
		t.Errorf("negotiated: %v, %d %s", err, rec.status, rec.body.String())
	}
}

func TestSendFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "list.csv"), []byte("a,b"), 0o644); err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, shim.Options{Root: dir}, response.Options{Switches: sails12})
	for _, code := range []string{`res.sendfile('list.csv');`, `res.sendFile('../../list.csv', {root: '` + dir + `'});`, `res.download('list.csv', 'pets.csv');`} {
		x, rec := get("/")
		if _, err := w.handler(t, code).Serve(x); err != nil || rec.body.String() != "a,b" || !strings.HasPrefix(rec.header.Get("Content-Type"), "text/csv") {
			t.Errorf("%s: %v, %s %v", code, err, rec.body.String(), rec.header)
		}
	}
	x, _ := get("/")
	var known *router.Error
	if _, err := w.handler(t, `res.sendfile('none.csv');`).Serve(x); !errors.As(err, &known) || known.Status != 404 {
		t.Errorf("a missing file: %v", err)
	}
}

// uploads records what it was asked for.
func TestOverload(t *testing.T) {
	iso, err := jsapi.New(jsapi.Options{Root: t.TempDir(), QueueLength: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = iso.Close(context.Background()) }()
	var s *shim.Shim
	var h router.Handler
	if err := iso.Do(context.Background(), func(r *jsapi.Realm) error {
		if s, err = shim.New(r, shim.Options{}); err != nil {
			return err
		}
		v, err := r.Runtime().RunString(`(function (req, res) { res.send('x'); })`)
		fn, _ := goja.AssertFunction(v)
		h = s.Handler(iso, fn, shim.Info{})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	entered, release := make(chan struct{}), make(chan struct{})
	go func() {
		_ = iso.Do(context.Background(), func(*jsapi.Realm) error { close(entered); <-release; return nil })
	}()
	<-entered
	defer close(release)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	results := make(chan error, 3)
	for range 3 {
		x, _ := get("/")
		x.SetContext(admission.Arrive(ctx))
		go func() { _, err := h.Serve(x); results <- err }()
	}
	var known *router.Error
	if err := <-results; !errors.As(err, &known) || known.Status != http.StatusServiceUnavailable {
		t.Errorf("got %v, want a 503", err)
	}
	cancel()
}

func TestExchangeOfScript(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12})
	x, _ := get("/")
	var found *router.Exchange
	if err := w.iso.Do(context.Background(), func(r *jsapi.Realm) error {
		return r.Runtime().Set("look", func(v goja.Value) { found, _ = w.shim.Exchange(v) })
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.handler(t, `look(req); res.send('');`).Serve(x); err != nil || found != x {
		t.Errorf("%v, %v", found, err)
	}
}

func TestViewArguments(t *testing.T) {
	w := loadProject(t, filepath.Join(corpus, "apps/frontdesk"), "PageController.js", sails12, shim.Switches{}, true)
	const layout = "<!DOCTYPE html>\n<main><p>guessed me</p>\n</main>\n"
	for code, want := range map[string]string{
		`res.view({who: 'me', layout: 'bare'});`:                                                         layout,
		`res.view('page/guess', {who: 'me', layout: 'bare'});`:                                           layout,
		`res.locals.who = 'me'; res.locals.layout = 'bare'; res.view();`:                                 layout,
		`res.locals.who = 'you'; res.view({who: 'me', layout: 'bare'});`:                                 layout,
		`req.options.locals = {who: 'me', layout: 'bare'}; res.view();`:                                  layout,
		`res.locals = {who: 'me', layout: 'bare'}; res.view(function (err, html) { res.send(html); });`:  layout,
		`res.view('page/guess', {who: 'me', layout: 'bare'}, function (err, html) { res.send(html); });`: layout,
		`res.render('page/guess', {who: 'me', layout: 'bare'});`:                                         layout,
		`res.view('page/nothere', function (err, html) { res.send(err.code); });`:                        "E_VIEW_FAILED",
		`res.guessView({who: 'me', layout: 'bare'}, function () { res.send('none'); });`:                 layout,
	} {
		x, rec := get("/page/guess", "Accept: text/html")
		x.Options = value.Of("controller", "page", "action", "guess")
		if _, err := w.handler(t, code).Serve(x); err != nil || rec.body.String() != want {
			t.Errorf("%s: %v, %q", code, err, rec.body.String())
		}
	}
	x, _ := get("/page/broken", "Accept: text/html")
	_, err := w.handler(t, `res.view('page/broken');`).Serve(x)
	var script *jsapi.ScriptError
	var ready response.PayloadError
	if !errors.As(err, &script) || script.File != "views/page/broken.ejs" || script.Line != 1 {
		t.Errorf("a broken template: %#v", script)
	}
	if !errors.As(err, &ready) || !ready.Payload().FromView {
		t.Error("a broken template would be answered with another page")
	}
}

// TestSocketRedirect: 0.12 names the location over a socket as it was given.
func TestSocketRedirect(t *testing.T) {
	for release, want := range map[string]string{"0.11": "Redirecting to /a b", "0.12": "Redirecting to a%20b"} {
		w := newWorld(t, shim.Options{Switches: profile.Classic(release).Shim}, response.Options{Switches: sails12})
		x, rec := exchange("GET", "/pet", nil)
		if _, err := w.handler(t, `req.isSocket = true; res.redirect('a b');`).Serve(x); err != nil {
			t.Fatal(err)
		}
		if got := rec.body.String(); got != want || rec.status != 302 {
			t.Errorf("%s: got %d %q, want %q", release, rec.status, got, want)
		}
	}
}

// TestMaxAge: 0.10 to 0.12 do not round Max-Age to seconds, and 0.10 leaves out 0.
func TestMaxAge(t *testing.T) {
	for _, tt := range []struct {
		release   profile.Release
		age, want string
	}{
		{profile.Classic("0.10"), "1500", "; Max-Age=1.5;"},
		{profile.Classic("0.10"), "0", ""},
		{profile.Classic("0.11"), "1500", "; Max-Age=1.5;"},
		{profile.Classic("0.11"), "0", "; Max-Age=0;"},
		{profile.Classic("0.12"), "1500", "; Max-Age=1.5;"},
		{profile.Classic("0.12"), "0", "; Max-Age=0;"},
		{profile.Modern(), "1500", "; Max-Age=1;"},
		{profile.Modern(), "0", "; Max-Age=0;"},
	} {
		w := newWorld(t, shim.Options{Switches: tt.release.Shim}, response.Options{Switches: tt.release.Response})
		x, rec := exchange("GET", "/pet", nil)
		if _, err := w.handler(t, `res.cookie('a', 'b', { maxAge: `+tt.age+` }); res.send('');`).Serve(x); err != nil {
			t.Fatal(err)
		}
		got := rec.Header().Get("Set-Cookie")
		if !strings.Contains(got, tt.want) || strings.Contains(got, "Max-Age") != (tt.want != "") {
			t.Errorf("maxAge %s in %s: %s", tt.age, tt.release, got)
		}
	}
}

func TestParamsSnapshot(t *testing.T) {
	for _, tt := range []struct {
		switches shim.Switches
		want     string
	}{{shim.Switches{Params: router.ParamRules{Once: true}}, `{"a":1}`}, {shim.Switches{}, `{"a":2}`}} {
		w := newWorld(t, shim.Options{Switches: tt.switches}, response.Options{Production: true})
		x, rec := exchange("POST", "/", value.Of("a", int64(1)))
		if _, err := w.handler(t, `req.params.all(); req.body.a = 2; res.json(req.params.all());`).Serve(x); err != nil || rec.body.String() != tt.want {
			t.Errorf("%v, %s, want %s", err, rec.body.String(), tt.want)
		}
	}
}

func TestResponseErrorAddsPayload(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12, Production: true, KeepErrors: true})
	var thrown error
	_ = w.iso.Do(context.Background(), func(r *jsapi.Realm) error {
		_, err := r.Runtime().RunString(`throw {status: 403, refused: 'word'}`)
		thrown = r.Wrap(err)
		return nil
	})
	set := response.New(response.Options{
		Switches: sails12,
		Explain:  func(x *router.Exchange, err error) error { return w.shim.ResponseError(x.Context(), w.iso, err) },
	})
	x, rec := get("/")
	if _, err := set.Respond(x, "negotiate", thrown); err != nil || rec.status != 403 || !strings.Contains(rec.body.String(), `"refused":"word"`) {
		t.Errorf("%v, %d %s", err, rec.status, rec.body.String())
	}
}

// TestCodeAfterResponse: a handler may go on after it has answered or called next.
// It must not use the exchange at the same time as Go.
func TestCodeAfterResponse(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12})
	for range 50 {
		x, _ := get("/?a=1")
		if _, err := w.handler(t, `next(); for (var i = 0; i < 50; i++) { req.options.seen = i; req.get('Accept'); }`).Serve(x); err != nil {
			t.Fatal(err)
		}
		x.Options, x.Params = value.Of("action", "other"), value.New(0)
		if _, err := w.handler(t, `res.send('x'); for (var i = 0; i < 50; i++) { res.get('Content-Type'); try { res.cookie('a', 'b'); } catch (e) {} }`).Serve(x); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSignedCookies(t *testing.T) {
	w := newWorld(t, shim.Options{Secret: "s3cret"}, response.Options{Switches: sails12})
	x, rec := get("/")
	if _, err := w.handler(t, `res.cookie('who', 'me', {signed: true}); res.send('');`).Serve(x); err != nil {
		t.Fatal(err)
	}
	line, _ := url.PathUnescape(strings.TrimSuffix(rec.header.Get("Set-Cookie"), "; Path=/"))
	val, ok := web.Unsign(strings.TrimPrefix(line, "who=s:"), []string{"s3cret"})
	if !ok || val != "me" {
		t.Errorf("%s: signs %q, %v", line, val, ok)
	}
	w = newWorld(t, shim.Options{}, response.Options{Switches: sails12})
	x, _ = get("/")
	if _, err := w.handler(t, `res.cookie('who', 'me', {signed: true});`).Serve(x); err == nil || !strings.Contains(err.Error(), "secret") {
		t.Errorf("without a secret: %v", err)
	}
}

// TestHostileInput: wrong input of clients and projects is an error, never a crash,
// and does not pollute prototypes.
func TestHostileInput(t *testing.T) {
	w := newWorld(t, shim.Options{}, response.Options{Switches: sails12, Production: true})
	body := value.Of("__proto__", value.Of("admin", true), "constructor", "x", "toString", "y")
	x, rec := exchange("POST", "/?hasOwnProperty=1", body)
	x.Params = value.Of("length", "9", "id", "\x00")
	if _, err := w.handler(t, `
		var all = req.allParams();
		res.json([({}).admin === undefined, typeof all, req.param('constructor'), req.param('valueOf') === undefined, req.param('id').length]);`).Serve(x); err != nil {
		t.Errorf("%v", err)
	} else if got := rec.body.String(); got != `[true,"object","x",true,1]` {
		t.Errorf("got %s", got)
	}
	for _, code := range []string{
		`var a = {}; a.a = a; res.json(a);`,
		`var send = res.send; send('x');`,
		`res.cookie('a b', 'c');`,
		`req.validate({a: 'nosuchrule'});`,
		`res.on('finish', 3);`,
	} {
		x, _ := get("/")
		if _, err := w.handler(t, code).Serve(x); err == nil {
			t.Errorf("%s: no error", code)
		}
	}
}
