package orm

import (
	"context"

	"framework/engine/value"
)

// modern are the Rules of 1.x.
type modern struct{}

func (modern) values() Switches { return Switches{} }

func (modern) declare(c *compiler) { c.archives() }

func (modern) attribute(_ *compiler, _ *Definition, a *Attribute) {
	a.Kind, a.Backfill = modernKind(&a.AttributeDef), modernBackfill(&a.AttributeDef)
}

func (modern) modelWins(*compiler, *Definition, *AttributeDef) bool { return false }

// keyless: the lift ends, as there.
func (modern) keyless(*compiler, *Definition) bool { return false }

func (modern) impliedKey(*compiler, *Model, *Attribute) {}

// joinTable: the table is called as its columns are, capital letters included,
// and its rows have a key in the column that the models have theirs in.
func (modern) joinTable(m *Model, d *Definition, first, second string) {
	key := AttributeDef{Name: "id", Type: "number", PrimaryKey: true, AutoIncrement: true, Unique: true}
	if id := m.byName["id"]; id != nil && id.PrimaryKey && id.AutoIncrement {
		key.Column = id.Column
	}
	d.Table = first + "__" + second
	for i := range d.Attributes {
		d.Attributes[i].Required = true
	}
	d.Attributes = append([]AttributeDef{key}, d.Attributes...)
}

func (modern) nearFirst(near, far string) bool { return near <= far }

func (modern) joinRefers() bool { return true }

func (modern) plainVia() bool { return false }

func (modern) key(m *Model, v any) any {
	if r, ok := v.(*Record); ok {
		v = r.ID()
	}
	if key, ok := m.modernKey(v); ok {
		return key
	}
	return v
}

func (modern) create(ctx context.Context, m *Model, values *value.Map, meta Meta) (*Record, error) {
	records, err := m.insert(ctx, []*value.Map{values}, meta, InvalidNewRecord, nil)
	if err != nil {
		return nil, err
	}
	return records[0], nil
}

func (modern) createEach(ctx context.Context, m *Model, values []*value.Map, meta Meta) ([]*Record, error) {
	return m.insert(ctx, values, meta, InvalidNewRecords, nil)
}

// candidates: the second says that there is no one record.
func (modern) candidates() int { return 2 }

func (modern) emptyReferences() bool { return true }

func (modern) blank(*Model, []string) []string { return nil }

func (modern) failed(m *Model, method string, err error) error { return m.adapterError(method, err) }
