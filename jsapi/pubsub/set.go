package pubsub

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"

	"github.com/dop251/goja"

	core "framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/jsapi"
	"framework/router"
)

// Hub is what sails.sockets needs of the connected sockets, which it names by
// their ids. Nothing of it waits for clients; unknown ids and rooms are no
// error.
type Hub interface {
	Has(id string) bool
	Join(ctx context.Context, id string, rooms ...string) error
	Leave(ctx context.Context, id string, rooms ...string) error
	JoinMembers(ctx context.Context, source string, rooms ...string) error
	LeaveMembers(ctx context.Context, source string, rooms ...string) error
	// LeaveAll takes the members of source out of all rooms, of source itself
	// and of the rooms of their ids only if socketRooms or sourceToo is set.
	LeaveAll(ctx context.Context, source string, socketRooms, sourceToo bool) error
	Broadcast(ctx context.Context, rooms, except []string, event string, args ...any) error
	Members(room string) []string
	RoomNames() []string
	RoomsOf(id string) []string
}

// Options configure a Set.
type Options struct {
	Hub Hub
	// Socket is the object of a socket.
	Socket func(id string) (goja.Value, error)
	// Data converts a JavaScript value to the data of an event.
	Data func(v goja.Value) (any, error)
	// Inspect shows a value to people.
	Inspect func(v goja.Value) string
	// Request is the req of an exchange; it may be called once the routes are
	// there.
	Request func(x *router.Exchange) goja.Value
	// Switches are those of the release. RefuseUnknown: emit to an unknown id
	// throws, and emitToAll returns the known ones (0.11).
	Switches      core.Switches
	RefuseUnknown bool
	// Isolate runs the functions that default actions call.
	Isolate *jsapi.Isolate
	Log     *slog.Logger
}

// Set is the pub/sub of one realm. Its exported methods are for the loop, but
// for those of the core's Script.
type Set struct {
	realm  *jsapi.Realm
	opts   Options
	native *goja.Object
	parts  *goja.Object
	core   *core.Set
	models map[string]*model
	// behind is what all models inherit, methods are its names, root is the
	// prototype that objects have by themselves.
	behind, root *goja.Object
	methods      map[string]bool

	mu  sync.RWMutex
	own map[string]map[string]bool // functions that models define, by identity
}

// model is a model and its object.
type model struct {
	*orm.Model
	object *goja.Object
}

//go:embed *.js
var sources embed.FS

var programs = sync.OnceValue(func() []*goja.Program {
	var out []*goja.Program
	for _, name := range []string{"sockets.js", "model.js"} {
		text, err := sources.ReadFile(name)
		if err != nil {
			panic(err) // it is embedded
		}
		out = append(out, goja.MustCompile("framework:"+name, string(text), true))
	}
	return out
})

// New makes sails.sockets of a realm; Models makes the rest once there are
// models.
func New(r *jsapi.Realm, opts Options) (*Set, error) {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	s := &Set{realm: r, opts: opts, parts: r.Runtime().NewObject(), models: map[string]*model{}, own: map[string]map[string]bool{}}
	native := s.natives()
	for _, program := range programs() {
		factory, err := r.Runtime().RunProgram(program)
		if err != nil {
			return nil, r.Wrap(err)
		}
		start, ok := goja.AssertFunction(factory)
		if !ok {
			return nil, errors.New("a script of pub/sub gives no function")
		}
		if _, err := start(goja.Undefined(), native, s.parts); err != nil {
			return nil, r.Wrap(err)
		}
	}
	return s, nil
}

// Sockets is sails.sockets.
func (s *Set) Sockets() goja.Value { return s.parts.Get("sockets") }

// Model gives the object of a model the methods that it does not have of its
// own.
func (s *Set) Model(m *orm.Model, object *goja.Object) error {
	if err := s.mixin(m, object); err != nil {
		return fmt.Errorf("the methods of %s: %w", m.GlobalID, s.realm.Wrap(err))
	}
	s.models[m.Identity] = &model{m, object}
	return nil
}

func (s *Set) mixin(m *orm.Model, object *goja.Object) error {
	if s.behind == nil {
		if err := s.prepare(); err != nil {
			return err
		}
	}
	subscribes := goja.Value(nil)
	for _, name := range object.GetOwnPropertyNames() {
		switch {
		case s.methods[name]:
			if _, ok := goja.AssertFunction(object.Get(name)); ok {
				s.define(m.Identity, name)
			}
		case name == "autosubscribe":
			subscribes = object.Get(name)
		}
	}
	last := object
	for next := last.Prototype(); next != nil && next != s.root; next = last.Prototype() {
		last = next
	}
	if last != s.behind {
		if err := last.SetPrototype(s.behind); err != nil {
			return err
		}
	}
	if (subscribes == nil || goja.IsUndefined(subscribes)) && !s.opts.Switches.Private {
		return object.DefineDataProperty("autosubscribe", s.realm.Runtime().ToValue(true), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	return nil
}

// prepare makes the prototype of all models.
func (s *Set) prepare() error {
	make, ok := goja.AssertFunction(s.parts.Get("prepare"))
	if !ok {
		return errors.New("the scripts of pub/sub give no prepare")
	}
	var definable []any
	for _, name := range core.Functions() {
		definable = append(definable, s.opts.Switches.Name(name))
	}
	v, err := make(goja.Undefined(), s.realm.ToJS(definable))
	if err != nil {
		return err
	}
	rt := s.realm.Runtime()
	s.behind, s.root, s.methods = v.ToObject(rt), rt.NewObject().Prototype(), map[string]bool{}
	for _, name := range s.behind.GetOwnPropertyNames() {
		s.methods[name] = true
	}
	return nil
}

// SetFirehose names the room of the firehose, "" for none.
func (s *Set) SetFirehose(room string) {
	_ = s.native.Set("firehose", room) // does not fail on a native object
}

// Start has the methods of models publish by way of c.
func (s *Set) Start(c *core.Set) { s.core = c }

// Autosubscribe are the contexts that models subscribe to by themselves, by
// identity.
func (s *Set) Autosubscribe() map[string]core.Contexts {
	out := map[string]core.Contexts{}
	for _, identity := range slices.Sorted(maps.Keys(s.models)) {
		v := s.models[identity].object.Get("autosubscribe")
		if v == nil || goja.IsUndefined(v) || s.opts.Switches.OneRoom {
			continue
		}
		if choice, err := s.realm.FromJS(v); err == nil {
			out[identity] = core.ReadContexts(choice)
		}
	}
	return out
}
