package jsapi

import "time"

// LoopState says what a loop does and what keeps it.
type LoopState struct {
	// Requests wait for their first turn, Tasks are other turns that wait.
	Requests, Tasks int
	// Pending is how much work on other goroutines will come back to the loop: queries,
	// files, connections.
	Pending int64
	// Idle: nothing runs.
	Idle bool
	// Turn is how long the running turn has taken so far, see Isolate.TurnRunsFor.
	Turn time.Duration
}

// State is what the loop does now.
func (i *Isolate) State() LoopState {
	requests, tasks := i.queue.waiting()
	return LoopState{Requests: requests, Tasks: tasks, Pending: i.pending.Load(), Idle: i.idle.Load(), Turn: i.TurnRunsFor()}
}
