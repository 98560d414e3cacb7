package app_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/jsapi"
	"framework/jsapi/app"
)

// TestBootstrap: when the function of config/bootstrap.js is over, and what its
// failures say.
func TestBootstrap(t *testing.T) {
	for _, tt := range []struct {
		name, source string
		modern       bool
		fails, warns string
	}{
		{name: "none", source: `undefined`},
		{name: "a callback", source: `function (done) { setImmediate(done); }`},
		{name: "a callback with an error", source: `function (done) { done(new Error("no database")); }`, fails: "config/bootstrap.js reported an error"},
		{name: "twice", source: `function (done) { done(); done(); }`, warns: "finished twice"},
		{name: "thrown", source: `function (done) { throw new Error("at once"); }`, fails: "config/bootstrap.js failed"},
		{name: "an async function", source: `async function () { await null; }`},
		{name: "an async function that fails", source: `async function () { throw new Error("later"); }`, fails: "later"},
		{name: "an async function with a callback waits for it", source: `async function (done) { setImmediate(function () { seen = true; done(); }); }`},
		{name: "1.x returns", source: `function () { }`, modern: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "api"), 0o700); err != nil {
				t.Fatal(err)
			}
			iso, err := jsapi.New(jsapi.Options{Root: dir, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			defer iso.Close(context.Background())
			var in *inside
			_, err = iso.Begin(t.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
				var err error
				if in, err = enter(r, dir, app.Options{BootstrapReturns: tt.modern}); err == nil {
					_, err = r.Runtime().RunString("var seen; sails.config.bootstrap = " + tt.source)
				}
				if err != nil {
					op.Settle(nil, err)
					return
				}
				in.app.Bootstrap(op)
			}).Wait()
			if tt.fails == "" && err != nil || tt.fails != "" && (err == nil || !strings.Contains(err.Error(), tt.fails)) {
				t.Errorf("got %v, want %q", err, tt.fails)
			}
			err = iso.Do(t.Context(), func(r *jsapi.Realm) error {
				if strings.Contains(tt.source, "seen") && resultOf(r, `seen`) != "true" {
					t.Error("it did not wait for the callback")
				}
				if tt.warns != "" && !strings.Contains(in.log.String(), tt.warns) {
					t.Errorf("log %q, want %q", in.log, tt.warns)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}
