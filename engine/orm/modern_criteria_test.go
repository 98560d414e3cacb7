package orm_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// undefined puts value.Undefined for the text "undefined", which JSON cannot have.
func undefined(v any) any {
	switch v := v.(type) {
	case string:
		if v == "undefined" {
			return value.Undefined{}
		}
	case []any:
		for i := range v {
			v[i] = undefined(v[i])
		}
	case *value.Map:
		for i := range v.Len() {
			_, member := v.At(i)
			v.SetAt(i, undefined(member))
		}
	}
	return v
}

// shownModern is a query as the tables of this file have it: its condition, and what
// else there is.
func shownModern(q *orm.Query) string {
	var parts []string
	add := func(name string, v any, there bool) {
		if there {
			parts = append(parts, fmt.Sprint(name, " ", v))
		}
	}
	if q.Nothing {
		parts = append(parts, "nothing")
	} else if q.Where != nil {
		parts = append(parts, show(q.Where))
	}
	add("limit", q.Limit, q.Limit != 0)
	add("skip", q.Skip, q.Skip != 0)
	add("select", strings.Join(q.Select, " "), q.Select != nil && !q.Omits)
	add("omitting to", strings.Join(q.Select, " "), q.Omits)
	add("dropped", strings.Join(q.Dropped, " "), q.Dropped != nil)
	for _, o := range q.Sort {
		parts = append(parts, fmt.Sprint("by ", o.Attr, map[bool]string{true: " down"}[o.Desc]))
	}
	return strings.Join(parts, ", ")
}

// TestModernCriteria: the answers are those of Waterline 0.15.2 where the comment does
// not say otherwise; errors are marked with !.
func TestModernCriteria(t *testing.T) {
	strict, loose := modernPets(t, true), modernPets(t, false)
	deep, ignoring := orm.CriteriaOptions{DeepTargets: true}, orm.CriteriaOptions{IgnoreCase: true}
	const without = "id name tame data thing secret owner born"
	for _, tc := range []struct {
		criteria, want string
		m              *orm.Model
		o              orm.CriteriaOptions
	}{
		{criteria: `false`, want: `nothing`},
		{criteria: `true`, want: `!The provided criteria is invalid.  Should be a dictionary (plain JavaScript object), but instead got: true`},
		{criteria: `""`, want: `!The provided criteria is invalid.`}, // where Waterline finds all: docs/differences.md
		{criteria: `0`, want: `!The provided criteria is invalid.`},
		{criteria: `"5"`, want: `id = 5`},
		{criteria: `5`, want: `id = 5`},
		{criteria: `0.5`, want: `id = 0.5`},
		{criteria: `null`, want: ``},
		{criteria: `[1,"2"]`, want: `id in [1,2]`},
		{criteria: `[1]`, want: `id = 1`},
		{criteria: `[]`, want: `nothing`},
		{criteria: `{"where":7}`, want: `id = 7`},
		{criteria: `{"where":0}`, want: `id = 0`},
		{criteria: `{"where":""}`, want: "!Could not use the provided `where` clause.  Could not filter by `id`: Does not match the declared data type of the corresponding attribute."},
		{criteria: `{"where":false}`, want: "!Could not use the provided `where` clause.  If provided, `where` clause should be a dictionary.  But instead, got: false"},
		{criteria: `{"where":"undefined"}`, want: ``},
		{criteria: `{"sum":"age"}`, want: "!`sum` is no part of criteria"},
		{criteria: `{"groupBy":["age"]}`, want: "!`groupBy` is no part of criteria"},
		{criteria: `{"bogus":1}`, want: "!Could not use the provided `where` clause.  Could not filter by `bogus`"},
		{criteria: `{"bogus":1}`, m: loose, want: `bogus = 1`},
		{criteria: `{"name":"a","limit":1}`, want: "!The provided criteria contains an unrecognized property: 'name'"},
		{criteria: `{"limit":"undefined","where":{"name":"a"}}`, want: `name = "a"`},

		{criteria: `{"select":["name"],"omit":["age"]}`, want: "!Cannot specify both `omit` AND `select`."},
		{criteria: `{"select":["name","age"],"omit":["tame"]}`, want: "!Cannot specify both `omit` AND `select`."},
		{criteria: `{"select":["*"],"omit":["age"]}`, want: `omitting to ` + without},
		{criteria: `{"select":"*","omit":["age"]}`, want: `omitting to ` + without},
		{criteria: `{"select":["name"],"omit":[]}`, want: `select name id`},
		{criteria: `{"select":["name","name","id"]}`, want: `select name id`},
		{criteria: `{"select":"name"}`, want: `select name id`},
		{criteria: `{"select":[]}`, want: `select id`},
		{criteria: `{"select":["*"]}`, want: ``},
		{criteria: `{"select":["*"]}`, m: loose, want: ``},
		{criteria: `{"select":["name","*"]}`, want: "!The `select` clause in the provided criteria contains an item (`*`)"},
		{criteria: `{"select":["nothing"]}`, want: "!The `select` clause in the provided criteria contains an item (`nothing`)"},
		{criteria: `{"select":["owned"]}`, want: "!The `select` clause in the provided criteria contains an item (`owned`)"},
		{criteria: `{"select":[5]}`, want: "!The `select` clause in the provided criteria is invalid."},
		{criteria: `{"omit":["age"]}`, want: `omitting to ` + without},
		{criteria: `{"omit":["owned","age"]}`, want: `omitting to ` + without},
		{criteria: `{"omit":[]}`, want: ``},
		{criteria: `{"omit":[]}`, m: loose, want: ``},
		{criteria: `{"omit":["id"]}`, want: "!The `omit` clause in the provided criteria explicitly attempts to omit the primary key (`id`)."},
		{criteria: `{"omit":["id"],"sort":"name, age","nope":1}`, want: "!The provided criteria contains"},
		{criteria: `{"omit":["id"],"sort":"name, age DESC"}`, want: "!Could not use the provided `sort` clause"}, // in the order of Waterline
		{criteria: `{"omit":["nothing"]}`, want: "!The `omit` clause in the provided criteria contains an item (`nothing`)"},
		{criteria: `{"omit":"name"}`, want: "!The `omit` clause in the provided criteria is invalid."},

		{criteria: `{"limit":0}`, want: `nothing`},
		{criteria: `{"limit":""}`, want: `nothing`},
		{criteria: `{"limit":" "}`, want: `nothing`},
		{criteria: `{"limit":1}`, want: `limit 1`},
		{criteria: `{"limit":"3","skip":"2"}`, want: `limit 3, skip 2`},
		{criteria: `{"limit":-1}`, want: ``},
		{criteria: `{"limit":-5}`, want: ``},
		{criteria: `{"limit":null}`, want: ``},
		{criteria: `{"limit":"Infinity"}`, want: ``},
		{criteria: `{"limit":9007199254740990}`, want: `limit 9007199254740990`},
		{criteria: `{"limit":9007199254740991}`, want: ``},
		{criteria: `{"limit":9007199254740992}`, want: "!The `limit` clause in the provided criteria is invalid."},
		{criteria: `{"limit":2.5}`, want: "!The `limit` clause in the provided criteria is invalid."},
		{criteria: `{"limit":"x"}`, want: "!The `limit` clause in the provided criteria is invalid.  If provided, it should be a safe, natural number.  But instead, got: NaN"},
		{criteria: `{"skip":-1}`, want: "!The `skip` clause in the provided criteria is invalid."},
		{criteria: `{"skip":null}`, want: "!The `skip` clause in the provided criteria is invalid.  If provided, it should be either zero (0), or a safe, natural number (e.g. 4).  But instead, got: null"},
		{criteria: `{"skip":"Infinity"}`, want: "!The `skip` clause in the provided criteria is invalid."},
		{criteria: `{"skip":0}`, want: ``},
		{criteria: `{"skip":""}`, want: ``},
		{criteria: `{"skip":9007199254740991}`, want: `skip 9007199254740991`},

		{criteria: `{"sort":"name"}`, want: `by name`},
		{criteria: `{"sort":"name  desc"}`, want: `by name down`},
		{criteria: `{"sort":"name asc"}`, want: `by name`},
		{criteria: `{"sort":"name DESC x"}`, want: "!Could not use the provided `sort` clause: Invalid `sort` clause in criteria."},
		{criteria: `{"sort":["name","age DESC"]}`, want: `by name, by age down`},
		{criteria: `{"sort":[{"name":"asc"},{"age":"desc"}]}`, want: `by name, by age down`},
		{criteria: `{"sort":[{"name":"ASC","age":"ASC"}]}`, want: "!Could not use the provided `sort` clause: The `sort` clause in the provided criteria is invalid, because, although it is an array"},
		{criteria: `{"sort":["name",{"name":"DESC"}]}`, want: "!Could not use the provided `sort` clause: Cannot sort by the same thing (`name`) twice!"},
		{criteria: `{"sort":{"name":1,"age":-1}}`, want: `by name, by age down`},
		{criteria: `{"sort":{"name":"DESC"}}`, want: "!Could not use the provided `sort` clause: The `sort` clause in the provided criteria is invalid.  If specified, it should be either a string"},
		{criteria: `{"sort":{"name":2}}`, want: "!Could not use the provided `sort` clause: The `sort` clause in the provided criteria is invalid.  If specified as a dictionary"},
		{criteria: `{"sort":{"name":1,"age":"x"}}`, want: "!Could not use the provided `sort` clause: The `sort` clause in the provided criteria is invalid.  If specified as a dictionary"},
		{criteria: `{"sort":{"name":"x","age":1}}`, want: "!Could not use the provided `sort` clause: The `sort` clause in the provided criteria is invalid.  If specified as a dictionary"},
		{criteria: `{"sort":[{"name":1}]}`, want: "!Could not use the provided `sort` clause: The `sort` clause in the provided criteria is invalid, because"},
		{criteria: `{"sort":{}}`, want: ``},
		{criteria: `{"sort":"owned"}`, want: "!Could not use the provided `sort` clause: Cannot sort by `owned`"},
		{criteria: `{"sort":"nothing"}`, want: "!Could not use the provided `sort` clause:"},
		{criteria: `{"sort":"nothing"}`, m: loose, want: `by nothing`},
		{criteria: `{"sort":5}`, want: "!Could not use the provided `sort` clause:"},

		{criteria: `{"data.x":1}`, want: "!Could not use the provided `where` clause.  Could not filter by `data.x`: Cannot use dot notation in a constraint target"},
		{criteria: `{"data.x":1}`, o: deep, want: "!Could not use the provided `where` clause.  Could not filter by `data.x`: the datastore cannot look inside"}, // as in no store of ours
		{criteria: `{"thing.x":1}`, o: deep, want: "!Could not use the provided `where` clause.  Could not filter by `thing.x`: the datastore cannot look inside"},
		{criteria: `{"other.x":1}`, o: deep, m: loose, want: "!Could not use the provided `where` clause.  Could not filter by `other.x`: the datastore cannot look inside"},
		{criteria: `{"name.x":1}`, o: deep, want: "!Could not use the provided `where` clause.  Could not filter by `name.x`: `name` is no json or ref attribute"},
		{criteria: `{"owned":1}`, want: "!Could not use the provided `where` clause.  Could not filter by `owned`: Cannot filter by `owned` because it is a plural association"},

		// An alternative that says nothing: docs/differences.md.
		{criteria: `{"or":[{"name":"undefined"},{"age":1}]}`, want: `age = 1, dropped name`},
		{criteria: `{"or":[{"or":[{"name":"undefined"}]},{"age":1}]}`, want: `age = 1, dropped name`},
		{criteria: `{"or":[{"name":"undefined"}]}`, want: `dropped name`},
		{criteria: `{"name":"undefined","age":1}`, want: `age = 1, dropped name`},
		{criteria: `{"and":[{"name":"undefined"}]}`, want: `dropped name`},
		{criteria: `{"or":[{},{"age":1}]}`, want: ``},
		{criteria: `{"or":[{"age":1,"name":"undefined"},{"age":2}]}`, want: `(age = 1 or age = 2), dropped name`},
		{criteria: `{"or":[{"name":{"in":["undefined"]}}]}`, want: `nothing, dropped name`},
		{criteria: `{"or":[]}`, want: `nothing`},
		{criteria: `{"and":[]}`, want: ``},
		{criteria: `{"or":[{"name":"a"}]}`, want: `name = "a"`},
		{criteria: `{"or":[5]}`, want: "!Could not use the provided `where` clause.  Expected each item within an `and`/`or` predicate's array to be a dictionary"},
		{criteria: `{"and":{}}`, want: "!Could not use the provided `where` clause.  Expected an array at `and`, but instead got: {}"},
		{criteria: strings.Repeat(`{"or":[`, 101) + `{"age":1}` + strings.Repeat(`]}`, 101), want: "!The `where` clause nests deeper than 100 levels"},
		{criteria: strings.Repeat(`{"or":[`, 100) + `{"age":1}` + strings.Repeat(`]}`, 100), want: `age = 1`},

		{criteria: `{"name":{}}`, want: "!Could not use the provided `where` clause.  Could not filter by `name`: If specifying a complex constraint"},
		{criteria: `{"name":{"bogus":1}}`, want: "!Could not use the provided `where` clause.  Could not filter by `name`: Unrecognized modifier (`bogus`)"},
		{criteria: `{"name":{"in":"x"}}`, want: "!Could not use the provided `where` clause.  Could not filter by `name`: An `in` modifier should always be provided as an array."},
		{criteria: `{"name":{"nin":"x"}}`, want: "!Could not use the provided `where` clause.  Could not filter by `name`: A `nin` (\"not in\") modifier should always be provided as an array."},
		{criteria: `{"name":{"in":[]}}`, want: `nothing`},
		{criteria: `{"name":{"nin":[]}}`, want: ``},
		{criteria: `{"name":{"in":["x"]}}`, want: `name = "x"`},
		{criteria: `{"name":{"nin":["x"]}}`, want: `name not in ["x"]`},
		{criteria: `{"name":{"!=":["x"]}}`, want: `name not in ["x"]`},
		{criteria: `{"name":{"!=":["x","y"]}}`, want: `name not in ["x","y"]`},
		{criteria: `{"name":{"!=":[]}}`, want: ``},
		{criteria: `{"name":[]}`, want: `nothing`},
		{criteria: `{"name":["undefined","x","y"]}`, want: `name in ["x","y"], dropped name`},
		{criteria: `{"name":{"in":["x",null]}}`, want: "!Could not use the provided `where` clause.  Could not filter by `name`: Got unsupported value (`null`) in an `in` modifier array."},
		{criteria: `{"age":{"in":["x"]}}`, want: "!Could not use the provided `where` clause.  Could not filter by `age`: Invalid item within `in` modifier array."},
		{criteria: `{"name":null}`, want: `name = null`},
		{criteria: `{"name":{"!=":null}}`, want: `name != null`},
		{criteria: `{"name":{"<":null}}`, want: "!Could not use the provided `where` clause.  Could not filter by `name`: Invalid `<` (\"less than\") modifier.  `null` is not supported"},
		{criteria: `{"name":{"<":"x",">=":"a"}}`, want: `(name < "x" and name >= "a")`},
		{criteria: `{"tame":{"<":true}}`, want: "!Could not use the provided `where` clause.  Could not filter by `tame`: A `<` (\"less than\") modifier cannot be used with a boolean attribute."},
		{criteria: `{"tame":{"!=":true}}`, want: `tame != true`},

		{criteria: `{"name":{"!=":{"a":1}}}`, want: "!Could not use the provided `where` clause.  Could not filter by `name`: Invalid `!=` (\"not equal\") modifier.  Does not match the declared data type"},
		{criteria: `{"owner":{"!=":{"a":1}}}`, want: "!Could not use the provided `where` clause.  Could not filter by `owner`: Invalid `!=` (\"not equal\") modifier.  The corresponding attribute (`owner`) is a singular (\"model\") association"},
		{criteria: `{"id":{"!=":{"a":1}}}`, want: "!Could not use the provided `where` clause.  Could not filter by `id`: Invalid `!=` (\"not equal\") modifier.  Does not match the declared data type"},
		{criteria: `{"data":{"!=":{"a":1}}}`, want: `data != {"a":1}`},
		{criteria: `{"data":{"!=":[[1]]}}`, want: `data not in [[1]]`},
		{criteria: `{"thing":{"!=":{"a":1}}}`, want: `thing != {"a":1}`},
		{criteria: `{"name":{"!=":5}}`, want: `name != "5"`},
		{criteria: `{"age":"5","tame":1}`, want: `(age = 5 and tame = true)`},
		{criteria: `{"id":"x"}`, want: "!Could not use the provided `where` clause.  Could not filter by `id`: Does not match the declared data type"},
		{criteria: `{"id":{">":-1}}`, want: `id > -1`},
		{criteria: `{"id":0}`, want: `id = 0`},
		{criteria: `{"owner":"5"}`, want: `owner = 5`},
		{criteria: `{"owner":null}`, want: `owner = null`},
		{criteria: `{"secret":"x","thing":"5"}`, want: `(secret = "x" and thing = "5")`},

		{criteria: `{"age":{"like":"x%"}}`, want: "!Could not use the provided `where` clause.  Could not filter by `age`: A `like` (i.e. SQL-style \"LIKE\") modifier cannot be used with a boolean or numeric attribute"},
		{criteria: `{"tame":{"contains":"x"}}`, want: "!Could not use the provided `where` clause.  Could not filter by `tame`: A `contains` (i.e. string search) modifier cannot be used with a boolean or numeric attribute"},
		{criteria: `{"owner":{"contains":"x"}}`, want: "!Could not use the provided `where` clause.  Could not filter by `owner`: A `contains` (i.e. string search) modifier cannot be used with a boolean or numeric attribute"},
		{criteria: `{"other":{"contains":"x"}}`, m: loose, want: `other contains "x"`},
		{criteria: `{"data":{"like":"x%"}}`, want: `data like "x%"`},
		{criteria: `{"thing":{"startsWith":"x"}}`, want: `thing startsWith "x"`},
		{criteria: `{"name":{"like":"%"}}`, want: `name like "%"`}, // every text, but not null
		{criteria: `{"name":{"like":"%%"}}`, want: ``},
		{criteria: `{"name":{"like":"%%%"}}`, want: `name like "%%%"`},
		{criteria: `{"name":{"like":""}}`, want: "!Could not use the provided `where` clause.  Could not filter by `name`: Invalid `like` (i.e. SQL-style \"LIKE\") modifier.  Should be provided as a non-empty string"},
		{criteria: `{"name":{"like":5}}`, want: "!Could not use the provided `where` clause.  Could not filter by `name`: Invalid `like`"},
		{criteria: `{"name":{"contains":5}}`, want: `name contains "5"`},
		{criteria: `{"name":{"contains":true}}`, want: `name contains "true"`},
		{criteria: `{"name":{"contains":""}}`, want: ``},
		{criteria: `{"name":{"contains":"%"}}`, want: `name contains "%"`},
		{criteria: `{"name":{"contains":"%%"}}`, want: `name contains "%%"`},
		{criteria: `{"name":{"contains":null}}`, want: "!Could not use the provided `where` clause.  Could not filter by `name`: Invalid `contains` (string search) modifier."},
		{criteria: `{"name":{"endsWith":"x"}}`, want: `name endsWith "x"`},
		{criteria: `{"name":{"contains":"` + strings.Repeat("x", 20_001) + `"}}`, want: "!Could not use the provided `where` clause.  Could not filter by `name`: Invalid `contains` (string search) modifier.  It takes a text of up to 20000 bytes."},
		{criteria: `{"name":{"contains":"` + strings.Repeat("x", 20_000) + `"}}`, want: `name contains "` + strings.Repeat("x", 20_000) + `"`},
	} {
		m := strict
		if tc.m != nil {
			m = tc.m
		}
		q, err := m.QueryWith(undefined(parse(t, tc.criteria)), tc.o)
		if want, fails := strings.CutPrefix(tc.want, "!"); fails {
			var usage *orm.UsageError
			if !errors.As(err, &usage) || !strings.HasPrefix(usage.Reason, want) {
				t.Errorf("%.80s gives %v, want %s", tc.criteria, err, want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%.80s: %v", tc.criteria, err)
		} else if got := shownModern(q); got != tc.want {
			t.Errorf("%.80s is %q, want %q", tc.criteria, got, tc.want)
		}
	}
	for name, o := range map[string]orm.CriteriaOptions{"": {}, "ignoring case": ignoring} {
		for kind, literal := range map[string]bool{"like": false, "contains": true} {
			q, err := strict.QueryWith(value.Of("name", value.Of(kind, "x")), o)
			if err != nil {
				t.Fatal(err)
			}
			if c, _ := q.Where.(orm.Compare); c.IgnoreCase != (name != "") || c.Literal != literal {
				t.Errorf("%s %s: %+v", kind, name, c)
			}
		}
	}
}

// TestModernFromCode: criteria have numbers of Go, and clauses may be known apart.
func TestModernFromCode(t *testing.T) {
	m := modernPets(t, true)
	undefined := value.Undefined{}
	for name, tc := range map[string]struct {
		query func() (*orm.Query, error)
		want  string
	}{
		"a key":              {func() (*orm.Query, error) { return m.QueryWith(5, orm.CriteriaOptions{}) }, `id = 5`},
		"a number":           {func() (*orm.Query, error) { return m.QueryWith(value.Of("age", 5), orm.CriteriaOptions{}) }, `age = 5`},
		"a limit":            {func() (*orm.Query, error) { return m.QueryWith(value.Of("limit", 5), orm.CriteriaOptions{}) }, `limit 5`},
		"a limit as a float": {func() (*orm.Query, error) { return m.QueryWith(value.Of("limit", 5.0), orm.CriteriaOptions{}) }, `limit 5`},
		"clauses": {func() (*orm.Query, error) {
			return m.QueryOf(orm.Clauses{Where: value.Of("age", undefined, "tame", true), Sort: "name"})
		}, `tame = true, dropped age, by name`},
		"a clause":            {func() (*orm.Query, error) { return m.QueryOf(orm.Clauses{Where: value.Of("tame", true)}) }, `tame = true`},
		"a bad condition":     {func() (*orm.Query, error) { return m.QueryOf(orm.Clauses{Where: true}) }, "!Could not use the provided `where` clause."},
		"a bad order":         {func() (*orm.Query, error) { return m.QueryOf(orm.Clauses{Sort: 5}) }, "!Could not use the provided `sort` clause"},
		"keyed":               {func() (*orm.Query, error) { return m.Keyed("5") }, `id = 5`},
		"keyed by many":       {func() (*orm.Query, error) { return m.Keyed([]any{"5", int64(6)}) }, `id in [5,6]`},
		"keyed by what is no": {func() (*orm.Query, error) { return m.Keyed("x") }, "!Could not use the provided `where` clause.  Could not filter by `id`"},
		"keyed by undefined":  {func() (*orm.Query, error) { return m.Keyed(undefined) }, `dropped id`},
	} {
		q, err := tc.query()
		if want, fails := strings.CutPrefix(tc.want, "!"); fails {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s gives %v, want %s", name, err, want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := shownModern(q); got != tc.want {
			t.Errorf("%s is %q, want %q", name, got, tc.want)
		}
	}
}

// TestSeveral: findOne that finds several names the criteria as the store gets them.
func TestSeveral(t *testing.T) {
	m := modernPets(t, true)
	for range 2 {
		if _, err := m.CreateWith(t.Context(), value.Of("name", "a", "tame", true), orm.Meta{}); err != nil {
			t.Fatal(err)
		}
	}
	const rest = `"limit":2,"skip":0,"sort":[]`
	const all = `"select":["id","name","age","is_tame","data","thing","secret","owner","born"]`
	for _, tc := range []struct{ criteria, want string }{
		{`{"tame":true}`, `{"where":{"is_tame":true},` + rest + `,` + all + `}`},
		{`{"or":[{"tame":true},{"name":{"!=":"b"}}],"age":null}`, `{"where":{"and":[{"or":[{"is_tame":true},{"name":{"!=":"b"}}]},{"age":null}]},` + rest + `,` + all + `}`},
		{`{"where":{"name":["a","b"]},"select":["tame"]}`, `{"where":{"name":{"in":["a","b"]}},"select":["is_tame","id"],` + rest + `}`},
		{`{"where":{"name":{"<":"b"}},"omit":["data","thing","secret","owner","born"]}`, `{"where":{"name":{"<":"b"}},` + rest + `,"select":["id","name","age","is_tame"]}`},
	} {
		q, err := m.QueryWith(parse(t, tc.criteria), orm.CriteriaOptions{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.FindOne(t.Context(), q)
		several, ok := errors.AsType[*orm.SeveralError](err)
		if !ok {
			t.Errorf("%s: %v", tc.criteria, err)
			continue
		}
		if got := string(value.Append(nil, several.Criteria)); got != tc.want {
			t.Errorf("%s: got %s, want %s", tc.criteria, got, tc.want)
		}
	}
}
