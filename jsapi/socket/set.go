package socket

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
)

// Hub is what JavaScript reaches of the connected sockets, which it names by
// their ids. Nothing of it waits for clients; unknown ids are no error.
type Hub interface {
	// In returns a namespace, "/" or another.
	In(namespace string) Rooms
	// Declared is called when there is a namespace that Namespaces did not
	// return before.
	Declared()
	Emit(id, event string, args []any, answered func(args []any, err error)) error
	// Disconnect ends a socket once the request that ctx belongs to is answered.
	Disconnect(ctx context.Context, id string, all bool)
	Transport(id string) string
	// Handshake is the request that made the connection, nil when it is gone.
	Handshake(id string) *value.Map
}

// Rooms are the sockets of a namespace and its rooms.
type Rooms interface {
	Has(id string) bool
	Join(ctx context.Context, id string, rooms ...string) error
	Leave(ctx context.Context, id string, rooms ...string) error
	Broadcast(ctx context.Context, rooms, except []string, event string, args ...any) error
	Members(room string) []string
	IDs() []string
	RoomNames() []string
	RoomsOf(id string) []string
}

// Options configure a Set.
type Options struct {
	Hub Hub
	Log *slog.Logger
	// Rooms is what socket.rooms is: "array", "object" or "set".
	Rooms string
	// TypedArrays are sent as bytes, as socket.io 3 and later do.
	TypedArrays bool
	// Require loads a core module.
	Require func(name string) (goja.Value, error)
}

// Set are the sockets of one realm. New, Socket and IO are for the loop, all
// else is safe for concurrent use and runs on the loop of the isolate that it is
// given.
type Set struct {
	realm   *jsapi.Realm
	opts    Options
	io      goja.Value
	members *goja.Object // the functions of socket.js

	// listens says that JavaScript has listeners at all.
	listens    atomic.Bool
	mu         sync.Mutex
	met        map[string]bool       // the ids of objects that JavaScript has
	apart      map[string]*value.Map // handshakes of sockets that come or go
	namespaces []string              // without "/"
	guarded    map[string]bool       // those with middleware
}

//go:embed socket.js
var source string

var program = goja.MustCompile("framework:socket.js", source, true)

// New makes the sockets of a realm.
func New(r *jsapi.Realm, opts Options) (*Set, error) {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	s := &Set{realm: r, opts: opts, met: map[string]bool{}, apart: map[string]*value.Map{}, guarded: map[string]bool{}}
	rt := r.Runtime()
	emitter, err := opts.Require("events")
	if err != nil {
		return nil, err
	}
	factory, err := rt.RunProgram(program)
	if err != nil {
		return nil, r.Wrap(err)
	}
	install, ok := goja.AssertFunction(factory)
	if !ok {
		return nil, errors.New("socket.js gives no function")
	}
	made, err := install(goja.Undefined(), s.natives(), emitter)
	if err != nil {
		return nil, r.Wrap(err)
	}
	s.members = made.ToObject(rt)
	s.io = s.members.Get("io")
	return s, nil
}

// IO is the app's io.
func (s *Set) IO() goja.Value { return s.io }

// Socket is the object of a socket, the same one as long as it is connected.
func (s *Set) Socket(id string) (goja.Value, error) {
	return s.call("make", s.realm.Runtime().ToValue(id))
}

func (s *Set) call(name string, args ...goja.Value) (goja.Value, error) {
	fn, ok := goja.AssertFunction(s.members.Get(name))
	if !ok {
		return nil, fmt.Errorf("socket.js has no %s", name)
	}
	v, err := fn(goja.Undefined(), args...)
	return v, s.realm.Wrap(err)
}

// natives are what socket.js is made of.
func (s *Set) natives() *goja.Object {
	rt, hub := s.realm.Runtime(), s.opts.Hub
	o := rt.NewObject()
	set := func(name string, fn func(call goja.FunctionCall) any) {
		_ = o.Set(name, func(call goja.FunctionCall) goja.Value { // a fresh object takes it
			return s.realm.ToJS(fn(call))
		})
	}
	_ = o.Set("roomsShape", s.opts.Rooms)
	set("listens", func(goja.FunctionCall) any {
		s.listens.Store(true)
		return nil
	})
	set("met", func(call goja.FunctionCall) any {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.met[call.Argument(0).String()] = true
		return nil
	})
	set("declare", func(call goja.FunctionCall) any {
		s.mu.Lock()
		s.namespaces = append(s.namespaces, call.Argument(0).String())
		s.mu.Unlock()
		hub.Declared()
		return nil
	})
	set("guard", func(call goja.FunctionCall) any {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.guarded[call.Argument(0).String()] = true
		return nil
	})
	in := func(call goja.FunctionCall) Rooms { return hub.In(call.Argument(0).String()) }
	set("has", func(call goja.FunctionCall) any { return in(call).Has(call.Argument(1).String()) })
	set("join", func(call goja.FunctionCall) any {
		s.must(in(call).Join(s.realm.Context(), call.Argument(1).String(), s.texts(call.Argument(2))...))
		return nil
	})
	set("leave", func(call goja.FunctionCall) any {
		s.must(in(call).Leave(s.realm.Context(), call.Argument(1).String(), s.texts(call.Argument(2))...))
		return nil
	})
	set("broadcast", func(call goja.FunctionCall) any {
		s.must(in(call).Broadcast(s.realm.Context(), s.texts(call.Argument(1)), s.texts(call.Argument(2)), call.Argument(3).String(), s.values(call.Argument(4))...))
		return nil
	})
	set("members", func(call goja.FunctionCall) any {
		rooms := s.texts(call.Argument(1))
		if rooms == nil {
			return texts(in(call).IDs())
		}
		var ids []any
		seen := map[string]bool{}
		for _, room := range rooms {
			for _, id := range in(call).Members(room) {
				if !seen[id] {
					seen[id] = true
					ids = append(ids, id)
				}
			}
		}
		return append([]any{}, ids...)
	})
	set("rooms", func(call goja.FunctionCall) any { return texts(in(call).RoomNames()) })
	set("roomsOf", func(call goja.FunctionCall) any { return texts(in(call).RoomsOf(call.Argument(1).String())) })
	set("transport", func(call goja.FunctionCall) any { return hub.Transport(call.Argument(0).String()) })
	set("disconnect", func(call goja.FunctionCall) any {
		hub.Disconnect(s.realm.Context(), call.Argument(0).String(), call.Argument(1).ToBoolean())
		return nil
	})
	set("emit", s.emit)
	set("handshake", func(call goja.FunctionCall) any {
		id := call.Argument(0).String()
		s.mu.Lock()
		h := s.apart[id]
		s.mu.Unlock()
		if h == nil {
			h = hub.Handshake(id)
		}
		if h == nil {
			return nil
		}
		return h
	})
	return o
}

// emit is (id, event, args, answered).
func (s *Set) emit(call goja.FunctionCall) any {
	var answered func(args []any, err error)
	if fn, ok := goja.AssertFunction(call.Argument(3)); ok {
		complete := s.realm.Reserve()
		answered = func(args []any, err error) {
			complete(func(r *jsapi.Realm) {
				if err != nil {
					return // as socket.io has it: a client that is gone does not answer
				}
				if _, err := fn(goja.Undefined(), s.jsValues(args)...); err != nil {
					r.Uncaught(r.Wrap(err))
				}
			})
		}
	}
	err := s.opts.Hub.Emit(call.Argument(0).String(), call.Argument(1).String(), s.values(call.Argument(2)), answered)
	if err != nil {
		if answered != nil {
			answered(nil, err)
		}
		s.opts.Log.Debug("an event was not sent", "event", call.Argument(1).String(), "error", err)
	}
	return nil
}

func (s *Set) must(err error) {
	if err != nil {
		panic(s.realm.Error(err))
	}
}

// texts reads a list of texts; nil for null.
func (s *Set) texts(v goja.Value) []string {
	list, ok := s.value(v).([]any)
	if !ok {
		return nil
	}
	out := make([]string, len(list))
	for i, each := range list {
		out[i], _ = each.(string)
	}
	return out
}

// values are what the elements of a list are to send.
func (s *Set) values(v goja.Value) []any {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	list := make([]any, int(o.Get("length").ToInteger()))
	for i := range list {
		data, err := s.Data(o.Get(index(i)))
		s.must(err)
		list[i] = data
	}
	return list
}

func index(i int) string { return strconv.Itoa(i) }

func (s *Set) value(v goja.Value) any {
	out, err := s.realm.FromJS(v)
	s.must(err)
	return out
}

func (s *Set) jsValues(args []any) []goja.Value {
	out := make([]goja.Value, len(args))
	for i, v := range args {
		out[i] = s.realm.ToJS(v)
	}
	return out
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, text := range list {
		out[i] = text
	}
	return out
}
