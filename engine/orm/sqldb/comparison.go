package sqldb

import (
	"strconv"
	"strings"
	"time"

	"framework/engine/orm/sqlstore"
	"framework/engine/value"
)

type (
	builder = sqlstore.Builder
	operand = sqlstore.Operand
)

// comparisons are those of SQLite.
type comparisons struct{}

// Value adds the operand as an SQL expression.
func (comparisons) Value(b *builder, o operand) {
	switch c := o.Column; {
	case c == nil:
		b.Add(`json_extract("_extra", `)
		b.Arg(o.Path, "")
		b.Add(")")
	case c.JSON:
		// Text that is not JSON was written by someone else: as it is.
		b.Add("CASE WHEN json_valid(")
		b.Add(c.Quoted)
		b.Add(") THEN json_extract(")
		b.Add(c.Quoted)
		b.Add(", '$') ELSE ")
		b.Add(c.Quoted)
		b.Add(" END")
	default:
		b.Add(c.Quoted)
	}
}

// Compare adds a comparison.
func (d comparisons) Compare(b *builder, o operand, op string, v any) {
	v = comparand(v)
	if s, ok := v.(string); ok {
		d.folded(b, o, op, s)
		return
	}
	d.Value(b, o)
	b.Add(op)
	b.Arg(v, "")
}

// comparand turns a value into what the database compares with.
func comparand(v any) any {
	switch x := v.(type) {
	case time.Time:
		return x.UTC().Format(value.DateLayout)
	case []any, *value.Map, value.Appender:
		return string(value.Append(nil, x))
	}
	return v
}

// ignoresCase says whether text operands compare case-insensitively.
func ignoresCase(b *builder, o operand) bool {
	if o.Exact {
		return false
	}
	return o.Column == nil || o.Column.IsText() || b.Sparse && o.Column.JSON
}

// folded adds a comparison with text, ignoring case where the store does.
func (d comparisons) folded(b *builder, o operand, op string, s string) {
	switch {
	case !ignoresCase(b, o):
		d.Value(b, o)
		b.Add(op)
		b.Arg(s, "")
	case isASCII(s):
		d.Value(b, o)
		b.Add(" COLLATE NOCASE")
		b.Add(op)
		b.Arg(s, "")
	default:
		if spellings := spellings(s); op == " = " && spellings != nil {
			d.Value(b, o)
			b.Add(" COLLATE NOCASE")
			listed(b, spellings)
			return
		}
		d.lower(b, o)
		b.Add(op)
		b.Arg(fold(s), "")
	}
}

// lower adds the operand in lower case.
func (d comparisons) lower(b *builder, o operand) {
	b.Add("fw_lower(")
	d.Value(b, o)
	b.Add(")")
}

// Match adds a comparison with a pattern.
func (d comparisons) Match(b *builder, o operand, p sqlstore.Pattern, not bool) {
	text, operator, escape := p.Like(), " LIKE ", sqlstore.Escape
	switch {
	case o.Exact && (o.Column == nil || !o.Column.IsNumber()):
		text, operator, escape = p.Glob(), " GLOB ", ""
		d.Value(b, o)
	case ignoresCase(b, o) && !isASCII(text):
		d.lower(b, o)
		text = fold(text)
	default:
		d.Value(b, o)
	}
	if not {
		b.Add(" NOT")
	}
	b.Add(operator)
	b.Arg(text, "")
	if p.Open() {
		// No index can serve it: see Dialect.Bound on expressions.
		b.Add("||''")
	}
	b.Add(escape)
}

// Keys adds the exact comparison of a column with keys.
func (comparisons) Keys(b *builder, c *column, keys []any) {
	b.Add(c.Quoted)
	listed(b, keys)
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
