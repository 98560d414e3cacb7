package ormtest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"framework/engine/orm"
)

// schema is a random set of linked models: people have things, things have
// tags and tags things.
type schema struct {
	defs []*orm.Definition
	// keys are the kinds of primary key: auto, integer or string, by identity.
	keys map[string]string
}

// model returns a model definition without timestamps, because tests cannot predict
// their values.
func model(identity string, attrs ...orm.AttributeDef) *orm.Definition {
	return &orm.Definition{
		Identity: identity, GlobalID: strings.ToUpper(identity[:1]) + identity[1:], Source: "api/models/" + identity + ".js",
		Table: "t_" + identity, Datastore: datastore, Migrate: orm.Drop, Attributes: attrs,
	}
}

func (s *suite) drawSchema(t *rapid.T) *schema {
	out := &schema{keys: map[string]string{}}
	person := model("person",
		orm.AttributeDef{Name: "name", Type: "string"},
		orm.AttributeDef{Name: "rank", Type: "integer", Column: "Rank of"},
		orm.AttributeDef{Name: "things", Collection: "thing", Via: "owner"})
	thing := model("thing", s.drawAttributes(t)...)
	thing.Attributes = append(thing.Attributes,
		orm.AttributeDef{Name: "owner", Model: "person"},
		orm.AttributeDef{Name: "tags", Collection: "tag", Via: "things"})
	tag := model("tag",
		orm.AttributeDef{Name: "label", Type: "string", Index: true},
		orm.AttributeDef{Name: "things", Collection: "thing", Via: "tags"})
	for _, d := range []*orm.Definition{person, thing, tag} {
		out.keys[d.Identity] = s.drawKey(t, d)
		out.defs = append(out.defs, d)
	}
	return out
}

// drawKey adds a primary key to a definition.
func (s *suite) drawKey(t *rapid.T, d *orm.Definition) string {
	kind := rapid.SampledFrom([]string{"auto", "integer", "string"}).Draw(t, d.Identity+" key")
	if kind == "auto" {
		d.AutoPK = true
		return kind
	}
	d.Attributes = append([]orm.AttributeDef{{Name: "code", Type: kind, PrimaryKey: true, Column: "the_code"}}, d.Attributes...)
	return kind
}

var columnNames = []string{"", "", "order", "SELECT", "Mixed Case", `quo"te`, "back`tick", "ünï", "a-b", "x'y"}

// types are the attribute types that random models have.
var types = []string{"string", "text", "integer", "float", "boolean", "date", "datetime", "array", "json", "binary"}

func (s *suite) drawAttributes(t *rapid.T) []orm.AttributeDef {
	attrs := make([]orm.AttributeDef, rapid.IntRange(1, 5).Draw(t, "attributes"))
	for i := range attrs {
		a := orm.AttributeDef{Name: fmt.Sprintf("a%d", i), Type: rapid.SampledFrom(types).Draw(t, "type")}
		if column := rapid.SampledFrom(orElse(s.traits.Columns, columnNames)).Draw(t, "column"); column != "" {
			a.Column = fmt.Sprintf("%s %d", column, i)
		}
		switch a.Type {
		case "string", "integer", "datetime":
			a.Unique = rapid.IntRange(0, 5).Draw(t, "unique") == 0
			a.Index = rapid.IntRange(0, 3).Draw(t, "index") == 0
		}
		attrs[i] = a
	}
	return attrs
}
