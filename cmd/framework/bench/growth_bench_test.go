package bench_test

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"framework/cmd/framework/programtest"
)

// grown are the parts of a project whose number is not to matter to a request: each
// writes a project that has n of them, or brings them to its server.
var grown = []struct {
	name  string
	most  int
	files func(n int) string
	bring func(b *testing.B, s *programtest.Server, client *http.Client, n int)
	path  string // that is asked for; "" for /web/hello
}{
	{name: "routes", most: 100_000, files: func(n int) string {
		return fmt.Sprintf("-- config/routes.js --\nfor (var i = 0; i < %d; i++) { module.exports['GET /r' + i + '/:id'] = 'web.hello'; }\n"+
			"module.exports = { routes: Object.assign({}, module.exports) };\n", n)
	}},
	{name: "models", most: 1000, files: func(n int) string {
		return many(n, "api/models/M%d.js", "module.exports = { attributes: { name: 'string' } };")
	}},
	{name: "policies", most: 10_000, files: func(n int) string {
		return fmt.Sprintf("-- api/policies/pass.js --\nmodule.exports = function (req, res, next) { next(); };\n"+
			"-- config/policies.js --\nvar all = {};\nfor (var i = 0; i < %d; i++) { all['action' + i] = 'pass'; }\nmodule.exports.policies = { WebController: all };\n", n)
	}},
	{name: "locales", most: 1000, files: func(n int) string {
		return fmt.Sprintf("-- config/i18n.js --\nvar all = ['en'];\nfor (var i = 1; i < %d; i++) { all.push('l' + i); }\nmodule.exports.i18n = { locales: all, defaultLocale: 'en' };\n", n) +
			many(n, "config/locales/l%d.json", `{"hello":"hello"}`)
	}},
	{name: "sessions", most: 100_000, bring: func(b *testing.B, s *programtest.Server, client *http.Client, n int) {
		askWeb(b, s, client, "/web/login", n) // without a jar each begins a session
	}},
	{name: "sockets", most: 10_000, bring: func(b *testing.B, s *programtest.Server, _ *http.Client, n int) { connect(b, s, n) }},
	{name: "a record of", most: 100_000, files: records, path: "/thing/7"},
	{name: "a page of", most: 100_000, files: records, path: "/thing?limit=30&skip=3&sort=id"},
}

// records is a project that has n of them.
func records(n int) string {
	return fmt.Sprintf(`-- config/models.js --
module.exports.models = { migrate: 'drop' };
-- config/blueprints.js --
module.exports.blueprints = { populate: false };
-- api/models/Thing.js --
module.exports = { attributes: { name: 'string', price: 'float', count: 'integer' } };
-- api/controllers/ThingController.js --
module.exports = {};
-- config/bootstrap.js --
module.exports.bootstrap = function (done) {
  var left = %d;
  (function next(err) {
    if (err || left === 0) { return done(err); }
    var some = [];
    while (left > 0 && some.length < 1000) { some.push({ name: 'thing ' + left, price: left / 7, count: left }); left--; }
    Thing.create(some).exec(next);
  })();
};
`, n)
}

// connect has n sockets connected, which say nothing.
func connect(b *testing.B, s *programtest.Server, n int) {
	b.Helper()
	var all errgroup.Group
	all.SetLimit(50)
	conns := make([]net.Conn, n)
	b.Cleanup(func() {
		for _, conn := range conns {
			if conn != nil {
				_ = conn.Close()
			}
		}
	})
	for i := range conns {
		all.Go(func() (err error) {
			if conns[i], err = net.Dial("tcp", strings.TrimPrefix(s.Base, "http://")); err != nil {
				return err
			}
			_, err = io.WriteString(conns[i], "GET /socket.io/?EIO=3&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
				"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
			if err != nil {
				return err
			}
			line, err := bufio.NewReader(conns[i]).ReadString('\n')
			if err == nil && !strings.Contains(line, "101") {
				err = fmt.Errorf("no socket: %s", line)
			}
			return err
		})
	}
	if err := all.Wait(); err != nil {
		b.Fatal(err)
	}
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
// The servers are asked in turns. A server with much in memory collects garbage seldom: it has
// to be asked so often that it does, at least 15,000 times for 100,000 sessions.
func BenchmarkGrowth(b *testing.B) {
	binary := programtest.Path(b)
	for _, kind := range grown {
		b.Run(kind.name, func(b *testing.B) {
			path := cmp.Or(kind.path, "/web/hello")
			var servers []*programtest.Server
			var sizes []int
			client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 32, DisableCompression: true}}
			b.Cleanup(client.CloseIdleConnections)
			for n := 10; n <= kind.most; n *= 10 {
				files := growingProject
				if kind.files != nil {
					files += kind.files(n)
				}
				s := programtest.Lift(b, binary, programtest.Project(b, files), "production", "--silent", "--sockets.pingInterval=600000")
				if kind.bring != nil {
					kind.bring(b, s, client, n)
				}
				askWeb(b, s, client, path, 1000) // warm
				servers, sizes = append(servers, s), append(sizes, n)
			}
			each := max(b.N/turns, 1)
			total := make([]time.Duration, len(servers))
			for turn := range turns {
				for i := range servers {
					at := (i + turn) % len(servers)
					before := servers[at].ProcessorTime(b)
					askWeb(b, servers[at], client, path, each)
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
