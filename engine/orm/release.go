package orm

import (
	"context"

	"framework/engine/value"
)

// Rules are what models do in one release of Sails: how definitions, criteria
// and values are read, what the operations are made of, and what their errors
// are. Classic and Modern make them; they are chosen once, in Options, and may be
// used by any number of goroutines.
type Rules interface {
	// values are the differences that are plain values.
	values() Switches

	// declare adds the models that definitions imply, before models are linked.
	declare(c *compiler)
	// attribute completes a compiled attribute of the definition d.
	attribute(c *compiler, d *Definition, a *Attribute)
	// modelWins makes an attribute with both model and collection a reference, or
	// reports that it may not have both.
	modelWins(c *compiler, d *Definition, a *AttributeDef) bool
	// keyless adds a key to a model of d that has none, or reports that it needs one.
	keyless(c *compiler, d *Definition) bool
	// impliedKey completes an attribute that is the key of m because it is called id.
	impliedKey(c *compiler, m *Model, id *Attribute)
	// joinTable completes the definition of the join table of m, whose columns are
	// called first and second.
	joinTable(m *Model, d *Definition, first, second string)
	// nearFirst reports whether near stands before far in the join table of a
	// model's association with itself.
	nearFirst(near, far string) bool
	// joinRefers: the columns of a join table are associations, which can be populated.
	joinRefers() bool
	// plainVia: the via of a collection may name an attribute that is no association;
	// the collection is then one of its own.
	plainVia() bool

	// query reads criteria, queryOf their clauses, keyed a condition on the primary
	// key, key a primary key.
	query(m *Model, criteria any, opts CriteriaOptions) (*Query, error)
	queryOf(m *Model, c Clauses) (*Query, error)
	keyed(m *Model, v any) (*Query, error)
	key(m *Model, v any) any

	// create and createEach make records; update returns what it wrote as well.
	create(ctx context.Context, m *Model, values *value.Map, meta Meta) (*Record, error)
	createEach(ctx context.Context, m *Model, values []*value.Map, meta Meta) ([]*Record, error)
	update(ctx context.Context, m *Model, q *Query, values *value.Map) ([]*Record, *value.Map, error)
	destroy(ctx context.Context, m *Model, q *Query) ([]*Record, error)

	// candidates is how many records FindOne reads at most.
	candidates() int
	// emptyReferences: a reference that was populated and has no record shows null.
	emptyReferences() bool
	// blank are the collections that are not populated and yet show as empty
	// lists.
	blank(m *Model, populated []string) []string
	// failed is what the error of a store becomes that method did not expect.
	failed(m *Model, method string, err error) error
}

// Classic are the rules of 0.10 to 0.12, which differ in values.
func Classic(s Switches) Rules { return classic{s} }

// Modern are the rules of 1.x: values have to be of their attribute's type, what
// is no attribute is refused, missing values become the base value of their type,
// and nothing is created on the way.
func Modern() Rules { return modern{} }

// Switches are the differences between the classic releases that are values.
type Switches struct {
	// BooleanGarbageFalse: an unknown string cast to boolean becomes false
	// (0.10) instead of failing validation (0.11 and later).
	BooleanGarbageFalse bool
	// UnknownRuleIsError: an unknown rule name fails with E_UNKNOWN.
	UnknownRuleIsError bool
}
