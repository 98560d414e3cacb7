package engine_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"framework/engine/testenv"
)

// variants are texts that the files of a project may have, by path: broken ones
// among them.
type variants map[string][]string

// filesOfBoth are those of projects of any release.
var filesOfBoth = variants{
	"views/v.ejs":               {"one <%= typeof sails %>", "two", "<% broken( %>"},
	"config/views.js":           {"module.exports.views = { layout: false };", "module.exports.views = { layout: false, locals: { x: 1 } };"},
	"config/locales/en.json":    {`{ "hello": "Hello" }`, `{ "hello": "Hi" }`, `{ "hello": `},
	"config/word.js":            {"module.exports.word = 'one';", "module.exports.word = require('../lib/word');", "throw new Error('config');"},
	"config/local.js":           {"module.exports = { word: 'local' };", "module.exports = {};"},
	"config/policies.js":        {"module.exports.policies = { '*': 'gate' };", "module.exports.policies = { '*': true };", "module.exports.policies = { '*': 'nobody' };"},
	"api/policies/gate.js":      {"module.exports = function (req, res, next) { next(); };", "module.exports = function (req, res) { res.send(403, 'closed'); };"},
	"lib/word.js":               {"module.exports = 'lib one';", "module.exports = 'lib two';", "module.exports = ("},
	"lib/deep/index.js":         {"module.exports = 'deep one';", "module.exports = 'deep two';"},
	"api/services/Words.js":     {"module.exports = { word: function () { return 's1'; } };", "module.exports = { word: function () { return 's2'; } };"},
	"api/responses/hello.js":    {"module.exports = function () { this.res.send('r1'); };", "module.exports = function () { this.res.send('r2'); };"},
	"config/bootstrap.js":       {"module.exports.bootstrap = function (cb) { cb(); };", "module.exports.bootstrap = function (cb) { cb(new Error('no')); };"},
	"api/hooks/mine/index.js":   {"module.exports = function () { return { routes: { before: { 'GET /hook': function (req, res) { res.send('h1'); } } } }; };", "module.exports = function () { throw new Error('hook'); };"},
	"assets/page.html":          {"asset one", "asset two"},
	"config/env/development.js": {"module.exports = { word: 'env' };", "module.exports = {"},
	"config/routes.js": {
		"module.exports.routes = { 'GET /v': { view: 'v' }, 'GET /w': 'WordController.word', 'GET /l': 'WordController.hello' };",
		"module.exports.routes = { 'GET /v': { view: 'v' }, 'GET /other': 'WordController.word' };",
		"module.exports.routes = 5;",
	},
	"api/controllers/WordController.js": {
		"var deep; try { deep = require('../../lib/deep'); } catch (e) { deep = 'none'; }\nmodule.exports = { word: function (req, res) { res.send([sails.config.word, deep, typeof Words]); }, hello: function (req, res) { res.send(req.__('hello')); } };",
		"module.exports = { word: function (req, res) { res.hello(); } };",
		"module.exports = { word: function (req, res) { res.send('late ' + require('../../lib/word')); } };",
		"module.exports = {",
	},
}

// folders are what is renamed, and what becomes a link to somewhere else.
var folders = []string{"api", "api/controllers", "api/policies", "config", "config/locales", "lib", "views", "assets"}

// TestFollowingFilesOfEveryKind is TestFollowingEndsWhereAFreshStartBegins for
// views, locales, policies, configuration, package.json, links and folders, on
// projects of both profiles.
func TestFollowingFilesOfEveryKind(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	checks := 15
	if testing.Short() {
		checks = 3
	}
	for name, release := range map[string]string{
		"classic": "~0.12.0",
		"modern":  "^1.5.0",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			manifest := `{ "dependencies": { "sails": "` + release + `" } }`
			l := liven(t, "-- package.json --\n"+manifest+"\n-- config/script.js --\nmodule.exports.script = { turnLimit: 2000 };\n", memory())
			files := variants{"package.json": {manifest, manifest + "\n", `{ "name": `}}
			l.follow() // before the files come, or they would not be noticed
			for path, texts := range filesOfBoth {
				files[path] = texts
				l.write(path, texts[0])
			}
			done := 0
			rapid.Check(t, func(rt *rapid.T) {
				if done++; done > checks {
					return
				}
				for range rapid.IntRange(1, 6).Draw(rt, "operations") {
					l.shuffle(rt, files)
					if rapid.Bool().Draw(rt, "pause") {
						time.Sleep(time.Duration(rapid.IntRange(0, 60).Draw(rt, "ms")) * time.Millisecond)
					}
				}
				l.endsAsFresh(rt)
			})
		})
	}
}

// shuffle does one thing to a file, or to a folder.
func (l *live) shuffle(rt *rapid.T, files variants) {
	names := slices.Sorted(maps.Keys(files))
	file := rapid.SampledFrom(names).Draw(rt, "file")
	text := rapid.SampledFrom(files[file]).Draw(rt, "text")
	folder := rapid.SampledFrom(folders).Draw(rt, "folder")
	path := func(rel string) string { return filepath.Join(l.dir, filepath.FromSlash(rel)) }
	operation := rapid.SampledFrom([]string{"write", "write", "write", "replace", "remove", "link", "move away", "move back", "link folder", "checkout"}).Draw(rt, "operation")
	fmt.Fprintf(l.log, "%s %s %q, or %s\n", operation, file, text, folder)
	// Whatever was moved away is no mistake of the test.
	switch operation {
	case "write":
		l.write(file, text)
	case "replace":
		l.write(file+".new", text)
		_ = os.Rename(path(file+".new"), path(file))
	case "remove":
		if file != "package.json" { // without it nothing says which release the project is of
			_ = os.Remove(path(file))
		}
	case "link":
		target := filepath.Join(l.t.TempDir(), filepath.Base(file))
		if err := os.WriteFile(target, []byte(text), 0o644); err != nil {
			rt.Fatal(err)
		}
		_ = os.Remove(path(file))
		_ = os.Symlink(target, path(file))
	case "move away":
		_ = os.Rename(path(folder), path(folder+"-aside"))
	case "move back":
		_ = os.Rename(path(folder+"-aside"), path(folder))
	case "link folder":
		if info, err := os.Lstat(path(folder)); err != nil || info.Mode()&os.ModeSymlink != 0 {
			return
		}
		target := filepath.Join(l.t.TempDir(), "moved")
		if os.Rename(path(folder), target) == nil {
			_ = os.Symlink(target, path(folder))
		}
	case "checkout":
		for _, name := range names {
			if _, err := os.Stat(path(name)); err != nil {
				l.write(name, files[name][0])
				continue
			}
			_ = os.Remove(path(name))
			l.write(name, files[name][0])
		}
	}
}
