package schema_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"framework/engine/orm/schema"
	"framework/engine/testenv"
	"framework/engine/value"
)

// TestDiffWithoutDatabase: the statements of a difference between random tables run in a
// database that has the first one with records, and afterwards there is nothing left to
// plan, there and back.
func TestDiffWithoutDatabase(t *testing.T) {
	testenv.Slow(t)
	onServers(t, func(t *testing.T, s *server) {
		for seed := range uint64(3) {
			r := rand.New(rand.NewPCG(seed, 1))
			current, row := s.version(r)
			s.follow(nil, []schema.Table{current})
			for range 4 {
				for range r.IntN(4) {
					_, _ = s.db.ExecContext(context.Background(), row()) // what is not unique is refused
				}
				next, nextRow := s.version(r)
				s.follow([]schema.Table{current}, []schema.Table{next})
				s.follow([]schema.Table{next}, []schema.Table{current})
				s.follow([]schema.Table{current}, []schema.Table{next})
				current, row = next, nextRow
			}
			s.follow([]schema.Table{current}, nil)
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	})
}

// follow runs a difference, and looks at what came out.
func (s *server) follow(before, after []schema.Table) {
	s.Helper()
	steps, err := s.dialect.Diff(before, after)
	if err != nil {
		s.Fatal(err)
	}
	var done []string
	for _, step := range steps {
		done = append(done, step.SQL)
		if _, err := s.db.ExecContext(context.Background(), step.SQL); err != nil {
			s.Fatalf("%v\n%s", err, strings.Join(done, ";\n"))
		}
	}
	for _, t := range after {
		if left := s.plan(t).Steps; len(left) > 0 {
			s.Fatalf("left over: %s\nafter\n%s", left[0].SQL, strings.Join(done, ";\n"))
		}
		var names []string
		for _, c := range t.Columns {
			names = append(names, c.Name)
		}
		slices.Sort(names)
		if got := s.columns(t.Name); !slices.Equal(got, names) {
			s.Fatalf("columns %q, want %q\nafter\n%s", got, names, strings.Join(done, ";\n"))
		}
	}
}

func (s *server) columns(table string) []string {
	rows, err := s.db.QueryContext(context.Background(), s.words("SELECT * FROM `"+table+"`"))
	if err != nil {
		s.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // its error is that of Err
	names, err := rows.Columns()
	if err != nil || rows.Err() != nil {
		s.Fatal(err, rows.Err())
	}
	slices.Sort(names)
	return names
}

func tables(names ...string) []schema.Table {
	out := make([]schema.Table, len(names))
	for i, text := range names {
		name, columns, _ := strings.Cut(text, ":")
		out[i] = schema.Table{Name: name, Model: name, PrimaryKey: []string{"id"}, Columns: []schema.Column{{Name: "id", Type: "INTEGER", AutoIncrement: true}}}
		for _, c := range strings.Fields(columns) {
			out[i].Columns = append(out[i].Columns, schema.Column{Name: c, Type: "TEXT", Null: true})
			out[i].Indexes = append(out[i].Indexes, schema.Index{Name: name + "_" + c, Unique: c == "u", Parts: []schema.Part{{Column: c, Lower: c == "l"}}})
		}
	}
	return out
}

// TestStateRoundTrip: what files note of tables gives them back.
func TestStateRoundTrip(t *testing.T) {
	want := tables("a:x u l", "b:")
	want = append(want, schema.Table{
		Schema: "s", Name: "c", Model: "c", Charset: "utf8mb4", Collation: "utf8mb4_bin", PrimaryKey: []string{"k"},
		Columns: []schema.Column{{Name: "k", Type: "uuid", Default: "gen_random_uuid()"}},
	})
	v, err := value.Parse(value.Append(nil, schema.EncodeState(want)))
	if err != nil {
		t.Fatal(err)
	}
	got, err := schema.DecodeState(v.(*value.Map))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestStateMerges: the notes of two branches that began at the same state add up, in
// either order.
func TestStateMerges(t *testing.T) {
	base, one, two := tables("a:x old", "gone:"), tables("a:x old y", "gone:", "b:"), tables("a:x z", "c:")
	want := schema.EncodeState(tables("a:x y z", "b:", "c:"))
	for _, order := range [][][]schema.Table{{one, two}, {two, one}} {
		state := schema.EncodeState(base)
		for _, branch := range order {
			patch := schema.DiffState(schema.EncodeState(base), schema.EncodeState(branch))
			v, err := value.Parse(value.Append(nil, patch))
			if err != nil {
				t.Fatal(err)
			}
			schema.MergeState(state, v.(*value.Map))
		}
		// The order of columns is not that of either branch.
		if d := cmp.Diff(unordered(t, want), unordered(t, state)); d != "" {
			t.Error(d)
		}
	}
}

func unordered(t *testing.T, m *value.Map) (out any) {
	t.Helper()
	if err := json.Unmarshal(value.Append(nil, m), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestStateRefuses(t *testing.T) {
	for _, text := range []string{
		`{"a":1}`, `{"a":{}}`, `{"a":{"name":"b","columns":{"x":{"type":"TEXT"}}}}`, `{"a":{"name":"a","columns":{"x":5}}}`,
		`{"a":{"name":"a","columns":{"x":{"type":"TEXT"}},"key":["y"]}}`, `{"a":{"name":"a","columns":{"x":{"type":"TEXT"}},"key":[1]}}`,
		`{"a":{"name":"a","columns":{"x":{"type":"TEXT"}},"indexes":{"i":{"parts":"x"}}}}`,
	} {
		v, err := value.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := schema.DecodeState(v.(*value.Map)); err == nil {
			t.Errorf("%s gives %+v, want an error", text, got)
		}
	}
}

func TestStatements(t *testing.T) {
	for _, tc := range []struct {
		dialect schema.Dialect
		script  string
		want    []string
	}{
		{schema.SQLite, "-- a; b\nCREATE TABLE a (x TEXT DEFAULT ';');\n\nDROP TABLE b", []string{"CREATE TABLE a (x TEXT DEFAULT ';')", "DROP TABLE b"}},
		{schema.SQLite, "CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET x = 1; DELETE FROM b; END;\nSELECT 1;", []string{"CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET x = 1; DELETE FROM b; END", "SELECT 1"}},
		{schema.PostgreSQL, "CREATE FUNCTION f() RETURNS int AS $$ BEGIN RETURN 1; END $$ LANGUAGE plpgsql; SELECT 'a;b'", []string{"CREATE FUNCTION f() RETURNS int AS $$ BEGIN RETURN 1; END $$ LANGUAGE plpgsql", "SELECT 'a;b'"}},
		{schema.MySQL, `INSERT INTO a VALUES ('it\'s; b'); # c; d` + "\nSELECT 2;", []string{`INSERT INTO a VALUES ('it\'s; b')`, "SELECT 2"}},
		{schema.MySQL, "DELIMITER //\nCREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET NEW.x = 1; END//\nDELIMITER ;\nSELECT 3;", []string{"CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET NEW.x = 1; END", "SELECT 3"}},
		{schema.SQLite, "-- nothing\n;\n", nil},
	} {
		list, err := tc.dialect.Statements(tc.script)
		if err != nil {
			t.Errorf("%s: %v", tc.script, err)
		}
		var got []string
		for _, s := range list {
			got = append(got, s.Text)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%v: %s\n got %q\nwant %q", tc.dialect, tc.script, got, tc.want)
		}
	}
}
