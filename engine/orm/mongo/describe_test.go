package mongo_test

import (
	"strings"
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

// TestCollectionOfTheServer: no model can have the collection that keys are counted in.
func TestCollectionOfTheServer(t *testing.T) {
	db := open(t, mongo.Options{})
	_, err := orm.Open(t.Context(), []*orm.Definition{{Identity: "c", GlobalID: "C", Source: "api/models/C.js", Table: "framework_counters", Datastore: "main", AutoPK: true}},
		orm.Options{Datastores: map[string]orm.Adapter{"main": db}})
	if err == nil || !strings.Contains(err.Error(), "api/models/C.js") || !strings.Contains(err.Error(), "call the collection otherwise") {
		t.Errorf("got %v", err)
	}
}
