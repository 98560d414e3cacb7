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

// streamHighWater is how many bytes may wait for a slow client before write
// tells the project to wait for "drain".
const streamHighWater = 64 << 10

// stream carries the chunks of a response from the loop, which must not wait,
// to the goroutine of the handler, which may.
type stream struct {
	mu      sync.Mutex
	chunks  [][]byte
	waiting int
	ended   bool
	wake    chan struct{}
	closed  bool   // nobody writes any more
	drain   func() // set while the project waits
}

func newStream() *stream { return &stream{wake: make(chan struct{}, 1)} }

// push queues a chunk and reports whether more is welcome.
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

// pump writes what is pushed until the end, or until the client is gone.
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

// close ends the writing, also for a client that went away.
func (st *stream) close() {
	st.mu.Lock()
	st.closed = true
	st.mu.Unlock()
	st.release()
}

// release tells a project that waits for it that it may write again.
func (st *stream) release() {
	st.mu.Lock()
	drain := st.drain
	st.drain = nil
	st.mu.Unlock()
	if drain != nil {
		drain()
	}
}

// write is res.write: the first one commits status and headers.
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
		if e.turn != nil {
			release = e.turn.op.KeepAlive()
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

// awaitDrain has "drain" emitted as soon as the client has taken what waits.
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
		drain() // the client was quicker
		return
	}
	st.drain = drain
}

// end is res.end: the rest of a stream, or the whole body as it is.
func (e *exchange) end(call goja.FunctionCall) goja.Value {
	if d := e.pending; d != nil {
		e.pending = nil
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
			h["Etag"] = nil // only what Express sends has one
		}
		return router.Answered, x.Response.Commit(status, b)
	})
	return e.res
}

// chunk is what write and end are given: bytes, or text in an encoding that
// Node knows, UTF-8 if none is named.
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
