package sqldb

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
	"framework/engine/orm/pool"
	"framework/engine/orm/sqlstore"
)

// Options say what database to open and how.
type Options struct {
	// Path of the database file, whose folder is made when missing; "" or
	// ":memory:" for a database in memory that ends with Close.
	Path string
	// Sparse selects document-store semantics, see the package comment.
	Sparse bool
	// Document selects the semantics of the document store of 1.x: undeclared
	// attributes of models without a schema are kept, and != includes null.
	// Otherwise null is as in SQL. A record that is refused because a unique
	// value is taken uses up its key.
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
	// Log gets what migrations did and what is wrong with the file; nil for no
	// log.
	Log *slog.Logger
	// Gone is called once when the file was removed or replaced while it was open;
	// the caller opens a new database then, and this one can only be closed. If
	// Gone is nil, the removed file is still read and nothing is written. Gone
	// must not block.
	Gone func(error)
}

// ErrClosed is returned by all operations after Close.
var ErrClosed = errors.New("the database is closed")

// DB is one SQLite database. It is safe for concurrent use.
type DB struct {
	*sqlstore.Store
	opts     Options // Path is "" in memory
	log      *slog.Logger
	conns    *connections
	writer   *writer
	monitor  *monitor
	access   *access
	migrator *migrator

	closing chan struct{}
	once    sync.Once
	err     error // of Close

	shape   atomic.Uint64 // counts the changes of tables
	define  sync.Mutex
	defined bool // at least once; define guards it
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
	if opts.Path == ":memory:" {
		opts.Path = ""
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	db := assemble(opts)
	if err := db.conns.open(opts.Readers); err != nil {
		return nil, fmt.Errorf("opening the database %s: %w", name(opts.Path), withCause(err, opts.Path))
	}
	go db.writer.loop()
	return db, nil
}

// assemble makes the parts of a database, with nothing opened.
func assemble(opts Options) *DB {
	db := &DB{opts: opts, log: opts.Log, closing: make(chan struct{})}
	var f *file
	if opts.Path != "" {
		f = &file{path: opts.Path}
	}
	db.conns = &connections{path: opts.Path, synchronous: opts.Synchronous, timeout: opts.QueryTimeout, file: f, closing: db.closing}
	db.conns.waiting.SetLimit(opts.QueueTime)
	db.monitor = &monitor{file: f, conns: db.conns, log: opts.Log, onGone: opts.Gone}
	db.writer = &writer{
		conns: db.conns, monitor: db.monitor, timeout: opts.QueryTimeout,
		closing: db.closing, stopped: make(chan struct{}), jobs: make(chan *job, maxBatch),
	}
	db.writer.waiting.SetLimit(opts.QueueTime)
	words := dialect()
	db.access = &access{
		shape: &db.shape, transactions: sqlstore.NewTransactions(words),
		conns: db.conns, writer: db.writer, monitor: db.monitor, timeout: opts.QueryTimeout,
		errors: &errorReporter{path: opts.Path, log: opts.Log},
	}
	db.Store = sqlstore.New(db.access, words, name(opts.Path))
	db.migrator = &migrator{access: db.access, opts: &db.opts, log: opts.Log, shape: &db.shape}
	return db
}

// name is what messages call the database.
func name(path string) string {
	if path == "" {
		return "in memory"
	}
	return path
}

// Traits implements orm.Adapter.
func (db *DB) Traits() orm.Traits {
	return orm.Traits{Sparse: db.opts.Sparse, Schema: db.opts.Schema, Embedded: db.opts.Sparse || db.opts.Document, OneWriter: true, Brief: true}
}

// Close waits for the work in progress, writes everything into the database
// file and closes it. Later operations return ErrClosed.
func (db *DB) Close() error {
	db.once.Do(func() {
		close(db.closing)
		<-db.writer.stopped
		db.writer.turn.Lock()
		defer db.writer.turn.Unlock()
		if db.monitor.file != nil {
			_, _ = db.monitor.file.check(true) // sets the log aside when another file is in its place
		}
		db.err = db.conns.close()
	})
	return db.err
}

// Lost is why the database cannot be used any more, while opening it again
// would help; nil when it can.
func (db *DB) Lost() error { return db.monitor.lost() }

// Connections are the numbers of the readers; there is one writer besides, which is not
// counted.
func (db *DB) Connections() pool.Stats {
	size := cap(db.conns.pool)
	return pool.Stats{Size: size, Used: size - len(db.conns.pool), Waiting: db.conns.waiting.Len(), Answered: db.access.answered.Load()}
}

// Ping says whether the database can be read, and written if that failed last.
func (db *DB) Ping(ctx context.Context) error {
	needsWrite, err := db.monitor.ping()
	if err == nil && needsWrite {
		err = db.access.change(ctx, func(*conn) error { return nil })
	}
	if err != nil {
		return err
	}
	var version int64
	err = db.access.read(ctx, func(c *conn) error {
		if err := c.exec("SELECT count(*) FROM sqlite_schema"); err != nil {
			return err
		}
		return c.query([]byte("PRAGMA user_version"), nil, func(stmt *sqlite.Stmt) error {
			version = stmt.ColumnInt64(0)
			return nil
		})
	})
	if err != nil || !db.access.errors.writeFailed.Load() {
		return err
	}
	return db.access.change(ctx, func(c *conn) error { return c.exec(fmt.Sprintf("PRAGMA user_version=%d", version)) })
}
