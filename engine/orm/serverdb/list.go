package serverdb

import (
	"strconv"
	"strings"

	"framework/engine/orm"
)

// in adds a comparison with a list; an empty list matches nothing, and null never
// matches.
func (b *builder) in(c *column, list []any, not, exact bool) {
	var own, texts []any // values of the type of the column, and others
	var typ string
	for _, v := range list {
		if v = plain(v); v == nil {
			continue
		}
		p, ok := operand(c, v)
		switch {
		case c.IsJSON() || !ok:
			texts = append(texts, textOf(c, v))
		case typ != "" && p.Type != typ: // a fraction in a list of integers
			typ = "float8"
			own = append(own, p.Value)
		default:
			typ = p.Type
			own = append(own, p.Value)
		}
	}
	if not {
		b.Add("(NOT ")
	}
	b.Add("(")
	if len(own) == 0 && len(texts) == 0 {
		b.Add("FALSE")
	}
	if len(own) > 0 {
		b.member(c, own, typ, exact)
	}
	if len(texts) > 0 {
		if len(own) > 0 {
			b.Add(" OR ")
		}
		b.asText(c)
		b.list(texts, "text")
	}
	b.Add(")")
	if not {
		b.Add(")")
	}
}

// member compares the column with a list of values of its type.
func (b *builder) member(c *column, values []any, typ string, exact bool) {
	if !c.IsText() {
		b.Add(c.Quoted)
		b.list(values, typ)
		return
	}
	switch {
	case b.Fold && !b.CaseSensitive && !exact:
		b.Add("lower(")
		b.Add(c.Quoted)
		b.Add(") = ANY(lower(")
		// Lower case of the text of an array is the array in lower case.
		b.arg(typed(arrayText(values), "text"))
		b.Add(")::text[])")
	case !b.Fold && b.CaseSensitive:
		b.Add("BINARY ")
		b.Add(c.Quoted)
		b.list(values, typ)
	default:
		b.Add(c.Quoted)
		b.list(values, typ)
	}
}

// list adds the exact comparison with any of the values.
func (b *builder) list(values []any, typ string) {
	if b.Arrays {
		b.Add(" = ANY(")
		b.arg(typed(arrayText(values), typ+"[]"))
		b.Add(")")
		return
	}
	b.Add(" IN (")
	for i, v := range values {
		if i > 0 {
			b.Add(",")
		}
		b.arg(typed(v, typ))
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

// tail adds the order, the limit and the skip of a query.
func (b *builder) tail(q *orm.Query) {
	if len(q.Sort) > 0 || !b.Single(q.Where) {
		b.orderBy(q)
	}
	b.window(q)
}

// orderBy adds the order; records that are equal in it are ordered by their keys.
func (b *builder) orderBy(q *orm.Query) {
	b.Add(" ORDER BY ")
	keyed := false
	for _, s := range q.Sort {
		c := b.ByName[s.Attr]
		if c == nil {
			b.Fail("no such column: %s in table %s", s.Attr, b.table.Name)
			continue
		}
		keyed = keyed || c == b.PK
		b.value(c)
		if s.Desc {
			b.Add(" DESC")
		}
		b.Add(", ")
	}
	if keyed {
		b.Bytes = b.Bytes[:len(b.Bytes)-2]
		return
	}
	b.Add(b.PK.Quoted)
}

func (b *builder) window(q *orm.Query) {
	if q.Limit > 0 {
		b.Add(" LIMIT ")
		b.arg(typed(int64(q.Limit), "int8"))
	}
	if q.Skip > 0 {
		if q.Limit <= 0 {
			b.Add(b.All)
		}
		b.Add(" OFFSET ")
		b.arg(typed(int64(q.Skip), "int8"))
	}
}
