package sqlstore

import (
	"context"

	"framework/engine/orm"
)

// Engine runs work on the connections of a database. It has the rules of the database
// for concurrency, and repeats work where they say so. Operations with the context of a
// transaction run in it.
type Engine interface {
	// Read runs work that changes nothing.
	Read(ctx context.Context, w Work) error
	// Write runs work of one statement, which commits by itself.
	Write(ctx context.Context, w Work) error
	// Change runs work of several statements, of which all take effect, or none.
	Change(ctx context.Context, w Work) error
	// Native runs a statement of the project and fills in the result; command is its
	// first word.
	Native(ctx context.Context, command, sql string, args []any, result *orm.Result) error
	// Inside reports whether the context belongs to a transaction.
	Inside(ctx context.Context) bool
	// Failure says what kind of error the database returned for the table, which may
	// be nil.
	Failure(t *Table, err error) Failure
}

// Work is one operation. It may run more than once: what its last run left is its
// result.
type Work interface {
	Run(ctx context.Context, on Statements) error
}

// Statements runs SQL: each statement on any connection, or all on that of a transaction.
type Statements interface {
	// Query hands every result row to into.
	Query(ctx context.Context, text []byte, args []any, into Receiver) error
	// Exec runs a statement without result rows. key is the one that the database
	// generated for the first inserted row, if it is a number and there is no RETURNING.
	Exec(ctx context.Context, text []byte, args []any) (key int64, err error)
}

// Receiver takes the rows of a result.
type Receiver interface {
	Row(row Row) error
}

// Failure is a classified error of a database.
type Failure struct {
	Kind    FailureKind
	Reason  string // for messages
	Index   string // of a uniqueness failure: the name of the index or constraint
	Columns []string
}

// FailureKind is the class of an error.
type FailureKind uint8

// The classes of errors.
const (
	Failed      FailureKind = iota // any other error
	Taken                          // a unique index refused a value
	BadData                        // the value does not fit the column
	Conflict                       // a deadlock, or a table that was changed: repeat the operation
	Unavailable                    // no answer from the server
	Severed                        // the connection ended before the statement was sent
	NoTable                        // there is no such table
)

// Do is work without a name.
type Do func(ctx context.Context, on Statements) error

// Run implements Work.
func (f Do) Run(ctx context.Context, on Statements) error { return f(ctx, on) }
