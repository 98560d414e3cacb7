package sqlstore

import (
	"fmt"
	"slices"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
	"framework/engine/value"
)

// Row is a result row. It is valid until the next one is read.
type Row interface {
	// Null reports whether there is NULL at position i.
	Null(i int) bool
	// Value returns the value at position i as one of the column, nil for NULL. Without a
	// column it has the type that the database says.
	Value(c *Column, i int) any
	// Int returns the integer at position i.
	Int(i int) int64
	// Text returns the text at position i, which is valid as long as the row.
	Text(i int) string
	// AppendJSON appends the value at position i as in the JSON of a record. null says
	// that it is NULL.
	AppendJSON(dst []byte, c *Column, i int, w *sqltext.Rows) (out []byte, null bool)
}

// Reader makes records of result rows. It serves one query; that of all columns of a
// table that is not sparse serves any number of them.
type Reader struct {
	Table     *Table
	Columns   []*Column
	Selection string
	extra     bool
	only      []string // undeclared attributes to return; nil for all

	// Rows of one query mostly have the same attributes: they share their names.
	present, last []bool
	names         []string
}

// Reader returns the Reader of the attributes in list, of all when it is empty. The
// primary key is always among them.
func (t *Table) Reader(list []string) *Reader {
	if len(list) == 0 && t.all != nil {
		return t.all
	}
	r := &Reader{Table: t, Columns: t.Columns, extra: t.Extra, Selection: t.Selection, names: t.Names}
	if len(list) > 0 {
		r.choose(list)
	}
	if t.Sparse {
		r.names = nil
	}
	return r
}

// choose reduces the selection to the attributes in list.
func (r *Reader) choose(list []string) {
	t := r.Table
	r.Columns, r.names, r.Selection = nil, nil, ""
	add := func(quoted string) {
		if r.Selection != "" {
			r.Selection += ", "
		}
		r.Selection += quoted
	}
	for _, c := range t.Columns {
		if c == t.PK || slices.Contains(list, c.Name) || slices.Contains(list, c.Stored) {
			r.Columns = append(r.Columns, c)
			r.names = append(r.names, c.Name)
			add(c.Quoted)
		}
	}
	if t.Extra { // nulls of declared attributes are there, too
		for _, name := range list {
			if t.ByName[name] == nil {
				r.only = append(r.only, name)
			}
		}
		add(t.Quote(ExtraColumn))
		if r.only == nil {
			r.only = []string{}
		}
	}
	if r.Selection == "" {
		r.Selection = t.RowID
	}
}

// Record reads the row whose first column of the selection is at offset.
func (r *Reader) Record(row Row, offset int) (*orm.Record, error) {
	extra, err := r.undeclared(row, offset)
	if err != nil {
		return nil, err
	}
	rec := &orm.Record{Model: r.Table.Model}
	if r.Table.Sparse {
		rec.Map = *r.sparse(row, offset, extra)
	} else {
		vals := make([]any, len(r.Columns))
		for i, c := range r.Columns {
			vals[i] = row.Value(c, offset+i)
		}
		rec.Map = *value.FromRow(r.names, vals)
	}
	for k, v := range extra.All() {
		if r.isExtra(k) {
			rec.Set(k, v)
		}
	}
	return rec, nil
}

// sparse reads the declared attributes that were set.
func (r *Reader) sparse(row Row, offset int, extra *value.Map) *value.Map {
	n := len(r.Columns)
	vals := make([]any, 0, n+extra.Len())
	if r.present == nil {
		r.present, r.last = make([]bool, n), make([]bool, n)
	}
	present := r.present
	for i, c := range r.Columns {
		v := row.Value(c, offset+i)
		// Without a value it was set to null if the hidden column marks it, or if it is
		// JSON that says so.
		if present[i] = v != nil || extra.Has(c.Name) || !r.extra || !row.Null(offset+i); present[i] {
			vals = append(vals, v)
		}
	}
	if r.names == nil || !slices.Equal(present, r.last) {
		r.names = make([]string, 0, n)
		for i, c := range r.Columns {
			if present[i] {
				r.names = append(r.names, c.Name)
			}
		}
		r.present, r.last = r.last, r.present
	}
	return value.FromRow(r.names, vals)
}

// AppendJSON appends the row as the JSON of its record, without protected attributes.
func (r *Reader) AppendJSON(dst []byte, row Row, w *sqltext.Rows) ([]byte, error) {
	extra, err := r.undeclared(row, 0)
	if err != nil {
		return dst, err
	}
	members := 0
	for i, c := range r.Columns {
		if c.Attr.Protected {
			continue
		}
		out, null := row.AppendJSON(w.Member(dst, members, c.Key), c, i, w)
		if null && r.Table.Sparse && r.extra && !extra.Has(c.Name) {
			dst = out[:len(dst)] // the attribute is absent
			continue
		}
		dst = out
		members++
	}
	for k, v := range extra.All() {
		if r.isExtra(k) {
			dst = w.Member(dst, members, append(value.AppendString(nil, k), ':'))
			dst = w.Value(dst, v)
			members++
		}
	}
	return w.End(dst, members), nil
}

// undeclared reads the hidden column, which is the last one.
func (r *Reader) undeclared(row Row, offset int) (*value.Map, error) {
	i := offset + len(r.Columns)
	if !r.extra || row.Null(i) {
		return nil, nil
	}
	v, err := value.Parse([]byte(row.Text(i)))
	if err != nil {
		return nil, fmt.Errorf("the column %s is damaged: %w", ExtraColumn, err)
	}
	m, ok := v.(*value.Map)
	if !ok {
		return nil, fmt.Errorf("the column %s holds no JSON object", ExtraColumn)
	}
	return m, nil
}

// isExtra reports whether a member of the hidden column is an attribute.
func (r *Reader) isExtra(name string) bool {
	if c := r.Table.ByName[name]; c != nil && c.Name == name {
		return false
	}
	return r.only == nil || slices.Contains(r.only, name)
}
