//go:build unix

package node_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/engine/testenv"
	"framework/jsapi"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

// answerer answers each request at once, whatever it asks, so that little of what is
// measured is that of the server.
func answerer(b *testing.B) net.Addr {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { l.Close() })
	answer := []byte("HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: 27\r\nDate: Tue, 24 Nov 2026 12:00:00 GMT\r\nETag: \"1b-abc\"\r\nVary: Accept-Encoding\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n{\"id\":1,\"name\":\"an answer\"}")
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				in := bufio.NewReader(conn)
				for {
					body := 0
					for {
						line, err := in.ReadSlice('\n')
						if err != nil {
							return
						}
						if len(line) == 2 {
							break
						}
						if name, v, ok := bytes.Cut(line, []byte(": ")); ok && bytes.EqualFold(name, []byte("Content-Length")) {
							body, _ = strconv.Atoi(string(bytes.TrimSpace(v)))
						}
					}
					if _, err := in.Discard(body); err != nil {
						return
					}
					if _, err := conn.Write(answer); err != nil {
						return
					}
				}
			}()
		}
	}()
	return l.Addr()
}

// BenchmarkHTTPClient compares requests of scripts, one after the other on kept
// connections, with the same requests of net/http: cpu-µs/op is processor time, and
// times-net how many times that of net/http it is.
func BenchmarkHTTPClient(b *testing.B) {
	addr := answerer(b).String()
	var ofNet float64
	b.Run("net", func(b *testing.B) {
		client := &http.Client{Transport: &http.Transport{}}
		began := testenv.ProcessorTime(b)
		for range b.N {
			res, err := client.Post("http://"+addr+"/pet?limit=10", "application/json", bytes.NewReader([]byte(`{"name":"a"}`)))
			if err != nil {
				b.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, res.Body)
			res.Body.Close()
		}
		ofNet = cpuPerOp(b, began)
		b.ReportMetric(ofNet, "cpu-µs/op")
	})
	for _, c := range []struct{ name, script string }{
		{"request", `
			const http = require('http');
			return function one(done) {
				const req = http.request('http://ADDR/pet?limit=10', { method: 'POST', headers: { 'Content-Type': 'application/json' } }, function (res) {
					const parts = [];
					res.on('data', function (d) { parts.push(d); });
					res.on('end', function () { JSON.parse(Buffer.concat(parts)); done(); });
				});
				req.end('{"name":"a"}');
			};`},
		{"fetch", `
			return function one(done) {
				fetch('http://ADDR/pet?limit=10', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"name":"a"}' })
					.then(function (res) { return res.json(); }).then(function () { done(); });
			};`},
	} {
		b.Run(c.name, func(b *testing.B) {
			cost := benchmarkScript(b, strings.ReplaceAll(c.script, "ADDR", addr))
			b.ReportMetric(cost, "cpu-µs/op")
			if ofNet > 0 {
				b.ReportMetric(cost/ofNet, "times-net")
			}
		})
	}
}

// benchmarkRealm is an isolate that has the globals and the modules of Node, and require as a global.
func benchmarkRealm(b *testing.B) *jsapi.Isolate {
	b.Helper()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	dir := b.TempDir()
	i, err := jsapi.New(jsapi.Options{Root: dir, Log: log})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { i.Close(context.Background()) })
	opts := node.Options{Root: dir, Stdout: io.Discard, Stderr: io.Discard, Log: log}
	if err := i.Do(b.Context(), func(r *jsapi.Realm) error {
		if err := node.Globals(r, opts); err != nil {
			return err
		}
		l, err := modules.Install(r, modules.Options{Root: dir, Core: node.Core(opts)})
		if err != nil {
			return err
		}
		return r.Runtime().Set("require", func(name string) (goja.Value, error) { return l.Require(name) })
	}); err != nil {
		b.Fatal(err)
	}
	return i
}

// benchmarkScript returns the processor time of one call of the function that script makes.
func benchmarkScript(b *testing.B, script string) float64 {
	b.Helper()
	i := benchmarkRealm(b)
	var loop goja.Callable
	err := i.Do(b.Context(), func(r *jsapi.Realm) error {
		v, err := r.Runtime().RunString(`(function () { var make = function () {` + script + `}; var one = make();
			return function (n, settle) { (function next() { if (n-- > 0) { one(next); } else { settle(); } })(); }; })()`)
		loop, _ = goja.AssertFunction(v)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	send := func(n int) {
		op := i.Begin(b.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
			settle := func(goja.FunctionCall) goja.Value { op.Settle(nil, nil); return goja.Undefined() }
			if _, err := loop(goja.Undefined(), r.Runtime().ToValue(n), r.Runtime().ToValue(settle)); err != nil {
				op.Settle(nil, err)
			}
		})
		if _, err := op.Wait(); err != nil {
			b.Fatal(err)
		}
	}
	send(3)
	b.ResetTimer()
	began := testenv.ProcessorTime(b)
	send(b.N)
	return cpuPerOp(b, began)
}

// cpuPerOp is the processor time of one operation since began, in microseconds.
func cpuPerOp(b *testing.B, began time.Duration) float64 {
	b.Helper()
	return float64((testenv.ProcessorTime(b) - began).Microseconds()) / float64(b.N)
}
