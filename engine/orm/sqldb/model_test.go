package sqldb_test

import (
	"context"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/value"
)

// attr is a stored attribute of a test model.
func attr(name string, kind orm.Kind, change ...func(a *orm.Attribute)) *orm.Attribute {
	a := &orm.Attribute{AttributeDef: orm.AttributeDef{Name: name, Column: name}, Kind: kind, Stored: true}
	for _, f := range change {
		f(a)
	}
	return a
}

func unique(a *orm.Attribute)  { a.Unique = true }
func indexed(a *orm.Attribute) { a.Index = true }

func column(name string) func(a *orm.Attribute) {
	return func(a *orm.Attribute) { a.Column = name }
}

// model is a model with a numbered id after the attributes.
func model(identity string, attrs ...*orm.Attribute) *orm.Model {
	id := attr("id", orm.KindInteger)
	id.PrimaryKey, id.AutoIncrement, id.Unique = true, true, true
	return keyed(identity, "id", append(attrs, id)...)
}

func keyed(identity, key string, attrs ...*orm.Attribute) *orm.Model {
	return &orm.Model{
		Identity: identity, GlobalID: identity, Table: identity, PrimaryKey: key, Attributes: attrs,
		Definition: &orm.Definition{Identity: identity, Source: "api/models/" + identity + ".js"},
	}
}

func parcel() *orm.Model {
	return model("parcel",
		attr("town", orm.KindString), attr("weight", orm.KindInteger), attr("fragile", orm.KindBoolean),
		attr("tags", orm.KindArray), attr("sent", orm.KindDate), attr("note", orm.KindString),
		attr("shelf", orm.KindString, column("shelf_place")), attr("specs", orm.KindJSON),
		attr("price", orm.KindFloat), attr("photo", orm.KindBinary))
}

func open(t testing.TB, opts sqldb.Options, models ...*orm.Model) *sqldb.DB {
	t.Helper()
	db, err := sqldb.Open(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := db.Define(context.Background(), models); err != nil {
		t.Fatal(err)
	}
	return db
}

func sparse(t testing.TB, models ...*orm.Model) *sqldb.DB {
	return open(t, sqldb.Options{Sparse: true}, models...)
}

// create stores the rows, given as JSON, and returns the records.
func create(t testing.TB, db *sqldb.DB, m *orm.Model, rows ...string) []*orm.Record {
	t.Helper()
	list := make([]*value.Map, len(rows))
	for i, row := range rows {
		list[i] = object(t, row)
	}
	made, err := db.Create(context.Background(), m, list)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func object(t testing.TB, text string) *value.Map {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v.(*value.Map)
}

func find(t testing.TB, db *sqldb.DB, m *orm.Model, q *orm.Query) []*orm.Record {
	t.Helper()
	found, err := db.Find(context.Background(), m, q)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func text(records []*orm.Record) string {
	return string(value.Append(nil, orm.Records(records)))
}
