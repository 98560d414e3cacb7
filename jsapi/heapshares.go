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

// heapShares are the bytes that workers held at the last garbage collection, as samples of
// the heap estimate them. unknown is held by JavaScript of nobody knows which worker:
// stacks are recorded up to some depth.
type heapShares struct {
	workers map[int]int64
	unknown int64
}

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
	out := heapShares{workers: map[int]int64{}}
	inUse := slices.IndexFunc(p.SampleType, func(t *profile.ValueType) bool { return t.Type == "inuse_space" })
	for _, s := range p.Sample {
		if inUse < 0 || s.Value[inUse] == 0 {
			continue
		}
		if n, script := workerOf(s); n > 0 {
			out.workers[n] += s.Value[inUse]
		} else if script {
			out.unknown += s.Value[inUse]
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

// holds is what a turn of a worker may hold at most.
func (h heapShares) holds(worker int) int64 { return h.workers[worker] + h.unknown }

// spares reports whether the growth of the heap is that of other workers: what this one
// holds is less than its turn may grow by. The samples are not exact.
func (h heapShares) spares(worker int, limit int64) bool {
	return worker > 0 && h.holds(worker) < limit/8*7
}
