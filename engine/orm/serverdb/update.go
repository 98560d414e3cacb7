package serverdb

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"framework/engine/orm"
	"framework/engine/value"
)

// Update implements orm.Adapter: all matching records are changed, or none. They are
// returned in the order of their keys.
func (db *DB) Update(ctx context.Context, m *orm.Model, q *orm.Query, set *value.Map) ([]*orm.Record, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return nil, err
	}
	for k, v := range set.All() {
		if _, undefined := v.(value.Undefined); !undefined && t.unknown(k) {
			return nil, db.wrap("update", t, fmt.Errorf("no such column: %s", k))
		}
	}
	var changed []*orm.Record
	if t.returning {
		changed, err = db.updateReturning(ctx, t, q, set)
	} else {
		err = db.transactional(ctx, func(ctx context.Context, s statements) error {
			changed, err = t.updateReading(ctx, s, q, set)
			return err
		})
	}
	if err != nil {
		return nil, db.wrap("update", t, db.uniqueness(t, err, set))
	}
	return changed, nil
}

func (db *DB) updateReturning(ctx context.Context, t *table, q *orm.Query, set *value.Map) ([]*orm.Record, error) {
	r := t.reader(nil)
	b := t.builder()
	if b.update(set) {
		b.target(q)
		b.Add(" RETURNING ")
		b.Add(r.selection)
	} else { // nothing to change
		b.find(r, q)
	}
	if b.Err != nil {
		return nil, b.Err
	}
	var changed []*orm.Record
	err := db.write(ctx, func(ctx context.Context, s statements) (err error) {
		changed, err = r.records(ctx, s, b)
		return err
	})
	sortByKey(changed)
	return changed, err
}

// updateReading changes records on a server without RETURNING: it reads and locks their
// keys, changes the records and reads them.
func (t *table) updateReading(ctx context.Context, s statements, q *orm.Query, set *value.Map) ([]*orm.Record, error) {
	r := t.reader(nil)
	key, keySet := set.Get(t.pk.name)
	b := t.builder()
	if !b.update(set) { // nothing to change
		b.find(r, q)
		same, err := r.records(ctx, s, b)
		sortByKey(same)
		return same, err
	}
	if t.single(q.Where) && q.Limit <= 0 && q.Skip <= 0 && !keySet {
		b.target(q)
		if b.Err != nil {
			return nil, b.Err
		}
		if _, err := s.exec(ctx, string(b.Bytes), b.args); err != nil {
			return nil, err
		}
		b = t.builder()
		b.find(r, q)
		return r.records(ctx, s, b)
	}
	keys, err := t.lock(ctx, s, q, &rowReader{table: t, columns: []*column{t.pk}, names: []string{t.pk.name}, selection: t.pk.quoted})
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	var ids []any
	for _, k := range keys {
		ids = append(ids, k.ID())
	}
	if err := t.each(ctx, s, ids, func(b *builder) { b.update(set) }); err != nil {
		return nil, err
	}
	if keySet && len(ids) == 1 {
		ids[0] = t.pk.normal(key)
	}
	again, err := t.byKeys(ctx, s, ids)
	if err != nil {
		return nil, err
	}
	out := make([]*orm.Record, 0, len(ids))
	for _, id := range ids {
		if rec := again[id]; rec != nil {
			out = append(out, rec)
		}
	}
	sortByKey(out)
	return out, nil
}

// lock reads the matching records with r, and locks them.
func (t *table) lock(ctx context.Context, s statements, q *orm.Query, r *rowReader) ([]*orm.Record, error) {
	b := t.builder()
	b.find(r, q)
	b.Add(" FOR UPDATE")
	return r.records(ctx, s, b)
}

// each runs a statement on the records with those keys.
func (t *table) each(ctx context.Context, s statements, keys []any, start func(b *builder)) error {
	for chunk := range slices.Chunk(keys, rowsAtOnce) {
		b := t.builder()
		start(b)
		b.Add(" WHERE ")
		b.exactly(t.pk, chunk)
		if b.Err != nil {
			return b.Err
		}
		if _, err := s.exec(ctx, string(b.Bytes), b.args); err != nil {
			return err
		}
	}
	return nil
}

// Destroy implements orm.Adapter.
func (db *DB) Destroy(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return nil, err
	}
	r := t.reader(nil)
	var gone []*orm.Record
	if t.returning {
		b := t.builder()
		b.Add("DELETE FROM ")
		b.Add(t.quoted)
		b.target(q)
		b.Add(" RETURNING ")
		b.Add(r.selection)
		err = db.write(ctx, func(ctx context.Context, s statements) error {
			gone, err = r.records(ctx, s, b)
			return err
		})
	} else {
		err = db.transactional(ctx, func(ctx context.Context, s statements) error {
			if gone, err = t.lock(ctx, s, q, r); err != nil || len(gone) == 0 {
				return err
			}
			keys := make([]any, len(gone))
			for i, rec := range gone {
				keys[i] = rec.ID()
			}
			return t.each(ctx, s, keys, func(b *builder) {
				b.Add("DELETE FROM ")
				b.Add(t.quoted)
			})
		})
	}
	if err != nil {
		return nil, db.wrap("destroy", t, err)
	}
	sortByKey(gone)
	return gone, nil
}

// update adds "UPDATE … SET …"; if there is nothing to set, it adds nothing and returns
// false.
func (b *builder) update(set *value.Map) bool {
	start, columns := len(b.Bytes), 0
	b.Add("UPDATE ")
	b.Add(b.quoted)
	b.Add(" SET ")
	for k, v := range set.All() {
		c := b.byName[k]
		if _, undefined := v.(value.Undefined); undefined || c == nil {
			continue
		}
		if columns > 0 {
			b.Add(", ")
		}
		columns++
		b.Add(c.quoted)
		b.Add(" = ")
		b.arg(c.encode(v))
	}
	if columns == 0 {
		b.Bytes = b.Bytes[:start]
		return false
	}
	return true
}

// target adds the condition of a change. PostgreSQL has no LIMIT for changes, so a query
// with limit or skip selects its rows by key.
func (b *builder) target(q *orm.Query) {
	if q.Limit <= 0 && q.Skip <= 0 {
		b.Where(q.Where, b.logic, b)
		return
	}
	b.Add(" WHERE ")
	b.Add(b.pk.quoted)
	b.Add(" IN (SELECT ")
	b.Add(b.pk.quoted)
	b.Add(" FROM ")
	b.Add(b.quoted)
	b.Where(q.Where, b.logic, b)
	b.tail(q)
	b.Add(")")
}

// sortByKey sorts records by their keys.
func sortByKey(records []*orm.Record) {
	if len(records) < 2 {
		return
	}
	slices.SortStableFunc(records, func(a, b *orm.Record) int {
		switch x := a.ID().(type) {
		case int64:
			if y, ok := b.ID().(int64); ok {
				return cmp.Compare(x, y)
			}
		case string:
			if y, ok := b.ID().(string); ok {
				return cmp.Compare(x, y)
			}
		}
		return 0
	})
}
