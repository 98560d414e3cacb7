package sqltext_test

import (
	"errors"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
)

// names writes the attribute of each comparison.
type names struct{ sqltext.Text }

func (n *names) Compare(e orm.Compare) { n.Add(e.Attr) }

func TestConditions(t *testing.T) {
	logic := &sqltext.Logic{True: "yes", False: "no", Not: "not<", EndNot: ">"}
	a, b := orm.Compare{Attr: "a"}, orm.Compare{Attr: "b"}
	for _, c := range []struct {
		where orm.Expr
		want  string
	}{
		{nil, ""},
		{a, " WHERE a"},
		{orm.And{a, orm.Or{b, a}}, " WHERE (a AND (b OR a))"},
		{orm.Not{Expr: orm.And{a}}, " WHERE not<(a)>"},
		{orm.And{}, " WHERE yes"},
		{orm.Or{}, " WHERE no"},
		{orm.And{nil}, " WHERE (yes)"},
	} {
		n := &names{}
		n.Where(c.where, logic, n)
		if got := string(n.Bytes); got != c.want || n.Err != nil {
			t.Errorf("%v is %q, want %q (%v)", c.where, got, c.want, n.Err)
		}
	}
	deep := orm.Expr(a)
	for range sqltext.MaxNesting + 1 {
		deep = orm.Not{Expr: deep}
	}
	n := &names{}
	n.Condition(deep, logic, n)
	if !errors.As(n.Err, new(*orm.UsageError)) || !strings.Contains(n.Err.Error(), "nest deeper") {
		t.Errorf("a condition that nests too deep gives %v", n.Err)
	}
}

func TestTables(t *testing.T) {
	type compiled struct{ model *orm.Model }
	var tables sqltext.Tables[compiled]
	model := func(c *compiled) *orm.Model { return c.model }
	one, two := &orm.Model{Identity: "one"}, &orm.Model{Identity: "two"}
	if tables.Of(one) != nil {
		t.Error("an empty register knows a model")
	}
	first, second := &compiled{one}, &compiled{two}
	tables.Learn([]*compiled{first}, model)
	tables.Learn([]*compiled{second}, model)
	tables.Forget([]*orm.Model{one})
	if tables.Of(one) != nil || tables.Of(two) != second {
		t.Error("learning and forgetting do not add up")
	}
}
