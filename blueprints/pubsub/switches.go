package pubsub

// Switches are the differences between the releases that pub/sub shows; a
// profile fills them in.
type Switches struct {
	// OneRoom: a record has one room (1.x) instead of one for each context.
	OneRoom bool
	// Private: what a model may define or override has a name that begins with
	// an underscore (1.x), but for subscribe, unsubscribe and publish.
	Private bool
	// RetireWatchers: only sockets that watch the model are taken out of the
	// rooms of a destroyed record (0.12 and later), instead of all.
	RetireWatchers bool
	// EmptyCollections: the message created has collections that were not read
	// as empty lists (0.10, 0.11).
	EmptyCollections bool
	// Stored: records are published as they are stored, without what their toJSON adds
	// (1.x).
	Stored bool
	// NestedKeys: records inside of a created record count as their keys (1.x).
	NestedKeys bool
	// OpenReverse: what a created record, or a to-one reference that was changed, does to
	// collections of the other side is published to the requester too, and that of the member
	// itself with it (0.10).
	OpenReverse bool
	// ByList: lists of records are published one by one (0.12 and later).
	ByList bool
	// AddedRecords: the member of addedTo may be given as a record (0.11 and later).
	AddedRecords bool
	// RoomByRoom: a socket in several of the rooms of a broadcast gets it once for
	// each (1.x).
	RoomByRoom bool
	// Firehose is the room that gets every event (0.10, in development); ""
	// for none.
	Firehose string
}

// Name is what a method or lifecycle function is called in this release.
func (s Switches) Name(method string) string {
	if s.Private && method != "subscribe" && method != "unsubscribe" {
		return "_" + method
	}
	return method
}
