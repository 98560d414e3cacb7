package blueprints

import (
	"context"

	"framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/router"
)

// Publisher is what the default actions need from pub/sub. A message that
// cannot be delivered does not fail the request.
type Publisher interface {
	Watch(ctx context.Context, by pubsub.Request, m *orm.Model) error
	Subscribe(ctx context.Context, by pubsub.Request, m *orm.Model, records ...*orm.Record) error
	Unsubscribe(ctx context.Context, by pubsub.Request, m *orm.Model, records ...*orm.Record) error
	Introduce(ctx context.Context, m *orm.Model, record *orm.Record) error
	Retire(ctx context.Context, m *orm.Model, record *orm.Record) error
	Publish(ctx context.Context, ev pubsub.Event) error
	// Readers returns the sockets that may get the message that a record was
	// destroyed; it is called before that.
	Readers(ctx context.Context, m *orm.Model, id any, context string) *pubsub.Audience
	// Idle reports whether no socket could get messages about records of a
	// model, NoListeners whether none is subscribed to one record in a context.
	Idle(m *orm.Model) bool
	NoListeners(m *orm.Model, id any, context string) bool
}

// Responses answers an exchange with one of the project's responses by name
// (ok, created, notFound, badRequest, forbidden, serverError, negotiate), be
// it built in or from api/responses. data is value.Undefined{} when there is
// none, an error, or a value of package value.
type Responses interface {
	Respond(x *router.Exchange, name string, data any) (router.Verdict, error)
}
