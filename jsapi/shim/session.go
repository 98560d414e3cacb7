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

// cookieName is the member of a session that describes its cookie.
const cookieName = "cookie"

// sessionData is what was loaded of a session.
type sessionData struct {
	data *value.Map
	err  error
}

// load loads the session's data.
func (c *sessionData) load(ctx context.Context, load func(context.Context) (*value.Map, error)) {
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

// session is the native side of req.session. Its data are loaded before a function
// that is known to use it runs, so that the loop does not wait for a store;
// otherwise when it is first read.
type session struct {
	shim   *Shim
	x      *router.Exchange
	req    *goja.Object
	handle *goja.Object // of the exchange
	object goja.Value   // req.session, nil until it is read
	uses   *usage       // of the function that is being served
	loaded sessionData
	before []byte // the data as JSON when JavaScript first saw it
	shown  bool   // req has it
	peeked bool   // req.session is read to see whether it is there
}

// defineSession makes the prototype of requests that have a session: the others have no
// such members.
func (s *Shim) defineSession() error {
	s.withSession = s.rt.CreateObject(s.reqProto)
	there := s.rt.ToValue(true)
	at := func(e *exchange) *goja.Value {
		if e.session.peeked {
			return &there
		}
		return &e.session.object
	}
	s.getters["session"] = true
	s.getters["session"] = true
	s.sessionOf[0], s.sessionOf[1] = s.kept(at, func(e *exchange) goja.Value { return e.session.toJS() })
	if err := s.computed(s.withSession, "sessionStore", func(e *exchange) goja.Value { return jsapi.MemberAt(s.sails(), "config", "session", "store") }); err != nil {
		return err
	}
	return s.computed(s.withSession, "sessionID", func(e *exchange) goja.Value {
		if e.x.Session == nil {
			return nil
		}
		return s.rt.ToValue(e.x.Session.ID())
	})
}

// showSession gives req the members of its session as soon as it has one. The session is
// a member of req itself, because projects delete it.
func (e *exchange) showSession() {
	if e.x.Session == nil || e.sessionShown {
		return
	}
	e.sessionShown, e.session.shown = true, true
	if p := e.req.Prototype(); p != nil && p.SameAs(e.shim.reqProto) {
		_ = e.req.SetPrototype(e.shim.withSession) // an object of ours can be extended
	}
	of := e.shim.sessionOf
	_ = e.req.DefineAccessorProperty("session", of[0], of[1], goja.FLAG_TRUE, goja.FLAG_TRUE) // as above
}

// deleted reports whether the project has deleted the session of req.
func (c *session) deleted() bool {
	if !c.shown {
		return false
	}
	c.peeked = true
	defer func() { c.peeked = false }()
	return c.req.Get("session") == nil
}

// preload loads the session for a function, if it is to be had.
func (u *usage) preload(x *router.Exchange) sessionData {
	var c sessionData
	if x.Session == nil {
		return c
	}
	r, ok := x.Session.(readiness)
	if !ok || u.session.Load() || r.Eager() {
		c.load(x.Context(), x.Session.Load)
	}
	return c
}

// begin sets the session that was loaded for a function.
func (c *session) begin(uses *usage, loaded sessionData) {
	c.uses = uses
	if c.object == nil && (loaded.data != nil || loaded.err != nil) {
		c.loaded = loaded
	}
}

// loadTime bounds how long the loop waits for the store if the session was not
// loaded before.
const loadTime = time.Second

// loadNow loads the session on the loop.
func (c *session) loadNow() {
	if r, ok := c.x.Session.(readiness); ok && r.Eager() && !r.Loaded() {
		c.loaded.err = errors.New("the session was not loaded")
		return
	}
	ctx, cancel := context.WithTimeout(c.x.Context(), loadTime)
	defer cancel()
	c.loaded.load(ctx, c.x.Session.Load)
}

// toJS makes req.session: an object with the data, whose prototype has the
// methods.
func (c *session) toJS() goja.Value {
	if c.x.Session == nil {
		return nil
	}
	if c.uses != nil {
		c.uses.session.Store(true)
	}
	if c.loaded.data == nil && c.loaded.err == nil {
		c.loadNow()
	}
	if c.loaded.err != nil {
		panic(c.shim.realm.Error(c.loaded.err))
	}
	c.before = value.Append(nil, c.loaded.data)
	s := c.shim
	o := s.rt.CreateObject(s.sessionProto)
	_ = o.DefineDataPropertySymbol(s.key, c.handle, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)               // does not fail on a new object
	_ = o.DefineAccessorProperty(cookieName, s.sessionCookie[0], s.sessionCookie[1], goja.FLAG_TRUE, goja.FLAG_TRUE) // as above
	for k, v := range c.loaded.data.All() {
		if !s.sessionNames[k] { // data must not hide the methods
			jsapi.SetOwn(o, k, s.realm.ToJS(v))
		}
	}
	return o
}

// store copies the changes of req.session to the session. A session without
// changes is not marked as changed.
func (c *session) store() error {
	if c.x.Session == nil {
		return nil
	}
	removed := c.deleted()
	if c.object == nil && !removed {
		return nil
	}
	o, ok := c.object.(*goja.Object)
	if !ok || removed { // the project has removed it from the request
		if w, ok := c.x.Session.(withdrawing); ok {
			w.Withdraw()
		}
		return nil
	}
	now, err := c.now(o)
	if err != nil {
		return err
	}
	text := value.Append(nil, now)
	if bytes.Equal(text, c.before) {
		return nil
	}
	c.before = text
	data := c.loaded.data
	for _, k := range data.Keys() {
		if !now.Has(k) {
			data.Delete(k)
		}
	}
	for k, v := range now.All() {
		data.Set(k, v)
	}
	c.x.Session.Touch()
	return nil
}

// now copies the data of req.session: its members but the cookie.
func (c *session) now(o *goja.Object) (*value.Map, error) {
	var keys []string
	var vals []any
	var failed error
	r := c.shim.realm
	if ex := c.shim.rt.Try(func() {
		for _, k := range o.Keys() {
			if k == cookieName {
				continue
			}
			var v any
			if v, failed = r.FromJS(o.Get(k)); failed != nil {
				return
			}
			keys, vals = append(keys, k), append(vals, v)
		}
	}); ex != nil {
		return nil, r.Wrap(ex)
	}
	if failed != nil {
		return nil, failed
	}
	return value.FromRow(keys, vals), nil
}

// operation implements session.save, destroy, regenerate and reload: (name,
// callback). An exception of the callback goes to fail.
func (c *session) operation(name string, done goja.Value, fail func(err error)) {
	stored := c.x.Session
	if s, ok := stored.(ending); ok && (name == "destroy" || name == "regenerate") {
		s.Ending()
	}
	var work func(ctx context.Context) error
	switch name {
	case "save":
		if err := c.store(); err != nil {
			panic(c.shim.realm.Error(err))
		}
		stored.Touch()
		work = stored.Save
	case "destroy":
		c.object = goja.Undefined()
		work = stored.Destroy
	case "regenerate":
		work = stored.Regenerate
	case "reload":
		c.object = nil
		work = func(ctx context.Context) error {
			if s, ok := stored.(reloader); ok {
				return s.Reload(ctx)
			}
			return nil
		}
	default:
		work = func(context.Context) error { return nil }
	}
	callback, _ := goja.AssertFunction(done)
	fresh := sessionData{}
	c.shim.realm.Async(func(ctx context.Context) (any, error) {
		if err := work(ctx); err != nil {
			return nil, err
		}
		if name == "regenerate" || name == "reload" {
			fresh.load(ctx, stored.Load)
			return nil, fresh.err
		}
		return nil, nil
	}, func(r *jsapi.Realm, _ any, err error) {
		if fresh.data != nil {
			c.loaded, c.before, c.object = fresh, nil, nil
		}
		if callback == nil {
			if err != nil {
				c.shim.opts.Log.Error("the session store failed", "operation", name, "error", err)
			}
			return
		}
		arg := goja.Undefined()
		if err != nil {
			arg = r.Error(err)
		}
		if _, err := callback(goja.Undefined(), arg); err != nil {
			fail(r.Wrap(err))
		}
	})
}

// ending is a session that is removed before the answer leaves, whenever the work that
// removes it begins.
type ending interface{ Ending() }

// withdrawing is a session whose cookie can be taken out of the answer.
type withdrawing interface{ Withdraw() }

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
