package sqldb_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/value"
)

// TestMigrationsKeepData changes a model at random, again and again, with
// records of every version: no value changes unless that is allowed, and after
// a migration there is nothing left to plan.
func TestMigrationsKeepData(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		ctx := context.Background()
		opts := sqldb.Options{Sparse: rapid.Bool().Draw(rt, "sparse"), Schema: true}
		db, err := sqldb.Open(ctx, opts)
		if err != nil {
			rt.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		current := randomModel(rt)
		if err := db.Define(ctx, []*orm.Model{current}); err != nil {
			rt.Fatal(err)
		}
		for range rapid.IntRange(1, 6).Draw(rt, "changes") {
			fillTable(rt, db, current, opts.Sparse)
			next := randomModel(rt)
			before, held := schema(rt, db), stored(rt, db)
			p := plan(rt, db, "", next)
			if schema(rt, db) != before {
				rt.Fatalf("planning changed the tables:\n%s", describe(p))
			}
			lossy := slices.ContainsFunc(p.Steps, func(s orm.Step) bool { return s.Loses != "" })
			allow := lossy && rapid.Bool().Draw(rt, "allow")
			err := db.ApplyMigration(ctx, p, allow)
			switch {
			case errors.As(err, new(*orm.LossError)) && lossy && !allow:
				if schema(rt, db) != before || difference(held, stored(rt, db)) != "" {
					rt.Fatalf("a refused migration changed something:\n%s", describe(p))
				}
				continue // the project goes back
			case err != nil:
				rt.Fatalf("%v\n%s", err, describe(p))
			case !allow:
				if d := difference(held, stored(rt, db)); d != "" {
					rt.Fatalf("%s\n%s", d, describe(p))
				}
			}
			for _, s := range plan(rt, db, "", next).Steps {
				if allow || !s.Optional || s.Loses == "" {
					rt.Fatalf("left over: %s\nafter\n%s", s.SQL, describe(p))
				}
			}
			if err := db.Define(ctx, []*orm.Model{next}); err != nil {
				rt.Fatal(err)
			}
			current = next
		}
	})
}

// randomModel is a version of one model.
func randomModel(rt *rapid.T) *orm.Model {
	kinds := []orm.Kind{orm.KindString, orm.KindText, orm.KindInteger, orm.KindFloat, orm.KindBoolean, orm.KindDatetime, orm.KindJSON}
	var attrs []*orm.Attribute
	for _, name := range []string{"a", "b", "c", "D"} {
		if rapid.IntRange(0, 3).Draw(rt, "has "+name) == 0 {
			continue
		}
		a := attr(name, rapid.SampledFrom(kinds).Draw(rt, name))
		a.Unique = rapid.IntRange(0, 4).Draw(rt, name+" unique") == 0
		a.Index = rapid.IntRange(0, 4).Draw(rt, name+" index") == 0
		if rapid.IntRange(0, 4).Draw(rt, name+" not null") == 0 {
			a.NotNull = true
			a.HasDefault, a.Default = rapid.Bool().Draw(rt, name+" default"), int64(3)
		}
		attrs = append(attrs, a)
	}
	if rapid.IntRange(0, 5).Draw(rt, "key") == 0 {
		key := attr("key", orm.KindString, primaryKey)
		return keyed("user", "key", append(attrs, key, attr("id", orm.KindInteger))...)
	}
	return model("user", attrs...)
}

// fillTable adds records; those that the table refuses are no matter.
func fillTable(rt *rapid.T, db *sqldb.DB, m *orm.Model, sparse bool) {
	words := rapid.SampledFrom([]any{"x", "7", "007", "1.50", "", "true", "2014-03-01T10:00:00.000Z", int64(5), 1.5, true, int64(1 << 40)})
	for range rapid.IntRange(0, 3).Draw(rt, "records") {
		row := value.New(4)
		for _, a := range m.Attributes {
			if a.Name != "id" && (a.NotNull || rapid.Bool().Draw(rt, "set "+a.Name)) {
				row.Set(a.Name, words.Draw(rt, a.Name))
			}
		}
		if sparse && rapid.Bool().Draw(rt, "undeclared") {
			row.Set("b", words.Draw(rt, "b"))
		}
		if m.PrimaryKey == "key" {
			row.Set("key", "k"+strconv.Itoa(rapid.IntRange(0, 1000).Draw(rt, "key")))
		}
		if _, err := db.Create(context.Background(), m, []*value.Map{row}); err != nil && !errors.As(err, new(*orm.UniqueError)) {
			rt.Fatal(err)
		}
	}
}

// stored is every value by record, whichever column it is in.
func stored(rt *rapid.T, db *sqldb.DB) []map[string]any {
	var out []map[string]any
	for _, r := range raw(rt, db, `SELECT * FROM user ORDER BY rowid`) {
		values := map[string]any{}
		for _, name := range []string{"a", "b", "c", "D", "key", "id"} {
			values[name] = r.Value(name)
			if extra, ok := r.Value("_extra").(string); ok && values[name] == nil {
				v, err := value.Parse([]byte(extra))
				if err != nil {
					rt.Fatal(err)
				}
				values[name] = v.(*value.Map).Value(name)
			}
		}
		out = append(out, values)
	}
	return out
}

// difference says where values are not what they were; values that were absent
// may be there now.
func difference(before, after []map[string]any) string {
	if len(before) != len(after) {
		return fmt.Sprintf("%d records became %d", len(before), len(after))
	}
	for i, r := range before {
		for name, v := range r {
			if v != nil && !sameValue(v, after[i][name]) {
				return fmt.Sprintf("%s of record %d was %#v and is %#v", name, i, v, after[i][name])
			}
		}
	}
	return ""
}

// sameValue compares what two values say: 7, 7.0 and "7" are the same, and so
// is the JSON of a value.
func sameValue(a, b any) bool {
	if b == string(value.Append(nil, a)) {
		return true
	}
	show := func(v any) string {
		switch v := v.(type) {
		case bool:
			if v {
				return "1"
			}
			return "0"
		case float64:
			return strconv.FormatFloat(v, 'f', -1, 64)
		}
		return fmt.Sprint(v)
	}
	x, errX := strconv.ParseFloat(show(a), 64)
	y, errY := strconv.ParseFloat(show(b), 64)
	if _, text := a.(string); text {
		return show(a) == show(b) || errX == nil && errY == nil && x == y && strings.TrimSuffix(show(a), ".0") == strconv.FormatFloat(x, 'f', -1, 64)
	}
	return show(a) == show(b) || errX == nil && errY == nil && x == y
}
