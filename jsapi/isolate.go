package jsapi

import (
	"context"
	"log/slog"
	"time"
)

// Options configure an Isolate.
type Options struct {
	// Root is the project folder; positions are reported relative to it.
	Root string
	Log  *slog.Logger
	// TurnLimit interrupts a turn that runs longer; 0 means 10 seconds,
	// negative none. BlockWarning logs the JavaScript stack of a turn that
	// runs longer; 0 means 1 second.
	TurnLimit, BlockWarning time.Duration
	// Inbox bounds the tasks waiting for the loop; 0 means 4096. What does not
	// fit fails with ErrOverloaded.
	Inbox int
}

// Isolate is one JavaScript realm and the goroutine that alone may touch it.
type Isolate struct{}

// New starts the loop of an empty realm.
func New(opts Options) (*Isolate, error) { panic("jsapi.New") }

// Do runs fn as one turn on the loop and waits for it to return.
func (i *Isolate) Do(ctx context.Context, fn func(r *Realm) error) error { panic("jsapi.Do") }

// Begin runs fn as one turn on the loop and returns at once. The operation is
// finished when fn, or JavaScript that it set going, settles op; errors of
// timers, event handlers and rejected promises that it set going settle it too.
func (i *Isolate) Begin(ctx context.Context, fn func(r *Realm, op *Op)) *Op { panic("jsapi.Begin") }

// Close cancels timers, interrupts what runs and ends the loop.
func (i *Isolate) Close(ctx context.Context) error { panic("jsapi.Close") }

// Op is one operation begun from Go and finished by JavaScript.
type Op struct{}

// Settle finishes the operation; only the first call counts, and tells so.
func (o *Op) Settle(value any, err error) bool { panic("jsapi.Settle") }

// Wait returns what the operation was settled with, or the error of its
// context.
func (o *Op) Wait() (any, error) { panic("jsapi.Wait") }

// Context is the one given to Begin.
func (o *Op) Context() context.Context { panic("jsapi.Context") }
