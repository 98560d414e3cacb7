package sqlstore

import (
	"errors"
	"strings"
	"testing"

	"framework/engine/orm"
)

// names writes the name of the column of each comparison.
type names struct{ Comparisons }

func (names) Compare(b *Builder, o Operand, _ string, _ any) { b.Add(o.Column.Name) }

func TestConditions(t *testing.T) {
	columns := map[string]*Column{"a": {Name: "a"}, "b": {Name: "b"}}
	table := func(sparse bool) *Table {
		return &Table{Dialect: &Dialect{Comparisons: names{}, True: "yes", False: "no"}, ByName: columns, Sparse: sparse}
	}
	a, b := orm.Compare{Attr: "a", Op: orm.Equal, Value: "x"}, orm.Compare{Attr: "b", Op: orm.Equal, Value: "x"}
	for _, c := range []struct {
		where  orm.Expr
		sparse bool
		want   string
	}{
		{nil, false, ""},
		{a, false, " WHERE a"},
		{orm.And{a, orm.Or{b, a}}, false, " WHERE (a AND (b OR a))"},
		{orm.Not{Expr: orm.And{a}}, false, " WHERE (NOT (a))"},
		{orm.Not{Expr: orm.And{a}}, true, " WHERE ((a) IS NOT TRUE)"},
		{orm.And{}, false, " WHERE yes"},
		{orm.Or{}, false, " WHERE no"},
		{orm.And{nil}, false, " WHERE (yes)"},
		{orm.Compare{Attr: "c", Op: orm.Equal}, true, " WHERE no"},
	} {
		n := &Builder{Table: table(c.sparse)}
		n.Where(c.where)
		if got := string(n.Bytes); got != c.want || n.Err != nil {
			t.Errorf("%v is %q, want %q (%v)", c.where, got, c.want, n.Err)
		}
	}
	deep := orm.Expr(a)
	for range MaxNesting + 1 {
		deep = orm.Not{Expr: deep}
	}
	n := &Builder{Table: table(false)}
	n.Condition(deep)
	if !errors.As(n.Err, new(*orm.UsageError)) || !strings.Contains(n.Err.Error(), "nest deeper") {
		t.Errorf("a condition that nests too deep gives %v", n.Err)
	}
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		op         orm.Op
		text       string
		literal    bool
		like, glob string
		open       bool
	}{
		{orm.Like, "a%_|", false, "a%|_||", "a*_|", false},
		{orm.Like, "%a*", false, "%a*", "*a[*]", true},
		{orm.Contains, "50%", true, "%50|%%", "*50%*", true},
		{orm.Contains, "50%", false, "%50%%", "*50**", true},
		{orm.StartsWith, "[a?", true, "[a?%", "[[]a[?]*", false},
		{orm.EndsWith, "a_", true, "%a|_", "*a_", true},
	} {
		p := patternOf(orm.Compare{Op: c.op, Value: c.text, Literal: c.literal})
		if p.Like() != c.like || p.Glob() != c.glob || p.Open() != c.open {
			t.Errorf("%d %q (literal: %t) is %q, %q, open %t", c.op, c.text, c.literal, p.Like(), p.Glob(), p.Open())
		}
	}
}
