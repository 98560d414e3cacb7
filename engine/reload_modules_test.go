package engine_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"framework/engine/testenv"
)

func TestModulesOutsideApiAreNeverMissed(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	l := liven(t, livePet+`
-- lib/word.js --
module.exports = 'one';
-- api/controllers/WordController.js --
var word = require('../../lib/word'), extra = 'none';
try { extra = require('../../lib/extra'); } catch (e) {}
module.exports = {
  word: function (req, res) { res.send(word); },
  extra: function (req, res) { res.send(extra); },
  busy: function (req, res) { require('fs').writeFileSync(sails.config.appPath + '/.tmp-busy', ''); for (var end = Date.now() + 2500; Date.now() < end;) {} res.send('done'); }
};
`, memory())
	l.follow()
	t.Run("while JavaScript is busy", func(t *testing.T) {
		busy := make(chan string, 1)
		go func() { busy <- l.get("/word/busy") }()
		l.appears(".tmp-busy")
		l.write("lib/word.js", "module.exports = 'two';")
		l.becomes("/word/word", "two")
		if got := <-busy; got != "done" {
			t.Errorf("the request in flight got %s", got)
		}
	})
	t.Run("one that was optional", func(t *testing.T) {
		l.write("lib/extra/index.js", "module.exports = 'extra';")
		l.becomes("/word/extra", "extra")
	})
	t.Run("while the build that reads it first runs", func(t *testing.T) {
		l.write("lib/new.js", "module.exports = 'one';")
		l.write("config/bootstrap.js", `module.exports.bootstrap = function (cb) {
  require('fs').writeFileSync(sails.config.appPath + '/.tmp-begun', '');
  setTimeout(cb, 500);
};`)
		l.write("api/controllers/NewController.js", "var word = require('../../lib/new'); module.exports = { word: function (req, res) { res.send(word); } };")
		l.appears(".tmp-begun")
		l.write("lib/new.js", "module.exports = 'two';")
		l.becomes("/new/word", "two")
	})
	t.Run("behind a link to another folder", func(t *testing.T) {
		outside := t.TempDir()
		for _, v := range []string{"v1", "v2"} {
			if err := os.Mkdir(filepath.Join(outside, v), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(outside, v, "w.js"), []byte("module.exports = '"+v+"';"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		link := func(to string) {
			t.Helper()
			_ = os.Remove(filepath.Join(l.dir, "shared")) // there may be none
			if err := os.Symlink(filepath.Join(outside, to), filepath.Join(l.dir, "shared")); err != nil {
				t.Fatal(err)
			}
		}
		link("v1")
		l.write("api/controllers/LinkController.js", "var word = require('../../shared/w'); module.exports = { word: function (req, res) { res.send(word); } };")
		l.becomes("/link/word", "v1")
		if err := os.WriteFile(filepath.Join(outside, "v1", "w.js"), []byte("module.exports = 'saved';"), 0o644); err != nil {
			t.Fatal(err)
		}
		l.becomes("/link/word", "saved")
		link("v2")
		l.becomes("/link/word", "v2")
	})
}

// appears waits for a file that the project writes.
func (l *live) appears(name string) {
	l.t.Helper()
	for deadline := time.Now().Add(generous); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(l.dir, name)); err == nil {
			return
		}
	}
	l.t.Fatalf("%s is not there", name)
}
