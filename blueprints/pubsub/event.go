package pubsub

import "framework/engine/orm"

// The verbs of messages.
const (
	Created     = "created"
	Updated     = "updated"
	Destroyed   = "destroyed"
	AddedTo     = "addedTo"
	RemovedFrom = "removedFrom"
	Messaged    = "messaged"
)

// Request is the request on whose behalf sockets are subscribed and records
// change. The zero value has no requester.
type Request struct {
	// Socket is the id of the socket that asked, "" over HTTP.
	Socket string
	// Origin is what a function of the project gets for the request: a *value.Map, or
	// whatever the Script that is to call it understands.
	Origin any
}

// Event is one thing that happened, and may be shown.
type Event struct {
	Verb  string
	Model *orm.Model
	// ID is the key of the record, of any type that stands for it; created may
	// leave it to Data.
	ID any
	// Data is the created record (*orm.Record or *value.Map), what an update
	// has set (*value.Map), or the content of a message (anything).
	Data any
	// Record is the updated record as it is now, by which the model's own toJSON
	// decides what of Data may be seen; nil where it is not known.
	Record *orm.Record
	// Previous is the record as it was before an update or a destroy, with its
	// associations: *orm.Record or *value.Map. Without it nothing is published
	// for associated records.
	Previous any
	// Alias is the collection of addedTo and removedFrom; Child the key of the
	// member, and Added the member itself where it was given as a record.
	Alias string
	Child any
	Added any
	// By is the request that caused it: its socket is not shown.
	By Request
	// NoReverse leaves the other side of associations alone, NoIntroduce the
	// watchers of a created record.
	NoReverse, NoIntroduce bool
	// NoSubscribe: the socket that has added a member is not subscribed to it.
	NoSubscribe bool
	// Audience, if not nil, are the only sockets that may receive it; see
	// Readers.
	Audience *Audience
	// Script is where a Script keeps the event as JavaScript sees it.
	Script any
}
