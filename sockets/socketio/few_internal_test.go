package socketio

import (
	"maps"
	"math/rand/v2"
	"strconv"
	"testing"
)

// A few is a map, whatever is done with it in whatever order.
func TestFewIsAMap(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var f few[int]
		want := map[string]int{}
		names := 1 + random.IntN(3*fewMost)
		for range 100 {
			name, value := strconv.Itoa(random.IntN(names)), random.Int()
			if random.IntN(3) == 0 {
				f.delete(name)
				delete(want, name)
			} else {
				f.set(name, value)
				want[name] = value
			}
			if got := maps.Collect(f.all()); !maps.Equal(got, want) || f.len() != len(want) {
				t.Fatalf("%d entries %v, want %v", f.len(), got, want)
			}
			got, ok := f.get(name)
			if value, in := want[name]; ok != in || got != value {
				t.Fatalf("%s: %d, %t, want %d, %t", name, got, ok, value, in)
			}
		}
	}
}

// Iterating ends where the loop ends.
func TestFewStops(t *testing.T) {
	for _, n := range []int{2, 2 * fewMost} {
		var f few[int]
		for i := range n {
			f.set(strconv.Itoa(i), i)
		}
		seen := 0
		for range f.all() {
			seen++
			break
		}
		if seen != 1 {
			t.Errorf("%d of %d entries", seen, n)
		}
	}
}
