package node

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// maxThreads is how many workers a project may have at once.
const maxThreads = 64

// threads is what a project and its workers have in common.
type threads struct {
	last, open atomic.Int64

	mu     sync.Mutex // of shared memory, during each operation of Atomics, and of what follows
	groups map[string]*portGroup
	waits  map[*byte][]chan struct{}
}

func newThreads() *threads {
	return &threads{groups: map[string]*portGroup{}, waits: map[*byte][]chan struct{}{}}
}

// join makes an end of the channel of all threads that has a name.
func (t *threads) join(name string) *portEnd {
	t.mu.Lock()
	g := t.groups[name]
	if g == nil {
		g = new(portGroup)
		t.groups[name] = g
	}
	t.mu.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	p := &portEnd{mu: &g.mu, group: g}
	g.ends = append(g.ends, p)
	return p
}

// thread is what a worker knows of itself, and a process that child_process.fork has
// started.
type thread struct {
	process bool
	id      int64
	data    *message
	port    *portEnd
	limits  goja.Value // of the realm of the worker
	failed  func(r *jsapi.Realm, err goja.Value, code int)
	flags   flags // of a process
	// exhausted ends the thread because of what it has taken of memory.
	exhausted func()
}

// atomicsModule is the native part of Atomics.
type atomicsModule struct {
	*host
	threads *threads
	// waits says that this thread may wait in Atomics.wait.
	waits bool
}

func (m *atomicsModule) natives() map[string]any {
	rt := m.realm.Runtime()
	return map[string]any{
		// atomically(operation, list, index, ...values) calls operation while no other one runs.
		"atomically": func(call goja.FunctionCall) goja.Value {
			fn, _ := goja.AssertFunction(call.Argument(0))
			m.threads.mu.Lock()
			defer m.threads.mu.Unlock()
			v, err := fn(goja.Undefined(), call.Arguments[1:]...)
			if err != nil {
				panic(err)
			}
			return v
		},
		"wait": func(call goja.FunctionCall) goja.Value {
			if !m.waits {
				panic(rt.NewTypeError("Atomics.wait cannot be called in this context"))
			}
			woken, forget, ok := m.enlist(call)
			if !ok {
				return rt.ToValue("not-equal")
			}
			defer forget()
			ms := call.Argument(3).ToFloat()
			v, err := m.realm.RunSync(func(ctx context.Context) (any, error) { return await(ctx, woken, ms) })
			if err != nil {
				panic(m.realm.Error(err))
			}
			return rt.ToValue(v)
		},
		"waitAsync": func(call goja.FunctionCall) goja.Value {
			ms := call.Argument(3).ToFloat()
			woken, forget, ok := m.enlist(call)
			if !ok {
				return m.object("async", false, "value", "not-equal").ToObject(rt)
			}
			if ms == 0 {
				forget()
				return m.object("async", false, "value", "timed-out").ToObject(rt)
			}
			out := rt.NewObject()
			_ = out.Set("async", true)
			_ = out.Set("value", m.realm.Promise(func(context.Context) (any, error) {
				defer forget()
				return await(m.realm.Lifetime(), woken, ms)
			}))
			return out
		},
		// notify(list, index, count) wakes those that wait, all for a negative count.
		"notify": func(call goja.FunctionCall) goja.Value {
			at := m.address(call)
			n := call.Argument(2).ToInteger()
			m.threads.mu.Lock()
			defer m.threads.mu.Unlock()
			list := m.threads.waits[at]
			if n < 0 || n > int64(len(list)) {
				n = int64(len(list))
			}
			for _, ch := range list[:n] {
				close(ch)
			}
			if m.threads.waits[at] = list[n:]; len(list[n:]) == 0 {
				delete(m.threads.waits, at)
			}
			return rt.ToValue(n)
		},
	}
}

// address is that of an element, which is the same in all threads.
func (m *atomicsModule) address(call goja.FunctionCall) *byte {
	o := call.Argument(0).ToObject(m.realm.Runtime())
	b := m.bytes(o.Get("buffer"))
	at := o.Get("byteOffset").ToInteger() + call.Argument(1).ToInteger()*o.Get("BYTES_PER_ELEMENT").ToInteger()
	return &b[at]
}

// enlist(list, index, value) begins to wait, unless the element has another value.
func (m *atomicsModule) enlist(call goja.FunctionCall) (woken chan struct{}, forget func(), ok bool) {
	at := m.address(call)
	m.threads.mu.Lock()
	defer m.threads.mu.Unlock()
	if !call.Argument(0).ToObject(m.realm.Runtime()).Get(call.Argument(1).String()).StrictEquals(call.Argument(2)) {
		return nil, nil, false
	}
	woken = make(chan struct{})
	m.threads.waits[at] = append(m.threads.waits[at], woken)
	return woken, func() { m.threads.forget(at, woken) }, true
}

func (t *threads) forget(at *byte, ch chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := t.waits[at]
	for i, c := range list {
		if c == ch {
			list = append(list[:i:i], list[i+1:]...)
			break
		}
	}
	if t.waits[at] = list; len(list) == 0 {
		delete(t.waits, at)
	}
}

// await waits for a notification, for ms milliseconds unless that is negative.
func await(ctx context.Context, woken chan struct{}, ms float64) (any, error) {
	var late <-chan time.Time
	if ms >= 0 {
		timer := time.NewTimer(time.Duration(min(ms, 1e12) * float64(time.Millisecond)))
		defer timer.Stop()
		late = timer.C
	}
	select {
	case <-woken:
		return "ok", nil
	case <-late:
		return "timed-out", nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
