package mongo_test

import (
	"errors"
	"net/url"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/mongo"
	"framework/engine/orm/ormtest"
	"framework/engine/testenv"
	"framework/engine/value"
)

// TestAway: while the server cannot be reached, operations fail with an error that
// says so, and go on when it is back.
func TestAway(t *testing.T) {
	opts := place(t, mongo.Options{})
	u, err := url.Parse(opts.URL)
	if err != nil {
		t.Fatal(err)
	}
	line := testenv.NewLine(t, u.Host)
	through := opts
	through.URL, through.ConnectTimeout = "mongodb://"+line.Address()+"/", 300*time.Millisecond
	db := with(t, through)
	o, err := orm.Open(t.Context(), []*orm.Definition{{
		Identity: "cat", GlobalID: "Cat", Datastore: "main", AutoPK: true, Attributes: []orm.AttributeDef{{Name: "name", Type: "string"}},
	}}, orm.Options{Datastores: map[string]orm.Adapter{"main": db}})
	if err != nil {
		t.Fatal(err)
	}
	cat := o.Model("cat")
	create(t, cat, "name", "Tom")
	line.Cut(true)
	for name, do := range map[string]func() error{
		"find":   func() error { _, err := cat.Find(t.Context(), &orm.Query{}); return err },
		"create": func() error { _, err := cat.Create(t.Context(), value.Of("name", "x")); return err },
		"ping":   func() error { return db.Ping(t.Context()) },
	} {
		var gone *orm.UnavailableError
		if err := do(); !errors.As(err, &gone) || gone.Datastore != "MongoDB" {
			t.Errorf("%s gives %v", name, err)
		}
	}
	line.Cut(false)
	deadline := time.Now().Add(30 * time.Second)
	for db.Ping(t.Context()) != nil {
		if time.Now().After(deadline) {
			t.Fatal("the server is back, and not found")
		}
	}
	if n, err := cat.Count(t.Context(), &orm.Query{}); err != nil || n != 1 {
		t.Errorf("then there are %d, %v", n, err)
	}

	through.QueryTimeout = 200 * time.Millisecond
	short := with(t, through)
	line.Silence(true)
	var gone *orm.UnavailableError
	if err := short.Ping(t.Context()); !errors.As(err, &gone) {
		t.Errorf("without an answer there is %v", err)
	}
	line.Silence(false)
}

// TestCountsAnswers of the server.
func TestCountsAnswers(t *testing.T) {
	db := with(t, place(t, mongo.Options{}))
	o, err := orm.Open(t.Context(), []*orm.Definition{{
		Identity: "cat", GlobalID: "Cat", Datastore: "main", AutoPK: true, Attributes: []orm.AttributeDef{{Name: "name", Type: "string"}},
	}}, orm.Options{Datastores: map[string]orm.Adapter{"main": db}})
	if err != nil {
		t.Fatal(err)
	}
	ormtest.CountsAnswers(t, db, o.Model("cat"), "name")
}
