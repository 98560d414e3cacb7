package admission_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"framework/engine/admission"
)

// TestArrivals asks for a number of requests a window, each of which has waited
// for some time, and wants to know how many of the last window are begun.
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
		{"no limit", 0, [][]time.Duration{wait(20, 3*limit), wait(20, 3*limit)}, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			var a admission.Arrivals
			now, begun := time.Unix(1e9, 0), 0
			for _, window := range c.windows {
				begun = 0
				for _, waited := range window {
					if a.Admit(now, waited, c.limit) {
						begun++
					}
				}
				now = now.Add(limit)
			}
			if begun != c.want {
				t.Errorf("%d are begun, want %d", begun, c.want)
			}
		})
	}
}

// TestArrivalsUnderLoad: one server that takes requests in the order in which they
// come, and now and then is stopped by something else on its machine. Some come out
// of turn, as they do where several goroutines accept: a rule that goes by the
// shortest time waited alone never refuses anything then.
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
				if !a.Admit(time.Unix(1e9, 0).Add(start), waited, limit) {
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

func TestQueue(t *testing.T) {
	now := time.Unix(1e9, 0)
	var q admission.Queue
	expect := func(after time.Duration, want time.Duration) {
		t.Helper()
		now = now.Add(after)
		if got, _ := q.Join(now); got != want {
			t.Errorf("who joins may wait for %v, want %v", got, want)
		}
	}
	if _, limited := q.Join(now); limited {
		t.Error("there is a limit that nobody has set")
	}
	q.Leave()
	q.SetLimit(time.Second)
	expect(0, time.Second)
	expect(time.Second/2, time.Second)
	expect(time.Second/2, time.Second/2) // it was never empty
	q.Leave()
	q.Leave()
	expect(0, time.Second/2)
	q.Leave()
	q.Leave()
	expect(0, time.Second) // it was
}
