package orm

import "context"

// Destroy removes all matching records and returns them. Links of many-to-many
// associations go with them; children of one-to-many keep their reference.
func (m *Model) Destroy(ctx context.Context, q *Query) ([]*Record, error) {
	return m.orm.rules.destroy(ctx, m, q)
}

func (classic) destroy(ctx context.Context, m *Model, q *Query) ([]*Record, error) {
	for _, before := range m.Definition.Callbacks.BeforeDestroy {
		if err := before(ctx, q); err != nil {
			return nil, err
		}
	}
	if q.Nothing {
		return []*Record{}, nil
	}
	var gone []*Record
	run := func(ctx context.Context) (err error) {
		if gone, err = m.queries.Destroy(ctx, m, q); err != nil || len(gone) == 0 {
			return err
		}
		keys := make([]any, len(gone))
		for i, r := range gone {
			keys[i] = r.ID()
		}
		for _, a := range m.Associations {
			if a.Through == "" {
				continue
			}
			var links Expr = Compare{Attr: a.Near, Op: In, Value: keys, Exact: true}
			if a.Target == m.Identity { // others link to the records as well
				links = Or{links, Compare{Attr: a.Far, Op: In, Value: keys, Exact: true}}
			}
			if _, err := m.orm.Model(a.Through).Destroy(ctx, &Query{Where: links}); err != nil {
				return err
			}
		}
		return nil
	}
	var err error
	if m.linked() {
		err = m.Transact(ctx, run)
	} else {
		err = run(ctx)
	}
	if err != nil {
		return nil, err
	}
	for _, after := range m.Definition.Callbacks.AfterDestroy {
		if err := after(ctx, gone); err != nil {
			return nil, err
		}
	}
	return gone, nil
}

// linked reports whether other tables hold links to the model's records.
func (m *Model) linked() bool {
	for _, a := range m.Associations {
		if a.Through != "" {
			return true
		}
	}
	return false
}
