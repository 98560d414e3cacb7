package ormtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// groups: the members of associations by the key of their parent; limit, skip and
// order apply to each parent.
func (s *suite) groups(t *testing.T) {
	person := model("person", orm.AttributeDef{Name: "name", Type: "string"},
		orm.AttributeDef{Name: "things", Collection: "thing", Via: "owner"})
	thing := model("thing", orm.AttributeDef{Name: "size", Type: "integer"}, orm.AttributeDef{Name: "owner", Model: "person"},
		orm.AttributeDef{Name: "tags", Collection: "tag", Via: "things"})
	tag := model("tag", orm.AttributeDef{Name: "code", Type: "string", PrimaryKey: true, Column: "the code"},
		orm.AttributeDef{Name: "rank", Type: "integer"}, orm.AttributeDef{Name: "things", Collection: "thing", Via: "tags"})
	person.AutoPK, thing.AutoPK = true, true
	o := s.models(t, person, thing, tag)
	things, tags := o.Model("thing"), o.Model("tag")
	joiner, ok := things.Adapter().(orm.Joiner)
	if !ok {
		t.Skip("the store does not join")
	}
	fill(t, o.Model("person"), `{}`, `{}`, `{}`)
	other := "A" // a different key than a, if the store distinguishes them
	if s.traits.UniqueFolds {
		other = "C"
	}
	fill(t, tags, `{"code":"a","rank":1}`, `{"code":"b","rank":2}`, `{"code":"`+other+`","rank":3}`)
	fill(t, things,
		`{"size":3,"owner":1,"tags":["a","b"]}`, `{"size":2,"owner":1,"tags":["`+other+`"]}`, `{"size":1,"owner":2,"tags":["a","`+other+`"]}`,
		`{"size":4,"owner":1}`, `{"size":5,"owner":null}`, `{"size":2,"owner":9,"tags":["b"]}`)
	links := o.Model(things.Association("tags").Through)
	near, far := things.Association("tags").Near, things.Association("tags").Far
	// A second row for the same link does not add a second member.
	if _, err := links.Create(t.Context(), value.Of(near, int64(1), far, "a")); err != nil {
		t.Fatal(err)
	}
	forward := &orm.Join{Model: links, Near: near, Far: far}
	backward := &orm.Join{Model: links, Near: far, Far: near}
	size := func(desc bool) []orm.Order { return []orm.Order{{Attr: "size", Desc: desc}, {Attr: "id"}} }
	rank := []orm.Order{{Attr: "rank", Desc: true}}
	byID := []orm.Order{{Attr: "id"}}
	many := make([]any, 3000)
	for i := range many {
		many[i] = int64(i + 2)
	}
	for _, tc := range []struct {
		name string
		m    *orm.Model
		join *orm.Join
		by   string
		keys []any
		q    orm.Query
		want string
	}{
		{"children", things, nil, "owner", []any{int64(1), int64(2), int64(3)}, orm.Query{Sort: byID}, "1: 1 2 4; 2: 3"},
		{"of one", things, nil, "owner", []any{int64(2)}, orm.Query{Sort: byID}, "2: 3"},
		{"of nobody", things, nil, "owner", nil, orm.Query{Sort: byID}, ""},
		{"of a parent that is not there", things, nil, "owner", []any{int64(9)}, orm.Query{Sort: byID}, "9: 6"},
		{"of many", things, nil, "owner", many, orm.Query{Sort: byID}, "2: 3; 9: 6"},
		{"sorted", things, nil, "owner", []any{int64(1), int64(2)}, orm.Query{Sort: size(false)}, "1: 2 1 4; 2: 3"},
		{"limited", things, nil, "owner", []any{int64(1), int64(2)}, orm.Query{Sort: size(true), Limit: 2}, "1: 4 1; 2: 3"},
		{"skipped", things, nil, "owner", []any{int64(1), int64(2)}, orm.Query{Sort: size(true), Skip: 1}, "1: 1 2"},
		{"both", things, nil, "owner", []any{int64(1), int64(2)}, orm.Query{Sort: size(true), Skip: 1, Limit: 1}, "1: 1"},
		{"narrowed", things, nil, "owner", []any{int64(1), int64(2)}, orm.Query{Sort: byID, Where: where("size", orm.Less, int64(3)).Where}, "1: 2; 2: 3"},
		{"narrowed and limited", things, nil, "owner", []any{int64(1), int64(2)}, orm.Query{Sort: byID, Limit: 1, Where: orm.Or{where("size", orm.Less, int64(3)).Where, where("size", orm.Greater, int64(3)).Where}}, "1: 2; 2: 3"},
		{"nothing", things, nil, "owner", []any{int64(1)}, orm.Query{Nothing: true}, ""},
		{"linked", tags, forward, near, []any{int64(1), int64(2), int64(3), int64(4)}, orm.Query{Sort: rank}, "1: b a; 2: A; 3: A a"},
		{"linked, limited", tags, forward, near, []any{int64(1), int64(3)}, orm.Query{Sort: rank, Limit: 1}, "1: b; 3: A"},
		{"linked, skipped", tags, forward, near, []any{int64(1), int64(2), int64(3)}, orm.Query{Sort: rank, Skip: 1}, "1: a; 3: a"},
		{"linked, narrowed", tags, forward, near, []any{int64(1), int64(3)}, orm.Query{Sort: rank, Where: orm.Compare{Attr: "code", Op: orm.Equal, Value: "a", Exact: true}}, "1: a; 3: a"},
		{"linked to many", tags, forward, near, many, orm.Query{Sort: rank}, "2: A; 3: A a; 6: b"},
		{"linked back", things, backward, far, []any{"a", "b"}, orm.Query{Sort: byID}, "a: 1 3; b: 1 6"},
		{"linked back, limited", things, backward, far, []any{other, "a", "x"}, orm.Query{Sort: size(false), Limit: 1}, "A: 3; a: 3"},
	} {
		q := tc.q
		got, err := joiner.FindGrouped(t.Context(), tc.m, tc.join, tc.by, tc.keys, &q)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		texts := map[string]string{}
		for key, list := range got {
			if len(list) > 0 {
				texts[fmt.Sprint(key)] = keysOf(list)
			}
		}
		var parts []string
		for _, key := range slices.Sorted(maps.Keys(texts)) {
			parts = append(parts, key+": "+texts[key])
		}
		if shown := strings.Join(parts, "; "); shown != strings.ReplaceAll(tc.want, "A", other) {
			t.Errorf("%s: found %s, want %s", tc.name, shown, tc.want)
		}
	}
	list, err := joiner.FindGrouped(t.Context(), things, nil, "owner", []any{int64(2)}, &orm.Query{Select: []string{"size"}})
	if err != nil || len(list[int64(2)]) != 1 || canonical(list[int64(2)][0]) != `{size: 1, id: 3}` {
		t.Errorf("a selection gives %v, %v", list, err)
	}
}
