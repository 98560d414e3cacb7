package engine_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"framework/engine/value"
	"framework/sockets/sockettest"
)

const benchProject = `
-- package.json --
{"dependencies": {"sails": "~0.12.0"}}
-- api/services/Work.js --
module.exports = { work: function (n) { var x = 7; for (var i = 0; i < n; i++) { x = (x * 31 + i) % 1000003; } return x; } };
-- api/controllers/BenchController.js --
module.exports = {
  work: function (req, res) { res.json({ x: Work.work(Number(req.query.n)) }); },
  join: function (req, res) { sails.sockets.join(req, 'all'); res.json({}); },
  shout: function (req, res) { sails.sockets.broadcast('all', 'heard', { x: Work.work(Number(req.query.n)) }); res.json({}); }
};
`

// BenchmarkWorkers compares one worker with two, in rounds that take turns: actions that
// compute, and messages to a room. With FRAMEWORK_BENCH_CLUSTER, a folder with the packages
// socket.io, @socket.io/sticky, @socket.io/redis-adapter and redis, a server on Node's
// cluster is measured in the same rounds. A ratio is that of the medians.
func BenchmarkWorkers(b *testing.B) {
	b.Run("computing", func(b *testing.B) {
		compareWorkers(b, func(base string, node bool) {
			n, requests := 15000, 160
			if node {
				requests *= 10 // V8 compiles the loop
			}
			askTogether(b, fmt.Sprintf("%s/bench/work?n=%d", base, n), 16, requests)
		}, 10)
	})
	b.Run("messages", func(b *testing.B) {
		compareWorkers(b, func(base string, _ bool) { shoutTogether(b, base, 8, 40) }, 1)
	})
}

// compareWorkers reports how many times as fast two workers are as one, here and on Node,
// and how many times as fast two workers are here as on Node. Node is asked scale times as much.
func compareWorkers(b *testing.B, run func(base string, node bool), scale float64) {
	names := []string{"1", "2"}
	servers := map[string]string{}
	for i, name := range names {
		flags := ofWorkers(int64(i + 1))
		flags.Set("script", value.Of("queueTime", int64(0)))
		servers[name] = liven(b, benchProject, flags).base
	}
	if dir := os.Getenv("FRAMEWORK_BENCH_CLUSTER"); dir != "" {
		for i, name := range []string{"node 1", "node 2"} {
			names = append(names, name)
			servers[name] = nodeCluster(b, dir, i+1)
		}
	}
	took := map[string][]time.Duration{}
	for _, name := range names {
		run(servers[name], strings.HasPrefix(name, "node")) // not measured
	}
	for b.Loop() {
		for _, name := range names {
			began := time.Now()
			run(servers[name], strings.HasPrefix(name, "node"))
			took[name] = append(took[name], time.Since(began))
		}
	}
	median := func(name string) float64 {
		list := slices.Sorted(slices.Values(took[name]))
		return list[len(list)/2].Seconds()
	}
	b.ReportMetric(median("1")/median("2"), "two/one")
	if took["node 2"] != nil {
		b.ReportMetric(median("node 1")/median("node 2"), "node-two/node-one")
		b.ReportMetric(median("node 2")/scale/median("2"), "two/node-two")
	}
	b.ReportMetric(0, "ns/op")
}

// nodeCluster starts a server on Node's cluster and returns its address.
func nodeCluster(b *testing.B, dir string, workers int) string {
	b.Helper()
	redis := os.Getenv("FRAMEWORK_TEST_REDIS")
	script, err := os.ReadFile(filepath.Join("testdata", "cluster.js"))
	if err != nil || redis == "" {
		b.Fatal("FRAMEWORK_TEST_REDIS is not set, or ", err)
	}
	file := filepath.Join(dir, "cluster.js")
	if err := os.WriteFile(file, script, 0o644); err != nil {
		b.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	address := ln.Addr().String()
	_ = ln.Close()
	_, port, _ := net.SplitHostPort(address)
	cmd := exec.Command("node", file, port, strconv.Itoa(workers), redis)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready\n" {
		b.Fatalf("the server on Node said %q, %v", line, err)
	}
	return "http://" + address
}

// askTogether sends requests over some connections and waits for the answers.
func askTogether(b *testing.B, url string, connections, requests int) {
	b.Helper()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections}}
	defer client.CloseIdleConnections()
	var group sync.WaitGroup
	for range connections {
		group.Go(func() {
			for range requests / connections {
				res, err := client.Get(url)
				if err != nil {
					b.Error(err)
					return
				}
				_, _ = io.Copy(io.Discard, res.Body)
				_ = res.Body.Close()
				if res.StatusCode != http.StatusOK {
					b.Errorf("GET %s: %s", url, res.Status)
				}
			}
		})
	}
	group.Wait()
}

// shoutTogether has all of some sockets send messages to all of them, and waits until
// everyone has everything.
func shoutTogether(b *testing.B, base string, clients, messages int) {
	b.Helper()
	ctx := context.Background()
	list := make([]*sockettest.Client, clients)
	for i := range list {
		c, err := sockettest.Dial(ctx, base, nil)
		if err != nil {
			b.Fatal(err)
		}
		defer c.Close()
		list[i] = c
		if _, err := c.Request(ctx, "GET /bench/join", value.Undefined{}, nil); err != nil {
			b.Fatal(err)
		}
	}
	var group sync.WaitGroup
	for _, c := range list {
		group.Go(func() {
			heard := 0
			for range messages {
				if _, err := c.Request(ctx, "GET /bench/shout?n=2000", value.Undefined{}, nil); err != nil {
					b.Error(err)
					return
				}
			}
			for heard < clients*messages {
				events, err := c.Heard(ctx)
				if err != nil {
					b.Error(err)
					return
				}
				for _, e := range events {
					if e.Name == "heard" {
						heard++
					}
				}
				time.Sleep(time.Millisecond)
			}
		})
	}
	group.Wait()
}
