package orm_test

import (
	"errors"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/value"
)

// modernPets are modern models in memory.
func modernPets(t testing.TB, schema bool) *orm.Model {
	t.Helper()
	pet := &orm.Definition{
		Identity: "pet", GlobalID: "Pet", Source: "api/models/Pet.js", Datastore: "ram", Migrate: orm.Drop, Schema: &schema,
		Keys: map[string][]byte{"default": []byte("0123456789abcdef0123456789abcdef")}, KeyName: "default",
		Attributes: []orm.AttributeDef{
			{Name: "id", Type: "number", PrimaryKey: true, AutoIncrement: true, Unique: true},
			{Name: "name", Type: "string", Rules: []orm.RuleDef{{Name: "maxLength", Arg: int64(20)}, {Name: "isNotIn", Arg: []any{"no"}}}},
			{Name: "age", Type: "number", AllowNull: true},
			{Name: "tame", Type: "boolean", Column: "is_tame"},
			{Name: "data", Type: "json"},
			{Name: "thing", Type: "ref"},
			{Name: "secret", Type: "string", Encrypt: true},
			{Name: "owner", Model: "pet"},
			{Name: "owned", Collection: "pet", Via: "owner"},
			{Name: "friends", Collection: "pet"},
			{Name: "born", Type: "ref", AutoCreatedAt: true},
		},
	}
	o, err := orm.Open(t.Context(), []*orm.Definition{pet}, orm.Options{
		Datastores: map[string]orm.Adapter{"ram": memory(t, false)}, Rules: orm.Modern(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return o.Model("pet")
}

// FuzzModernQuery: criteria of any shape are a query that the store runs, or a
// usage error.
func FuzzModernQuery(f *testing.F) {
	for _, s := range []string{
		`{"name":"Ada"}`, `{"where":{"or":[{"age":{">":1}},{"and":[]}]},"sort":"name desc","limit":3}`, `[1,"2",{"a":null}]`, `"5"`, `{"or":[]}`,
		`{"sort":[{"name":"ASC"},"age DESC"],"select":["name"]}`, `{"where":null,"omit":["data"],"skip":"1"}`, `{"name":{"contains":"%_\\"}}`,
		`{"age":{"nin":[]},"tame":{"!=":[true]},"secret":{"<":"a"},"owner":["1"]}`, `{"data":{"like":"x%"}}`, `{"id":{">":-1}}`, `{"where":{"where":{}}}`, `false`, `1e300`,
	} {
		f.Add([]byte(s))
	}
	m, loose := modernPets(f, true), modernPets(f, false)
	f.Fuzz(func(t *testing.T, text []byte) {
		criteria, err := value.Parse(text)
		if err != nil {
			return
		}
		for _, m := range []*orm.Model{m, loose} {
			q, err := m.QueryWith(criteria, orm.CriteriaOptions{})
			var usage *orm.UsageError
			switch {
			case err == nil:
				if _, err := m.Find(t.Context(), q); err != nil && m == modernOf(m) {
					t.Errorf("%s cannot be found: %v", text, err)
				}
			case !errors.As(err, &usage) || usage.Code != orm.InvalidCriteria || usage.Reason == "":
				t.Errorf("%s gives %v", text, err)
			}
		}
	})
}

// modernOf is m when it has a schema, nil otherwise: an SQL table has no place
// for what a model without one does not declare.
func modernOf(m *orm.Model) *orm.Model {
	if m.Schema {
		return m
	}
	return nil
}

// FuzzModernValues: values of any shape are stored and read as they were
// given, in their types, or refused with a reason for every attribute.
func FuzzModernValues(f *testing.F) {
	for _, s := range []string{
		`{"name":"Ada","age":"12","tame":"true","data":{"a":[null]},"thing":[1],"secret":"x"}`, `{"name":5,"age":null,"owner":"1"}`, `{"age":"1e400"}`,
		`{"owned":[1,2],"friends":["x"]}`, `{"id":7,"born":null}`, `{"name":null,"tame":2,"nowhere":{}}`, `{"secret":"a$b$c$d"}`,
	} {
		f.Add([]byte(s))
	}
	m := modernPets(f, true)
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := value.Parse(text)
		values, ok := v.(*value.Map)
		if err != nil || !ok {
			return
		}
		if born := values.Value("born"); born != nil {
			return // SQLite keeps what is no time as text in a column of times
		}
		made, err := m.CreateWith(t.Context(), values, orm.Meta{Decrypt: true})
		var usage *orm.UsageError
		var taken *orm.AdapterError
		switch {
		case errors.As(err, &usage):
			if usage.Code != orm.InvalidNewRecord || len(usage.Invalid) == 0 {
				t.Errorf("%s is refused with %v", text, err)
			}
			return
		case errors.As(err, &taken) && taken.Code == "E_UNIQUE" && values.Has("id"):
			return
		case err != nil:
			t.Fatalf("%s: %v", text, err)
		}
		if _, isTime := made.Value("born").(time.Time); !isTime && !values.Has("born") {
			t.Errorf("%s was born %v", text, made.Value("born"))
		}
		q := m.ByKey(made.ID())
		q.Meta.Decrypt = true
		found, err := m.FindOne(t.Context(), q)
		if err != nil || string(value.Append(nil, found)) != string(value.Append(nil, made)) {
			t.Errorf("%s is stored as\n%s and read as\n%s, %v", text, value.Append(nil, made), value.Append(nil, found), err)
		}
		if _, err := m.Destroy(t.Context(), m.ByKey(made.ID())); err != nil {
			t.Fatal(err)
		}
	})
}
