package sqldb_test

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"framework/engine/orm"
	"framework/engine/value"
)

// TestConditionsAgainstNaiveEvaluation compares what SQL makes of random
// conditions with a straightforward reading of the rules.
func TestConditionsAgainstNaiveEvaluation(t *testing.T) {
	m := model("row", attr("s", orm.KindString, indexed), attr("n", orm.KindInteger, indexed))
	db := sparse(t, m)
	ctx := context.Background()
	words := rapid.SampledFrom([]string{"", "a", "A", "ab", "Ä", "ä", "äB", "a%", "%", "_", `\`, "'", `"`, "%a", "b"})
	numbers := rapid.Int64Range(-2, 2)
	val := func(attr string, rt *rapid.T) any {
		if rapid.IntRange(0, 5).Draw(rt, "null") == 0 {
			return nil
		}
		if attr == "n" {
			return numbers.Draw(rt, "n")
		}
		return words.Draw(rt, "s")
	}
	rapid.Check(t, func(rt *rapid.T) {
		if _, err := db.Destroy(ctx, m, nil); err != nil {
			rt.Fatal(err)
		}
		var rows []*value.Map
		for range rapid.IntRange(1, 6).Draw(rt, "rows") {
			row := value.New(3)
			for _, name := range []string{"s", "n", "x"} {
				if rapid.Bool().Draw(rt, "has "+name) {
					row.Set(name, val(name, rt))
				}
			}
			rows = append(rows, row)
		}
		made, err := db.Create(ctx, m, rows)
		if err != nil {
			rt.Fatal(err)
		}
		where := condition(rt, val, 3)
		want := []*orm.Record{}
		for _, r := range made {
			if holds(where, r) {
				want = append(want, r)
			}
		}
		got, err := db.Find(ctx, m, &orm.Query{Where: where})
		if err != nil {
			rt.Fatal(err)
		}
		if ids(got) != ids(want) {
			rt.Fatalf("%#v\nof %s\nfound %s, want %s", where, text(made), ids(got), ids(want))
		}
	})
}

func condition(rt *rapid.T, val func(string, *rapid.T) any, depth int) orm.Expr {
	kind := 0
	if depth > 0 {
		kind = rapid.IntRange(0, 4).Draw(rt, "kind")
	}
	parts := func() []orm.Expr {
		var list []orm.Expr
		for range rapid.IntRange(0, 3).Draw(rt, "parts") {
			list = append(list, condition(rt, val, depth-1))
		}
		return list
	}
	switch kind {
	case 1:
		return orm.And(parts())
	case 2:
		return orm.Or(parts())
	case 3:
		return orm.Not{Expr: condition(rt, val, depth-1)}
	}
	name := rapid.SampledFrom([]string{"s", "n", "x"}).Draw(rt, "attr")
	ops := []orm.Op{orm.Equal, orm.NotEqual, orm.In, orm.NotIn}
	if name == "n" {
		ops = append(ops, orm.Less, orm.LessOrEqual, orm.Greater, orm.GreaterOrEqual)
	} else {
		ops = append(ops, orm.Like, orm.NotLike, orm.Contains, orm.StartsWith, orm.EndsWith)
	}
	op := rapid.SampledFrom(ops).Draw(rt, "op")
	v := val(name, rt)
	if op == orm.In || op == orm.NotIn {
		list := []any{v}
		for range rapid.IntRange(0, 3).Draw(rt, "more") {
			list = append(list, val(name, rt))
		}
		return orm.Compare{Attr: name, Op: op, Value: list}
	}
	if v == nil && op > orm.NotIn {
		v = int64(0)
		if name != "n" {
			v = "a"
		}
	}
	return orm.Compare{Attr: name, Op: op, Value: v}
}

func holds(e orm.Expr, r *orm.Record) bool {
	switch e := e.(type) {
	case orm.And:
		for _, p := range e {
			if !holds(p, r) {
				return false
			}
		}
		return true
	case orm.Or:
		for _, p := range e {
			if holds(p, r) {
				return true
			}
		}
		return false
	case orm.Not:
		return !holds(e.Expr, r)
	}
	c := e.(orm.Compare)
	v, present := r.Get(c.Attr)
	s, isText := v.(string)
	switch c.Op {
	case orm.Equal:
		return equals(v, present, c.Value)
	case orm.NotEqual:
		return present && !equals(v, present, c.Value)
	case orm.In, orm.NotIn:
		in := false
		for _, x := range c.Value.([]any) {
			in = in || equals(v, present, x) || (x == nil || x == "") && !present
		}
		return in == (c.Op == orm.In)
	case orm.Like:
		return isText && matches(s, c.Value.(string))
	case orm.NotLike:
		return !isText || !matches(s, c.Value.(string))
	case orm.Contains:
		return isText && matches(s, "%"+c.Value.(string)+"%")
	case orm.StartsWith:
		return isText && matches(s, c.Value.(string)+"%")
	case orm.EndsWith:
		return isText && matches(s, "%"+c.Value.(string))
	}
	if !present {
		return false
	}
	n, _ := v.(int64) // null is 0
	o := c.Value.(int64)
	switch c.Op {
	case orm.Less:
		return n < o
	case orm.LessOrEqual:
		return n <= o
	case orm.Greater:
		return n > o
	}
	return n >= o
}

func equals(v any, present bool, want any) bool {
	if want == nil || want == "" {
		return present && (v == nil || v == "")
	}
	s, ok := v.(string)
	w, ok2 := want.(string)
	if ok && ok2 {
		return strings.EqualFold(s, w)
	}
	return v == want
}

// matches reports whether s fits a pattern of % and plain text.
func matches(s, pattern string) bool {
	s, pattern = strings.ToLower(s), strings.ToLower(pattern)
	head, tail, wild := strings.Cut(pattern, "%")
	if !strings.HasPrefix(s, head) {
		return false
	}
	s = s[len(head):]
	if !wild {
		return s == ""
	}
	for i := range len(s) + 1 {
		if matches(s[i:], tail) {
			return true
		}
	}
	return false
}
