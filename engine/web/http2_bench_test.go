package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"framework/engine/testenv"
	"framework/engine/web"
)

// BenchmarkHTTP2 compares the processor time of a request over HTTP/2 with that over
// HTTP/1.1, both over TLS, in turns: 32 requests at once, over one connection and over 32.
// The client of net/http, which needs about as much as the server, is part of both.
func BenchmarkHTTP2(b *testing.B) {
	answer := []byte(`{"hello":"world","list":[1,2,3],"nested":{"ok":true}}`)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		paced, done := web.PaceWriter(w, 30*time.Second)
		defer done()
		x, err := web.OpenExchange(paced, r, defaults)
		if err == nil {
			x.Response.Header().Set("Content-Type", "application/json; charset=utf-8")
			err = x.Response.Commit(http.StatusOK, answer)
		}
		if err != nil {
			b.Error(err)
		}
	})
	var servers [2]*httptest.Server
	for i := range servers {
		s := httptest.NewUnstartedServer(handler)
		s.EnableHTTP2 = i == 1
		s.StartTLS()
		defer s.Close()
		s.Client().Transport.(*http.Transport).MaxIdleConnsPerHost = 32
		servers[i] = s
	}
	ask := func(s *httptest.Server, n int) {
		var left atomic.Int64
		left.Store(int64(n))
		var all sync.WaitGroup
		for range 32 {
			all.Go(func() {
				for left.Add(-1) >= 0 {
					res, err := s.Client().Get(s.URL)
					if err != nil {
						b.Error(err)
						return
					}
					_, _ = io.Copy(io.Discard, res.Body)
					_ = res.Body.Close()
					if (res.ProtoMajor == 2) != s.EnableHTTP2 {
						b.Error(res.Proto)
					}
				}
			})
		}
		all.Wait()
	}
	const turns = 10
	each := max(b.N/turns, 1)
	var total [2]time.Duration
	for turn := range turns + 1 {
		for i, s := range servers {
			before := testenv.ProcessorTime(b)
			ask(s, each)
			if turn > 0 { // the first one warms
				total[i] += testenv.ProcessorTime(b) - before
			}
		}
	}
	b.ReportMetric(float64(total[0].Microseconds())/float64(each*turns), "HTTP/1.1-µs")
	b.ReportMetric(float64(total[1])/float64(total[0]), "HTTP/2/HTTP/1.1")
}
