package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"framework/engine"
	"framework/engine/testenv"
	"framework/watch"
)

// later is the machine's clock, put forward.
type later struct {
	watch.SystemClock
	mu sync.Mutex
	by time.Duration
}

func (c *later) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.SystemClock.Now().Add(c.by)
}

func (c *later) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by += d
}

const gated = `
-- package.json --
{}
-- config/policies.js --
module.exports.policies = { '*': 'gate' };
-- config/routes.js --
module.exports.routes = { 'GET /open': 'AController.open' };
-- api/policies/gate.js --
module.exports = function (req, res) { res.send(403, 'closed'); };
-- api/policies/other.js --
module.exports = function (req, res) { res.send(403, 'closed by another'); };
-- api/controllers/AController.js --
module.exports = { open: function (req, res) { res.send('open'); } };
`

// A version is not made of a file that a save has emptied: policies would guard
// nothing until the save is done.
func TestAnEmptiedFileIsNoVersion(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	for name, file := range map[string]string{
		"policies": "config/policies.js", "a script": "api/policies/gate.js", "the package": "package.json",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := new(later)
			l := liven(t, gated, memory(), func(o *engine.Options) { o.Clock, o.Settle = clock, 24*time.Hour })
			l.expect("/open", "closed")
			whole, err := os.ReadFile(filepath.Join(l.dir, filepath.FromSlash(file)))
			if err != nil {
				t.Fatal(err)
			}
			l.write(file, "")
			ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
			defer cancel()
			if _, err := l.app.Reload(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v, want a build that waits", err)
			}
			l.expect("/open", "closed")

			done := make(chan error, 1)
			go func() {
				_, err := l.app.Reload(context.Background())
				done <- err
			}()
			l.write("config/policies.js", "module.exports.policies = { '*': 'other' };")
			if file != "config/policies.js" {
				l.write(file, string(whole))
			}
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			l.reload()
			l.expect("/open", "closed by another")

			l.write("config/policies.js", "")
			clock.forward(48 * time.Hour)
			l.reload()
			l.expect("/open", "open") // it is what it was meant to be
		})
	}
}

// Nor is it made of a file that was written, or came, while it was built.
func TestFilesThatChangeDuringABuild(t *testing.T) {
	t.Parallel()
	const save = "var fs = require('fs'), file = __dirname + '/policies.js';\n" +
		"if (!fs.existsSync(file) || !/other/.test(fs.readFileSync(file, 'utf8'))) {\n" +
		"  fs.writeFileSync(file, \"module.exports.policies = { '*': 'other' };\");\n}\nmodule.exports = {};\n"
	for name, prepare := range map[string]func(l *live){
		"half written": func(l *live) { l.write("config/policies.js", "module.exports.policies = {};") },
		"gone":         func(l *live) { l.remove("config/policies.js") },
		"broken":       func(l *live) { l.write("config/policies.js", "module.exports.policies = {") },
		"empty":        func(l *live) { l.write("config/policies.js", "") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := liven(t, gated, memory(), func(o *engine.Options) { o.Settle = 24 * time.Hour })
			prepare(l)
			if name == "broken" {
				l.write("config/a.js", save) // before the policies are read
			} else {
				l.write("config/z.js", save)
			}
			l.reload()
			l.expect("/open", "closed by another")
		})
	}
}

// A project that writes its own files at each start is served all the same.
func TestAProjectThatWritesItsFiles(t *testing.T) {
	t.Parallel()
	l := liven(t, gated+"-- config/z.js --\n"+
		"require('fs').writeFileSync(__dirname + '/y.js', 'module.exports.made = ' + process.hrtime()[1] + ' + ' + Math.random() + ';');\nmodule.exports = {};\n"+
		"-- config/y.js --\nmodule.exports.made = 0;\n", memory())
	l.reload()
	l.expect("/open", "closed")
}

// The health address says how changes are noticed.
func TestHealthReportsWatching(t *testing.T) {
	t.Parallel()
	l := liven(t, gated, memory())
	if got := l.get("/_framework/health"); !strings.Contains(got, `"watching":"off"`) {
		t.Errorf("got %s, want that nothing is followed", got)
	}
	l.follow()
	if got := l.get("/_framework/health"); !strings.Contains(got, `"watching":"events"`) {
		t.Errorf("got %s, want events", got)
	}
}
