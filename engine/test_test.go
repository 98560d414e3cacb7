package engine_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"framework/engine"
	"framework/engine/enginetest"
	"framework/engine/testenv"
	"framework/engine/value"
)

// tested writes a project and runs its file test.js.
func tested(t *testing.T, ctx context.Context, test string, files ...string) (*enginetest.Collector, engine.TestStats, error) {
	t.Helper()
	dir := t.TempDir()
	files = append([]string{"package.json", "{}", "test.js", test, "api/models/Pet.js", "module.exports = { attributes: { name: 'string' } };"}, files...)
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	seen := &enginetest.Collector{}
	stats, err := engine.Test(ctx, engine.Options{
		Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler),
		Flags: value.Of("connections", value.Of("localDiskDb", value.Of("adapter", "sails-memory"))),
	}, engine.TestOptions{Files: []string{filepath.Join(dir, "test.js")}, Timeout: 10 * time.Second, Reporter: seen})
	return seen, stats, err
}

// TestLifting is how tests get at the app.
func TestLifting(t *testing.T) {
	const check = `
		it('has the app', function () {
			if (!sails.isLifted || typeof Pet.create !== 'function') { throw new Error('not lifted'); }
			return Pet.create({ name: sails.config.word });
		});`
	for name, code := range map[string]string{
		"before the files are loaded": `if (!sails.isLifted) { throw new Error('later'); }` + check,
		"with a callback":             `before(function (done) { require('sails').lift({ word: 'x' }, function (err, app) { done(err || (app !== sails && new Error('another'))); }); });` + check,
		"with a callback alone":       `before(function (done) { require('sails').lift(done); });` + check,
		"with a promise":              `before(function () { return require('framework').lift(); });` + check,
		"with an app of its own":      `var Sails = require('sails').Sails; var app = new Sails(); before(function (done) { app.load({ hooks: { grunt: false } }, done); });` + check,
		"twice":                       `var app = require('sails'); before(function (done) { app.lift(done); }); before(function (done) { app.lift(done); });` + check,
		"and lowered":                 `before(function (done) { require('sails').lift(done); }); after(function (done) { sails.lower(done); });` + check,
	} {
		t.Run(name, func(t *testing.T) {
			seen, stats, err := tested(t, t.Context(), code)
			if err != nil {
				t.Fatal(err)
			}
			if stats.Passes != 1 || len(seen.Failed) > 0 {
				t.Errorf("%+v\n%s", stats, strings.Join(seen.Reasons, "\n"))
			}
		})
	}
}

// Tests talk to the app over connections of their own, whether it listens or not.
func TestTestsTalkToTheApp(t *testing.T) {
	port := testenv.FreePort(t)
	const asks = `
		function ask(port, path, done) {
			require('http').get({ port: port, path: path }, function (res) {
				var text = '';
				res.on('data', function (d) { text += d; }).on('end', function () { done(res.statusCode + ' ' + text); });
			});
		}
		it('answers', function (done) { `
	for name, code := range map[string]string{
		"a server of their own": asks + `
			var server = require('http').createServer(sails.hooks.http.app).listen(0, function () {
				ask(server.address().port, '/nowhere', function (got) {
					server.close();
					done(/^404/.test(got) ? null : new Error(got));
				});
			});
		});`,
		"the server of the hook": asks + `
			var server = sails.hooks.http.server;
			if (server.address()) { return done(new Error('it listens')); }
			server.listen(0, function () { ask(server.address().port, '/pet', function (got) { server.close(); done(got === '200 []' ? null : new Error(got)); }); });
		});`,
		"the port of lift": `
		var events = [];
		before(function (done) {
			var app = require('sails');
			app.on('hook:http:listening', function () { events.push('listening'); });
			app.on('lifted', function () { events.push('lifted'); ask(sails.config.port, '/pet', function (got) { events.push(got); }); });
			app.lift({ port: ` + port + ` }, function (err) { events.push('back'); done(err); });
		});` + asks + `
			ask(sails.hooks.http.server.address().port, '/pet', function (got) {
				done(got === '200 []' && /^listening,lifted,(back(,200 ..)?|200 ..,back)$/.test(events.join()) ? null : new Error(got + ' ' + events));
			});
		});`,
	} {
		t.Run(name, func(t *testing.T) {
			seen, stats, err := tested(t, t.Context(), code, "api/controllers/PetController.js", "module.exports = {};")
			if err != nil {
				t.Fatal(err)
			}
			if stats.Passes != 1 || len(seen.Failed) > 0 {
				t.Errorf("%+v\n%s", stats, strings.Join(seen.Reasons, "\n"))
			}
		})
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, port, _ = net.SplitHostPort(taken.Addr().String())
	seen, _, err := tested(t, t.Context(), `
		it('gets an error for a port that is taken', function (done) {
			require('sails').lift({ host: '127.0.0.1', port: `+port+` }, function (err) { done(/cannot listen/.test(err && err.message) ? null : new Error(String(err))); });
		});`)
	if err != nil || len(seen.Failed) > 0 {
		t.Errorf("%v\n%s", err, strings.Join(seen.Reasons, "\n"))
	}
}

func TestSettingsOfLiftWin(t *testing.T) {
	seen, _, err := tested(t, t.Context(), `
		before(function (done) {
			require('sails').lift({ word: 'given', models: { connection: 'other' }, connections: { other: { adapter: 'sails-memory' } } }, done);
		});
		it('has them', function () {
			var c = sails.config;
			var got = [c.word, c.more, c.models.connection, Pet.connection[0]].join();
			if (got !== 'given,kept,other,other') { throw new Error(got); }
		});`, "config/word.js", "module.exports = { word: 'written', more: 'kept' };")
	if err != nil {
		t.Fatal(err)
	}
	if len(seen.Failed) > 0 {
		t.Error(strings.Join(seen.Reasons, "\n"))
	}
}

// TestHooksOfLift: functions in `hooks` of the settings are hooks, as those of files are.
func TestHooksOfLift(t *testing.T) {
	hook := `function () { return {
		defaults: { __configKey__: { step: 5 } },
		configure: function () { sails.config.seen = [this.identity, this.configKey, sails.config[this.configKey].step]; },
		initialize: function (cb) { sails.config.seen.push('initialized'); cb(); },
		routes: { before: { 'GET /counted': function (req, res) { res.send('counted'); } } },
	}; }`
	for name, c := range map[string]struct{ settings, want string }{
		"a function":             {`{ hooks: { Count: ` + hook + ` } }`, `count,count,5,initialized counted`},
		"a folder's object":      {`{ hooks: { count: { index: ` + hook + ` } } }`, `count,count,5,initialized counted`},
		"with a key of its own":  {`{ hooks: { count: Object.assign(` + hook + `, { configKey: 'counting' }) } }`, `count,counting,5,initialized counted`},
		"that loadHooks names":   {`{ loadHooks: ['count'], hooks: { count: ` + hook + ` } }`, `count,count,5,initialized counted`},
		"that it does not name":  {`{ loadHooks: ['http', 'userhooks'], hooks: { count: ` + hook + ` } }`, `file 404`},
		"nor those of files":     {`{ loadHooks: ['http'], hooks: { count: ` + hook + ` } }`, `undefined 404`},
		"the server's own is so": {`{ hooks: { http: ` + hook + ` } }`, `file 404`},
		"a hook of the project":  {`{ hooks: { written: ` + hook + ` } }`, `file 404`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seen, _, err := tested(t, t.Context(), `
				before(function (done) { require('sails').load(`+c.settings+`, done); });
				it('is there', function (done) {
					sails.request('GET /counted', function (err, res, body) {
						var got = sails.config.seen + ' ' + (err ? err.status : body);
						done(got === '`+c.want+`' ? null : new Error(got));
					});
				});`, "api/hooks/written.js", "module.exports = function (sails) { return { initialize: function (cb) { sails.config.seen = sails.config.seen || 'file'; cb(); } }; };")
			if err != nil || len(seen.Failed) > 0 {
				t.Errorf("%v\n%s", err, strings.Join(seen.Reasons, "\n"))
			}
		})
	}
}

// TestRunsLeaveNothing: no goroutine outlives a run, however it ended, and
// whatever the tests left open.
func TestRunsLeaveNothing(t *testing.T) {
	before := goleak.IgnoreCurrent()
	for _, code := range []string{
		`it('passes', function () { setInterval(function () {}, 1); return Pet.create({}); });`,
		`throw new Error('while loading');`,
		`before(function (done) { require('sails').lift({ connections: { localDiskDb: { adapter: 'none' } } }, done); }); it('is not run', function () {});`,
		`var Waterline = require('waterline'); it('opens a connection', function (done) {
			var orm = new Waterline();
			orm.loadCollection(Waterline.Collection.extend({ identity: 'a', connection: 'x', attributes: {} }));
			orm.initialize({ connections: { x: { adapter: 'sails-memory' } } }, done);
		});`,
	} {
		if _, _, err := tested(t, t.Context(), code); err != nil && !strings.Contains(err.Error(), "while loading") {
			t.Error(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, _, err := tested(t, ctx, `it('hangs', function (done) {}); it('is not run', function () {});`); err == nil {
		t.Error("a run that was cancelled has no error")
	}
	goleak.VerifyNone(t, before)
}
