package ormtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"framework/engine/orm"
	"framework/engine/value"
)

// RunModern compares modern models on a store with a naive implementation of what 1.x
// documents: values and their types, the query language, collections, and that a
// refused call changes nothing.
func RunModern(t *testing.T, open Opener, traits ModernTraits) {
	ctx := context.Background()
	o, err := orm.Open(ctx, modernModels(), orm.Options{
		Datastores: map[string]orm.Adapter{datastore: open(t)}, Rules: orm.Modern(),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, identity := range []string{"person", "tag"} {
		for range modernOthers {
			if _, err := o.Model(identity).Create(ctx, value.New(0)); err != nil {
				t.Fatal(err)
			}
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		w := &modernWorld{
			t: rt, ctx: ctx, traits: traits, orm: o,
			item: o.Model("item"), person: o.Model("person"), tag: o.Model("tag"), tags: map[[2]int64]bool{},
		}
		w.begin()
		for range rapid.IntRange(3, 12).Draw(rt, "steps") {
			w.step()
		}
	})
}

// ModernTraits are the permitted differences between stores.
type ModernTraits struct {
	// NullDiffers: null is unequal to every value.
	NullDiffers bool
}

func modernModels() []*orm.Definition {
	schema := true
	define := func(identity string, attrs ...orm.AttributeDef) *orm.Definition {
		d := model(identity, append([]orm.AttributeDef{
			{Name: "id", Type: "number", PrimaryKey: true, AutoIncrement: true, Unique: true},
		}, attrs...)...)
		d.Schema, d.Table = &schema, "modern_"+identity
		return d
	}
	return []*orm.Definition{
		define("person", orm.AttributeDef{Name: "items", Collection: "item", Via: "owner"}),
		define("tag", orm.AttributeDef{Name: "items", Collection: "item", Via: "tags"}),
		define("item",
			orm.AttributeDef{Name: "s", Type: "string", Column: "the_s"},
			orm.AttributeDef{Name: "n", Type: "number"},
			orm.AttributeDef{Name: "b", Type: "boolean"},
			orm.AttributeDef{Name: "sn", Type: "string", AllowNull: true},
			orm.AttributeDef{Name: "nn", Type: "number", AllowNull: true},
			orm.AttributeDef{Name: "d", Type: "string", HasDefault: true, Default: "def"},
			orm.AttributeDef{Name: "j", Type: "json"},
			orm.AttributeDef{Name: "owner", Model: "person"},
			orm.AttributeDef{Name: "tags", Collection: "tag", Via: "items"}),
	}
}

// modernOthers is the number of people and of tags.
const modernOthers = 3

// modernWorld is the store, and the naive model with the same records.
type modernWorld struct {
	t                 *rapid.T
	ctx               context.Context
	traits            ModernTraits
	orm               *orm.ORM
	item, person, tag *orm.Model

	rows []*value.Map      // items in the order of their ids
	tags map[[2]int64]bool // item, tag
}

// modernValue is a value as given by a caller and as stored; refused values are not
// stored.
type modernValue struct {
	given, stored any
	refused       bool
}

func same(v any) modernValue        { return modernValue{v, v, false} }
func becomes(v, to any) modernValue { return modernValue{v, to, false} }
func refused(v any) modernValue     { return modernValue{v, nil, true} }

// modernValues are values by attribute.
var modernValues = map[string][]modernValue{
	"s": {
		same(""), same("a"), same("ab"), same("b%"), same("a_b"), same("abc"), becomes(int64(5), "5"), becomes(1.5, "1.5"), becomes(true, "true"),
		refused(nil), refused([]any{"a"}), refused(value.Of("a", "b")),
	},
	"n": {
		same(int64(0)), same(int64(2)), same(int64(-1)), same(1.5), becomes("2", int64(2)), becomes("1e1", int64(10)), becomes(true, int64(1)),
		refused("abc"), refused(""), refused(" 5 "), refused(nil), refused([]any{}),
	},
	"b": {
		same(true), same(false), becomes("true", true), becomes("0", false), becomes(int64(1), true),
		refused("yes"), refused(nil), refused(int64(2)),
	},
	"sn":    {same(nil), same(""), same("a"), same("b"), refused([]any{})},
	"nn":    {same(nil), same(int64(0)), same(int64(3)), refused("x")},
	"d":     {same("a"), same("")},
	"j":     {same(nil), same(int64(1)), same("a"), same([]any{int64(1), "x"}), same(value.Of("k", []any{nil, true}))},
	"owner": {same(nil), same(int64(1)), same(int64(2)), becomes("3", int64(3)), refused(int64(0)), refused("x"), refused(value.Of("id", int64(1)))},
}

var modernBase = map[string]any{"s": "", "n": int64(0), "b": false, "sn": nil, "nn": nil, "d": "def", "j": nil, "owner": nil}

var modernNames = []string{"s", "n", "b", "sn", "nn", "d", "j", "owner"}

func (w *modernWorld) begin() {
	cascade := true
	if _, err := w.item.Destroy(w.ctx, &orm.Query{Meta: orm.Meta{Cascade: &cascade}}); err != nil {
		w.t.Fatal(err)
	}
	for range 3 {
		w.create()
	}
}

func (w *modernWorld) step() {
	switch rapid.SampledFrom([]string{"create", "update", "find", "find", "find", "destroy", "link", "link", "count"}).Draw(w.t, "step") {
	case "create":
		w.create()
	case "update":
		w.update()
	case "destroy":
		w.destroy()
	case "link":
		w.link()
	case "count":
		criteria, matching := w.criteria()
		q := w.query(criteria)
		n, err := w.item.Count(w.ctx, q)
		if err != nil || n != int64(len(matching)) {
			w.t.Fatalf("count(%s) is %d, %v, want %d", jsonText(criteria), n, err, len(matching))
		}
	default:
		w.find()
	}
	w.same()
}

// drawValues draws the values of a record as given and as stored.
func (w *modernWorld) drawValues() (given, stored *value.Map, bad bool) {
	given, stored = value.New(4), value.New(4)
	for _, name := range modernNames {
		if rapid.IntRange(0, 2).Draw(w.t, "gives "+name) > 0 {
			continue
		}
		v := rapid.SampledFrom(modernValues[name]).Draw(w.t, name)
		if v.refused && rapid.IntRange(0, 3).Draw(w.t, "bad") > 0 {
			continue
		}
		given.Set(name, v.given)
		stored.Set(name, v.stored)
		bad = bad || v.refused
	}
	if rapid.IntRange(0, 3).Draw(w.t, "unknown") == 0 {
		given.Set("nowhere", "x")
		given.Set("s2", value.Undefined{})
	}
	return given, stored, bad
}

func (w *modernWorld) refusedWith(err error, code string) {
	w.t.Helper()
	var usage *orm.UsageError
	if !errors.As(err, &usage) || usage.Code != code || len(usage.Invalid) == 0 {
		w.t.Fatalf("got %v, want a refusal with %s", err, code)
	}
}

func (w *modernWorld) create() {
	var given, stored []*value.Map
	bad := false
	for range rapid.IntRange(1, 2).Draw(w.t, "records") {
		g, s, b := w.drawValues()
		given, stored, bad = append(given, g), append(stored, s), bad || b
	}
	made, err := w.item.CreateEach(w.ctx, given)
	if bad {
		w.refusedWith(err, orm.InvalidNewRecords)
		return
	}
	if err != nil {
		w.t.Fatalf("creating %s: %v", jsonText(given), err)
	}
	for i, r := range made {
		row := value.Of("id", r.ID())
		for _, name := range modernNames {
			v, ok := stored[i].Get(name)
			if !ok {
				v = modernBase[name]
			}
			row.Set(name, v)
		}
		w.equal("created", &r.Map, row)
		w.rows = append(w.rows, row)
	}
}

func (w *modernWorld) update() {
	criteria, matching := w.criteria()
	given, stored, bad := w.drawValues()
	changed, err := w.item.Update(w.ctx, w.query(criteria), given)
	if bad {
		w.refusedWith(err, orm.InvalidValuesToSet)
		return
	}
	if want := len(matching); err != nil || len(changed) != want {
		w.t.Fatalf("update(%s, %s) changed %d, %v, want %d", jsonText(criteria), jsonText(given), len(changed), err, want)
	}
	for _, row := range matching {
		for name, v := range stored.All() {
			row.Set(name, v)
		}
	}
}

func (w *modernWorld) destroy() {
	criteria, matching := w.criteria()
	q := w.query(criteria)
	cascade := rapid.Bool().Draw(w.t, "cascade")
	q.Meta.Cascade = &cascade
	if q.Limit = rapid.IntRange(0, 2).Draw(w.t, "destroyed"); q.Limit > 0 {
		q.Sort = []orm.Order{{Attr: "id"}}
		matching = matching[:min(q.Limit, len(matching))]
	}
	gone, err := w.item.Destroy(w.ctx, q)
	if err != nil || len(gone) != len(matching) {
		w.t.Fatalf("destroy(%s) took %d, %v, want %d", jsonText(criteria), len(gone), err, len(matching))
	}
	w.rows = slices.DeleteFunc(w.rows, func(row *value.Map) bool { return slices.Contains(matching, row) })
	for link := range w.tags {
		if !slices.ContainsFunc(w.rows, func(row *value.Map) bool { return row.Value("id") == link[0] }) {
			delete(w.tags, link) // the record is gone
		}
	}
}

func (w *modernWorld) find() {
	criteria, matching := w.criteria()
	whole := value.Of("where", criteria)
	desc := rapid.Bool().Draw(w.t, "desc")
	whole.Set("sort", []any{value.Of("n", map[bool]string{false: "ASC", true: "DESC"}[desc]), value.Of("id", "ASC")})
	matching = slices.Clone(matching)
	sort.SliceStable(matching, func(i, j int) bool {
		a, b := number(matching[i].Value("n")), number(matching[j].Value("n"))
		if desc {
			a, b = b, a
		}
		return a < b
	})
	if skip := rapid.IntRange(0, 3).Draw(w.t, "skip"); skip > 0 {
		whole.Set("skip", int64(skip))
		matching = matching[min(skip, len(matching)):]
	}
	if limit := rapid.IntRange(-1, 3).Draw(w.t, "limit"); limit >= 0 {
		whole.Set("limit", int64(limit))
		matching = matching[:min(limit, len(matching))]
	}
	var only []string
	switch rapid.IntRange(0, 3).Draw(w.t, "select") {
	case 0:
		whole.Set("select", []any{"s", "nn"})
		only = []string{"id", "s", "nn"}
	case 1:
		whole.Set("omit", []any{"j", "d"})
		only = []string{"id", "s", "n", "b", "sn", "nn", "owner"}
	}
	found, err := w.item.Find(w.ctx, w.query(whole))
	if err != nil || len(found) != len(matching) {
		w.t.Fatalf("find(%s) gave %d, %v, want %d", jsonText(whole), len(found), err, len(matching))
	}
	for i, r := range found {
		want := matching[i]
		if only != nil {
			part := value.New(len(only))
			for _, name := range only {
				part.Set(name, want.Value(name))
			}
			want = part
		}
		w.equal("find("+jsonText(whole)+")", &r.Map, want)
	}
}

func number(v any) float64 {
	if n, ok := v.(int64); ok {
		return float64(n)
	}
	f, _ := v.(float64)
	return f
}

// link changes a collection, from either side.
func (w *modernWorld) link() {
	if len(w.rows) == 0 {
		return
	}
	row := rapid.SampledFrom(w.rows).Draw(w.t, "item")
	id := row.Value("id").(int64)
	other := int64(rapid.IntRange(1, modernOthers).Draw(w.t, "other"))
	how := rapid.SampledFrom([]string{"add", "remove", "replace"}).Draw(w.t, "how")
	call := func(m *orm.Model) func(ctx context.Context, targets, alias, members any) error {
		return map[string]func(ctx context.Context, targets, alias, members any) error{
			"add": m.AddToCollection, "remove": m.RemoveFromCollection, "replace": m.ReplaceCollection,
		}[how]
	}
	var err error
	if rapid.Bool().Draw(w.t, "tags") {
		err = call(w.item)(w.ctx, id, "tags", []any{other})
		if how == "replace" {
			for tag := range int64(modernOthers) {
				delete(w.tags, [2]int64{id, tag + 1})
			}
		}
		delete(w.tags, [2]int64{id, other})
		if how != "remove" {
			w.tags[[2]int64{id, other}] = true
		}
	} else {
		err = call(w.person)(w.ctx, other, "items", []any{id})
		switch {
		case how == "replace":
			for _, each := range w.rows {
				if each.Value("owner") == other {
					each.Set("owner", nil)
				}
			}
			row.Set("owner", other)
		case how == "add":
			row.Set("owner", other)
		case row.Value("owner") == other:
			row.Set("owner", nil)
		}
	}
	if err != nil {
		w.t.Fatalf("%s %d and %d: %v", how, id, other, err)
	}
}

func (w *modernWorld) query(criteria any) *orm.Query {
	w.t.Helper()
	q, err := w.item.QueryWith(criteria, orm.CriteriaOptions{})
	if err != nil {
		w.t.Fatalf("the criteria %s: %v", jsonText(criteria), err)
	}
	return q
}

// same compares all records.
func (w *modernWorld) same() {
	w.t.Helper()
	q := w.query(value.New(0))
	q.Sort = []orm.Order{{Attr: "id"}}
	q.Populate = []orm.Populate{{Alias: "tags"}, {Alias: "owner"}}
	found, err := w.item.Find(w.ctx, q)
	if err != nil || len(found) != len(w.rows) {
		w.t.Fatalf("there are %d records, %v, want %d", len(found), err, len(w.rows))
	}
	for i, r := range found {
		row := w.rows[i]
		var tags []string
		for _, tag := range r.Value("tags").(orm.Records) {
			tags = append(tags, fmt.Sprint(tag.ID()))
		}
		var want []string
		for tag := range int64(modernOthers) {
			if w.tags[[2]int64{row.Value("id").(int64), tag + 1}] {
				want = append(want, fmt.Sprint(tag+1))
			}
		}
		slices.Sort(tags)
		if !slices.Equal(tags, want) {
			w.t.Fatalf("the item %v has the tags %v, want %v", r.ID(), tags, want)
		}
		plain := r.Clone()
		plain.Delete("tags")
		owner, _ := plain.Get("owner")
		switch owner := owner.(type) {
		case *orm.Record:
			plain.Set("owner", owner.ID())
		case nil:
		default:
			w.t.Fatalf("the owner of %v is %v", r.ID(), owner)
		}
		w.equal("stored", plain, row)
	}
}

// equal compares records, ignoring the order of attributes.
func (w *modernWorld) equal(what string, got, want *value.Map) {
	w.t.Helper()
	text := func(m *value.Map) string {
		names := slices.Clone(m.Keys())
		slices.Sort(names)
		var b strings.Builder
		for _, name := range names {
			fmt.Fprintf(&b, "%s=%s ", name, value.Append(nil, m.Value(name)))
		}
		return b.String()
	}
	if text(got) != text(want) {
		w.t.Fatalf("%s:\n got %s\nwant %s", what, text(got), text(want))
	}
}

// jsonText formats criteria and values for messages.
func jsonText(v any) string {
	if rows, ok := v.([]*value.Map); ok {
		list := make([]any, len(rows))
		for i, row := range rows {
			list[i] = row
		}
		v = list
	}
	return string(value.Append(nil, v))
}
