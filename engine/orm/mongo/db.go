package mongo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"framework/engine/admission"
	"framework/engine/orm"
	"framework/engine/orm/pool"
	"framework/engine/orm/sqltext"
)

// ErrClosed is returned by all operations after Close.
var ErrClosed = errors.New("the connection to the database is closed")

// DB is a database of a MongoDB server. It is safe for concurrent use.
type DB struct {
	opts   Options
	client *mongo.Client
	db     *mongo.Database
	log    *slog.Logger
	closed atomic.Bool
	pool   *pool.Pool
	// concern is what the options ask of writes, nil for nothing.
	concern bson.D

	collections sqltext.Tables[collection]
}

var (
	_ orm.Adapter   = (*DB)(nil)
	_ orm.Forgetter = (*DB)(nil)
)

// Open connects to a MongoDB server, 4.2 or newer. It fails when the server does
// not answer.
func Open(ctx context.Context, opts Options) (*DB, error) {
	opts.fill()
	settings, name, err := opts.Client()
	if err != nil {
		return nil, err
	}
	client, err := mongo.Connect(settings)
	if err != nil {
		return nil, errors.New(opts.Conceal(err.Error()))
	}
	db := &DB{opts: opts, client: client, db: client.Database(name), log: opts.Log, pool: pool.New(kind, opts.PoolSize, opts.QueryTimeout, opts.QueueTime)}
	db.concern = concernOf(settings.WriteConcern)
	if err := db.Ping(ctx); err != nil {
		_ = db.Close()
		return nil, err
	}
	return db, nil
}

// Traits implements orm.Adapter.
func (db *DB) Traits() orm.Traits {
	return orm.Traits{Sparse: true, ObjectIDs: !db.opts.PlainKeys, Operators: !db.opts.Exact}
}

// closeTime is how long Close waits for the work in progress.
const closeTime = 10 * time.Second

// Close waits for the work in progress and closes the connections. Later operations
// return ErrClosed.
func (db *DB) Close() error {
	if db.closed.Swap(true) {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	return db.client.Disconnect(ctx)
}

// Connections are the numbers of the pool.
func (db *DB) Connections() pool.Stats { return db.pool.Stats() }

// Ping says whether the server answers.
func (db *DB) Ping(ctx context.Context) error {
	return db.do(ctx, "ping", nil, false, func(ctx context.Context) error { return db.client.Ping(ctx, nil) })
}

// Forget implements orm.Forgetter.
func (db *DB) Forget(models []*orm.Model) { db.collections.Forget(models) }

var everything = &orm.Query{}

// of returns the collection of a model that has been defined.
func (db *DB) of(m *orm.Model) (*collection, error) {
	if c := db.collections.Of(m); c != nil {
		return c, nil
	}
	return nil, fmt.Errorf("model %s is not defined in the MongoDB database", m.Identity)
}

// asked returns the collection of m, the query, which may be nil for everything, and
// its filter.
func (db *DB) asked(m *orm.Model, q *orm.Query) (*collection, *orm.Query, bson.D, error) {
	if q == nil {
		q = everything
	}
	c, err := db.of(m)
	if err != nil {
		return nil, nil, nil, err
	}
	filter, err := c.filter(q.Where)
	return c, q, filter, err
}

// do runs one operation. Its error is one of the ORM.
func (db *DB) do(ctx context.Context, operation string, c *collection, write bool, fn func(ctx context.Context) error) error {
	if db.closed.Load() {
		return ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	leave, err := db.pool.Enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if write {
		admission.Start(ctx) // from here on it must not be refused
	}
	bounded, cancel := context.WithTimeout(ctx, db.opts.QueryTimeout)
	defer cancel()
	err = fn(bounded)
	db.pool.Ended(err)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return db.wrap(operation, c, err)
}
