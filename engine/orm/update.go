package orm

import (
	"context"
	"time"

	"framework/engine/value"
)

// Update sets values on all matching records and returns them. Collections
// among the values replace those of every record; objects that have the key of
// a record change that record.
func (m *Model) Update(ctx context.Context, q *Query, values *value.Map) ([]*Record, error) {
	records, _, err := m.orm.rules.update(ctx, m, q, values)
	return records, err
}

// UpdateWritten is Update that also returns what was written: the values in the
// types of their attributes, with what callbacks have added, and the time. Values
// that no column takes are not among them.
func (m *Model) UpdateWritten(ctx context.Context, q *Query, values *value.Map) ([]*Record, *value.Map, error) {
	return m.orm.rules.update(ctx, m, q, values)
}

func (classic) update(ctx context.Context, m *Model, q *Query, values *value.Map) ([]*Record, *value.Map, error) {
	d := m.draft(values.Clone())
	var records []*Record
	run := func(ctx context.Context) (err error) {
		records, err = m.updateDraft(ctx, q, d)
		return err
	}
	var err error
	if d.nested() {
		err = m.Transact(ctx, run)
	} else {
		err = run(ctx)
	}
	if err != nil {
		return nil, nil, err
	}
	for _, r := range records {
		for _, after := range m.Definition.Callbacks.AfterUpdate {
			if err := after(ctx, r); err != nil {
				return nil, nil, err
			}
		}
	}
	return records, d.values, nil
}

func (m *Model) updateDraft(ctx context.Context, q *Query, d *draft) ([]*Record, error) {
	if err := m.makeReferences(ctx, d, true); err != nil {
		return nil, err
	}
	if _, undefined := d.values.Value(m.PrimaryKey).(value.Undefined); undefined {
		d.values.Delete(m.PrimaryKey)
	}
	m.castAll(d.values)
	if err := each(ctx, m.Definition.Callbacks.BeforeValidate, d.values); err != nil {
		return nil, err
	}
	if err := m.validate(ctx, d.values, true); err != nil {
		return nil, err
	}
	if err := each(ctx, m.Definition.Callbacks.AfterValidate, d.values); err != nil {
		return nil, err
	}
	if err := each(ctx, m.Definition.Callbacks.BeforeUpdate, d.values); err != nil {
		return nil, err
	}
	if name := m.Definition.UpdatedAt; name != "" {
		d.values.Set(name, time.Now().UTC().Truncate(time.Millisecond))
	}
	m.strip(d.values)
	if c, ok := q.Where.(Compare); ok && c.Op == Equal && c.Attr == m.PrimaryKey && keyOf(c.Value) != nil && keyOf(c.Value) == keyOf(d.values.Value(m.PrimaryKey)) {
		d.values.Delete(m.PrimaryKey) // it is what it was
	}
	if q.Nothing {
		return []*Record{}, nil
	}
	records, err := m.queries.Update(ctx, m, q, d.values)
	if err != nil {
		return nil, m.refused(err)
	}
	if len(records) > 0 {
		if err := m.updateReferences(ctx, d); err != nil {
			return nil, err
		}
	}
	for _, r := range records {
		for _, c := range d.collections {
			if err := m.replace(ctx, r.ID(), c.assoc, c.items); err != nil {
				return nil, err
			}
		}
	}
	return records, nil
}
