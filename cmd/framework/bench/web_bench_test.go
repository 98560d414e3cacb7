package bench_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
)

// webProject does what the servers of testdata/bench/web do.
const webProject = `
-- config/models.js --
module.exports.models = { migrate: 'safe' };
-- config/session.js --
module.exports.session = { secret: 'bench' };
-- config/policies.js --
module.exports.policies = { WebController: { chain: ['one', 'two', 'three'] } };
-- api/policies/one.js --
module.exports = function (req, res, next) { req.one = 1; next(); };
-- api/policies/two.js --
module.exports = function (req, res, next) { if (req.one) { req.two = 2; return next(); } res.forbidden(); };
-- api/policies/three.js --
module.exports = function (req, res, next) { if (req.get('x-nothing')) { return res.forbidden(); } req.three = req.one + req.two; next(); };
-- api/controllers/WebController.js --
var rows = require('../../rows');
module.exports = {
  hello: function (req, res) { return res.json({ hello: 'world', list: [1, 2, 3], nested: { ok: true } }); },
  login: function (req, res) { req.session.user = { id: 7, name: 'Ann' }; return res.json({ ok: true }); },
  session: function (req, res) { return res.json({ user: req.session.user }); },
  chain: function (req, res) { return res.json({ sum: req.three }); },
  page: function (req, res) { return res.view('page', { title: 'Things', rows: rows }); }
};
`

// webServer is one that is measured, and what it is asked: nothing for all.
type webServer struct {
	*programtest.Server
	name string
	only string
}

// webServers are this server, bare net/http as the floor and, where
// FRAMEWORK_BENCH_OTHERS names a folder whose node_modules has express,
// express-session, ejs, fastify, @fastify/cookie and @fastify/session, Sails
// on Node, and this server with a project that has that ejs.
func webServers(b *testing.B) []webServer {
	files := webProject
	for name, from := range map[string]string{"rows.js": "rows.js", "views/page.ejs": "views/page.ejs", "views/layout.ejs": "views/layout.ejs"} {
		text, err := os.ReadFile(filepath.Join("../../../testdata/bench/web", from))
		if err != nil {
			b.Fatal(err)
		}
		files += "-- " + name + " --\n" + string(text)
	}
	binary := programtest.Path(b)
	servers := []webServer{
		{programtest.Lift(b, binary, programtest.Project(b, files), "production", "--silent"), "framework", ""},
		{floor(b), "floor", "hello"},
	}
	others := os.Getenv("FRAMEWORK_BENCH_OTHERS")
	if others == "" {
		return servers
	}
	dir := programtest.Project(b, files)
	if err := os.Mkdir(filepath.Join(dir, "node_modules"), 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(others, "node_modules/ejs"), filepath.Join(dir, "node_modules/ejs")); err != nil {
		b.Fatal(err)
	}
	servers = append(servers, webServer{programtest.Lift(b, binary, dir, "production", "--silent"), "framework-with-ejs", "page"})
	env := []string{"NODE_ENV=production", "NODE_PATH=" + filepath.Join(others, "node_modules")}
	for _, name := range []string{"express", "fastify"} {
		addr := programtest.FreeAddr(b)
		servers = append(servers, webServer{programtest.Start(b, addr, env, "node", "../../../testdata/bench/web/"+name+".js", addr), name, ""})
	}
	return servers
}

// turns is into how many parts the requests are divided, which the servers take
// in turns: what else the machine does then falls on all of them alike.
const turns = 10

// BenchmarkWeb asks the servers the same over HTTP and reports the processor
// time that each spent per request, and how often ours goes into the others'.
func BenchmarkWeb(b *testing.B) {
	servers := webServers(b)
	for _, name := range []string{"hello", "session", "chain", "page"} {
		b.Run(name, func(b *testing.B) {
			var asked []webServer
			var clients []*http.Client
			sizes := map[string]int{}
			for _, s := range servers {
				if s.only != "" && s.only != name {
					continue
				}
				client := webClient(b, s)
				for range 2 { // warm
					sizes[s.name] = askWeb(b, s.Server, client, "/web/"+name, 500)
				}
				asked, clients = append(asked, s), append(clients, client)
			}
			each := max(b.N/turns, 1)
			total := map[string]time.Duration{}
			for turn := range turns {
				for i := range asked {
					at := (i + turn) % len(asked)
					before := asked[at].ProcessorTime(b)
					askWeb(b, asked[at].Server, clients[at], "/web/"+name, each)
					total[asked[at].name] += asked[at].ProcessorTime(b) - before
				}
			}
			ours := total["framework"]
			for which, cpu := range total {
				b.ReportMetric(float64(cpu.Microseconds())/float64(each*turns), which+"-µs")
				if which != "framework" && ours > 0 {
					b.ReportMetric(float64(cpu)/float64(ours), which+"/framework")
				}
			}
			for which, size := range sizes {
				// White space of templates and escapes aside the bodies are the same.
				if ours := sizes["framework"]; size < ours*8/10 || size > ours*12/10 {
					b.Errorf("%s answers with %d bytes, framework with %d", which, size, ours)
				}
			}
		})
	}
}

// webClient is a client that has logged in, where the server has sessions.
func webClient(b *testing.B, s webServer) *http.Client {
	b.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	client := &http.Client{Jar: jar, Transport: &http.Transport{MaxIdleConnsPerHost: 32, DisableCompression: true}}
	b.Cleanup(client.CloseIdleConnections)
	if s.name == "floor" {
		return client
	}
	askWeb(b, s.Server, client, "/web/login", 1)
	address, err := url.Parse(s.Base)
	if err != nil {
		b.Fatal(err)
	}
	if len(jar.Cookies(address)) == 0 {
		b.Fatal("no session was begun")
	}
	return client
}

// askWeb sends n requests over 32 connections and returns the length of the
// last answer.
func askWeb(b *testing.B, s *programtest.Server, client *http.Client, path string, n int) int {
	b.Helper()
	var left, size atomic.Int64
	var failed atomic.Value
	left.Store(int64(n))
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				res, err := client.Get(s.Base + path)
				if err != nil {
					failed.Store(err.Error())
					return
				}
				read, _ := io.Copy(io.Discard, res.Body)
				res.Body.Close()
				if res.StatusCode != http.StatusOK {
					failed.Store(fmt.Sprint(path, " answered ", res.StatusCode))
				}
				size.Store(read)
			}
		})
	}
	wg.Wait()
	if why := failed.Load(); why != nil {
		b.Fatalf("%v\n%s", why, strings.TrimSpace(s.Log.String()))
	}
	return int(size.Load())
}
