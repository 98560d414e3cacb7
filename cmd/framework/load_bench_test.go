package main_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// The load benchmarks ask running servers over HTTP and report the processor
// time that the server's process spent per request, which is steadier than the
// time that passed. Each case is measured for this server and for the floor:
// bare net/http over the same SQLite driver, doing the same work by hand. With
// FRAMEWORK_BENCH_PEERS naming a folder whose node_modules has fastify and
// better-sqlite3, Fastify is measured as well.

const benchProject = `
-- config/connections.js --
module.exports.connections = { main: { adapter: 'sails-disk' } };
-- config/models.js --
module.exports.models = { connection: 'main', migrate: 'alter' };
-- config/blueprints.js --
module.exports.blueprints = { populate: false };
-- api/models/Item.js --
module.exports = { attributes: { name: 'string', price: 'float', count: 'integer', active: 'boolean', note: 'string', code: 'string' } };
-- api/controllers/ItemController.js --
module.exports = {
  hello: function (req, res) { return res.json({ hello: 'world', list: [1, 2, 3], nested: { ok: true } }); },
  one: function (req, res) {
    Item.findOne(req.param('id')).exec(function (err, item) {
      if (err) { return res.serverError(err); }
      return res.json(item);
    });
  }
};
`

const benchRecord = `{"name":"a thing","price":12.5,"count":3,"active":true,"note":"some words about it","code":"c-100"}`

var benchCases = []struct{ name, method, path, body string }{
	{"findOne", "GET", "/item/7", ""},
	{"find30", "GET", "/item?limit=30", ""},
	{"create", "POST", "/item", benchRecord},
	{"update", "PUT", "/item/9", `{"count":4}`},
	{"js", "GET", "/item/hello", ""},
	{"jsFindOne", "GET", "/item/one/7", ""},
}

func BenchmarkLoad(b *testing.B) {
	servers := []struct {
		name  string
		start func(b *testing.B) *server
	}{
		{"framework", func(b *testing.B) *server {
			return lift(b, build(b), project(b, benchProject), "production", "--silent")
		}},
		{"floor", floor},
	}
	if peers := os.Getenv("FRAMEWORK_BENCH_PEERS"); peers != "" {
		servers = append(servers, struct {
			name  string
			start func(b *testing.B) *server
		}{"fastify", func(b *testing.B) *server {
			addr := freeAddr(b)
			return start(b, addr, []string{"NODE_ENV=production", "NODE_PATH=" + filepath.Join(peers, "node_modules")},
				"node", "../../testdata/compare/fastify.js", addr, filepath.Join(b.TempDir(), "fastify.sqlite"))
		}})
	}
	for _, c := range benchCases {
		for _, srv := range servers {
			if srv.name == "floor" && strings.HasPrefix(c.name, "js") {
				continue // the floor has no JavaScript
			}
			b.Run(c.name+"/"+srv.name, func(b *testing.B) {
				s := srv.start(b)
				for range 100 {
					if status, body := s.ask("POST", "/item", benchRecord); status/100 != 2 {
						b.Fatalf("filling: %d %s", status, body)
					}
				}
				if status, body := s.ask(c.method, c.path, c.body); status/100 != 2 {
					b.Fatalf("%s %s: %d %s", c.method, c.path, status, body)
				}
				load(b, s, c.method, c.path, c.body, 200) // warm
				before := s.processorTime(b)
				b.ResetTimer()
				load(b, s, c.method, c.path, c.body, b.N)
				b.StopTimer()
				spent := s.processorTime(b) - before
				b.ReportMetric(float64(spent.Microseconds())/float64(b.N), "cpu-µs/op")
			})
		}
	}
}

// floor starts the server of testdata/bench/floor.
func floor(b *testing.B) *server {
	binary := filepath.Join(b.TempDir(), "floor")
	if out, err := exec.Command("go", "build", "-o", binary, "../../testdata/bench/floor").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	addr := freeAddr(b)
	return start(b, addr, nil, binary, addr, filepath.Join(b.TempDir(), "floor.sqlite"))
}

// load sends n requests over 32 connections.
func load(b *testing.B, s *server, method, path, body string, n int) {
	b.Helper()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 32}}
	defer client.CloseIdleConnections()
	var left, failed atomic.Int64
	left.Store(int64(n))
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				req, err := http.NewRequest(method, s.base+path, bytes.NewReader([]byte(body)))
				if err != nil {
					failed.Add(1)
					return
				}
				if body == "" {
					req.Body, req.ContentLength = nil, 0
				} else {
					req.Header.Set("Content-Type", "application/json")
				}
				res, err := client.Do(req)
				if err != nil {
					failed.Add(1)
					return
				}
				_, _ = io.Copy(io.Discard, res.Body)
				res.Body.Close()
				if res.StatusCode/100 != 2 {
					failed.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if failed.Load() > 0 {
		b.Fatalf("%d of %d requests failed\n%s", failed.Load(), n, s.log.String())
	}
}

// processorTime is what the process has spent so far, user and system.
func (s *server) processorTime(t testing.TB) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		t.Skipf("the processor time of another process cannot be read here: %v", err)
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	var ticks int64
	for _, f := range fields[11:13] {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * time.Second / 100 // USER_HZ
}

// BenchmarkStart lifts projects of 100 and 1,000 controllers with their models and reports the
// processor time until the first answer and the memory when idle.
func BenchmarkStart(b *testing.B) {
	for _, pairs := range []int{100, 1000} {
		b.Run(strconv.Itoa(pairs), func(b *testing.B) { startsOf(b, pairs) })
	}
}

func startsOf(b *testing.B, pairs int) {
	var files strings.Builder
	files.WriteString("-- config/connections.js --\nmodule.exports.connections = { main: { adapter: 'sails-disk' } };\n-- config/models.js --\nmodule.exports.models = { connection: 'main', migrate: 'alter' };\n")
	for i := range pairs {
		fmt.Fprintf(&files, "-- api/models/Thing%d.js --\nmodule.exports = { attributes: { name: { type: 'string', required: true }, count: 'integer', owner: { model: 'thing%d' } } };\n", i, (i+1)%pairs)
		fmt.Fprintf(&files, "-- api/controllers/Thing%dController.js --\nmodule.exports = { hello: function (req, res) { return res.json({ n: %d }); } };\n", i, i)
	}
	binary, dir := build(b), project(b, files.String())
	var cpu, first time.Duration
	var rss int64
	for i := 0; b.Loop(); i++ {
		s := lift(b, binary, dir, "development", "--silent")
		if status, body := s.ask("GET", "/thing42", ""); status != 200 {
			b.Fatalf("%d %s", status, body)
		}
		spent := s.processorTime(b)
		if i == 0 {
			first = spent // makes the tables
		} else {
			cpu += spent
		}
		rss = s.residentKiB(b)
		s.stop()
	}
	b.ReportMetric(float64(first.Milliseconds()), "first-cpu-ms")
	if b.N > 1 {
		b.ReportMetric(float64(cpu.Milliseconds())/float64(b.N-1), "cpu-ms/op")
	}
	b.ReportMetric(float64(rss)/1024, "rss-MiB")
}

func (s *server) residentKiB(t testing.TB) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		t.Skipf("the memory of another process cannot be read here: %v", err)
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatal("no VmRSS")
	return 0
}
