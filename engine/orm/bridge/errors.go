package bridge

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
)

// failed is the error of an operation. What the adapter itself has refused keeps its
// error.
func (s *Store) failed(t *table, method string, err error) error {
	if e := s.missing(err); e != nil {
		return e
	}
	return s.placed(t, method, err)
}

// placed adds the table to an error that says nothing of where it comes from.
func (s *Store) placed(t *table, method string, err error) error {
	var unsupported *orm.UnsupportedError
	if errors.As(err, &unsupported) {
		return fmt.Errorf("%s of model %s: the adapter %s (%s): %w", method, t.model.Identity, s.driver.Name(), s.driver.Source(), err)
	}
	return err
}

// missing is the error for a table that the adapter does not find; nil for others.
func (s *Store) missing(err error) error {
	d := detailsOf(err)
	if d == nil {
		return nil
	}
	footprint, _ := d.Value("footprint").(*value.Map)
	if footprint != nil && footprint.Value("identity") == "noSuchPhysicalModel" {
		return &orm.MissingTableError{Err: err}
	}
	return nil
}

func detailsOf(err error) *value.Map {
	var r Refusal
	if errors.As(err, &r) {
		return r.Details()
	}
	return nil
}

// refused is the error of a write. row has the values that are at fault, all of them
// where it is not known which.
func (s *Store) refused(ctx context.Context, t *table, method string, err error, row *value.Map, rows []*value.Map) error {
	keys, violated := violation(err)
	if !violated {
		return s.failed(t, method, err)
	}
	for _, key := range keys {
		if name := t.violated(key); name != "" {
			return &orm.UniqueError{Attribute: name, Value: plain(valueIn(row, rows, name))}
		}
	}
	if len(rows) == 0 {
		rows = []*value.Map{row}
	}
	if e := s.search(ctx, t, rows); e != nil {
		return e
	}
	for _, c := range t.columns { // what the adapter says is true, whatever it does not say
		if c.attr.Unique && row.Value(c.attr.Name) != nil {
			return &orm.UniqueError{Attribute: c.attr.Name, Value: plain(row.Value(c.attr.Name))}
		}
	}
	return s.failed(t, method, err)
}

// valueIn is the value of an attribute in a row, or in the first row that has one.
func valueIn(row *value.Map, rows []*value.Map, name string) any {
	if v, ok := row.Get(name); ok {
		return v
	}
	for _, r := range rows {
		if v, ok := r.Get(name); ok {
			return v
		}
	}
	return nil
}

// violated is the attribute that an adapter names by its column, by itself, or by the
// name of an index of the table.
func (t *table) violated(key string) string {
	if c := t.byColumn[key]; c != nil {
		return c.attr.Name
	}
	if c := t.byAttr[key]; c != nil {
		return c.attr.Name
	}
	for _, c := range t.columns {
		if c.attr.Unique && (strings.HasSuffix(key, "."+c.name) || strings.HasSuffix(key, "_"+c.name) || key == "PRIMARY" && c == t.key) {
			return c.attr.Name
		}
	}
	return ""
}

// violation are the columns whose values have to be unique and are not, as the error
// of an adapter names them.
func violation(err error) (keys []string, violated bool) {
	d := detailsOf(err)
	if d == nil {
		return nil, false
	}
	if footprint, ok := d.Value("footprint").(*value.Map); ok && footprint.Value("identity") == "notUnique" {
		list, _ := footprint.Value("keys").([]any)
		for _, key := range list {
			if name, ok := key.(string); ok {
				keys = append(keys, name)
			}
		}
		return keys, true
	}
	invalid, _ := d.Value("invalidAttributes").(*value.Map)
	if invalid != nil {
		for name, rules := range invalid.All() {
			list, _ := rules.([]any)
			if one, ok := rules.(*value.Map); ok {
				list = []any{one}
			}
			for _, rule := range list {
				if m, ok := rule.(*value.Map); ok && m.Value("rule") == "unique" {
					keys = append(keys, name)
				}
			}
		}
	}
	return keys, len(keys) > 0 || d.Value("code") == "E_UNIQUE"
}

// search looks for the value that is taken: stored, or twice among the rows.
func (s *Store) search(ctx context.Context, t *table, rows []*value.Map) error {
	for _, c := range t.columns {
		if !c.attr.Unique {
			continue
		}
		for _, row := range rows {
			v := plain(row.Value(c.attr.Name))
			if v == nil {
				continue
			}
			found, err := s.calls.find(ctx, t, &orm.Query{Where: orm.Compare{Attr: c.attr.Name, Op: orm.Equal, Value: v, Exact: true}, Limit: 1})
			list, _ := found.([]any)
			if err == nil && len(list) > 0 || twice(rows, c.attr.Name, string(value.Append(nil, v))) {
				return &orm.UniqueError{Attribute: c.attr.Name, Value: v}
			}
		}
	}
	return nil
}

// twice reports whether two rows have a value.
func twice(rows []*value.Map, name, id string) bool {
	n := 0
	for _, row := range rows {
		if v := plain(row.Value(name)); v != nil && string(value.Append(nil, v)) == id {
			n++
		}
	}
	return n > 1
}
