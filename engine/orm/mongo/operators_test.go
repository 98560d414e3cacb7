package mongo_test

import (
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/mongo"
	"framework/engine/value"
)

// TestOperators: criteria of classic projects take the names that MongoDB has for
// comparisons, with values of the types of the attributes; other operators are refused.
func TestOperators(t *testing.T) {
	o, _ := compiled(t, mongo.Options{}, nil, family()...)
	person, pet := o.Model("person"), o.Model("pet")
	ann := create(t, person, "name", "Ann").ID()
	create(t, pet, "name", "Max", "number", int64(1), "owner", ann)
	create(t, pet, "name", "Rex", "number", int64(2))
	create(t, pet, "name", "Zoe", "number", int64(3))
	for criteria, want := range map[string]string{
		`{"number":{"$gt":1}}`:                             "Rex Zoe",
		`{"number":{"$gte":"2","$lt":3}}`:                  "Rex",
		`{"number":{"$lte":2,"$ne":1}}`:                    "Rex",
		`{"name":{"$ne":"Rex"}}`:                           "Max Zoe",
		`{"name":{"$in":["Max","Zoe"]}}`:                   "Max Zoe",
		`{"number":{"$nin":[1,"2"]}}`:                      "Zoe",
		`{"number":{"$eq":2}}`:                             "Rex",
		`{"number":{"$not":{"$gt":1}}}`:                    "Max",
		`{"$or":[{"name":"Max"},{"number":{"$gt":2}}]}`:    "Max Zoe",
		`{"$and":[{"name":"Max"},{"number":1}]}`:           "Max",
		`{"$nor":[{"name":"Max"},{"number":3}]}`:           "Rex",
		`{"owner":{"$ne":null}}`:                           "Max",
		`{"owner":{"$in":["` + ann.(string) + `"]}}`:       "Max",
		`{"or":[{"name":{"$in":["Rex"]}},{"number":"x"}]}`: "Rex",
	} {
		c, err := value.Parse([]byte(criteria))
		if err != nil {
			t.Fatal(err)
		}
		if got := names(t, pet, c); got != want {
			t.Errorf("%s finds %q, want %q", criteria, got, want)
		}
	}
	exact, _ := compiled(t, mongo.Options{Exact: true}, nil, family()...)
	for criteria, m := range map[string]*orm.Model{
		`{"name":{"$regex":"^R"}}`: pet, `{"tags":{"$elemMatch":{"$regex":"a"}}}`: pet, `{"tags":{"$elemMatch":{"a":[{"$where":"true"}]}}}`: pet,
		`{"tags":{"$elemMatch":{}}}`: pet, `{"tags":{"$size":"2"}}`: pet, `{"tags":{"$all":"a"}}`: pet, `{"number":{"$mod":[0,1]}}`: pet, `{"number":{"$exists":"no"}}`: pet,
		`{"$where":"true"}`: pet, `{"$or":{"name":"Max"}}`: pet,
		`{"number":{"$in":1}}`: pet, `{"number":{"$gt":{"$gt":1}}}`: pet, `{"number":{"$gt":5}}`: exact.Model("pet"),
	} {
		c, err := value.Parse([]byte(criteria))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Query(c); err == nil {
			t.Errorf("%s is accepted", criteria)
		}
	}
}
