package ormtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"framework/engine/orm"
	"framework/engine/value"
)

// properties runs the same random operations on random models in the store and in the
// naive one, through the ORM, and compares the outcomes.
func (s *suite) properties(t *testing.T) {
	store := s.open(t)
	rapid.Check(t, func(rt *rapid.T) {
		sc := s.drawSchema(rt)
		ctx := context.Background()
		p := &pair{suite: s, schema: sc, ctx: ctx, at: ctx}
		naive := NewNaive(s.traits)
		var err error
		if p.naive, err = compile(p.ctx, naive, sc.defs); err != nil {
			rt.Fatal(err)
		}
		if p.store, err = compile(p.ctx, store, sc.defs); err != nil {
			rt.Fatalf("the store does not take the models: %v", err)
		}
		for _, identity := range []string{"person", "tag", "thing"} {
			for range rapid.IntRange(2, 4).Draw(rt, "records") {
				if !p.over {
					p.do(rt, ctx, ctx, p.naive.Model(identity), "create", 0)
				}
			}
		}
		for range rapid.IntRange(4, 16).Draw(rt, "steps") {
			if p.over {
				break
			}
			p.step(rt, p.ctx, p.ctx, 2)
		}
		if !p.partial {
			p.state(rt)
		}
	})
}

// pair has the same models in two stores.
type pair struct {
	*suite
	schema       *schema
	ctx          context.Context
	naive, store *orm.ORM
	// at is the context of the transaction of the naive store, or ctx.
	at context.Context
	// over is set if the stores may differ from now on.
	over bool
	// partial is set if an operation of several statements has failed half-way in a
	// store without transactions.
	partial bool
}

// outcome is the result of an operation, as text that can be compared.
type outcome struct {
	list []string
	err  error
}

func (o outcome) String() string {
	if o.err != nil {
		return "error: " + o.err.Error()
	}
	return "\n  " + strings.Join(o.list, "\n  ")
}

// operation is an operation on a model of either store.
type operation func(ctx context.Context, o *orm.ORM) outcome

func records(list []*orm.Record, err error) outcome { return outcome{lines(list), err} }

// steps are the operations; the first ones are the most frequent.
var steps = []string{"find", "create", "find", "update", "link", "find", "destroy", "aggregate", "find", "count", "create", "transaction"}

// step runs one random operation in the contexts of both stores. depth is how many
// transactions may still be nested.
func (p *pair) step(t *rapid.T, naive, store context.Context, depth int) {
	m := p.naive.Model(rapid.SampledFrom([]string{"thing", "person", "thing", "tag"}).Draw(t, "model"))
	kind := rapid.SampledFrom(steps).Draw(t, "step")
	if kind == "transaction" && depth > 0 {
		p.transaction(t, naive, store, depth)
		return
	}
	p.do(t, naive, store, m, kind, depth)
}

func (p *pair) do(t *rapid.T, naive, store context.Context, m *orm.Model, kind string, depth int) {
	var what string
	var do operation
	var q *orm.Query // of a find
	write := true
	loose := p.traits.unordered() // the order of records is undefined
	switch kind {
	case "create":
		what, do = p.create(t, m)
		loose = false
	case "update":
		what, do = p.update(t, m)
	case "destroy":
		what, do = p.destroy(t, m)
	case "link":
		what, do = p.link(t, m)
	case "aggregate":
		write = false
		q = p.query(t, m, p.schema)
		p.aggregating(t, m, p.schema, q)
		what, do = p.find(t, m, q)
	case "count":
		write = false
		what, do = p.count(t, m)
	default:
		write, loose = false, false
		q = p.query(t, m, p.schema)
		p.selecting(t, m, p.schema, q)
		p.populating(t, m, p.schema, q, 2)
		what, do = p.find(t, m, q)
	}
	want := do(naive, p.naive)
	got := do(store, p.store)
	p.compare(t, m.Identity+" "+what, got, want, loose)
	if q != nil && got.err == nil {
		p.written(t, store, m.Identity, q)
	}
	if want.err != nil && p.traits.Gaps && (kind != "create" || p.schema.keys[m.Identity] == "auto") {
		p.over = true
	}
	if _, whole := p.store.Model(m.Identity).Adapter().(orm.Transactor); want.err != nil && kind == "link" && !whole {
		p.over, p.partial = true, true
		return
	}
	if write && depth == 2 {
		p.state(t)
	}
}

// written compares the JSON that the store writes with the JSON of its records.
func (p *pair) written(t *rapid.T, ctx context.Context, identity string, q *orm.Query) {
	m := p.store.Model(identity)
	if _, ok := m.Adapter().(orm.JSONFinder); !ok || len(q.Populate) > 0 || p.traits.unordered() && len(q.Sort) == 0 {
		return
	}
	want, got, err := bothWays(ctx, m, q)
	if err != nil || want != got {
		t.Fatalf("%s %s is written\n%s\nand has to be\n%s\n%v", identity, show(q), got, want, err)
	}
}

// compare fails the test if the outcomes differ.
func (p *pair) compare(t *rapid.T, what string, got, want outcome, loose bool) {
	if loose {
		slices.Sort(got.list)
		slices.Sort(want.list)
	}
	if (got.err == nil) != (want.err == nil) || isUnique(got.err) != isUnique(want.err) || got.err == nil && !slices.Equal(got.list, want.list) {
		t.Fatalf("%s\ngives %s\nand has to give %s\nof %s", what, got, want, p.dump(t, p.naive))
	}
}

func isUnique(err error) bool {
	var e *orm.ValidationError
	return errors.As(err, &e) && e.Invalid[0].Failures[0].Rule == "unique"
}

// state compares all records of the two stores.
func (p *pair) state(t *rapid.T) {
	for _, m := range p.naive.Models() {
		q := &orm.Query{}
		if p.traits.unordered() {
			q.Sort = []orm.Order{{Attr: m.PrimaryKey}}
		}
		want := records(m.Find(p.ctx, q))
		got := records(p.store.Model(m.Identity).Find(p.ctx, q))
		p.compare(t, "everything of "+m.Identity, got, want, p.traits.unordered())
	}
}

// dump formats all records for messages.
func (p *pair) dump(t *rapid.T, o *orm.ORM) string {
	var b strings.Builder
	for _, m := range o.Models() {
		list, err := m.Find(p.at, &orm.Query{})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "\n%s:", m.Identity)
		for _, a := range m.Attributes {
			if a.Stored {
				fmt.Fprintf(&b, " %s %s,", a.Name, a.Type)
			}
		}
		for _, line := range lines(list) {
			b.WriteString("\n  " + line)
		}
	}
	return b.String()
}

func show(q *orm.Query) string { return fmt.Sprintf("%+v", *q) }

// find finds records; in the store perhaps by criteria that are equivalent to the
// query.
func (p *pair) find(t *rapid.T, m *orm.Model, q *orm.Query) (string, operation) {
	plain := func(ctx context.Context, o *orm.ORM) outcome {
		var list []*orm.Record
		var err error
		if naive, ok := m.Adapter().(*Naive); ok && o == p.naive {
			list, err = naive.populated(ctx, m, q)
		} else {
			list, err = o.Model(m.Identity).Find(ctx, q)
		}
		if p.traits.Documents {
			// Not every server that speaks the protocol of MongoDB adds above 2^53 exactly.
			list = rounded(list, q.Sum)
		}
		return records(rounded(list, q.Average), err)
	}
	c, ok := criteria(t, m, q)
	if !ok || rapid.Bool().Draw(t, "without criteria") {
		return "find " + show(q), plain
	}
	return "find " + show(q) + " by " + canonical(c), func(ctx context.Context, o *orm.ORM) outcome {
		if o == p.naive {
			return plain(ctx, o)
		}
		read, err := o.Model(m.Identity).Query(c)
		if err != nil {
			return outcome{nil, err}
		}
		narrowed := *q
		narrowed.Where, narrowed.Nothing, narrowed.Sort, narrowed.Skip, narrowed.Limit = read.Where, read.Nothing, read.Sort, read.Skip, read.Limit
		list, err := o.Model(m.Identity).Find(ctx, &narrowed)
		if p.traits.Documents {
			// Not every server that speaks the protocol of MongoDB adds above 2^53 exactly.
			list = rounded(list, q.Sum)
		}
		return records(rounded(list, q.Average), err)
	}
}

// rounded rounds attributes to twelve digits: averages, because databases divide
// differently, and sums of those that add floating-point numbers.
func rounded(list []*orm.Record, names []string) []*orm.Record {
	for _, r := range list {
		for _, name := range names {
			if v := r.Value(name); v != nil {
				r.Set(name, fmt.Sprintf("%.12g", float(v)))
			}
		}
	}
	return list
}

func (p *pair) count(t *rapid.T, m *orm.Model) (string, operation) {
	q := p.query(t, m, p.schema)
	return "count " + show(q), func(ctx context.Context, o *orm.ORM) outcome {
		n, err := o.Model(m.Identity).Count(ctx, q)
		return outcome{[]string{fmt.Sprint(n)}, err}
	}
}

func (p *pair) create(t *rapid.T, m *orm.Model) (string, operation) {
	rows := make([]*value.Map, rapid.IntRange(1, 3).Draw(t, "rows"))
	what := "create"
	for i := range rows {
		rows[i] = p.row(t, m, p.schema)
		what += " " + canonical(rows[i])
	}
	return what, func(ctx context.Context, o *orm.ORM) outcome {
		return records(o.Model(m.Identity).CreateEach(ctx, rows))
	}
}

func (p *pair) update(t *rapid.T, m *orm.Model) (string, operation) {
	set := value.New(4)
	p.fill(t, set, m, p.schema)
	// Stores differ in whether a changed automatic key affects the next one.
	if kind := p.schema.keys[m.Identity]; kind != "auto" && !p.traits.Documents && rapid.IntRange(0, 5).Draw(t, "new key") == 0 {
		set.Set(m.PrimaryKey, p.key(t, kind))
	}
	q := p.query(t, m, p.schema)
	return "update " + show(q) + " with " + canonical(set), func(ctx context.Context, o *orm.ORM) outcome {
		return records(o.Model(m.Identity).Update(ctx, q, set))
	}
}

func (p *pair) destroy(t *rapid.T, m *orm.Model) (string, operation) {
	q := p.query(t, m, p.schema)
	if q.Where == nil && q.Limit == 0 { // else the tables would soon be empty
		q.Limit = 1
	}
	return "destroy " + show(q), func(ctx context.Context, o *orm.ORM) outcome {
		return records(o.Model(m.Identity).Destroy(ctx, q))
	}
}

// link replaces a collection of some records.
func (p *pair) link(t *rapid.T, m *orm.Model) (string, operation) {
	var collections []*orm.Association
	for _, a := range m.Associations {
		if a.Collection {
			collections = append(collections, a)
		}
	}
	a := rapid.SampledFrom(collections).Draw(t, "collection")
	// Members have to exist; most of the time they do.
	target := p.naive.Model(a.Target)
	all, err := target.Find(p.at, &orm.Query{})
	if err != nil {
		t.Fatal(err)
	}
	var members []any
	for _, r := range all {
		if rapid.Bool().Draw(t, "member") {
			members = append(members, r.ID())
		}
	}
	if rapid.IntRange(0, 9).Draw(t, "a key of nothing") == 0 {
		members = append(members, p.key(t, p.schema.keys[a.Target]))
	}
	q := &orm.Query{Where: p.where(t, m, p.schema, 1)}
	return "link " + show(q) + " " + a.Alias + " " + canonical(members), func(ctx context.Context, o *orm.ORM) outcome {
		return records(o.Model(m.Identity).Update(ctx, q, value.Of(a.Alias, members)))
	}
}

var errUndo = errors.New("undo")

// transaction runs some steps in one transaction, and commits or rolls back. a and b
// are the outer contexts of both stores.
func (p *pair) transaction(t *rapid.T, a, b context.Context, depth int) {
	var result error
	if rapid.Bool().Draw(t, "undo") {
		result = errUndo
	}
	naive := p.naive.Models()[0].Adapter().(orm.Transactor)
	store, ok := p.store.Models()[0].Adapter().(orm.Transactor)
	if !ok {
		return
	}
	err := naive.Transact(a, func(a context.Context) error {
		outer := p.at
		p.at = a
		defer func() { p.at = outer }()
		err := store.Transact(b, func(b context.Context) error {
			for range rapid.IntRange(1, 3).Draw(t, "steps") {
				p.step(t, a, b, depth-1)
				if p.over {
					break
				}
			}
			return result
		})
		if !errors.Is(err, result) {
			t.Fatalf("the transaction of the store ended with %v instead of %v", err, result)
		}
		return result
	})
	if !errors.Is(err, result) {
		t.Fatal(err)
	}
	if result != nil && p.traits.Gaps {
		p.over = true
	}
	if depth == 2 {
		p.state(t)
	}
}
