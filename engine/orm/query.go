package orm

// Query is a query for records of a model. The zero Query returns all of them.
type Query struct {
	// Where is the condition; nil holds for every record. Attribute names, not
	// columns; values are already cast to the attribute's kind.
	Where Expr
	// Asked is the original condition, if Where has been narrowed to keys
	// since; callbacks see it. nil means that Where is the original.
	Asked Expr
	// Nothing is set when the criteria can match nothing (an empty id list): no
	// adapter is called.
	Nothing  bool
	Sort     []Order
	Limit    int // 0: no limit
	Skip     int
	Select   []string
	Populate []Populate
	// Aggregates of the classic query language; with any of them set the
	// records hold only aggregated attributes and group keys.
	GroupBy, Sum, Average, Min, Max []string
	// Meta are the options of the operation; modern models look at them.
	Meta Meta
	// Omits says that Select is what an omission leaves.
	Omits bool
	// Dropped are the attributes that the criteria of a modern model compare
	// with undefined, which says nothing.
	Dropped []string
}

// Meta are the options of one operation on a modern model. Its zero value is
// what code in Go wants.
type Meta struct {
	// Unfetched: the written records are not returned, and the callbacks that
	// would see them do not run.
	Unfetched bool
	// SkipCallbacks leaves out all lifecycle callbacks.
	SkipCallbacks bool
	// Cascade takes destroyed records out of their collections, nil as the model
	// says.
	Cascade *bool
	// Decrypt gives encrypted attributes in clear; SkipEncryption stores them as
	// given; EncryptWith names the key for new values.
	Decrypt, SkipEncryption bool
	EncryptWith             string
}

// Aggregates reports whether the query returns aggregates instead of records.
func (q *Query) Aggregates() bool {
	return len(q.GroupBy)+len(q.Sum)+len(q.Average)+len(q.Min)+len(q.Max) > 0
}

// Populate adds the records of one association to their parents.
type Populate struct {
	Alias string
	// Query narrows, sorts and limits the children of each parent; nil takes
	// all of them. Its own Populate makes the population deep.
	Query *Query
}

// Order is one sort key.
type Order struct {
	Attr string
	Desc bool
}

// Expr is a condition: And, Or, Not or Compare.
type Expr interface{ expr() }

// InvalidDate stands in conditions of code for a Date without a time. It is unequal to
// every value, and nothing else: in the place of null it would find the records without a value.
type InvalidDate struct{}

// And holds when all of its parts do; an empty And holds.
type And []Expr

// Or holds when one of its parts does; an empty Or does not hold.
type Or []Expr

// Not holds when its part does not.
type Not struct{ Expr Expr }

// Compare holds for records whose attribute compares as asked.
type Compare struct {
	Attr string
	Op   Op
	// Value is the operand: []any for In and NotIn.
	Value any
	// Exact compares text as uniqueness does, with its case unless that is the
	// same to a unique index, whatever the store does otherwise: the ORM looks
	// for keys of records that way. Patterns take no notice of it.
	Exact bool
	// Literal patterns have no wildcard: a % stands for itself.
	Literal bool
	// IgnoreCase compares a pattern without regard to case, whatever the store
	// does otherwise.
	IgnoreCase bool
}

func (And) expr()     {}
func (Or) expr()      {}
func (Not) expr()     {}
func (Compare) expr() {}

// Op is a comparison.
type Op uint8

// The comparisons of the query language. String comparisons ignore case
// unless the store says otherwise; Like patterns use % and no other wildcard.
const (
	Equal Op = iota
	NotEqual
	In
	NotIn
	Less
	LessOrEqual
	Greater
	GreaterOrEqual
	Like
	NotLike
	Contains
	StartsWith
	EndsWith
	// Native compares as an operator of the store does: the value is an object with that.
	Native
)
