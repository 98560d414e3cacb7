package overload_test

import (
	"context"
	"os"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
)

// busyProject has an action that keeps JavaScript busy, one that waits for the
// database, and a model with default actions alone.
const busyProject = `
-- config/connections.js --
module.exports.connections = { main: { adapter: 'sails-disk' } };
-- config/models.js --
module.exports.models = { connection: 'main', migrate: 'alter' };
-- api/models/Item.js --
module.exports = { attributes: { name: 'string' } };
-- api/controllers/ItemController.js --
module.exports = {};
-- api/controllers/WorkController.js --
module.exports = {
  busy: function (req, res) {
    var sum = 0;
    for (var i = 0; i < 30000; i++) { sum += i % 7; }
    return res.json({ sum: sum });
  },
  stored: function (req, res) {
    Item.findOne(1).exec(function (err, item) {
      if (err) { return res.serverError(err); }
      Item.findOne(1).exec(function (err, again) { return res.json({ item: item, again: again }); });
    });
  }
};
`

// BenchmarkOverload sends twice as many requests as the server can answer, each case
// for five seconds, and requests of a default action meanwhile. FRAMEWORK_BENCH_BINARY
// names another build of the program to measure.
func BenchmarkOverload(b *testing.B) {
	binary := os.Getenv("FRAMEWORK_BENCH_BINARY")
	if binary == "" {
		binary = programtest.Path(b)
	}
	for _, path := range []string{"/work/busy", "/work/stored"} {
		b.Run(path[len("/work/"):], func(b *testing.B) { overload(b, binary, path) })
	}
}

func overload(b *testing.B, binary, path string) {
	s := programtest.Lift(b, binary, programtest.Project(b, busyProject), "production", "--silent")
	if status, body := s.Ask("POST", "/item", `{"name":"a thing"}`); status/100 != 2 {
		b.Fatalf("%d %s", status, body)
	}
	capacity(s, b, path) // warm
	capacity := capacity(s, b, path)
	client := manyConnections()
	defer client.CloseIdleConnections()
	for b.Loop() {
		ctx, cancel := context.WithTimeout(b.Context(), 5*time.Second)
		other := make(chan *answers)
		go func() { other <- openLoop{method: "GET", url: s.Base + "/item/1", rate: 50}.run(ctx, client) }()
		got := openLoop{method: "GET", url: s.Base + path, rate: 2 * capacity}.run(ctx, client)
		native := <-other
		cancel()
		ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
		b.ReportMetric(capacity, "capacity/s")
		b.ReportMetric(ms(quantile(got.took, 0.5)), "p50-ms")
		b.ReportMetric(ms(quantile(got.took, 0.99)), "p99-ms")
		b.ReportMetric(ms(quantile(got.shed, 0.99)), "p99-shed-ms")
		b.ReportMetric(100*float64(len(got.shed))/float64(got.total()), "shed-%")
		b.ReportMetric(float64(got.status[0]), "unanswered")
		b.ReportMetric(ms(quantile(native.took, 0.5)), "native-p50-ms")
		b.ReportMetric(ms(quantile(native.took, 0.99)), "native-p99-ms")
		b.Logf("%v, default action %v", got.status, native.status)
	}
}

// BenchmarkNativeOverload asks for default actions, in which Go itself is what is
// short: as many finds as creates, first as fast as they are answered, then at so
// many times that rate whether they are answered or not. The server has one
// processor, so that the client, which would be on another machine, has some too;
// late-ms is how late that sent its requests all the same.
func BenchmarkNativeOverload(b *testing.B) {
	binary := os.Getenv("FRAMEWORK_BENCH_BINARY")
	if binary == "" {
		binary = programtest.Path(b)
	}
	for _, c := range []struct {
		name  string
		times float64
	}{{"1x", 0.8}, {"2x", 2}, {"3x", 3}} {
		b.Run(c.name, func(b *testing.B) { nativeOverload(b, binary, c.times) })
	}
}

func nativeOverload(b *testing.B, binary string, times float64) {
	s := programtest.LiftWith(b, binary, programtest.Project(b, programtest.Items), []string{"NODE_ENV=production", "GOMAXPROCS=1"}, "--silent")
	addr := s.Addr
	for range 100 {
		if status, body := s.Ask("POST", "/item", programtest.ItemRecord); status/100 != 2 {
			b.Fatalf("%d %s", status, body)
		}
	}
	const lasts = 5 * time.Second
	load := flood{addr: addr, requests: []string{
		get(addr, "/item?limit=30"),
		post(addr, "/item", programtest.ItemRecord),
	}}
	run := func(f flood, lasts time.Duration) *answers {
		ctx, cancel := context.WithTimeout(b.Context(), lasts)
		defer cancel()
		return f.run(ctx)
	}
	load.connections = 32
	run(load, lasts) // warm
	capacity := float64(run(load, lasts).total()) / lasts.Seconds()
	load.connections, load.rate = 8000, times*capacity
	for b.Loop() {
		before := s.ProcessorTime(b)
		got := run(load, 2*lasts)
		spent := s.ProcessorTime(b) - before
		ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
		b.ReportMetric(capacity, "capacity/s")
		b.ReportMetric(float64(len(got.took))/(2*lasts).Seconds(), "admitted/s")
		b.ReportMetric(spent.Seconds()/(2*lasts).Seconds(), "processors")
		b.ReportMetric(ms(quantile(got.took, 0.5)), "p50-ms")
		b.ReportMetric(ms(quantile(got.took, 0.99)), "p99-ms")
		b.ReportMetric(ms(quantile(got.shed, 0.99)), "p99-shed-ms")
		b.ReportMetric(ms(quantile(got.late, 0.99)), "p99-late-ms")
		b.ReportMetric(100*float64(len(got.shed))/float64(got.total()), "shed-%")
		b.ReportMetric(float64(got.status[0]+got.silent), "unanswered")
		b.Logf("%v %v", got.status, got.failed)
	}
}
