package bench_test

import (
	"testing"
	"time"

	"framework/cmd/framework/programtest"
)

// BenchmarkObserving compares the processor time per request of servers that are observed
// with that of one that is not, in one run: they take turns, so that what else the machine
// does meets all of them. off2 is another one that is not observed: what it differs by is
// chance.
//
//	go test -run '^$' -bench Observing -benchtime 20000x ./cmd/framework/bench
func BenchmarkObserving(b *testing.B) {
	kinds := []struct {
		name  string
		flags []string
	}{
		{"off", []string{"--log.level=warn"}},
		{"off2", []string{"--log.level=warn"}},
		{"metrics", []string{"--log.level=warn", "--metrics=true"}},
		{"log", []string{"--log.requests=true"}},
		{"logJSON", []string{"--log.requests=true", "--log", "json"}},
		{"trace", []string{"--log.level=warn", "--tracing=true"}},
	}
	for _, c := range []struct{ name, path string }{{"find30", "/item?limit=30"}, {"findOne", "/item/7"}, {"js", "/item/hello"}} {
		b.Run(c.name, func(b *testing.B) {
			binary := programtest.Path(b)
			servers := make([]*programtest.Server, len(kinds))
			spent := make([]time.Duration, len(kinds))
			for i, kind := range kinds {
				servers[i] = programtest.Lift(b, binary, programtest.Project(b, programtest.Items), "production", kind.flags...)
				for range 50 {
					if status, body := servers[i].Ask("POST", "/item", programtest.ItemRecord); status/100 != 2 {
						b.Fatalf("filling: %d %s", status, body)
					}
				}
				load(b, servers[i], "GET", c.path, "", 500) // warm
			}
			const rounds = 20
			n := max(b.N/rounds, 1)
			b.ResetTimer()
			for round := range rounds {
				for k := range servers {
					i := (k + round) % len(servers)
					before := servers[i].ProcessorTime(b)
					load(b, servers[i], "GET", c.path, "", n)
					spent[i] += servers[i].ProcessorTime(b) - before
				}
			}
			b.StopTimer()
			for i, kind := range kinds {
				b.ReportMetric(float64(spent[i])/float64(spent[0]), kind.name+"/off")
			}
			b.ReportMetric(float64(spent[0].Microseconds())/float64(rounds*n), "off-cpu-µs/op")
		})
	}
}
