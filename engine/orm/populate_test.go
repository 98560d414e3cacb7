package orm_test

import (
	"fmt"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// library is a world with every kind of association in it.
func library(t testing.TB) *orm.ORM {
	return libraryOn(t, memory(t, true), memory(t, true))
}

// libraryOn keeps the desks and clubs in another store than the rest.
func libraryOn(t testing.TB, ram, disk orm.Adapter) *orm.ORM {
	t.Helper()
	through := func(a orm.AttributeDef, model string) orm.AttributeDef {
		a.Through = model
		return a
	}
	dominant := many("clubs", "club", "members")
	dominant.Dominant = true
	o, err := orm.Open(t.Context(), []*orm.Definition{
		definition("Author", typed("name", "string"), many("books", "book", "author"), one("desk", "desk"), one("rival", "author"),
			many("friends", "author", ""), many("fans", "author", "idols"), many("idols", "author", "fans"), dominant),
		definition("Book", typed("name", "string"), typed("year", "integer"), one("author", "author"), many("tags", "tag", "books"),
			through(many("shops", "shop", "book"), "offer"), many("sources", "book", "")),
		definition("Tag", orm.AttributeDef{Name: "name", Type: "string", PrimaryKey: true}, many("books", "book", "tags")),
		definition("Shop", typed("name", "string"), through(many("books", "book", "shop"), "offer")),
		definition("Offer", typed("price", "float"), one("book", "book"), one("shop", "shop")),
		elsewhere(definition("Desk", typed("name", "string"), one("owner", "author"))),
		elsewhere(definition("Club", typed("name", "string"), many("members", "author", "clubs"))),
	}, orm.Options{Datastores: map[string]orm.Adapter{"ram": ram, "disk": disk}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []struct{ model, values string }{
		{"author", `{"name":"Ada","desk":{"name":"window"},"clubs":[{"name":"chess"},{"name":"go"}],"books":[
			{"name":"A1","year":1,"tags":[{"name":"x"},{"name":"y"}]},{"name":"A2","year":3},{"name":"A3","year":2}]}`},
		{"author", `{"name":"Bob","rival":1,"friends":[1],"idols":[1],"clubs":[1],"books":[{"name":"B1","year":5,"tags":["x"],"sources":[1,2]}]}`},
		{"author", `{"name":"Cy","rival":1,"friends":[1,2],"idols":[1,2],"desk":99}`},
		{"shop", `{"name":"S"}`},
		{"shop", `{"name":"T"}`},
		{"offer", `{"book":1,"shop":1,"price":9.5}`},
		{"offer", `{"book":1,"shop":1,"price":8.5}`},
		{"offer", `{"book":2,"shop":1}`},
		{"desk", `{"name":"door","owner":1}`},
	} {
		if _, err := o.Model(r.model).Create(t.Context(), parse(t, r.values).(*value.Map)); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// onLibraries runs a test on libraries in stores that differ.
func onLibraries(t *testing.T, run func(t *testing.T, o *orm.ORM)) {
	t.Run("sparse", func(t *testing.T) { run(t, library(t)) })
	t.Run("sql", func(t *testing.T) { run(t, libraryOn(t, memory(t, false), memory(t, false))) })
	t.Run("one for all", func(t *testing.T) {
		db := memory(t, true)
		run(t, libraryOn(t, db, db))
	})
	t.Run("plain", func(t *testing.T) { run(t, libraryOn(t, plain{memory(t, true)}, plain{memory(t, true)})) })
}

// tree is a record by name with what was populated in it.
func tree(r *orm.Record, populate []orm.Populate) string {
	text := fmt.Sprint(r.Value("name"))
	for _, p := range populate {
		var inner []orm.Populate
		if p.Query != nil {
			inner = p.Query.Populate
		}
		switch v := r.Value(p.Alias).(type) {
		case *orm.Record:
			text += ">" + tree(v, inner)
		case orm.Records:
			var parts []string
			for _, child := range v {
				parts = append(parts, tree(child, inner))
			}
			text += "[" + strings.Join(parts, " ") + "]"
		default:
			text += ">"
			if r.Has(p.Alias) {
				text += fmt.Sprint(v)
			}
		}
	}
	return text
}

// forest are the trees of the records that q finds.
func forest(t *testing.T, m *orm.Model, q *orm.Query) string {
	t.Helper()
	list, err := m.Find(t.Context(), q)
	if err != nil {
		t.Error(err)
	}
	parts := make([]string, len(list))
	for i, r := range list {
		parts[i] = tree(r, q.Populate)
	}
	return strings.Join(parts, " ")
}

func TestPopulate(t *testing.T) {
	onLibraries(t, func(t *testing.T, o *orm.ORM) {
		for _, tc := range []struct{ model, populate, want string }{
			{"author", "books", "Ada[A1 A2 A3] Bob[B1] Cy[]"},
			{"author", "desk", "Ada>window Bob> Cy>"},
			{"author", "rival", "Ada> Bob>Ada Cy>Ada"},
			{"author", "friends", "Ada[] Bob[Ada] Cy[Ada Bob]"},
			{"author", "fans", "Ada[Bob Cy] Bob[Cy] Cy[]"},
			{"author", "idols", "Ada[] Bob[Ada] Cy[Ada Bob]"},
			{"author", "clubs", "Ada[chess go] Bob[chess] Cy[]"},
			{"author", "desk books clubs", "Ada>window[A1 A2 A3][chess go] Bob>[B1][chess] Cy>[][]"},
			{"author", "books books", "Ada[A1 A2 A3][A1 A2 A3] Bob[B1][B1] Cy[][]"},
			{"club", "members", "chess[Ada Bob] go[Ada]"},
			{"desk", "owner", "window> door>Ada"},
			{"book", "author", "A1>Ada A2>Ada A3>Ada B1>Bob"},
			{"book", "tags", "A1[x y] A2[] A3[] B1[x]"},
			{"book", "shops", "A1[S] A2[S] A3[] B1[]"},
			{"book", "sources", "A1[] A2[] A3[] B1[A1 A2]"},
			{"tag", "books", "x[A1 B1] y[A1]"},
			{"shop", "books", "S[A1 A2] T[]"},
			{"offer", "book shop", "<nil>>A1>S <nil>>A1>S <nil>>A2>S"},
		} {
			q := query(t, o.Model(tc.model), nil)
			for _, alias := range strings.Fields(tc.populate) {
				q.Populate = append(q.Populate, orm.Populate{Alias: alias})
			}
			if got := forest(t, o.Model(tc.model), q); got != tc.want {
				t.Errorf("%s with %s: %s, want %s", tc.model, tc.populate, got, tc.want)
			}
		}
	})
}

// TestPopulateEachParent: the criteria of a population count for each parent
// by itself.
func TestPopulateEachParent(t *testing.T) {
	onLibraries(t, func(t *testing.T, o *orm.ORM) {
		for _, tc := range []struct{ model, alias, criteria, want string }{
			{"author", "books", `{"sort":"year DESC","limit":2}`, "Ada[A2 A3] Bob[B1] Cy[]"},
			{"author", "books", `{"sort":"year","skip":1,"limit":1}`, "Ada[A3] Bob[] Cy[]"},
			{"author", "books", `{"skip":1}`, "Ada[A2 A3] Bob[] Cy[]"},
			{"author", "books", `{"skip":99}`, "Ada[] Bob[] Cy[]"},
			{"author", "books", `{"limit":-1,"skip":-1}`, "Ada[A1 A2 A3] Bob[B1] Cy[]"},
			{"author", "books", `{"limit":1}`, "Ada[A1] Bob[B1] Cy[]"},
			{"author", "books", `{"where":{"year":{">":2}}}`, "Ada[A2] Bob[B1] Cy[]"},
			{"author", "books", `{"where":{"year":{">":1}},"limit":1}`, "Ada[A2] Bob[B1] Cy[]"},
			{"author", "books", `{"where":{"name":{"startsWith":"B"}}}`, "Ada[] Bob[B1] Cy[]"},
			{"author", "books", `{"where":{"or":[{"year":1},{"year":5}]}}`, "Ada[A1] Bob[B1] Cy[]"},
			{"author", "books", `[]`, "Ada[] Bob[] Cy[]"},
			{"author", "books", `[2,4]`, "Ada[A2] Bob[B1] Cy[]"},
			{"author", "fans", `{"sort":"name DESC","limit":1}`, "Ada[Cy] Bob[Cy] Cy[]"},
			{"author", "fans", `{"sort":"name","skip":1}`, "Ada[Cy] Bob[] Cy[]"},
			{"author", "clubs", `{"sort":"name DESC"}`, "Ada[go chess] Bob[chess] Cy[]"},
			{"author", "clubs", `{"sort":"name DESC","limit":1}`, "Ada[go] Bob[chess] Cy[]"},
			{"author", "clubs", `{"where":{"name":"go"}}`, "Ada[go] Bob[] Cy[]"},
			{"tag", "books", `{"sort":"year DESC","limit":1}`, "x[B1] y[A1]"},
			{"tag", "books", `{"where":{"author":2}}`, "x[B1] y[]"},
			{"shop", "books", `{"sort":"name DESC","limit":1}`, "S[A2] T[]"},
			{"author", "desk", `{"where":{"name":"door"}}`, "Ada> Bob> Cy>"},
			{"author", "desk", `{"where":{"name":"window"},"skip":5,"limit":1,"sort":"name"}`, "Ada>window Bob> Cy>"},
			{"author", "rival", `{"limit":1}`, "Ada> Bob>Ada Cy>Ada"},
			{"author", "rival", `[]`, "Ada> Bob> Cy>"},
		} {
			m := o.Model(tc.model)
			sub := query(t, o.Model(m.Association(tc.alias).Target), parse(t, tc.criteria))
			q := &orm.Query{Populate: []orm.Populate{{Alias: tc.alias, Query: sub}}}
			if got := forest(t, m, q); got != tc.want {
				t.Errorf("%s with %s of %s: %s, want %s", tc.model, tc.alias, tc.criteria, got, tc.want)
			}
		}
		// A query made by code is not parsed.
		q := &orm.Query{Populate: []orm.Populate{{Alias: "books", Query: &orm.Query{Skip: -3, Limit: -1}}}}
		if got := forest(t, o.Model("author"), q); got != "Ada[A1 A2 A3] Bob[B1] Cy[]" {
			t.Errorf("negative counts: %s", got)
		}
	})
}

// TestPopulateSome: only the parents that were asked for, in their order.
func TestPopulateSome(t *testing.T) {
	onLibraries(t, func(t *testing.T, o *orm.ORM) {
		m := o.Model("author")
		for _, tc := range []struct{ criteria, want string }{
			{`{"sort":"name DESC","limit":2}`, "Cy[] Bob[B1]"},
			{`{"sort":"name DESC","skip":2}`, "Ada[A1 A2 A3]"},
			{`{"name":"nobody"}`, ""},
			{`[]`, ""},
		} {
			q := query(t, m, parse(t, tc.criteria))
			q.Populate = []orm.Populate{{Alias: "books"}}
			if got := forest(t, m, q); got != tc.want {
				t.Errorf("%s: %s, want %s", tc.criteria, got, tc.want)
			}
		}
	})
}

func TestPopulateDeep(t *testing.T) {
	onLibraries(t, func(t *testing.T, o *orm.ORM) {
		with := func(alias string, inner ...orm.Populate) orm.Populate {
			return orm.Populate{Alias: alias, Query: &orm.Query{Populate: inner}}
		}
		for _, tc := range []struct {
			model string
			p     orm.Populate
			want  string
		}{
			{"author", with("books", with("tags", with("books"))), "Ada[A1[x[A1 B1] y[A1]] A2[] A3[]] Bob[B1[x[A1 B1]]] Cy[]"},
			{"book", with("author", with("desk"), with("rival")), "A1>Ada>window> A2>Ada>window> A3>Ada>window> B1>Bob>>Ada"},
			{"club", with("members", with("clubs")), "chess[Ada[chess go] Bob[chess]] go[Ada[chess go]]"},
			{"author", with("rival", with("rival", with("rival"))), "Ada> Bob>Ada> Cy>Ada>"},
		} {
			if got := forest(t, o.Model(tc.model), &orm.Query{Populate: []orm.Populate{tc.p}}); got != tc.want {
				t.Errorf("%s with %s: %s, want %s", tc.model, tc.p.Alias, got, tc.want)
			}
		}
	})
}

// undate removes the time stamps of a record and of those in it.
func undate(r *orm.Record) {
	r.Delete("createdAt")
	r.Delete("updatedAt")
	for _, v := range r.All() {
		switch v := v.(type) {
		case *orm.Record:
			undate(v)
		case orm.Records:
			for _, child := range v {
				undate(child)
			}
		}
	}
}
