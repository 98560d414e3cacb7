package engine_test

import (
	"context"
	"io"
	"net/http"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"framework/engine/testenv"
)

// TestStreamedRecordsTakeNoMemory: what lives on the heap does not grow with the number of records that an action streams to
// its answer. It is not parallel: it measures the heap of the process.
func TestStreamedRecordsTakeNoMemory(t *testing.T) {
	testenv.Slow(t)
	const records, text = 10_000, 4000                // 40 MB
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // while it measures, the server makes garbage
	l := liven(t, `
-- api/models/Thing.js --
module.exports = { attributes: { text: 'text' } };
-- api/controllers/ThingController.js --
module.exports = {
  fill: function (req, res) {
    var left = Number(req.param('n')), text = Array(Number(req.param('size')) + 1).join('x');
    (function next(err) {
      if (err) { return res.serverError(err); }
      if (left <= 0) { return res.json({}); }
      var some = [];
      while (left > 0 && some.length < 1000) { some.push({ text: text }); left--; }
      Thing.create(some).exec(next);
    })();
  },
  all: function (req, res) { Thing.stream().pipe(res); }
};
`, nil)
	if filled, body := l.fetch(http.MethodGet, "/thing/fill?n=10000&size=4000"); filled.StatusCode != http.StatusOK {
		t.Fatal(filled.Status, body)
	}
	lives := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := lives()
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, l.base+"/thing/all", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := l.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	for part := range 9 {
		if _, err := io.CopyN(io.Discard, res.Body, records*text/10); err != nil {
			t.Fatal(err)
		}
		// A collection leaves what was made while it ran, which is much on a busy machine: a reading says too much, never too
		// little. The server stops while nobody reads, so that a later reading is exact.
		grown := lives() - before
		for range 20 {
			if grown <= 24<<20 {
				break
			}
			grown = min(grown, lives()-before)
		}
		if grown > 24<<20 {
			t.Errorf("%d bytes more live after %d tenths of %d bytes", grown, part+1, records*text)
		}
	}
	rest, err := io.ReadAll(res.Body)
	if err != nil || !strings.HasSuffix(string(rest), "}]") {
		t.Errorf("%v: the end is %q", err, rest[max(0, len(rest)-100):])
	}
}
