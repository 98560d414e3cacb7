package main_test

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

// webServers are this server and, where FRAMEWORK_BENCH_PEERS names a folder
// whose node_modules has express, express-session, ejs, fastify,
// @fastify/cookie and @fastify/session, the peers on Node.
func webServers(b *testing.B) map[string]*server {
	files := webProject
	for name, from := range map[string]string{"rows.js": "rows.js", "views/page.ejs": "views/page.ejs", "views/layout.ejs": "views/layout.ejs"} {
		text, err := os.ReadFile(filepath.Join("../../testdata/bench/web", from))
		if err != nil {
			b.Fatal(err)
		}
		files += "-- " + name + " --\n" + string(text)
	}
	servers := map[string]*server{"framework": lift(b, build(b), project(b, files), "production", "--silent")}
	peers := os.Getenv("FRAMEWORK_BENCH_PEERS")
	if peers == "" {
		return servers
	}
	env := []string{"NODE_ENV=production", "NODE_PATH=" + filepath.Join(peers, "node_modules")}
	for _, name := range []string{"express", "fastify"} {
		addr := freeAddr(b)
		servers[name] = start(b, addr, env, "node", "../../testdata/bench/web/"+name+".js", addr)
	}
	return servers
}

// BenchmarkWeb asks the servers the same over HTTP and reports the processor
// time that each spent per request, and how often ours goes into the peers'.
func BenchmarkWeb(b *testing.B) {
	servers := webServers(b)
	for _, name := range []string{"hello", "session", "chain", "page"} {
		b.Run(name, func(b *testing.B) {
			spent := map[string]float64{}
			sizes := map[string]int{}
			for which, s := range servers {
				client := webClient(b, s)
				for range 2 { // warm
					sizes[which] = askWeb(b, s, client, "/web/"+name, 500)
				}
				before := s.processorTime(b)
				askWeb(b, s, client, "/web/"+name, b.N)
				spent[which] = float64((s.processorTime(b) - before).Microseconds()) / float64(b.N)
				b.ReportMetric(spent[which], which+"-µs")
			}
			for which, size := range sizes {
				// White space of templates aside the bodies are the same.
				if ours := sizes["framework"]; size < ours*8/10 || size > ours*12/10 {
					b.Errorf("%s answers with %d bytes, framework with %d", which, size, ours)
				}
			}
			for which, cpu := range spent {
				if which != "framework" && spent["framework"] > 0 {
					b.ReportMetric(cpu/spent["framework"], which+"/framework")
				}
			}
		})
	}
}

// webClient is a client that has logged in.
func webClient(b *testing.B, s *server) *http.Client {
	b.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	client := &http.Client{Jar: jar, Transport: &http.Transport{MaxIdleConnsPerHost: 32, DisableCompression: true}}
	b.Cleanup(client.CloseIdleConnections)
	askWeb(b, s, client, "/web/login", 1)
	address, err := url.Parse(s.base)
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
func askWeb(b *testing.B, s *server, client *http.Client, path string, n int) int {
	b.Helper()
	var left, size atomic.Int64
	var failed atomic.Value
	left.Store(int64(n))
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				res, err := client.Get(s.base + path)
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
		b.Fatalf("%v\n%s", why, strings.TrimSpace(s.log.String()))
	}
	return int(size.Load())
}
