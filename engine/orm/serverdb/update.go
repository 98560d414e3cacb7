package serverdb

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
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
		if _, undefined := v.(value.Undefined); !undefined && t.Unknown(k) {
			return nil, db.wrap("update", t, fmt.Errorf("no such column: %s", k))
		}
	}
	var changed []*orm.Record
	if t.Returning {
		changed, err = db.updateReturning(ctx, t, q, set)
	} else {
		err = db.transactional(ctx, func(ctx context.Context, s statements) error {
			changed, err = updateReading(ctx, t, s, q, set)
			return err
		})
	}
	if err != nil {
		return nil, db.wrap("update", t, db.uniqueness(t, err, set))
	}
	return changed, nil
}

func (db *DB) updateReturning(ctx context.Context, t *table, q *orm.Query, set *value.Map) ([]*orm.Record, error) {
	r := t.Reader(nil)
	b := newBuilder(t)
	if b.update(set) {
		b.target(q)
		b.Add(" RETURNING ")
		b.Add(r.Selection)
	} else { // nothing to change
		b.find(r, q)
	}
	if b.Err != nil {
		return nil, b.Err
	}
	var changed []*orm.Record
	err := db.write(ctx, func(ctx context.Context, s statements) (err error) {
		changed, err = records(ctx, r, s, b)
		return err
	})
	sortByKey(changed)
	return changed, err
}

// updateReading changes records on a server without RETURNING: it reads and locks their
// keys, changes the records and reads them.
func updateReading(ctx context.Context, t *table, s statements, q *orm.Query, set *value.Map) ([]*orm.Record, error) {
	r := t.Reader(nil)
	key, keySet := set.Get(t.PK.Name)
	b := newBuilder(t)
	if !b.update(set) { // nothing to change
		b.find(r, q)
		same, err := records(ctx, r, s, b)
		sortByKey(same)
		return same, err
	}
	if t.Single(q.Where) && q.Limit <= 0 && q.Skip <= 0 && !keySet {
		b.target(q)
		if b.Err != nil {
			return nil, b.Err
		}
		if _, err := s.exec(ctx, string(b.Bytes), b.args); err != nil {
			return nil, err
		}
		b = newBuilder(t)
		b.find(r, q)
		return records(ctx, r, s, b)
	}
	keys, err := lock(ctx, t, s, q, t.Reader([]string{t.PK.Name}))
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	var ids []any
	for _, k := range keys {
		ids = append(ids, k.ID())
	}
	if err := each(ctx, t, s, ids, func(b *builder) { b.update(set) }); err != nil {
		return nil, err
	}
	if keySet && len(ids) == 1 {
		ids[0] = normal(t.PK, key)
	}
	again, err := byKeys(ctx, t, s, ids)
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
func lock(ctx context.Context, t *table, s statements, q *orm.Query, r *sqlstore.Reader) ([]*orm.Record, error) {
	b := newBuilder(t)
	b.find(r, q)
	b.Add(" FOR UPDATE")
	return records(ctx, r, s, b)
}

// each runs a statement on the records with those keys.
func each(ctx context.Context, t *table, s statements, keys []any, start func(b *builder)) error {
	for chunk := range slices.Chunk(keys, rowsAtOnce) {
		b := newBuilder(t)
		start(b)
		b.Add(" WHERE ")
		b.exactly(t.PK, chunk)
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
	r := t.Reader(nil)
	var gone []*orm.Record
	if t.Returning {
		b := newBuilder(t)
		b.Add("DELETE FROM ")
		b.Add(t.Quoted)
		b.target(q)
		b.Add(" RETURNING ")
		b.Add(r.Selection)
		err = db.write(ctx, func(ctx context.Context, s statements) error {
			gone, err = records(ctx, r, s, b)
			return err
		})
	} else {
		err = db.transactional(ctx, func(ctx context.Context, s statements) error {
			if gone, err = lock(ctx, t, s, q, r); err != nil || len(gone) == 0 {
				return err
			}
			keys := make([]any, len(gone))
			for i, rec := range gone {
				keys[i] = rec.ID()
			}
			return each(ctx, t, s, keys, func(b *builder) {
				b.Add("DELETE FROM ")
				b.Add(t.Quoted)
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
	b.Add(b.Quoted)
	b.Add(" SET ")
	for k, v := range set.All() {
		c := b.ByName[k]
		if _, undefined := v.(value.Undefined); undefined || c == nil {
			continue
		}
		if columns > 0 {
			b.Add(", ")
		}
		columns++
		b.Add(c.Quoted)
		b.Add(" = ")
		b.arg(encode(c, v))
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
		b.Where(q.Where, b.Logic, b)
		return
	}
	b.Add(" WHERE ")
	b.Add(b.PK.Quoted)
	b.Add(" IN (SELECT ")
	b.Add(b.PK.Quoted)
	b.Add(" FROM ")
	b.Add(b.Quoted)
	b.Where(q.Where, b.Logic, b)
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
