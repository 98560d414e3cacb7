package orm_test

import (
	"fmt"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// BenchmarkOperations compares what a model does with what its adapter does
// for the same call.
func BenchmarkOperations(b *testing.B) {
	db := memory(b, true)
	o, err := orm.Open(b.Context(), []*orm.Definition{definition("Pet", typed("name", "string"), typed("age", "integer"))}, orm.Options{
		Datastores: map[string]orm.Adapter{"ram": db},
	})
	if err != nil {
		b.Fatal(err)
	}
	pets, ctx := o.Model("pet"), b.Context()
	for i := range 100 {
		if _, err := pets.Create(ctx, value.Of("name", fmt.Sprint("pet ", i), "age", int64(i))); err != nil {
			b.Fatal(err)
		}
	}
	list := func() *orm.Query { return query(b, pets, value.Of("limit", int64(30))) }
	one := func() *orm.Query { return query(b, pets, int64(7)) }
	row := func() *value.Map { return value.Of("name", "new", "age", int64(5)) }
	for _, c := range []struct {
		name        string
		model, bare func() error
	}{
		{"findOne", func() error { _, err := pets.FindOne(ctx, one()); return err }, func() error { _, err := db.Find(ctx, pets, one()); return err }},
		{"find30", func() error { _, err := pets.Find(ctx, list()); return err }, func() error { _, err := db.Find(ctx, pets, list()); return err }},
		{"create", func() error { _, err := pets.Create(ctx, row()); return err }, func() error { _, err := db.Create(ctx, pets, []*value.Map{row()}); return err }},
		{"update", func() error { _, err := pets.Update(ctx, one(), row()); return err }, func() error { _, err := db.Update(ctx, pets, one(), row()); return err }},
	} {
		for _, way := range []struct {
			name string
			run  func() error
		}{{"model", c.model}, {"adapter", c.bare}} {
			b.Run(c.name+"/"+way.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := way.run(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkModern compares a model of 1.x with a classic one of the same
// attributes on the same kind of store.
func BenchmarkModern(b *testing.B) {
	classic := definition("Pet", typed("name", "string"), typed("age", "integer"))
	schema := true
	modern := &orm.Definition{
		Identity: "pet", GlobalID: "Pet", Source: "api/models/Pet.js", Datastore: "ram", Migrate: orm.Drop, Schema: &schema,
		Attributes: []orm.AttributeDef{
			{Name: "createdAt", Type: "number", AutoCreatedAt: true},
			{Name: "updatedAt", Type: "number", AutoUpdatedAt: true},
			{Name: "id", Type: "number", PrimaryKey: true, AutoIncrement: true, Unique: true},
			typed("name", "string"), typed("age", "number"),
		},
	}
	for _, kind := range []struct {
		name  string
		def   *orm.Definition
		rules orm.Rules
	}{{"classic", classic, orm.Classic(orm.Switches{})}, {"modern", modern, orm.Modern()}} {
		o, err := orm.Open(b.Context(), []*orm.Definition{kind.def}, orm.Options{
			Datastores: map[string]orm.Adapter{"ram": memory(b, false)}, Rules: kind.rules,
		})
		if err != nil {
			b.Fatal(err)
		}
		pets, ctx := o.Model("pet"), b.Context()
		row := func() *value.Map { return value.Of("name", "new", "age", int64(5)) }
		for range 100 {
			if _, err := pets.Create(ctx, row()); err != nil {
				b.Fatal(err)
			}
		}
		for _, c := range []struct {
			name string
			run  func() error
		}{
			{"findOne", func() error { _, err := pets.FindOne(ctx, query(b, pets, int64(7))); return err }},
			{"find30", func() error { _, err := pets.Find(ctx, query(b, pets, value.Of("limit", int64(30)))); return err }},
			{"create", func() error { _, err := pets.Create(ctx, row()); return err }},
			{"update", func() error { _, err := pets.Update(ctx, query(b, pets, int64(7)), row()); return err }},
		} {
			b.Run(c.name+"/"+kind.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := c.run(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
