package shim

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/router"
)

// streamHighWater is how many bytes may be queued for a slow client before
// res.write returns false, so that the project waits for "drain".
const streamHighWater = 64 << 10

// stream is a queue for the chunks of a response. The loop appends and never waits;
// the goroutine of the handler writes them to the client.
type stream struct {
	mu      sync.Mutex
	chunks  [][]byte
	waiting int
	ended   bool
	wake    chan struct{}
	closed  bool   // pump has ended
	drain   func() // emits "drain"; set while the project waits for it
}

func newStream() *stream { return &stream{wake: make(chan struct{}, 1)} }

// push queues a chunk and reports whether the queue is below its limit.
func (st *stream) push(b []byte) bool {
	st.mu.Lock()
	st.chunks = append(st.chunks, b)
	st.waiting += len(b)
	more := st.waiting < streamHighWater
	st.mu.Unlock()
	st.signal()
	return more
}

func (st *stream) end() {
	st.mu.Lock()
	st.ended = true
	st.mu.Unlock()
	st.signal()
}

func (st *stream) signal() {
	select {
	case st.wake <- struct{}{}:
	default:
	}
}

// pump writes the queued chunks until the stream ends or the client disconnects.
func (st *stream) pump(ctx context.Context, w io.Writer) error {
	defer st.close()
	for {
		st.mu.Lock()
		chunks, ended := st.chunks, st.ended
		st.chunks = nil
		st.mu.Unlock()
		for _, b := range chunks {
			if _, err := w.Write(b); err != nil {
				return err
			}
			st.mu.Lock()
			st.waiting -= len(b)
			st.mu.Unlock()
		}
		st.release()
		if ended && len(chunks) == 0 {
			return nil
		}
		if len(chunks) > 0 {
			continue
		}
		select {
		case <-st.wake:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// close marks that nothing is written any more.
func (st *stream) close() {
	st.mu.Lock()
	st.closed = true
	st.mu.Unlock()
	st.release()
}

// release emits "drain" if the project waits for it.
func (st *stream) release() {
	st.mu.Lock()
	drain := st.drain
	st.drain = nil
	st.mu.Unlock()
	if drain != nil {
		drain()
	}
}

// write is res.write; the first call commits status and headers.
func (e *exchange) write(call goja.FunctionCall) goja.Value {
	b := e.chunk(call.Argument(0), call.Argument(1))
	if e.stream == nil {
		if e.sent {
			e.warn("res.write was called after the response was sent")
			return e.shim.rt.ToValue(false)
		}
		st := newStream()
		x, status := e.x, e.status
		release := func() {}
		if e.invocation != nil {
			release = e.invocation.op.KeepAlive()
		}
		e.answer(func() (router.Verdict, error) {
			defer release()
			w, err := x.Response.Stream(status)
			if err != nil {
				st.close()
				return router.Answered, err
			}
			err = st.pump(x.Context(), w)
			return router.Answered, errors.Join(err, w.Close())
		})
		if !e.sent {
			release()
			return e.shim.rt.ToValue(false)
		}
		e.stream = st
	}
	more := e.stream.push(b)
	if !more {
		e.awaitDrain()
	}
	return e.shim.rt.ToValue(more)
}

// awaitDrain arranges that "drain" is emitted when all queued bytes are written.
func (e *exchange) awaitDrain() {
	st := e.stream
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.drain != nil {
		return
	}
	complete := e.shim.realm.Reserve()
	drain := func() { complete(func(*jsapi.Realm) { e.emit("drain") }) }
	if st.waiting == 0 || st.closed {
		drain() // all was written meanwhile
		return
	}
	st.drain = drain
}

// end is res.end: it ends a stream, or sends the whole body.
func (e *exchange) end(call goja.FunctionCall) goja.Value {
	if d := e.pendingResponse; d != nil {
		e.pendingResponse = nil
		e.answer(d)
		return e.res
	}
	body := call.Argument(0)
	if e.stream != nil {
		if !goja.IsUndefined(body) && !goja.IsNull(body) {
			e.stream.push(e.chunk(body, call.Argument(1)))
		}
		e.stream.end()
		return e.res
	}
	var b []byte
	if !goja.IsUndefined(body) && !goja.IsNull(body) {
		b = e.chunk(body, call.Argument(1))
	}
	x, status := e.x, e.status
	e.answer(func() (router.Verdict, error) {
		if h := x.Response.Header(); h.Get("ETag") == "" {
			h["Etag"] = nil // Express adds an ETag in res.send only
		}
		return router.Answered, x.Response.Commit(status, b)
	})
	return e.res
}

// chunk converts the argument of write and end: bytes, or a string in an encoding
// of Node, UTF-8 by default.
func (e *exchange) chunk(v, encoding goja.Value) []byte {
	if b, ok := e.bytes(v); ok {
		return b
	}
	if name, ok := encoding.(goja.String); ok && !strings.EqualFold(name.String(), "utf8") && !strings.EqualFold(name.String(), "utf-8") {
		from, ok := goja.AssertFunction(e.shim.rt.Get("Buffer").ToObject(e.shim.rt).Get("from"))
		if ok {
			buffer, err := from(goja.Undefined(), v, name)
			if err != nil {
				panic(err)
			}
			if b, ok := e.bytes(buffer); ok {
				return b
			}
		}
	}
	return []byte(v.String())
}
