package serverdb

import (
	"strconv"
	"strings"

	"framework/engine/orm/sqlstore"
)

type (
	builder = sqlstore.Builder
	operand = sqlstore.Operand
)

// comparisons are those of PostgreSQL and MySQL, which Dialect.Fold tells apart.
type comparisons struct{}

// Value implements sqlstore.Comparisons.
func (comparisons) Value(b *builder, o operand) {
	if o.Column.JSON {
		b.Add(b.Scalar(o.Column))
		return
	}
	b.Add(o.Column.Quoted)
}

// Compare implements sqlstore.Comparisons. Operand.Exact makes PostgreSQL compare with
// case; on MySQL the collation decides, unless the datastore is case-sensitive.
func (comparisons) Compare(b *builder, o operand, op string, v any) {
	c := o.Column
	p, ok := operandOf(c, v)
	if c.JSON || !ok {
		asText(b, c)
		b.Add(op)
		b.Arg(sqlstore.TextOf(v), "text")
		return
	}
	switch {
	case c.IsText() && b.Fold && !o.Exact:
		b.Add("lower(")
		b.Add(c.Quoted)
		b.Add(")")
		b.Add(op)
		b.Add("lower(")
		b.Param(p)
		b.Add(")")
	case c.IsText() && !b.Fold && b.CaseSensitive && (op == " = " || op == " <> "):
		b.Add(c.Quoted)
		b.Add(op)
		b.Add("BINARY ")
		b.Param(p)
	default:
		b.Add(c.Quoted)
		b.Add(op)
		b.Param(p)
	}
}

// asText adds the column as text; of JSON, the text of its value.
func asText(b *builder, c *column) {
	switch {
	case c.JSON:
		b.Add(b.Scalar(c))
	case c.Storage == sqlstore.StoreText:
		b.Add(c.Quoted)
	default:
		b.Add(b.Text(c.Quoted))
	}
}

// Match implements sqlstore.Comparisons.
func (comparisons) Match(b *builder, o operand, p sqlstore.Pattern, not bool) {
	asText(b, o.Column)
	if not {
		b.Add(" NOT")
	}
	switch {
	case !b.CaseSensitive, p.IgnoreCase:
		b.Add(b.Like)
	case b.Fold:
		b.Add(" LIKE ")
	default:
		b.Add(" LIKE BINARY ")
	}
	b.Arg(p.Like(), "text")
	b.Add(sqlstore.Escape)
}

// OneOf implements sqlstore.Comparisons.
func (comparisons) OneOf(b *builder, o operand, list []any) {
	c := o.Column
	var own, texts []any // values of the type of the column, and others
	var typ string
	for _, v := range list {
		if v = sqlstore.Comparable(v); v == nil {
			continue
		}
		p, ok := operandOf(c, v)
		switch {
		case c.JSON || !ok:
			texts = append(texts, sqlstore.TextOf(v))
		case typ != "" && p.Type != typ: // a fraction in a list of integers
			typ = "float8"
			own = append(own, p.Value)
		default:
			typ = p.Type
			own = append(own, p.Value)
		}
	}
	if len(own) > 0 {
		member(b, o, own, typ)
	}
	if len(texts) > 0 {
		if len(own) > 0 {
			b.Add(" OR ")
		}
		asText(b, c)
		listed(b, texts, "text")
	}
}

// member compares the column with a list of values of its type.
func member(b *builder, o operand, values []any, typ string) {
	c := o.Column
	switch {
	case c.IsText() && b.Fold && !o.Exact:
		b.Add("lower(")
		b.Add(c.Quoted)
		b.Add(") = ANY(lower(")
		// Lower case of the text of an array is the array in lower case.
		b.Arg(arrayText(values), "text")
		b.Add(")::text[])")
	case c.IsText() && !b.Fold && b.CaseSensitive:
		b.Add("BINARY ")
		b.Add(c.Quoted)
		listed(b, values, typ)
	default:
		b.Add(c.Quoted)
		listed(b, values, typ)
	}
}

// Keys implements sqlstore.Comparisons.
func (comparisons) Keys(b *builder, c *column, keys []any) {
	values := make([]any, 0, len(keys))
	typ := paramType(c)
	for _, k := range keys {
		if p, ok := operandOf(c, k); ok {
			values = append(values, p.Value)
			typ = p.Type
		}
	}
	if len(values) == 0 {
		b.Add(b.False)
		return
	}
	b.Add(c.Quoted)
	listed(b, values, typ)
}

// listed adds the exact comparison with any of the values.
func listed(b *builder, values []any, typ string) {
	if b.Array != nil {
		b.Add(" = ANY(")
		b.Arg(b.Array(values), typ+"[]")
		b.Add(")")
		return
	}
	b.Add(" IN (")
	for i, v := range values {
		if i > 0 {
			b.Add(",")
		}
		b.Arg(v, typ)
	}
	b.Add(")")
}

// arrayText returns an array in the text format of PostgreSQL.
func arrayText(values []any) string {
	out := make([]byte, 0, 2+16*len(values))
	out = append(out, '{')
	for i, v := range values {
		if i > 0 {
			out = append(out, ',')
		}
		switch x := v.(type) {
		case nil:
			out = append(out, "NULL"...)
		case int64:
			out = strconv.AppendInt(out, x, 10)
		case float64:
			out = strconv.AppendFloat(out, x, 'g', -1, 64)
		case bool:
			out = strconv.AppendBool(out, x)
		case string:
			out = appendQuoted(out, x)
		case []byte:
			const digits = "0123456789abcdef"
			out = append(out, `"\\x`...)
			for _, c := range x {
				out = append(out, digits[c>>4], digits[c&15])
			}
			out = append(out, '"')
		}
	}
	return string(append(out, '}'))
}

func appendQuoted(out []byte, s string) []byte {
	out = append(out, '"')
	for {
		i := strings.IndexAny(s, `"\`)
		if i < 0 {
			return append(append(out, s...), '"')
		}
		out = append(out, s[:i]...)
		out = append(out, '\\', s[i])
		s = s[i+1:]
	}
}
