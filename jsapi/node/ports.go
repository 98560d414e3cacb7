package node

import (
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// message is a value on its way to another thread: the nodes of clone.js, with strings,
// numbers, memory and ends of channels of Go in the place of those of a realm.
type message struct {
	nodes [][]any
	size  int64 // in bytes, about
}

// copied is a message for one more receiver, who gets memory of its own.
func (m *message) copied() *message {
	out := &message{nodes: make([][]any, len(m.nodes)), size: m.size}
	for i, node := range m.nodes {
		out.nodes[i] = slices.Clone(node)
		for k, s := range node {
			if b, ok := s.(memorySlot); ok && node[0] != "shared" {
				out.nodes[i][k] = memorySlot(append([]byte{}, b...))
			}
		}
	}
	return out
}

type (
	undefinedSlot struct{}
	utf16Slot     []uint16
	// memorySlot is an ArrayBuffer: of the receiver alone, unless it is shared.
	memorySlot []byte
	// nodeSlot is the number of another node.
	nodeSlot int
)

// portEnd is one end of a channel between threads. Its messages wait until the realm that
// has it takes them.
type portEnd struct {
	mu     *sync.Mutex // of the channel
	others []*portEnd  // the other end; those of a BroadcastChannel are in its group
	group  *portGroup
	queue  []*message
	size   int64 // of the queue
	closed bool
	// started says that the owner takes messages, scheduled that a turn will take one.
	started, scheduled bool
	// ending says that the other end is closed, and that the owner finds out when it has taken
	// what waits.
	ending bool
	wake   func() // a turn of the owner takes a message
	ended  func() // a turn of the owner finds out that the end is closed
	done   func() // the owner has it no more
	hold   func() // releases the hold on the loop of the owner; nil where there is none
}

// portGroup are the ends of all channels of one name.
type portGroup struct {
	mu   sync.Mutex
	ends []*portEnd
}

func newChannel() (a, b *portEnd) {
	mu := new(sync.Mutex)
	a, b = &portEnd{mu: mu}, &portEnd{mu: mu}
	a.others, b.others = []*portEnd{b}, []*portEnd{a}
	return a, b
}

// schedule returns the function that has the owner take a message; nil where none is to be
// taken. There is one such turn at a time, so that many messages do not keep other work from
// its turn. The caller holds the lock, and calls the function without it.
func (p *portEnd) schedule() func() {
	if p.wake == nil || !p.started || p.scheduled || len(p.queue) == 0 {
		return nil
	}
	p.scheduled = true
	return p.wake
}

// taken is called at the end of a turn that was to take a message.
func (p *portEnd) taken() {
	p.mu.Lock()
	p.scheduled = false
	calls := append(p.end(), p.schedule())
	p.mu.Unlock()
	callAll(calls...)
}

// end returns what is to be called where the end is closed and nothing waits any more. The
// caller holds the lock, and calls without it.
func (p *portEnd) end() []func() {
	if !p.ending || p.scheduled || len(p.queue) > 0 || p.ended == nil {
		return nil
	}
	p.ending = false
	return []func(){p.release(), p.ended}
}

func callAll(calls ...func()) {
	for _, call := range calls {
		if call != nil {
			call()
		}
	}
}

// post gives a message to the other end, or to all others of the group. After the end it
// is dropped. It returns false where more than limit bytes wait already.
func (p *portEnd) post(m *message, limit int64) bool {
	p.mu.Lock()
	to := p.others
	if p.group != nil {
		to = slices.Clone(p.group.ends)
	}
	var wakes []func()
	for _, q := range to {
		if q == p || q.closed {
			continue
		}
		if limit > 0 && q.size > 0 && q.size+m.size > limit {
			p.mu.Unlock()
			return false
		}
		if p.group != nil {
			m = m.copied()
		}
		q.queue = append(q.queue, m)
		q.size += m.size
		if wake := q.schedule(); wake != nil {
			wakes = append(wakes, wake)
		}
	}
	p.mu.Unlock()
	callAll(wakes...)
	return true
}

// take removes the oldest message; nil for none.
func (p *portEnd) take() *message {
	p.mu.Lock()
	if len(p.queue) == 0 {
		p.mu.Unlock()
		return nil
	}
	m := p.queue[0]
	p.queue[0] = nil // for the garbage collector
	p.queue = p.queue[1:]
	p.size -= m.size
	calls := p.end()
	p.mu.Unlock()
	callAll(calls...)
	return m
}

// close ends the channel. The owner finds out at once, the other side when it has taken what
// was posted to it before.
func (p *portEnd) close() {
	p.mu.Lock()
	all := []*portEnd{p}
	if p.group == nil {
		all = append(all, p.others...)
	} else {
		p.group.ends = slices.DeleteFunc(p.group.ends, func(q *portEnd) bool { return q == p })
	}
	var calls []func()
	for _, q := range all {
		if q.closed && !(q == p && q.ending) {
			continue
		}
		q.closed, q.ending = true, true
		if q == p {
			q.queue, q.size, q.scheduled = nil, 0, false
		}
		calls = append(calls, q.end()...)
	}
	p.mu.Unlock()
	callAll(calls...)
}

// release takes the hold from the end, which the caller then releases.
func (p *portEnd) release() func() {
	hold := p.hold
	p.hold = nil
	return hold
}

// detach takes the end from its owner.
func (p *portEnd) detach() {
	p.mu.Lock()
	hold, done := p.release(), p.done
	p.wake, p.ended, p.done = nil, nil, nil
	p.started, p.scheduled = false, false
	p.mu.Unlock()
	callAll(hold, done)
}

// portModule is the native part of channels.
type portModule struct {
	*host
	open    *resources
	threads *threads
}

func (m *portModule) end(v goja.Value) *portEnd { return v.Export().(*portEnd) }

// attach(end, receive, closed) makes the realm the owner of an end: receive is called in a
// turn for each message, closed once.
func (m *portModule) attach(call goja.FunctionCall) goja.Value {
	p := m.end(call.Argument(0))
	turn := func(fn goja.Callable, after func()) func() {
		enter := m.realm.Enqueuer()
		return func() {
			enter(func(r *jsapi.Realm) {
				defer after()
				if _, err := fn(goja.Undefined()); err != nil {
					r.Uncaught(err)
				}
			})
		}
	}
	receive, _ := goja.AssertFunction(call.Argument(1))
	closed, _ := goja.AssertFunction(call.Argument(2))
	done := m.open.add(func() error {
		p.close()
		return nil
	})
	p.mu.Lock()
	p.wake, p.ended, p.done = turn(receive, p.taken), turn(closed, func() {}), done
	calls := p.end()
	p.mu.Unlock()
	callAll(calls...)
	return goja.Undefined()
}

// pump begins to receive, also what has come before.
func (m *portModule) pump(call goja.FunctionCall) goja.Value {
	p := m.end(call.Argument(0))
	p.mu.Lock()
	p.started = true
	wake := p.schedule()
	p.mu.Unlock()
	callAll(wake)
	return goja.Undefined()
}

// post(end, message) sends a message.
func (m *portModule) post(call goja.FunctionCall) goja.Value {
	if !m.end(call.Argument(0)).post(call.Argument(1).Export().(*message), m.realm.MemoryLimit()) {
		panic(m.errorWith("RangeError", "ERR_OUT_OF_MEMORY", "The messages that wait for the receiver take more memory than a turn may: let it take some before more are posted"))
	}
	return goja.Undefined()
}

// hold(end, on) keeps the loop of a worker running, or no longer.
func (m *portModule) hold(call goja.FunctionCall) goja.Value {
	p, on := m.end(call.Argument(0)), call.Argument(1).ToBoolean()
	p.mu.Lock()
	var release func()
	switch {
	case on && p.hold == nil && (!p.closed || p.ending):
		p.hold = m.realm.Hold()
	case !on:
		release = p.release()
	}
	p.mu.Unlock()
	callAll(release)
	return goja.Undefined()
}

func (m *portModule) natives() map[string]any {
	rt := m.realm.Runtime()
	return map[string]any{
		"channel": func(goja.FunctionCall) goja.Value {
			a, b := newChannel()
			return rt.NewArray(rt.ToValue(a), rt.ToValue(b))
		},
		"join":   func(call goja.FunctionCall) goja.Value { return rt.ToValue(m.threads.join(call.Argument(0).String())) },
		"attach": m.attach, "pump": m.pump, "hold": m.hold,
		"held": func(call goja.FunctionCall) goja.Value {
			p := m.end(call.Argument(0))
			p.mu.Lock()
			defer p.mu.Unlock()
			return rt.ToValue(p.hold != nil)
		},
		"detach": func(call goja.FunctionCall) goja.Value {
			m.end(call.Argument(0)).detach()
			return goja.Undefined()
		},
		"close": func(call goja.FunctionCall) goja.Value {
			m.end(call.Argument(0)).close()
			return goja.Undefined()
		},
		"post": m.post,
		"take": func(call goja.FunctionCall) goja.Value {
			if got := m.end(call.Argument(0)).take(); got != nil {
				return rt.ToValue(got)
			}
			return goja.Null()
		},
		"pack":   func(call goja.FunctionCall) goja.Value { return rt.ToValue(m.pack(call.Argument(0))) },
		"unpack": func(call goja.FunctionCall) goja.Value { return m.unpack(call.Argument(0).Export().(*message)) },
	}
}

// pack copies the nodes of clone.js out of the realm. What is moved is taken away from it.
func (h *host) pack(nodes goja.Value) *message {
	rt := h.realm.Runtime()
	out := new(message)
	rt.ForOf(nodes, func(node goja.Value) bool {
		var slots []any
		rt.ForOf(node, func(v goja.Value) bool {
			s := h.packSlot(v, slots)
			slots = append(slots, s)
			out.size += sizeOf(s)
			return true
		})
		out.nodes = append(out.nodes, slots)
		return true
	})
	return out
}

// packSlot converts one slot; before are those of the same node.
func (h *host) packSlot(v goja.Value, before []any) any {
	o, ok := v.(*goja.Object)
	if !ok {
		return packPrimitive(v)
	}
	if jsapi.IsArray(o) {
		return nodeSlot(o.Get("0").ToInteger())
	}
	switch x := o.Export().(type) {
	case *portEnd:
		return x
	case goja.ArrayBuffer:
		b := x.Bytes()
		switch kind, _ := before[0].(string); kind {
		case "shared":
			return memorySlot(b)
		case "moved":
			x.Detach()
			return memorySlot(b)
		}
		return memorySlot(append([]byte{}, b...))
	}
	return undefinedSlot{}
}

// sizeOf is about how much memory a slot takes.
func sizeOf(s any) int64 {
	const itself = 32
	switch s := s.(type) {
	case string:
		return itself + int64(len(s))
	case utf16Slot:
		return itself + 2*int64(len(s))
	case memorySlot:
		return itself + int64(len(s))
	}
	return itself
}

func packPrimitive(v goja.Value) any {
	switch {
	case v == nil || goja.IsUndefined(v):
		return undefinedSlot{}
	case goja.IsNull(v):
		return nil
	}
	if s, ok := v.(goja.String); ok {
		if text := s.String(); !strings.ContainsRune(text, '\uFFFD') {
			return strings.Clone(text)
		}
		return utf16Slot(codeUnits(s)) // it may hold half of a pair
	}
	return v.Export() // a boolean, a number, a *big.Int
}

// unpack makes the nodes in the realm.
func (h *host) unpack(m *message) goja.Value {
	rt := h.realm.Runtime()
	nodes := make([]any, len(m.nodes))
	for i, node := range m.nodes {
		slots := make([]any, len(node))
		for k, s := range node {
			switch s := s.(type) {
			case nil:
				slots[k] = goja.Null()
			case undefinedSlot:
				slots[k] = goja.Undefined()
			case utf16Slot:
				slots[k] = goja.StringFromUTF16(s)
			case nodeSlot:
				slots[k] = rt.NewArray(int(s))
			case memorySlot:
				slots[k] = rt.ToValue(rt.NewArrayBuffer(s))
			case *big.Int:
				slots[k] = rt.ToValue(new(big.Int).Set(s))
			default:
				slots[k] = rt.ToValue(s)
			}
		}
		nodes[i] = rt.NewArray(slots...)
	}
	return rt.NewArray(nodes...)
}
