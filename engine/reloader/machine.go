package reloader

import (
	"slices"
	"time"

	"framework/engine/diff"
	"framework/engine/inputs"
	"framework/watch"
)

const (
	// restartLimit is how long changes may keep restarting a build: after it, one
	// is finished whatever else changes, unless it takes far longer than builds
	// do: then it waits for something that will not come.
	restartLimit = 3 * time.Second
	// stuckFactor is how many times as long as the last one a build may take
	// before it counts as stuck.
	stuckFactor = 4
)

// Outcome is what came of a build.
type Outcome struct {
	Diff diff.Diff
	Err  error
}

// Event is something that has happened.
type Event interface{ event() }

// The events.
type (
	// Changed says which files have changed, by what that means for the version
	// that is served. It also answers Judge.
	Changed struct{ Files inputs.Judged }
	// Asked is a request to load the project again.
	Asked struct{}
	// Finished says what came of the build that ran, cancelled or not.
	Finished struct{ Outcome Outcome }
	// Due says that the time of the last Wait has passed.
	Due struct{}
)

func (Changed) event()  {}
func (Asked) event()    {}
func (Finished) event() {}
func (Due) event()      {}

// Action is something that the machine wants to be done.
type Action interface{ action() }

// The actions.
type (
	// Build begins a build; Finished is to follow.
	Build struct{}
	// Cancel ends the build that runs, which still finishes.
	Cancel struct{}
	// Refresh says that files which requests read anew are others.
	Refresh struct{ Files []string }
	// Report says what came of a build that counts, and which files had changed.
	Report struct {
		Outcome Outcome
		Files   []string
	}
	// Judge is a request for another Changed: these files did not matter to the
	// version that was served before.
	Judge struct{ Changes []watch.Change }
	// Answer says to everybody who asked what came of it.
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

// state is what a Machine is at.
type state uint8

const (
	idle       state = iota // nothing runs; the timer is that of another attempt, if it runs
	building                // what runs has read every change
	restarting              // what runs was cancelled, another build follows it
	overtaken               // changes do not stop: what runs is finished all the same; the timer ends it if it is stuck
	judging                 // a build is over, and changes are looked at that did not matter before it
)

// Machine decides when a project is built. It has no clock and starts nothing:
// Handle takes what has happened and returns what is to be done. It is not safe
// for concurrent use.
type Machine struct {
	state state
	// files have changed since the last build that was reported; the build that
	// runs has read the first known of them.
	files   []string
	known   int
	since   time.Time // of the oldest of them, or of who asked; zero for nobody
	started time.Time // of the build that runs
	took    time.Duration
	open    []watch.Change // to be judged when the build that runs is over
	last    Outcome        // that was reported
	retry   time.Duration  // the wait after the last failure, 0 for one that another attempt does not mend
	timer   bool           // it runs
	out     []Action
}

// NewMachine returns a machine for a version that is served and whose build took
// that long.
func NewMachine(took time.Duration) *Machine { return &Machine{took: took} }

// Handle says what is to be done, in that order, because of an event that
// happened now.
func (m *Machine) Handle(now time.Time, e Event) []Action {
	m.out = nil
	switch e := e.(type) {
	case Changed:
		m.changed(now, e.Files)
	case Asked:
		m.want(now)
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
		m.want(now)
	case m.state == judging:
		m.rest()
	}
}

// want has the project built as it is from now on.
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
		return // it was stopped too late
	}
	m.timer = false
	switch m.state {
	case idle:
		m.want(now)
	case overtaken:
		m.state = restarting
		m.do(Cancel{})
	case building, restarting, judging: // they have none
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

// rest is where nothing is left to do.
func (m *Machine) rest() {
	m.state = idle
	m.wait(m.retry)
	m.do(Answer{m.last})
}
