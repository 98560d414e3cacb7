package engine

import (
	"framework/blueprints/pubsub"
	"framework/sockets"
)

// rooms are the rooms of the hub, as pub/sub needs them.
type rooms struct{ *sockets.Hub }

// Empty implements pubsub.Rooms.
func (r rooms) Empty() bool { return r.Len() == 0 }

// preparePubSub makes the pub/sub of the project's models.
func (b *builder) preparePubSub() {
	b.pubsub = pubsub.New(pubsub.Options{
		ORM: b.orm, Rooms: rooms{b.app.hub}, Switches: b.profile.PubSub, Log: b.app.log,
	})
	b.snapshot.pubsub = b.pubsub
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
