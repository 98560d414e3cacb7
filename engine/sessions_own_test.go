package engine_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"

	"framework/engine"
	"framework/engine/enginetest"
	"framework/engine/testenv"
)

// ownStore is a store of the project's own, as those for express-session are.
const ownStore = `
-- lib/store.js --
module.exports = function (session) {
  return class Own extends session.Store {
    constructor(options) { super(); this.all = new Map(); this.prefix = options.prefix || ''; this.on('x', () => {}); }
    get(id, done) { setTimeout(() => { const text = this.all.get(this.prefix + id); done(null, text && JSON.parse(text)); }, 1); }
    set(id, data, done) {
      if (!data.cookie || data.cookie.maxAge === undefined || data.cookie.expires === undefined) { return done(new Error('no cookie')); }
      this.all.set(this.prefix + id, JSON.stringify(data)); done && done();
    }
    destroy(id, done) { this.all.delete(this.prefix + id); process.nextTick(done); }
    touch(id, data, done) { if (!data.cookie) { return done(new Error('no cookie')); } done(); }
  };
};
`

// TestOwnSessionStores: sessions are kept in stores that were written for
// express-session, however the project names them.
func TestOwnSessionStores(t *testing.T) {
	testenv.Slow(t)
	redis := miniredis.RunT(t)
	for _, tc := range []struct{ name, packages, settings string }{
		{"function", "", `{ secret: 'x', adapter: require('../lib/store'), prefix: 'p:' }`},
		{"object", "", `{ secret: 'x', store: new (require('../lib/store')({ Store: require('events') }))({}) }`},
		{"construct", "", `{ secret: 'x', adapter: require('../lib/store'), handleConstructingSessionStore: function (config, adapter, session) {
			const Own = adapter(session); return new Own({ prefix: config.name });
		} }`},
		{"name", "session-file-store@1.5.0", `{ secret: 'x', adapter: 'session-file-store', path: '.tmp/sessions', logFn: function () {}, retries: 0 }`},
		{"connect-redis 3", "connect-redis@3.4.2 redis@2.8.0", `{ secret: 'x', adapter: require('connect-redis'), host: '127.0.0.1', port: ` + redis.Port() + ` }`},
		{"connect-redis 6 with a client", "connect-redis@6.1.3 redis@3.1.2", `{ secret: 'x', adapter: 'connect-redis', client: require('redis').createClient('redis://` + redis.Addr() + `') }`},
		{"a fall-back", "", `{ secret: 'x', adapter: function (session) { return session.MemoryStore; } }`},
		{"connect-redis 7", "connect-redis@7.1.1 redis@4.7.0 express-session@1.18.1", `(() => {
			const client = require('redis').createClient({ url: 'redis://` + redis.Addr() + `' });
			client.connect();
			return { secret: 'x', store: new (require('connect-redis').default)({ client: client, prefix: 'seven:' }) };
		})()`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			if tc.packages != "" {
				if err := os.Symlink(filepath.Join(testenv.Packages(t, strings.Fields(tc.packages)...), "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
					t.Fatal(err)
				}
			}
			server := enginetest.ServeIn(t, dir, project(accounts, ownStore, "-- config/session.js --\nmodule.exports.session = "+tc.settings+";\n"))
			sessionLife(t, server)
		})
	}
}

// TestUnfitSessionStores: what cannot be a store ends the lift and says why.
func TestUnfitSessionStores(t *testing.T) {
	for _, tc := range []struct{ settings, want string }{
		{`{ secret: 'x', store: {} }`, "config session.store"},
		{`{ secret: 'x', store: { get: function () {} } }`, "get, set and destroy"},
		{`{ secret: 'x', adapter: 'connect-nowhere' }`, "install it, write redis"},
		{`{ secret: 'x', adapter: function () { throw new Error('no disk'); } }`, "config/session.js:1"},
		{`{ secret: 'x', adapter: 'connect-mongo', autoRemove: 'sometimes' }`, `"native", "interval" or "disabled"`},
	} {
		dir := t.TempDir()
		for _, f := range project("-- config/session.js --\nmodule.exports.session = " + tc.settings + ";") {
			if err := os.MkdirAll(filepath.Join(dir, "config"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		app := engine.New(engine.Options{Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler)})
		err := app.Load(context.Background())
		if err == nil || !strings.Contains(engine.Explain(err), tc.want) {
			t.Errorf("%s: got %v, want %s", tc.settings, err, tc.want)
		}
		_ = app.Close(context.Background())
	}
}

// TestSessionStoreFails: a store that refuses is a 503 for what needs a session.
func TestSessionStoreFails(t *testing.T) {
	server := enginetest.Serve(t, project(accounts, `
-- config/session.js --
module.exports.session = { secret: 'x', store: { get: function (id, done) { done(new Error('the disk is gone')); }, set: function (id, s, done) { done(); }, destroy: function (id, done) { done(); } } };`))
	ann := visit(t, server)
	ann.expect("GET", "/account/open", "", 200, "open")
	if res, text := ann.do("GET", "/account/whoami", ""); res.StatusCode != http.StatusServiceUnavailable || strings.Contains(text, "disk") {
		t.Errorf("got %d %s", res.StatusCode, text)
	}
}
