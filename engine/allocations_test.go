package engine_test

import (
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"framework/engine/enginetest"

	"golang.org/x/tools/txtar"
)

// TestAllocations guards how many allocations a request takes in the whole server, without
// its listener and without those of the test. What makes a case need more has to be worth
// it; one that needs much less lowers the number here.
func TestAllocations(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates too")
	}
	handler := enginetest.Serve(t, txtar.Parse([]byte(benchFiles)).Files).Config.Handler
	body := `{"name":"a thing","price":12.5,"count":3,"active":true,"note":"some words about it","code":"c-100"}`
	request := func(method, path, body string) *http.Request {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		return r
	}
	ask := func(method, path, body string) {
		w := &discard{header: http.Header{}}
		if handler.ServeHTTP(w, request(method, path, body)); w.status/100 != 2 {
			t.Fatalf("%s %s: %d", method, path, w.status)
		}
	}
	for range 100 {
		ask("POST", "/item", body)
	}
	for _, c := range []struct {
		name, method, path, body string
		most                     float64
	}{
		{"findOne", "GET", "/item/7", "", 65},
		{"find30", "GET", "/item?limit=30", "", 72},
		{"create", "POST", "/item", body, 132},
		{"update", "PUT", "/item/9", `{"count":4}`, 134},
		{"js", "GET", "/item/hello", "", 109},
		{"jsFindOne", "GET", "/item/one/7", "", 185},
	} {
		own := testing.AllocsPerRun(200, func() { request(c.method, c.path, c.body) })
		// What else runs in the process is counted too, and on a busy machine a short read
		// may leave the loop: the lowest of some rounds is that of the request.
		got := math.Inf(1)
		for round := 0; round < 10 && got > c.most; round++ {
			got = min(got, testing.AllocsPerRun(200, func() { ask(c.method, c.path, c.body) })-own)
		}
		if got > c.most {
			t.Errorf("%s: %.0f allocations, at most %.0f", c.name, got, c.most)
		}
	}
}
