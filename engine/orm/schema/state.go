package schema

import (
	"fmt"
	"slices"

	"framework/engine/value"
)

// EncodeState is the form that tables have in migration files: an object for each, by
// schema and name. What matters only while a table changes is left out.
func EncodeState(tables []Table) *value.Map {
	out := value.New(len(tables))
	for i := range tables {
		t := &tables[i]
		columns, indexes := value.New(len(t.Columns)), value.New(len(t.Indexes))
		for j := range t.Columns {
			c := &t.Columns[j]
			columns.Set(c.Name, members("type", c.Type, "null", c.Null, "default", c.Default, "auto", c.AutoIncrement))
		}
		for _, x := range t.Indexes {
			parts := make([]any, len(x.Parts))
			for k, p := range x.Parts {
				parts[k] = members("column", p.Column, "lower", p.Lower)
			}
			indexes.Set(x.Name, members("unique", x.Unique, "parts", parts))
		}
		key := make([]any, len(t.PrimaryKey))
		for j, name := range t.PrimaryKey {
			key[j] = name
		}
		out.Set(t.key(), members("schema", t.Schema, "name", t.Name, "columns", columns, "key", key, "indexes", indexes, "charset", t.Charset, "collation", t.Collation))
	}
	return out
}

// members is an object of the members that say something.
func members(pairs ...any) *value.Map {
	out := value.New(len(pairs) / 2)
	for i := 0; i < len(pairs); i += 2 {
		name, v := pairs[i].(string), pairs[i+1] //nolint:forcetypeassert // written above
		switch v := v.(type) {
		case string:
			if v == "" {
				continue
			}
		case bool:
			if !v {
				continue
			}
		case *value.Map:
			if v.Len() == 0 {
				continue
			}
		}
		out.Set(name, v)
	}
	return out
}

// DecodeState reads what EncodeState has written.
func DecodeState(state *value.Map) ([]Table, error) {
	var out []Table
	for key, v := range state.All() {
		m, ok := v.(*value.Map)
		if !ok {
			return nil, fmt.Errorf("table %q: it is no object", key)
		}
		r := reader{where: fmt.Sprintf("table %q", key)}
		t := Table{Schema: r.text(m, "schema"), Name: r.text(m, "name"), Charset: r.text(m, "charset"), Collation: r.text(m, "collation")}
		t.Model = t.Name
		for name, c := range r.object(m, "columns").All() {
			c := r.asObject(name, c)
			t.Columns = append(t.Columns, Column{Name: name, Type: r.text(c, "type"), Null: r.flag(c, "null"), Default: r.text(c, "default"), AutoIncrement: r.flag(c, "auto")})
		}
		for name, x := range r.object(m, "indexes").All() {
			x := r.asObject(name, x)
			index := Index{Name: name, Unique: r.flag(x, "unique")}
			for _, p := range r.list(x, "parts") {
				p := r.asObject("parts", p)
				index.Parts = append(index.Parts, Part{Column: r.text(p, "column"), Lower: r.flag(p, "lower")})
			}
			t.Indexes = append(t.Indexes, index)
		}
		for _, name := range r.list(m, "key") {
			name, ok := name.(string)
			if !ok {
				r.fail("key")
			}
			t.PrimaryKey = append(t.PrimaryKey, name)
		}
		if r.err == nil && (t.Name == "" || t.key() != key || len(t.Columns) == 0) {
			r.fail("name")
		}
		if r.err != nil {
			return nil, r.err
		}
		// A column may be gone whose index was added at the same time elsewhere.
		t.Indexes = slices.DeleteFunc(t.Indexes, func(x Index) bool {
			return slices.ContainsFunc(x.Parts, func(p Part) bool { return !t.has(p.Column) })
		})
		if slices.ContainsFunc(t.PrimaryKey, func(name string) bool { return !t.has(name) }) {
			return nil, fmt.Errorf("table %q: a column of its key is missing", key)
		}
		out = append(out, t)
	}
	return out, nil
}

func (t *Table) has(column string) bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name == column })
}

// reader reads members of a type, and keeps the first error.
type reader struct {
	where string
	err   error
}

func (r *reader) fail(name string) {
	if r.err == nil {
		r.err = fmt.Errorf("%s: %q is not what it has to be", r.where, name)
	}
}

func member[T any](r *reader, m *value.Map, name string) (out T) {
	if v, has := m.Get(name); has {
		var ok bool
		if out, ok = v.(T); !ok {
			r.fail(name)
		}
	}
	return out
}

func (r *reader) text(m *value.Map, name string) string { return member[string](r, m, name) }
func (r *reader) flag(m *value.Map, name string) bool   { return member[bool](r, m, name) }
func (r *reader) list(m *value.Map, name string) []any  { return member[[]any](r, m, name) }

func (r *reader) object(m *value.Map, name string) *value.Map {
	if out := member[*value.Map](r, m, name); out != nil {
		return out
	}
	return value.New(0)
}

func (r *reader) asObject(name string, v any) *value.Map {
	if m, ok := v.(*value.Map); ok {
		return m
	}
	r.fail(name)
	return value.New(0)
}

// DiffState is what changes in a state: the members that are new or other, and null for
// those that are gone, as in a JSON merge patch. What two people have added at the same
// time is there for both when their patches are merged.
func DiffState(before, after *value.Map) *value.Map {
	out := value.New(after.Len())
	for name, v := range after.All() {
		old, had := before.Get(name)
		was, ok1 := old.(*value.Map)
		now, ok2 := v.(*value.Map)
		switch {
		case had && ok1 && ok2:
			if d := DiffState(was, now); d.Len() > 0 {
				out.Set(name, d)
			}
		case !had || !value.EqualJSON(old, v):
			out.Set(name, v)
		}
	}
	for name := range before.All() {
		if !after.Has(name) {
			out.Set(name, nil)
		}
	}
	return out
}

// MergeState changes a state as DiffState has noted it.
func MergeState(state, patch *value.Map) {
	for name, v := range patch.All() {
		now, ok := v.(*value.Map)
		was, had := state.Value(name).(*value.Map)
		switch {
		case v == nil:
			state.Delete(name)
		case ok && had:
			MergeState(was, now)
		case ok:
			fresh := value.New(now.Len())
			MergeState(fresh, now) // without what is null
			state.Set(name, fresh)
		default:
			state.Set(name, v)
		}
	}
}
