package sqltext

import (
	"fmt"

	"framework/engine/orm"
)

// MaxNesting bounds how deep conditions may nest, before a database's own
// limit does: SQLite gives up at a depth of 1000, a server when its stack ends.
const MaxNesting = 200

// Text is a statement that is being built. The first error is kept.
type Text struct {
	Bytes []byte
	Err   error
}

// Add appends to the statement.
func (t *Text) Add(s string) { t.Bytes = append(t.Bytes, s...) }

// Fail keeps a use that cannot mean anything, as an *orm.UsageError.
func (t *Text) Fail(format string, args ...any) {
	if t.Err == nil {
		t.Err = &orm.UsageError{Reason: fmt.Sprintf(format, args...)}
	}
}

// Logic is how a store writes what conditions are made of.
type Logic struct {
	True, False string
	Not, EndNot string // before and after a condition that must not hold
}

// Comparer adds comparisons to the statement whose condition is written.
type Comparer interface {
	Compare(e orm.Compare)
}

// Where adds the condition with its keyword, if there is one.
func (t *Text) Where(e orm.Expr, l *Logic, c Comparer) {
	if e == nil {
		return
	}
	t.Add(" WHERE ")
	t.Condition(e, l, c)
}

// Condition adds a condition; none holds always.
func (t *Text) Condition(e orm.Expr, l *Logic, c Comparer) { t.condition(e, l, c, 0) }

func (t *Text) condition(e orm.Expr, l *Logic, c Comparer, depth int) {
	if depth > MaxNesting {
		t.Fail("the criteria nest deeper than %d levels", MaxNesting)
		return
	}
	switch e := e.(type) {
	case orm.And:
		t.join(e, " AND ", l.True, l, c, depth)
	case orm.Or:
		t.join(e, " OR ", l.False, l, c, depth)
	case orm.Not:
		t.Add(l.Not)
		t.condition(e.Expr, l, c, depth+1)
		t.Add(l.EndNot)
	case orm.Compare:
		c.Compare(e)
	case nil:
		t.Add(l.True)
	default:
		t.Fail("unknown condition %T", e)
	}
}

func (t *Text) join(parts []orm.Expr, with, empty string, l *Logic, c Comparer, depth int) {
	if len(parts) == 0 {
		t.Add(empty)
		return
	}
	t.Add("(")
	for i, p := range parts {
		if i > 0 {
			t.Add(with)
		}
		t.condition(p, l, c, depth+1)
	}
	t.Add(")")
}
