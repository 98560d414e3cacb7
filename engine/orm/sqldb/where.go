package sqldb

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
	"framework/engine/value"
)

// builder builds one statement for a table. Its buffers belong to the
// connection.
type builder struct {
	*table
	sqltext.Text
	args []any
}

// builder starts a statement; a connection builds one at a time.
func (c *conn) builder(t *table) *builder {
	c.building = builder{table: t, Text: sqltext.Text{Bytes: c.text[:0]}, args: c.args[:0]}
	return &c.building
}

// keep hands the buffers back to the connection.
func (b *builder) release(c *conn) {
	clear(b.args)
	c.text, c.args = b.Bytes, b.args
}

func (b *builder) arg(v any) {
	b.Bytes = append(b.Bytes, '?')
	b.args = append(b.args, v)
}

// operand is the left side of a comparison.
type operand struct {
	col   *column // nil for undeclared attributes
	path  string  // JSON path in the hidden column
	exact bool    // text compares with its case
}

func (b *builder) operand(attr string) (operand, bool) {
	if c := b.ByName[attr]; c != nil {
		return operand{col: c}, true
	}
	if b.Extra {
		return operand{path: jsonPath(attr)}, true
	}
	return operand{}, false
}

// value adds the operand as an SQL expression.
func (b *builder) value(o operand) {
	switch {
	case o.col == nil:
		b.Add(`json_extract("_extra", `)
		b.arg(o.path)
		b.Add(")")
	case o.col.IsJSON():
		// Text that is not JSON was written by someone else: as it is.
		b.Add("CASE WHEN json_valid(")
		b.Add(o.col.Quoted)
		b.Add(") THEN json_extract(")
		b.Add(o.col.Quoted)
		b.Add(", '$') ELSE ")
		b.Add(o.col.Quoted)
		b.Add(" END")
	default:
		b.Add(o.col.Quoted)
	}
}

// isNull adds the condition that the operand is there and null.
func (b *builder) isNull(o operand) {
	if o.col != nil {
		if !b.Sparse || !b.Extra {
			b.Add(o.col.Quoted)
			b.Add(" IS NULL")
			return
		}
		b.Add("(")
		b.Add(o.col.Quoted)
		b.Add(` IS NULL AND json_type("_extra", `)
		b.Add(o.col.Path)
		b.Add(") = 'null')")
		return
	}
	if b.Document {
		b.value(o)
		b.Add(" IS NULL")
		return
	}
	b.Add(`json_type("_extra", `)
	b.arg(o.path)
	b.Add(") = 'null'")
}

// Compare implements sqltext.Comparer.
func (b *builder) Compare(e orm.Compare) {
	o, ok := b.operand(e.Attr)
	if !ok {
		if b.Sparse {
			b.Add("0")
			return
		}
		b.Err = fmt.Errorf("no such column: %s in table %s", e.Attr, b.Name)
		return
	}
	o.exact = b.CaseSensitive && !e.IgnoreCase || e.Exact && e.Op < orm.Like
	if e.Op == orm.In || e.Op == orm.NotIn {
		list, ok := e.Value.([]any)
		if !ok {
			b.Fail("the operand of a list comparison on `%s` is not a list", e.Attr)
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
		b.like(o, pattern{text: patternText(v)}, false)
	case orm.NotLike:
		b.like(o, pattern{text: patternText(v)}, true)
	case orm.Contains:
		b.like(o, pattern{"%", patternText(v), "%", e.Literal}, false)
	case orm.StartsWith:
		b.like(o, pattern{"", patternText(v), "%", e.Literal}, false)
	case orm.EndsWith:
		b.like(o, pattern{"%", patternText(v), "", e.Literal}, false)
	default:
		b.Fail("unknown comparison %d on `%s`", e.Op, e.Attr)
	}
}

// normalize turns an operand value into what the database compares with.
func (b *builder) normalize(o operand, v any) any {
	switch x := v.(type) {
	case value.Undefined:
		return nil
	case time.Time:
		return x.UTC().Format(value.DateLayout)
	case int:
		return int64(x)
	case float64:
		if math.IsNaN(x) {
			return nil
		}
	case []any, *value.Map, value.Appender:
		return string(value.Append(nil, x))
	}
	return v
}

// ignoresCase says whether text operands compare case-insensitively.
func (b *builder) ignoresCase(o operand) bool {
	if o.exact {
		return false
	}
	return o.col == nil || o.col.IsText() || b.Sparse && o.col.IsJSON()
}

// folded adds a comparison with text, ignoring case where the store does.
func (b *builder) folded(o operand, op string, s string) {
	switch {
	case !b.ignoresCase(o):
		b.value(o)
		b.Add(op)
		b.arg(s)
	case isASCII(s):
		b.value(o)
		b.Add(" COLLATE NOCASE")
		b.Add(op)
		b.arg(s)
	default:
		if spellings := spellings(s); op == " = " && spellings != nil {
			b.value(o)
			b.Add(" COLLATE NOCASE")
			b.list(spellings)
			return
		}
		b.Add("fw_lower(")
		b.value(o)
		b.Add(")")
		b.Add(op)
		b.arg(fold(s))
	}
}

// equal adds an equality. In a sparse store null and the empty string are
// equal, and an absent attribute equals nothing.
func (b *builder) equal(o operand, v any) {
	s, isText := v.(string)
	switch {
	case v == nil && !b.Sparse:
		b.isNull(o)
	case v == nil || b.Sparse && isText && s == "":
		b.Add("(")
		b.value(o)
		b.Add(" = '' OR ")
		b.isNull(o)
		b.Add(")")
	case o.col != nil:
		b.comparison(o, " = ", v)
	default:
		// 12 finds "12" among undeclared attributes, which were not cast, and
		// the other way round.
		other := any(string(value.Append(nil, v)))
		if isText {
			f, ok := numeric(s)
			switch name := strings.ToLower(s); {
			case !ok && b.Sparse && !b.Document && (name == "true" || name == "false"):
				b.Add("(")
				b.folded(o, " = ", s)
				b.Add(" OR ")
				b.kind(o)
				b.Add(" = ")
				b.arg(name)
				b.Add(")")
				return
			case !ok:
				b.folded(o, " = ", s)
				return
			}
			other = f
		}
		b.Add("(")
		b.comparison(o, " = ", v)
		b.Add(" OR ")
		b.value(o)
		b.Add(" = ")
		b.arg(other)
		b.Add(")")
	}
}

// notEqual adds an inequality. In a sparse store it matches null, unless v is
// null, and never an absent attribute.
func (b *builder) notEqual(o operand, v any) {
	switch {
	case !b.Sparse && v == nil:
		b.value(o)
		b.Add(" IS NOT NULL")
	case b.Document:
		b.Add("(")
		b.comparison(o, " = ", v)
		b.Add(" IS NOT TRUE)")
	case !b.Sparse:
		b.comparison(o, " <> ", v)
	case v == nil || v == "":
		b.value(o)
		b.Add(" <> ''")
	default:
		b.Add("((")
		b.value(o)
		b.Add(" IS NOT NULL OR ")
		b.isNull(o)
		b.Add(") AND ")
		b.equal(o, v)
		b.Add(" IS NOT TRUE)")
	}
}

// comparison compares with a value of any type.
func (b *builder) comparison(o operand, op string, v any) {
	if s, ok := v.(string); ok {
		b.folded(o, op, s)
		return
	}
	b.value(o)
	b.Add(op)
	b.arg(v)
}

// order adds an ordering comparison. Document stores treat null as the empty
// string there, which JavaScript converts to 0 when it compares with a number;
// an absent attribute never matches.
func (b *builder) order(o operand, op string, v any) {
	if v == nil {
		if b.Sparse {
			v = int64(0)
		} else {
			b.Add("NULL")
			return
		}
	}
	compare := b.comparison
	if b.Sparse && o.col == nil && !b.Document {
		compare = b.orderUncast
		if s, ok := v.(string); ok {
			if f, ok := numeric(s); ok {
				v = f
			}
		}
	}
	if !b.Sparse || !nullOrders(op, v) {
		compare(o, op, v)
		return
	}
	b.Add("(")
	compare(o, op, v)
	b.Add(" OR ")
	b.isNull(o)
	b.Add(")")
}

// orderUncast orders values that were not cast as Sails does: text that is a
// number among numbers, other text among text.
func (b *builder) orderUncast(o operand, op string, v any) {
	b.Add("CASE ")
	b.kind(o)
	b.Add(" WHEN 'text' THEN ")
	if s, ok := v.(string); ok {
		b.folded(o, op, s)
		b.Add(" END")
		return
	}
	b.Add("fw_number(")
	b.value(o)
	b.Add(")")
	b.Add(op)
	b.arg(v)
	b.Add(" WHEN 'object' THEN NULL WHEN 'array' THEN NULL ELSE ")
	b.value(o)
	b.Add(op)
	b.arg(v)
	b.Add(" END")
}

// kind adds the JSON type of an undeclared attribute.
func (b *builder) kind(o operand) {
	b.Add(`json_type("_extra", `)
	b.arg(o.path)
	b.Add(")")
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

// pattern is a text with what may stand before and after it. A % in the text is
// a wildcard, the only one, unless it is literal.
type pattern struct {
	before, text, after string
	literal             bool
}

// like is the pattern for LIKE, glob that for GLOB, which compares text exactly.
func (p *pattern) like() string {
	if !strings.ContainsAny(p.text, `_\%`) {
		return p.before + p.text + p.after
	}
	if p.literal {
		return p.before + strings.NewReplacer(`\`, `\\`, `_`, `\_`, `%`, `\%`).Replace(p.text) + p.after
	}
	return p.before + strings.NewReplacer(`\`, `\\`, `_`, `\_`).Replace(p.text) + p.after
}

func (p *pattern) glob() string {
	text := strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]").Replace(p.text)
	if !p.literal {
		text = strings.ReplaceAll(text, "%", "*")
	}
	return strings.ReplaceAll(p.before, "%", "*") + text + strings.ReplaceAll(p.after, "%", "*")
}

// open says that the pattern may begin with anything.
func (p *pattern) open() bool {
	return p.before != "" || !p.literal && strings.HasPrefix(p.text, "%")
}

// like adds a comparison with a pattern.
func (b *builder) like(o operand, wanted pattern, not bool) {
	if strings.IndexByte(wanted.text, 0) >= 0 { // LIKE ends there: better nothing than the wrong records
		b.Add(map[bool]string{false: "0", true: "1"}[not])
		return
	}
	if not && b.Sparse {
		b.Add("(")
	}
	p, operator, escape := wanted.like(), " LIKE ", ` ESCAPE '\'`
	switch {
	case o.exact && (o.col == nil || !o.col.IsNumber()):
		p, operator, escape = wanted.glob(), " GLOB ", ""
		b.value(o)
	case b.ignoresCase(o) && !isASCII(p):
		b.Add("fw_lower(")
		b.value(o)
		b.Add(")")
		p = fold(p)
	default:
		b.value(o)
	}
	if not && !b.Sparse {
		b.Add(" NOT")
	}
	b.Add(operator)
	if wanted.open() {
		// No index can serve it: see window on expressions.
		b.arg(p)
		b.Add("||''")
	} else {
		b.arg(p)
	}
	b.Add(escape)
	if not && b.Sparse {
		b.Add(" IS NOT TRUE)")
	}
}

func patternText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case nil:
		return ""
	}
	return strings.Trim(string(value.Append(nil, v)), `"`)
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
