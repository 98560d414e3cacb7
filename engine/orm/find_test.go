package orm_test

import (
	"errors"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// zoo has five animals of three kinds.
func zoo(t testing.TB, open func(defs ...*orm.Definition) *orm.ORM) *orm.Model {
	t.Helper()
	m := open(definition("Animal", typed("name", "string"), typed("kind", "string"), typed("legs", "integer"))).Model("animal")
	for _, row := range []string{
		`{"name":"Rex","kind":"dog","legs":4}`, `{"name":"Tom","kind":"cat","legs":4}`, `{"name":"Kim","kind":"dog","legs":3}`,
		`{"name":"Ivy","kind":"bird","legs":2}`, `{"name":"Max","kind":"cat","legs":null}`,
	} {
		if _, err := m.Create(t.Context(), parse(t, row).(*value.Map)); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// names are those of records, in order.
func names(list []*orm.Record) string {
	parts := make([]string, len(list))
	for i, r := range list {
		parts[i], _ = r.Value("name").(string)
	}
	return strings.Join(parts, " ")
}

// TestFind: find, findOne and count of the same criteria agree.
func TestFind(t *testing.T) {
	onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
		m := zoo(t, open)
		for _, tc := range []struct {
			criteria string
			want     string
			count    int64 // of all, limit and skip left out
		}{
			{`null`, "Rex Tom Kim Ivy Max", 5},
			{`{}`, "Rex Tom Kim Ivy Max", 5},
			{`2`, "Tom", 1},
			{`"2"`, "Tom", 1},
			{`[1, "3", 99]`, "Rex Kim", 2},
			{`[]`, "", 0},
			{`99`, "", 0},
			{`"x"`, "", 0},
			{`{"kind":"dog"}`, "Rex Kim", 2},
			{`{"kind":["cat","bird"]}`, "Tom Ivy Max", 3},
			{`{"kind":[]}`, "", 0},
			{`{"legs":{">":2,"<":4}}`, "Kim", 1},
			{`{"legs":null}`, "Max", 1},
			{`{"or":[{"name":"Rex"},{"legs":2}]}`, "Rex Ivy", 2},
			{`{"name":{"startsWith":"M"}}`, "Max", 1},
			{`{"where":{"kind":"cat"},"sort":"name"}`, "Max Tom", 2},
			{`{"sort":"name DESC","limit":2}`, "Tom Rex", 5},
			{`{"sort":{"kind":1,"name":-1},"skip":1,"limit":3}`, "Tom Max Rex", 5},
			{`{"skip":4}`, "Max", 5},
			{`{"skip":9}`, "", 5},
			{`{"limit":0}`, "Rex Tom Kim Ivy Max", 5},
			{`{"limit":-3,"skip":-2}`, "Rex Tom Kim Ivy Max", 5},
			{`{"kind":"dog","limit":1,"sort":"legs"}`, "Kim", 2},
		} {
			q := query(t, m, parse(t, tc.criteria))
			list, err := m.Find(t.Context(), q)
			if err != nil || names(list) != tc.want {
				t.Errorf("%s finds %v %s, want %s", tc.criteria, err, names(list), tc.want)
			}
			first, err := m.FindOne(t.Context(), q)
			got := ""
			if first != nil {
				got = names([]*orm.Record{first})
			}
			if want, _, _ := strings.Cut(tc.want, " "); err != nil || got != want {
				t.Errorf("%s finds first %v %q, want %q", tc.criteria, err, got, want)
			}
			plain := *q
			plain.Limit, plain.Skip = 0, 0
			if n, err := m.Count(t.Context(), &plain); err != nil || n != tc.count {
				t.Errorf("%s counts %d %v, want %d", tc.criteria, n, err, tc.count)
			}
		}
	})
}

// TestFindAsJSON: the short way from the store to JSON gives what records give.
func TestFindAsJSON(t *testing.T) {
	onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
		m := zoo(t, open)
		for _, criteria := range []string{`null`, `{"kind":"dog"}`, `[]`, `99`, `{"sort":"name","limit":2,"skip":1}`} {
			q := query(t, m, parse(t, criteria))
			list, err := m.Find(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			out, n, ok, err := m.AppendFind(t.Context(), []byte("["), q, "", "")
			if err != nil || !ok || n != len(list) {
				t.Errorf("%s: %d records, %v, %v", criteria, n, ok, err)
			}
			if want := string(value.Append(nil, orm.Records(list))); string(out)+"]" != want {
				t.Errorf("%s: got %s], want %s", criteria, out, want)
			}
		}
	})
}

// plain is a store that can do no more than it has to.
type plain struct{ orm.Adapter }

// TestNoShortWay: rows become records first, not directly JSON text, if the
// model has a toJSON or hidden attributes.
func TestNoShortWay(t *testing.T) {
	hidden := typed("secret", "string")
	hidden.Protected = true
	own := definition("Own", typed("name", "string"))
	own.ToJSON = true
	o, err := orm.Open(t.Context(), []*orm.Definition{own, definition("Hidden", hidden), definition("Pet", one("own", "own")), elsewhere(definition("Far"))}, orm.Options{
		Datastores: map[string]orm.Adapter{"ram": memory(t, true), "disk": plain{memory(t, true)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		model string
		q     *orm.Query
		want  bool
	}{
		{"own", &orm.Query{}, false},
		{"hidden", &orm.Query{}, false},
		{"pet", &orm.Query{}, true},
		{"pet", &orm.Query{Populate: []orm.Populate{{Alias: "own"}}}, false},
		{"far", &orm.Query{}, false},
	} {
		dst, n, ok, err := o.Model(tc.model).AppendFind(t.Context(), []byte("x"), tc.q, "", "")
		if string(dst) != "x" || n != 0 || ok != tc.want || err != nil {
			t.Errorf("%s: %s, %d, %v, %v", tc.model, dst, n, ok, err)
		}
	}
}

func TestFindOrCreate(t *testing.T) {
	onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
		m := zoo(t, open)
		for _, tc := range []struct {
			criteria, values, want string
			made                   bool
		}{
			{`{"kind":"dog"}`, `{"name":"No"}`, "Rex", false},
			{`{"kind":"dog","sort":"name"}`, `{"name":"No"}`, "Kim", false},
			{`{"kind":"fish"}`, `{"name":"Ole","kind":"fish"}`, "Ole", true},
			{`{"kind":"fish"}`, `{"name":"No","kind":"fish"}`, "Ole", false},
			{`[]`, `{"name":"Uwe"}`, "Uwe", true},
		} {
			r, made, err := m.FindOrCreate(t.Context(), query(t, m, parse(t, tc.criteria)), parse(t, tc.values).(*value.Map))
			if err != nil || made != tc.made || r.Value("name") != tc.want {
				t.Errorf("%s: %v, %v, %v, want %s", tc.criteria, r, made, err, tc.want)
			}
		}
		if n, err := m.Count(t.Context(), &orm.Query{}); n != 7 || err != nil {
			t.Errorf("there are %d records, %v", n, err)
		}
		r, made, err := m.FindOrCreate(t.Context(), query(t, m, "99"), value.Of("legs", "many"))
		if r != nil || made || refused(t, err) == "" {
			t.Errorf("refused values: %v, %v, %v", r, made, err)
		}
	})
}

// TestUpdateAndDestroy: they return what they changed.
func TestUpdateAndDestroy(t *testing.T) {
	onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
		for _, tc := range []struct{ criteria, touched, rest string }{
			{`null`, "Rex Tom Kim Ivy Max", ""},
			{`{"kind":"dog"}`, "Rex Kim", "Tom Ivy Max"},
			{`[1,5]`, "Rex Max", "Tom Kim Ivy"},
			{`[]`, "", "Rex Tom Kim Ivy Max"},
			{`99`, "", "Rex Tom Kim Ivy Max"},
			{`{"sort":"name","limit":2}`, "Kim Ivy", "Rex Tom Max"},
			{`{"sort":"name DESC","skip":3}`, "Kim Ivy", "Rex Tom Max"},
		} {
			m := zoo(t, open)
			criteria := parse(t, tc.criteria)
			list, err := m.Update(t.Context(), query(t, m, criteria), value.Of("legs", "9"))
			if err != nil || names(list) != tc.touched {
				t.Errorf("%s updates %s %v, want %s", tc.criteria, names(list), err, tc.touched)
			}
			for _, r := range list {
				if r.Value("legs") != int64(9) || r.Model != m {
					t.Errorf("%s: the record is %v", tc.criteria, r)
				}
			}
			nines, err := m.Find(t.Context(), query(t, m, value.Of("legs", int64(9))))
			if err != nil || names(nines) != tc.touched {
				t.Errorf("%s updated %s %v", tc.criteria, names(nines), err)
			}
			gone, err := m.Destroy(t.Context(), query(t, m, criteria))
			if err != nil || names(gone) != tc.touched {
				t.Errorf("%s destroys %s %v, want %s", tc.criteria, names(gone), err, tc.touched)
			}
			rest, err := m.Find(t.Context(), query(t, m, nil))
			if err != nil || names(rest) != tc.rest {
				t.Errorf("%s leaves %s %v, want %s", tc.criteria, names(rest), err, tc.rest)
			}
		}
	})
}

// TestNothingToPopulate: populating something that is not an association fails
// before anything is read, also if nothing would be found.
func TestNothingToPopulate(t *testing.T) {
	o := library(t)
	for _, q := range []*orm.Query{
		{Populate: []orm.Populate{{Alias: "name"}}},
		{Populate: []orm.Populate{{Alias: "nothing"}}, Nothing: true},
		{Populate: []orm.Populate{{Alias: "books", Query: &orm.Query{Populate: []orm.Populate{{Alias: "pages"}}}}}},
	} {
		var misuse *orm.UsageError
		if _, err := o.Model("author").Find(t.Context(), q); !errors.As(err, &misuse) || !strings.Contains(misuse.Error(), "has no association") {
			t.Errorf("got %v", err)
		}
		if r, err := o.Model("author").FindOne(t.Context(), q); r != nil || err == nil {
			t.Errorf("got %v, %v", r, err)
		}
	}
}

// TestStoreRefusesSearch: the error of a store for a search is the same,
// whether records or JSON are made of the rows.
func TestStoreRefusesSearch(t *testing.T) {
	loose := false
	pet := &orm.Definition{
		Identity: "pet", GlobalID: "Pet", Source: "api/models/Pet.js", Datastore: "ram", Migrate: orm.Drop, Schema: &loose,
		Attributes: []orm.AttributeDef{{Name: "id", Type: "number", PrimaryKey: true, AutoIncrement: true, Unique: true}},
	}
	o, err := orm.Open(t.Context(), []*orm.Definition{pet}, orm.Options{
		Datastores: map[string]orm.Adapter{"ram": memory(t, false)}, Rules: orm.Modern(),
	})
	if err != nil {
		t.Fatal(err)
	}
	m := o.Model("pet")
	q, err := m.QueryWith(value.Of("nope", "x"), orm.CriteriaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, plain := m.Find(t.Context(), q)
	_, _, asked, written := m.AppendFind(t.Context(), nil, q, "", "")
	for _, err := range []error{plain, written} {
		var refused *orm.AdapterError
		if !asked || !errors.As(err, &refused) || refused.Method != "find" || !strings.HasPrefix(refused.ErrorText(), "AdapterError: Unexpected error from database adapter: ") {
			t.Errorf("%v: got %v", asked, err)
		}
	}
}
