package bridge

import (
	"context"

	"framework/engine/orm"
	"framework/engine/value"
)

// protocol is how the adapters of one generation are called. Tables and queries
// are given by attributes, rows by columns.
type protocol interface {
	// register makes the datastore known to the adapter, with its tables.
	register(ctx context.Context, config *value.Map, tables map[string]*table) error
	// definition describes the columns of a table to define.
	definition(t *table) *value.Map
	// says reports whether the criteria of the generation can say a comparison.
	says(e orm.Compare) bool
	// merges: the parts of a condition become one object, so that two parts must
	// not compare the same attribute.
	merges() bool

	find(ctx context.Context, t *table, q *orm.Query) (any, error)
	create(ctx context.Context, t *table, rows []any) ([]any, error)
	update(ctx context.Context, t *table, q *orm.Query, set *value.Map) (any, error)
	destroy(ctx context.Context, t *table, q *orm.Query) (any, error)
	count(ctx context.Context, t *table, q *orm.Query) (int64, error)
	// aggregate computes the aggregates of a query; done is false where the adapter
	// cannot.
	aggregate(ctx context.Context, t *table, q *orm.Query) (rows []any, done bool, err error)
	// restore puts the rows back that a migration has taken out of a table.
	restore(ctx context.Context, t *table, rows []any) error
	// exists reports whether there is a table; known is false where the adapter
	// does not say.
	exists(ctx context.Context, t *table) (there, known bool, err error)
	// extend adds the columns that a table lacks, where the adapter can.
	extend(ctx context.Context, t *table) error
}
