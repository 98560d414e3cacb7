package serverdb

import (
	"context"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
)

// statements runs SQL: each statement on any connection of the pool, or all on the
// connection of a transaction.
type statements interface {
	sqlstore.Statements
	// query calls row for every result row. The values are in the text format of the
	// server, nil for NULL, and valid until row returns.
	query(ctx context.Context, text string, args []any, row func(values [][]byte) error) error
	// native runs a statement of the project and fills in the result; its values have
	// the types of the result columns.
	native(ctx context.Context, text string, args []any, result *orm.Result) error
}

// session is the connection of a transaction.
type session interface {
	statements
	commit(ctx context.Context) error
	rollback(ctx context.Context) error
	// lost reports whether err ended the transaction on the server.
	lost(err error) bool
}

// source is where transactions begin: the pool, or one connection of it.
type source interface {
	statements
	begin(ctx context.Context) (session, error)
}

// connection is one connection of the pool.
type connection interface {
	source
	// release returns it to the pool; a dirty one is closed, because statements may
	// have changed its settings.
	release(dirty bool)
}

// driver is a pool of connections to one server.
type driver interface {
	source
	dialect() *dialect
	slowPool
	lease(ctx context.Context) (connection, error)
	// failure says what kind of error the driver returned.
	failure(err error) sqlstore.Failure
	// renew is called when tables have changed.
	renew()
	close()
}
