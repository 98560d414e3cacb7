package bridge

import (
	"encoding/json"
	"strings"
	"time"

	"framework/engine/orm"
	"framework/engine/value"
)

// table is a model with the names that the adapter has for it.
type table struct {
	model    *orm.Model
	name     string
	key      *column
	columns  []*column
	byColumn map[string]*column
	byAttr   map[string]*column
	// ordered: records have their attributes in the order of the model.
	ordered bool
}

type column struct {
	attr *orm.Attribute
	name string
}

func tableOf(m *orm.Model, ordered bool) *table {
	t := &table{model: m, name: m.Table, ordered: ordered, byColumn: map[string]*column{}, byAttr: map[string]*column{}}
	for _, a := range m.Attributes {
		if !a.Stored {
			continue
		}
		c := &column{attr: a, name: a.Column}
		if c.name == "" {
			c.name = a.Name
		}
		if a.Name == m.PrimaryKey {
			t.key = c
		}
		t.columns = append(t.columns, c)
		t.byColumn[c.name], t.byAttr[a.Name] = c, c
	}
	return t
}

// column returns the column of an attribute; that of a path, whose first part is an
// attribute; the name itself for what the model does not declare.
func (t *table) column(attr string) string {
	if c := t.byAttr[attr]; c != nil {
		return c.name
	}
	if first, rest, deep := strings.Cut(attr, "."); deep {
		if c := t.byAttr[first]; c != nil {
			return c.name + "." + rest
		}
	}
	return attr
}

// row returns the columns of a record that is to be stored.
func (t *table) row(values *value.Map) *value.Map {
	out := value.New(values.Len())
	for name, v := range values.All() {
		if _, undefined := v.(value.Undefined); !undefined {
			out.Set(t.column(name), outgoing(v))
		}
	}
	return out
}

// outgoing is a value for the adapter.
func outgoing(v any) any {
	switch v := v.(type) {
	case *orm.Record:
		if v == nil {
			return nil
		}
		return outgoing(v.ID())
	case []any:
		out := make([]any, len(v))
		for i, member := range v {
			out[i] = outgoing(member)
		}
		return out
	}
	return v
}

// record returns the record of a row; only limits it to these attributes.
func (t *table) record(row *value.Map, only []string) *orm.Record {
	r := orm.NewRecord(t.model)
	r.Map = *value.New(row.Len())
	for name, v := range row.All() {
		if _, undefined := v.(value.Undefined); undefined {
			continue
		}
		c := t.byColumn[name]
		if c == nil {
			if len(only) == 0 || contains(only, name) {
				r.Set(name, v)
			}
			continue
		}
		if len(only) > 0 && c != t.key && !selects(only, c.attr.Name) {
			continue
		}
		r.Set(c.attr.Name, c.incoming(v))
	}
	if t.ordered {
		t.arrange(r)
	}
	return r
}

// arrange brings the attributes of a record into the order of the model.
func (t *table) arrange(r *orm.Record) {
	out := value.New(r.Len())
	for _, c := range t.columns {
		if v, ok := r.Get(c.attr.Name); ok {
			out.Set(c.attr.Name, v)
		}
	}
	if out.Len() < r.Len() {
		for name, v := range r.All() {
			out.Set(name, v)
		}
	}
	r.Map = *out
}

func contains(list []string, name string) bool {
	for _, member := range list {
		if member == name {
			return true
		}
	}
	return false
}

// selects reports whether a selection has an attribute, or something inside of it.
func selects(only []string, attr string) bool {
	for _, name := range only {
		if name == attr || strings.HasPrefix(name, attr+".") {
			return true
		}
	}
	return false
}

// incoming is a value of the adapter in the kind of its attribute, where it is clear
// what is meant.
func (c *column) incoming(v any) any {
	switch c.attr.Kind {
	case orm.KindDate, orm.KindDatetime:
		if text, ok := v.(string); ok {
			if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
				return at.UTC()
			}
		}
	case orm.KindInteger, orm.KindFloat:
		if f, ok := v.(float64); ok {
			return value.Number(f)
		}
	case orm.KindBoolean:
		switch v {
		case int64(0):
			return false
		case int64(1):
			return true
		}
	case orm.KindArray, orm.KindJSON:
		if text, ok := v.(string); ok && len(text) > 1 && (text[0] == '[' || text[0] == '{') && json.Valid([]byte(text)) {
			if parsed, err := value.Parse([]byte(text)); err == nil {
				return parsed
			}
		}
	case orm.KindBinary:
		if b, ok := bytesOf(v); ok {
			return b
		}
	}
	return v
}

// bytesOf reads what JSON has of a Buffer.
func bytesOf(v any) ([]byte, bool) {
	m, ok := v.(*value.Map)
	if !ok || m.Value("type") != "Buffer" {
		return nil, false
	}
	list, ok := m.Value("data").([]any)
	if !ok {
		return nil, false
	}
	out := make([]byte, len(list))
	for i, member := range list {
		n, ok := member.(int64)
		if !ok || n < 0 || n > 255 {
			return nil, false
		}
		out[i] = byte(n)
	}
	return out, true
}

// records returns the records of what an adapter has called back with.
func (t *table) records(s *Store, method string, v any, only []string) ([]*orm.Record, error) {
	rows, err := s.rows(method, v)
	if err != nil {
		return nil, err
	}
	out := make([]*orm.Record, len(rows))
	for i, row := range rows {
		m, ok := row.(*value.Map)
		if !ok {
			return nil, s.unexpected(method, "a list with records", row)
		}
		out[i] = t.record(m, only)
	}
	return out, nil
}
