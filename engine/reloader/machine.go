package reloader

import (
	"slices"
	"time"

	"framework/engine/diff"
	"framework/engine/inputs"
	"framework/watch"
)

const (
	// restartLimit is how long changes may keep restarting a build. After it, a
	// build is finished also if more files change, unless it takes far longer
	// than usual: then it is stuck.
	restartLimit = 3 * time.Second
	// stuckFactor is how many times as long as the last one a build may take
	// before it counts as stuck.
	stuckFactor = 4
	// overlookedLimit is how many builds in a row may begin because the one before
	// has read other files than there are.
	overlookedLimit = 3
)

// Outcome is the result of a build.
type Outcome struct {
	Diff diff.Diff
	Err  error
}

// Event is an input of the machine.
type Event interface{ event() }

// The events.
type (
	// Changed are the files that have changed, by the impact on the version
	// that is served. It also follows a Judge.
	Changed struct{ Files inputs.Judged }
	// Asked is a request to load the project again.
	Asked struct{}
	// Finished is the outcome of the build that ran, cancelled or not.
	Finished struct{ Outcome Outcome }
	// Due is the end of the last Wait.
	Due struct{}
	// Overlooked says that the last build has read other files than there are,
	// although no change was reported.
	Overlooked struct{}
)

func (Changed) event()  {}
func (Asked) event()    {}
func (Finished) event() {}
func (Due) event()      {}

func (Overlooked) event() {}

// Action is an output of the machine: what the reloader has to do.
type Action interface{ action() }

// The actions.
type (
	// Build begins a build; Finished is to follow.
	Build struct{}
	// Cancel ends the build that runs, which still finishes.
	Cancel struct{}
	// Refresh reports changed files that need no build, because requests read
	// them.
	Refresh struct{ Files []string }
	// Report is the outcome of a build that counts, with the files that had
	// changed.
	Report struct {
		Outcome Outcome
		Files   []string
	}
	// Judge is a request for another Changed: these files did not matter to the
	// version that was served before.
	Judge struct{ Changes []watch.Change }
	// Answer sends the outcome to all callers of Ask.
	Answer struct{ Outcome Outcome }
	// Wait sets the timer that makes Due; 0 stops it.
	Wait struct{ For time.Duration }
)

func (Build) action()   {}
func (Cancel) action()  {}
func (Refresh) action() {}
func (Report) action()  {}
func (Judge) action()   {}
func (Answer) action()  {}
func (Wait) action()    {}

// state is the state of a Machine.
type state uint8

const (
	idle       state = iota // no build runs; the timer, if it runs, begins another attempt
	building                // the running build has read every change
	restarting              // the running build was cancelled, another one follows it
	overtaken               // changes do not stop: the running build is finished nevertheless; the timer ends it if it is stuck
	judging                 // a build is over, and changes are judged again that did not matter before it
)

// Machine decides when a project is built. It has no clock and starts nothing:
// Handle takes an event and returns the actions. It is not safe for concurrent
// use.
type Machine struct {
	state state
	// files have changed since the last build that was reported; the build that
	// runs has read the first known of them.
	files   []string
	known   int
	since   time.Time // of the oldest of them, or of the first request; zero for none
	started time.Time // when the running build began
	took    time.Duration
	open    []watch.Change // to be judged when the build that runs is over
	last    Outcome        // the last one that was reported
	retry   time.Duration  // the wait after the last failure, 0 if another attempt would not help
	timer   bool           // the timer runs
	// overlooked counts builds in a row that had no other reason.
	overlooked int
	out        []Action
}

// NewMachine returns a machine for a version that is served; took is the time
// of its build.
func NewMachine(took time.Duration) *Machine { return &Machine{took: took} }

// Handle returns the actions for an event that happened now, in their order.
func (m *Machine) Handle(now time.Time, e Event) []Action {
	m.out = nil
	switch e := e.(type) {
	case Changed:
		m.changed(now, e.Files)
	case Asked:
		m.overlooked = 0
		m.want(now)
	case Overlooked:
		// A project whose build changes what it reads would be built for ever.
		if m.state == idle && m.overlooked < overlookedLimit {
			m.overlooked++
			m.want(now)
		}
	case Due:
		m.due(now)
	case Finished:
		m.finished(now, e.Outcome)
	}
	return m.out
}

func (m *Machine) do(a Action) { m.out = append(m.out, a) }

// runs reports whether a build runs.
func (m *Machine) runs() bool {
	return m.state == building || m.state == restarting || m.state == overtaken
}

func (m *Machine) changed(now time.Time, files inputs.Judged) {
	if len(files.Fresh) > 0 {
		m.do(Refresh{files.Fresh})
	}
	if m.runs() {
		m.open = append(m.open, files.Open...)
	}
	for _, path := range files.Rebuild {
		if !slices.Contains(m.files, path) {
			m.files = append(m.files, path)
		}
	}
	switch {
	case len(files.Rebuild) > 0:
		m.overlooked = 0
		m.want(now)
	case m.state == judging:
		m.rest()
	}
}

// want begins a build of the current files, or restarts the one that runs.
func (m *Machine) want(now time.Time) {
	if m.since.IsZero() {
		m.since = now
	}
	switch m.state {
	case idle, judging:
		m.begin(now)
	case building:
		if now.Sub(m.since) < restartLimit {
			m.state = restarting
			m.do(Cancel{})
			return
		}
		m.state = overtaken
		limit := max(restartLimit, stuckFactor*m.took)
		m.wait(max(limit-now.Sub(m.started), time.Nanosecond))
	case restarting, overtaken: // another one follows
	}
}

func (m *Machine) begin(now time.Time) {
	m.wait(0)
	m.state, m.started, m.known = building, now, len(m.files)
	m.do(Build{})
}

func (m *Machine) wait(d time.Duration) {
	if d > 0 || m.timer {
		m.do(Wait{d})
	}
	m.timer = d > 0
}

func (m *Machine) due(now time.Time) {
	if !m.timer {
		return // Wait stopped the timer too late
	}
	m.timer = false
	switch m.state {
	case idle:
		m.want(now)
	case overtaken:
		m.state = restarting
		m.do(Cancel{})
	case building, restarting, judging: // these states have no timer
	}
}

func (m *Machine) finished(now time.Time, o Outcome) {
	if !m.runs() {
		return
	}
	outdated := m.state != building
	if outdated && o.Err != nil {
		m.begin(now) // its result is outdated
		return
	}
	m.do(Report{o, m.files[:m.known:m.known]})
	m.last, m.files, m.known, m.since = o, m.files[m.known:], 0, time.Time{}
	m.retry = nextRetry(m.retry, o.Err)
	if o.Err == nil {
		m.took = o.Diff.Took
	}
	if outdated {
		m.state = idle
		m.want(now)
		return
	}
	if len(m.open) > 0 {
		m.state = judging
		m.do(Judge{m.open})
		m.open = nil
		return
	}
	m.rest()
}

// rest ends the work: nothing is left to do.
func (m *Machine) rest() {
	m.state = idle
	m.wait(m.retry)
	m.do(Answer{m.last})
}
