//go:build unix

package node_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"framework/engine/testenv"
	"framework/jsapi"
)

// BenchmarkHTTPServer compares a server of http that scripts make with one of net/http, both asked
// by the same client on kept connections, one request after the other: cpu-µs/op is the processor time of
// both sides.
func BenchmarkHTTPServer(b *testing.B) {
	measure := func(b *testing.B, url string) float64 {
		b.Helper()
		client := &http.Client{Transport: &http.Transport{}}
		defer client.CloseIdleConnections()
		b.ResetTimer()
		began := testenv.ProcessorTime(b)
		for range b.N {
			res, err := client.Get(url)
			if err != nil {
				b.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, res.Body)
			res.Body.Close()
		}
		cost := cpuPerOp(b, began)
		b.ReportMetric(cost, "cpu-µs/op")
		return cost
	}
	var ofNet float64
	b.Run("net", func(b *testing.B) {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"id":1,"name":"an answer"}`))
		}))
		defer s.Close()
		ofNet = measure(b, s.URL+"/pet?limit=10")
	})
	b.Run("script", func(b *testing.B) {
		i := benchmarkRealm(b)
		op := i.Begin(b.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
			err := r.Runtime().Set("listens", func(port int) { op.Settle(port, nil) })
			if err == nil {
				_, err = r.Runtime().RunString(`
					const server = require('http').createServer(function (req, res) {
						res.setHeader('Content-Type', 'application/json');
						res.end('{"id":1,"name":"an answer"}');
					}).listen(0, '127.0.0.1', function () { listens(server.address().port); });`)
			}
			if err != nil {
				op.Settle(nil, err)
			}
		})
		port, err := op.Wait()
		if err != nil {
			b.Fatal(err)
		}
		cost := measure(b, "http://127.0.0.1:"+strconv.Itoa(port.(int))+"/pet?limit=10")
		if ofNet > 0 {
			b.ReportMetric(cost/ofNet, "times-net")
		}
	})
}
