package jsapi

import (
	"sync/atomic"
	"time"
)

// load measures how busy a loop is. The loop writes it, anybody reads it.
type load struct {
	running atomic.Int64 // when the turn that runs began, as nanoseconds since the start of the isolate; 0 for none
	mean    atomic.Int64 // nanoseconds of a turn, an average in which the last turns count most
}

// meanTurns is how many turns the average is about.
const meanTurns = 8

func (l *load) begin(at time.Duration) { l.running.Store(max(int64(at), 1)) }

func (l *load) end(at time.Duration) {
	mean := l.mean.Load()
	l.mean.Store(mean + (int64(at)-l.running.Load()-mean)/meanTurns)
	l.running.Store(0)
}

// ExpectedWait estimates how long a request would wait for its first turn: as long as
// the running turn has taken already, and an average turn for everything that is queued.
// It is 0 for a loop that has nothing to do, and for one without Options.Worker, which
// measures nothing.
func (i *Isolate) ExpectedWait() time.Duration {
	if i.worker.Load() == 0 {
		return 0
	}
	var wait time.Duration
	if began := i.load.running.Load(); began != 0 {
		wait = max(time.Since(i.began)-time.Duration(began), 1)
	}
	requests, tasks := i.queue.waiting()
	return wait + time.Duration(requests+tasks)*max(time.Duration(i.load.mean.Load()), 1)
}

// TurnRunsFor is how long the running turn has taken so far; 0 if none runs, or without
// Options.Worker.
func (i *Isolate) TurnRunsFor() time.Duration {
	if began := i.load.running.Load(); began != 0 {
		return max(time.Since(i.began)-time.Duration(began), 1)
	}
	return 0
}
