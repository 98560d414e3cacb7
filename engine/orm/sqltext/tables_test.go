package sqltext_test

import (
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
)

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
