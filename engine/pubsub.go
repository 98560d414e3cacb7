package engine

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
func (a *App) receive(e *sockets.Envelope) {
	if e.Op == sockets.OpBroadcast && e.Namespace == "/" { // where models publish
		if s, release, err := a.Acquire(); err == nil {
			defer release()
			if s.pubsub.Deliver(e.To, e.Except, e.Event, e.Args) {
				return
			}
		}
	}
	a.hub.Receive(e)
}

// LeaveAll implements the hub of jsapi/pubsub. Nobody leaves the room of their
// own id: they could not be spoken to any more.
func (r rooms) LeaveAll(ctx context.Context, source string, _, sourceToo bool) error {
	return r.Hub.LeaveAll(ctx, source, sourceToo)
}

// connectPubSub gives the realm sails.sockets, for hooks and the bootstrap too.
func (b *builder) connectPubSub(r *jsapi.Realm) error {
	var err error
	b.scripted, err = scripted.New(r, scripted.Options{
		Hub:      scriptedRooms{rooms{b.app.hub}, recheckedRooms{b.app.hub.Namespace, b.app.hub, b.gateway}},
		Socket:   b.snapshot.sockets.set.Socket,
		Data:     b.snapshot.sockets.set.Data,
		Inspect:  func(v jsapi.Value) string { return node.Inspect(r, v) },
		Request:  func(x *router.Exchange) jsapi.Value { return b.shim.Request(x) },
		Switches: b.profile.PubSub, StrictEmit: b.profile.StrictEmit, Isolate: b.iso, Log: b.app.log,
	})
	if err != nil {
		return err
	}
	return b.js.Set("sockets", b.scripted.Sockets())
}

// preparePubSub makes the pub/sub of the project's models, and gives them its
// methods.
func (b *builder) preparePubSub(ctx context.Context) error {
	switches := b.profile.PubSub
	if b.hasFirehose() {
		switches.Firehose = firehose
	}
	if b.asksPolicies() {
		b.gates = &gates{guards: func(m *orm.Model, action string) bool { return len(b.policiesOf(m, action)) > 0 }}
	}
	check, err := b.readRecheck()
	if err != nil {
		return err
	}
	return b.iso.Do(ctx, func(r *jsapi.Realm) error {
		objects := b.js.Object().Get("models").ToObject(r.Runtime())
		for _, m := range b.orm.Models() {
			if err := b.scripted.Model(m, objects.Get(m.Identity).ToObject(r.Runtime())); err != nil {
				return err
			}
		}
		b.scripted.SetFirehose(switches.Firehose)
		opts := pubsub.Options{
			ORM: b.orm, Rooms: rooms{b.app.hub}, Script: b.scripted, Autosubscribe: b.scripted.Autosubscribe(),
			Switches: switches, Log: b.app.log,
		}
		if check != nil {
			opts.Recheck = check
		}
		if gates := b.gates; gates != nil {
			opts.Guarded = func(m *orm.Model) bool { return gates.at(m, "find") != nil || gates.at(m, "findone") != nil }
		}
		b.pubsub = pubsub.New(opts)
		b.snapshot.pubsub = b.pubsub
		b.gateway.update(func(f *finished) { f.events = b.pubsub })
		b.scripted.Start(b.pubsub)
		return nil
	})
}

// autoWatch are the models that say of themselves whether sockets that find
// their records watch them.
func (b *builder) autoWatch() map[string]bool {
	out := map[string]bool{}
	for _, c := range b.classes {
		if on, set := c.class.Flag("autoWatch"); set {
			out[c.def.Identity] = on
		}
	}
	return out
}
