package orm

import (
	"context"

	"framework/engine/ordered"
)

// Adapter stores the records of one datastore. It is handed compiled models
// and queries without Populate. Errors of uniqueness are *UniqueError; all
// others are returned as they are. Safe for concurrent use.
type Adapter interface {
	// Traits says how the store differs from the plain SQL it may be made of.
	Traits() Traits
	// Define makes the stores of the models ready as each one's migration says.
	Define(ctx context.Context, models []*Model) error
	// Find returns the matching records with attribute names, in order.
	Find(ctx context.Context, m *Model, q *Query) ([]*Record, error)
	// Create stores the rows, given by attribute name, and returns them as
	// stored: with generated keys, in the order of the given values.
	Create(ctx context.Context, m *Model, rows []*ordered.Map) ([]*Record, error)
	// Update sets values on all matching records and returns them.
	Update(ctx context.Context, m *Model, q *Query, set *ordered.Map) ([]*Record, error)
	// Destroy removes all matching records and returns them.
	Destroy(ctx context.Context, m *Model, q *Query) ([]*Record, error)
	Count(ctx context.Context, m *Model, q *Query) (int64, error)
	Close() error
}

// Traits describe a store to the planner.
type Traits struct {
	// Sparse stores keep the difference between an absent attribute and null,
	// and keep attributes that the model does not declare.
	Sparse bool
	// Schema is the default of a model's schema setting.
	Schema bool
}

// Transactor is an adapter with transactions. All operations with the context
// given to fn belong to one transaction, which is committed when fn returns
// nil. Nested calls join the outer transaction.
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

// Join tells a Joiner how the join model's rows point at both sides.
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

// RawQuerier is an adapter that takes SQL text with parameters.
type RawQuerier interface {
	Query(ctx context.Context, sql string, args []any) ([]*ordered.Map, error)
}
