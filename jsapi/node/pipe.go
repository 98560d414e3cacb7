package node

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// pipe is a stream of bytes from or to a socket, a process or a body. Its reads and
// writes may block, so they run on other goroutines; JavaScript starts at most one
// of each at a time.
type pipe struct {
	in    io.Reader          // may be nil
	out   io.Writer          // may be nil
	try   func(b []byte) int // writes what can be written at once, and returns how much; may be nil
	end   func() error
	quiet func() bool  // whether nothing waits to be read, not even the end; may be nil
	close func() error // interrupts blocked reads and writes; may be called again
	loose bool         // what is under way never holds the loop: a stream of JavaScript carries the bytes
	// What follows is used on the loop: a read is under way, no read is to hold the loop, and what
	// has it hold again.
	reading, weak bool
	restore       func()
}

// weaken has reads hold the loop, or not.
func (p *pipe) weaken(h *host, weak bool) {
	p.weak = weak
	if weak && p.reading && p.restore == nil {
		p.restore = h.realm.Loosen()
	} else if !weak && p.restore != nil {
		p.restore()
		p.restore = nil
	}
}

// read is called when a read begins and when it is over.
func (p *pipe) read(h *host, under bool) {
	weak := p.weak
	p.reading = under
	p.weaken(h, weak && under)
	p.weak = weak
}

// maxPiece is how many bytes are read at once.
const maxPiece = 64 << 10

// resources are the open sockets, files and processes of a realm, which are closed
// with it.
type resources struct {
	mu     sync.Mutex
	open   map[int64]func() error
	last   int64
	closed bool
}

func newResources(ctx context.Context) *resources {
	rs := &resources{open: map[int64]func() error{}}
	context.AfterFunc(ctx, rs.closeAll)
	return rs
}

// add registers closer until release is called. If the realm is closed already,
// it is called at once.
func (rs *resources) add(closer func() error) (release func()) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.closed {
		_ = closer() // the realm is closed: nothing can handle an error
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

// file closes f when the realm is closed, or when the returned function is called.
func (rs *resources) file(f *os.File) func() error {
	release := rs.add(f.Close)
	return func() error {
		release()
		return f.Close()
	}
}

func (rs *resources) closeAll() {
	rs.mu.Lock()
	open := rs.open
	rs.open, rs.closed = nil, true
	rs.mu.Unlock()
	for _, closer := range open {
		_ = closer() // the realm is closed: nothing can handle an error
	}
}

// pipeNatives are read(pipe, done), write(pipe, bytes, done), end(pipe, done), close(pipe), quiet(pipe),
// descriptor(pipe) and weaken(pipe, on). A read returns null at the end. A write returns true, and does not call
// done, where everything was written at once. Of a weak pipe reads do not hold the loop.
func pipeNatives(h *host) map[string]any {
	of := func(call goja.FunctionCall) *pipe { return call.Argument(0).Export().(*pipe) }
	return map[string]any{
		"read": func(call goja.FunctionCall) goja.Value {
			p := of(call)
			c, _ := p.in.(*connection)
			h.laterAfter(call.Argument(1), func() (any, error) {
				if p.in == nil {
					return nil, nil //nolint:nilnil // the end
				}
				read := func() ([]byte, int, error) { return readPiece(p.in) }
				if c != nil {
					read = c.readPiece
				}
				b, n, err := read()
				switch {
				case n > 0:
					return b, nil
				case err == nil:
					return []byte{}, nil
				case errors.Is(err, io.EOF):
					return nil, nil //nolint:nilnil // the end
				}
				return nil, err
			}, func() {
				p.read(h, false)
				if c != nil {
					c.delivered()
				}
			})
			p.read(h, true)
			return goja.Undefined()
		},
		// descriptor(pipe) is that of what it reads, or else of what it writes, -1 for none.
		"descriptor": func(call goja.FunctionCall) goja.Value {
			return h.realm.Runtime().ToValue(descriptorOf(of(call)))
		},
		"weaken": func(call goja.FunctionCall) goja.Value {
			of(call).weaken(h, call.Argument(1).ToBoolean())
			return goja.Undefined()
		},
		"write": func(call goja.FunctionCall) goja.Value {
			p, b := of(call), h.bytes(call.Argument(1))
			if p.try != nil {
				if b = b[p.try(b):]; len(b) == 0 {
					return h.realm.Runtime().ToValue(true)
				}
			}
			b = append([]byte(nil), b...)
			restore := func() {}
			h.laterAfter(call.Argument(2), func() (any, error) {
				_, err := p.out.Write(b)
				return nil, err
			}, func() { restore() })
			if p.loose {
				restore = h.realm.Loosen()
			}
			return goja.Undefined()
		},
		"end": func(call goja.FunctionCall) goja.Value {
			p := of(call)
			return h.later(call.Argument(1), func() (any, error) {
				if p.end == nil {
					return nil, nil //nolint:nilnil // no result
				}
				return nil, p.end()
			})
		},
		"quiet": func(call goja.FunctionCall) goja.Value {
			p := of(call)
			return h.realm.Runtime().ToValue(p.quiet == nil || p.quiet())
		},
		"close": func(call goja.FunctionCall) goja.Value {
			if p := of(call); p.close != nil {
				_ = p.close() // errors were reported by the last read or write
			}
			return goja.Undefined()
		},
	}
}

// pieces are buffers for reading. Most of what comes is much shorter, and is copied.
var pieces = sync.Pool{New: func() any { return new([maxPiece]byte) }}

func readPiece(in io.Reader) (b []byte, n int, err error) {
	buf := pieces.Get().(*[maxPiece]byte)
	if n, err = in.Read(buf[:]); n > maxPiece/2 {
		return buf[:n:n], n, err
	}
	if n > 0 {
		b = append([]byte(nil), buf[:n]...)
	}
	pieces.Put(buf)
	return b, n, err
}

// later runs work on another goroutine, then calls the Node-style callback done.
func (h *host) later(done goja.Value, work func() (any, error)) goja.Value {
	return h.laterAfter(done, work, func() {})
}

// computeLater is later for work that takes a processor.
func (h *host) computeLater(done goja.Value, w work) goja.Value {
	return h.callLater(done, w, func() {}, h.realm.Compute)
}

// laterAfter is later that calls before on the loop, before done.
func (h *host) laterAfter(done goja.Value, work func() (any, error), before func()) goja.Value {
	return h.callLater(done, func(context.Context) (any, error) { return work() }, before, h.realm.Async)
}

// work is what runs beside the loop.
type work = func(ctx context.Context) (any, error)

type starter = func(w work, done func(r *jsapi.Realm, val any, err error))

func (h *host) callLater(done goja.Value, w work, before func(), start starter) goja.Value {
	fn, ok := goja.AssertFunction(done)
	if !ok {
		panic(h.realm.Runtime().NewTypeError("The callback must be a function"))
	}
	start(w, func(r *jsapi.Realm, v any, err error) {
		before()
		if err := r.Callback(fn, v, err); err != nil {
			r.Uncaught(err)
		}
	})
	return goja.Undefined()
}
