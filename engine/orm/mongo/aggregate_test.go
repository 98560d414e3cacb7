package mongo_test

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"framework/engine/orm"
	"framework/engine/orm/mongo"
)

// TestGroupsOfNull: null and an attribute that a document lacks are one group.
func TestGroupsOfNull(t *testing.T) {
	o, opts := compiled(t, mongo.Options{PlainKeys: true}, nil, &orm.Definition{Identity: "thing", AutoPK: true, Attributes: []orm.AttributeDef{
		{Name: "kind", Type: "string"}, {Name: "size", Type: "integer"},
	}})
	m := o.Model("thing")
	insert(t, server(t, opts), "thing", bson.D{{Key: "_id", Value: 1}, {Key: "kind", Value: "a"}, {Key: "size", Value: nil}},
		bson.D{{Key: "_id", Value: 2}, {Key: "kind", Value: "a"}, {Key: "size", Value: 1}}, bson.D{{Key: "_id", Value: 3}, {Key: "kind", Value: "a"}})
	groups, err := m.Adapter().Find(t.Context(), m, &orm.Query{GroupBy: []string{"kind", "size"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(groups) != 2 {
		t.Errorf("%d groups of the sizes null, 1 and none: %v", len(groups), groups)
	}
}
