package node

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// pipe is a flow of bytes from and to the outside: a socket, a process, a
// body. Its reads and writes may wait, so they run beside the loop; JavaScript
// has at most one of each under way.
type pipe struct {
	in    io.Reader // nil when nothing comes
	out   io.Writer // nil when nothing goes
	end   func() error
	close func() error // wakes reads and writes that wait; may be called again
}

// maxPiece is how much is read at once.
const maxPiece = 64 << 10

// resources are what a realm holds open outside; all of it is closed with the
// realm.
type resources struct {
	mu     sync.Mutex
	open   map[int64]func() error
	last   int64
	closed bool
}

func newResources(ctx context.Context) *resources {
	rs := &resources{open: map[int64]func() error{}}
	context.AfterFunc(ctx, rs.shut)
	return rs
}

// hold keeps close until it is released; when the realm is closed already it
// is called at once.
func (rs *resources) hold(closer func() error) (release func()) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.closed {
		_ = closer() // nobody is left to be told
		return func() {}
	}
	rs.last++
	id := rs.last
	rs.open[id] = closer
	return func() {
		rs.mu.Lock()
		defer rs.mu.Unlock()
		delete(rs.open, id)
	}
}

func (rs *resources) shut() {
	rs.mu.Lock()
	open := rs.open
	rs.open, rs.closed = nil, true
	rs.mu.Unlock()
	for _, closer := range open {
		_ = closer() // nobody is left to be told
	}
}

// pipeNatives are what JavaScript does with pipes: read(pipe, done), write(pipe,
// bytes, done), end(pipe, done) and close(pipe). A read answers null at the end.
func (h *host) pipeNatives() map[string]any {
	of := func(call goja.FunctionCall) *pipe { return call.Argument(0).Export().(*pipe) }
	return map[string]any{
		"read": func(call goja.FunctionCall) goja.Value {
			p := of(call)
			return h.later(call.Argument(1), func() (any, error) {
				if p.in == nil {
					return nil, nil //nolint:nilnil // the end
				}
				b := make([]byte, maxPiece)
				n, err := p.in.Read(b)
				switch {
				case n > 0:
					return b[:n:n], nil
				case err == nil:
					return []byte{}, nil
				case errors.Is(err, io.EOF):
					return nil, nil //nolint:nilnil // the end
				}
				return nil, err
			})
		},
		"write": func(call goja.FunctionCall) goja.Value {
			p, b := of(call), append([]byte(nil), h.bytes(call.Argument(1))...)
			return h.later(call.Argument(2), func() (any, error) {
				_, err := p.out.Write(b)
				return nil, err
			})
		},
		"end": func(call goja.FunctionCall) goja.Value {
			p := of(call)
			return h.later(call.Argument(1), func() (any, error) {
				if p.end == nil {
					return nil, nil //nolint:nilnil // nothing to tell
				}
				return nil, p.end()
			})
		},
		"close": func(call goja.FunctionCall) goja.Value {
			if p := of(call); p.close != nil {
				_ = p.close() // what was to be known came with the last read or write
			}
			return goja.Undefined()
		},
	}
}

// later runs work beside the loop and then calls done as Node's functions call
// theirs.
func (h *host) later(done goja.Value, work func() (any, error)) goja.Value {
	fn, ok := goja.AssertFunction(done)
	if !ok {
		panic(h.realm.Runtime().NewTypeError("The callback must be a function"))
	}
	h.realm.Async(func(context.Context) (any, error) { return work() }, func(r *jsapi.Realm, v any, err error) {
		if err := r.Callback(fn, v, err); err != nil {
			r.Uncaught(err)
		}
	})
	return goja.Undefined()
}
