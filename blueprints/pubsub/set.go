package pubsub

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"

	"framework/engine/orm"
)

// Options configure the pub/sub of a project.
type Options struct {
	ORM   *orm.ORM
	Rooms Rooms
	// Script is the project's own part; nil for none.
	Script Script
	// Autosubscribe are the default contexts of subscriptions, by the identity
	// of the model; models that are missing use all contexts.
	Autosubscribe map[string]Contexts
	Switches      Switches
	// AccessCheck, if not nil, is called before a message about a record is
	// sent.
	AccessCheck AccessCheck
	// Guarded reports whether policies protect the records of a model; nil if
	// that is not checked. Messages about these are not sent to the firehose,
	// to which everybody may listen.
	Guarded func(m *orm.Model) bool
	Log     *slog.Logger
}

// AccessCheck keeps messages from sockets that may not read what they are about.
type AccessCheck interface {
	// Refused are those of the sockets that may not read a record now. It is
	// called off the loop of the project's JavaScript, and may wait for it.
	Refused(ctx context.Context, m *orm.Model, id any, sockets []string) []string
	// Pin keeps what Refused needs until release is called; false when it is gone.
	Pin() (release func(), ok bool)
}

// Set is the pub/sub of a project. Safe for concurrent use.
type Set struct {
	opts   Options
	script Script
	// active are the models with functions that are called for an event even
	// without subscribers, and those that refer to them.
	active atomic.Pointer[map[*orm.Model]bool]
	checks *checks // nil without AccessCheck
}

// New returns the pub/sub of a project. Close it if there is an AccessCheck.
func New(opts Options) *Set {
	s := &Set{opts: opts, script: opts.Script}
	if s.script == nil {
		s.script = noScript{}
	}
	if s.opts.Log == nil {
		s.opts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.AccessCheck != nil {
		s.checks = newChecks(s)
	}
	s.Refresh()
	return s
}

// Refresh finds out again which functions models define: code may add some.
func (s *Set) Refresh() {
	active := map[*orm.Model]bool{}
	for _, m := range s.opts.ORM.Models() {
		on := len(s.Why(m)) > 0
		for _, a := range m.Associations {
			if t := s.opts.ORM.Model(a.Target); t != nil && len(s.Why(t)) > 0 {
				on = true
			}
		}
		if on {
			active[m] = true
		}
	}
	s.active.Store(&active)
}

// Functions are what a model may define, in place of what is built in or around
// it, in the names of the classic releases.
func Functions() []string { return slices.Clone(methods[:]) }

// methods are what a model may define in place of what is built in.
var methods = [...]string{
	"watch", "subscribe", "unsubscribe", "introduce", "retire", "broadcast",
	"publishCreate", "publishUpdate", "publishDestroy", "publishAdd", "publishRemove",
	"beforePublishCreate", "afterPublishCreate", "beforePublishUpdate", "afterPublishUpdate",
	"beforePublishDestroy", "afterPublishDestroy", "beforePublishAdd", "afterPublishAdd",
	"beforePublishRemove", "afterPublishRemove",
}

func (s *Set) has(m *orm.Model, method string) bool {
	return s.script.Has(m, s.opts.Switches.Name(method))
}

// Why says why events of a model enter JavaScript; empty when they do not.
func (s *Set) Why(m *orm.Model) []string {
	var why []string
	for _, name := range methods {
		if s.has(m, name) {
			why = append(why, s.opts.Switches.Name(name))
		}
	}
	return why
}

// Idle reports whether no socket can get messages about records of a model, and
// no function of the project is called for them.
func (s *Set) Idle(m *orm.Model) bool { return !(*s.active.Load())[m] && s.opts.Rooms.Empty() }

// NoListeners reports whether no socket listens to what happens to one record in a
// context, other records that it refers to left aside.
func (s *Set) NoListeners(m *orm.Model, id any, context string) bool {
	return s.noListeners(m, s.Room(m, Key(m, id), context))
}

// noListeners reports whether a message of a model to a room reaches no socket.
func (s *Set) noListeners(m *orm.Model, room string) bool {
	return s.opts.Switches.Firehose == "" && !(*s.active.Load())[m] && s.opts.Rooms.Empty(room)
}

// turn runs fn where it may call the project's functions, if events of a model
// call some: as one turn.
func (s *Set) turn(ctx context.Context, m *orm.Model, fn func(ctx context.Context) error) error {
	if !(*s.active.Load())[m] {
		return fn(ctx)
	}
	return s.script.Turn(ctx, fn)
}

// call calls a method that the model defines itself; false when it does not.
func (s *Set) call(ctx context.Context, m *orm.Model, method string, args ...any) (bool, error) {
	if !s.has(m, method) {
		return false, nil
	}
	return true, s.script.Turn(ctx, func(ctx context.Context) error {
		return s.script.Call(ctx, m, s.opts.Switches.Name(method), args...)
	})
}
