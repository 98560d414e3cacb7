package jsapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
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
	// A turn that runs for longer than TurnLimit is interrupted; 0 means 10
	// seconds, negative no limit. A turn that runs for longer than BlockWarning is
	// logged; 0 means 1 second, negative never.
	TurnLimit, BlockWarning time.Duration
	// A turn during which the heap grows by more than MemoryLimit bytes is
	// interrupted; 0 means a quarter of Memory, 1 GiB at most, negative no limit.
	MemoryLimit int64
	// Memory is how many bytes of memory the process may use; 0 means 4 GiB. A
	// growing turn is interrupted at once when the heap takes three quarters of it.
	Memory int64
	// QueueLength is how many requests (see admission.Arrive) may wait for their
	// first turn, 0 means 4096; QueueTime is how long one may wait, without limit
	// unless it is positive. Further requests fail with ErrOverloaded. Work of a
	// request that has started, or of no request, is never refused.
	QueueLength int
	QueueTime   time.Duration
	// Clock drives the timers of the realm; nil is the system's clock. The time
	// limits of turns always use the system's clock.
	Clock Clock
	// Worker is the number of the isolate among those that serve one project, from 1 on;
	// 0 for the only one. With it the loop measures how busy it is.
	Worker int
	// Idle is called by the loop when nothing is left to do: no timer, no work on other
	// goroutines, and no Hold. It may be called again, and must return at once.
	Idle func()
}

// Isolate is one JavaScript realm and its loop, the only goroutine that uses it.
type Isolate struct {
	opts  Options
	realm *Realm
	queue taskQueue
	// following are the tasks that run right after the current turn. They belong to the loop.
	following []task
	watchdog  watchdog
	ctx       context.Context
	cancel    context.CancelFunc
	quit      chan struct{} // closed by Close
	done      chan struct{} // closed when the loop has ended
	closed    sync.Once
	idle      atomic.Bool // the loop has nothing to do
	meter     atomic.Pointer[metered]
	began     time.Time
	load      load
	worker    atomic.Int32
	// matchLimit is that of one match, see guardMatches.
	matchLimit time.Duration
	pool       workerPool // for Realm.Promise, Async and Go
	processors lane
	threads    lane
	pending    atomic.Int64 // what Reserve and Hold have begun and is not over
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
	if opts.QueueLength <= 0 {
		opts.QueueLength = 4096
	}
	if opts.Clock == nil {
		opts.Clock = systemClock{}
	}
	limitMatches()
	i := &Isolate{opts: opts, matchLimit: regexp2.DefaultMatchTimeout, quit: make(chan struct{}), done: make(chan struct{}), began: time.Now()}
	i.worker.Store(int32(opts.Worker))
	i.pool.jobs = make(chan func())
	i.pool.quit = i.quit
	i.processors.limit, i.processors.slice, i.threads.limit = runtime.GOMAXPROCS(0), computeSlice, blockingAtOnce
	i.ctx, i.cancel = context.WithCancel(context.Background())
	i.queue.limit, i.queue.clock = opts.QueueLength, opts.Clock
	i.queue.delay.SetLimit(opts.QueueTime)
	i.queue.wake = make(chan struct{}, 1)
	i.watchdog.growth.limit, i.watchdog.growth.memory = opts.MemoryLimit, opts.Memory
	i.watchdog.memory.Store(opts.MemoryLimit)
	r, err := newRealm(i)
	if err != nil {
		i.cancel()
		return nil, err
	}
	i.realm = r
	if i.outlastsMatches(opts.TurnLimit) {
		if err := r.guardMatches(); err != nil {
			i.cancel()
			return nil, err
		}
	}
	i.watchdog.matching, i.watchdog.worker = matching, &i.worker
	i.watchdog.vm, i.watchdog.limit, i.watchdog.warn, i.watchdog.log = r.rt, opts.TurnLimit, opts.BlockWarning, opts.Log
	go i.loop()
	return i, nil
}

// Do runs fn as one turn on the loop and waits for it to return. Errors of goja
// are converted with Wrap. If ctx ends before the turn starts, fn does not run.
// Once fn has started, Do waits for it even if ctx ends, because fn may write
// variables of the caller; the turn limit and Close bound that wait. If ctx
// descends from Op.Context, fn runs on behalf of that operation.
func (i *Isolate) Do(ctx context.Context, fn func(r *Realm) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var taken atomic.Bool // by the turn, which runs fn, or by this function, which gives up
	done := make(chan error, 1)
	err := i.enqueue(ctx, task{asyncContext: i.asyncContextOf(ctx), settle: func(err error) { done <- err }, run: func() error {
		admission.Start(ctx)
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

// Begin runs fn as one turn on the loop and returns at once. The operation ends
// when fn, or JavaScript that it started, settles op. Uncaught errors of timers,
// event handlers and promises that it started settle op too.
func (i *Isolate) Begin(ctx context.Context, fn func(r *Realm, op *Op)) *Op {
	op := &Op{iso: i, done: make(chan struct{})}
	op.ctx = opContext{ctx, op}
	c := i.asyncContextOf(ctx)
	c.op = op
	err := i.enqueue(ctx, task{asyncContext: c, run: func() error {
		admission.Start(ctx)
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

// enqueue adds t to the queue: as the first turn of the request of ctx, or as an
// ordinary task if ctx has no request or its request has started. When t runs it has to say
// that the request of ctx has started.
func (i *Isolate) enqueue(ctx context.Context, t task) error {
	if admission.Started(ctx) {
		return i.queue.push(t)
	}
	return i.queue.pushRequest(t)
}

// Admit waits for the first turn of the request of ctx. Work in Go that needs
// JavaScript later calls it first: the request gets ErrOverloaded here, or never.
func (i *Isolate) Admit(ctx context.Context) error {
	if admission.Started(ctx) {
		return nil
	}
	if i.idle.Load() && !i.queue.busy() {
		admission.Start(ctx)
		return nil
	}
	return i.Do(ctx, func(*Realm) error { return nil })
}

// SetQueueTime replaces Options.QueueTime.
func (i *Isolate) SetQueueTime(d time.Duration) { i.queue.setLimit(d) }

// SetTurnLimit replaces Options.TurnLimit from now on; 0 and less are no limit.
func (i *Isolate) SetTurnLimit(d time.Duration) {
	i.watchdog.setLimit(d)
	if i.outlastsMatches(d) {
		_ = i.queue.push(task{run: func() error { return i.realm.guardMatches() }}) // fails only when closed
	}
}

// SetMemoryLimit replaces Options.MemoryLimit from now on.
func (i *Isolate) SetMemoryLimit(bytes int64) { i.watchdog.setMemory(bytes) }

// SetWorker replaces Options.Worker from now on.
func (i *Isolate) SetWorker(n int) { i.worker.Store(int32(n)) }

// SetBlockWarning replaces Options.BlockWarning from now on.
func (i *Isolate) SetBlockWarning(d time.Duration) { i.watchdog.setWarning(d) }

// Beside counts the functions that were started on other goroutines so far.
func (i *Isolate) Beside() int64 { return i.pool.started.Load() }

// Drain cancels the timers that belong to no pending operation, and those that
// are set later: from now on the realm only serves operations that have started.
func (i *Isolate) Drain() {
	_ = i.queue.push(task{run: func() error { // fails only when closed, which has stopped the timers
		i.realm.timers.drain()
		return nil
	}})
}

// Stop is Close that does not wait. It may be called on the loop.
func (i *Isolate) Stop() {
	i.closed.Do(func() {
		i.queue.close()
		i.cancel()
		close(i.quit)
		i.watchdog.close()
	})
}

// Close cancels timers, interrupts the running turn and ends the loop. Waiting
// callers get ErrClosed. It returns when all goroutines have ended, or with the
// error of ctx; then it may be called again. It must not be called on the loop.
func (i *Isolate) Close(ctx context.Context) error {
	i.Stop()
	ended := make(chan struct{})
	go func() {
		<-i.done
		i.pool.wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// opKey is the context key of the operation.
type opKey struct{}

// opContext is the context of an operation.
type opContext struct {
	context.Context
	op *Op
}

// Value implements context.Context.
func (c *opContext) Value(key any) any {
	if key == (opKey{}) {
		return c.op
	}
	return c.Context.Value(key)
}

// Op is one operation, which Go starts and JavaScript settles. Its methods are
// safe for concurrent use.
type Op struct {
	iso        *Isolate
	ctx        opContext
	settled    atomic.Bool
	keepAlives atomic.Int32
	done       chan struct{}
	value      any
	err        error
	snapshot   goja.Value // cached by Realm.AsyncSnapshot; used on the loop only
}

// Settle ends the operation. Only the first call has an effect, and returns true.
func (o *Op) Settle(value any, err error) bool {
	if !o.settled.CompareAndSwap(false, true) {
		return false
	}
	o.value, o.err = value, err
	close(o.done)
	return true
}

// waited is a context with a channel that is cheaper than that of Done, for who waits until
// what the context belongs to is over.
type waited interface{ Waiting() <-chan struct{} }

// Wait returns what the operation was settled with, or the error of its
// context, or ErrClosed. What the context belongs to waits for it.
func (o *Op) Wait() (any, error) {
	var ended <-chan struct{}
	if ctx, ok := o.ctx.Context.(waited); ok {
		ended = ctx.Waiting()
	} else {
		ended = o.ctx.Done()
	}
	select {
	case <-o.done:
		return o.value, o.err
	case <-ended:
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

// KeepAlive makes the operation count as pending (see Isolate.Drain) until
// release is called, although it is settled: a streamed response settles its
// operation before it ends.
func (o *Op) KeepAlive() (release func()) {
	o.keepAlives.Add(1)
	return sync.OnceFunc(func() { o.keepAlives.Add(-1) })
}

// pending reports whether timers of the operation still run after Drain.
func (o *Op) pending() bool { return o != nil && (!o.settled.Load() || o.keepAlives.Load() > 0) }

// Context returns a child of the context that Begin got. Work given to Do with
// it runs on behalf of the operation.
func (o *Op) Context() context.Context { return &o.ctx }

// panicError is a Go panic of a native function.
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
