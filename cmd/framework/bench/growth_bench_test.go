package bench_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
)

// grown are the parts of a project whose number is not to matter to a request: each
// writes a project that has n of them.
var grown = []struct {
	name  string
	most  int
	files func(n int) string
}{
	{"routes", 100_000, func(n int) string {
		return fmt.Sprintf("-- config/routes.js --\nfor (var i = 0; i < %d; i++) { module.exports['GET /r' + i + '/:id'] = 'web.hello'; }\n"+
			"module.exports = { routes: Object.assign({}, module.exports) };\n", n)
	}},
	{"models", 1000, func(n int) string {
		return many(n, "api/models/M%d.js", "module.exports = { attributes: { name: 'string' } };")
	}},
	{"policies", 10_000, func(n int) string {
		return fmt.Sprintf("-- api/policies/pass.js --\nmodule.exports = function (req, res, next) { next(); };\n"+
			"-- config/policies.js --\nvar all = {};\nfor (var i = 0; i < %d; i++) { all['action' + i] = 'pass'; }\nmodule.exports.policies = { WebController: all };\n", n)
	}},
	{"locales", 1000, func(n int) string {
		return fmt.Sprintf("-- config/i18n.js --\nvar all = ['en'];\nfor (var i = 1; i < %d; i++) { all.push('l' + i); }\nmodule.exports.i18n = { locales: all, defaultLocale: 'en' };\n", n) +
			many(n, "config/locales/l%d.json", `{"hello":"hello"}`)
	}},
	{"sessions", 100_000, func(int) string { return "" }},
}

// many writes n files, whose names have a number.
func many(n int, name, text string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "-- "+name+" --\n%s\n", i, text)
	}
	return b.String()
}

// BenchmarkGrowth reports the processor time of a request to projects with 10 parts of a
// kind, and with 10, 100, 1,000… times as many, as a ratio to that of the project with 10.
// The servers are asked in turns.
func BenchmarkGrowth(b *testing.B) {
	binary := programtest.Path(b)
	for _, kind := range grown {
		b.Run(kind.name, func(b *testing.B) {
			var servers []*programtest.Server
			var sizes []int
			client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 32, DisableCompression: true}}
			b.Cleanup(client.CloseIdleConnections)
			for n := 10; n <= kind.most; n *= 10 {
				s := programtest.Lift(b, binary, programtest.Project(b, growingProject+kind.files(n)), "production", "--silent")
				if kind.name == "sessions" {
					askWeb(b, s, client, "/web/login", n) // without a jar each begins a session
				}
				askWeb(b, s, client, "/web/hello", 500) // warm
				servers, sizes = append(servers, s), append(sizes, n)
			}
			each := max(b.N/turns, 1)
			total := make([]time.Duration, len(servers))
			for turn := range turns {
				for i := range servers {
					at := (i + turn) % len(servers)
					before := servers[at].ProcessorTime(b)
					askWeb(b, servers[at], client, "/web/hello", each)
					total[at] += servers[at].ProcessorTime(b) - before
				}
			}
			b.ReportMetric(float64(total[0].Microseconds())/float64(each*turns), "10-µs")
			for i := 1; i < len(total); i++ {
				b.ReportMetric(float64(total[i])/float64(total[0]), fmt.Sprintf("%d/10", sizes[i]))
			}
		})
	}
}

const growingProject = `
-- config/models.js --
module.exports.models = { migrate: 'safe' };
-- config/session.js --
module.exports.session = { secret: 'bench' };
-- api/controllers/WebController.js --
module.exports = {
  hello: function (req, res) { return res.json({ hello: 'world', list: [1, 2, 3], nested: { ok: true } }); },
  login: function (req, res) { req.session.user = { id: 7, name: 'Ann' }; return res.json({ ok: true }); }
};
`
