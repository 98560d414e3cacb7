package socket

import (
	"context"
	"errors"
	"slices"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
)

// Listens reports whether JavaScript has ever listened to sockets.
func (s *Set) Listens() bool { return s.listens.Load() }

// Knows reports whether JavaScript has the object of a socket.
func (s *Set) Knows(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.met[id]
}

// Namespaces are the names of those that JavaScript has opened with
// sails.io.of, without "/".
func (s *Set) Namespaces() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.namespaces)
}

// Guards reports whether there is middleware in a namespace.
func (s *Set) Guards(namespace string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.guarded[namespace]
}

// Refused is what middleware refuses a socket with.
type Refused struct {
	Message string
	Data    any // nil for none
}

func (e *Refused) Error() string { return e.Message }

// Admit has the middleware of a namespace look at a socket that the hub does not
// have yet; the error is a *Refused if the project refuses it, any other says that
// it failed. A socket that is not connected then is to be forgotten.
func (s *Set) Admit(ctx context.Context, iso *jsapi.Isolate, namespace, id string, handshake *value.Map) error {
	defer s.keep(id, handshake)()
	_, err := iso.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) {
		rt := r.Runtime()
		settle := rt.ToValue(func(call goja.FunctionCall) goja.Value {
			switch arg := call.Argument(0); {
			case !arg.ToBoolean():
				op.Settle(nil, nil)
			case call.Argument(1).ToBoolean():
				op.Settle(nil, r.GoError(arg))
			default:
				op.Settle(nil, s.refused(arg))
			}
			return goja.Undefined()
		})
		if _, err := s.call("admit", rt.ToValue(id), rt.ToValue(namespace), settle); err != nil {
			op.Settle(nil, err)
		}
	}).Wait()
	return err
}

func (s *Set) refused(v goja.Value) *Refused {
	refused := &Refused{Message: message(v)}
	if o, ok := v.(*goja.Object); ok {
		if data := o.Get("data"); data != nil && !goja.IsUndefined(data) && !goja.IsNull(data) {
			refused.Data, _ = s.Data(data) // else it is left out
		}
	}
	return refused
}

// Forget drops the object of a socket that was not connected after all.
func (s *Set) Forget(ctx context.Context, iso *jsapi.Isolate, id string) error {
	s.mu.Lock()
	delete(s.met, id)
	s.mu.Unlock()
	return iso.Do(ctx, func(r *jsapi.Realm) error {
		_, err := s.call("forget", r.Runtime().ToValue(id))
		return err
	})
}

// Connect calls the listeners of a namespace with a socket.
func (s *Set) Connect(ctx context.Context, iso *jsapi.Isolate, namespace, id string) error {
	if !s.Listens() {
		return nil
	}
	return iso.Do(ctx, func(r *jsapi.Realm) error {
		_, err := s.call("connect", r.Runtime().ToValue(id), r.Runtime().ToValue(namespace))
		return err
	})
}

// Event hands on what a client emitted that is no request; ack may be nil.
func (s *Set) Event(ctx context.Context, iso *jsapi.Isolate, id, name string, args []any, ack func(args ...any) error) error {
	if !s.Listens() || !s.Knows(id) {
		return nil
	}
	return iso.Do(ctx, func(r *jsapi.Realm) error {
		rt := r.Runtime()
		answer := goja.Undefined()
		if ack != nil {
			answer = rt.ToValue(func(call goja.FunctionCall) goja.Value {
				values := make([]any, len(call.Arguments))
				for i, v := range call.Arguments {
					values[i] = s.value(v)
				}
				_ = ack(values...) // else the client is gone
				return goja.Undefined()
			})
		}
		_, err := s.call("event", rt.ToValue(id), rt.ToValue(name), rt.NewArray(anyValues(s.jsValues(args))...), answer)
		return err
	})
}

func anyValues(list []goja.Value) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = v
	}
	return out
}

// End calls the disconnect listeners of a socket. Its handshake, which the
// hub has not any more, is given.
func (s *Set) End(ctx context.Context, iso *jsapi.Isolate, id, reason string, handshake *value.Map) error {
	if !s.Knows(id) {
		return nil
	}
	s.mu.Lock()
	delete(s.met, id)
	s.mu.Unlock()
	defer s.keep(id, handshake)()
	return iso.Do(ctx, func(r *jsapi.Realm) error {
		_, err := s.call("end", r.Runtime().ToValue(id), r.Runtime().ToValue(reason))
		return err
	})
}

// keep has the handshake of a socket that the hub has not yet, or not any more,
// until what it returns is called.
func (s *Set) keep(id string, handshake *value.Map) func() {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.apart[id]
	s.apart[id] = handshake
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if before == nil {
			delete(s.apart, id)
		}
	}
}

// Verdict is what a project decided about a client.
type Verdict struct {
	Allowed bool
	// Refusal is the error that the client gets, "" for the usual one.
	Refusal string
	// Handshake is the one that the function was given, as it left it.
	Handshake *value.Map
}

// BeforeConnect asks a function(handshake, proceed) of the project whether a
// client may connect. With a single parameter it decides by the promise that it
// returns. An error says that it failed.
func (s *Set) BeforeConnect(ctx context.Context, iso *jsapi.Isolate, fn goja.Callable, length int, handshake *value.Map) (Verdict, error) {
	v, err := iso.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) {
		given := r.ToJS(handshake)
		settle := func(v Verdict) {
			m, err := r.FromJS(given)
			v.Handshake, _ = m.(*value.Map)
			op.Settle(v, err)
		}
		proceed := r.Runtime().ToValue(func(call goja.FunctionCall) goja.Value {
			if arg := call.Argument(0); arg.ToBoolean() {
				settle(Verdict{Refusal: message(arg)})
			} else {
				settle(Verdict{Allowed: call.Argument(1).ToBoolean()})
			}
			return goja.Undefined()
		})
		result, err := fn(goja.Undefined(), given, proceed)
		if err != nil {
			op.Settle(nil, r.Wrap(err))
			return
		}
		r.WhenSettled(result, func(v goja.Value) {
			if length < 2 {
				settle(Verdict{Allowed: v.ToBoolean()})
			}
		}, func(v goja.Value) { op.Settle(nil, r.GoError(v)) })
	}).Wait()
	if err != nil {
		return Verdict{}, err
	}
	verdict, ok := v.(Verdict)
	if !ok {
		return Verdict{}, errors.New("the function ended without an answer")
	}
	return verdict, nil
}

// message is the text of a thing that a client is refused with.
func message(v goja.Value) string {
	if o, ok := v.(*goja.Object); ok {
		if text, ok := o.Get("message").(goja.String); ok {
			return text.String()
		}
	}
	return v.String()
}

// OnConnect calls a function(session, socket) of the project.
func (s *Set) OnConnect(ctx context.Context, iso *jsapi.Isolate, fn goja.Callable, session *value.Map, id string) (*value.Map, error) {
	return s.withSession(ctx, iso, fn, 2, session, id)
}

// AfterDisconnect calls a function(session, socket[, done]) of the project and
// returns the session as it left it, when it is done.
func (s *Set) AfterDisconnect(ctx context.Context, iso *jsapi.Isolate, fn goja.Callable, length int, session *value.Map, id string, handshake *value.Map) (*value.Map, error) {
	defer s.keep(id, handshake)()
	return s.withSession(ctx, iso, fn, length, session, id)
}

// withSession calls fn(session, socket, done), which is over when it calls done,
// if it has a parameter for it, else when it returns, or when the promise that
// it returns is settled.
func (s *Set) withSession(ctx context.Context, iso *jsapi.Isolate, fn goja.Callable, length int, session *value.Map, id string) (*value.Map, error) {
	v, err := iso.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) {
		rt := r.Runtime()
		data := r.ToJS(session)
		finish := func(err error) {
			if err != nil {
				op.Settle(nil, err)
				return
			}
			op.Settle(r.FromJS(data))
		}
		done := rt.ToValue(func(call goja.FunctionCall) goja.Value {
			var err error
			if arg := call.Argument(0); arg.ToBoolean() {
				err = r.GoError(arg)
			}
			finish(err)
			return goja.Undefined()
		})
		socket, err := s.Socket(id)
		if err != nil {
			finish(err)
			return
		}
		result, err := fn(goja.Undefined(), data, socket, done)
		if err != nil {
			finish(r.Wrap(err))
			return
		}
		promised := r.WhenSettled(result, func(goja.Value) {
			if length < 3 {
				finish(nil)
			}
		}, func(v goja.Value) { finish(r.GoError(v)) })
		if !promised && length < 3 {
			finish(nil)
		}
	}).Wait()
	if err != nil {
		return nil, err
	}
	m, _ := v.(*value.Map)
	return m, nil
}
