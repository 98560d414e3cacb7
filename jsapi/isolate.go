package jsapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"

	"framework/engine/admission"
)

// Options configure an Isolate.
type Options struct {
	// Root is the project folder; positions are reported relative to it.
	Root string
	Log  *slog.Logger
	// TurnLimit interrupts a turn that runs longer; 0 means 10 seconds,
	// negative none. BlockWarning logs a turn that runs longer; 0 means 1
	// second, negative never.
	TurnLimit, BlockWarning time.Duration
	// MemoryLimit interrupts a turn during which the heap grows by more bytes; 0
	// means a quarter of Memory, 1 GiB at most, negative none.
	MemoryLimit int64
	// Memory is how many bytes of memory the process may use; 0 means 4 GiB. A
	// growing turn is interrupted at once when the heap takes three quarters of it.
	Memory int64
	// Inbox bounds the requests (see admission.Arrive) that wait for their first
	// turn, 0 means 4096, and QueueTime how long each of them does; as long as it
	// takes unless it is positive. Others fail with ErrOverloaded. Whatever belongs to
	// a request that has begun, or to none, runs.
	Inbox     int
	QueueTime time.Duration
	// Clock drives the timers of the realm; nil is the system's clock. The
	// limits of a turn always go by the system's.
	Clock Clock
}

// matchLimit bounds one match of a backtracking regular expression, which
// goja's interrupt does not reach into. goja reports a match that timed out as
// "no match"; because a match starts after its turn, a turn whose limit is not
// above matchLimit is interrupted before JavaScript sees that answer.
const matchLimit = 11 * time.Second

var limitMatches = sync.OnceFunc(func() { regexp2.DefaultMatchTimeout = matchLimit })

// Isolate is one JavaScript realm and the goroutine that alone may touch it.
type Isolate struct {
	opts   Options
	realm  *Realm
	inbox  inbox
	dog    watchdog
	ctx    context.Context
	cancel context.CancelFunc
	quit   chan struct{} // closed by Close
	done   chan struct{} // closed when the loop has ended
	closed sync.Once
	idle   atomic.Bool // the loop has nothing to do
	beside workers     // goroutines of Promise and Async
}

// New starts the loop of an empty realm.
func New(opts Options) (*Isolate, error) {
	if opts.Log == nil {
		opts.Log = slog.Default()
	}
	if opts.TurnLimit == 0 {
		opts.TurnLimit = 10 * time.Second
	}
	if opts.Memory <= 0 {
		opts.Memory = 4 * maxMemoryLimit
	}
	if opts.MemoryLimit == 0 {
		opts.MemoryLimit = defaultMemoryLimit(opts.Memory)
	}
	if opts.BlockWarning == 0 {
		opts.BlockWarning = time.Second
	}
	if opts.Inbox <= 0 {
		opts.Inbox = 4096
	}
	if opts.Clock == nil {
		opts.Clock = systemClock{}
	}
	limitMatches()
	i := &Isolate{opts: opts, quit: make(chan struct{}), done: make(chan struct{})}
	i.beside.jobs = make(chan func())
	i.beside.quit = i.quit
	i.ctx, i.cancel = context.WithCancel(context.Background())
	i.inbox.limit, i.inbox.clock = opts.Inbox, opts.Clock
	i.inbox.delay.SetLimit(opts.QueueTime)
	i.inbox.wake = make(chan struct{}, 1)
	i.dog.growth.limit, i.dog.growth.memory = opts.MemoryLimit, opts.Memory
	i.dog.memory.Store(opts.MemoryLimit)
	r, err := newRealm(i)
	if err != nil {
		i.cancel()
		return nil, err
	}
	i.realm = r
	i.dog.vm, i.dog.limit, i.dog.warn, i.dog.log = r.rt, opts.TurnLimit, opts.BlockWarning, opts.Log
	go i.loop()
	return i, nil
}

// Do runs fn as one turn on the loop and waits for it to return. Errors of
// goja come back as Wrap makes them. A task whose ctx ends before its turn is
// not run; one that has begun is waited for all the same, for fn may write what
// its caller reads: the turn limit and Close bound that. A ctx descending from
// Op.Context makes that operation current.
func (i *Isolate) Do(ctx context.Context, fn func(r *Realm) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var taken atomic.Bool // by the turn that runs it, or by us who drop it
	done := make(chan error, 1)
	err := i.hand(ctx, task{carried: i.carriedBy(ctx), settle: func(err error) { done <- err }, run: func() error {
		if !taken.CompareAndSwap(false, true) {
			return nil
		}
		return fn(i.realm)
	}})
	if err != nil {
		return err
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		if taken.CompareAndSwap(false, true) {
			return ctx.Err()
		}
	case <-i.quit:
		if taken.CompareAndSwap(false, true) {
			return ErrClosed
		}
	}
	return <-done
}

// Begin runs fn as one turn on the loop and returns at once. The operation is
// finished when fn, or JavaScript that it set going, settles op; errors of
// timers, event handlers and rejected promises that it set going settle it too.
func (i *Isolate) Begin(ctx context.Context, fn func(r *Realm, op *Op)) *Op {
	op := &Op{iso: i, done: make(chan struct{})}
	op.ctx = context.WithValue(ctx, opKey{}, op)
	c := i.carriedBy(ctx)
	c.op = op
	err := i.hand(ctx, task{carried: c, run: func() error {
		if err := ctx.Err(); err != nil {
			op.Settle(nil, err)
			return nil
		}
		fn(i.realm, op)
		return nil
	}})
	if err != nil {
		op.Settle(nil, err)
	}
	return op
}

// hand puts t into the inbox: as the first turn of the request of ctx, unless
// that has begun or there is none.
func (i *Isolate) hand(ctx context.Context, t task) error {
	if admission.Begun(ctx) {
		return i.inbox.put(t)
	}
	run := t.run
	t.run = func() error {
		admission.Begin(ctx)
		return run()
	}
	return i.inbox.enter(t)
}

// Admit waits until it is the turn of the request of ctx, for work in Go that
// will need JavaScript: it is refused now, with ErrOverloaded, or never.
func (i *Isolate) Admit(ctx context.Context) error {
	if admission.Begun(ctx) {
		return nil
	}
	if i.idle.Load() && !i.inbox.busy() {
		admission.Begin(ctx)
		return nil
	}
	return i.Do(ctx, func(*Realm) error { return nil })
}

// SetQueueTime replaces Options.QueueTime.
func (i *Isolate) SetQueueTime(d time.Duration) { i.inbox.setLimit(d) }

// SetTurnLimit replaces Options.TurnLimit for the turns to come.
func (i *Isolate) SetTurnLimit(d time.Duration) { i.dog.setLimit(d) }

// SetMemoryLimit replaces Options.MemoryLimit for the turns to come.
func (i *Isolate) SetMemoryLimit(bytes int64) { i.dog.setMemory(bytes) }

// SetBlockWarning replaces Options.BlockWarning for the turns to come.
func (i *Isolate) SetBlockWarning(d time.Duration) { i.dog.setWarning(d) }

// Retire cancels the timers that belong to no pending operation, those set
// from here on included: what is left of the realm only serves operations that
// have begun.
func (i *Isolate) Retire() {
	_ = i.inbox.put(task{run: func() error { // it fails when there are no timers any more
		i.realm.timers.retire()
		return nil
	}})
}

// Close cancels timers, interrupts what runs and ends the loop. Waiting
// callers get ErrClosed. It returns when no goroutine is left, or with the
// error of ctx; it may be called again. It must not be called on the loop.
func (i *Isolate) Close(ctx context.Context) error {
	i.closed.Do(func() {
		i.inbox.close()
		i.cancel()
		close(i.quit)
		i.dog.close()
	})
	ended := make(chan struct{})
	go func() {
		<-i.done
		i.beside.wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// opKey carries the operation in its context.
type opKey struct{}

// Op is one operation begun from Go and finished by JavaScript. Its methods
// are safe for concurrent use.
type Op struct {
	iso     *Isolate
	ctx     context.Context
	settled atomic.Bool
	held    atomic.Int32
	done    chan struct{}
	value   any
	err     error
	here    goja.Value // of Realm.Here; used on the loop only
}

// Settle finishes the operation; only the first call counts, and tells so.
func (o *Op) Settle(value any, err error) bool {
	if !o.settled.CompareAndSwap(false, true) {
		return false
	}
	o.value, o.err = value, err
	close(o.done)
	return true
}

// Wait returns what the operation was settled with, or the error of its
// context, or ErrClosed.
func (o *Op) Wait() (any, error) {
	select {
	case <-o.done:
		return o.value, o.err
	case <-o.ctx.Done():
	case <-o.iso.quit:
	}
	select {
	case <-o.done:
		return o.value, o.err
	default:
	}
	if err := o.ctx.Err(); err != nil {
		return nil, err
	}
	return nil, ErrClosed
}

// Hold keeps the timers of the operation going over Retire although it is
// settled, until release is called: an answer that is streamed is begun, not
// over.
func (o *Op) Hold() (release func()) {
	o.held.Add(1)
	return sync.OnceFunc(func() { o.held.Add(-1) })
}

// pending reports whether somebody may still wait for the operation.
func (o *Op) pending() bool { return o != nil && (!o.settled.Load() || o.held.Load() > 0) }

// Context descends from the one given to Begin; work handed to Do with it runs
// on behalf of the operation.
func (o *Op) Context() context.Context { return o.ctx }

// panicError is a Go panic that came out of a native function.
type panicError struct{ value any }

func (e *panicError) Error() string { return fmt.Sprintf("panic in a native function: %v", e.value) }

func (e *panicError) Unwrap() error {
	err, _ := e.value.(error)
	return err
}

func recovered(x any) error {
	var interrupted *goja.InterruptedError
	if err, ok := x.(error); ok && errors.As(err, &interrupted) {
		return err
	}
	return &panicError{x}
}
