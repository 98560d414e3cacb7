package admission_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"framework/engine/admission"
)

// TestArrivals checks how many requests of the last window are admitted; the windows
// list how long each request has waited.
func TestArrivals(t *testing.T) {
	const limit = 100 * time.Millisecond
	wait := func(n int, d time.Duration) (all []time.Duration) {
		for range n {
			all = append(all, d)
		}
		return all
	}
	mixed := func(late, soon int) []time.Duration {
		return append(wait(late, 3*limit), wait(soon, 0)...)
	}
	for _, c := range []struct {
		name    string
		limit   time.Duration
		windows [][]time.Duration
		want    int // of the last window
	}{
		{"nobody waits", limit, [][]time.Duration{wait(20, 0), wait(20, 0)}, 20},
		{"a burst", limit, [][]time.Duration{wait(20, 0), wait(20, 3*limit)}, 20},
		{"most wait", limit, [][]time.Duration{mixed(15, 5), mixed(15, 5)}, 5},
		{"some wait", limit, [][]time.Duration{mixed(5, 15), mixed(5, 15)}, 20},
		{"most wait, but for less", limit, [][]time.Duration{wait(20, limit/2), wait(20, limit-1)}, 20},
		{"few requests", limit, [][]time.Duration{wait(3, 3*limit), wait(3, 3*limit)}, 3},
		{"it is over", limit, [][]time.Duration{wait(20, 3*limit), wait(20, 0), wait(20, 3*limit)}, 20},
		{"long ago", limit, [][]time.Duration{wait(20, 3*limit), {}, wait(20, 3*limit)}, 20},
		{"as few as count", limit, [][]time.Duration{wait(8, 3*limit), wait(8, 3*limit)}, 0},
		{"one fewer", limit, [][]time.Duration{wait(7, 3*limit), wait(8, 3*limit)}, 8},
		{"each window counts for itself", limit, [][]time.Duration{wait(20, 3*limit), wait(7, 3*limit), wait(8, 3*limit)}, 8},
		{"half of them wait", limit, [][]time.Duration{mixed(10, 10), wait(20, limit)}, 0},
		{"nearly half", limit, [][]time.Duration{mixed(4, 5), wait(20, limit)}, 20},
		{"nearly half, after most did", limit, [][]time.Duration{wait(20, 3*limit), mixed(4, 5), wait(20, limit)}, 20},
		{"for half of the limit", limit, [][]time.Duration{wait(20, limit/2), wait(20, limit)}, 0},
		{"for less than half", limit, [][]time.Duration{wait(20, limit/2-1), wait(20, limit)}, 20},
		{"the shortest limit", 1, [][]time.Duration{wait(20, 1), wait(20, 1)}, 0},
		{"no limit", 0, [][]time.Duration{wait(20, 3*limit), wait(20, 3*limit)}, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			var a admission.Arrivals
			now, admitted := time.Unix(1e9, 0), 0
			for _, window := range c.windows {
				admitted = 0
				for _, waited := range window {
					if a.Admit(now, func() time.Duration { return waited }, c.limit) {
						admitted++
					}
				}
				now = now.Add(min(limit, max(c.limit, 1)))
			}
			if admitted != c.want {
				t.Errorf("%d are admitted, want %d", admitted, c.want)
			}
		})
	}
}

// TestArrivalsAsked checks how many of the requests of a window are asked how long they
// have waited.
func TestArrivalsAsked(t *testing.T) {
	const limit = 100 * time.Millisecond
	var a admission.Arrivals
	now := time.Unix(1e9, 0)
	for i, window := range []struct {
		requests int
		waited   time.Duration
		want     int
	}{
		{20, 0, 20},
		{6400, 0, 6400}, // nobody knew that so many would come
		{6400, 0, 8 + 64},
		{50, 3 * limit, 8}, // the server has come to a stop
		{50, 3 * limit, 50},
		{6400, 3 * limit, 6400},
		{6400, 0, 6400},
		{6400, 0, 8 + 64},
	} {
		asked := 0
		for range window.requests {
			a.Admit(now, func() time.Duration { asked++; return window.waited }, limit)
		}
		if asked != window.want {
			t.Errorf("window %d: %d of %d are asked, want %d", i, asked, window.requests, window.want)
		}
		now = now.Add(limit)
	}
	a.Admit(now, func() time.Duration { t.Error("one is asked although there is no limit"); return 0 }, 0)
}

// TestArrivalsUnderLoad simulates one server that takes requests in their order and
// is now and then stalled by other processes of its machine. One request in twenty
// does not wait, as happens where several goroutines accept; a rule that looks at
// the shortest wait alone would never refuse anything.
func TestArrivalsUnderLoad(t *testing.T) {
	const (
		limit, service = 250 * time.Millisecond, 2 * time.Millisecond
		refusal        = service / 3
	)
	for _, tc := range []struct {
		name           string
		load           float64 // of what it can do while nothing stops it
		stalls         bool    // by 150 ms each second
		refused, worst float64 // at most: part of the requests, 99th percentile in seconds
	}{
		{"well below", 0.6, false, 0, 0.1},
		{"below", 0.8, false, 0, 0.1},
		{"near", 0.95, false, 0.01, 0.3},
		{"below, on a busy machine", 0.8, true, 0.1, 1},
		{"twice", 2, false, 0.8, 0.5},
		{"twice, on a busy machine", 2, true, 0.9, 2.5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 1))
			some := func(mean time.Duration) time.Duration { return time.Duration(r.ExpFloat64() * float64(mean)) }
			var a admission.Arrivals
			var came, free time.Duration
			var latencies []time.Duration
			stall, all := some(time.Second), 0
			for ; came < time.Minute; all++ {
				came += some(time.Duration(float64(service) / tc.load))
				start := max(came, free)
				for tc.stalls && stall < start {
					over := stall + some(150*time.Millisecond)
					start, stall = max(start, over), over+some(time.Second)
				}
				waited := start - came
				if r.IntN(20) == 0 {
					waited = 0
				}
				if !a.Admit(time.Unix(1e9, 0).Add(start), func() time.Duration { return waited }, limit) {
					free = start + refusal
					continue
				}
				free = start + some(service)
				latencies = append(latencies, waited+free-start)
			}
			slices.Sort(latencies)
			refused, worst := 1-float64(len(latencies))/float64(all), latencies[len(latencies)*99/100].Seconds()
			if refused > tc.refused || worst > tc.worst {
				t.Errorf("%.3f are refused, at most %.3f; the 99th percentile is %.2f s, at most %.2f s", refused, tc.refused, worst, tc.worst)
			}
		})
	}
}
