package sqldb

import (
	"container/list"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm/sqlstore"
)

// busyTimeout is how long a statement waits for another process that holds
// the database.
const busyTimeout = 5 * time.Second

// maxStatements bounds the prepared statements a connection keeps.
const maxStatements = 256

// conn is a connection with its prepared statements by text. One goroutine at
// a time uses it.
type conn struct {
	raw   *sqlite.Conn
	stmts map[string]*list.Element
	order *list.List // of *cached, most recently used first

	shape uint64 // of the tables, when the statements were prepared

	reading row    // of the statement that runs
	blob    []byte // scratch of reading text and blobs

	timer *time.Timer
	mu    sync.Mutex // guards what follows
	busy  bool
	turn  uint64 // counts the uses, so that a late interrupt misses the next one
	until time.Time
	ctx   context.Context // of the use
	stop  func() bool     // ends the watch over ctx, nil while that has not begun
	cause error
	done  chan struct{} // closing it interrupts the connection
}

// watchAfter is how long something runs before its context is watched: most of it is over
// sooner, and to watch costs as much as a tenth of a short query.
const watchAfter = 5 * time.Millisecond

type cached struct {
	text string
	stmt *sqlite.Stmt
}

func openConn(path string, pragmas ...string) (*conn, error) {
	raw, err := sqlite.OpenConn(path, sqlite.OpenReadWrite, sqlite.OpenCreate)
	if err != nil {
		return nil, err
	}
	raw.SetBusyTimeout(busyTimeout)
	c := &conn{raw: raw, stmts: make(map[string]*list.Element), order: list.New()}
	if err := registerFunctions(raw); err != nil {
		_ = raw.Close()
		return nil, err
	}
	for _, p := range append(pragmas, "PRAGMA temp_store=MEMORY", "PRAGMA trusted_schema=OFF") {
		if err := c.exec(p); err != nil {
			_ = c.close()
			return nil, err
		}
	}
	c.done = make(chan struct{})
	raw.SetInterrupt(c.done)
	c.timer = time.AfterFunc(time.Hour, c.expire)
	c.timer.Stop()
	return c, nil
}

// registerFunctions adds fw_lower, which is fold, and fw_number, which is numeric.
func registerFunctions(raw *sqlite.Conn) error {
	err := raw.CreateFunction("fw_number", &sqlite.FunctionImpl{
		NArgs:         1,
		Deterministic: true,
		Scalar: func(_ sqlite.Context, args []sqlite.Value) (sqlite.Value, error) {
			if f, ok := numeric(args[0].Text()); ok {
				return sqlite.FloatValue(f), nil
			}
			return sqlite.Value{}, nil
		},
	})
	if err != nil {
		return err
	}
	return raw.CreateFunction("fw_lower", &sqlite.FunctionImpl{
		NArgs:         1,
		Deterministic: true,
		Scalar: func(_ sqlite.Context, args []sqlite.Value) (sqlite.Value, error) {
			if args[0].Type() != sqlite.TypeText {
				return args[0], nil
			}
			return sqlite.TextValue(fold(args[0].Text())), nil
		},
	})
}

func (c *conn) close() error {
	if c.timer != nil {
		c.timer.Stop()
	}
	for e := c.order.Front(); e != nil; e = e.Next() {
		_ = e.Value.(*cached).stmt.Finalize()
	}
	return c.raw.Close()
}

// guard runs fn, interrupting it when ctx ends or the time is up.
func (c *conn) guard(ctx context.Context, timeout time.Duration, fn func(c *conn) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.mu.Lock()
	c.busy, c.cause, c.ctx = true, nil, ctx
	c.turn++
	c.until = time.Now().Add(timeout)
	c.mu.Unlock()
	c.timer.Reset(min(timeout, watchAfter))
	err := protect(c, fn)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer.Stop()
	if c.stop != nil {
		c.stop()
	}
	c.busy, c.ctx, c.stop = false, nil, nil
	if c.cause != nil {
		select {
		case <-c.done:
			c.done = make(chan struct{})
			c.raw.SetInterrupt(c.done)
		default: // rearmed already
		}
		switch sqlite.ErrCode(err).ToPrimary() {
		case sqlite.ResultInterrupt:
			err = c.cause
		case sqlite.ResultError:
			// SQLite says "vtable constructor failed" where the declaration of a table of
			// its own, json_each, was interrupted.
			err = fmt.Errorf("%w (%w)", c.cause, err)
		}
	}
	return err
}

// protect turns a panic of fn into an error: the connection is shared and must
// go back to the pool whatever one caller's values did.
func protect(c *conn, fn func(c *conn) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("sqldb: panic in a query: %v", p)
		}
	}()
	return fn(c)
}

// interrupt ends what the connection is doing, because of cause, if that is
// still the use numbered turn.
func (c *conn) interrupt(turn uint64, cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busy && c.turn == turn && c.cause == nil {
		c.cause = cause
		close(c.done)
	}
}

// expire ends what the connection is doing if its time is up. Otherwise it begins to watch over
// the context of that.
func (c *conn) expire() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.busy || c.cause != nil {
		return
	}
	left := time.Until(c.until)
	if left <= 0 {
		c.cause = fmt.Errorf("the query took too long: %w", context.DeadlineExceeded)
		close(c.done)
		return
	}
	if ctx, turn := c.ctx, c.turn; c.stop == nil && ctx.Done() != nil {
		c.stop = context.AfterFunc(ctx, func() { c.interrupt(turn, ctx.Err()) })
	}
	c.timer.Reset(left)
}

// rearm lets an interrupted connection work again.
func (c *conn) rearm() {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.done:
		c.done = make(chan struct{})
		c.raw.SetInterrupt(c.done)
	default:
	}
}

// prepare returns the statement of text, reset and with clear bindings. The
// text is copied when it has to be kept.
func (c *conn) prepare(text []byte) (*sqlite.Stmt, error) {
	if e := c.stmts[string(text)]; e != nil {
		c.order.MoveToFront(e)
		return e.Value.(*cached).stmt, nil
	}
	key := string(text)
	stmt, trailing, err := c.raw.PrepareTransient(key)
	if err != nil {
		return nil, err
	}
	if trailing > 0 && strings.Trim(key[len(key)-trailing:], "; \t\r\n") != "" {
		_ = stmt.Finalize()
		return nil, fmt.Errorf("one SQL statement at a time; found more text after the first one")
	}
	if c.order.Len() >= maxStatements {
		last := c.order.Back()
		old := c.order.Remove(last).(*cached)
		delete(c.stmts, old.text)
		_ = old.stmt.Finalize()
	}
	c.stmts[key] = c.order.PushFront(&cached{key, stmt})
	return stmt, nil
}

// follow forgets the statements that were prepared for tables of another
// shape: their result columns would go by the names of before.
func (c *conn) follow(shape uint64) {
	if c.shape == shape {
		return
	}
	c.shape = shape
	for e := c.order.Front(); e != nil; e = e.Next() {
		_ = e.Value.(*cached).stmt.Finalize() // it is the error of its last run
	}
	c.order.Init()
	clear(c.stmts)
}

// query runs the statement of text and calls row for every result row; row may be nil.
func (c *conn) query(text []byte, args []any, row func(stmt *sqlite.Stmt) error) error {
	stmt, err := c.bound(text, args)
	if err != nil {
		return err
	}
	defer release(stmt)
	for {
		more, err := stmt.Step()
		if err != nil || !more {
			return err
		}
		if row == nil {
			continue
		}
		if err := row(stmt); err != nil {
			return err
		}
	}
}

// Query implements sqlstore.Statements.
func (c *conn) Query(_ context.Context, text []byte, args []any, into sqlstore.Receiver) error {
	stmt, err := c.bound(text, args)
	if err != nil {
		return err
	}
	defer release(stmt)
	c.reading = row{c, stmt}
	for {
		more, err := stmt.Step()
		if err != nil || !more {
			return err
		}
		if err := into.Row(&c.reading); err != nil {
			return err
		}
	}
}

// Exec implements sqlstore.Statements.
func (c *conn) Exec(_ context.Context, text []byte, args []any) (int64, error) {
	if err := c.query(text, args, nil); err != nil {
		return 0, err
	}
	return c.raw.LastInsertRowID(), nil
}

// bound returns the statement of text with args as its parameters.
func (c *conn) bound(text []byte, args []any) (*sqlite.Stmt, error) {
	stmt, err := c.prepare(text)
	if err != nil {
		return nil, err
	}
	for i, v := range args {
		if err := bind(stmt, i+1, v); err != nil {
			release(stmt)
			return nil, err
		}
	}
	return stmt, nil
}

// release makes a statement ready for its next use.
func release(stmt *sqlite.Stmt) {
	_ = stmt.Reset() // it is the error of its run
	_ = stmt.ClearBindings()
}

// exec runs a statement of the program itself, without parameters.
func (c *conn) exec(text string) error { return c.query([]byte(text), nil, nil) }

// control runs a statement that begins or ends a transaction or a savepoint.
func (c *conn) control(text string, timeout time.Duration) error {
	return c.guard(context.Background(), timeout, func(c *conn) error { return c.exec(text) })
}
