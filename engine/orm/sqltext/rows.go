package sqltext

import "framework/engine/value"

// Rows writes rows as the members of a JSON list, each an object, in the form
// that orm.Records has at the same place.
type Rows struct {
	prefix string // of the line a row stands on
	inner  string // of the lines of its members
	indent string
}

// NewRows returns the writer for a list on a line with prefix; without an
// indent everything stands on one line.
func NewRows(prefix, indent string) Rows {
	return Rows{prefix: prefix + indent, indent: indent, inner: prefix + indent + indent}
}

// Start appends what comes before the n-th row, counted from 0.
func (w *Rows) Start(dst []byte, n int) []byte {
	if n > 0 {
		dst = append(dst, ',')
	}
	if w.indent != "" {
		dst = append(append(dst, '\n'), w.prefix...)
	}
	return dst
}

// Row appends the n-th row as a whole, as it writes itself.
func (w *Rows) Row(dst []byte, n int, row value.Appender) []byte {
	return row.AppendJSON(w.Start(dst, n), w.prefix, w.indent)
}

// Value appends a member's value.
func (w *Rows) Value(dst []byte, v any) []byte {
	return value.AppendNested(dst, v, w.inner, w.indent)
}

// Member appends what comes before the value of the n-th member of a row; key
// is its name with the quotes and the colon.
func (w *Rows) Member(dst []byte, n int, key []byte) []byte {
	if n == 0 {
		dst = append(dst, '{')
	} else {
		dst = append(dst, ',')
	}
	if w.indent == "" {
		return append(dst, key...)
	}
	dst = append(append(dst, '\n'), w.inner...)
	return append(append(dst, key...), ' ')
}

// End appends what comes after the last of n members.
func (w *Rows) End(dst []byte, n int) []byte {
	if n == 0 {
		return append(dst, '{', '}')
	}
	if w.indent != "" {
		dst = append(append(dst, '\n'), w.prefix...)
	}
	return append(dst, '}')
}
