package ormtest

import (
	"context"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// RunModernGrowth tests the records of a modern model that gets more attributes: they
// get the values that a new record without these attributes gets, and nothing else
// changes.
func RunModernGrowth(t *testing.T, open Opener) {
	ctx, store := context.Background(), open(t)
	define := func(migrate orm.Migration, attrs ...orm.AttributeDef) *orm.Model {
		t.Helper()
		d := modernModels()[0]
		d.Attributes = append([]orm.AttributeDef{d.Attributes[0], {Name: "s", Type: "string"}}, attrs...)
		d.Identity, d.Table, d.Migrate = "grown", "modern_grown", migrate
		o, err := orm.Open(ctx, []*orm.Definition{d}, orm.Options{
			Datastores: map[string]orm.Adapter{datastore: store}, Rules: orm.Modern(),
		})
		if err != nil {
			t.Fatal(err)
		}
		return o.Model("grown")
	}
	if _, err := define(orm.Drop).Create(ctx, value.Of("s", "it's")); err != nil {
		t.Fatal(err)
	}
	m := define(orm.Alter,
		orm.AttributeDef{Name: "text", Type: "string"},
		orm.AttributeDef{Name: "word", Type: "string", HasDefault: true, Default: "it's \\ so"},
		orm.AttributeDef{Name: "n", Type: "number"},
		orm.AttributeDef{Name: "half", Type: "number", HasDefault: true, Default: 0.5},
		orm.AttributeDef{Name: "yes", Type: "boolean", HasDefault: true, Default: true},
		orm.AttributeDef{Name: "no", Type: "boolean"},
		orm.AttributeDef{Name: "maybe", Type: "string", AllowNull: true},
		orm.AttributeDef{Name: "must", Type: "string", Required: true},
		orm.AttributeDef{Name: "own", Type: "string", Unique: true},
		orm.AttributeDef{Name: "doc", Type: "json"})
	const want = `[{"id":1,"s":"it's","text":"","word":"it's \\ so","n":0,"half":0.5,"yes":true,"no":false,"maybe":null,"must":"","own":null,"doc":null}]`
	found, err := m.Find(ctx, &orm.Query{})
	if got := string(value.Append(nil, orm.Records(found))); err != nil || got != want {
		t.Errorf("the record became\n%s, %v, want\n%s", got, err, want)
	}
}
