package orm_test

import (
	"errors"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// TestMissingValueWords: how Waterline of 1.x calls what a required attribute lacks.
func TestMissingValueWords(t *testing.T) {
	closed := true
	define := func(identity string, key string, attrs ...orm.AttributeDef) *orm.Definition {
		return &orm.Definition{
			Identity: identity, GlobalID: identity, Source: "api/models/" + identity + ".js", Datastore: "ram", Migrate: orm.Drop, Schema: &closed,
			Attributes: append([]orm.AttributeDef{{Name: key, Type: "number", PrimaryKey: true, AutoIncrement: true, Unique: true}}, attrs...),
		}
	}
	list := []*orm.Definition{define("owner", "code")}
	want := map[string]string{
		"string": "a string", "number": "a number", "boolean": "a boolean", "json": "a JSON-compatible value", "ref": "a value",
	}
	for kind := range want {
		list = append(list, define("m"+kind, "id", orm.AttributeDef{Name: "a", Type: kind, Required: true}))
	}
	list = append(list, define("massoc", "id", orm.AttributeDef{Name: "a", Model: "owner", Required: true}))
	want["assoc"] = "a number (the code of a owner)"
	list = append(list, define("club", "id", orm.AttributeDef{Name: "guests", Collection: "guest", Via: "clubs"}),
		define("guest", "id", orm.AttributeDef{Name: "clubs", Collection: "club", Via: "guests"}))
	o, err := orm.Open(t.Context(), list, orm.Options{Datastores: map[string]orm.Adapter{"ram": memory(t, false)}, Rules: orm.Modern()})
	if err != nil {
		t.Fatal(err)
	}
	for kind, noun := range want {
		_, err := o.Model("m"+kind).CreateWith(t.Context(), value.New(0), orm.Meta{})
		var usage *orm.UsageError
		if text := "Missing value for required attribute `a`.  Expected " + noun + ", but instead, got: undefined"; !errors.As(err, &usage) || usage.Reason != text {
			t.Errorf("%s: got  %v\nwant %s", kind, err, text)
		}
	}
	for _, m := range o.Models() {
		if !m.Junction {
			continue
		}
		_, err := m.CreateWith(t.Context(), value.New(0), orm.Meta{})
		if err == nil || !strings.Contains(err.Error(), "Expected a number (the id of a ") {
			t.Errorf("a join table: %v", err)
		}
	}
}
