package jsapi

import (
	"testing"

	"github.com/dop251/goja"
)

// What a turn allocates while a collection runs is not known to be kept: a turn is
// interrupted for what was there when the collection began.
func TestWhatACollectionCannotJudge(t *testing.T) {
	// Other tests allocate and free meanwhile: every case is half a limit or more away
	// from the border.
	const limit = 1 << 30
	for name, c := range map[string]struct {
		grown, during, memory int64
		hit, known            bool
	}{
		"kept":                          {3 * limit, 0, 0, true, true},
		"kept, and more since":          {5 * limit, limit, 0, true, true},
		"made since":                    {5 * limit / 2, 3 * limit, 0, false, false},
		"too much, made since":          {5 * limit, 5 * limit, 0, true, true},
		"made since, in a large memory": {5 * limit, 5 * limit, 5 * limit * maxGrowthPart, false, false},
		"kept, in a large memory":       {5 * limit, limit, 5 * limit * maxGrowthPart, true, true},
		"within the limit":              {0, 0, 0, false, true},
	} {
		w := &watchdog{vm: goja.New(), running: true}
		w.growth.limit, w.growth.memory = limit, c.memory
		w.growth.base = heapSize() - c.grown
		if known := w.afterCollection(w.growth.turns, allocated()-c.during); known != c.known || w.hit != c.hit {
			t.Errorf("%s: interrupted %v, known %v", name, w.hit, known)
		}
	}
}
