package ormtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"framework/engine/orm"
	"framework/engine/value"
)

// Naive is an orm.Adapter in memory that processes row by row. It follows the contract
// literally, without optimisations. Of the optional interfaces it implements only
// transactions, so that the ORM itself joins.
type Naive struct {
	traits Traits
	mu     sync.Mutex
	tables map[string]*rows // by table name
}

var (
	_ orm.Adapter    = (*Naive)(nil)
	_ orm.Transactor = (*Naive)(nil)
)

// rows is one table. A stored row is never changed, only replaced.
type rows struct {
	list []*value.Map     // by attribute name, in the order of creation
	last map[string]int64 // the highest number given so far, by attribute
}

// NewNaive returns an empty store.
func NewNaive(traits Traits) *Naive {
	return &Naive{traits: traits, tables: map[string]*rows{}}
}

// Traits implements orm.Adapter.
func (n *Naive) Traits() orm.Traits {
	return orm.Traits{Sparse: n.traits.Sparse, Schema: !n.traits.Sparse}
}

// Define implements orm.Adapter. It creates tables again; safe keeps existing ones.
func (n *Naive) Define(_ context.Context, models []*orm.Model) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, m := range models {
		if n.tables[m.Table] == nil || m.Definition.Migrate == orm.Drop {
			n.tables[m.Table] = &rows{last: map[string]int64{}}
		}
	}
	return nil
}

// Close implements orm.Adapter.
func (n *Naive) Close() error { return nil }

type naiveTransaction struct{ *Naive }

// Transact implements orm.Transactor: a transaction excludes all other operations. A
// failed one, nested or not, leaves the tables unchanged.
func (n *Naive) Transact(ctx context.Context, fn func(ctx context.Context) error) error {
	defer n.lock(ctx)()
	before := make(map[string]*rows, len(n.tables))
	for name, t := range n.tables {
		before[name] = t.clone()
	}
	err := fn(context.WithValue(ctx, naiveTransaction{n}, true))
	if err != nil {
		n.tables = before
	}
	return err
}

// lock locks the store for one operation, unless ctx belongs to a transaction, which
// has locked it already.
func (n *Naive) lock(ctx context.Context) (unlock func()) {
	if ctx.Value(naiveTransaction{n}) != nil {
		return func() {}
	}
	n.mu.Lock()
	return n.mu.Unlock
}

func (t *rows) clone() *rows { return &rows{list: slices.Clone(t.list), last: maps.Clone(t.last)} }

// change runs fn on a copy of the model's table, which replaces the table if fn
// succeeds.
func (n *Naive) change(ctx context.Context, m *orm.Model, fn func(t *rows) error) error {
	defer n.lock(ctx)()
	t := n.tables[m.Table]
	if t == nil {
		return fmt.Errorf("there is no table %q", m.Table)
	}
	t = t.clone()
	if err := fn(t); err != nil {
		return err
	}
	n.arrange(m, t.list)
	n.tables[m.Table] = t
	return nil
}

// arrange sorts rows into the natural order.
func (n *Naive) arrange(m *orm.Model, list []*value.Map) {
	if n.traits.Natural == ByKey || n.traits.Natural == ByAutomaticKey && m.Attribute(m.PrimaryKey).AutoIncrement {
		copy(list, n.sorted(list, []orm.Order{{Attr: m.PrimaryKey}}))
	}
}

// Create implements orm.Adapter.
func (n *Naive) Create(ctx context.Context, m *orm.Model, list []*value.Map) ([]*orm.Record, error) {
	var made []*orm.Record
	err := n.change(ctx, m, func(t *rows) error {
		for _, values := range list {
			row, err := n.row(t, m, values)
			if err != nil {
				return err
			}
			t.list = append(t.list, row)
			if err := n.check(t, m, row); err != nil {
				return err
			}
			r := n.record(m, row, nil)
			if !n.traits.TableOrder {
				r = asGiven(r, values)
			}
			made = append(made, r)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

// asGiven sorts the attributes of a new record: given values in their order, then
// automatic numbers, then nulls.
func asGiven(r *orm.Record, values *value.Map) *orm.Record {
	out := orm.NewRecord(r.Model)
	take := func(when func(name string, v any) bool, names []string) {
		for _, name := range names {
			if v, ok := r.Get(name); ok && when(name, v) {
				out.Set(name, v)
			}
		}
	}
	given := func(name string, v any) bool {
		_, undefined := values.Value(name).(value.Undefined)
		return !undefined && (v == nil || values.Value(name) != nil)
	}
	take(given, values.Keys())
	take(func(_ string, v any) bool { return v != nil }, r.Keys())
	take(func(string, any) bool { return true }, r.Keys())
	return out
}

// row returns a new row with the values and its automatic numbers.
func (n *Naive) row(t *rows, m *orm.Model, values *value.Map) (*value.Map, error) {
	row := value.New(len(m.Attributes))
	for _, a := range m.Attributes {
		if !a.Stored {
			continue
		}
		v, given := values.Get(a.Name)
		if _, undefined := v.(value.Undefined); undefined {
			v, given = nil, false
		}
		if a.AutoIncrement {
			if v == nil {
				v, given = t.last[a.Name]+1, true
			}
			if number, ok := v.(int64); ok {
				t.last[a.Name] = max(t.last[a.Name], number)
			}
		}
		if n.traits.Documents && a.Unique && v == nil {
			continue
		}
		if given || !n.traits.Sparse {
			row.Set(a.Name, stored(v))
		}
	}
	return row, n.undeclared(m, row, values)
}

// undeclared adds undeclared attributes to row, if the store keeps them.
func (n *Naive) undeclared(m *orm.Model, row, values *value.Map) error {
	for name, v := range values.All() {
		if _, undefined := v.(value.Undefined); undefined || m.Attribute(name) != nil {
			continue
		}
		if !n.traits.Sparse {
			return fmt.Errorf("there is no column %q", name)
		}
		row.Set(name, stored(v))
	}
	return nil
}

// check compares a row with the other rows of the table, for uniqueness.
func (n *Naive) check(t *rows, m *orm.Model, row *value.Map) error {
	for _, a := range m.Attributes {
		v := row.Value(a.Name)
		if v == nil && (a.PrimaryKey || a.NotNull) {
			return fmt.Errorf("`%s` cannot be null", a.Name)
		}
		if v == nil || !a.Unique {
			continue
		}
		for _, other := range t.list {
			if other != row && n.same(other.Value(a.Name), v) {
				return &orm.UniqueError{Attribute: a.Name, Value: v}
			}
		}
	}
	return nil
}

// same compares values as uniqueness does.
func (n *Naive) same(a, b any) bool {
	x, isText := a.(string)
	y, isText2 := b.(string)
	if isText && isText2 && n.traits.UniqueFolds {
		return n.traits.alike(x) == n.traits.alike(y)
	}
	return canonical(a) == canonical(b)
}

// Find implements orm.Adapter.
func (n *Naive) Find(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	found, err := n.matching(ctx, m, q)
	if err != nil {
		return nil, err
	}
	if len(q.GroupBy)+len(q.Sum)+len(q.Average)+len(q.Min)+len(q.Max) > 0 {
		return n.aggregate(m, found, q), nil
	}
	found = window(n.sorted(found, q.Sort), q)
	out := make([]*orm.Record, len(found))
	for i, row := range found {
		out[i] = n.record(m, row, q.Select)
	}
	return out, nil
}

// Count implements orm.Adapter.
func (n *Naive) Count(ctx context.Context, m *orm.Model, q *orm.Query) (int64, error) {
	found, err := n.matching(ctx, m, q)
	return int64(len(window(found, q))), err
}

// matching returns the rows that fulfil the condition.
func (n *Naive) matching(ctx context.Context, m *orm.Model, q *orm.Query) ([]*value.Map, error) {
	defer n.lock(ctx)()
	t := n.tables[m.Table]
	if t == nil {
		return nil, fmt.Errorf("there is no table %q", m.Table)
	}
	return n.filter(t, m, q)
}

func (n *Naive) filter(t *rows, m *orm.Model, q *orm.Query) ([]*value.Map, error) {
	var out []*value.Map
	if q.Nothing {
		return nil, nil
	}
	for _, row := range t.list {
		holds, err := n.holds(m, q.Where, row)
		if err != nil {
			return nil, err
		}
		if holds == yes {
			out = append(out, row)
		}
	}
	return out, nil
}

// targets returns the rows that a change applies to; sort, skip and limit count.
func (n *Naive) targets(t *rows, m *orm.Model, q *orm.Query) (map[*value.Map]bool, error) {
	found, err := n.filter(t, m, q)
	out := make(map[*value.Map]bool, len(found))
	for _, row := range window(n.sorted(found, q.Sort), q) {
		out[row] = true
	}
	return out, err
}

// Update implements orm.Adapter.
func (n *Naive) Update(ctx context.Context, m *orm.Model, q *orm.Query, set *value.Map) ([]*orm.Record, error) {
	var changed []*orm.Record
	err := n.change(ctx, m, func(t *rows) error {
		targets, err := n.targets(t, m, q)
		if err != nil {
			return err
		}
		if err := n.undeclared(m, value.New(0), set); err != nil {
			return err
		}
		var after []*value.Map
		for i, row := range t.list {
			if !targets[row] {
				continue
			}
			row = row.Clone()
			for name, v := range set.All() {
				_, undefined := v.(value.Undefined)
				a := m.Attribute(name)
				switch {
				case undefined:
				case v == nil && n.traits.Documents && a != nil && a.Unique:
					row.Delete(name)
				default:
					row.Set(name, stored(v))
				}
			}
			t.list[i] = row
			after = append(after, row)
		}
		n.arrange(m, after)
		for _, row := range after {
			if err := n.check(t, m, row); err != nil {
				return err
			}
			changed = append(changed, n.record(m, row, nil))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return changed, nil
}

// Destroy implements orm.Adapter.
func (n *Naive) Destroy(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	var gone []*orm.Record
	err := n.change(ctx, m, func(t *rows) error {
		targets, err := n.targets(t, m, q)
		if err != nil {
			return err
		}
		t.list = slices.DeleteFunc(t.list, func(row *value.Map) bool {
			if targets[row] {
				gone = append(gone, n.record(m, row, nil))
			}
			return targets[row]
		})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return gone, nil
}

// record returns the record of a row: declared attributes first, in the order of the
// model; all of them, or the key and those in only.
func (n *Naive) record(m *orm.Model, row *value.Map, only []string) *orm.Record {
	r := orm.NewRecord(m)
	wanted := func(name string) bool {
		return len(only) == 0 || name == m.PrimaryKey || slices.Contains(only, name)
	}
	for _, a := range m.Attributes {
		if v, ok := row.Get(a.Name); ok && wanted(a.Name) {
			r.Set(a.Name, value.CloneValue(v))
		}
	}
	for name, v := range row.All() {
		if m.Attribute(name) == nil && wanted(name) {
			r.Set(name, value.CloneValue(v))
		}
	}
	return r
}

func window(list []*value.Map, q *orm.Query) []*value.Map {
	list = list[min(max(q.Skip, 0), len(list)):]
	if q.Limit > 0 {
		list = list[:min(q.Limit, len(list))]
	}
	return list
}

var errNoColumn = errors.New("there is no such column")
