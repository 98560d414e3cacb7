package orm_test

import (
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// TestPopulatedRecords: populated associations come first, in the order of the
// model; one that refers to nothing is left out. JSON shows collections of a
// model whose records came along as empty lists.
func TestPopulatedRecords(t *testing.T) {
	o := library(t)
	for _, tc := range []struct{ model, criteria, want string }{
		{"book", `4`, `{"author":{"name":"Bob","rival":1,"id":2},"tags":[{"name":"x"}],"name":"B1","year":5,"id":4}`},
		{"author", `3`, `{"fans":[],"idols":[],"books":[],"rival":{"name":"Ada","desk":1,"id":1},"friends":[{"name":"Ada","desk":1,"id":1},{"name":"Bob","rival":1,"id":2}],"name":"Cy","id":3}`},
		{"desk", `1`, `{"name":"window","id":1}`},
		{"tag", `"y"`, `{"books":[{"name":"A1","year":1,"author":1,"id":1}],"name":"y"}`},
	} {
		var aliases []string
		for _, alias := range []string{"tags", "owner", "friends", "desk", "rival", "author", "books"} {
			if o.Model(tc.model).Association(alias) != nil {
				aliases = append(aliases, alias)
			}
		}
		if got := populated(t, o.Model(tc.model), parse(t, tc.criteria), aliases...); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.model, got, tc.want)
		}
	}
}

// TestPopulateSelected: a selection of the parents or of the members takes
// nothing away from what is populated, and shows only what it names and what
// members are found by.
func TestPopulateSelected(t *testing.T) {
	onLibraries(t, func(t *testing.T, o *orm.ORM) {
		selected := func(names ...string) *orm.Query { return &orm.Query{Select: names} }
		with := func(q *orm.Query, populate ...orm.Populate) *orm.Query {
			q.Populate = populate
			return q
		}
		for _, tc := range []struct {
			model string
			q     *orm.Query
			want  string
		}{
			{"author", with(selected("name"), orm.Populate{Alias: "desk", Query: selected("name")}, orm.Populate{Alias: "rival", Query: selected("id")}), `{"friends":[],"fans":[],"idols":[],"desk":{"name":"window","id":1},"name":"Ada","id":1} {"friends":[],"fans":[],"idols":[],"rival":{"id":1},"name":"Bob","id":2} {"friends":[],"fans":[],"idols":[],"rival":{"id":1},"name":"Cy","id":3}`},
			{"author", with(selected("name"), orm.Populate{Alias: "clubs", Query: selected("name")}), `{"clubs":[{"name":"chess","id":1},{"name":"go","id":2}],"name":"Ada","id":1} {"clubs":[{"name":"chess","id":1}],"name":"Bob","id":2} {"clubs":[],"name":"Cy","id":3}`},
			{"author", with(selected("id"), orm.Populate{Alias: "books", Query: selected("name")}), `{"books":[{"name":"A1","author":1,"id":1},{"name":"A2","author":1,"id":2},{"name":"A3","author":1,"id":3}],"id":1} {"books":[{"name":"B1","author":2,"id":4}],"id":2} {"books":[],"id":3}`},
			{"author", with(selected("id"), orm.Populate{Alias: "books", Query: selected("name", "author")}), `{"books":[{"name":"A1","author":1,"id":1},{"name":"A2","author":1,"id":2},{"name":"A3","author":1,"id":3}],"id":1} {"books":[{"name":"B1","author":2,"id":4}],"id":2} {"books":[],"id":3}`},
			{
				"desk", with(selected("name"), orm.Populate{Alias: "owner", Query: with(selected("name"), orm.Populate{Alias: "desk", Query: selected("name")})}),
				`{"name":"window","id":1} {"owner":{"desk":{"name":"window","id":1},"name":"Ada","id":1},"name":"door","id":2}`,
			},
			{
				"author", with(selected("id"), orm.Populate{Alias: "books", Query: with(&orm.Query{Select: []string{"name"}, Limit: 1}, orm.Populate{Alias: "author", Query: selected("name")})}),
				`{"books":[{"author":{"name":"Ada","id":1},"name":"A1","id":1}],"id":1} {"books":[{"author":{"name":"Bob","id":2},"name":"B1","id":4}],"id":2} {"books":[],"id":3}`,
			},
		} {
			before := len(tc.q.Select)
			if got := listed(t, o.Model(tc.model), tc.q); got != tc.want {
				t.Errorf("%s: %s, want %s", tc.model, got, tc.want)
			}
			if len(tc.q.Select) != before {
				t.Errorf("%s: the query selects %v now", tc.model, tc.q.Select)
			}
		}
	})
}

// TestPopulatedRecordsAreNotShared: parents that refer to one record have one
// each.
func TestPopulatedRecordsAreNotShared(t *testing.T) {
	onLibraries(t, func(t *testing.T, o *orm.ORM) {
		for model, alias := range map[string]string{"author": "rival", "book": "author", "club": "members"} {
			list, err := o.Model(model).Find(t.Context(), &orm.Query{Populate: []orm.Populate{{Alias: alias}}})
			if err != nil {
				t.Fatal(err)
			}
			seen := map[any]bool{}
			note := func(r *orm.Record) {
				if seen[r.Value("mark")] && r.Value("mark") != nil {
					t.Errorf("%s: a record is in two parents", model)
				}
				r.Set("mark", len(seen))
				seen[len(seen)] = true
			}
			for _, r := range list {
				switch v := r.Value(alias).(type) {
				case *orm.Record:
					note(v)
				case orm.Records:
					for _, child := range v {
						note(child)
					}
				}
			}
			if len(seen) < 2 {
				t.Errorf("%s: there are %d records", model, len(seen))
			}
		}
	})
}

// TestPopulateKeys: associations work over keys of every kind that can be
// compared; binary keys find nothing.
func TestPopulateKeys(t *testing.T) {
	for _, tc := range []struct {
		kind string
		key  any
		n    int
	}{
		{"string", "some key", 1},
		{"integer", int64(-7), 1},
		{"float", 1.5, 1},
		{"date", "2014-03-01", 1},
		{"boolean", true, 1},
		{"string", "quo'te\"s,%_", 1},
		{"string", "日本", 1},
		{"binary", []byte{1, 0, 2}, 0},
	} {
		onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
			o := open(definition("Parent", orm.AttributeDef{Name: "key", Type: tc.kind, PrimaryKey: true}, many("children", "child", "parent"), many("friends", "child", "friends")),
				definition("Child", one("parent", "parent"), many("friends", "parent", "friends")))
			parents, children := o.Model("parent"), o.Model("child")
			if _, err := parents.Create(t.Context(), value.Of("key", tc.key)); err != nil {
				t.Fatal(err)
			}
			if _, err := children.Create(t.Context(), value.Of("parent", tc.key)); err != nil {
				t.Fatal(err)
			}
			if tc.n > 0 {
				if _, err := children.Update(t.Context(), query(t, children, "1"), value.Of("friends", []any{tc.key})); err != nil {
					t.Fatal(err)
				}
			}
			q := &orm.Query{Populate: []orm.Populate{{Alias: "children"}, {Alias: "friends"}}}
			list, err := parents.Find(t.Context(), q)
			if err != nil || len(list[0].Value("children").(orm.Records)) != tc.n || len(list[0].Value("friends").(orm.Records)) != tc.n {
				t.Errorf("%s %v: %v, %v", tc.kind, tc.key, list, err)
			}
			list, err = children.Find(t.Context(), &orm.Query{Populate: []orm.Populate{{Alias: "parent"}, {Alias: "friends"}}})
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := list[0].Value("parent").(*orm.Record); ok != (tc.n > 0) || len(list[0].Value("friends").(orm.Records)) != tc.n {
				t.Errorf("%s %v: the child has %v", tc.kind, tc.key, list[0])
			}
		})
	}
}

// TestPopulateMany: more parents and members than a statement takes parameters.
func TestPopulateMany(t *testing.T) {
	const n = 1000
	onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
		o := open(definition("Parent", many("children", "child", "parent"), many("tags", "tag", "")), definition("Child", one("parent", "parent")), definition("Tag"))
		parents, children := o.Model("parent"), o.Model("child")
		rows := func(name string) []*value.Map {
			list := make([]*value.Map, n)
			for i := range list {
				list[i] = value.Of(name, int64(i+1))
			}
			return list
		}
		if _, err := parents.CreateEach(t.Context(), rows("id")); err != nil {
			t.Fatal(err)
		}
		if _, err := children.CreateEach(t.Context(), rows("parent")); err != nil {
			t.Fatal(err)
		}
		list, err := parents.Find(t.Context(), &orm.Query{Populate: []orm.Populate{{Alias: "children"}}})
		if err != nil || len(list) != n {
			t.Fatalf("%d records, %v", len(list), err)
		}
		for _, r := range list {
			if c := r.Value("children").(orm.Records); len(c) != 1 || c[0].Value("parent") != r.ID() {
				t.Fatalf("%v has %v", r.ID(), c)
			}
		}
		with, err := children.Find(t.Context(), &orm.Query{Populate: []orm.Populate{{Alias: "parent"}}})
		if err != nil || len(with) != n || with[n-1].Value("parent").(*orm.Record).ID() != int64(n) {
			t.Fatalf("%d records, %v", len(with), err)
		}
		if gone, err := parents.Destroy(t.Context(), &orm.Query{}); err != nil || len(gone) != n {
			t.Errorf("%d are gone, %v", len(gone), err)
		}
	})
}
