package sqldb

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"framework/engine/admission"
	"framework/engine/orm"
	"framework/engine/orm/sqltext"
)

// Options say what database to open and how.
type Options struct {
	// Path of the database file, whose folder is made when missing; "" or
	// ":memory:" for a database in memory that ends with Close.
	Path string
	// Sparse asks for document-store semantics, see the package comment.
	Sparse bool
	// Document asks for the semantics of the document store of 1.x: undeclared
	// attributes of models without a schema are kept, and what is unequal to a
	// value includes null. Null is null otherwise. Records that are refused for a
	// value that is taken use up their keys.
	Document bool
	// CaseSensitive makes comparisons of text exact.
	CaseSensitive bool
	// Schema is the default of a model's schema setting.
	Schema bool
	// Synchronous is how far a commit reaches before it is acknowledged:
	// "FULL" (default) survives loss of power, "NORMAL" the end of the process.
	Synchronous string
	// Readers is the number of connections that read a file, 4 when 0.
	Readers int
	// QueryTimeout bounds each statement and the wait for a connection, 30
	// seconds when 0.
	QueryTimeout time.Duration
	// QueueTime bounds the wait of requests that may be refused (see
	// admission.Arrive) for a connection or for the writer: they get an
	// *orm.UnavailableError around admission.ErrOverloaded. No bound if 0.
	QueueTime time.Duration
	// Log takes what migrations did and what is wrong with the file; nil for
	// none.
	Log *slog.Logger
	// Gone is called once when the file was taken away while it was open, by a
	// database that is to be made anew then: nothing can be done with it but
	// Close. Without it, what was read before is still read, and nothing is
	// written. It must not wait.
	Gone func(error)
}

// ErrClosed is returned by all operations after Close.
var ErrClosed = errors.New("the database is closed")

// DB is one SQLite database. It is safe for concurrent use.
type DB struct {
	opts   Options
	memory bool
	log    *slog.Logger

	readers chan *conn // in memory: the only connection, the writer's too
	writer  *conn
	jobs    chan *job
	// turn is held by who writes: the writing goroutine or, while it has
	// nothing to do, a caller. queued counts the jobs that the goroutine will do.
	turn   sync.Mutex
	queued atomic.Int64
	// reads and writes are those that wait for a reader and for the writer.
	reads, writes admission.Queue

	closing chan struct{}
	stopped chan struct{}
	once    sync.Once
	err     error

	file    *file                 // nil in memory
	gone    atomic.Bool           // the file is not there any more, which was logged
	broken  atomic.Pointer[error] // why nothing can be done any more
	refused atomic.Bool           // the last write failed for the file's sake
	// unexamined says that it was logged that the file is too large to be checked.
	unexamined atomic.Bool
	complaints

	tables sqltext.Tables[table]
	shape  atomic.Uint64 // counts the changes of tables
	define sync.Mutex
}

var (
	_ orm.Adapter       = (*DB)(nil)
	_ orm.Transactor    = (*DB)(nil)
	_ orm.Leaser        = (*DB)(nil)
	_ orm.Joiner        = (*DB)(nil)
	_ orm.JSONFinder    = (*DB)(nil)
	_ orm.RawQuerier    = (*DB)(nil)
	_ orm.NativeQuerier = (*DB)(nil)
	_ orm.Migrator      = (*DB)(nil)
)

const (
	defaultReaders = 4
	defaultTimeout = 30 * time.Second
)

// Open opens the database and makes it when it is missing.
func Open(ctx context.Context, opts Options) (*DB, error) {
	if opts.Readers <= 0 {
		opts.Readers = defaultReaders
	}
	if opts.QueryTimeout <= 0 {
		opts.QueryTimeout = defaultTimeout
	}
	switch opts.Synchronous = strings.ToUpper(opts.Synchronous); opts.Synchronous {
	case "":
		opts.Synchronous = "FULL"
	case "OFF", "NORMAL", "FULL", "EXTRA":
	default:
		return nil, fmt.Errorf("sqlite: synchronous is %q; it can be OFF, NORMAL, FULL or EXTRA", opts.Synchronous)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	db := &DB{
		opts:    opts,
		memory:  opts.Path == "" || opts.Path == ":memory:",
		log:     opts.Log,
		jobs:    make(chan *job, maxBatch),
		closing: make(chan struct{}),
		stopped: make(chan struct{}),
	}
	db.reads.SetLimit(opts.QueueTime)
	db.writes.SetLimit(opts.QueueTime)
	if db.log == nil {
		db.log = slog.New(slog.DiscardHandler)
	}
	if err := db.connect(); err != nil {
		return nil, fmt.Errorf("opening the database %s: %w", db.name(), db.because(err))
	}
	go db.write()
	return db, nil
}

func (db *DB) connect() (err error) {
	if db.memory {
		db.writer, err = openConn(":memory:", "PRAGMA synchronous=OFF")
		if err != nil {
			return err
		}
		db.readers = make(chan *conn, 1)
		db.readers <- db.writer
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(db.opts.Path), 0o755); err != nil {
		return err
	}
	db.readers = make(chan *conn, db.opts.Readers)
	db.file = &file{path: db.opts.Path}
	return db.openFile()
}

// openFile makes the connections to the file.
func (db *DB) openFile() (err error) {
	// A new file is its owner's alone, and SQLite gives its log the same mode.
	if f, err := os.OpenFile(db.opts.Path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600); err == nil {
		_ = f.Close() // nothing was written
	}
	db.writer, err = openConn(db.opts.Path, "PRAGMA journal_mode=WAL", "PRAGMA synchronous="+db.opts.Synchronous)
	if err != nil {
		return err
	}
	if err := db.file.opened(); err != nil {
		return errors.Join(err, db.writer.close())
	}
	for range db.opts.Readers {
		// Reading opens the log, which may not be there under its name later.
		c, err := openConn(db.opts.Path, "PRAGMA query_only=ON", "SELECT count(*) FROM sqlite_schema")
		if err != nil {
			db.closeReaders(len(db.readers))
			return errors.Join(err, db.writer.close())
		}
		db.readers <- c
	}
	return nil
}

func (db *DB) name() string {
	if db.memory {
		return "in memory"
	}
	return db.opts.Path
}

// Traits implements orm.Adapter.
func (db *DB) Traits() orm.Traits {
	return orm.Traits{Sparse: db.opts.Sparse, Schema: db.opts.Schema, Embedded: db.opts.Sparse || db.opts.Document, OneWriter: true}
}

// Close waits for the work in progress, writes everything into the database
// file and closes it. Later operations return ErrClosed.
func (db *DB) Close() error {
	db.once.Do(func() {
		close(db.closing)
		<-db.stopped
		db.turn.Lock()
		defer db.turn.Unlock()
		if db.file != nil {
			_, _ = db.file.look(true) // for what it does about another file in its place
		}
		db.closeReaders(cap(db.readers))
		if !db.memory && db.writer != nil {
			db.err = errors.Join(db.err, db.writer.close())
		}
	})
	return db.err
}

// closeReaders closes n readers as they come back.
func (db *DB) closeReaders(n int) {
	for range n {
		c := <-db.readers
		if c == nil { // it could not be opened again
			continue
		}
		db.err = errors.Join(db.err, c.close())
	}
}

// read runs fn with a connection for reading: the transaction's when ctx
// belongs to one, else one of the pool.
func (db *DB) read(ctx context.Context, fn func(c *conn) error) error {
	if tx := db.transaction(ctx); tx != nil {
		return db.failure(tx.run(ctx, fn), false)
	}
	if err := db.readable(); err != nil {
		return db.failure(err, false)
	}
	c, err := db.acquire(ctx)
	if err != nil {
		return db.failure(err, false)
	}
	defer func() { db.readers <- c }()
	return db.failure(c.guard(ctx, db.opts.QueryTimeout, fn), false)
}

// acquire takes a reader out of the pool; the caller puts it back.
func (db *DB) acquire(ctx context.Context) (*conn, error) {
	c, err := db.pooled(ctx)
	if err == nil && c == nil {
		db.readers <- nil
		return nil, errUnopened
	}
	return c, err
}

// errUnopened is returned when the file could not be opened again.
var errUnopened = &orm.UnavailableError{Datastore: "SQLite", Reason: "its file cannot be opened again"}

func (db *DB) pooled(ctx context.Context) (*conn, error) {
	select {
	case <-db.closing:
		return nil, ErrClosed
	default:
	}
	select {
	case c := <-db.readers:
		return c, nil
	default:
	}
	timeout, late := db.queueTimeout(ctx, &db.reads, func() error {
		return busy(fmt.Sprintf("no connection to the database became free within %v", db.opts.QueryTimeout))
	})
	defer db.reads.Leave()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case c := <-db.readers:
		return c, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-db.closing:
		return nil, ErrClosed
	case <-timer.C:
		return nil, late()
	}
}

var everything = &orm.Query{}

// asked returns the table of m and the query, which may be nil for everything.
func (db *DB) asked(m *orm.Model, q *orm.Query) (*table, *orm.Query, error) {
	t, err := db.table(m)
	if q == nil {
		q = everything
	}
	return t, q, err
}

// table returns the compiled form of a model that Define has seen.
func (db *DB) table(m *orm.Model) (*table, error) {
	if t := db.tables.Of(m); t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("model %s is not defined in the database %s", m.Identity, db.name())
}
