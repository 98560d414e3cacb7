package sqldb

import (
	"strings"

	"framework/engine/orm/sqlstore"
	"framework/engine/value"
)

// maxParams is how many parameters a list may take; longer lists travel as one
// JSON parameter. SQLite's own limit is 32766 for the whole statement.
const maxParams = 512

// OneOf adds a comparison with a list. In a sparse store null in the list stands for
// null, the empty string and an absent attribute; elsewhere null never matches.
func (d comparisons) OneOf(b *builder, o operand, values []any) {
	exact := make([]any, 0, len(values)) // numbers, booleans; ASCII text
	var folded []any                     // other text, lower-cased
	ignore := ignoresCase(b, o)
	text, null := false, false
	for _, v := range values {
		v = comparand(sqlstore.Comparable(v))
		switch s := v.(type) {
		case nil:
			null = b.Sparse
			continue
		case string:
			text = true
			if s == "" && b.Sparse {
				null = true
				continue
			}
			if ignore && !isASCII(s) {
				if list := spellings(s); list != nil && len(exact) < maxParams {
					exact = append(exact, list...)
				} else {
					folded = append(folded, fold(s))
				}
				continue
			}
			if f, ok := numeric(s); ok && o.Column == nil {
				exact = append(exact, f)
			}
		case int64, float64:
			if o.Column == nil {
				exact = append(exact, string(value.Append(nil, v)))
			}
		}
		exact = append(exact, v)
	}
	or := ""
	if len(exact) > 0 {
		d.Value(b, o)
		if ignore && text {
			b.Add(" COLLATE NOCASE")
		}
		listed(b, exact)
		or = " OR "
	}
	if len(folded) > 0 {
		b.Add(or)
		d.lower(b, o)
		listed(b, folded)
		or = " OR "
	}
	if null {
		b.Add(or)
		b.Add("ifnull(")
		d.Value(b, o)
		b.Add(", '') = ''")
	}
}

// listed adds " IN (...)". Short lists are padded to a power of two so that few
// statements serve all lengths.
func listed(b *builder, values []any) {
	if len(values) > maxParams && plainJSON(values) {
		b.Add(" IN (SELECT value FROM json_each(")
		b.Arg(jsonText(value.Append(nil, values)), "")
		b.Add("))")
		return
	}
	b.Add(" IN (")
	n := 1
	for n < len(values) {
		n *= 2
	}
	if n > maxParams {
		n = len(values)
	}
	for i := range n {
		if i > 0 {
			b.Add(",")
		}
		b.Arg(values[min(i, len(values)-1)], "")
	}
	b.Add(")")
}

// plainJSON reports whether the values come back unchanged from JSON text.
func plainJSON(values []any) bool {
	for _, v := range values {
		switch v := v.(type) {
		case int64, float64:
		case string:
			if strings.ContainsRune(v, 0) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
