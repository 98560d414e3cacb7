package sqldb

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"framework/engine/ordered"
	"framework/engine/orm"
)

// builder puts together one statement of a table. Its buffers belong to the
// connection.
type builder struct {
	*table
	text []byte
	args []any
	err  error
}

// maxNesting bounds how deep conditions may nest; SQLite itself gives up at a
// depth of 1000.
const maxNesting = 200

func (c *conn) builder(t *table) *builder {
	return &builder{table: t, text: c.text[:0], args: c.args[:0]}
}

// keep hands the buffers back to the connection.
func (b *builder) release(c *conn) {
	clear(b.args)
	c.text, c.args = b.text, b.args
}

func (b *builder) add(s string) { b.text = append(b.text, s...) }

func (b *builder) arg(v any) {
	b.text = append(b.text, '?')
	b.args = append(b.args, v)
}

func (b *builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = &orm.UsageError{Reason: fmt.Sprintf(format, args...)}
	}
}

// where adds the condition with its keyword, if there is one.
func (b *builder) where(e orm.Expr) {
	if e == nil {
		return
	}
	b.add(" WHERE ")
	b.expr(e, 0)
}

func (b *builder) expr(e orm.Expr, depth int) {
	if depth > maxNesting {
		b.fail("the criteria nest deeper than %d levels", maxNesting)
		return
	}
	switch e := e.(type) {
	case orm.And:
		b.join(e, " AND ", "1", depth)
	case orm.Or:
		b.join(e, " OR ", "0", depth)
	case orm.Not:
		b.add("(")
		if !b.sparse {
			b.add("NOT ")
		}
		b.expr(e.Expr, depth+1)
		if b.sparse {
			b.add(" IS NOT TRUE")
		}
		b.add(")")
	case orm.Compare:
		b.compare(e)
	case nil:
		b.add("1")
	default:
		b.fail("unknown condition %T", e)
	}
}

func (b *builder) join(parts []orm.Expr, with, empty string, depth int) {
	if len(parts) == 0 {
		b.add(empty)
		return
	}
	b.add("(")
	for i, p := range parts {
		if i > 0 {
			b.add(with)
		}
		b.expr(p, depth+1)
	}
	b.add(")")
}

// operand is the left side of a comparison.
type operand struct {
	col  *column // nil for undeclared attributes
	path string  // JSON path in the hidden column
}

func (b *builder) operand(attr string) (operand, bool) {
	if c := b.byName[attr]; c != nil {
		return operand{col: c}, true
	}
	if b.extra {
		return operand{path: jsonPath(attr)}, true
	}
	return operand{}, false
}

// value adds the operand as an SQL expression.
func (b *builder) value(o operand) {
	switch {
	case o.col == nil:
		b.add(`json_extract("_extra", `)
		b.arg(o.path)
		b.add(")")
	case o.col.isJSON():
		// Text that is not JSON was written by someone else: as it is.
		b.add("CASE WHEN json_valid(")
		b.add(o.col.quoted)
		b.add(") THEN json_extract(")
		b.add(o.col.quoted)
		b.add(", '$') ELSE ")
		b.add(o.col.quoted)
		b.add(" END")
	default:
		b.add(o.col.quoted)
	}
}

// isNull adds the condition that the operand is there and null.
func (b *builder) isNull(o operand) {
	if o.col != nil {
		if !b.sparse || !b.extra {
			b.add(o.col.quoted)
			b.add(" IS NULL")
			return
		}
		b.add("(")
		b.add(o.col.quoted)
		b.add(` IS NULL AND json_type("_extra", `)
		b.add(o.col.path)
		b.add(") = 'null')")
		return
	}
	b.add(`json_type("_extra", `)
	b.arg(o.path)
	b.add(") = 'null'")
}

func (b *builder) compare(e orm.Compare) {
	o, ok := b.operand(e.Attr)
	if !ok {
		if b.sparse {
			b.add("0")
			return
		}
		b.err = fmt.Errorf("no such column: %s in table %s", e.Attr, b.name)
		return
	}
	if e.Op == orm.In || e.Op == orm.NotIn {
		list, ok := e.Value.([]any)
		if !ok {
			b.fail("the operand of a list comparison on `%s` is not a list", e.Attr)
			return
		}
		b.in(o, list, e.Op == orm.NotIn)
		return
	}
	v := b.normalize(o, e.Value)
	switch e.Op {
	case orm.Equal:
		b.equal(o, v)
	case orm.NotEqual:
		b.notEqual(o, v)
	case orm.Less:
		b.order(o, " < ", v)
	case orm.LessOrEqual:
		b.order(o, " <= ", v)
	case orm.Greater:
		b.order(o, " > ", v)
	case orm.GreaterOrEqual:
		b.order(o, " >= ", v)
	case orm.Like:
		b.like(o, pattern(v), false)
	case orm.NotLike:
		b.like(o, pattern(v), true)
	case orm.Contains:
		b.like(o, "%"+pattern(v)+"%", false)
	case orm.StartsWith:
		b.like(o, pattern(v)+"%", false)
	case orm.EndsWith:
		b.like(o, "%"+pattern(v), false)
	default:
		b.fail("unknown comparison %d on `%s`", e.Op, e.Attr)
	}
}

// normalize turns an operand value into what the database compares with.
func (b *builder) normalize(o operand, v any) any {
	switch x := v.(type) {
	case ordered.Undefined:
		return nil
	case time.Time:
		return x.UTC().Format(ordered.DateLayout)
	case int:
		return int64(x)
	case float64:
		if math.IsNaN(x) {
			return nil
		}
	case []any, *ordered.Map, ordered.Appender:
		return string(ordered.Append(nil, x))
	}
	return v
}

// ignoresCase says whether text operands compare case-insensitively.
func (b *builder) ignoresCase(o operand) bool {
	return b.sparse && (o.col == nil || o.col.isText() || o.col.isJSON())
}

// folded adds a comparison with text, ignoring case where the store does.
func (b *builder) folded(o operand, op string, s string) {
	switch {
	case !b.ignoresCase(o):
		b.value(o)
		b.add(op)
		b.arg(s)
	case isASCII(s):
		b.value(o)
		b.add(" COLLATE NOCASE")
		b.add(op)
		b.arg(s)
	default:
		b.add("fw_lower(")
		b.value(o)
		b.add(")")
		b.add(op)
		b.arg(strings.ToLower(s))
	}
}

// equal adds an equality. In a sparse store null and the empty string are
// equal, and an absent attribute equals nothing.
func (b *builder) equal(o operand, v any) {
	s, isText := v.(string)
	switch {
	case v == nil && !b.sparse:
		b.isNull(o)
	case v == nil || b.sparse && isText && s == "":
		b.add("(")
		b.value(o)
		b.add(" = '' OR ")
		b.isNull(o)
		b.add(")")
	case o.col != nil:
		b.comparison(o, " = ", v)
	default:
		// 12 finds "12" among undeclared attributes, which nobody cast, and
		// the other way round.
		other := any(string(ordered.Append(nil, v)))
		if isText {
			f, ok := numeric(s)
			if !ok {
				b.folded(o, " = ", s)
				return
			}
			other = f
		}
		b.add("(")
		b.comparison(o, " = ", v)
		b.add(" OR ")
		b.value(o)
		b.add(" = ")
		b.arg(other)
		b.add(")")
	}
}

// notEqual adds an inequality. In a sparse store it holds for null, unless it
// asks for null, and never for an absent attribute.
func (b *builder) notEqual(o operand, v any) {
	switch {
	case !b.sparse && v == nil:
		b.value(o)
		b.add(" IS NOT NULL")
	case !b.sparse:
		b.comparison(o, " <> ", v)
	case v == nil || v == "":
		b.value(o)
		b.add(" <> ''")
	default:
		b.add("((")
		b.value(o)
		b.add(" IS NOT NULL OR ")
		b.isNull(o)
		b.add(") AND ")
		b.equal(o, v)
		b.add(" IS NOT TRUE)")
	}
}

// comparison compares with a value of any type.
func (b *builder) comparison(o operand, op string, v any) {
	if s, ok := v.(string); ok {
		b.folded(o, op, s)
		return
	}
	b.value(o)
	b.add(op)
	b.arg(v)
}

// order adds an ordering comparison. Document stores take null for the empty
// string there, which JavaScript takes for 0 beside a number; an absent
// attribute compares with nothing.
func (b *builder) order(o operand, op string, v any) {
	if v == nil {
		if b.sparse {
			v = int64(0)
		} else {
			b.add("NULL")
			return
		}
	}
	if !b.sparse || !nullOrders(op, v) {
		b.comparison(o, op, v)
		return
	}
	b.add("(")
	b.comparison(o, op, v)
	b.add(" OR ")
	b.isNull(o)
	b.add(")")
}

// nullOrders reports whether the ordering holds between null and v.
func nullOrders(op string, v any) bool {
	var order int // of null and v
	switch v := v.(type) {
	case string:
		order = cmp.Compare("", v)
	case int64:
		order = cmp.Compare(0, v)
	case float64:
		order = cmp.Compare(0, v)
	case bool: // compares as its name
		order = -1
	default:
		return false
	}
	switch op {
	case " < ":
		return order < 0
	case " <= ":
		return order <= 0
	case " > ":
		return order > 0
	}
	return order >= 0
}

// like adds a pattern comparison in which % is the only wildcard.
func (b *builder) like(o operand, pattern string, not bool) {
	if strings.IndexByte(pattern, 0) >= 0 { // LIKE ends there: better nothing than the wrong records
		b.add(map[bool]string{false: "0", true: "1"}[not])
		return
	}
	p := escapeLike(pattern)
	if not && b.sparse {
		b.add("(")
	}
	if b.sparse && !isASCII(p) {
		b.add("fw_lower(")
		b.value(o)
		b.add(")")
		p = strings.ToLower(p)
	} else {
		b.value(o)
	}
	if not && !b.sparse {
		b.add(" NOT")
	}
	b.add(" LIKE ")
	if strings.HasPrefix(p, "%") {
		// No index can serve it: see window on expressions.
		b.arg(p)
		b.add("||''")
	} else {
		b.arg(p)
	}
	b.add(` ESCAPE '\'`)
	if not && b.sparse {
		b.add(" IS NOT TRUE)")
	}
}

func escapeLike(s string) string {
	if !strings.ContainsAny(s, `_\`) {
		return s
	}
	return strings.NewReplacer(`\`, `\\`, `_`, `\_`).Replace(s)
}

func pattern(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case nil:
		return ""
	}
	return strings.Trim(string(ordered.Append(nil, v)), `"`)
}

// numeric reads s as JavaScript's Number() would, for decimal numbers.
func numeric(s string) (float64, bool) {
	t := strings.TrimSpace(s)
	if t == "" || strings.ContainsAny(t, "xXpPnN_") {
		return 0, false
	}
	f, err := strconv.ParseFloat(t, 64)
	return f, err == nil
}

// isASCII reports whether SQLite itself compares s without regard to case: it
// does so for ASCII, up to a NUL.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 || s[i] == 0 {
			return false
		}
	}
	return true
}
