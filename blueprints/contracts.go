package blueprints

import (
	"context"

	"framework/router"
)

// SocketID names a connected socket; "" is a request over HTTP.
type SocketID = string

// Event is one message of resourceful pub/sub.
type Event struct {
	Verb     string   // created, updated, destroyed, addedTo, removedFrom, messaged
	Model    string   // identity
	ID       any      // primary key of the record
	Data     any      // what changed: values package ordered describes
	Previous any      // the record before an update
	Alias    string   // attribute of addedTo and removedFrom
	Child    any      // primary key of the added or removed child
	Except   SocketID // who is not told
}

// Publisher is what the default actions need from pub/sub; the hub of package
// sockets satisfies it, tests record.
type Publisher interface {
	Subscribe(sock SocketID, model string, ids ...any)
	Watch(sock SocketID, model string)
	Publish(ctx context.Context, ev Event) error
}

// Responses answers an exchange with one of the project's responses by name
// (ok, created, notFound, badRequest, forbidden, serverError, negotiate), be
// it built in or from api/responses. data is ordered.Undefined{} when there is
// none, an error, or a value of package ordered.
type Responses interface {
	Respond(x *router.Exchange, name string, data any) (router.Verdict, error)
}
