package orm

import (
	"context"

	"framework/engine/value"
)

// Adapter stores the records of one datastore. It is handed compiled models
// and queries without Populate. Errors of uniqueness are *UniqueError; all
// others are returned as they are. Safe for concurrent use.
type Adapter interface {
	// Traits returns how the store differs from plain SQL.
	Traits() Traits
	// Define prepares the tables of the models according to their migrations.
	Define(ctx context.Context, models []*Model) error
	// Find returns the matching records with attribute names, in order.
	Find(ctx context.Context, m *Model, q *Query) ([]*Record, error)
	// Create stores the rows, given by attribute name, and returns them as
	// stored: with generated keys, in the order of the given values.
	Create(ctx context.Context, m *Model, rows []*value.Map) ([]*Record, error)
	// Update sets values on all matching records and returns them.
	Update(ctx context.Context, m *Model, q *Query, set *value.Map) ([]*Record, error)
	// Destroy removes all matching records and returns them.
	Destroy(ctx context.Context, m *Model, q *Query) ([]*Record, error)
	Count(ctx context.Context, m *Model, q *Query) (int64, error)
	Close() error
}

// Forgetter is an adapter that remembers the models it was given until it is
// notified that nothing uses them any more.
type Forgetter interface {
	Forget(models []*Model)
}

// Traits describe a store to the planner.
type Traits struct {
	// Sparse stores keep the difference between an absent attribute and null,
	// and keep attributes that the model does not declare.
	Sparse bool
	// Schema is the default of a model's schema setting.
	Schema bool
	// ObjectIDs: keys are made by the store, which has a type of its own for them;
	// records have them as text. Keys that are counted elsewhere are such keys too.
	ObjectIDs bool
	// MakesKeys: new records may lack a key that is neither counted nor required, which
	// the store makes then.
	MakesKeys bool
	// Operators: criteria of classic projects may use the names that MongoDB has for
	// comparisons.
	Operators bool
	// Embedded stores belong to the server: nothing else could create a missing
	// table.
	Embedded bool
	// OneWriter stores do writes in the order in which they are started.
	OneWriter bool
	// Brief: reads may have a budget, see WithBudget.
	Brief bool
	// Shape is how results of statements that the project writes are handed out.
	Shape ResultShape
}

// Transactor is an adapter with transactions. All operations with the context
// given to fn, or one that descends from it, belong to one transaction, which
// is committed when fn returns nil. Such operations may come from several
// goroutines at once: the adapter runs them one after the other. A nested call
// is a savepoint: when its fn fails, what it did is undone and the outer
// transaction goes on; until it returns, operations of the outer transaction
// wait. Work with the context after the end of its transaction fails.
type Transactor interface {
	Transact(ctx context.Context, fn func(ctx context.Context) error) error
}

// Joiner is an adapter that reads the members of an association for many
// parents in one query, with Skip and Limit counted per parent. keys are the
// values to look for in attribute by of the join model (many-to-many) or of m
// itself (one-to-many, where join is nil). The result is grouped by key.
type Joiner interface {
	FindGrouped(ctx context.Context, m *Model, join *Join, by string, keys []any, q *Query) (map[any][]*Record, error)
}

// Join describes to a Joiner how the rows of the join model refer to both sides.
type Join struct {
	Model     *Model
	Near, Far string // attributes of Model: the parent's key, the member's key
}

// JSONFinder is an adapter that writes the matching records as JSON without
// making records of them, for models where nothing looks at a record on its
// way out. It reports how many it wrote; the text has no enclosing brackets,
// records are separated by commas.
type JSONFinder interface {
	AppendFind(ctx context.Context, dst []byte, m *Model, q *Query, prefix, indent string) ([]byte, int, error)
}

// Leaser is an adapter that keeps one connection for all operations with the
// context given to fn, which runs them one after the other and outside of any
// transaction of its own.
type Leaser interface {
	Lease(ctx context.Context, fn func(ctx context.Context) error) error
}

// RawQuerier is an adapter that takes SQL text with parameters, in the style of
// its database.
type RawQuerier interface {
	Query(ctx context.Context, sql string, args []any) ([]*value.Map, error)
}

// NativeQuerier is an adapter that takes one SQL statement and returns all that
// the database says of it. With numbered the parameters are $1, $2 and so on in
// whatever order and number; else they are in the style of the database.
type NativeQuerier interface {
	NativeQuery(ctx context.Context, sql string, args []any, numbered bool) (*Result, error)
}

// Result is what a database returns for one statement.
type Result struct {
	// Rows that the statement returned; nil for a statement that returns none.
	Rows []*value.Map
	// Columns are the names of the rows' columns in order.
	Columns []string
	// Command is the statement's first word in capitals: SELECT.
	Command string
	// Affected counts the rows that were changed or returned.
	Affected int64
	// InsertID is the key that an INSERT generated, nil for none.
	InsertID any
}

// ResultShape is how the Sails driver of a database hands out results, and
// Model.query of the classic releases with it.
type ResultShape uint8

// The shapes: a list of rows; the result with its rows in it ({rows, rowCount,
// command, fields}); a list of rows or, for a statement that returns none, what
// it did ({affectedRows, insertId}).
const (
	ShapeRows ResultShape = iota
	ShapeResult
	ShapePacket
)
