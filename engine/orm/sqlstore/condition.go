package sqlstore

import (
	"fmt"
	"math"

	"framework/engine/orm"
	"framework/engine/value"
)

// MaxNesting bounds how deep conditions may nest, before a database's own limit does:
// SQLite gives up at a depth of 1000, a server when its stack ends.
const MaxNesting = 200

// Comparisons are the parts of conditions that databases write differently.
type Comparisons interface {
	// Value adds the operand as an SQL expression; of JSON, its value.
	Value(b *Builder, o Operand)
	// Compare adds the comparison with a value that is not null. op is an SQL operator
	// between spaces.
	Compare(b *Builder, o Operand, op string, v any)
	// OneOf adds the comparison with the values of a list. Null is no value. It adds
	// nothing when there are no values.
	OneOf(b *Builder, o Operand, list []any)
	// Match adds the comparison with a pattern.
	Match(b *Builder, o Operand, p Pattern, not bool)
	// Keys adds the exact comparison of a column with keys.
	Keys(b *Builder, c *Column, keys []any)
}

// NullRules are comparisons of tables in which null is not as in SQL. v may be nil.
type NullRules interface {
	Equal(b *Builder, o Operand, v any)
	NotEqual(b *Builder, o Operand, v any)
	Order(b *Builder, o Operand, op string, v any)
}

// Where adds the condition with its keyword, if there is one.
func (b *Builder) Where(e orm.Expr) {
	if e == nil {
		return
	}
	b.Add(" WHERE ")
	b.Condition(e)
}

// Condition adds a condition; none holds always.
func (b *Builder) Condition(e orm.Expr) { b.condition(e, 0) }

func (b *Builder) condition(e orm.Expr, depth int) {
	if depth > MaxNesting {
		b.Fail("the criteria nest deeper than %d levels", MaxNesting)
		return
	}
	switch e := e.(type) {
	case orm.And:
		b.join(e, " AND ", true, depth)
	case orm.Or:
		b.join(e, " OR ", false, depth)
	case orm.Not:
		b.negation(b.Sparse, true)
		b.condition(e.Expr, depth+1)
		b.negation(b.Sparse, false)
	case orm.Compare:
		b.compare(e)
	case nil:
		b.truth(true)
	default:
		b.Fail("unknown condition %T", e)
	}
}

func (b *Builder) join(parts []orm.Expr, with string, empty bool, depth int) {
	if len(parts) == 0 {
		b.truth(empty)
		return
	}
	b.Add("(")
	for i, p := range parts {
		if i > 0 {
			b.Add(with)
		}
		b.condition(p, depth+1)
	}
	b.Add(")")
}

// negation adds what stands before or after a condition that must not hold. In a
// two-valued logic an unknown condition does not hold, so its negation does.
func (b *Builder) negation(twoValued, before bool) {
	switch {
	case before && twoValued:
		b.Add("(")
	case before:
		b.Add("(NOT ")
	case twoValued:
		b.Add(" IS NOT TRUE)")
	default:
		b.Add(")")
	}
}

func (b *Builder) compare(e orm.Compare) {
	o, ok := b.Operand(e.Attr)
	if !ok {
		if b.Sparse { // the attribute is absent from all records
			b.truth(false)
		} else if b.Err == nil {
			b.Err = fmt.Errorf("no such column: %s in table %s", e.Attr, b.Table.Name)
		}
		return
	}
	o.Exact = b.CaseSensitive && !e.IgnoreCase || e.Exact && e.Op < orm.Like
	switch e.Op {
	case orm.In, orm.NotIn:
		list, ok := e.Value.([]any)
		if !ok {
			b.Fail("the operand of a list comparison on `%s` is not a list", e.Attr)
			return
		}
		b.in(o, list, e.Op == orm.NotIn)
	case orm.Equal:
		b.equal(o, Comparable(e.Value))
	case orm.NotEqual:
		b.notEqual(o, Comparable(e.Value))
	case orm.Less:
		b.order(o, " < ", Comparable(e.Value))
	case orm.LessOrEqual:
		b.order(o, " <= ", Comparable(e.Value))
	case orm.Greater:
		b.order(o, " > ", Comparable(e.Value))
	case orm.GreaterOrEqual:
		b.order(o, " >= ", Comparable(e.Value))
	case orm.Like, orm.NotLike, orm.Contains, orm.StartsWith, orm.EndsWith:
		b.match(o, patternOf(e), e.Op == orm.NotLike)
	default:
		b.Fail("unknown comparison %d on `%s`", e.Op, e.Attr)
	}
}

// Comparable replaces values that SQL cannot compare with by null.
func Comparable(v any) any {
	switch x := v.(type) {
	case value.Undefined:
		return nil
	case int:
		return int64(x)
	case float64:
		if math.IsNaN(x) {
			return nil
		}
	}
	return v
}

func (b *Builder) equal(o Operand, v any) {
	switch {
	case b.Nulls != nil:
		b.Nulls.Equal(b, o, v)
	case v == nil:
		b.Add(o.Column.Quoted)
		b.Add(" IS NULL")
	default:
		b.Comparisons.Compare(b, o, " = ", v)
	}
}

func (b *Builder) notEqual(o Operand, v any) {
	switch {
	case b.Nulls != nil:
		b.Nulls.NotEqual(b, o, v)
	case v == nil:
		b.Add(o.Column.Quoted)
		b.Add(" IS NOT NULL")
	default:
		b.Comparisons.Compare(b, o, " <> ", v)
	}
}

// order adds an ordering comparison; one with null is never true.
func (b *Builder) order(o Operand, op string, v any) {
	switch {
	case b.Nulls != nil:
		b.Nulls.Order(b, o, op, v)
	case v == nil:
		b.Add("NULL")
	default:
		b.Comparisons.Compare(b, o, op, v)
	}
}

// in adds a comparison with a list; one without values matches nothing.
func (b *Builder) in(o Operand, list []any, not bool) {
	twoValued := b.Sparse || b.Document
	if not {
		b.negation(twoValued, true)
	}
	b.Add("(")
	start := len(b.Bytes)
	b.Comparisons.OneOf(b, o, list)
	if len(b.Bytes) == start {
		b.truth(false)
	}
	b.Add(")")
	if not {
		b.negation(twoValued, false)
	}
}

func (b *Builder) match(o Operand, p Pattern, not bool) {
	if b.NoNUL && p.hasNUL() {
		b.truth(not)
		return
	}
	if not && b.Sparse {
		b.negation(true, true)
		b.Comparisons.Match(b, o, p, false)
		b.negation(true, false)
		return
	}
	b.Comparisons.Match(b, o, p, not)
}
