package orm

import (
	"context"

	"framework/engine/value"
)

// Find returns the matching records, with the populations of the query.
func (m *Model) Find(ctx context.Context, q *Query) ([]*Record, error) {
	if err := m.checkPopulate(q); err != nil {
		return nil, err
	}
	if q.Nothing {
		return []*Record{}, nil
	}
	if len(q.Populate) > 0 && Budget(ctx) > 0 {
		return nil, ErrNotBrief
	}
	records, err := m.queries.Find(ctx, m, m.selecting(q))
	if err != nil {
		return nil, m.orm.rules.failed(m, "find", err)
	}
	if err := m.showDecrypted(records, q.Meta.Decrypt); err != nil {
		return nil, err
	}
	if len(q.Populate) > 0 && len(records) > 0 {
		if err := m.populate(ctx, records, q.Populate); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// AggregateOfNone is what code of projects gets for aggregates of no record:
// no values, but document stores count up to 0.
func (m *Model) AggregateOfNone(q *Query) *Record {
	r := NewRecord(m)
	for _, name := range q.Sum {
		if m.adapter.Traits().Sparse {
			r.Set(name, int64(0))
		} else {
			r.Set(name, nil)
		}
	}
	for _, names := range [][]string{q.Average, q.Min, q.Max} {
		for _, name := range names {
			if !r.Has(name) {
				r.Set(name, nil)
			}
		}
	}
	return r
}

// FindOne returns the first match, nil when there is none. In a modern model
// several are a *SeveralError.
func (m *Model) FindOne(ctx context.Context, q *Query) (*Record, error) {
	if !m.byNumber(q) {
		one := *q
		one.Limit = m.orm.rules.candidates()
		q = &one
	}
	records, err := m.Find(ctx, q)
	if err != nil || len(records) == 0 {
		return nil, err
	}
	if len(records) > 1 {
		return nil, &SeveralError{Model: m.GlobalID, Method: "findOne", Keys: keysIn(records), Criteria: m.criteriaOf(q)}
	}
	return records[0], nil
}

// byNumber reports a query for the record with one key that is a number, of
// which there cannot be two.
func (m *Model) byNumber(q *Query) bool {
	c, ok := q.Where.(Compare)
	if !ok || c.Op != Equal || c.Attr != m.PrimaryKey {
		return false
	}
	_, ok = c.Value.(int64)
	return ok
}

// Count counts the matching records.
func (m *Model) Count(ctx context.Context, q *Query) (int64, error) {
	if q.Nothing {
		return 0, nil
	}
	n, err := m.queries.Count(ctx, m, q)
	if err != nil {
		err = m.orm.rules.failed(m, "count", err)
	}
	return n, err
}

// AppendFind appends the matching records as JSON, as JSONFinder does. ok is
// false, and nothing was done, where records have to be looked at on the way:
// the model or its store does not allow it, or the query populates.
func (m *Model) AppendFind(ctx context.Context, dst []byte, q *Query, prefix, indent string) (out []byte, n int, ok bool, err error) {
	finder, can := m.adapter.(JSONFinder)
	if !can || m.hasProtected || m.hasEncrypted || len(q.Populate) > 0 || m.Definition != nil && m.Definition.ToJSON {
		return dst, 0, false, nil
	}
	if q.Nothing {
		return dst, 0, true, nil
	}
	err = m.counted(func() error {
		out, n, err = finder.AppendFind(ctx, dst, m, q, prefix, indent)
		return err
	})
	if err != nil {
		err = m.orm.rules.failed(m, "find", err)
	}
	return out, n, true, err
}

// FindOrCreate returns the first match, or a new record and true.
func (m *Model) FindOrCreate(ctx context.Context, q *Query, values *value.Map) (*Record, bool, error) {
	var found *Record
	var made bool
	err := m.Transact(ctx, func(ctx context.Context) (err error) {
		if found, err = m.FindOne(ctx, q); err != nil || found != nil {
			return err
		}
		made = true
		found, err = m.CreateWith(ctx, values, q.Meta)
		return err
	})
	if taken(err) {
		// Another request has created a record meanwhile, which may match.
		if there, e := m.FindOne(ctx, q); e == nil && there != nil {
			return there, false, nil
		}
	}
	if err != nil {
		return nil, false, err
	}
	return found, made, nil
}

// ByKey is a query for the record that has exactly this primary key.
func (m *Model) ByKey(key any) *Query { return m.byKeys(key) }

// byKeys is a query for the records that have exactly these primary keys.
func (m *Model) byKeys(keys ...any) *Query {
	if len(keys) == 1 {
		return &Query{Where: Compare{Attr: m.PrimaryKey, Op: Equal, Value: keys[0], Exact: true}}
	}
	return &Query{Where: Compare{Attr: m.PrimaryKey, Op: In, Value: keys, Exact: true}, Nothing: len(keys) == 0}
}
