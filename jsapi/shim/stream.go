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
func (r *responseState) write(call goja.FunctionCall) goja.Value {
	b := r.shim.chunk(call.Argument(0), call.Argument(1))
	if r.stream == nil {
		if r.sent {
			r.flow.warn("res.write was called after the response was sent")
			return r.shim.rt.ToValue(false)
		}
		st := newStream()
		x, status := r.x, r.status
		release := r.flow.keepAlive()
		r.flow.answer(func() (router.Verdict, error) {
			defer release()
			w, err := x.Response.Stream(status)
			if err != nil {
				st.close()
				return router.Answered, err
			}
			err = st.pump(x.Context(), w)
			return router.Answered, errors.Join(err, w.Close())
		})
		if !r.sent {
			release()
			return r.shim.rt.ToValue(false)
		}
		r.stream = st
	}
	more := r.stream.push(b)
	if !more {
		r.awaitDrain()
	}
	return r.shim.rt.ToValue(more)
}

// awaitDrain arranges that "drain" is emitted when all queued bytes are written.
func (r *responseState) awaitDrain() {
	st := r.stream
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.drain != nil {
		return
	}
	complete := r.shim.realm.Reserve()
	drain := func() { complete(func(*jsapi.Realm) { r.events.emit("drain") }) }
	if st.waiting == 0 || st.closed {
		drain() // all was written meanwhile
		return
	}
	st.drain = drain
}

// end is res.end: it ends a stream, or sends the whole body.
func (r *responseState) end(call goja.FunctionCall) goja.Value {
	call = r.endCallback(call)
	if d := r.pending; d != nil {
		r.pending = nil
		r.flow.answer(d)
		return r.res
	}
	body := call.Argument(0)
	if r.stream != nil {
		if !goja.IsUndefined(body) && !goja.IsNull(body) {
			r.stream.push(r.shim.chunk(body, call.Argument(1)))
		}
		r.stream.end()
		return r.res
	}
	var b []byte
	if !goja.IsUndefined(body) && !goja.IsNull(body) {
		b = r.shim.chunk(body, call.Argument(1))
	}
	x, status := r.x, r.status
	r.flow.answer(func() (router.Verdict, error) {
		if h := x.Response.Header(); h.Get("ETag") == "" {
			h["Etag"] = nil // Express adds an ETag in res.send only
		}
		return router.Answered, x.Response.Commit(status, b)
	})
	return r.res
}

// endCallback takes the function off the end of the arguments of res.end, which is
// called when the response was sent.
func (r *responseState) endCallback(call goja.FunctionCall) goja.FunctionCall {
	for i, arg := range call.Arguments {
		if _, ok := goja.AssertFunction(arg); ok {
			r.events.on(goja.FunctionCall{This: r.res, Arguments: []goja.Value{r.shim.rt.ToValue("finish"), arg, r.shim.rt.ToValue(true)}})
			call.Arguments = call.Arguments[:i]
			break
		}
	}
	return call
}

// chunk converts the argument of write and end: bytes, or a string in an encoding
// of Node, UTF-8 by default.
func (s *Shim) chunk(v, encoding goja.Value) []byte {
	if b, ok := s.bytesOf(v); ok {
		return b
	}
	if name, ok := encoding.(goja.String); ok && !strings.EqualFold(name.String(), "utf8") && !strings.EqualFold(name.String(), "utf-8") {
		from, ok := goja.AssertFunction(s.rt.Get("Buffer").ToObject(s.rt).Get("from"))
		if ok {
			buffer, err := from(goja.Undefined(), v, name)
			if err != nil {
				panic(err)
			}
			if b, ok := s.bytesOf(buffer); ok {
				return b
			}
		}
	}
	return []byte(v.String())
}
