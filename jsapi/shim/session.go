package shim

import (
	"bytes"
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
	"framework/router"
)

// clientSession is the session of an exchange on the loop. It is loaded before a
// function that is known to use it runs, so that the loop does not wait for a
// store; otherwise when it is first read.
type clientSession struct {
	data    *value.Map
	err     error
	preload []byte // the data as JSON when JavaScript first saw it
}

// load loads the session's data.
func (c *clientSession) load(ctx context.Context, load func(context.Context) (*value.Map, error)) {
	c.data, c.err = load(ctx)
}

// readiness is a session that knows when it should be loaded.
type readiness interface {
	// Loaded reports whether Load returns at once.
	Loaded() bool
	// Eager reports whether the session has to be loaded before JavaScript runs.
	Eager() bool
}

// usage remembers whether a function has used the session: then the session is
// loaded before the function's next run. Requests for other functions never wait
// for the store.
type usage struct{ session atomic.Bool }

// preload loads the session for a function, if it is to be had.
func (u *usage) preload(x *router.Exchange) clientSession {
	var c clientSession
	if x.Session == nil {
		return c
	}
	r, ok := x.Session.(readiness)
	if !ok || u.session.Load() || r.Eager() || r.Loaded() {
		c.load(x.Context(), x.Session.Load)
	}
	return c
}

// begin sets the session that was loaded for a function.
func (e *exchange) begin(uses *usage, loaded clientSession) {
	e.uses = uses
	if e.slots[slotSession] == nil && (loaded.data != nil || loaded.err != nil) {
		e.session.data, e.session.err = loaded.data, loaded.err
	}
}

// loadTime bounds how long the loop waits for the store if the session was not
// loaded before.
const loadTime = time.Second

// loadNow loads the session on the loop.
func (e *exchange) loadNow() {
	if r, ok := e.x.Session.(readiness); ok && r.Eager() && !r.Loaded() {
		e.session.err = errors.New("the session was not loaded")
		return
	}
	ctx, cancel := context.WithTimeout(e.x.Context(), loadTime)
	defer cancel()
	e.session.load(ctx, e.x.Session.Load)
}

// sessionToJS makes req.session: an object with the data, whose prototype has the
// methods.
func (e *exchange) sessionToJS() goja.Value {
	if e.x.Session == nil {
		return nil
	}
	if e.uses != nil {
		e.uses.session.Store(true)
	}
	if e.session.data == nil && e.session.err == nil {
		e.loadNow()
	}
	if e.session.err != nil {
		panic(e.shim.realm.Error(e.session.err))
	}
	e.session.preload = value.Append(nil, e.session.data)
	s := e.shim
	o := s.rt.CreateObject(s.sessionProto)
	_ = o.DefineDataPropertySymbol(s.key, e.handle, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE) // does not fail on a new object
	for k, v := range e.session.data.All() {
		if !s.sessionNames[k] { // data must not hide the methods
			jsapi.SetOwn(o, k, s.realm.ToJS(v))
		}
	}
	return o
}

// storeSession copies the changes of req.session to the session. A session without
// changes is not marked as changed.
func (e *exchange) storeSession() error {
	o, ok := e.slots[slotSession].(*goja.Object)
	if !ok || e.x.Session == nil {
		return nil
	}
	v, err := e.shim.realm.FromJS(o)
	if err != nil {
		return err
	}
	now, ok := v.(*value.Map)
	if !ok {
		return nil
	}
	text := value.Append(nil, now)
	if bytes.Equal(text, e.session.preload) {
		return nil
	}
	e.session.preload = text
	data := e.session.data
	for _, k := range data.Keys() {
		if !now.Has(k) {
			data.Delete(k)
		}
	}
	for k, v := range now.All() {
		data.Set(k, v)
	}
	e.x.Session.Touch()
	return nil
}

// sessionOperation implements session.save, destroy, regenerate and reload:
// (name, callback).
func (e *exchange) sessionOperation(name string, done goja.Value) {
	session := e.x.Session
	var work func(ctx context.Context) error
	switch name {
	case "save":
		if err := e.storeSession(); err != nil {
			panic(e.shim.realm.Error(err))
		}
		session.Touch()
		work = session.Save
	case "destroy":
		e.slots[slotSession] = goja.Undefined()
		work = session.Destroy
	case "regenerate":
		work = session.Regenerate
	case "reload":
		e.slots[slotSession] = nil
		work = func(ctx context.Context) error {
			if s, ok := session.(reloader); ok {
				return s.Reload(ctx)
			}
			return nil
		}
	default:
		work = func(context.Context) error { return nil }
	}
	callback, _ := goja.AssertFunction(done)
	fresh := clientSession{}
	e.shim.realm.Async(func(ctx context.Context) (any, error) {
		if err := work(ctx); err != nil {
			return nil, err
		}
		if name == "regenerate" || name == "reload" {
			fresh.load(ctx, session.Load)
			return nil, fresh.err
		}
		return nil, nil
	}, func(r *jsapi.Realm, _ any, err error) {
		if fresh.data != nil {
			e.session, e.slots[slotSession] = fresh, nil
		}
		if callback == nil {
			if err != nil {
				e.shim.opts.Log.Error("the session store failed", "operation", name, "error", err)
			}
			return
		}
		arg := goja.Undefined()
		if err != nil {
			arg = r.Error(err)
		}
		if _, err := callback(goja.Undefined(), arg); err != nil {
			e.failCurrent(r.Wrap(err))
		}
	})
}

// reloader is a session that can be read again.
type reloader interface {
	Reload(ctx context.Context) error
}

// expiring is a session whose maximum age can be set.
type expiring interface {
	MaxAge() time.Duration
	SetMaxAge(d time.Duration)
}

// sessionMaxAge is (req[, milliseconds]): the maximum age of the session's cookie,
// null for a session cookie; a second argument changes it.
func (s *Shim) sessionMaxAge(call goja.FunctionCall) goja.Value {
	session, ok := s.exchange(call.Argument(0)).x.Session.(expiring)
	if !ok {
		return goja.Null()
	}
	if len(call.Arguments) > 1 {
		// Values that are no number make a session cookie.
		session.SetMaxAge(time.Duration(max(call.Argument(1).ToInteger(), 0)) * time.Millisecond)
	}
	if session.MaxAge() == 0 {
		return goja.Null()
	}
	return s.rt.ToValue(session.MaxAge().Milliseconds())
}
