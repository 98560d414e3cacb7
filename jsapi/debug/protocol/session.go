package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"framework/jsapi"
	"framework/jsapi/debug"
)

// Session is one client.
type Session struct {
	target *Target
	ctx    context.Context
	cancel context.CancelFunc
	work   chan func() // for loops, in the order of the messages

	sending sync.Mutex
	out     func([]byte)

	objects registry

	mu         sync.Mutex
	runtime    bool // the domain is enabled
	debugger   bool
	throws     debug.ThrowState
	asyncDepth int
	mirrors    map[*debug.Agent]*mirror
	breaks     map[string]*debug.Breakpoint // by their ids
	exceptions int
	profiler   bool // the domain is enabled
	recording  *recording
}

// Error is one of the protocol.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

// Codes of errors, those of JSON-RPC.
const (
	codeServer   = -32000
	codeRequest  = -32600
	codeMethod   = -32601
	codeParams   = -32602
	codeInternal = -32603
	codeParse    = -32700
)

func failed(format string, args ...any) error {
	return &Error{codeServer, fmt.Sprintf(format, args...)}
}

// request is one message of a client.
type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	// answered says that the handler sends the answer itself, later.
	answered bool
}

// handler answers a request.
type handler struct {
	do func(s *Session, r *request) (any, error)
	// inOrder says that it needs a loop, or has to wait for requests that do.
	inOrder bool
}

// read reads the parameters of a request.
func (r *request) read(into any) error {
	if len(r.Params) == 0 {
		return nil
	}
	if err := json.Unmarshal(r.Params, into); err != nil {
		return &Error{codeParams, "Invalid parameters: " + err.Error()}
	}
	return nil
}

// serve does what belongs on loops until the session ends.
func (s *Session) serve() {
	for {
		select {
		case next := <-s.work:
			next()
		case <-s.ctx.Done():
			return
		}
	}
}

// Receive answers a message of the client. Messages are passed in their order.
func (s *Session) Receive(message []byte) {
	r := new(request)
	if err := json.Unmarshal(message, r); err != nil {
		s.send(object{"error": &Error{codeParse, "JSON: " + err.Error()}})
		return
	}
	h, ok := handlers[r.Method]
	switch {
	case len(r.ID) == 0:
		s.send(object{"error": &Error{codeRequest, "Message must have integer 'id' property"}})
	case !ok:
		s.reply(r, nil, &Error{codeMethod, fmt.Sprintf("'%s' wasn't found", r.Method)})
	case !h.inOrder:
		s.handle(h, r)
	default:
		select {
		case s.work <- func() { s.handle(h, r) }:
		case <-s.ctx.Done():
		}
	}
}

func (s *Session) handle(h handler, r *request) {
	result, err := h.do(s, r)
	if !r.answered {
		s.reply(r, result, err)
	}
}

func (s *Session) reply(r *request, result any, err error) {
	if err != nil {
		e, ok := errors.AsType[*Error](err)
		if !ok {
			e = &Error{codeServer, err.Error()}
		}
		s.send(object{"id": r.ID, "error": e})
		return
	}
	if result == nil {
		result = object{}
	}
	s.send(object{"id": r.ID, "result": result})
}

func (s *Session) event(method string, params object) {
	s.send(object{"method": method, "params": params})
}

func (s *Session) send(message object) {
	text, err := json.Marshal(message)
	if err != nil { // a value that JSON does not have
		text, _ = json.Marshal(object{"id": message["id"], "error": &Error{codeServer, err.Error()}})
	}
	s.sending.Lock()
	defer s.sending.Unlock()
	if s.ctx.Err() == nil {
		s.out(text)
	}
}

// Close ends the session: its breakpoints are removed, and what waits goes on if no other
// client debugs.
func (s *Session) Close() {
	s.cancel()
	t := s.target
	t.mu.Lock()
	t.sessions = slices.DeleteFunc(t.sessions, func(other *Session) bool { return other == s })
	t.mu.Unlock()
	s.disable()
	_, _ = s.profilerDisable(nil) // the error is of a profile that nobody gets
	s.objects.drop(func(string, held) bool { return true })
}

// disable ends the domain Debugger.
func (s *Session) disable() {
	s.mu.Lock()
	s.debugger, s.throws = false, debug.NoThrows
	breaks := s.breaks
	s.breaks = map[string]*debug.Breakpoint{}
	s.mu.Unlock()
	for _, b := range breaks {
		s.target.Remove(b.Key)
	}
	s.target.update()
}

func (s *Session) debugs() (on bool, throws debug.ThrowState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.debugger, s.throws
}

func (s *Session) listens() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.runtime
}

// mirror is that of a realm. It belongs on the loop.
func (s *Session) mirror(a *debug.Agent) *mirror {
	s.mu.Lock()
	m := s.mirrors[a]
	s.mu.Unlock()
	if m != nil {
		return m
	}
	m, err := newMirror(a)
	if err != nil {
		panic(err) // a defect of inspect.js
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mirrors[a] = m
	return m
}

// on runs fn on the loop of a realm.
func (s *Session) on(a *debug.Agent, fn func(m *mirror) (any, error)) (any, error) {
	if a == nil {
		return nil, failed("Cannot find context with specified id")
	}
	var result any // what fn writes to, though nothing may wait for it any more
	var err error
	ran := a.Do(s.ctx, func() { result, err = fn(s.mirror(a)) })
	if errors.Is(ran, jsapi.ErrClosed) {
		return nil, failed("Cannot find context with specified id")
	}
	if ran != nil {
		return nil, ran
	}
	return result, err
}
