package engine_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"framework/engine"
	"framework/engine/value"
)

// write puts files, by their names, into a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestHookFailures(t *testing.T) {
	for name, c := range map[string]struct{ hook, want string }{
		"never calls back":   {`module.exports = function () { return { initialize: function (cb) {} }; };`, `the hook "odd" (api/hooks/odd.js) has not loaded after 30 ms`},
		"own time-out":       {`module.exports = function () { return { defaults: { odd: { _hookTimeout: 20 } }, initialize: function (cb) {} }; };`, `has not loaded after 20 ms`},
		"reports an error":   {`module.exports = function () { return { initialize: function (cb) { cb(new Error('no network')); } }; };`, `no network`},
		"reports a text":     {`module.exports = function () { return { initialize: function (cb) { cb('no luck'); } }; };`, `the hook "odd" (api/hooks/odd.js) reported: no luck`},
		"throws":             {`module.exports = function () { return { initialize: function (cb) { null.x; } }; };`, `api/hooks/odd.js:1`},
		"rejects":            {`module.exports = function () { return { initialize: async function () { throw new Error('rejected'); } }; };`, `rejected`},
		"fails in configure": {`module.exports = function () { return { configure: function () { throw new Error('bad settings'); } }; };`, `bad settings`},
		"is no object":       {`module.exports = function () {};`, `api/hooks/odd.js: a hook is module.exports`},
		"wrong middleware":   {`module.exports = function () { return { middleware: function () {} }; };`, `"middleware" of a hook is an object`},
		"fails to lift":      {`module.exports = function () { return { handleLift: function (cb) { cb('port taken'); } }; };`, `port taken`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := engine.New(engine.Options{
				Dir:    write(t, map[string]string{"package.json": "{}", "api/hooks/odd.js": c.hook}),
				Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler), Flags: value.Of("hookTimeout", int64(30)),
			})
			err := app.Load(t.Context())
			if err == nil || !strings.Contains(engine.Explain(err), c.want) && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// TestShutdown stops a server from outside and from inside; either way the
// shutdown hooks of the project run first, once.
func TestShutdown(t *testing.T) {
	for name, lower := range map[string]string{"from outside": "", "from inside": "setTimeout(function () { sails.lower(function () { console.log('lowered'); }); }, 5);"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := write(t, map[string]string{
				"package.json": "{}",
				"config/shutdown.js": `
					module.exports.beforeShutdown = function (done) { console.log('before'); setTimeout(done, 1); };
					module.exports.bootstrap = function (cb) {
						sails.on('lower', function () { console.log('lower'); });
						` + lower + `
						cb();
					};`,
			})
			var out bytes.Buffer
			app := engine.New(engine.Options{Dir: dir, Stdout: &out, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler)})
			if err := app.Load(t.Context()); err != nil {
				t.Fatal(err)
			}
			ln, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			if lower == "" {
				cancel()
			}
			err = app.Serve(ctx, ln)
			if err := errors.Join(err, app.Close(context.Background())); err != nil {
				t.Fatal(err)
			}
			if lower != "" && t.Context().Err() == nil && ctx.Err() != nil {
				t.Fatal("the server did not stop by itself")
			}
			want := "before\nlower\n"
			if got := out.String(); !strings.HasPrefix(got, want) || strings.Count(got, "lower\n") != 1 {
				t.Errorf("printed %q, want %q first", got, want)
			}
		})
	}
}
