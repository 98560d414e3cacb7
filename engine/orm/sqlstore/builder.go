package sqlstore

import (
	"fmt"
	"strconv"

	"framework/engine/orm"
	"framework/engine/value"
)

// Builder builds one statement about a table. The first error is kept.
type Builder struct {
	*Table
	Bytes []byte
	Args  []any
	Err   error
}

// Add appends to the statement.
func (b *Builder) Add(s string) { b.Bytes = append(b.Bytes, s...) }

// Arg adds a parameter. typ is the type that a numbered parameter is cast to.
func (b *Builder) Arg(v any, typ string) {
	b.Args = append(b.Args, v)
	if !b.Numbered {
		b.Bytes = append(b.Bytes, '?')
		return
	}
	b.Bytes = append(b.Bytes, '$')
	b.Bytes = strconv.AppendInt(b.Bytes, int64(len(b.Args)), 10)
	b.Add("::")
	b.Add(typ)
}

// Param adds a parameter.
func (b *Builder) Param(p Param) { b.Arg(p.Value, p.Type) }

// Fail keeps a use that cannot mean anything, as an *orm.UsageError.
func (b *Builder) Fail(format string, args ...any) {
	if b.Err == nil {
		b.Err = &orm.UsageError{Reason: fmt.Sprintf(format, args...)}
	}
}

// truth adds a condition that always or never holds.
func (b *Builder) truth(holds bool) {
	if holds {
		b.Add(b.True)
	} else {
		b.Add(b.False)
	}
}

// Operand is the left side of a comparison.
type Operand struct {
	Column *Column // nil for undeclared attributes
	Path   string  // JSON path in the hidden column
	// Exact says that text is compared with its case.
	Exact bool
}

// Operand returns the operand that criteria name; ok is false if the table has none of
// that name.
func (b *Builder) Operand(attr string) (o Operand, ok bool) {
	if c := b.ByName[attr]; c != nil {
		return Operand{Column: c}, true
	}
	if b.Extra {
		return Operand{Path: JSONPath(attr)}, true
	}
	return Operand{}, false
}

// JSONPath is the path of a top-level member of a JSON object.
func JSONPath(name string) string { return string(value.AppendString([]byte("$."), name)) }
