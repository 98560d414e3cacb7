package node

import (
	"context"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// channel is the connection between a process and one that it has forked.
type channel struct {
	conn    io.ReadWriteCloser
	hold    *held
	release func() // of the resources of the realm
	once    sync.Once
	ended   chan struct{} // closed behind the last piece that was read
	waits   atomic.Bool   // for a piece that has not come
}

// heldOpen is how long the end of a channel is waited for once its process has ended: one that
// this process has started may hold the other end.
const heldOpen = time.Second

// drained waits until what a process that has ended has sent is on the loop, so that its
// messages and its disconnection come before its exit, as in Node.
func (c *channel) drained() {
	for {
		select {
		case <-c.ended:
			return
		case <-time.After(heldOpen):
			if c.waits.Load() {
				return
			}
		}
	}
}

func (c *channel) close() error {
	var err error
	c.once.Do(func() { err = c.conn.Close() })
	return err
}

// newChannelOf makes a channel of the realm, which is closed with it.
func (h *host) newChannelOf(conn io.ReadWriteCloser, open *resources) *channel {
	c := &channel{conn: conn, hold: &held{realm: h.realm}, ended: make(chan struct{})}
	c.release = open.add(c.close)
	return c
}

// ipcNatives are the native functions of ipc.js: read(channel, fn) calls fn with each piece,
// null at the end; write(channel, bytes, done), close(channel), hold(channel, on) and held(channel).
func ipcNatives(h *host) map[string]any {
	of := func(call goja.FunctionCall) *channel { return call.Argument(0).Export().(*channel) }
	return map[string]any{
		"read": func(call goja.FunctionCall) goja.Value {
			c, enter := of(call), h.realm.Enqueuer()
			fn, _ := goja.AssertFunction(call.Argument(1))
			h.realm.Go(func(context.Context) { c.pass(enter, fn) })
			return goja.Undefined()
		},
		"write": func(call goja.FunctionCall) goja.Value {
			c, b := of(call), append([]byte(nil), h.bytes(call.Argument(1))...)
			return h.later(call.Argument(2), func() (any, error) {
				_, err := c.conn.Write(b)
				return nil, networkFailure("write", "", err)
			})
		},
		"close": func(call goja.FunctionCall) goja.Value {
			c := of(call)
			c.release()
			c.hold.set(false)
			_ = c.close() // what was to be told came with the writes
			return goja.Undefined()
		},
		"hold": func(call goja.FunctionCall) goja.Value {
			of(call).hold.set(call.Argument(1).ToBoolean())
			return goja.Undefined()
		},
		"held": func(call goja.FunctionCall) goja.Value {
			return h.realm.Runtime().ToValue(of(call).hold.release != nil)
		},
	}
}

// pass reads to the end, one piece for each turn of fn.
func (c *channel) pass(enter func(func(*jsapi.Realm)) bool, fn goja.Callable) {
	defer close(c.ended)
	for {
		c.waits.Store(true)
		b, n, err := readPiece(c.conn)
		c.waits.Store(false)
		if n == 0 && err == nil {
			continue
		}
		done := make(chan struct{})
		ok := enter(func(r *jsapi.Realm) {
			defer close(done)
			piece := goja.Null()
			if n > 0 {
				piece = r.ToJS(b)
			}
			if _, err := fn(goja.Undefined(), piece); err != nil {
				r.Uncaught(err)
			}
		})
		if !ok || n == 0 {
			return
		}
		<-done
	}
}
