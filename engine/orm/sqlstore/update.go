package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"

	"framework/engine/orm"
	"framework/engine/value"
)

// Update implements orm.Adapter: all matching records are changed, or none. They are
// returned in the order of their creation on SQLite, of their keys on servers.
func (db *Store) Update(ctx context.Context, m *orm.Model, q *orm.Query, set *value.Map) ([]*orm.Record, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return nil, err
	}
	for k, v := range set.All() {
		if _, undefined := v.(value.Undefined); !undefined && !t.Extra && t.Unknown(k) {
			return nil, db.Wrap("update", t, fmt.Errorf("no such column: %s", k))
		}
	}
	s := db.builder(t)
	defer db.done(s)
	if t.Returning {
		s.reader = t.Reader(nil)
		if s.update(set) {
			s.target(q)
			s.Add(" RETURNING ")
			s.positioned(s.reader)
		} else { // nothing to change
			s.Add("SELECT ")
			s.positioned(s.reader)
			s.Add(" FROM ")
			s.Add(t.Quoted)
			s.target(q)
		}
		if s.Err != nil {
			return nil, s.Err
		}
		s.row = (*statement).readPositioned
		err = db.engine.Write(ctx, s)
	} else {
		err = db.engine.Change(ctx, Do(func(ctx context.Context, on Statements) error { return s.updateReading(ctx, on, q, set) }))
	}
	if err != nil {
		return nil, db.Wrap("update", t, db.uniqueness(t, err, set))
	}
	s.sort()
	return s.records, nil
}

// Destroy implements orm.Adapter.
func (db *Store) Destroy(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return nil, err
	}
	s := db.builder(t)
	defer db.done(s)
	if t.Returning {
		s.reader = t.Reader(nil)
		s.Add("DELETE FROM ")
		s.Add(t.Quoted)
		s.target(q)
		s.Add(" RETURNING ")
		s.positioned(s.reader)
		if s.Err != nil {
			return nil, s.Err
		}
		s.row = (*statement).readPositioned
		err = db.engine.Write(ctx, s)
	} else {
		err = db.engine.Change(ctx, Do(func(ctx context.Context, on Statements) error { return s.destroyReading(ctx, on, q) }))
	}
	if err != nil {
		return nil, db.Wrap("destroy", t, err)
	}
	s.sort()
	return s.records, nil
}

// update adds "UPDATE … SET …"; if there is nothing to set, it adds nothing and returns
// false.
func (b *Builder) update(set *value.Map) bool {
	start, columns, extras := len(b.Bytes), 0, 0
	b.Add("UPDATE ")
	b.Add(b.Quoted)
	b.Add(" SET ")
	for k, v := range set.All() {
		if _, undefined := v.(value.Undefined); undefined {
			continue
		}
		c := b.ByName[k]
		if b.Extra && (c == nil || v == nil && b.Sparse) {
			extras++
		}
		if c == nil {
			continue
		}
		if columns > 0 {
			b.Add(", ")
		}
		columns++
		b.Add(c.Quoted)
		b.Add(" = ")
		b.Param(b.Encode(c, v))
	}
	if extras > 0 {
		if columns > 0 {
			b.Add(", ")
		}
		b.Merge(b, set)
	}
	if columns+extras == 0 {
		b.Bytes = b.Bytes[:start]
		return false
	}
	return true
}

// target adds the condition of a change. SQLite and PostgreSQL have no LIMIT for
// changes, so a query with limit or skip selects its rows by number or key.
func (b *Builder) target(q *orm.Query) {
	if q.Limit <= 0 && q.Skip <= 0 {
		b.Where(q.Where)
		return
	}
	key := b.RowID
	if key == "" {
		key = b.PK.Quoted
	}
	b.Add(" WHERE ")
	b.Add(key)
	b.Add(" IN (SELECT ")
	b.Add(key)
	b.Add(" FROM ")
	b.Add(b.Quoted)
	b.Where(q.Where)
	b.Tail(q)
	b.Add(")")
}

// positioned adds the selection, behind the row number if rows have one.
func (b *Builder) positioned(r *Reader) {
	if b.RowID != "" {
		b.Add(b.RowID)
		b.Add(", ")
	}
	b.Add(r.Selection)
}

// readPositioned makes a record of a row that may begin with its number.
func (s *statement) readPositioned(row Row) error {
	if s.RowID == "" {
		return s.readRecord(row)
	}
	rec, err := s.reader.Record(row, 1)
	s.records, s.positions = append(s.records, rec), append(s.positions, row.Int(0))
	return err
}

// sort sorts the records by their row numbers, or by their keys.
func (s *statement) sort() {
	if len(s.records) > 1 {
		if s.RowID != "" {
			sort.Stable((*byPosition)(s))
			return
		}
		sortByKey(s.records)
	}
}

// byPosition sorts records by their row numbers.
type byPosition statement

func (p *byPosition) Len() int           { return len(p.positions) }
func (p *byPosition) Less(i, j int) bool { return p.positions[i] < p.positions[j] }
func (p *byPosition) Swap(i, j int) {
	p.positions[i], p.positions[j] = p.positions[j], p.positions[i]
	p.records[i], p.records[j] = p.records[j], p.records[i]
}

// sortByKey sorts records by their keys.
func sortByKey(records []*orm.Record) {
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
