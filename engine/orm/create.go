package orm

import (
	"context"
	"errors"
	"time"

	"framework/engine/ordered"
)

// Create makes one record, nested associations included.
func (m *Model) Create(ctx context.Context, values *ordered.Map) (*Record, error) {
	records, err := m.CreateEach(ctx, []*ordered.Map{values})
	if err != nil {
		return nil, err
	}
	return records[0], nil
}

// CreateEach makes a record of each of values; every one runs the whole create
// pipeline, step by step with the others. Either all are made or none.
func (m *Model) CreateEach(ctx context.Context, values []*ordered.Map) ([]*Record, error) {
	if len(values) == 0 {
		return []*Record{}, nil
	}
	drafts := make([]*draft, len(values))
	several := false
	for i, v := range values {
		drafts[i] = m.draft(v)
		several = several || drafts[i].nested()
	}
	var records []*Record
	run := func(ctx context.Context) (err error) {
		records, err = m.createDrafts(ctx, drafts)
		return err
	}
	var err error
	if several {
		err = m.transact(ctx, run)
	} else {
		err = run(ctx)
	}
	if err != nil {
		return nil, err
	}
	for _, r := range records {
		for _, after := range m.Definition.Callbacks.AfterCreate {
			if err := after(ctx, r); err != nil {
				return nil, err
			}
		}
	}
	return records, nil
}

func (m *Model) createDrafts(ctx context.Context, drafts []*draft) ([]*Record, error) {
	rows := make([]*ordered.Map, len(drafts))
	for _, d := range drafts {
		if err := m.applyDefaults(ctx, d.values); err != nil {
			return nil, err
		}
		if err := m.makeReferences(ctx, d); err != nil {
			return nil, err
		}
		m.castAll(d.values)
		if err := each(ctx, m.Definition.Callbacks.BeforeValidate, d.values); err != nil {
			return nil, err
		}
	}
	for i, d := range drafts {
		if err := m.validate(ctx, d.values, false); err != nil {
			return nil, err
		}
		if err := each(ctx, m.Definition.Callbacks.AfterValidate, d.values); err != nil {
			return nil, err
		}
		if err := each(ctx, m.Definition.Callbacks.BeforeCreate, d.values); err != nil {
			return nil, err
		}
		now := time.Now().UTC().Truncate(time.Millisecond)
		for _, name := range []string{m.Definition.CreatedAt, m.Definition.UpdatedAt} {
			if name != "" && !d.values.Has(name) {
				d.values.Set(name, now)
			}
		}
		m.strip(d.values)
		rows[i] = d.values
	}
	records, err := m.adapter.Create(ctx, m, rows)
	if err != nil {
		return nil, m.refused(err)
	}
	for i, d := range drafts {
		if err := m.link(ctx, records[i], d.collections); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// each runs callbacks in order.
func each(ctx context.Context, callbacks []func(context.Context, *ordered.Map) error, values *ordered.Map) error {
	for _, fn := range callbacks {
		if err := fn(ctx, values); err != nil {
			return err
		}
	}
	return nil
}

// applyDefaults gives attributes that have no value their default.
func (m *Model) applyDefaults(ctx context.Context, values *ordered.Map) error {
	for _, a := range m.Attributes {
		if !a.HasDefault {
			continue
		}
		if v, ok := values.Get(a.Name); ok {
			if _, undefined := v.(ordered.Undefined); !undefined {
				continue
			}
		}
		v := a.Default
		if a.DefaultFunc != nil {
			var err error
			if v, err = a.DefaultFunc(ctx, values); err != nil {
				return err
			}
		}
		if _, undefined := v.(ordered.Undefined); undefined {
			continue
		}
		values.Set(a.Name, ordered.CloneValue(v))
	}
	return nil
}

// castAll brings the values of attributes into their kind.
func (m *Model) castAll(values *ordered.Map) {
	for i := range values.Len() {
		name, v := values.At(i)
		if _, undefined := v.(ordered.Undefined); undefined {
			v = nil
		}
		if a := m.byName[name]; a != nil && v != nil {
			v = Cast(a, v, m.orm.switches)
		}
		values.SetAt(i, v)
	}
}

// strip removes what the model does not declare, where it says so, and what
// has no column.
func (m *Model) strip(values *ordered.Map) {
	for _, name := range values.Keys() {
		a := m.byName[name]
		if a == nil && m.Schema || a != nil && !a.Stored {
			values.Delete(name)
		}
	}
}

// refused turns the adapter's word on uniqueness into a validation error.
func (m *Model) refused(err error) error {
	var taken *UniqueError
	if !errors.As(err, &taken) {
		return err
	}
	return &ValidationError{Invalid: []AttributeFailures{{
		Attribute: taken.Attribute,
		Failures: []Failure{{
			Rule: "unique", Value: taken.Value, HasValue: true,
			Message: "A record with that `" + taken.Attribute + "` already exists (`" + shownKey(taken.Value) + "`).",
		}},
	}}}
}
