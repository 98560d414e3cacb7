package orm_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/value"
)

var errStore = errors.New("the store failed")

// faulty is a store whose n-th call fails.
type faulty struct {
	*sqldb.DB
	calls, failAt int
	last          *orm.Query // of Find
}

func (f *faulty) fail() error {
	if f.calls++; f.calls == f.failAt {
		return errStore
	}
	return nil
}

func (f *faulty) Find(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	f.last = q
	if err := f.fail(); err != nil {
		return nil, err
	}
	return f.DB.Find(ctx, m, q)
}

func (f *faulty) FindGrouped(ctx context.Context, m *orm.Model, join *orm.Join, by string, keys []any, q *orm.Query) (map[any][]*orm.Record, error) {
	if err := f.fail(); err != nil {
		return nil, err
	}
	return f.DB.FindGrouped(ctx, m, join, by, keys, q)
}

func (f *faulty) Count(ctx context.Context, m *orm.Model, q *orm.Query) (int64, error) {
	if err := f.fail(); err != nil {
		return 0, err
	}
	return f.DB.Count(ctx, m, q)
}

func (f *faulty) Create(ctx context.Context, m *orm.Model, rows []*value.Map) ([]*orm.Record, error) {
	if err := f.fail(); err != nil {
		return nil, err
	}
	return f.DB.Create(ctx, m, rows)
}

func (f *faulty) Update(ctx context.Context, m *orm.Model, q *orm.Query, set *value.Map) ([]*orm.Record, error) {
	if err := f.fail(); err != nil {
		return nil, err
	}
	return f.DB.Update(ctx, m, q, set)
}

func (f *faulty) Destroy(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	if err := f.fail(); err != nil {
		return nil, err
	}
	return f.DB.Destroy(ctx, m, q)
}

// TestStoreFails: whichever call of an operation the store fails at, the caller
// learns of it and the store is as it was.
func TestStoreFails(t *testing.T) {
	ctx := t.Context()
	values := func(text string) *value.Map { return parse(t, text).(*value.Map) }
	for name, tc := range map[string]struct {
		calls int // at least
		run   func(owners, pets *orm.Model) error
	}{
		"nested create": {12, func(owners, _ *orm.Model) error {
			_, err := owners.Create(ctx, values(`{"name":"Cy","best":{"id":3,"name":"x"},"pets":[1,{"name":"Uwe"},{"id":9,"name":"Neu"}],"clubs":[1,{"name":"bridge"}]}`))
			return err
		}},
		"several": {2, func(_, pets *orm.Model) error {
			_, err := pets.CreateEach(ctx, []*value.Map{values(`{"name":"x","owner":1}`), values(`{"name":"y","owner":{"name":"Eve"}}`)})
			return err
		}},
		"nested update": {20, func(owners, _ *orm.Model) error {
			_, err := owners.Update(ctx, &orm.Query{}, values(`{"name":"Eve","best":{"id":3,"name":"Kimi"},"pets":[{"id":1,"name":"Rexi"},2],"clubs":[{"name":"bridge"},2],"friends":[]}`))
			return err
		}},
		"save": {7, func(owners, _ *orm.Model) error {
			r := orm.NewRecord(owners)
			r.Map = *value.Of("id", int64(1), "name", "Eve")
			return owners.Save(ctx, r, []orm.Change{
				{Alias: "pets", Child: int64(3)}, {Alias: "clubs", Remove: true, Child: int64(1)}, {Alias: "pets", Remove: true, Child: int64(1)}, {Alias: "friends", Child: int64(2)},
			})
		}},
		"destroy": {3, func(owners, _ *orm.Model) error { _, err := owners.Destroy(ctx, &orm.Query{}); return err }},
		"find or create": {4, func(owners, _ *orm.Model) error {
			_, _, err := owners.FindOrCreate(ctx, query(t, owners, "99"), values(`{"name":"Cy","clubs":[1]}`))
			return err
		}},
		"find": {4, func(owners, _ *orm.Model) error {
			q := &orm.Query{Populate: []orm.Populate{{Alias: "pets", Query: &orm.Query{Populate: []orm.Populate{{Alias: "owner"}}}}, {Alias: "clubs"}}}
			_, err := owners.Find(ctx, q)
			return err
		}},
		"count": {1, func(owners, _ *orm.Model) error { _, err := owners.Count(ctx, &orm.Query{}); return err }},
	} {
		for n := 1; ; n++ {
			store := &faulty{DB: memory(t, true)}
			o := garden(t, func(defs ...*orm.Definition) *orm.ORM {
				o, err := orm.Open(ctx, defs, orm.Options{Datastores: map[string]orm.Adapter{"ram": store}})
				if err != nil {
					t.Fatal(err)
				}
				return o
			})
			store.calls, store.failAt = 0, n
			err := tc.run(o.Model("owner"), o.Model("pet"))
			calls := store.calls
			store.failAt = 0
			if err == nil {
				if calls >= n || calls < tc.calls {
					t.Errorf("%s asks the store %d times, and call %d failed", name, calls, n)
				}
				break
			}
			if !errors.Is(err, errStore) || calls != n {
				t.Errorf("%s, call %d of %d: got %v", name, n, calls, err)
			}
			if after := planted(t, o); after != gardenBefore {
				t.Errorf("%s, call %d, left %s", name, n, after)
			}
		}
	}
}

// TestFewCalls: what can find nothing asks the store nothing, and findOne asks
// for one record.
func TestFewCalls(t *testing.T) {
	store := &faulty{DB: memory(t, true)}
	o := libraryOn(t, store, memory(t, true))
	m, nothing := o.Model("author"), &orm.Query{Nothing: true}
	for name, tc := range map[string]struct {
		calls int
		run   func() error
	}{
		"find":         {0, func() error { _, err := m.Find(t.Context(), nothing); return err }},
		"find as JSON": {0, func() error { _, _, _, err := m.AppendFind(t.Context(), nil, nothing, "", ""); return err }},
		"count":        {0, func() error { _, err := m.Count(t.Context(), nothing); return err }},
		"update":       {0, func() error { _, err := m.Update(t.Context(), nothing, value.Of("name", "x")); return err }},
		"destroy":      {0, func() error { _, err := m.Destroy(t.Context(), nothing); return err }},
		"create":       {0, func() error { _, err := m.CreateEach(t.Context(), nil); return err }},
		"destroy none": {1, func() error { _, err := m.Destroy(t.Context(), query(t, m, "99")); return err }},
		"populate of none": {1, func() error {
			_, err := m.Find(t.Context(), &orm.Query{Where: query(t, m, "99").Where, Populate: []orm.Populate{{Alias: "books"}}})
			return err
		}},
		"populate with nothing": {1, func() error {
			_, err := m.Find(t.Context(), &orm.Query{Populate: []orm.Populate{{Alias: "books", Query: nothing}, {Alias: "rival", Query: nothing}}})
			return err
		}},
		"populate": {3, func() error {
			_, err := m.Find(t.Context(), &orm.Query{Populate: []orm.Populate{{Alias: "books"}, {Alias: "rival"}}})
			return err
		}},
		"findOne": {1, func() error {
			_, err := m.FindOne(t.Context(), &orm.Query{Limit: 7})
			if store.last.Limit != 1 {
				t.Errorf("findOne asks for %d records", store.last.Limit)
			}
			return err
		}},
	} {
		store.calls = 0
		if err := tc.run(); err != nil || store.calls != tc.calls {
			t.Errorf("%s: %d calls, %v, want %d", name, store.calls, err, tc.calls)
		}
	}
}

// TestOtherErrors: errors that are not about uniqueness come through as they
// are, and name the association that could not be populated.
func TestOtherErrors(t *testing.T) {
	store := &faulty{DB: memory(t, true)}
	o := libraryOn(t, memory(t, true), store)
	store.calls, store.failAt = 0, 1
	_, err := o.Model("author").Find(t.Context(), &orm.Query{Populate: []orm.Populate{{Alias: "desk"}}})
	if !errors.Is(err, errStore) || !strings.HasPrefix(err.Error(), "populating Author.desk: ") {
		t.Errorf("got %v", err)
	}
	store.calls = 0
	if _, err = o.Model("desk").Create(t.Context(), value.New(0)); !errors.Is(err, errStore) {
		t.Errorf("got %v", err)
	}
	store.calls = 0
	if _, err = o.Model("desk").Update(t.Context(), &orm.Query{}, value.New(0)); !errors.Is(err, errStore) {
		t.Errorf("got %v", err)
	}
}
