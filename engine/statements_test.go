package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/querylog"
	"framework/engine/testenv"
	"framework/engine/value"
)

// seenRequest is a request as the development page gets it.
type seenRequest struct {
	URL     string
	Queries []struct {
		SQL, Line, Error string
		Args, Rows       int
		At, Took         float64
	}
}

// watched has requests recorded as an open page does, and returns a function for the last
// one of a path.
func watched(t *testing.T, l *live) func(path string) seenRequest {
	t.Helper()
	token := windowOf(t, l)
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+windowAPI+"live", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Framework-Window", token)
	res, err := l.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); _ = res.Body.Close() })
	if _, err := io.ReadFull(res.Body, make([]byte, len(`{"kind":"begin"}`))); err != nil {
		t.Fatal(err)
	}
	return func(path string) seenRequest {
		t.Helper()
		_, text := l.fetch("GET", windowAPI+"requests", "X-Framework-Window", token)
		var all []seenRequest
		if err := json.Unmarshal([]byte(text), &all); err != nil {
			t.Fatal(err)
		}
		for _, r := range slices.Backward(all) {
			if r.URL == path {
				return r
			}
		}
		t.Fatalf("%s is not among the requests %s", path, text)
		return seenRequest{}
	}
}

// aged finds records by their age, in line 2 of the controller.
const aged = `
-- api/controllers/PetController.js --
module.exports = { aged: function (req, res) {
  req._sails.models.pet.find({ where: { age: { '>': 2 }, name: 's3cret' }, sort: 'age DESC', limit: 3 }).exec(function (err, pets) { err ? res.serverError(err) : res.json(pets); });
} };
-- config/routes.js --
module.exports.routes = { 'GET /aged': 'PetController.aged' };
`

// TestStatementsOfOtherStores: what stores without SQL are asked is in the records of requests
// with its rows, its time and the line of the project that asked, and without values.
func TestStatementsOfOtherStores(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		project func(t *testing.T) string
		want    string
	}{
		"MongoDB, classic": {
			func(t *testing.T) string {
				address, _ := mongoDatabase(t)
				return fmt.Sprintf(classicKennel, address)
			},
			`{"find":"pet","filter":{"$and":[{"age":{"$gt":"?"}},{"name":{"$regularExpression":{"pattern":"?","options":"i"}}}]},"sort":{"age":-1},"limit":3}`,
		},
		"MongoDB, modern": {
			func(t *testing.T) string {
				address, _ := mongoDatabase(t)
				return fmt.Sprintf(modernKennel, address)
			},
			`{"find":"pet","filter":{"$and":[{"age":{"$gt":"?"}},{"name":"?"}]},"sort":{"age":-1},"limit":3}`,
		},
		"an adapter of the project": {
			func(t *testing.T) string { return shelfProject + adapterFile(t, "ShelfAdapter.js", "ShelfAdapter.js") },
			`find pet {"where":{"age":{">":"?"},"nm":"?"},"sort":{"age":-1},"limit":3}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := liven(t, tt.project(t)+aged, nil)
			last := watched(t, l)
			l.exchange("POST", "/pet", `{"name":"s3cret","age":3}`)
			if got := l.get("/aged"); !strings.Contains(got, `"s3cret"`) {
				t.Fatalf("found is %s", got)
			}
			r := last("/aged")
			if len(r.Queries) != 1 {
				t.Fatalf("the statements are %+v", r.Queries)
			}
			q := r.Queries[0]
			if q.SQL != tt.want || q.Rows != 1 || q.Args != 2 || q.Took <= 0 || q.At <= 0 || q.Error != "" {
				t.Errorf("got %+v, want the text %s", q, tt.want)
			}
			if !strings.HasPrefix(q.Line, "api/controllers/PetController.js:2") {
				t.Errorf("it was asked for in %q", q.Line)
			}
		})
	}
}

// TestStatementsOfAdapters: calls of adapters of npm are recorded.
func TestStatementsOfAdapters(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	for _, tt := range []struct {
		pkg, version string
		rules        orm.Rules
		number       string
		want         []string
	}{
		{"sails-memory", "0.10.7", orm.Classic(orm.Switches{}), "integer", []string{
			`create pet {"name":"?","age":"?"} 2 1`,
			`find pet {"where":{"age":{">":"?"}},"sort":{"age":-1},"limit":2} 1 1`,
			`update pet {"where":{"name":"?"}} {"age":"?"} 2 1`,
			`find pet {"where":{"id":["?","?","?","?","?","?","?","?","?","?","… 2 more"]}} 12 1`,
			`destroy pet {"where":{"name":"?"}} 1 1`,
		}},
		{"sails-disk", "2.1.2", orm.Modern(), "number", []string{
			`create pet {"newRecord":{"name":"?","age":"?","id":null}} 2 1`,
			`find pet {"criteria":{"where":{"age":{">":"?"}},"limit":2,"sort":[{"age":"DESC"}],"select":["id","name","age"]}} 1 1`,
			`update pet {"criteria":{"where":{"name":"?"}},"valuesToSet":{"age":"?"}} 2 1`,
			`find pet {"criteria":{"where":{"id":{"in":["?","?","?","?","?","?","?","?","?","?","… 2 more"]}},"select":["id","name","age"]}} 12 1`,
			`destroy pet {"criteria":{"where":{"name":"?"}}} 1 1`,
		}},
	} {
		t.Run(tt.pkg, func(t *testing.T) {
			t.Parallel()
			dir := testenv.Packages(t, tt.pkg+"@"+tt.version)
			db := bridgeTo(t, filepath.Join(dir, "node_modules", tt.pkg), value.Of("inMemoryOnly", true))
			o, err := orm.Open(t.Context(), []*orm.Definition{{
				Identity: "pet", GlobalID: "Pet", Datastore: "store", Schema: new(true), Migrate: orm.Drop, Attributes: []orm.AttributeDef{
					{Name: "id", Type: tt.number, PrimaryKey: true, AutoIncrement: true, Unique: true}, {Name: "name", Type: "string"}, {Name: "age", Type: tt.number},
				},
			}}, orm.Options{Datastores: map[string]orm.Adapter{"store": db}, Rules: tt.rules})
			if err != nil {
				t.Fatal(err)
			}
			pet := o.Model("pet")
			ctx, log := querylog.Begin(t.Context())
			criteria := func(text string) *orm.Query {
				t.Helper()
				v, err := value.Parse([]byte(text))
				if err != nil {
					t.Fatal(err)
				}
				q, err := pet.Query(v)
				if err != nil {
					t.Fatal(err)
				}
				return q
			}
			fail := func(_ any, err error) {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
			}
			fail(pet.Create(ctx, value.Of("name", "s3cret", "age", int64(3))))
			fail(pet.Find(ctx, criteria(`{"where":{"age":{">":2}},"sort":"age DESC","limit":2}`)))
			fail(pet.Update(ctx, criteria(`{"where":{"name":"s3cret"}}`), value.Of("age", int64(4))))
			fail(pet.Find(ctx, criteria(`{"where":{"id":[1,2,3,4,5,6,7,8,9,10,11,12]}}`)))
			fail(pet.Destroy(ctx, criteria(`{"where":{"name":"s3cret"}}`)))
			var got []string
			for _, s := range log.Last() {
				got = append(got, fmt.Sprint(s.Text, " ", s.Args, " ", s.Rows))
				if s.Took <= 0 || s.Began.IsZero() || s.Err != nil {
					t.Errorf("%s: %+v", s.Text, s)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}
