package bench_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
)

// BenchmarkReload measures from the moment a saved controller is closed to the
// end of the first answer of its new code, over b.N saves of projects of some
// controllers with their models: the median, the worst, and the requests that
// failed meanwhile; and, on systems with /proc, the processor time that the
// server spent for each, which is more exact than the clock on a busy machine.
// Run it with -benchtime=100x. With FRAMEWORK_BENCH_OTHERS naming a folder whose
// node_modules has sails 1.5, sails-hook-orm, sails-disk and nodemon, that pair
// is measured on the same project, and its median is reported as a multiple of
// ours.
func BenchmarkReload(b *testing.B) {
	binary := programtest.Path(b)
	for _, pairs := range []int{10, 100, 1000} {
		ours := 0.0
		b.Run(fmt.Sprintf("%d/framework", pairs), func(b *testing.B) {
			dir := reloadProject(b, pairs)
			ours = saves(b, programtest.Lift(b, binary, dir, "development"), dir)
		})
		others := os.Getenv("FRAMEWORK_BENCH_OTHERS")
		if others == "" {
			continue
		}
		b.Run(fmt.Sprintf("%d/nodemon", pairs), func(b *testing.B) {
			dir := reloadProject(b, pairs)
			if err := os.Symlink(filepath.Join(others, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
				b.Fatal(err)
			}
			addr := programtest.FreeAddr(b)
			_, port, _ := strings.Cut(addr, ":")
			s := programtest.Start(b, addr, []string{"PORT=" + port, "NODE_ENV=development"},
				"node", filepath.Join(others, "node_modules/nodemon/bin/nodemon.js"), "--quiet", "--cwd", dir, "--watch", "api", filepath.Join(dir, "app.js"))
			if theirs := saves(b, s, dir); ours > 0 {
				b.ReportMetric(theirs/ours, "times-ours")
			}
		})
	}
}

func reloadProject(b *testing.B, pairs int) string {
	b.Helper()
	var files strings.Builder
	files.WriteString(`
-- package.json --
{ "name": "reloads" }
-- app.js --
process.chdir(__dirname);
require('sails').lift({ port: Number(process.env.PORT), log: { level: 'error' } });
-- config/all.js --
module.exports = {
  hooks: { grunt: false, pubsub: false, sockets: false },
  blueprints: { actions: true, shortcuts: true, rest: true },
  models: { attributes: { id: { type: 'number', autoIncrement: true } } },
  session: { secret: 'not one' }
};
-- config/models.js --
module.exports.models = { migrate: 'alter' };
`)
	for i := range pairs {
		fmt.Fprintf(&files, "-- api/models/Thing%d.js --\nmodule.exports = { attributes: { name: { type: 'string' }, count: { type: 'number' } } };\n", i)
		fmt.Fprintf(&files, "-- api/controllers/Thing%dController.js --\n%s", i, reloadController(0))
	}
	return programtest.Project(b, files.String())
}

// reloadController is a controller of an ordinary length.
func reloadController(version int) string {
	return fmt.Sprintf(`module.exports = {
  version: function (req, res) { return res.send('version %d'); },
  list: function (req, res) {
    var limit = Math.min(Number(req.param('limit')) || 30, 100);
    var where = {};
    ['name', 'count'].forEach(function (key) {
      if (req.param(key)) { where[key] = req.param(key); }
    });
    return res.json({ where: where, limit: limit });
  },
  both: function (req, res) {
    var names = String(req.param('names') || '').split(',').filter(Boolean);
    if (names.length === 0) { return res.badRequest('names are missing'); }
    return res.json(names.map(function (name, at) { return { name: name, at: at }; }));
  }
};
`, version)
}

// saves writes b.N new versions and returns the median in milliseconds.
func saves(b *testing.B, s *programtest.Server, dir string) float64 {
	b.Helper()
	file := filepath.Join(dir, "api", "controllers", "Thing7Controller.js")
	client := &http.Client{Timeout: time.Minute}
	defer client.CloseIdleConnections()
	if status, _ := s.Ask("GET", "/thing7/version", ""); status != http.StatusOK {
		b.Fatalf("GET /thing7/version: %d\n%s", status, s.Log.String())
	}
	failed := 0
	took := make([]float64, 0, b.N)
	spent := s.ProcessorTime(b)
	b.ResetTimer()
	for i := range b.N {
		want := fmt.Sprintf("version %d", i+1)
		if err := os.WriteFile(file, []byte(reloadController(i+1)), 0o644); err != nil {
			b.Fatal(err)
		}
		closed := time.Now()
		for {
			status, body := s.Ask("GET", "/thing7/version", "")
			if status != http.StatusOK {
				failed++
			}
			if body == want {
				break
			}
			if time.Since(closed) > time.Minute {
				b.Fatalf("save %d has no effect: %d %s\n%s", i, status, body, s.Log.String())
			}
			time.Sleep(time.Millisecond)
		}
		took = append(took, float64(time.Since(closed).Microseconds())/1000)
	}
	b.StopTimer()
	if spent > 0 {
		spent = s.ProcessorTime(b) - spent
		b.ReportMetric(float64(spent.Milliseconds())/float64(b.N), "cpu-ms/op")
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "median-ms")
	b.ReportMetric(took[len(took)-1], "worst-ms")
	b.ReportMetric(float64(failed)/float64(b.N), "failed/op")
	return took[len(took)/2]
}
