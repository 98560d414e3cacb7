package pubsub

import (
	"context"

	"framework/engine/orm"
)

// Script is the project's own part in pub/sub: methods that a model defines in
// place of the built-in ones, functions around publishing, and toJSON. Except
// Has, its methods are called inside of Turn only.
type Script interface {
	// Has reports whether a model defines a function of that name.
	Has(m *orm.Model, name string) bool
	// Turn runs fn where functions of the project can be called, and waits for
	// its end; with the ctx that fn gets, calls know that they run there. It
	// may be nested.
	Turn(ctx context.Context, fn func(ctx context.Context) error) error
	// Call calls a function of a model with arguments: keys, records, Requests
	// and values of package value.
	Call(ctx context.Context, m *orm.Model, name string, args ...any) error
	// Event calls a function of the event's model with the arguments that the
	// publishing method of its verb takes. What the function changes in them is
	// changed in the event.
	Event(ctx context.Context, name string, ev *Event) error
	// Shown is what JSON.stringify shows of a record, as a value.
	Shown(ctx context.Context, r *orm.Record) (any, error)
}

// noScript is a project without functions of its own.
type noScript struct{}

func (noScript) Has(*orm.Model, string) bool { return false }

func (noScript) Turn(ctx context.Context, fn func(ctx context.Context) error) error { return fn(ctx) }

func (noScript) Call(context.Context, *orm.Model, string, ...any) error { return nil }

func (noScript) Event(context.Context, string, *Event) error { return nil }

func (noScript) Shown(_ context.Context, r *orm.Record) (any, error) { return r, nil }
