package orm

import (
	"context"

	"framework/engine/ordered"
)

// Open compiles the definitions, links their associations, makes the join
// models that many-to-many needs, and has every datastore define its tables.
// Its errors are *DefinitionError (joined, all of them at once) or come from
// an adapter.
func Open(ctx context.Context, defs []*Definition, opts Options) (*ORM, error) { panic("orm.Open") }

// Query reads criteria in any classic form: a key, a list of keys, a condition,
// a condition with modifiers, a list of conditions.
func (m *Model) Query(criteria any) (*Query, error) { panic("orm.Query") }

// Find returns the matching records, populated as the query asks.
func (m *Model) Find(ctx context.Context, q *Query) ([]*Record, error) { panic("orm.Find") }

// FindOne returns the first match, nil when there is none.
func (m *Model) FindOne(ctx context.Context, q *Query) (*Record, error) { panic("orm.FindOne") }

// Create makes one record, nested associations included.
func (m *Model) Create(ctx context.Context, values *ordered.Map) (*Record, error) {
	panic("orm.Create")
}

// CreateEach makes a record of each of values; every one runs the whole
// create pipeline.
func (m *Model) CreateEach(ctx context.Context, values []*ordered.Map) ([]*Record, error) {
	panic("orm.CreateEach")
}

// Update sets values on all matching records and returns them.
func (m *Model) Update(ctx context.Context, q *Query, values *ordered.Map) ([]*Record, error) {
	panic("orm.Update")
}

// Destroy removes all matching records and returns them.
func (m *Model) Destroy(ctx context.Context, q *Query) ([]*Record, error) { panic("orm.Destroy") }

// Count counts the matching records.
func (m *Model) Count(ctx context.Context, q *Query) (int64, error) { panic("orm.Count") }

// FindOrCreate returns the first match, or a new record and true.
func (m *Model) FindOrCreate(ctx context.Context, q *Query, values *ordered.Map) (*Record, bool, error) {
	panic("orm.FindOrCreate")
}

// Validate checks values as Create would (presentOnly: as Update would).
func (m *Model) Validate(ctx context.Context, values *ordered.Map, presentOnly bool) error {
	panic("orm.Validate")
}

// Change is one queued change of a record's collection, for Save.
type Change struct {
	Alias  string
	Remove bool
	// Child is a key or, to be created, an *ordered.Map.
	Child any
}

// Save writes all attributes of r and then its collection changes, as
// record.save() does, and refreshes r in place.
func (m *Model) Save(ctx context.Context, r *Record, changes []Change) error { panic("orm.Save") }

// Script says why operations on the model enter JavaScript: its lifecycle
// callbacks, computed defaults, custom rules, toJSON. Empty when none does.
func (m *Model) Script() []string { panic("orm.Script") }
