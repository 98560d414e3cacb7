package bench_test

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

	"framework/cmd/framework/programtest"
)

// The load benchmarks ask running servers over HTTP and report the processor
// time that the server's process spent per request, which is steadier than the
// time that passed. Each case is measured for this server and for the floor:
// bare net/http over the same SQLite driver, doing the same work by hand. With
// FRAMEWORK_BENCH_OTHERS naming a folder whose node_modules has fastify and
// better-sqlite3, Fastify is measured as well.

var benchCases = []struct{ name, method, path, body string }{
	{"findOne", "GET", "/item/7", ""},
	{"find30", "GET", "/item?limit=30", ""},
	{"create", "POST", "/item", programtest.ItemRecord},
	{"update", "PUT", "/item/9", `{"count":4}`},
	{"js", "GET", "/item/hello", ""},
	{"jsFindOne", "GET", "/item/one/7", ""},
}

func BenchmarkLoad(b *testing.B) {
	servers := []struct {
		name  string
		start func(b *testing.B) *programtest.Server
	}{
		{"framework", func(b *testing.B) *programtest.Server {
			return programtest.Lift(b, programtest.Path(b), programtest.Project(b, programtest.Items), "production", "--silent")
		}},
		{"floor", floor},
	}
	if others := os.Getenv("FRAMEWORK_BENCH_OTHERS"); others != "" {
		servers = append(servers, struct {
			name  string
			start func(b *testing.B) *programtest.Server
		}{"fastify", func(b *testing.B) *programtest.Server {
			addr := programtest.FreeAddr(b)
			return programtest.Start(b, addr, []string{"NODE_ENV=production", "NODE_PATH=" + filepath.Join(others, "node_modules")},
				"node", "../../../testdata/compare/fastify.js", addr, filepath.Join(b.TempDir(), "fastify.sqlite"))
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
					if status, body := s.Ask("POST", "/item", programtest.ItemRecord); status/100 != 2 {
						b.Fatalf("filling: %d %s", status, body)
					}
				}
				if status, body := s.Ask(c.method, c.path, c.body); status/100 != 2 {
					b.Fatalf("%s %s: %d %s", c.method, c.path, status, body)
				}
				load(b, s, c.method, c.path, c.body, 200) // warm
				before := s.ProcessorTime(b)
				b.ResetTimer()
				load(b, s, c.method, c.path, c.body, b.N)
				b.StopTimer()
				spent := s.ProcessorTime(b) - before
				b.ReportMetric(float64(spent.Microseconds())/float64(b.N), "cpu-µs/op")
			})
		}
	}
}

// floor starts the server of testdata/bench/floor.
func floor(b *testing.B) *programtest.Server {
	binary := filepath.Join(b.TempDir(), "floor")
	if out, err := exec.Command("go", "build", "-o", binary, "../../../testdata/bench/floor").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	addr := programtest.FreeAddr(b)
	return programtest.Start(b, addr, nil, binary, addr, filepath.Join(b.TempDir(), "floor.sqlite"))
}

// load sends n requests over 32 connections.
func load(b *testing.B, s *programtest.Server, method, path, body string, n int) {
	b.Helper()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 32}}
	defer client.CloseIdleConnections()
	var left, failed atomic.Int64
	left.Store(int64(n))
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				req, err := http.NewRequest(method, s.Base+path, bytes.NewReader([]byte(body)))
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
		b.Fatalf("%d of %d requests failed\n%s", failed.Load(), n, s.Log.String())
	}
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
	binary, dir := programtest.Path(b), programtest.Project(b, files.String())
	var cpu, first time.Duration
	var rss int64
	for i := 0; b.Loop(); i++ {
		s := programtest.Lift(b, binary, dir, "development", "--silent")
		if status, body := s.Ask("GET", "/thing42", ""); status != 200 {
			b.Fatalf("%d %s", status, body)
		}
		spent := s.ProcessorTime(b)
		if i == 0 {
			first = spent // makes the tables
		} else {
			cpu += spent
		}
		rss = s.ResidentKiB(b)
		s.Stop()
	}
	b.ReportMetric(float64(first.Milliseconds()), "first-cpu-ms")
	if b.N > 1 {
		b.ReportMetric(float64(cpu.Milliseconds())/float64(b.N-1), "cpu-ms/op")
	}
	b.ReportMetric(float64(rss)/1024, "rss-MiB")
}
