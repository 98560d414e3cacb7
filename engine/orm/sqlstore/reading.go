package sqlstore

import (
	"context"
	"slices"

	"framework/engine/orm"
	"framework/engine/value"
)

// updateReading changes records in a database without RETURNING: it reads and locks their
// keys, changes the records and reads them.
func (s *statement) updateReading(ctx context.Context, on Statements, q *orm.Query, set *value.Map) error {
	t := s.Table
	key, keySet := set.Get(t.PK.Name)
	s.restart(t)
	if !s.update(set) { // nothing to change
		return s.selectAgain(ctx, on, nil, q, "")
	}
	if t.Single(q.Where) && q.Limit <= 0 && q.Skip <= 0 && !keySet {
		s.target(q)
		if s.Err != nil {
			return s.Err
		}
		if _, err := on.Exec(ctx, s.Bytes, s.Args); err != nil {
			return err
		}
		return s.selectAgain(ctx, on, nil, q, "")
	}
	if err := s.selectAgain(ctx, on, []string{t.PK.Name}, q, t.Lock); err != nil || len(s.records) == 0 {
		return err
	}
	ids := s.keysOf()
	if err := s.each(ctx, on, ids, func(b *Builder) { b.update(set) }); err != nil {
		return err
	}
	if keySet && len(ids) == 1 {
		ids[0] = t.Normal(t.PK, key)
	}
	again, err := s.byKeys(ctx, on, ids)
	if err != nil {
		return err
	}
	s.records = make([]*orm.Record, 0, len(ids))
	for _, id := range ids {
		if rec := again[id]; rec != nil {
			s.records = append(s.records, rec)
		}
	}
	return nil
}

// destroyReading is Destroy in a database without RETURNING.
func (s *statement) destroyReading(ctx context.Context, on Statements, q *orm.Query) error {
	if err := s.selectAgain(ctx, on, nil, q, s.Lock); err != nil || len(s.records) == 0 {
		return err
	}
	gone := s.records
	err := s.each(ctx, on, s.keysOf(), func(b *Builder) {
		b.Add("DELETE FROM ")
		b.Add(b.Quoted)
	})
	s.records = gone
	return err
}

// selectAgain reads the matching records: the attributes in list, all if it is empty.
func (s *statement) selectAgain(ctx context.Context, on Statements, list []string, q *orm.Query, lock string) error {
	s.restart(s.Table)
	s.reader, s.row = s.Table.Reader(list), (*statement).readRecord
	s.find(s.reader, q)
	s.Add(lock)
	if s.Err != nil {
		return s.Err
	}
	return s.Run(ctx, on)
}

func (s *statement) keysOf() []any {
	keys := make([]any, len(s.records))
	for i, rec := range s.records {
		keys[i] = rec.ID()
	}
	return keys
}

// each runs a statement on the records with those keys.
func (s *statement) each(ctx context.Context, on Statements, keys []any, start func(b *Builder)) error {
	for chunk := range slices.Chunk(keys, s.RowsAtOnce) {
		s.restart(s.Table)
		start(&s.Builder)
		s.Add(" WHERE ")
		s.Keys(&s.Builder, s.PK, chunk)
		if s.Err != nil {
			return s.Err
		}
		if _, err := on.Exec(ctx, s.Bytes, s.Args); err != nil {
			return err
		}
	}
	return nil
}
