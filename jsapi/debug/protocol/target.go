package protocol

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"slices"
	"sync"

	"github.com/dop251/goja"

	"framework/jsapi/debug"
)

// Target is what clients connect to: the scripts of all realms of a server. Its methods are
// safe for concurrent use.
type Target struct {
	*debug.Debugger
	title string // of realms

	mu       sync.Mutex
	sessions []*Session
	starting chan struct{} // closed when the first client says that scripts may run
	started  bool
	unique   string
}

// NewTarget is that of a process by the name of title. Its scripts are the files whose paths
// covers says.
func NewTarget(title string, covers func(path string) bool) *Target {
	t := &Target{title: title, starting: make(chan struct{})}
	var random [8]byte
	_, _ = rand.Read(random[:]) // it does not fail
	t.unique = hex.EncodeToString(random[:])
	t.Debugger = debug.New(covers, t)
	return t
}

// Connect adds a client. send gets its messages, in their order; it is called from any
// goroutine, one at a time, and must not wait.
func (t *Target) Connect(send func(message []byte)) *Session {
	s := &Session{target: t, out: send, mirrors: map[*debug.Agent]*mirror{}, breaks: map[string]*debug.Breakpoint{}, work: make(chan func(), 256)}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	t.mu.Lock()
	t.sessions = append(t.sessions, s)
	t.mu.Unlock()
	go s.serve()
	return s
}

// WaitForClient waits until a client says that scripts may run, or ctx ends.
func (t *Target) WaitForClient(ctx context.Context) error {
	select {
	case <-t.starting:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *Target) start() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.started {
		t.started = true
		close(t.starting)
	}
}

func (t *Target) all() []*Session {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.sessions)
}

// update has the debugger do what the sessions want together.
func (t *Target) update() {
	on := false
	throws := debug.NoThrows
	for _, s := range t.all() {
		debugs, which := s.debugs()
		on = on || debugs
		if which > throws {
			throws = which
		}
	}
	t.Enable(on)
	if on {
		t.PauseOnThrow(throws)
		return
	}
	// The next client begins with what is usual.
	t.SkipPauses(false)
	t.ActivateBreakpoints(true)
	t.Ignore(nil)
	for _, a := range t.Agents() {
		if p := a.Paused(); p != nil {
			p.Resume(debug.Continue)
		}
	}
}

// agent is the realm with an id; 0 stands for the one that is paused, else for that of the
// newest version of the project.
func (t *Target) agent(id int) *debug.Agent {
	agents := t.Agents()
	for _, a := range agents {
		if id != 0 && a.ID == id || id == 0 && a.Paused() != nil {
			return a
		}
	}
	if id != 0 || len(agents) == 0 {
		return nil
	}
	for _, a := range slices.Backward(agents) {
		if a.IsMain() {
			return a
		}
	}
	return agents[0]
}

// Began tells of a realm.
func (t *Target) Began(a *debug.Agent) {
	for _, s := range t.all() {
		s.began(a)
	}
}

// Ended tells that a realm is gone.
func (t *Target) Ended(a *debug.Agent) {
	for _, s := range t.all() {
		s.ended(a)
	}
}

// Loaded tells of a script.
func (t *Target) Loaded(l *debug.Loaded) {
	resolved := t.Resolve(l.Script)
	for _, s := range t.all() {
		s.loaded(l, resolved)
	}
}

// Paused tells that a script waits.
func (t *Target) Paused(p *debug.Pause) {
	for _, s := range t.all() {
		s.paused(p)
	}
}

// Resumed tells that it goes on.
func (t *Target) Resumed(p *debug.Pause) {
	for _, s := range t.all() {
		s.resumed(p)
	}
}

// Console tells of what a script has written with console.
func (t *Target) Console(a *debug.Agent, method string, args []goja.Value) {
	for _, s := range t.all() {
		s.console(a, method, args)
	}
}
