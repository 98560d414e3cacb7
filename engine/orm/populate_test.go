package orm_test

import (
	"testing"

	"framework/engine/ordered"
	"framework/engine/orm"
)

// library is a world with every kind of association in it.
func library(t testing.TB) *orm.ORM {
	t.Helper()
	o := compiled(t,
		definition("Author", typed("name", "string"), many("books", "book", "author"), one("desk", "desk")),
		definition("Book", typed("title", "string"), typed("year", "integer"), one("author", "author"), many("tags", "tag", "books")),
		definition("Tag", typed("word", "string"), many("books", "book", "tags")),
		definition("Desk", typed("place", "string"), one("owner", "author")),
	)
	for _, r := range []struct {
		model  string
		values *ordered.Map
	}{
		{"author", ordered.Of("name", "Ada", "desk", ordered.Of("place", "window"), "books", []any{
			ordered.Of("title", "A1", "year", int64(1), "tags", []any{ordered.Of("word", "x"), ordered.Of("word", "y")}),
			ordered.Of("title", "A2", "year", int64(3)), ordered.Of("title", "A3", "year", int64(2)),
		})},
		{"author", ordered.Of("name", "Bob", "books", []any{ordered.Of("title", "B1", "year", int64(5), "tags", []any{int64(1)})})},
		{"author", ordered.Of("name", "Cy")},
	} {
		if _, err := o.Model(r.model).Create(t.Context(), r.values); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

func TestPopulate(t *testing.T) {
	o := library(t)
	for _, c := range []struct {
		name, model string
		criteria    any
		populate    []orm.Populate
		want        string
	}{
		{"to one", "author", nil, []orm.Populate{{Alias: "desk"}}, `{"desk":{"place":"window","id":1},"name":"Ada","id":1} {"name":"Bob","id":2} {"name":"Cy","id":3}`},
		{"to many", "author", ordered.Of("id", []any{int64(2), int64(3)}), []orm.Populate{{Alias: "books"}}, `{"books":[],"name":"Cy","id":3} {"books":[{"title":"B1","year":5,"author":2,"id":4}],"name":"Bob","id":2}`},
		{"many to many", "tag", nil, []orm.Populate{{Alias: "books"}}, `{"books":[{"title":"A1","year":1,"author":1,"id":1},{"title":"B1","year":5,"author":2,"id":4}],"word":"x","id":1} {"books":[{"title":"A1","year":1,"author":1,"id":1}],"word":"y","id":2}`},
		{"back", "book", int64(4), []orm.Populate{{Alias: "author"}, {Alias: "tags"}}, `{"author":{"name":"Bob","id":2},"tags":[{"word":"x","id":1}],"title":"B1","year":5,"id":4}`},
		{"of none", "author", ordered.Of("name", "nobody"), []orm.Populate{{Alias: "books"}}, ``},
	} {
		m := o.Model(c.model)
		q := query(t, m, c.criteria)
		q.Populate = c.populate
		list, err := m.Find(t.Context(), q)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for _, r := range list {
			undate(r)
		}
		if got := shown(list...); got != c.want {
			t.Errorf("%s: got\n%s, want\n%s", c.name, got, c.want)
		}
	}
}

// TestPopulateEachParent: sort, skip and limit count for each parent by itself.
func TestPopulateEachParent(t *testing.T) {
	o := library(t)
	m := o.Model("author")
	for _, c := range []struct {
		criteria any
		want     string
	}{
		{ordered.Of("sort", "year DESC", "limit", int64(2)), `["A2","A3"] ["B1"] []`},
		{ordered.Of("sort", "year", "skip", int64(1), "limit", int64(1)), `["A3"] [] []`},
		{ordered.Of("where", ordered.Of("year", ordered.Of(">", int64(2)))), `["A2"] ["B1"] []`},
		{ordered.Of("where", ordered.Of("title", ordered.Of("startsWith", "b"))), `[] ["B1"] []`},
	} {
		q := query(t, m, ordered.Of("sort", "id"))
		sub, err := o.Model("book").Query(c.criteria)
		if err != nil {
			t.Fatal(err)
		}
		q.Populate = []orm.Populate{{Alias: "books", Query: sub}}
		list, err := m.Find(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i, r := range list {
			if i > 0 {
				got += " "
			}
			titles := []any{}
			for _, b := range r.Value("books").(orm.Records) {
				titles = append(titles, b.Value("title"))
			}
			got += string(ordered.Append(nil, titles))
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", ordered.Append(nil, c.criteria), got, c.want)
		}
	}
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
