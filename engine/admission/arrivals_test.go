package admission_test

import (
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
