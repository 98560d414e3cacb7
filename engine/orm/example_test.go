package orm_test

import (
	"context"
	"fmt"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/value"
)

// Open compiles definitions of models, and creates their tables. A query is made
// of criteria in the form of Waterline.
func ExampleOpen() {
	ctx := context.Background()
	db, err := sqldb.Open(ctx, sqldb.Options{Path: ":memory:"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	o, err := orm.Open(ctx, []*orm.Definition{{
		Identity: "pet", GlobalID: "Pet", Datastore: "main", Migrate: orm.Alter, AutoPK: true,
		Attributes: []orm.AttributeDef{{Name: "name", Type: "string"}, {Name: "age", Type: "integer"}},
	}}, orm.Options{Datastores: map[string]orm.Adapter{"main": db}})
	if err != nil {
		fmt.Println(err)
		return
	}

	pets := o.Model("pet")
	for _, values := range []*value.Map{
		value.Of("name", "Rex", "age", int64(3)),
		value.Of("name", "Max", "age", int64(7)),
	} {
		if _, err := pets.Create(ctx, values); err != nil {
			fmt.Println(err)
			return
		}
	}
	q, err := pets.Query(value.Of("age", value.Of(">", int64(5))))
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := pets.Find(ctx, q)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(orm.Records(found).AppendJSON(nil, "", "")))
	// Output:
	// [{"name":"Max","age":7,"id":2}]
}
