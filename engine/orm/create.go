package orm

import (
	"context"
	"errors"
	"time"

	"framework/engine/value"
)

// Create makes one record, nested associations included.
func (m *Model) Create(ctx context.Context, values *value.Map) (*Record, error) {
	return m.orm.rules.create(ctx, m, values, Meta{})
}

// CreateWith is Create with options, which the classic releases do not have.
func (m *Model) CreateWith(ctx context.Context, values *value.Map, meta Meta) (*Record, error) {
	return m.orm.rules.create(ctx, m, values, meta)
}

// CreateEach makes a record of each of values; every one runs the whole create
// pipeline, step by step with the others. Either all are made or none.
func (m *Model) CreateEach(ctx context.Context, values []*value.Map) ([]*Record, error) {
	return m.orm.rules.createEach(ctx, m, values, Meta{})
}

// CreateEachWith is CreateEach with options, which the classic releases do not
// have.
func (m *Model) CreateEachWith(ctx context.Context, values []*value.Map, meta Meta) ([]*Record, error) {
	return m.orm.rules.createEach(ctx, m, values, meta)
}

func (classic) createEach(ctx context.Context, m *Model, values []*value.Map, _ Meta) ([]*Record, error) {
	if len(values) == 0 {
		return []*Record{}, nil
	}
	drafts := make([]*draft, len(values))
	several := false
	for i, v := range values {
		v = v.Clone()
		if err := m.applyDefaults(ctx, v); err != nil {
			return nil, err
		}
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
		err = m.Transact(ctx, run)
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
	rows := make([]*value.Map, len(drafts))
	for _, d := range drafts {
		if err := m.makeReferences(ctx, d, false); err != nil {
			return nil, err
		}
		m.dropEmptyNumbers(d.values)
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
			if name != "" && !value.Truthy(d.values.Value(name)) {
				d.values.Set(name, now)
			}
		}
		m.strip(d.values)
		rows[i] = d.values
	}
	records, err := m.queries.Create(ctx, m, rows)
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
func each(ctx context.Context, callbacks []func(context.Context, *value.Map) error, values *value.Map) error {
	for _, fn := range callbacks {
		if err := fn(ctx, values); err != nil {
			return err
		}
	}
	return nil
}

// applyDefaults gives attributes that have no value their default.
func (m *Model) applyDefaults(ctx context.Context, values *value.Map) error {
	for _, a := range m.Attributes {
		if !a.HasDefault {
			continue
		}
		if v, ok := values.Get(a.Name); ok {
			if _, undefined := v.(value.Undefined); !undefined {
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
		if _, undefined := v.(value.Undefined); undefined {
			continue
		}
		values.Set(a.Name, value.CloneValue(v))
	}
	return nil
}

// castAll brings the values of attributes into their kind; those of collections
// stay as they are.
func (m *Model) castAll(values *value.Map) {
	for i := range values.Len() {
		name, v := values.At(i)
		if _, undefined := v.(value.Undefined); undefined {
			v = nil
		}
		if a := m.byName[name]; a != nil && a.Stored && v != nil {
			v = Cast(a, v, m.orm.switches)
		}
		values.SetAt(i, v)
	}
}

// dropEmptyNumbers removes what says nothing, 0 included, from attributes that the
// store gives a value.
func (m *Model) dropEmptyNumbers(values *value.Map) {
	for _, a := range m.Attributes {
		if !a.AutoIncrement && !m.givesKey(a) {
			continue
		}
		if v := values.Value(a.Name); !value.Truthy(v) || Cast(a, v, m.orm.switches) == int64(0) {
			values.Delete(a.Name)
		}
	}
}

// strip removes what the model does not declare, if it has schema: true, and
// what has no column.
func (m *Model) strip(values *value.Map) {
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
	return &ValidationError{Messages: m.Definition.Messages, Invalid: []AttributeFailures{{
		Attribute: taken.Attribute,
		Failures: []Failure{{
			Rule: "unique", Value: taken.Value, HasValue: true,
			Message: "A record with that `" + taken.Attribute + "` already exists (`" + shownKey(taken.Value) + "`).",
		}},
	}}}
}

// taken reports whether an error is about a value that has to be unique.
func taken(err error) bool {
	if e, ok := errors.AsType[*AdapterError](err); ok {
		return e.Code == "E_UNIQUE"
	}
	e, ok := errors.AsType[*ValidationError](err)
	return ok && e.Model == "" && len(e.Invalid) > 0
}
