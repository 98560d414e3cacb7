package mongo_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"framework/engine/orm"
	"framework/engine/orm/mongo"
	"framework/engine/value"
)

// otherwise are criteria that find other records than in Waterline 0.12 with sails-mongo, or
// are refused, with the reason.
var otherwise = map[string]string{
	`{"number":{"$in":[1,"2"]}}`:                    castLists,
	`{"number":{"$nin":["1","2"]}}`:                 castLists,
	`{"born":{"$in":["2020-01-01T00:00:00.000Z"]}}`: castLists,
	`{"name":{"$eq":"rex"}}`:                        equalText,
	`{"name":{"$eq":"Rex"}}`:                        equalText,
	`{"name":{"$not":{"$eq":"Rex"}}}`:               equalText,
	`{"name":{"$lte":"max"}}`:                       "sails-mongo asks for what is less than a pattern, which MongoDB refuses",
	`{"name":{"$regex":"^R"}}`:                      "it is refused: a pattern of a client can take long, and sails-mongo looks for the text ^R",
}

const (
	castLists = "values of lists have the type of the attribute, as single ones have"
	equalText = "$eq compares text as a value alone does, without case; sails-mongo asks for what equals a pattern"
)

// TestRecordedOperators: classic criteria with the operators of MongoDB find what the queries
// find that testdata/operators/ask.js has recorded of sails-mongo.
func TestRecordedOperators(t *testing.T) {
	text, err := os.ReadFile("testdata/operators/recorded.json")
	if err != nil {
		t.Fatal(err)
	}
	var recorded map[string]struct {
		Where json.RawMessage `json:"where"`
		Error string          `json:"error"`
	}
	if err := json.Unmarshal(text, &recorded); err != nil {
		t.Fatal(err)
	}
	o, opts := compiled(t, mongo.Options{}, nil, &orm.Definition{Identity: "pet", Attributes: []orm.AttributeDef{
		{Name: "id", Type: "objectid", PrimaryKey: true},
		{Name: "name", Type: "string"},
		{Name: "number", Type: "integer"},
		{Name: "weight", Type: "float"},
		{Name: "born", Type: "datetime"},
		{Name: "tame", Type: "boolean"},
		{Name: "tags", Type: "array"},
		{Name: "owner", Type: "objectid"},
	}})
	pet, bare := o.Model("pet"), server(t, opts).Collection("pet")
	day := func(month time.Month) time.Time { return time.Date(2020, month, 1, 0, 0, 0, 0, time.UTC) }
	owner := "5f5f5f5f5f5f5f5f5f5f5f5f"
	create(t, pet, "id", owner, "name", "Max", "number", int64(1), "weight", 1.5, "born", day(1), "tame", true, "tags", []any{"a"}, "owner", owner)
	create(t, pet, "name", "Rex", "number", int64(2), "weight", 2.5, "born", day(6), "tame", false, "tags", []any{"a", "b"}, "owner", "6f6f6f6f6f6f6f6f6f6f6f6f")
	create(t, pet, "name", "Zoe", "number", int64(3), "born", day(12))
	create(t, pet, "name", "rex", "weight", nil, "tags", []any{}, "owner", nil)
	for criteria, theirs := range recorded {
		var where bson.D
		if err := bson.UnmarshalExtJSON(theirs.Where, false, &where); err != nil {
			t.Fatalf("%s: %v", criteria, err)
		}
		want := "refused"
		cursor, err := bare.Find(t.Context(), where, options.Find().SetSort(bson.D{{Key: "name", Value: 1}}))
		if err == nil {
			var docs []struct{ Name string }
			if err = cursor.All(t.Context(), &docs); err != nil {
				t.Fatalf("%s: %v", criteria, err)
			}
			list := make([]string, len(docs))
			for i, doc := range docs {
				list[i] = doc.Name
			}
			slices.Sort(list)
			want = strings.Join(list, " ")
		}
		parsed, err := value.Parse([]byte(criteria))
		if err != nil {
			t.Fatal(err)
		}
		got := "refused"
		if _, err := pet.Query(parsed); err == nil {
			list := strings.Fields(names(t, pet, parsed))
			slices.Sort(list)
			got = strings.Join(list, " ")
		}
		if reason := otherwise[criteria]; (got == want) == (reason != "") {
			t.Errorf("%s: %q here, %q in sails-mongo; the reason given is %q", criteria, got, want, reason)
		}
	}
}
