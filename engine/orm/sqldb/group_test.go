package sqldb_test

import (
	"context"
	"fmt"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

func TestFindGroupedOneToMany(t *testing.T) {
	book := model("book", attr("title", orm.KindString), attr("author", orm.KindInteger))
	db := sparse(t, book)
	create(t, db, book, `{"title":"c","author":1}`, `{"title":"a","author":1}`, `{"title":"b","author":1}`,
		`{"title":"z","author":2}`, `{"title":"y"}`, `{"title":"x","author":null}`)
	byTitle := []orm.Order{{Attr: "title"}}
	for _, tc := range []struct {
		name string
		q    *orm.Query
		want string
	}{
		{"all", nil, "1:123 2:4 3:-"},
		{"sorted", &orm.Query{Sort: byTitle}, "1:231 2:4 3:-"},
		{"limit", &orm.Query{Sort: byTitle, Limit: 2}, "1:23 2:4 3:-"},
		{"skip", &orm.Query{Sort: byTitle, Skip: 1}, "1:31 2:- 3:-"},
		{"window", &orm.Query{Sort: byTitle, Skip: 1, Limit: 1}, "1:3 2:- 3:-"},
		{"where", &orm.Query{Where: compare("title", orm.NotEqual, "A"), Limit: 5}, "1:13 2:4 3:-"},
		{"nothing", &orm.Query{Nothing: true}, "1:- 2:- 3:-"},
	} {
		got, err := db.FindGrouped(context.Background(), book, nil, "author", []any{int64(1), int64(2), int64(3)}, tc.q)
		if err != nil || groups(got, 3) != tc.want {
			t.Errorf("%s: got %s, want %s (%v)", tc.name, groups(got, 3), tc.want, err)
		}
	}
}

func TestFindGroupedManyToMany(t *testing.T) {
	genre := model("genre", attr("word", orm.KindString))
	join := model("book_genres", attr("book", orm.KindInteger), attr("genre", orm.KindInteger))
	join.Junction = true
	db := sparse(t, genre, join)
	create(t, db, genre, `{"word":"c"}`, `{"word":"b"}`, `{"word":"a"}`)
	create(t, db, join, `{"book":1,"genre":3}`, `{"book":1,"genre":1}`, `{"book":1,"genre":1}`, `{"book":2,"genre":1}`, `{"book":2,"genre":2}`, `{"book":3,"genre":99}`)
	through := &orm.Join{Model: join, Near: "book", Far: "genre"}
	for _, tc := range []struct {
		name string
		q    *orm.Query
		want string
	}{
		{"all", nil, "1:13 2:12 3:-"},
		{"sorted", &orm.Query{Sort: []orm.Order{{Attr: "word"}}}, "1:31 2:21 3:-"},
		{"window", &orm.Query{Sort: []orm.Order{{Attr: "word"}}, Limit: 1}, "1:3 2:2 3:-"},
		{"where", &orm.Query{Where: compare("word", orm.In, []any{"B", "C"})}, "1:1 2:12 3:-"},
	} {
		got, err := db.FindGrouped(context.Background(), genre, through, "book", []any{int64(1), int64(2), int64(3)}, tc.q)
		if err != nil || groups(got, 3) != tc.want {
			t.Errorf("%s: got %s, want %s (%v)", tc.name, groups(got, 3), tc.want, err)
		}
	}
}

func TestFindGroupedManyKeys(t *testing.T) {
	book := model("book", attr("author", orm.KindString))
	db := sparse(t, book)
	const n = 1500
	var rows []*value.Map
	var keys []any
	for i := range n {
		key := fmt.Sprintf("k%d", i)
		rows = append(rows, value.Of("author", key))
		keys = append(keys, key)
	}
	if _, err := db.Create(context.Background(), book, rows); err != nil {
		t.Fatal(err)
	}
	got, err := db.FindGrouped(context.Background(), book, nil, "author", keys, nil)
	if err != nil || len(got) != n || len(got["k1400"]) != 1 {
		t.Errorf("%d groups, %v", len(got), err)
	}
}

// groups shows the ids of each group of 1..n.
func groups(m map[any][]*orm.Record, n int) string {
	s := ""
	for i := 1; i <= n; i++ {
		s += fmt.Sprintf("%d:%s ", i, ids(m[int64(i)]))
	}
	return s[:len(s)-1]
}
