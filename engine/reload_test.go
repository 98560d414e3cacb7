package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"framework/engine"
	"framework/engine/control"
	"framework/engine/testenv"
	"framework/engine/value"
	"framework/sockets/sockettest"
)

// live is a project that is served while its files change.
type live struct {
	t    testing.TB
	dir  string
	app  *engine.App
	base string
	log  *lockedLog
	http *http.Client
	// failure is what endsAsFresh has found.
	failure string
}

type lockedLog struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func memory() *value.Map {
	return value.Of("connections", value.Of("localDiskDb", value.Of("adapter", "sails-memory")))
}

func liven(t testing.TB, files string, flags *value.Map, adjust ...func(*engine.Options)) *live {
	t.Helper()
	l := &live{t: t, dir: t.TempDir(), log: new(lockedLog)}
	for _, f := range txtar.Parse([]byte(files)).Files {
		l.write(f.Name, string(f.Data))
	}
	opts := engine.Options{
		Dir: l.dir, Stdout: io.Discard, Stderr: io.Discard, Flags: flags,
		Log: slog.New(slog.NewTextHandler(l.log, nil)),
	}
	for _, f := range adjust {
		f(&opts)
	}
	l.app = engine.New(opts)
	if err := l.app.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(l.app.Handler())
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	l.base, l.http = server.URL, &http.Client{Jar: jar}
	t.Cleanup(func() {
		server.Close()
		l.http.CloseIdleConnections()
		if err := l.app.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return l
}

func (l *live) write(name, text string) {
	l.t.Helper()
	path := filepath.Join(l.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		l.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		l.t.Fatal(err)
	}
}

func (l *live) remove(name string) {
	l.t.Helper()
	if err := os.RemoveAll(filepath.Join(l.dir, filepath.FromSlash(name))); err != nil {
		l.t.Fatal(err)
	}
}

func (l *live) reload() engine.Diff {
	l.t.Helper()
	diff, err := l.app.Reload(context.Background())
	if err != nil {
		l.t.Fatal(err)
	}
	return diff
}

// get asks as a browser does.
func (l *live) get(path string) string {
	req, err := http.NewRequest(http.MethodGet, l.base+path, http.NoBody)
	if err != nil {
		return err.Error()
	}
	req.Header.Set("Accept", "text/html")
	res, err := l.http.Do(req)
	if err != nil {
		return err.Error()
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return err.Error()
	}
	return string(body)
}

func (l *live) expect(path, want string) {
	l.t.Helper()
	if got := l.get(path); got != want {
		l.t.Errorf("GET %s: got %s, want %s", path, got, want)
	}
}

// generous is how long what has to come may take on a machine that is busy.
const generous = 3 * time.Minute

// becomes waits until path is answered with want.
func (l *live) becomes(path, want string) {
	l.t.Helper()
	var got string
	for deadline := time.Now().Add(generous); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if got = l.get(path); got == want {
			return
		}
	}
	l.t.Fatalf("GET %s: got %s, want %s\n%s", path, got, want, l.log)
}

// logged waits for a line of the log.
func (l *live) logged(text string) {
	l.t.Helper()
	for deadline := time.Now().Add(generous); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if strings.Contains(l.log.String(), text) {
			return
		}
	}
	l.t.Fatalf("the log lacks %q:\n%s", text, l.log)
}

const livePet = `
-- api/models/Pet.js --
module.exports = { schema: true, migrate: 'drop', attributes: { name: 'string' } };
-- api/services/Names.js --
module.exports = { version: function () { return 'one'; } };
-- api/controllers/PetController.js --
var fs = require('fs');
module.exports = {
  version: function (req, res) { res.send(Names.version()); },
  count: function (req, res) { Pet.count().exec(function (err, n) { res.send(err ? String(err) : 'pets ' + n); }); },
  visit: function (req, res) { req.session.visits = (req.session.visits || 0) + 1; res.send('visit ' + req.session.visits); },
  slow: function (req, res) {
    fs.writeFileSync(sails.config.appPath + '/.tmp-started', '');
    (function wait() {
      if (!fs.existsSync(sails.config.appPath + '/.tmp-go')) { return setTimeout(wait, 5); }
      Pet.count().exec(function (err, n) { res.send(err ? String(err) : Names.version() + ', pets ' + n); });
    })();
  }
};
`

func TestRequestsInFlightFinishOnTheirVersion(t *testing.T) {
	t.Parallel()
	l := liven(t, livePet, memory())
	l.get("/pet/create?name=Rex")
	answer := make(chan string, 1)
	go func() { answer <- l.get("/pet/slow") }()
	for {
		if _, err := os.Stat(filepath.Join(l.dir, ".tmp-started")); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	for i := range 4 {
		version := fmt.Sprintf("version %d", i)
		l.write("api/services/Names.js", "module.exports = { version: function () { return '"+version+"'; } };")
		if i%2 == 1 {
			l.write("config/bootstrap.js", "module.exports.bootstrap = function (cb) { cb(new Error('no')); };")
			if _, err := l.app.Reload(context.Background()); err == nil {
				t.Error("a failing bootstrap was reloaded")
			}
			l.remove("config/bootstrap.js")
		}
		l.reload()
		l.expect("/pet/version", version)
		l.expect("/pet/count", "pets 1")
	}
	l.write(".tmp-go", "")
	if got := <-answer; got != "one, pets 1" {
		t.Errorf("the old request got %q", got)
	}
}

func TestStreamsInFlightGoOn(t *testing.T) {
	t.Parallel()
	l := liven(t, livePet+`
-- api/controllers/StreamController.js --
module.exports = {
  ticks: function (req, res) {
    var n = 0;
    res.write('begun ');
    var id = setInterval(function () {
      if (n === 0 && !require('fs').existsSync(sails.config.appPath + "/.tmp-go")) { return; }
      res.write(String(n++));
      if (n === 5) { clearInterval(id); res.end(' over'); }
    }, 5);
  }
};
`, memory())
	res, err := l.http.Get(l.base + "/stream/ticks")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	begun := make([]byte, len("begun "))
	if _, err := io.ReadFull(res.Body, begun); err != nil {
		t.Fatal(err)
	}
	l.reload()
	l.reload()
	l.write(".tmp-go", "")
	if rest, err := io.ReadAll(res.Body); err != nil || string(rest) != "01234 over" {
		t.Errorf("the rest of the stream is %q, %v", rest, err)
	}
}

func TestSessionsAndRecordsLiveOn(t *testing.T) {
	t.Parallel()
	l := liven(t, livePet, memory())
	l.expect("/pet/visit", "visit 1")
	l.get("/pet/create?name=Rex")
	l.write("api/services/Names.js", "module.exports = { version: function () { return 'two'; } };")
	l.reload()
	l.expect("/pet/visit", "visit 2")
	l.expect("/pet/count", "pets 1")

	// A version that fails late must not cost records either.
	l.write("config/policies.js", "module.exports.policies = { '*': 'noSuchPolicy' };")
	l.write("api/models/Pet.js", "module.exports = { schema: true, migrate: 'drop', attributes: { name: 'string', age: 'integer' } };")
	if _, err := l.app.Reload(context.Background()); err == nil {
		t.Error("a policy that is not there was accepted")
	}
	if got := l.get("/pet/count"); !strings.HasPrefix(got, "pets 1\n<div") {
		t.Errorf("got %s", got)
	}
	l.remove("config/policies.js")
	diff := l.reload()
	if got := diff.String(); got != "model Pet: + age" {
		t.Errorf("the diff is %q", got)
	}
	l.expect("/pet/count", "pets 0") // drop, and the schema has changed

	l.get("/pet/create?name=Rex")
	l.write("api/models/Pet.js", "module.exports = { schema: true, migrate: 'alter', attributes: { name: 'string' } };")
	l.reload()
	l.expect("/pet/count", "pets 1")
}

func TestDiffNamesRoutes(t *testing.T) {
	t.Parallel()
	l := liven(t, livePet, memory())
	l.write("config/routes.js", "module.exports.routes = { 'GET /pet/old': 'PetController.version' };")
	if got := l.reload().String(); got != "+ GET /pet/old" {
		t.Errorf("got %q", got)
	}
	l.write("config/routes.js", "module.exports.routes = { 'POST /pet/feed': 'PetController.version' };")
	l.write("api/models/Cat.js", "module.exports = {};")
	if got := l.reload().String(); got != "+ POST /pet/feed, − GET /pet/old, + model Cat" {
		t.Errorf("got %q", got)
	}
	l.remove("api/models/Cat.js")
	if got := l.reload().String(); got != "− model Cat" {
		t.Errorf("got %q", got)
	}
}

func TestBrokenSavesAreSurvivedAndExplained(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	fine := "module.exports.fine = true;"
	tests := []struct {
		name, file, text string
		want             []string // parts of the explanation
	}{
		{"syntax error", "api/controllers/CatController.js", "module.exports = {\n  a: function ( {\n};", []string{"api/controllers/CatController.js:3:2: SyntaxError", "2 |   a: function ( {", "^"}},
		{"missing module", "config/extra.js", "var x = require('./nowhere');\n", []string{"config/extra.js:1:9:", "Cannot find module './nowhere'", "no such file"}},
		{"thrown at top level", "api/services/Bad.js", "\nnull.x;\n", []string{"api/services/Bad.js:2:", "TypeError"}},
		{"endless loop", "api/services/Bad.js", "\nwhile (true) {}\n", []string{"api/services/Bad.js:2:", "ran for more than", "endless loop"}},
		{"invalid model", "api/models/Cat.js", "module.exports = { attributes: { friend: { model: 'nobody' } } };", []string{"api/models/Cat.js", "nobody"}},
		{"two controllers of one route", "api/controllers/petController.js", "module.exports = {};", []string{"api/controllers/petController.js", "rename one of them"}},
		{"route that is no route", "config/routes.js", "module.exports.routes = { 'r|(|': 'PetController.version' };", []string{`route "r|(|"`, "missing closing )"}},
		{"failing bootstrap", "config/bootstrap.js", "module.exports.bootstrap = function (cb) {\n  throw new Error('no coffee');\n};", []string{"config/bootstrap.js:2:", "no coffee"}},
		{"bootstrap that reports", "config/bootstrap.js", "module.exports.bootstrap = function (cb) { cb(new Error('no tea')); };", []string{"config/bootstrap.js:1:", "no tea"}},
		{"unusable setting", "config/port.js", "module.exports.port = 'many';", []string{"config port", "config/port.js"}},
		{"package.json", "package.json", "{\n  \"name\": \"x\",\n}", []string{"package.json:3:1:", "no comma after the last entry", "3 | }"}},
		{"locale", "config/locales/en.json", "{ 'a': 'b' }", []string{"config/locales/en.json:1:3:", "double quotes", "1 | { 'a'"}},
		{".sailsrc", ".sailsrc", "{ // words\n ]", []string{".sailsrc:2:2:", "2 |  ]"}},
	}
	l := liven(t, livePet+"-- config/fine.js --\n"+fine+"\n-- config/script.js --\nmodule.exports.script = { turnLimit: 1500 };\n-- assets/page.html --\n<html><body>page</body></html>\n", memory())
	for _, tt := range tests {
		l.write(tt.file, tt.text)
		_, err := l.app.Reload(context.Background())
		if err == nil {
			t.Errorf("%s: was served", tt.name)
			l.remove(tt.file)
			continue
		}
		page, health := l.get("/page.html"), l.get("/_framework/health")
		if !strings.HasPrefix(page, "<html><body>page</body></html>") || !strings.Contains(page, "framework-overlay") {
			t.Errorf("%s: the page lacks the overlay: %s", tt.name, page)
		}
		if !strings.Contains(health, `"status":"outdated"`) {
			t.Errorf("%s: health is %s", tt.name, health)
		}
		for _, want := range tt.want {
			if got := engine.Explain(err); !strings.Contains(got, want) {
				t.Errorf("%s: the explanation lacks %q:\n%s", tt.name, want, got)
			}
			if !strings.Contains(health, strings.Trim(string(value.AppendString(nil, want)), `"`)) {
				t.Errorf("%s: health lacks %q: %s", tt.name, want, health)
			}
		}
		l.expectStatusJSON(tt.name)
		l.remove(tt.file)
		l.reload()
		l.expect("/page.html", "<html><body>page</body></html>\n")
		if health := l.get("/_framework/health"); !strings.Contains(health, `"status":"ok"`) {
			t.Errorf("%s: afterwards health is %s", tt.name, health)
		}
	}
}

// TestOverlayIsForPages breaks a save: compressed pages show it as well, what
// scripts fetch does not.
func TestOverlayIsForPages(t *testing.T) {
	t.Parallel()
	l := liven(t, livePet+`
-- views/page.ejs --
<p>page</p>
-- config/routes.js --
module.exports.routes = { 'GET /page': { view: 'page' } };
-- config/http.js --
module.exports.http = { middleware: { order: ['compress', 'router'] } };
-- config/views.js --
module.exports.views = { layout: false };
`, memory())
	l.write("config/bad.js", "module.exports = {")
	if _, err := l.app.Reload(context.Background()); err == nil {
		t.Fatal("was served")
	}
	for name, tt := range map[string]struct {
		header http.Header
		want   bool
	}{
		"page":            {http.Header{}, true},
		"compressed page": {http.Header{"Accept-Encoding": {"gzip"}}, true},
		"jQuery":          {http.Header{"X-Requested-With": {"XMLHttpRequest"}}, false},
		"fetch":           {http.Header{"Sec-Fetch-Dest": {"empty"}}, false},
		"navigation":      {http.Header{"Sec-Fetch-Dest": {"document"}}, true},
	} {
		tt.header.Set("Accept", "text/html")
		req := httptest.NewRequest(http.MethodGet, "/page", http.NoBody)
		req.Header = tt.header
		w := httptest.NewRecorder()
		l.app.Handler().ServeHTTP(w, req)
		if got := strings.Contains(w.Body.String(), "framework-overlay"); got != tt.want || w.Code != http.StatusOK {
			t.Errorf("%s: overlay %v, want %v; status %d, %q", name, got, tt.want, w.Code, w.Body)
		}
	}
}

func TestChangeOfAddressNeedsRestart(t *testing.T) {
	t.Parallel()
	l := liven(t, livePet+"-- config/port.js --\nmodule.exports.port = 4001;\n", memory())
	l.write("config/port.js", "module.exports.port = 4002;")
	if d := l.reload(); len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0].What, ":4002) than the one on which the server listens") {
		t.Errorf("warnings are %q", d.Warnings)
	}
	if d := l.reload(); len(d.Warnings) != 0 {
		t.Errorf("the next save warns again: %q", d.Warnings)
	}
}

// expectStatusJSON asks as a program does, which gets no overlay.
func (l *live) expectStatusJSON(name string) {
	l.t.Helper()
	res, err := l.http.Get(l.base + "/pet/version")
	if err != nil {
		l.t.Fatal(err)
	}
	defer res.Body.Close()
	if body, err := io.ReadAll(res.Body); err != nil || string(body) != "one" {
		l.t.Errorf("%s: a program got %s, %v", name, body, err)
	}
}

func TestCancelledReloadLeavesNothing(t *testing.T) {
	t.Parallel()
	l := liven(t, livePet, memory())
	l.write("api/services/Bad.js", "while (true) {}")
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if _, err := l.app.Reload(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if f := l.app.Failure(); f != nil {
		t.Errorf("a cancelled build counts as a failure: %v", f.Err)
	}
	l.expect("/pet/version", "one")
}

// follow makes l reload by itself.
func (l *live) follow() {
	l.t.Helper()
	w, err := l.app.Watch()
	if err != nil {
		l.t.Fatal(err)
	}
	stop := l.app.Follow(context.Background(), w)
	l.t.Cleanup(func() {
		stop()
		_ = w.Close()
	})
}

func TestEveryKindOfFileTakesEffect(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	l := liven(t, livePet+`
-- package.json --
{ "dependencies": { "sails": "~0.12.0" } }
-- config/routes.js --
module.exports.routes = { 'GET /v': { view: 'v' }, 'GET /l': 'AllController.locale', 'GET /p': 'AllController.open' };
-- config/views.js --
module.exports.views = { layout: false };
-- config/policies.js --
module.exports.policies = { AllController: { open: 'gate' } };
-- config/locales/en.json --
{ "hello": "Hello" }
-- config/word.js --
require('fs').readFileSync('.env', 'utf8').split('\n').forEach(function (line) {
  var at = line.indexOf('=');
  if (at > 0 && !(line.slice(0, at) in process.env)) { process.env[line.slice(0, at)] = line.slice(at + 1); }
});
module.exports.word = 'one';
-- .env --
FRAMEWORK_TEST_WORD=one
-- node_modules/word/index.js --
module.exports = 'one';
-- node_modules/.package-lock.json --
{}
-- views/v.ejs --
view one
-- lib/helper.js --
module.exports = 'one';
-- api/policies/gate.js --
module.exports = function (req, res, next) { req.options.gate = 'one'; next(); };
-- api/responses/greet.js --
module.exports = function () { this.res.send('one'); };
-- api/blueprints/find.js --
module.exports = function (req, res) { res.send('found one'); };
-- api/controllers/AllController.js --
var helper = require('../../lib/helper');
module.exports = {
  locale: function (req, res) { res.send(req.__('hello')); },
  open: function (req, res) { res.send(req.options.gate); },
  greet: function (req, res) { res.greet(); },
  helper: function (req, res) { res.send(helper); },
  word: function (req, res) { res.send(sails.config.word); },
  version: function (req, res) { res.send(sails.version); },
  later: function (req, res) { res.send(require('../../lib/late')); },
  env: function (req, res) { res.send(process.env.FRAMEWORK_TEST_WORD); },
  package: function (req, res) { res.send(require('word')); }
};
-- lib/late.js --
module.exports = 'one';
-- assets/a.txt --
asset one
`, memory())
	l.follow()
	l.expect("/all/later", "one")
	steps := []struct{ file, text, path, want string }{
		{"views/v.ejs", "view two", "/v", "view two"},
		{"config/locales/en.json", `{ "hello": "Hi" }`, "/l", "Hi"},
		{"api/policies/gate.js", "module.exports = function (req, res, next) { req.options.gate = 'two'; next(); };", "/p", "two"},
		{"api/responses/greet.js", "module.exports = function () { this.res.send('two'); };", "/all/greet", "two"},
		{"api/blueprints/find.js", "module.exports = function (req, res) { res.send('found two'); };", "/pet", "found two"},
		{"lib/helper.js", "module.exports = 'two';", "/all/helper", "two"},
		{"lib/late.js", "module.exports = 'two';", "/all/later", "two"},
		{".env", "FRAMEWORK_TEST_WORD=two", "/all/env", "two"},
		{"config/word.js", "module.exports.word = 'two';", "/all/word", "two"},
		{"config/env/development.js", "module.exports = { word: 'three' };", "/all/word", "three"},
		{"package.json", `{ "dependencies": { "sails": "~0.11.0" } }`, "/all/version", "0.11.5"},
		{".sailsrc", `{ "word": "four" }`, "/all/word", "four"},
		{"assets/a.txt", "asset two", "/a.txt", "asset two"},
		{"assets/new.txt", "asset new", "/new.txt", "asset new"},
		{"api/services/Names.js", "module.exports = { version: function () { return 'two'; } };", "/pet/version", "two"},
		{"api/controllers/NewController.js", "module.exports = { hi: function (req, res) { res.send('hi'); } };", "/new/hi", "hi"},
		{"config/routes.js", "module.exports.routes = { 'GET /w': 'AllController.word' };", "/w", "four"},
	}
	for _, s := range steps {
		l.write(s.file, s.text)
		l.becomes(s.path, s.want)
	}
	// Packages are read again when all of them are there.
	l.write("node_modules/word/index.js", "module.exports = 'two';")
	l.write("node_modules/.package-lock.json", `{ "packages": {} }`)
	l.becomes("/all/package", "two")
	// What no build reads makes none.
	before := l.get("/_framework/health")
	l.write("test/some.test.js", "throw 1;")
	l.write("notes.txt", "x")
	l.write("lib/unused.js", "throw 1;")
	l.write("assets/b.txt", "b")
	l.write("api/marker.txt", "x") // settles what came before it
	l.logged("api/marker.txt")
	if after := l.get("/_framework/health"); after == before || l.app.Failure() != nil {
		t.Errorf("health was %s, is %s", before, after)
	}
	if strings.Contains(l.log.String(), "unused") || strings.Contains(l.log.String(), "some.test") {
		t.Errorf("a file that nothing reads was reloaded for:\n%s", l.log)
	}
}

func TestBrokenSaveIsReportedOnce(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	l := liven(t, livePet, memory())
	l.follow()
	l.write("config/bad.js", "module.exports = {\n  a: function ( {\n};")
	l.logged("config/bad.js:3:2:")
	for _, name := range []string{"x", "y"} {
		l.write("config/"+name+".js", "module.exports."+name+" = 1;")
		for n := 1; strings.Count(l.log.String(), "still not reloaded") < n; {
			time.Sleep(time.Millisecond)
		}
	}
	if n := strings.Count(l.log.String(), "the last good version is served"); n != 1 {
		t.Errorf("logged %d times, want once:\n%s", n, l.log)
	}
	// A missing module that appears, wherever it is, is enough.
	l.write("config/bad.js", "module.exports.word = require('../lib/word');")
	l.logged("Cannot find module '../lib/word'")
	l.write("lib/word.js", "module.exports = 'broken;")
	l.logged("lib/word.js:1:")
	l.write("lib/word.js", "module.exports = 'fine';")
	l.logged("reloaded in")
	// A build that never ends is given up for the next save.
	l.write("api/services/Bad.js", "while (true) {}")
	l.write("api/services/Names.js", "module.exports = { version: function () { return 'two'; } };")
	l.write("api/services/Bad.js", "")
	l.becomes("/pet/version", "two")
}

func TestWatchingFollowsItsConfiguration(t *testing.T) {
	t.Parallel()
	l := liven(t, livePet+"-- config/watch.js --\nmodule.exports.watch = { ignore: ['api/services/**'] };\n", memory())
	l.follow()
	names := func(v string) {
		l.write("api/services/Names.js", "module.exports = { version: function () { return '"+v+"'; } };")
	}
	settle := func(name string) {
		l.write("config/"+name+".js", "module.exports."+name+" = 1;")
		l.logged("config/" + name + ".js")
	}
	names("two")
	settle("marker1") // which loads the other file as well: only what asks for it is ignored
	if strings.Contains(l.log.String(), "Names.js") {
		t.Errorf("an ignored file was reloaded for:\n%s", l.log)
	}
	l.write("config/watch.js", "module.exports.watch = {};")
	l.logged("config/watch.js")
	names("three")
	l.becomes("/pet/version", "three")
	l.write("config/watch.js", "module.exports.watch = false;")
	l.logged("no longer watching")
	names("four")
	if _, err := control.AskReload(context.Background(), l.dir); err != nil {
		t.Fatal(err)
	}
	l.expect("/pet/version", "four")
}

func TestOtherProcessesAskForReload(t *testing.T) {
	t.Parallel()
	l := liven(t, livePet, memory())
	var none *control.NoServerError
	if _, err := control.AskReload(context.Background(), l.dir); !errors.As(err, &none) {
		t.Errorf("without a server: %v", err)
	}
	stop := l.app.Follow(context.Background(), nil)
	l.write("api/services/Names.js", "module.exports = { version: function () { return 'two'; } };")
	said, err := control.AskReload(context.Background(), l.dir)
	if err != nil || len(said) != 1 || !strings.Contains(said[0], "reloaded in") {
		t.Errorf("got %q, %v", said, err)
	}
	l.expect("/pet/version", "two")
	l.write("api/services/Names.js", "module.exports = {")
	if _, err = control.AskReload(context.Background(), l.dir); err == nil || !strings.Contains(err.Error(), "api/services/Names.js:1:") {
		t.Errorf("a broken version: %v", err)
	}
	if failures, err := control.AskFailures(context.Background(), l.dir); err != nil || len(failures) != 1 {
		t.Errorf("failures are %q, %v", failures, err)
	}
	files, _ := filepath.Glob(filepath.Join(l.dir, ".tmp/servers/*.json"))
	if len(files) != 1 {
		t.Fatalf("control files: %q", files)
	}
	if info, err := os.Stat(files[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the control file is %v, %v", info.Mode(), err)
	}
	stop()
	if files, _ := filepath.Glob(filepath.Join(l.dir, ".tmp/servers/*.json")); len(files) != 0 {
		t.Errorf("left behind: %q", files)
	}
}

// TestManyReloadsUnderLoad asks without pause, over HTTP and over sockets that
// stay, while the project is reloaded, each fourth time into something broken.
// FRAMEWORK_RELOADS is how often.
func TestManyReloadsUnderLoad(t *testing.T) {
	reloads := 60
	if testing.Short() {
		reloads = 20
	}
	if os.Getenv("FRAMEWORK_RELOADS") != "" {
		if _, err := fmt.Sscan(os.Getenv("FRAMEWORK_RELOADS"), &reloads); err != nil {
			t.Fatal(err)
		}
	}
	l := liven(t, livePet+"-- config/tick.js --\nsetInterval(function () {}, 5);\nmodule.exports.tick = true;\n", memory())
	l.get("/pet/create?name=Rex")
	round := func(n int) {
		var asked, emitted, failed atomic.Int64
		var first atomic.Value
		fail := func(what any) {
			failed.Add(1)
			first.CompareAndSwap(nil, fmt.Sprint(what))
		}
		stop := make(chan struct{})
		var clients sync.WaitGroup
		var open []*sockettest.Client
		for range 4 {
			c, err := sockettest.Dial(t.Context(), l.base, nil)
			if err != nil {
				t.Fatal(err)
			}
			open = append(open, c)
			if a, err := c.Request(t.Context(), "GET /pet", value.Undefined{}, nil); err != nil || a.Status != http.StatusOK {
				t.Fatalf("got %+v, %v", a, err)
			}
			clients.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
					}
					emitted.Add(1)
					a, err := c.Request(t.Context(), "GET /pet/count", value.Undefined{}, nil)
					switch {
					case err != nil:
						fail(err)
						return
					case a.Status != http.StatusOK || a.Body != "pets 1":
						fail(a)
					}
				}
			})
		}
		for range 4 {
			clients.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
					}
					asked.Add(1)
					if got := l.get("/pet/count"); got != "pets 1" && !strings.HasPrefix(got, "pets 1\n<div id=") {
						fail(got)
					}
				}
			})
		}
		for i := range n {
			l.write("api/services/Names.js", fmt.Sprintf("module.exports = { version: function () { return 'v%d'; } };", i))
			if i%4 == 3 {
				l.write("config/bad.js", "module.exports = {")
				if _, err := l.app.Reload(context.Background()); err == nil {
					t.Error("a broken version was served")
				}
				l.remove("config/bad.js")
				continue
			}
			l.reload()
		}
		close(stop)
		clients.Wait()
		if failed.Load() > 0 || asked.Load() == 0 || emitted.Load() == 0 {
			t.Errorf("%d of %d requests failed, the first with %v", failed.Load(), asked.Load()+emitted.Load(), first.Load())
		}
		// The sockets are subscribed as they were before.
		l.get("/pet/update/1?name=Rey")
		for _, c := range open {
			events, err := c.Heard(t.Context())
			if err != nil || !slices.ContainsFunc(events, func(e sockettest.Event) bool { return e.Name == "pet" }) {
				t.Errorf("a socket heard %v, %v", events, err)
			}
			c.Close()
		}
		t.Logf("%d reloads, %d requests over HTTP, %d over sockets", n, asked.Load(), emitted.Load())
	}
	round(12) // caches fill
	before := measure(l)
	round(reloads)
	// The last requests end, the last versions close, and goja's are collected
	// some rounds later.
	limit := before.heap + before.heap/2 + 8<<20
	var after usage
	for range 200 {
		if after = measure(l); after.goroutines <= before.goroutines && after.files <= before.files && after.heap <= limit {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Logf("before %+v, after %+v", before, after)
	if after.goroutines > before.goroutines || after.files > before.files || after.heap > limit {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

type usage struct {
	goroutines, files int
	heap              uint64
}

// measure looks at a version that has served nothing yet.
func measure(l *live) usage {
	l.reload()
	l.http.CloseIdleConnections()
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	files, _ := os.ReadDir("/proc/self/fd") // none where there is no such folder
	return usage{runtime.NumGoroutine(), len(files), m.HeapAlloc}
}
