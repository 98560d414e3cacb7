package engine_test

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"framework/engine"
	"framework/engine/ordered"
)

// tested writes a project and runs its file test.js.
func tested(t *testing.T, ctx context.Context, test string, files ...string) (*collector, engine.TestStats, error) {
	t.Helper()
	dir := t.TempDir()
	files = append(files, "package.json", "{}", "test.js", test, "api/models/Pet.js", "module.exports = { attributes: { name: 'string' } };")
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	seen := &collector{}
	stats, err := engine.Test(ctx, engine.Options{
		Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler),
		Flags: ordered.Of("connections", ordered.Of("localDiskDb", ordered.Of("adapter", "sails-memory"))),
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
			if stats.Passes != 1 || len(seen.failed) > 0 {
				t.Errorf("%+v\n%s", stats, strings.Join(seen.reasons, "\n"))
			}
		})
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
	if len(seen.failed) > 0 {
		t.Error(strings.Join(seen.reasons, "\n"))
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
