package mongo_test

import (
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/mongo"
)

// TestDescribeAndDrop: a collection that exists has the attributes of its model.
func TestDescribeAndDrop(t *testing.T) {
	o, _ := compiled(t, mongo.Options{}, nil, family()...)
	person := o.Model("person")
	create(t, person, "name", "Ann")
	columns, err := person.Describe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]orm.Column{}
	for _, c := range columns {
		byName[c.Name] = c
	}
	if len(columns) != 2 || !byName["id"].PrimaryKey || !byName["full name"].Unique || byName["full name"].PrimaryKey {
		t.Errorf("the columns are %+v", columns)
	}
	if err := person.Drop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if columns, err := person.Describe(t.Context()); err != nil || columns != nil {
		t.Errorf("after drop the columns are %v, %v", columns, err)
	}
	if err := person.Drop(t.Context()); err != nil {
		t.Errorf("dropping what is not there: %v", err)
	}
}
