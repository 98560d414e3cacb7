//go:build unix

package serverdb_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"framework/engine/orm/serverdb"
	"framework/engine/testenv"
)

// BenchmarkPeer does the same operations with our ORM and with Waterline in
// Node, releases 0.12 and 1.x (0.15), on the same tables of the same server,
// and reports the processor time that the process of each spent on one
// operation, which is steadier than the time that passed: cpu-µs/op is ours,
// x-0.12 and x-1.x are how many times as much Waterline spends, and x-bare what
// the bare driver does, which no ORM on it can beat. The last part of a name
// says how many operations are under way at once: one after the other, falling
// asleep and waking up between them is most of what a process has to do. They
// take turns, three each, after a warm-up; the figures are medians. What the
// server spends is not counted.
//
// It runs when FRAMEWORK_BENCH_OTHERS names a folder whose node_modules has the
// others, which is made with
//
//	npm install --ignore-scripts pg@8 waterline@0.15 sails-postgresql@5 sails-mysql@3 \
//	  waterline-0.12@npm:waterline@0.12 sails-postgresql-0.12@npm:sails-postgresql@0.12 sails-mysql-0.12@npm:sails-mysql@0.12
//
// and FRAMEWORK_TEST_POSTGRES or FRAMEWORK_TEST_MYSQL the server:
//
//	go test -run '^$' -bench Peer -benchtime 1x -timeout 1h ./engine/orm/serverdb
func BenchmarkPeer(b *testing.B) {
	packages := os.Getenv("FRAMEWORK_BENCH_OTHERS")
	if packages == "" {
		b.Skip("nothing to compare with: set FRAMEWORK_BENCH_OTHERS to a folder with their packages")
	}
	packages, err := filepath.Abs(packages)
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range servers {
		b.Run(s.name, func(b *testing.B) {
			p := s.peerPlace(b)
			w := newWork(b, p.with(b, p.opts))
			driver := p.bare(b)
			next := 0
			for _, op := range []struct {
				name     string
				do, bare func(i int) error
				atOnce   int
				warm, n  int
			}{
				{"findOne", w.findOne, driver.findOne, 1, 1000, 3000},
				{"find30", w.find30, driver.find30, 1, 500, 1500},
				{"create", w.create, driver.create, 1, 1000, 2000},
				{"update", w.update, driver.update, 1, 1000, 2000},
				{"populate100x10", w.populate, driver.populate, 1, 15, 30},
				{"add", w.add, driver.add, 1, 300, 700},
				{"bulk10000", w.bulk, driver.bulk, 1, 1, 2},
				{"findOne", w.findOne, driver.findOne, 10, 2000, 5000},
				{"find30", w.find30, driver.find30, 10, 1000, 2000},
				{"create", w.create, driver.create, 10, 2000, 5000},
				{"update", w.update, driver.update, 10, 2000, 5000},
			} {
				b.Run(op.name+"/"+strconv.Itoa(op.atOnce), func(b *testing.B) {
					var ours, bare, classic, modern []float64
					// Nobody adds a pair that another one adds.
					numbers := func() int {
						defer func() { next += op.warm + op.n }()
						return next
					}
					for b.Loop() {
						for range 3 {
							ours = append(ours, spent(b, op.do, numbers(), op.atOnce, op.warm, op.n))
							bare = append(bare, spent(b, op.bare, numbers(), op.atOnce, op.warm, op.n))
							for generation, list := range map[string]*[]float64{"0.12": &classic, "1.x": &modern} {
								*list = append(*list, peerRun{
									Packages: packages, Generation: generation, URL: p.opts.URL,
									Op: op.name, First: numbers(), AtOnce: op.atOnce, Warm: op.warm, N: op.n,
								}.spent(b))
							}
						}
					}
					b.ReportMetric(0, "ns/op") // of all that is above: it says nothing
					b.ReportMetric(median(ours), "cpu-µs/op")
					b.ReportMetric(median(bare)/median(ours), "x-bare")
					b.ReportMetric(median(classic)/median(ours), "x-0.12")
					b.ReportMetric(median(modern)/median(ours), "x-1.x")
				})
			}
		})
	}
}

// spent is the processor time of this process for one call of do, in
// microseconds, when so many are under way at once.
func spent(b *testing.B, do func(i int) error, first, atOnce, warm, n int) float64 {
	b.Helper()
	during := func(from, n int) {
		var next atomic.Int64
		var all sync.WaitGroup
		failures := make([]error, atOnce)
		for worker := range atOnce {
			all.Go(func() {
				for failures[worker] == nil {
					i := int(next.Add(1)) - 1
					if i >= n {
						return
					}
					failures[worker] = do(from + i)
				}
			})
		}
		all.Wait()
		if err := firstError(failures...); err != nil {
			b.Fatal(err)
		}
	}
	during(first, warm)
	before := testenv.ProcessorTime(b)
	during(first+warm, n)
	return float64((testenv.ProcessorTime(b) - before).Nanoseconds()) / 1000 / float64(n)
}

// peerRun is what testdata/peer.js is asked to do.
type peerRun struct {
	Packages   string `json:"packages"`
	Generation string `json:"generation"`
	URL        string `json:"url"`
	Op         string `json:"op"`
	First      int    `json:"first"`
	AtOnce     int    `json:"atOnce"`
	Warm       int    `json:"warm"`
	N          int    `json:"n"`
}

// spent is the processor time of Node for one operation, in microseconds.
func (r peerRun) spent(b *testing.B) float64 {
	b.Helper()
	arg, err := json.Marshal(r)
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(b.Context(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", filepath.Join("testdata", "peer.js"), string(arg))
	cmd.Env = append(os.Environ(), "NODE_ENV=production")
	var failure bytes.Buffer
	cmd.Stderr = &failure
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("Waterline %s, %s: %v\n%s", r.Generation, r.Op, err, failure.String())
	}
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	var answer struct{ CPUMicrosPerOp float64 }
	if err := json.Unmarshal(lines[len(lines)-1], &answer); err != nil || answer.CPUMicrosPerOp <= 0 {
		b.Fatalf("Waterline %s, %s answered %q (%v)", r.Generation, r.Op, out, err)
	}
	return answer.CPUMicrosPerOp
}

// peerPlace is an empty database that Waterline can use too: 0.12 looks for
// join tables in the schema public alone.
func (s server) peerPlace(b *testing.B) *place {
	b.Helper()
	p := s.place(b)
	name := p.opts.Database
	if p.postgres() {
		name = p.opts.Schema
		conn, err := pgx.Connect(b.Context(), p.opts.URL)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := conn.Exec(b.Context(), "CREATE DATABASE "+name); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() {
			ctx := context.Background()
			if _, err := conn.Exec(ctx, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
				b.Error(err)
			}
			_ = conn.Close(ctx)
		})
	}
	u, err := url.Parse(p.opts.URL)
	if err != nil {
		b.Fatal(err)
	}
	u.Path = "/" + name
	p.opts = serverdb.Options{URL: u.String()}
	return p
}

// bare is the bare driver on the place's tables.
func (p *place) bare(b *testing.B) bare {
	b.Helper()
	if p.postgres() {
		pool, err := pgxpool.New(b.Context(), p.opts.URL)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(pool.Close)
		return &barePostgreSQL{pool}
	}
	return openBareMySQL(b, p.opts.URL)
}

func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}
