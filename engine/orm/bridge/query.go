package bridge

import (
	"context"
	"fmt"

	"framework/engine/orm"
	"framework/engine/value"
)

var everything = &orm.Query{}

// asked is a query, divided into what the adapter is asked and what is left to do.
type asked struct {
	q     *orm.Query // for the adapter: its condition is one that it can say
	rest  orm.Expr   // nil for nothing
	never bool
}

func (s *Store) ask(q *orm.Query) asked {
	if q == nil {
		q = everything
	}
	if q.Nothing {
		return asked{q: q, never: true}
	}
	part, rest, never := split(s.calls, q.Where)
	if rest == nil {
		own := *q
		own.Where = part
		return asked{q: &own, never: never}
	}
	if part == nil {
		s.warnFiltered(rest)
	}
	return asked{q: &orm.Query{Where: part}, rest: rest}
}

func (s *Store) warnFiltered(rest orm.Expr) {
	s.filtered.Do(func() {
		s.log.Warn("the adapter cannot be asked some conditions: its records are filtered by the server, which reads more of them", "condition", string(value.Append(nil, orm.Condition(rest, nil))))
	})
}

// comparing decides what the adapter cannot be asked.
func (s *Store) comparing() matcher { return matcher{folds: s.calls.merges()} }

// Find implements orm.Adapter.
func (s *Store) Find(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	t, err := s.of(m)
	if err != nil {
		return nil, err
	}
	if q == nil {
		q = everything
	}
	a := s.ask(q)
	switch {
	case a.never:
		return nil, nil
	case q.Aggregates():
		return s.aggregate(ctx, t, q, a)
	case a.rest != nil:
		return s.filter(ctx, t, q, a)
	}
	rows, err := s.calls.find(ctx, t, a.q)
	if err != nil {
		return nil, s.failed(t, "find", err)
	}
	return t.records(s, "find", rows, q.Select)
}

// filter finds what the adapter can be asked, and takes of it what the query asks.
func (s *Store) filter(ctx context.Context, t *table, q *orm.Query, a asked) ([]*orm.Record, error) {
	rows, err := s.calls.find(ctx, t, a.q)
	if err != nil {
		return nil, s.failed(t, "find", err)
	}
	all, err := t.records(s, "find", rows, nil)
	if err != nil {
		return nil, err
	}
	m := s.comparing()
	var list []*orm.Record
	for _, r := range all {
		if m.match(r, a.rest) {
			list = append(list, r)
		}
	}
	m.sort(list, q.Sort)
	list = window(list, q)
	if len(q.Select) > 0 {
		for _, r := range list {
			for _, name := range r.Keys() {
				if name != t.model.PrimaryKey && !selects(q.Select, name) {
					r.Delete(name)
				}
			}
		}
	}
	return list, nil
}

// aggregate lets the adapter compute the aggregates, or computes them from what it
// finds.
func (s *Store) aggregate(ctx context.Context, t *table, q *orm.Query, a asked) ([]*orm.Record, error) {
	if a.rest == nil {
		rows, done, err := s.calls.aggregate(ctx, t, a.q)
		if err != nil {
			return nil, s.failed(t, "find", err)
		}
		if done {
			return t.records(s, "find", rows, nil)
		}
	}
	s.aggregated.Do(func() {
		s.log.Warn("the adapter cannot compute these aggregates: the server reads the records for them", "model", t.model.Identity)
	})
	plainly := &orm.Query{Where: q.Where, Sort: q.Sort, Limit: q.Limit, Skip: q.Skip}
	list, err := s.Find(ctx, t.model, plainly)
	if err != nil {
		return nil, err
	}
	return s.comparing().aggregates(t, q, list), nil
}

// Create implements orm.Adapter. When a row is refused, those before it are removed
// again.
func (s *Store) Create(ctx context.Context, m *orm.Model, rows []*value.Map) ([]*orm.Record, error) {
	t, err := s.of(m)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	list := make([]any, len(rows))
	for i, row := range rows {
		list[i] = t.row(row)
	}
	made, err := s.calls.create(ctx, t, list)
	if err != nil {
		s.takeBack(ctx, t, made)
		return nil, s.refused(ctx, t, "create", err, rows[min(len(made), len(rows)-1)], rows)
	}
	return t.records(s, "create", made, nil)
}

// takeBack removes rows of a list that was refused later.
func (s *Store) takeBack(ctx context.Context, t *table, made []any) {
	var keys []any
	for _, row := range made {
		if r, ok := row.(*value.Map); ok && r.Value(t.key.name) != nil {
			keys = append(keys, r.Value(t.key.name))
		}
	}
	if len(keys) == 0 {
		return
	}
	those := &orm.Query{Where: orm.Compare{Attr: t.model.PrimaryKey, Op: orm.In, Value: keys, Exact: true}}
	if _, err := s.calls.destroy(context.WithoutCancel(ctx), t, those); err != nil {
		s.log.Error("records of a list that was refused are left", "model", t.model.Identity, "error", err)
	}
}

// written is the table of a write, and a query for the records that it has to change; the
// query is nil if there are none.
func (s *Store) written(ctx context.Context, m *orm.Model, q *orm.Query) (*table, *orm.Query, error) {
	t, err := s.of(m)
	if err != nil {
		return nil, nil, err
	}
	those, err := s.narrowed(ctx, t, q)
	return t, those, err
}

// narrowed is a query for those records that a write has to change, where the adapter
// cannot be asked for them at once.
func (s *Store) narrowed(ctx context.Context, t *table, q *orm.Query) (*orm.Query, error) {
	if q == nil {
		q = everything
	}
	a := s.ask(q)
	if a.never {
		return nil, nil
	}
	if a.rest == nil && q.Limit <= 0 && q.Skip <= 0 {
		return a.q, nil
	}
	// Adapters need not know a window of writes: sails-disk 2 destroys all matching
	// records, and returns those in the window.
	wide := *a.q
	wide.Sort, wide.Limit, wide.Skip = q.Sort, 0, 0
	all, err := s.Find(ctx, t.model, &wide)
	if err != nil {
		return nil, err
	}
	m := s.comparing()
	var list, others []*orm.Record
	for _, r := range all {
		if a.rest == nil || m.match(r, a.rest) {
			list = append(list, r)
		} else {
			others = append(others, r)
		}
	}
	list = window(list, q)
	if len(list) == 0 {
		return nil, nil
	}
	keys := make([]any, len(list))
	for i, r := range list {
		keys[i] = r.ID()
		// The keys are asked for in the way of the adapter.
		for _, other := range others {
			if m.equal(r.ID(), other.ID(), false) {
				return nil, &orm.UsageError{Reason: fmt.Sprintf("the adapter %s compares text without case: it cannot change the record `%v` without `%v`", s.driver.Name(), r.ID(), other.ID())}
			}
		}
	}
	return &orm.Query{Where: orm.Compare{Attr: t.model.PrimaryKey, Op: orm.In, Value: keys, Exact: true}}, nil
}

// Update implements orm.Adapter.
func (s *Store) Update(ctx context.Context, m *orm.Model, q *orm.Query, set *value.Map) ([]*orm.Record, error) {
	t, those, err := s.written(ctx, m, q)
	if err != nil || those == nil {
		return nil, err
	}
	rows, err := s.calls.update(ctx, t, those, t.row(set))
	if err != nil {
		return nil, s.refused(ctx, t, "update", err, set, nil)
	}
	return t.records(s, "update", rows, nil)
}

// Destroy implements orm.Adapter.
func (s *Store) Destroy(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	t, those, err := s.written(ctx, m, q)
	if err != nil || those == nil {
		return nil, err
	}
	rows, err := s.calls.destroy(ctx, t, those)
	if err != nil {
		return nil, s.failed(t, "destroy", err)
	}
	return t.records(s, "destroy", rows, nil)
}

// Count implements orm.Adapter.
func (s *Store) Count(ctx context.Context, m *orm.Model, q *orm.Query) (int64, error) {
	t, err := s.of(m)
	if err != nil {
		return 0, err
	}
	if q == nil {
		q = everything
	}
	a := s.ask(q)
	switch {
	case a.never:
		return 0, nil
	case a.rest != nil:
		list, err := s.filter(ctx, t, q, a)
		return int64(len(list)), err
	}
	n, err := s.calls.count(ctx, t, a.q)
	if err != nil {
		return 0, s.failed(t, "count", err)
	}
	return n, nil
}

// counted is the count that an adapter has called back with.
func (s *Store) counted(method string, v any) (int64, error) {
	switch v := v.(type) {
	case int64:
		return v, nil
	case float64:
		return int64(v), nil
	case string: // of a driver for which a count is too large for a number
		if n, err := value.Parse([]byte(v)); err == nil {
			if n, ok := n.(int64); ok {
				return n, nil
			}
		}
	}
	return 0, s.unexpected(method, "a number", v)
}

// rows is the list that an adapter has called back with; one row stands for a list of
// it, nothing for no row.
func (s *Store) rows(method string, v any) ([]any, error) {
	switch v := v.(type) {
	case []any:
		return v, nil
	case nil, value.Undefined:
		return nil, nil
	case *value.Map:
		return []any{v}, nil
	}
	return nil, s.unexpected(method, "a list of records", v)
}

func (s *Store) unexpected(method, wanted string, v any) error {
	return fmt.Errorf("%s of the adapter %s (%s) called back with %s instead of %s", method, s.driver.Name(), s.driver.Source(), value.Inspect(v), wanted)
}
