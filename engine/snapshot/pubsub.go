package snapshot

import (
	"context"

	"framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/jsapi"
	"framework/jsapi/node"
	scripted "framework/jsapi/pubsub"
	"framework/router"
	"framework/sockets"
)

// rooms are the rooms of the hub, as pub/sub needs them.
type rooms struct{ *sockets.Hub }

// Empty implements pubsub.Rooms. Who is on other nodes nobody knows.
func (r rooms) Empty(names ...string) bool {
	if len(names) == 0 || !r.Alone() {
		return r.Hub.Empty()
	}
	for _, name := range names {
		if r.Occupied(name) {
			return false
		}
	}
	return true
}

// Elsewhere implements pubsub.Rooms.
func (r rooms) Elsewhere(_ context.Context, names, except []string, event string, args ...any) error {
	r.Tell(&sockets.Envelope{To: names, Except: except, Event: event, Args: args})
	return nil
}

// recheckedRooms are the rooms of "/" as the project's own code broadcasts to them:
// what it says to the rooms of records is for those who may read them, where that
// is rechecked.
type recheckedRooms struct {
	*sockets.Namespace
	hub     *sockets.Hub
	gateway *gateway
}

// Broadcast sends an event to rooms.
func (r recheckedRooms) Broadcast(ctx context.Context, names, except []string, event string, args ...any) error {
	if set := r.gateway.now().events; set == nil || !set.Deliver(names, except, event, args) {
		return r.Namespace.Broadcast(ctx, names, except, event, args...)
	}
	r.hub.Tell(&sockets.Envelope{To: names, Except: except, Event: event, Args: args})
	return nil
}

// scriptedRooms are the rooms of sails.sockets.
type scriptedRooms struct {
	rooms
	rechecked recheckedRooms
}

// Broadcast implements the hub of jsapi/pubsub.
func (r scriptedRooms) Broadcast(ctx context.Context, names, except []string, event string, args ...any) error {
	return r.rechecked.Broadcast(ctx, names, except, event, args...)
}

// receive does what another server did. What it says of records is for those who
// may read them, where that is rechecked.
func (h *Host) receive(e *sockets.Envelope) {
	if e.Op == sockets.OpBroadcast && e.Namespace == "/" { // where models publish
		if s, release, err := h.Acquire(); err == nil {
			defer release()
			if s.events.Deliver(e.To, e.Except, e.Event, e.Args) {
				return
			}
		}
	}
	h.hub.Receive(e)
}

// LeaveAll implements the hub of jsapi/pubsub. Nobody leaves the room of their
// own id: they could not be spoken to any more.
func (r rooms) LeaveAll(ctx context.Context, source string, _, sourceToo bool) error {
	return r.Hub.LeaveAll(ctx, source, sourceToo)
}

// connectPubSub gives the realm sails.sockets, for hooks and the bootstrap too.
func connectPubSub(r *jsapi.Realm, b *build, src source, rt realm) (*scripted.Set, error) {
	gate := b.gateway
	set, err := scripted.New(r, scripted.Options{
		Hub:      scriptedRooms{rooms{b.hub}, recheckedRooms{b.hub.Namespace, b.hub, gate}},
		Socket:   rt.io.Socket,
		Data:     rt.io.Data,
		Inspect:  func(v jsapi.Value) string { return node.Inspect(r, v) },
		Request:  func(x *router.Exchange) jsapi.Value { return gate.now().shim.Request(x) },
		Switches: src.profile.PubSub, RefuseUnknown: src.profile.RefuseUnknown, Isolate: rt.iso, Log: b.log,
	})
	if err != nil {
		return nil, err
	}
	return set, rt.js.Set("sockets", set.Sockets())
}

// preparePubSub makes the pub/sub of the project's models, and gives them its
// methods.
func preparePubSub(ctx context.Context, b *build, c configuration, rt realm, models *orm.ORM) (*pubsub.Set, error) {
	switches := c.profile.PubSub
	if hasFirehose(c) {
		switches.Firehose = firehose
	}
	check, err := readRecheck(b, c)
	if err != nil {
		return nil, err
	}
	opts := pubsub.Options{
		ORM: models, Rooms: rooms{b.hub}, Script: rt.scripted, Switches: switches, Log: b.log,
	}
	if check != nil {
		opts.Recheck = check
	}
	if asksPolicies(c.cfg) {
		gate := b.gateway
		opts.Guarded = func(m *orm.Model) bool {
			gates := gate.now().gates
			return gates.at(m, "find") != nil || gates.at(m, "findone") != nil
		}
	}
	var set *pubsub.Set
	err = rt.iso.Do(ctx, func(r *jsapi.Realm) error {
		objects := rt.js.Object().Get("models").ToObject(r.Runtime())
		for _, m := range models.Models() {
			if err := rt.scripted.Model(m, objects.Get(m.Identity).ToObject(r.Runtime())); err != nil {
				return err
			}
		}
		rt.scripted.SetFirehose(switches.Firehose)
		opts.Autosubscribe = rt.scripted.Autosubscribe()
		set = pubsub.New(opts)
		b.made.add(set.Close)
		b.gateway.update(func(f *finished) { f.events = set })
		rt.scripted.Start(set)
		return nil
	})
	return set, err
}

// autoWatch are the models that say of themselves whether sockets that find
// their records watch them.
func autoWatch(classes []*modelClass) map[string]bool {
	out := map[string]bool{}
	for _, c := range classes {
		if on, set := c.class.Flag("autoWatch"); set {
			out[c.def.Identity] = on
		}
	}
	return out
}
