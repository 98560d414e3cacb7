package mongo_test

import (
	"errors"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"framework/engine/orm"
	"framework/engine/orm/mongo"
	"framework/engine/value"
)

// compiled opens the models of a project in an empty database.
func compiled(t *testing.T, opts mongo.Options, rules orm.Rules, defs ...*orm.Definition) (*orm.ORM, mongo.Options) {
	t.Helper()
	opts = place(t, opts)
	for _, d := range defs {
		d.Datastore, d.Source = "main", "api/models/"+d.Identity+".js"
		if d.GlobalID == "" {
			d.GlobalID = strings.ToUpper(d.Identity[:1]) + d.Identity[1:]
		}
	}
	o, err := orm.Open(t.Context(), defs, orm.Options{Datastores: map[string]orm.Adapter{"main": with(t, opts)}, Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	return o, opts
}

func family() []*orm.Definition {
	return []*orm.Definition{
		{Identity: "person", AutoPK: true, Attributes: []orm.AttributeDef{
			{Name: "name", Type: "string", Unique: true, Column: "full name"}, {Name: "pets", Collection: "pet", Via: "owner"},
		}},
		{Identity: "pet", AutoPK: true, Attributes: []orm.AttributeDef{
			{Name: "name", Type: "string"},
			{Name: "owner", Model: "person"},
			{Name: "chip", Type: "objectid"},
			{Name: "tags", Type: "array"},
			{Name: "home", Type: "json", Column: "address"},
			{Name: "number", Type: "integer", AutoIncrement: true},
		}},
	}
}

func create(t *testing.T, m *orm.Model, pairs ...any) *orm.Record {
	t.Helper()
	r, err := m.Create(t.Context(), value.Of(pairs...))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func names(t *testing.T, m *orm.Model, criteria any) string {
	t.Helper()
	q, err := m.Query(criteria)
	if err != nil {
		t.Fatal(err)
	}
	q.Sort = []orm.Order{{Attr: "name"}}
	list, err := m.Find(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range list {
		out = append(out, r.Value("name").(string))
	}
	return strings.Join(out, " ")
}

// TestKeys: keys and references are text outside and ObjectIDs inside, whoever has
// stored them, and in all criteria.
func TestKeys(t *testing.T) {
	o, opts := compiled(t, mongo.Options{}, nil, family()...)
	db := server(t, opts)
	person, pet := o.Model("person"), o.Model("pet")
	ann := create(t, person, "name", "Ann")
	key, ok := ann.ID().(string)
	if !ok || len(key) != 24 {
		t.Fatalf("the key is %v", ann.ID())
	}
	chip := "5fffffffffffffffffffffff"
	create(t, pet, "name", "Rex", "owner", strings.ToUpper(key), "chip", chip, "tags", []any{"Red", "b"}, "home", value.Of("city", "Bonn"))
	other := bson.NewObjectID()
	insert(t, db, "pet", bson.D{{Key: "_id", Value: other}, {Key: "name", Value: "Tom"}, {Key: "owner", Value: bson.NewObjectID()}, {Key: "seen", Value: bson.A{other}}})
	insert(t, db, "pet", bson.D{{Key: "_id", Value: "plain"}, {Key: "name", Value: "Una"}})

	var stored bson.M
	if err := db.Collection("pet").FindOne(t.Context(), bson.D{{Key: "name", Value: "Rex"}}).Decode(&stored); err != nil {
		t.Fatal(err)
	}
	owner, _ := stored["owner"].(bson.ObjectID)
	inside, _ := stored["chip"].(bson.ObjectID)
	if owner.Hex() != key || inside.Hex() != chip || stored["number"] != int32(1) && stored["number"] != int64(1) {
		t.Errorf("stored is %v", stored)
	}
	for _, tc := range []struct {
		criteria any
		want     string
	}{
		{value.Of("owner", key), "Rex"},
		{value.Of("owner", []any{key, "x"}), "Rex"},
		{value.Of("owner", value.Of("!", key)), "Tom Una"},
		{value.Of("owner", value.Of("!", []any{key})), "Tom Una"},
		{value.Of("chip", chip), "Rex"},
		{value.Of("id", other.Hex()), "Tom"},
		{value.Of("_id", other.Hex()), "Tom"},
		{other.Hex(), "Tom"},
		{"plain", "Una"},
		{[]any{other.Hex(), "plain"}, "Tom Una"},
		{value.Of("id", value.Of(">", "5ffffffffffffffffffffffe")), "Rex Tom"},
		{value.Of("name", "rEX"), "Rex"},
		{value.Of("name", []any{"rEX", "Tom"}), "Tom"},
		{value.Of("name", value.Of("!", "rex")), "Rex Tom Una"},
		{value.Of("name", value.Of("contains", "E")), "Rex"},
		{value.Of("name", value.Of("like", "%o%")), "Tom"},
		{value.Of("name", "%"), ""},
		{value.Of("tags", "red"), "Rex"},
		{value.Of("home.city", "bonn"), "Rex"},
		{value.Of("address.city", "bonn"), "Rex"},
		{value.Of("chip", nil), "Tom Una"},
	} {
		if got := names(t, pet, tc.criteria); got != tc.want {
			t.Errorf("%s finds %q, want %q", value.Append(nil, tc.criteria), got, tc.want)
		}
	}
	tom, err := pet.FindOne(t.Context(), pet.ByKey(other.Hex()))
	if err != nil || string(value.Append(nil, tom.Value("seen"))) != `["`+other.Hex()+`"]` {
		t.Errorf("Tom is %v, %v", tom, err)
	}
	list, err := person.Find(t.Context(), &orm.Query{Populate: []orm.Populate{{Alias: "pets"}}})
	if err != nil || len(list) != 1 || len(list[0].Value("pets").(orm.Records)) != 1 {
		t.Errorf("Ann is %v, %v", list, err)
	}
	changed, err := pet.Update(t.Context(), pet.ByKey(other.Hex()), value.Of("home.street", "A", "owner", key))
	if err != nil || len(changed) != 1 || string(value.Append(nil, changed[0].Value("home"))) != `{"street":"A"}` || changed[0].Value("owner") != key {
		t.Errorf("the changed one is %v, %v", changed, err)
	}
	if _, err := pet.Update(t.Context(), pet.ByKey(other.Hex()), value.Of("id", key)); err == nil || !strings.Contains(err.Error(), "cannot be changed") {
		t.Errorf("another key gives %v", err)
	}
	_, err = person.Create(t.Context(), value.Of("name", "Ann"))
	var invalid *orm.ValidationError
	if !errors.As(err, &invalid) || invalid.Invalid[0].Attribute != "name" || invalid.Invalid[0].Failures[0].Value != "Ann" {
		t.Errorf("another Ann gives %v", err)
	}
	create(t, person)
	create(t, person, "name", nil) // null is no value that could be taken
}

// TestExactKeys: 1.x refuses text that is no key, unless the model has plain ones.
func TestExactKeys(t *testing.T) {
	models := func() []*orm.Definition {
		key := orm.AttributeDef{Name: "id", Type: "string", PrimaryKey: true, Unique: true, Column: "_id"}
		return []*orm.Definition{
			{Identity: "person", Attributes: []orm.AttributeDef{key, {Name: "name", Type: "string"}}},
			{Identity: "code", PlainKeys: true, Attributes: []orm.AttributeDef{key, {Name: "name", Type: "string"}, {Name: "by", Model: "person"}}},
			{Identity: "use", Attributes: []orm.AttributeDef{key, {Name: "name", Type: "string"}, {Name: "of", Model: "code"}}},
		}
	}
	o, opts := compiled(t, mongo.Options{Exact: true}, orm.Modern(), models()...)
	ann := create(t, o.Model("person"), "name", "Ann")
	code := create(t, o.Model("code"), "id", "5fffffffffffffffffffffff", "name", "c", "by", ann.ID())
	create(t, o.Model("use"), "name", "u", "of", code.ID())
	var stored bson.M
	db := server(t, opts)
	if err := db.Collection("code").FindOne(t.Context(), bson.D{}).Decode(&stored); err != nil || stored["_id"] != "5fffffffffffffffffffffff" {
		t.Errorf("stored is %v, %v", stored, err)
	}
	if _, ok := stored["by"].(bson.ObjectID); !ok {
		t.Errorf("stored is %v", stored)
	}
	if err := db.Collection("use").FindOne(t.Context(), bson.D{}).Decode(&stored); err != nil || stored["of"] != "5fffffffffffffffffffffff" {
		t.Errorf("stored is %v, %v", stored, err)
	}
	for _, row := range []*value.Map{value.Of("id", "rex"), value.Of("name", "x", "by", "rex", "id", "a")} {
		m := o.Model("person")
		if row.Has("by") {
			m = o.Model("code")
		}
		if _, err := m.Create(t.Context(), row); err == nil || !strings.Contains(err.Error(), "as a Mongo id") {
			t.Errorf("%s gives %v", value.Append(nil, row), err)
		}
	}
	for criteria, want := range map[string]string{"Ann": "Ann", "ann": "", "A%": ""} {
		if got := names(t, o.Model("person"), value.Of("where", value.Of("name", criteria))); got != want {
			t.Errorf("%s finds %q, want %q", criteria, got, want)
		}
	}
}
