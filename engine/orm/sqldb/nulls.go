package sqldb

import (
	"cmp"
	"strings"

	"framework/engine/orm/sqlstore"
	"framework/engine/value"
)

// nullRules are the comparisons of document stores, which the tables of sails-disk and
// sails-memory stand in for.
type nullRules struct{ comparisons }

// rules returns the comparisons of a table in which null is not as in SQL, else nil.
func rules(t *table) sqlstore.NullRules {
	if t.Sparse || t.Document {
		return nullRules{}
	}
	return nil
}

// isNull adds the condition that the operand is there and null.
func (d nullRules) isNull(b *builder, o operand) {
	if o.Column != nil {
		if !b.Sparse || !b.Extra {
			b.Add(o.Column.Quoted)
			b.Add(" IS NULL")
			return
		}
		b.Add("(")
		b.Add(o.Column.Quoted)
		b.Add(` IS NULL AND json_type("_extra", `)
		b.Add(o.Column.Path)
		b.Add(") = 'null')")
		return
	}
	if b.Document {
		d.Value(b, o)
		b.Add(" IS NULL")
		return
	}
	b.Add(`json_type("_extra", `)
	b.Arg(o.Path, "")
	b.Add(") = 'null'")
}

// Equal adds an equality. In a sparse store null and the empty string are
// equal, and an absent attribute equals nothing.
func (d nullRules) Equal(b *builder, o operand, v any) {
	v = comparand(v)
	s, isText := v.(string)
	switch {
	case v == nil && !b.Sparse:
		d.isNull(b, o)
	case v == nil || b.Sparse && isText && s == "":
		b.Add("(")
		d.Value(b, o)
		b.Add(" = '' OR ")
		d.isNull(b, o)
		b.Add(")")
	case o.Column != nil:
		d.Compare(b, o, " = ", v)
	default:
		// 12 finds "12" among undeclared attributes, which were not cast, and
		// the other way round.
		other := any(string(value.Append(nil, v)))
		if isText {
			f, ok := numeric(s)
			switch name := strings.ToLower(s); {
			case !ok && b.Sparse && !b.Document && (name == "true" || name == "false"):
				b.Add("(")
				d.folded(b, o, " = ", s)
				b.Add(" OR ")
				d.kind(b, o)
				b.Add(" = ")
				b.Arg(name, "")
				b.Add(")")
				return
			case !ok:
				d.folded(b, o, " = ", s)
				return
			}
			other = f
		}
		b.Add("(")
		d.Compare(b, o, " = ", v)
		b.Add(" OR ")
		d.Value(b, o)
		b.Add(" = ")
		b.Arg(other, "")
		b.Add(")")
	}
}

// NotEqual adds an inequality. In a sparse store it matches null, unless v is
// null, and never an absent attribute.
func (d nullRules) NotEqual(b *builder, o operand, v any) {
	v = comparand(v)
	switch {
	case !b.Sparse && v == nil:
		d.Value(b, o)
		b.Add(" IS NOT NULL")
	case b.Document:
		b.Add("(")
		d.Compare(b, o, " = ", v)
		b.Add(" IS NOT TRUE)")
	case v == nil || v == "":
		d.Value(b, o)
		b.Add(" <> ''")
	default:
		b.Add("((")
		d.Value(b, o)
		b.Add(" IS NOT NULL OR ")
		d.isNull(b, o)
		b.Add(") AND ")
		d.Equal(b, o, v)
		b.Add(" IS NOT TRUE)")
	}
}

// Order adds an ordering comparison. Document stores treat null as the empty
// string there, which JavaScript converts to 0 when it compares with a number;
// an absent attribute never matches.
func (d nullRules) Order(b *builder, o operand, op string, v any) {
	v = comparand(v)
	if v == nil {
		if b.Sparse {
			v = int64(0)
		} else {
			b.Add("NULL")
			return
		}
	}
	compare := d.Compare
	if b.Sparse && o.Column == nil && !b.Document {
		compare = d.orderUncast
		if s, ok := v.(string); ok {
			if f, ok := numeric(s); ok {
				v = f
			}
		}
	}
	if !b.Sparse || !nullOrders(op, v) {
		compare(b, o, op, v)
		return
	}
	b.Add("(")
	compare(b, o, op, v)
	b.Add(" OR ")
	d.isNull(b, o)
	b.Add(")")
}

// orderUncast orders values that were not cast as Sails does: text that is a
// number among numbers, other text among text.
func (d nullRules) orderUncast(b *builder, o operand, op string, v any) {
	b.Add("CASE ")
	d.kind(b, o)
	b.Add(" WHEN 'text' THEN ")
	if s, ok := v.(string); ok {
		d.folded(b, o, op, s)
		b.Add(" END")
		return
	}
	b.Add("fw_number(")
	d.Value(b, o)
	b.Add(")")
	b.Add(op)
	b.Arg(v, "")
	b.Add(" WHEN 'object' THEN NULL WHEN 'array' THEN NULL ELSE ")
	d.Value(b, o)
	b.Add(op)
	b.Arg(v, "")
	b.Add(" END")
}

// kind adds the JSON type of an undeclared attribute.
func (d nullRules) kind(b *builder, o operand) {
	b.Add(`json_type("_extra", `)
	b.Arg(o.Path, "")
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
