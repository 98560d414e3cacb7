package sqldb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"framework/engine/admission"
	"framework/engine/orm"
)

// connections are the open connections of a database: a pool that reads and
// one that writes. A database in memory has one connection for both.
type connections struct {
	path        string // "" in memory
	synchronous string
	timeout     time.Duration // of the wait for a reader
	file        *file         // nil in memory
	closing     <-chan struct{}

	// pool holds the idle readers; nil stands for one that could not be opened
	// again. In memory it holds the only connection.
	pool chan *conn
	// writer is used by the holder of writer.turn. It is nil in memory, and when
	// it could not be opened again.
	writer  *conn
	waiting admission.Queue // for a reader
}

// open opens the connections and makes the file when it is missing.
func (cs *connections) open(readers int) error {
	if cs.inMemory() {
		c, err := openConn(":memory:", "PRAGMA synchronous=OFF")
		if err != nil {
			return err
		}
		cs.pool = make(chan *conn, 1)
		cs.pool <- c
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(cs.path), 0o755); err != nil {
		return err
	}
	cs.pool = make(chan *conn, readers)
	return cs.openFile()
}

func (cs *connections) inMemory() bool { return cs.path == "" }

func (cs *connections) openFile() (err error) {
	// Only the owner may read a new file; SQLite gives its log the same mode.
	if f, err := os.OpenFile(cs.path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600); err == nil {
		_ = f.Close() // nothing was written
	}
	cs.writer, err = openConn(cs.path, "PRAGMA journal_mode=WAL", "PRAGMA synchronous="+cs.synchronous)
	if err != nil {
		return err
	}
	if err := cs.file.opened(); err != nil {
		return errors.Join(err, cs.writer.close())
	}
	for range cap(cs.pool) {
		// Reading opens the log, which may not be there under its name later.
		c, err := openConn(cs.path, "PRAGMA query_only=ON", "SELECT count(*) FROM sqlite_schema")
		if err != nil {
			return errors.Join(err, cs.closeReaders(len(cs.pool)), cs.writer.close())
		}
		cs.pool <- c
	}
	return nil
}

// close waits until no reader is in use. The caller has the writer's turn.
func (cs *connections) close() error {
	err := cs.closeReaders(cap(cs.pool))
	if cs.writer != nil {
		err = errors.Join(err, cs.writer.close())
	}
	return err
}

// closeReaders closes n readers as they come back.
func (cs *connections) closeReaders(n int) (err error) {
	for range n {
		if c := <-cs.pool; c != nil {
			err = errors.Join(err, c.close())
		}
	}
	return err
}

// reopenTimeout is how long the readers may take to come back.
const reopenTimeout = 5 * time.Second

var errInUse = errors.New("the connections are in use")

// reopen closes all connections, which writes the log into the file, and opens
// them again. The caller has the writer's turn. With errInUse nothing has
// changed; after another error there is no connection any more.
func (cs *connections) reopen() error {
	timer := time.NewTimer(reopenTimeout)
	defer timer.Stop()
	readers := make([]*conn, 0, cap(cs.pool))
	for range cap(cs.pool) {
		select {
		case c := <-cs.pool:
			readers = append(readers, c)
		case <-timer.C:
			for _, c := range readers {
				cs.pool <- c
			}
			return errInUse
		}
	}
	var err error
	for _, c := range append(readers, cs.writer) {
		err = errors.Join(err, c.close())
	}
	if err == nil {
		err = cs.openFile()
	}
	if err != nil {
		cs.writer = nil
		for range cap(cs.pool) - len(cs.pool) {
			cs.pool <- nil
		}
	}
	return err
}

// errUnopened is returned when the file could not be opened again.
var errUnopened = &orm.UnavailableError{Datastore: "SQLite", Reason: "its file cannot be opened again"}

// acquire takes a reader out of the pool; the caller releases it.
func (cs *connections) acquire(ctx context.Context) (*conn, error) {
	c, err := cs.await(ctx)
	if err == nil && c == nil {
		cs.pool <- nil
		return nil, errUnopened
	}
	return c, err
}

// tryAcquire takes a reader that is free; nil for none.
func (cs *connections) tryAcquire() *conn {
	select {
	case <-cs.closing:
		return nil
	default:
	}
	select {
	case c := <-cs.pool:
		if c == nil {
			cs.pool <- nil
		}
		return c
	default:
		return nil
	}
}

func (cs *connections) release(c *conn) { cs.pool <- c }

func (cs *connections) await(ctx context.Context) (*conn, error) {
	select {
	case <-cs.closing:
		return nil, ErrClosed
	default:
	}
	select {
	case c := <-cs.pool:
		return c, nil
	default:
	}
	timeout, late := queueTimeout(ctx, &cs.waiting, cs.timeout, func() error {
		return timedOut(fmt.Sprintf("no connection to the database became free within %v", cs.timeout))
	})
	defer cs.waiting.Leave()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case c := <-cs.pool:
		return c, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-cs.closing:
		return nil, ErrClosed
	case <-timer.C:
		return nil, late()
	}
}

// queueTimeout returns how long a caller that joins the queue q may wait, and
// the error when that was too long. A request that has started waits for
// the timeout of queries: only others may be refused earlier.
func queueTimeout(ctx context.Context, q *admission.Queue, timeout time.Duration, late func() error) (time.Duration, func() error) {
	limit, limited := q.Join(time.Now())
	if !limited || limit >= timeout || admission.Started(ctx) {
		return timeout, late
	}
	return limit, func() error {
		return &orm.UnavailableError{Datastore: "SQLite", Reason: "too many wait for it (setting models.queueTime)", Err: admission.ErrOverloaded}
	}
}

// timedOut is the error of a wait for a connection that was too long.
func timedOut(reason string) error {
	return &orm.UnavailableError{Datastore: "SQLite", Reason: reason, Err: context.DeadlineExceeded}
}
