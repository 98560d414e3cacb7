package jsapi

import (
	"container/heap"
	"time"
)

// Clock is the time source of timers.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f once on some goroutine after d, unless stopped.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) AfterFunc(d time.Duration, f func()) func() bool {
	return time.AfterFunc(d, f).Stop
}

// timer is a timer or an immediate.
type timer struct {
	id    int64
	at    time.Time
	every time.Duration // 0 for timers that fire once
	fn    func() error
	asyncContext
	order int64 // among those of the same time
	index int   // in the heap, -1 outside
	// immediate marks those of setImmediate.
	immediate bool
	// weak marks those that do not keep a loop running.
	weak bool
}

// timers are the timers of a realm; only the loop uses them.
type timers struct {
	contexts   *asyncState
	heap       timerHeap
	live       map[int64]*timer
	immediates []*timer
	lastID     int64
	clock      Clock
	stopWake   func() bool
	// draining: only timers of pending operations run.
	draining bool
}

// SetTimer runs fn after d, at least a millisecond, and then every d if repeat is
// set, on behalf of the current operation. An error of fn settles that operation.
// The id is never 0.
func (ts *timers) SetTimer(d time.Duration, repeat bool, fn func() error) (id int64) {
	d = max(d, time.Millisecond)
	t := &timer{fn: fn, asyncContext: ts.contexts.async, at: ts.clock.Now().Add(d)}
	if repeat {
		t.every = d
	}
	ts.add(t)
	if ts.draining && !t.op.pending() {
		delete(ts.live, t.id)
		return t.id
	}
	heap.Push(&ts.heap, t)
	return t.id
}

// SetImmediate runs fn after the tasks that are queued now, as setImmediate does.
func (ts *timers) SetImmediate(fn func() error) (id int64) {
	t := &timer{fn: fn, asyncContext: ts.contexts.async, index: -1, immediate: true}
	ts.add(t)
	ts.immediates = append(ts.immediates, t)
	return t.id
}

// ClearTimer cancels a timer or an immediate; unknown ids are ignored.
func (ts *timers) ClearTimer(id int64) {
	t, ok := ts.live[id]
	if !ok {
		return
	}
	delete(ts.live, id)
	if t.index >= 0 {
		heap.Remove(&ts.heap, t.index)
	}
}

// TimerLive reports whether a timer is still to fire.
func (ts *timers) TimerLive(id int64) bool { return ts.live[id] != nil }

// RefreshTimer restarts the wait of a timer; it reports false for one that has ended or
// was cancelled.
func (ts *timers) RefreshTimer(id int64, d time.Duration) bool {
	t, ok := ts.live[id]
	if !ok || t.index < 0 {
		return false
	}
	ts.lastID++
	t.at, t.order = ts.clock.Now().Add(max(d, time.Millisecond)), ts.lastID
	heap.Fix(&ts.heap, t.index)
	return true
}

// WeakenTimer sets whether a timer does not keep a loop running (see Options.Idle).
func (ts *timers) WeakenTimer(id int64, weak bool) {
	if t, ok := ts.live[id]; ok {
		t.weak = weak
	}
}

// Timers counts the timers and the immediates that keep the loop running.
func (ts *timers) Timers() (timers, immediates int) {
	for _, t := range ts.live {
		switch {
		case t.weak:
		case t.immediate:
			immediates++
		default:
			timers++
		}
	}
	return timers, immediates
}

// none reports whether no timer keeps the loop running.
func (ts *timers) none() bool {
	for _, t := range ts.live {
		if !t.weak {
			return false
		}
	}
	return true
}

// drain cancels the timers that belong to no pending operation.
func (ts *timers) drain() {
	ts.draining = true
	kept := ts.heap[:0]
	for _, t := range ts.heap {
		if !t.op.pending() {
			t.index = -1
			delete(ts.live, t.id)
			continue
		}
		t.index = len(kept)
		kept = append(kept, t)
	}
	clear(ts.heap[len(kept):])
	ts.heap = kept
	heap.Init(&ts.heap)
}

func (ts *timers) add(t *timer) {
	ts.lastID++
	t.id, t.order = ts.lastID, ts.lastID
	ts.live[t.id] = t
}

// due removes the expired timers from the heap and returns them in order.
func (ts *timers) due(now time.Time) []*timer {
	var list []*timer
	for len(ts.heap) > 0 && !ts.heap[0].at.After(now) {
		list = append(list, heap.Pop(&ts.heap).(*timer))
	}
	return list
}

// begin reports whether t is to run (an earlier timer may have cancelled it), and
// schedules its repetition.
func (ts *timers) begin(t *timer) bool {
	if ts.live[t.id] != t {
		return false
	}
	if ts.draining && !t.immediate && !t.op.pending() {
		delete(ts.live, t.id)
		return false
	}
	if t.every > 0 {
		t.at = ts.clock.Now().Add(t.every)
		heap.Push(&ts.heap, t)
	} else {
		delete(ts.live, t.id)
	}
	return true
}

func (ts *timers) takeImmediates() []*timer {
	list := ts.immediates
	ts.immediates = nil
	return list
}

func (ts *timers) hasImmediates() bool { return len(ts.immediates) > 0 }

// arm schedules a token on wake for when the next timer is due; it returns true
// if one is due already.
func (ts *timers) arm(c Clock, wake chan<- struct{}) bool {
	ts.stop()
	if len(ts.heap) == 0 {
		return false
	}
	d := ts.heap[0].at.Sub(c.Now())
	if d <= 0 {
		return true
	}
	ts.stopWake = c.AfterFunc(d, func() {
		select {
		case wake <- struct{}{}:
		default:
		}
	})
	return false
}

func (ts *timers) stop() {
	if ts.stopWake != nil {
		ts.stopWake()
		ts.stopWake = nil
	}
}

// timerHeap orders by time, then by age.
type timerHeap []*timer

func (h timerHeap) Len() int { return len(h) }

func (h timerHeap) Less(a, b int) bool {
	if h[a].at.Equal(h[b].at) {
		return h[a].order < h[b].order
	}
	return h[a].at.Before(h[b].at)
}

func (h timerHeap) Swap(a, b int) {
	h[a], h[b] = h[b], h[a]
	h[a].index, h[b].index = a, b
}

func (h *timerHeap) Push(x any) {
	t := x.(*timer)
	t.index = len(*h)
	*h = append(*h, t)
}

func (h *timerHeap) Pop() any {
	old := *h
	t := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	t.index = -1
	return t
}
