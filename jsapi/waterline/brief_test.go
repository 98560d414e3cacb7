package waterline_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"framework/engine/orm"
)

// patient gives every read that has a budget a long one: the timer of a short one may be
// early, where the machine is so busy that the read takes long.
type patient struct{ orm.Adapter }

func (a patient) Find(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	return a.Adapter.Find(extended(ctx), m, q)
}

func (a patient) Count(ctx context.Context, m *orm.Model, q *orm.Query) (int64, error) {
	return a.Adapter.Count(extended(ctx), m, q)
}

func extended(ctx context.Context) context.Context {
	if orm.Budget(ctx) > 0 {
		return orm.WithBudget(ctx, time.Hour)
	}
	return ctx
}

// TestBeside guards how much of a query runs on other goroutines.
func TestBeside(t *testing.T) {
	w := openOn(t, func(a orm.Adapter) orm.Adapter { return patient{a} })
	w.must(`await Author.create({ name: 'Ada' }); await Book.create({ title: 'Notes', author: 1 }); return 1;`)
	for _, c := range []struct {
		code string
		want int64
	}{
		{`await Author.findOne(1)`, 0},
		{`await Author.findOne({ name: 'Ada' })`, 0},
		{`await Author.find({ born: null }).limit(30)`, 0},
		{`await Author.count()`, 0},
		{`await Author.findOne(1); await Book.findOne(1)`, 0},
		{`await Author.findOne(1).populate('books')`, 1},
		{`await Author.update(1, { born: 1815 })`, 1},
	} {
		before := w.iso.Beside()
		w.must(c.code + `; return 1;`)
		if got := w.iso.Beside() - before; got != c.want {
			t.Errorf("%s: %d functions on other goroutines, want %d", c.code, got, c.want)
		}
	}
}

// TestReadsAreNeverAnsweredAtOnce: code after a call runs before its callback.
func TestReadsAreNeverAnsweredAtOnce(t *testing.T) {
	w := open(t)
	w.must(`await Author.create({ name: 'Ada' }); return 1;`)
	got := w.must(`const order = [];
		Author.findOne(1).exec(function (err, a) { order.push(a.name); done(order); });
		order.push('after');
		process.nextTick(() => order.push('tick'));
		Promise.resolve().then(() => order.push('job'));`)
	if want := `["after","tick","job","Ada"]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// reluctant gives up every read that has a budget.
type reluctant struct {
	orm.Adapter
	brief, others atomic.Int64
}

func (a *reluctant) Find(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	if orm.Budget(ctx) > 0 {
		a.brief.Add(1)
		return nil, orm.ErrNotBrief
	}
	a.others.Add(1)
	return a.Adapter.Find(ctx, m, q)
}

// TestLongReadsRunBesideTheLoop: a read that is not done within its budget begins again,
// and those after it do not try.
func TestLongReadsRunBesideTheLoop(t *testing.T) {
	var store *reluctant
	w := openOn(t, func(a orm.Adapter) orm.Adapter {
		store = &reluctant{Adapter: a}
		return store
	})
	w.must(`await Author.create({ name: 'Ada' }); return 1;`)
	before := store.others.Load()
	if got, want := w.must(`const names = []; for (let i = 0; i < 60; i++) { names.push((await Author.findOne(1)).name); } return new Set(names).size + names.length;`), "61"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if brief, others := store.brief.Load(), store.others.Load()-before; brief != 1 || others != 60 {
		t.Errorf("%d reads with a budget and %d without, want 1 and 60", brief, others)
	}
}
