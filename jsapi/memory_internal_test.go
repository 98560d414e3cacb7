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
		if known := w.afterCollection(w.growth.turns, allocated()-c.during, heapShares{}, heapShares{}); known != c.known || w.hit != c.hit {
			t.Errorf("%s: interrupted %v, known %v", name, w.hit, known)
		}
	}
}

// TestSpares: what a worker has made since the collection before may be garbage.
func TestSpares(t *testing.T) {
	const limit, most = 80, 100
	for name, c := range map[string]struct {
		now, earlier, unknown heapShare
		spared, known         bool
	}{
		"little":                        {heapShare{60, 900}, heapShare{0, 500}, heapShare{}, true, true},
		"kept":                          {heapShare{90, 900}, heapShare{80, 890}, heapShare{}, false, true},
		"made since":                    {heapShare{90, 900}, heapShare{10, 800}, heapShare{}, true, false},
		"too much, made since":          {heapShare{190, 900}, heapShare{10, 500}, heapShare{}, false, true},
		"kept by nobody knows whom":     {heapShare{10, 900}, heapShare{10, 900}, heapShare{90, 90}, false, true},
		"made since by the same nobody": {heapShare{10, 900}, heapShare{10, 900}, heapShare{60, 90}, true, false},
	} {
		earlier := heapShares{workers: map[int]heapShare{3: c.earlier}}
		if name == "kept by nobody knows whom" {
			earlier.unknown = c.unknown
		}
		now := heapShares{workers: map[int]heapShare{2: {500, 900}, 3: c.now}, unknown: c.unknown}
		if spared, known := now.spares(3, limit, earlier, most); spared != c.spared || known != c.known {
			t.Errorf("%s: spared %v, known %v", name, spared, known)
		}
	}
}
