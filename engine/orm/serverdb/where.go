package serverdb

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
	"framework/engine/orm/sqltext"
	"framework/engine/value"
)

// builder builds one statement about a table.
type builder struct {
	*table
	sqltext.Text
	args []any
}

func newBuilder(t *table) *builder {
	return &builder{table: t, Text: sqltext.Text{Bytes: make([]byte, 0, 256)}}
}

// arg adds a parameter.
func (b *builder) arg(p param) {
	b.args = append(b.args, p.Value)
	if !b.Numbered {
		b.Bytes = append(b.Bytes, '?')
		return
	}
	b.Bytes = append(b.Bytes, '$')
	b.Bytes = strconv.AppendInt(b.Bytes, int64(len(b.args)), 10)
	b.Add("::")
	b.Add(p.Type)
}

// column returns the column that criteria name; an unknown name is an error of the
// query.
func (b *builder) column(attr string) *column {
	c := b.ByName[attr]
	if c == nil && b.Err == nil {
		b.Err = fmt.Errorf("no such column: %s in table %s", attr, b.table.Name)
	}
	return c
}

// Compare implements sqltext.Comparer.
func (b *builder) Compare(e orm.Compare) {
	c := b.column(e.Attr)
	if c == nil {
		return
	}
	if e.Op == orm.In || e.Op == orm.NotIn {
		list, ok := e.Value.([]any)
		if !ok {
			b.Fail("the operand of a list comparison on `%s` is not a list", e.Attr)
			return
		}
		b.in(c, list, e.Op == orm.NotIn, e.Exact)
		return
	}
	v := plain(e.Value)
	switch e.Op {
	case orm.Equal:
		if v == nil {
			b.Add(c.Quoted)
			b.Add(" IS NULL")
			return
		}
		b.comparison(c, " = ", v, e.Exact)
	case orm.NotEqual:
		if v == nil {
			b.Add(c.Quoted)
			b.Add(" IS NOT NULL")
			return
		}
		b.comparison(c, " <> ", v, e.Exact)
	case orm.Less:
		b.comparison(c, " < ", v, e.Exact)
	case orm.LessOrEqual:
		b.comparison(c, " <= ", v, e.Exact)
	case orm.Greater:
		b.comparison(c, " > ", v, e.Exact)
	case orm.GreaterOrEqual:
		b.comparison(c, " >= ", v, e.Exact)
	case orm.Like:
		b.pattern(c, escapePattern(patternOf(c, v), false), e)
	case orm.NotLike:
		b.pattern(c, escapePattern(patternOf(c, v), false), e)
	case orm.Contains:
		b.pattern(c, "%"+escapePattern(patternOf(c, v), e.Literal)+"%", e)
	case orm.StartsWith:
		b.pattern(c, escapePattern(patternOf(c, v), e.Literal)+"%", e)
	case orm.EndsWith:
		b.pattern(c, "%"+escapePattern(patternOf(c, v), e.Literal), e)
	default:
		b.Fail("unknown comparison %d on `%s`", e.Op, e.Attr)
	}
}

// plain replaces values that SQL cannot compare with by null.
func plain(v any) any {
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

// comparison adds the comparison of the column with a value; a comparison with null
// is never true. exact makes PostgreSQL compare with case; on MySQL the collation
// decides.
func (b *builder) comparison(c *column, op string, v any, exact bool) {
	if v == nil {
		b.Add("NULL")
		return
	}
	p, ok := operand(c, v)
	if c.IsJSON() || !ok {
		b.asText(c)
		b.Add(op)
		b.arg(typed(textOf(c, v), "text"))
		return
	}
	switch {
	case c.IsText() && b.Fold && !b.CaseSensitive && !exact:
		b.Add("lower(")
		b.Add(c.Quoted)
		b.Add(")")
		b.Add(op)
		b.Add("lower(")
		b.arg(p)
		b.Add(")")
	case c.IsText() && !b.Fold && b.CaseSensitive && (op == " = " || op == " <> "):
		b.Add(c.Quoted)
		b.Add(op)
		b.Add("BINARY ")
		b.arg(p)
	default:
		b.Add(c.Quoted)
		b.Add(op)
		b.arg(p)
	}
}

// asText adds the column as text; of JSON, the text of its value.
func (b *builder) asText(c *column) {
	switch {
	case c.IsJSON():
		b.Add(b.Scalar(c))
	case c.Storage == sqlstore.StoreText:
		b.Add(c.Quoted)
	default:
		b.Add(b.Dialect.Text(c.Quoted))
	}
}

// value adds the column as an SQL expression; of JSON, its value.
func (b *builder) value(c *column) {
	if c.IsJSON() {
		b.Add(b.Scalar(c))
		return
	}
	b.Add(c.Quoted)
}

// pattern adds a LIKE comparison; | is the escape character.
func (b *builder) pattern(c *column, pattern string, e orm.Compare) {
	not := e.Op == orm.NotLike
	if strings.IndexByte(pattern, 0) >= 0 && b.Fold {
		// Texts of PostgreSQL cannot contain NUL.
		b.Add(map[bool]string{false: "FALSE", true: "TRUE"}[not])
		return
	}
	b.asText(c)
	if not {
		b.Add(" NOT")
	}
	switch {
	case !b.CaseSensitive, e.IgnoreCase:
		b.Add(b.Like)
	case b.Fold:
		b.Add(" LIKE ")
	default:
		b.Add(" LIKE BINARY ")
	}
	b.arg(typed(pattern, "text"))
	b.Add(" ESCAPE '|'")
}

// escapePattern escapes the wildcards of a text except %; all of them if it is literal.
func escapePattern(s string, literal bool) string {
	if literal {
		return strings.NewReplacer("|", "||", "_", "|_", "%", "|%").Replace(s)
	}
	if !strings.ContainsAny(s, "_|") {
		return s
	}
	return strings.NewReplacer("|", "||", "_", "|_").Replace(s)
}

func patternOf(c *column, v any) string {
	if v == nil {
		return ""
	}
	return textOf(c, v)
}
