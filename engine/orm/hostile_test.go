package orm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"framework/engine/orm"
	"framework/engine/testenv"
	"framework/engine/value"
)

// TestHostileTexts: any text is stored as it is, found by itself, and written
// as valid JSON.
func TestHostileTexts(t *testing.T) {
	testenv.Slow(t)
	onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
		m := open(definition("Thing", typed("name", "string"), typed("data", "json"), typed("list", "array"))).Model("thing")
		for _, s := range []string{
			"", " ", "a\x00b", "\x00", "\xff\xfe", "a\xffb", "\xed\xa0\x80", "\u2028", "\ufeff", "😀", "é", "'; DROP TABLE thing; --", `"`, `\`, "%", "_", "*",
			"null", "undefined", "[object Object]", "{", "__proto__", "?1", ":a", "$x", strings.Repeat("x", 1<<20), strings.Repeat("é", 1<<15),
		} {
			r, err := m.Create(t.Context(), value.Of("name", s, "data", value.Of("k", s), "list", []any{s}))
			if err != nil {
				t.Errorf("%.20q: %v", s, err)
				continue
			}
			found, err := m.FindOne(t.Context(), query(t, m, r.ID()))
			if err != nil || found.Value("name") != s {
				t.Errorf("%.20q is read as %.20q, %v", s, found.Value("name"), err)
			}
			want := s
			if !utf8.ValidString(s) { // JSON cannot hold it
				want = string([]rune(s))
			}
			if data, _ := found.Value("data").(*value.Map); data == nil || data.Value("k") != want || found.Value("list").([]any)[0] != want {
				t.Errorf("%.20q is read as %.60s", s, value.Append(nil, found))
			}
			for _, criteria := range []any{s, []any{s}, value.Of("=", s)} {
				list, err := m.Find(t.Context(), query(t, m, value.Of("name", criteria, "id", r.ID())))
				if err != nil || len(list) != 1 {
					t.Errorf("%.20q is not found: %v", s, err)
				}
			}
			for _, modifier := range []string{"contains", "startsWith", "endsWith", "like"} {
				q, err := m.Query(value.Of("name", value.Of(modifier, s)))
				if long := len(s) > 20_000; long != (err != nil) {
					t.Errorf("%s %.20q: %v", modifier, s, err)
				}
				if err != nil {
					continue
				}
				if _, err := m.Find(t.Context(), q); err != nil {
					t.Errorf("%s %.20q: %v", modifier, s, err)
				}
			}
		}
		out, n, ok, err := m.AppendFind(t.Context(), nil, &orm.Query{}, "", "")
		if !json.Valid([]byte("["+string(out)+"]")) || n != 27 || !ok || err != nil {
			t.Errorf("the JSON of %d records is not valid: %v, %v", n, ok, err)
		}
	})
}

// TestHostileNames: names of attributes that are not declared.
func TestHostileNames(t *testing.T) {
	m := compiled(t, definition("Thing", typed("name", "string"))).Model("thing")
	for _, name := range []string{
		"", "a.b", `a"b`, "a'b", "a\x00b", "a\xffb", "$", "$[0]", "[0]", "*", "__proto__", "constructor", "rowid", "_extra", "é", "a b", "--", "0", strings.Repeat("n", 10_000),
	} {
		r, err := m.Create(t.Context(), value.Of(name, "v"))
		if err != nil {
			t.Errorf("%.20q: %v", name, err)
			continue
		}
		want := strings.ToValidUTF8(name, "\ufffd")
		list, err := m.Update(t.Context(), query(t, m, r.ID()), value.Of("name", "x"))
		if err != nil || len(list) != 1 || list[0].Value(want) != "v" || list[0].Len() != 5 {
			t.Errorf("%.20q: %.200s, %v", name, value.Append(nil, orm.Records(list)), err)
		}
		q := query(t, m, value.Of("where", value.Of(want, "v")))
		q.Sort = []orm.Order{{Attr: want}}
		found, err := m.Find(t.Context(), q)
		if err != nil || len(found) != 1 || found[0].ID() != r.ID() {
			t.Errorf("%.20q finds %d records, %v", name, len(found), err)
		}
	}
}

// TestHostileCriteria: what means nothing is refused, and touches nothing.
func TestHostileCriteria(t *testing.T) {
	deep := strings.Repeat(`{"not":`, 150) + `{"id":1}` + strings.Repeat(`}`, 150)
	wide := `{"or":[` + strings.Repeat(`{"legs":4},`, 150) + `{"legs":4}]}`
	onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
		m := zoo(t, open)
		for _, tc := range []struct{ criteria, want string }{
			{`{"id":{"$gt":""}}`, "misuse"},
			{`{"id":{"!=":1}}`, "misuse"},
			{`{"id":{"in":[1]}}`, "misuse"},
			{`{"name":{"$where":"1"}}`, "misuse"},
			{`{"id":{}}`, "misuse"},
			{`{"id":{"<":{}}}`, "misuse"},
			{`{"id":[[]]}`, "misuse"},
			{`{"id":[{}]}`, "misuse"},
			{`true`, "Rex"},
			{`{"or":{}}`, "misuse"},
			{`{"or":[[]]}`, "misuse"},
			{`{"and":[null]}`, "misuse"},
			{`{"sort":"name; DROP"}`, "misuse"},
			{`{"sort":["name"]}`, "misuse"},
			{deep, "misuse"},
			{`{"name":{"like":"` + strings.Repeat("%a", 10_001) + `"}}`, "misuse"},
			{`{"or":[]}`, ""},
			{`{"id":[]}`, ""},
			{`false`, ""},
			{`{"not":{}}`, ""},
			{`[]`, ""},
			{`1e300`, ""},
			{`-1`, ""},
			{`9223372036854775808`, ""},
			{`-9223372036854775809`, ""},
			{`"9223372036854775808"`, ""},
			{`"1e999"`, ""},
			{`"Infinity"`, ""},
			{`"0x"`, ""},
			{`1.5`, ""},
			{`"1;2"`, ""},
			{`"1 OR 1=1"`, ""},
			{`{"legs":"4 OR 1=1"}`, ""},
			{`{"name":"' OR ''='"}`, ""},
			{`{"name":"\u0000"}`, ""},
			{`{"id":[1e300,"x",-9]}`, ""},
			{`{"limit":-1,"id":99}`, ""},
			{`{"skip":1e308}`, ""},
			{`{"skip":"99999999999999999999"}`, ""},
			{`{"limit":1,"skip":9007199254740991}`, ""},
			{wide, "Rex Tom"},
			{`{"limit":-1}`, "Rex Tom Kim Ivy Max"},
			{`{"limit":1e308}`, "Rex Tom Kim Ivy Max"},
			{`{"limit":"-9","skip":"-9"}`, "Rex Tom Kim Ivy Max"},
			{`"0x1"`, "Rex"},
			{`{"id":{">":-1e300}}`, "Rex Tom Kim Ivy Max"},
			{`{"id":{"<":1e300}}`, "Rex Tom Kim Ivy Max"},
		} {
			q, err := m.Query(parse(t, tc.criteria))
			if tc.want == "misuse" {
				if !errors.As(err, new(*orm.UsageError)) {
					t.Errorf("%.60s: %v", tc.criteria, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%.60s: %v", tc.criteria, err)
				continue
			}
			list, err := m.Find(t.Context(), q)
			if err != nil || names(list) != tc.want {
				t.Errorf("%.60s finds %s, %v", tc.criteria, names(list), err)
			}
			if _, err := m.Count(t.Context(), q); err != nil {
				t.Errorf("%.60s: %v", tc.criteria, err)
			}
			if tc.want != "" {
				continue
			}
			changed, err := m.Update(t.Context(), q, value.Of("legs", int64(0)))
			if len(changed) > 0 || err != nil {
				t.Errorf("%.60s changes %s, %v", tc.criteria, names(changed), err)
			}
			gone, err := m.Destroy(t.Context(), q)
			if len(gone) > 0 || err != nil {
				t.Errorf("%.60s destroys %s, %v", tc.criteria, names(gone), err)
			}
		}
	})
}

// TestHostileMembers: what is given for associations and is none.
func TestHostileMembers(t *testing.T) {
	deep := strings.Repeat(`{"name":"c","members":[{"name":"m","clubs":[`, 60) + `{}` + strings.Repeat(`]}]}`, 60)
	onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
		for _, tc := range []struct {
			values string
			fails  bool
		}{
			{`{"pets":[[1]]}`, false},
			{`{"pets":[null]}`, false},
			{`{"pets":[{"id":[1]}]}`, true},
			{`{"pets":[{"id":{"a":1}}]}`, true},
			{`{"pets":[1e300,-1,"x","\u0000"]}`, false},
			{`{"clubs":[[1]]}`, true},
			{`{"clubs":[null]}`, true},
			{`{"clubs":[{"id":{}}]}`, true},
			{`{"clubs":[{"id":null}]}`, true},
			{`{"clubs":["x"]}`, true},
			{`{"clubs":[1e300]}`, true},
			{`{"clubs":[{"id":"x"}]}`, true},
			{`{"best":{}}`, true},
			{`{"best":{"id":{}}}`, true},
			{`{"friends":[{"name":{}}]}`, true},
			{`{"clubs":[` + deep + `]}`, true},
		} {
			o := garden(t, open)
			owners := o.Model("owner")
			values := parse(t, tc.values).(*value.Map)
			values.Set("name", "Eve")
			_, create := owners.Create(t.Context(), values)
			_, update := owners.Update(t.Context(), query(t, owners, "1"), values)
			after := planted(t, o)
			if (create != nil) != tc.fails || (update != nil) != tc.fails || tc.fails && after != gardenBefore || !strings.Contains(after, "Bob[Kim][chess]") {
				t.Errorf("%.60s: %v, %v: %s", tc.values, create, update, after)
			}
		}
	})
}

// TestHostileValues: values from code that no store can hold.
func TestHostileValues(t *testing.T) {
	onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
		m := open(definition("Thing", typed("name", "string"), typed("n", "integer"), typed("f", "float"), typed("b", "binary"))).Model("thing")
		for _, values := range []*value.Map{
			value.Of("name", struct{}{}), value.Of("name", func() {}), value.Of("n", make(chan int)), value.Of("n", math.NaN()), value.Of("n", math.Inf(1)),
			value.Of("f", math.NaN()), value.Of("f", math.Inf(-1)), value.Of("n", []byte("x")), value.Of("n", uint8(1)),
		} {
			if r, err := m.Create(t.Context(), values); err == nil {
				t.Errorf("%v is stored as %s", values.Keys(), value.Append(nil, r))
			}
		}
		if got := all(t, m); got != "" {
			t.Errorf("there is %s", got)
		}
	})
}

// TestCanceled: a call whose context is over changes nothing.
func TestCanceled(t *testing.T) {
	onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
		o := garden(t, open)
		owners := o.Model("owner")
		ctx, cancel := context.WithCancel(t.Context())
		r, err := owners.FindOne(ctx, query(t, owners, "1"))
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		for name, run := range map[string]func() error{
			"find":    func() error { _, err := owners.Find(ctx, &orm.Query{}); return err },
			"count":   func() error { _, err := owners.Count(ctx, &orm.Query{}); return err },
			"create":  func() error { _, err := owners.Create(ctx, value.Of("name", "Cy")); return err },
			"nested":  func() error { _, err := owners.Create(ctx, value.Of("pets", []any{int64(1)})); return err },
			"update":  func() error { _, err := owners.Update(ctx, &orm.Query{}, value.Of("name", "Cy")); return err },
			"destroy": func() error { _, err := owners.Destroy(ctx, &orm.Query{}); return err },
			"save":    func() error { return owners.Save(ctx, r, []orm.Change{{Alias: "pets", Child: int64(3)}}) },
			"or create": func() error {
				_, _, err := owners.FindOrCreate(ctx, query(t, owners, "99"), value.Of("name", "Cy"))
				return err
			},
		} {
			if err := run(); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := planted(t, o); got != gardenBefore {
			t.Errorf("there is %s", got)
		}
	})
}

// TestAtOnce: operations that look before they write do not come between each
// other.
func TestAtOnce(t *testing.T) {
	onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
		o := garden(t, open)
		owners, clubs := o.Model("owner"), o.Model("club")
		var wait sync.WaitGroup
		for i := range 16 {
			wait.Go(func() {
				name := value.Of("name", fmt.Sprint("club ", i%2))
				if _, _, err := clubs.FindOrCreate(t.Context(), query(t, clubs, name), name); err != nil {
					t.Error(err)
				}
				if _, err := owners.Update(t.Context(), query(t, owners, "2"), value.Of("clubs", []any{int64(1), int64(2)})); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if n, err := clubs.Count(t.Context(), &orm.Query{}); n != 4 || err != nil {
			t.Errorf("there are %d clubs, %v", n, err)
		}
		if n, err := o.Model("club_members__owner_clubs").Count(t.Context(), &orm.Query{}); n != 4 || err != nil {
			t.Errorf("there are %d links, %v", n, err)
		}
	})
}
