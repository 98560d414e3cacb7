package jsapi

import (
	"bytes"
	"runtime/pprof"
	"slices"
	"strings"

	"github.com/google/pprof/profile"
)

// The loop of a worker runs below frames that spell its number, so that the profile of the
// heap says which worker holds what: Go does not say otherwise who allocated.

// asWorker runs a loop below the frames for n: a digit each, the lowest first. It returns
// what the loop returns.
func asWorker(n int, loop func() bool) bool {
	switch {
	case n == 0:
		return loop()
	case n%2 == 0:
		return workerDigit0(n/2, loop)
	}
	return workerDigit1(n/2, loop)
}

//go:noinline
func workerDigit0(n int, loop func() bool) bool { return asWorker(n, loop) }

//go:noinline
func workerDigit1(n int, loop func() bool) bool { return asWorker(n, loop) }

// heapShares are what workers held at the last garbage collection, as samples of the heap
// estimate it. unknown is that of JavaScript of nobody knows which worker: stacks are
// recorded up to some depth.
type heapShares struct {
	workers map[int]heapShare
	unknown heapShare
}

// heapShare is in bytes. made is everything that was allocated up to the collection.
type heapShare struct{ held, made int64 }

func (s heapShare) plus(o heapShare) heapShare { return heapShare{s.held + o.held, s.made + o.made} }

// measureHeapShares reads the profile of the heap, which takes some milliseconds.
func measureHeapShares() (heapShares, error) {
	var text bytes.Buffer
	if err := pprof.Lookup("heap").WriteTo(&text, 0); err != nil {
		return heapShares{}, err
	}
	p, err := profile.Parse(&text)
	if err != nil {
		return heapShares{}, err
	}
	out := heapShares{workers: map[int]heapShare{}}
	column := func(name string) int {
		return slices.IndexFunc(p.SampleType, func(t *profile.ValueType) bool { return t.Type == name })
	}
	inUse, all := column("inuse_space"), column("alloc_space")
	if inUse < 0 || all < 0 {
		return out, nil
	}
	for _, s := range p.Sample {
		share := heapShare{s.Value[inUse], s.Value[all]}
		if n, script := workerOf(s); n > 0 {
			out.workers[n] = out.workers[n].plus(share)
		} else if script {
			out.unknown = out.unknown.plus(share)
		}
	}
	return out, nil
}

// workerOf is the worker on whose loop a sample was allocated, 0 for none; script reports
// whether JavaScript has allocated it.
func workerOf(s *profile.Sample) (n int, script bool) {
	digit := 0
	for _, l := range slices.Backward(s.Location) { // the callers first
		for _, line := range slices.Backward(l.Line) {
			if line.Function == nil {
				continue
			}
			switch name := line.Function.Name; {
			case strings.HasSuffix(name, "jsapi.workerDigit0"):
				digit++
			case strings.HasSuffix(name, "jsapi.workerDigit1"):
				n |= 1 << digit
				digit++
			case strings.HasPrefix(name, "github.com/dop251/goja."):
				script = true
			}
		}
	}
	return n, script
}

// of is the most that a worker may have.
func (h heapShares) of(worker int) heapShare { return h.workers[worker].plus(h.unknown) }

// spares reports whether the growth of the heap is that of other workers: what this one
// holds is less than its turn may grow by. The samples are not exact, and what was allocated
// while the collection ran counts as held, although it may be garbage: that since earlier,
// up to most, is left out. known is false if it makes the difference.
func (h heapShares) spares(worker int, limit int64, earlier heapShares, most int64) (spared, known bool) {
	if worker == 0 {
		return false, true
	}
	enough, now := limit/8*7, h.of(worker)
	spared = now.held-min(now.made-earlier.of(worker).made, most) < enough
	return spared, !spared || now.held < enough
}
