package schema_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/schema"
)

// everyType has a column of each kind that models need.
var everyType = []string{
	"s varchar(255)", "t longtext", "i int", "big bigint", "f double", "b boolean", "d date", "dt datetime(3)", "c time", "j json", "bin longblob",
	"u varchar(191) unique", "x varchar(100) index", "l varchar(100) lower", "n int not null", "Mixed varchar(20) lower",
}

func TestCreate(t *testing.T) {
	onServers(t, func(t *testing.T, s *server) {
		table := s.table("user", everyType...)
		if p := s.plan(table); len(p.Steps) == 0 || p.Steps[0].Why != "there is no such table" || p.Steps[0].Model != "user" {
			t.Errorf("got\n%s", describe(p))
		}
		if got := s.rows(s.catalogue()); got != "[]" {
			t.Errorf("planning made %s", got)
		}
		s.apply(false, table)
		if p := s.plan(table); len(p.Steps) > 0 {
			t.Errorf("the second plan is\n%s", describe(p))
		}
		s.run("INSERT INTO `user` (u, n) VALUES ('x', 1), ('y', 2), (NULL, 3), (NULL, 4)")
		if got, want := s.rows("SELECT id FROM `user` ORDER BY id"), "[[1],[2],[3],[4]]"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if _, err := s.db.Exec(s.words("INSERT INTO `user` (u, n) VALUES ('x', 1)")); err == nil {
			t.Error("unique is not")
		}
		if _, err := s.db.Exec(s.words("INSERT INTO `user` (u) VALUES ('z')")); err == nil {
			t.Error("not null is not")
		}
		if s.log.Len() > 0 {
			t.Errorf("a new table was talked about:\n%s", &s.log)
		}
	})
}

// catalogue asks for the tables that the server has.
func (s *server) catalogue() string {
	if s.dialect == schema.PostgreSQL {
		return "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name <> '_framework_schema' ORDER BY 1"
	}
	return "SELECT table_name FROM information_schema.tables WHERE table_schema = database() AND table_name <> '_framework_schema' ORDER BY 1"
}

// TestLosses: what each change would lose, that it is refused, what a lift
// makes of it, and what remains when it is allowed.
func TestLosses(t *testing.T) {
	var cases []serverCase
	for _, tc := range []struct {
		name          string
		before, after []string // columns
		rows          string   // of a and b
		loses         string   // of the step, "" for a change without a loss
		optional      bool
		query, want   string // all afterwards
	}{
		{
			name: "a new column", before: []string{"a varchar(20)"}, after: []string{"a varchar(20)", "c int"},
			rows: "(1, 'x')", query: "SELECT id, a, c FROM `user` ORDER BY id", want: `[[1,"x",null]]`,
		}, {
			name: "a column with values is no longer declared", before: []string{"a varchar(20)", "b int"}, after: []string{"a varchar(20)"},
			rows: "(1, 'x', 1), (2, 'y', NULL)", loses: `1 value of "b"`, optional: true,
			query: "SELECT * FROM `user` ORDER BY id", want: `[[1,"x"],[2,"y"]]`,
		}, {
			name: "a required column with values is no longer declared", before: []string{"a varchar(20)", "b int not null"}, after: []string{"a varchar(20)"},
			rows: "(1, 'x', 1), (2, 'y', 2)", loses: `2 values of "b"`, optional: true,
			query: "SELECT * FROM `user` ORDER BY id", want: `[[1,"x"],[2,"y"]]`,
		}, {
			name: "an empty column is no longer declared", before: []string{"a varchar(20)", "b int"}, after: []string{"a varchar(20)"},
			rows: "(1, 'x', NULL)", query: "SELECT * FROM `user` ORDER BY id", want: `[[1,"x"]]`,
		}, {
			name: "an indexed column is no longer declared", before: []string{"a varchar(20)", "b int unique"}, after: []string{"a varchar(20)"},
			rows: "(1, 'x', 5)", loses: `1 value of "b"`, optional: true, query: "SELECT * FROM `user` ORDER BY id", want: `[[1,"x"]]`,
		}, {
			name: "unique over duplicates", before: []string{"a varchar(20)"}, after: []string{"a varchar(20) unique"},
			rows: "(1, 'x'), (2, 'y'), (3, 'x'), (4, NULL), (5, NULL)", loses: `1 record whose "a" another one has`,
			query: "SELECT id, a FROM `user` ORDER BY id", want: `[[1,"x"],[2,"y"],[4,null],[5,null]]`,
		}, {
			name: "unique without duplicates", before: []string{"a varchar(20)"}, after: []string{"a varchar(20) unique"},
			rows: "(1, 'x'), (2, NULL), (3, NULL)", query: "SELECT id, a FROM `user` ORDER BY id", want: `[[1,"x"],[2,null],[3,null]]`,
		}, {
			name: "no longer unique", before: []string{"a varchar(20) unique"}, after: []string{"a varchar(20)"},
			rows: "(1, 'x')", query: "INSERT", want: `[[1,"x"],[2,"x"]]`,
		}, {
			name: "not null over nulls", before: []string{"a varchar(20)"}, after: []string{"a varchar(20) not null"},
			rows: "(1, 'x'), (2, NULL)", loses: `the absence of "a" in 1 record, which would become ''`,
			query: "SELECT id, a FROM `user` ORDER BY id", want: `[[1,"x"],[2,""]]`,
		}, {
			name: "a new column that is not null", before: []string{"a varchar(20)"}, after: []string{"a varchar(20)", "n int not null"},
			rows: "(1, 'x')", loses: `the absence of "n" in 1 record, which would become 0`,
			query: "SELECT id, n FROM `user` ORDER BY id", want: `[[1,0]]`,
		}, {
			name: "a new column that is not null and has a default", before: []string{"a varchar(20)"}, after: []string{"a varchar(20)", "n int not null fill 7"},
			rows: "(1, 'x')", query: "SELECT id, n FROM `user` ORDER BY id", want: `[[1,7]]`,
		}, {
			name: "not null without nulls and back", before: []string{"a varchar(20)", "b int not null"}, after: []string{"a varchar(20) not null", "b int"},
			rows: "(1, 'x', 2)", query: "SELECT id, a, b FROM `user` ORDER BY id", want: `[[1,"x",2]]`,
		}, {
			name: "texts that a number would write otherwise", before: []string{"a varchar(20)"}, after: []string{"a int"},
			rows: "(1, '007'), (2, '7'), (3, NULL)", loses: `the exact form of 1 value of "a"`,
			query: "SELECT id, a FROM `user` ORDER BY id", want: `[[1,7],[2,7],[3,null]]`,
		}, {
			name: "texts that are no numbers", before: []string{"a varchar(20)"}, after: []string{"a int"},
			rows: "(1, 'many'), (2, '7'), (3, '99999999999')", loses: `2 values of "a", which cannot be converted`,
			query: "SELECT id, a FROM `user` ORDER BY id", want: `[[1,null],[2,7],[3,null]]`,
		}, {
			name: "required texts that are no numbers", before: []string{"a varchar(20) not null"}, after: []string{"a int not null"},
			rows: "(1, 'many'), (2, '7')", loses: `1 value of "a", which cannot be converted`,
			query: "SELECT id, a FROM `user` ORDER BY id", want: `[[1,0],[2,7]]`,
		}, {
			name: "texts that are numbers", before: []string{"a varchar(20)"}, after: []string{"a double"},
			rows: "(1, '7'), (2, '-1.5'), (3, NULL)", query: "SELECT id, a FROM `user` ORDER BY id", want: `[[1,7],[2,-1.5],[3,null]]`,
		}, {
			name: "fractions as whole numbers", before: []string{"a double"}, after: []string{"a int"},
			rows: "(1, 1.5), (2, 7), (3, NULL)", loses: `the exact form of 1 value of "a"`,
			query: "SELECT id, a FROM `user` ORDER BY id", want: `[[1,2],[2,7],[3,null]]`,
		}, {
			name: "numbers as texts", before: []string{"a int"}, after: []string{"a varchar(20) unique"},
			rows: "(1, 5), (2, NULL)", query: "SELECT id, a FROM `user` ORDER BY id", want: `[[1,"5"],[2,null]]`,
		}, {
			name: "texts as truth", before: []string{"a varchar(20)"}, after: []string{"a boolean"},
			rows: "(1, 'true'), (2, 'false'), (3, NULL), (4, '1')", query: "SELECT count(*), count(a), sum(CASE WHEN a THEN 1 END) FROM `user`", want: `[[4,3,2]]`,
		}, {
			name: "texts as instants", before: []string{"a varchar(40)"}, after: []string{"a datetime(3)"},
			rows: "(1, '2014-03-01T10:00:00.250Z'), (2, '2014-03-01'), (3, NULL), (4, '')", loses: `1 value of "a", which cannot be converted`,
			query: "SELECT id, a = '2014-03-01 10:00:00.250' FROM `user` WHERE id IN (1, 4) ORDER BY id", want: "[[1,TRUE],[4,null]]",
		}, {
			name: "no way from an instant to a truth", before: []string{"a datetime(3)"}, after: []string{"a boolean"},
			rows: "(1, '2014-03-01 10:00:00')", loses: `1 value of "a", which cannot be converted`,
			query: "SELECT id, a FROM `user`", want: "[[1,null]]",
		}, {
			name: "shorter and longer texts, narrower and wider numbers", before: []string{"a varchar(200)", "b bigint"}, after: []string{"a varchar(20)", "b int"},
			rows: "(1, 'x', 99999999999)", query: "SELECT a, b FROM `user`", want: `[["x",99999999999]]`,
		}, {
			name: "longer texts and wider numbers", before: []string{"a varchar(10)", "b int"}, after: []string{"a longtext", "b bigint"},
			rows: "(1, 'x', 5)", query: "SELECT a, b FROM `user`", want: `[["x",5]]`,
		},
	} {
		cases = append(cases, serverCase{tc.name, func(t *testing.T, s *server) {
			ctx := context.Background()
			before, after := s.table("user", tc.before...), s.table("user", tc.after...)
			s.apply(false, before)
			s.run("INSERT INTO `user` VALUES " + tc.rows)
			untouched := s.rows("SELECT * FROM `user` ORDER BY id")
			p := s.plan(after)
			if s.rows("SELECT * FROM `user` ORDER BY id") != untouched {
				t.Error("planning changed the data")
			}
			lossy := slices.IndexFunc(p.Steps, func(s orm.Step) bool { return s.Loses != "" })
			switch {
			case (lossy >= 0) != (tc.loses != ""):
				t.Fatalf("plan:\n%s", describe(p))
			case lossy >= 0 && (p.Steps[lossy].Loses != tc.loses || p.Steps[lossy].Optional != tc.optional):
				t.Errorf("plan:\n%s, want loss %q", describe(p), tc.loses)
			}
			if lossy >= 0 && !tc.optional {
				var loss *orm.LossError
				if err := s.Apply(ctx, []schema.Table{after}, p, false); !errors.As(err, &loss) {
					t.Errorf("not allowed: %v", err)
				}
				if err := s.Define(ctx, []schema.Table{after}); !errors.As(err, &loss) {
					t.Errorf("lift: %v", err)
				}
				if s.rows("SELECT * FROM `user` ORDER BY id") != untouched {
					t.Error("a refused migration changed the data")
				}
			}
			if tc.optional {
				if err := s.Define(ctx, []schema.Table{after}); err != nil {
					t.Fatal(err)
				}
				s.run("INSERT INTO `user` (id) VALUES (99)", "DELETE FROM `user` WHERE id = 99") // nothing is in the way
				if !strings.Contains(s.log.String(), "kept what a migration would lose") {
					t.Errorf("the log says nothing:\n%s", &s.log)
				}
			}
			s.apply(true, after)
			if again := s.plan(after); len(again.Steps) > 0 {
				t.Errorf("the second plan is\n%s", describe(again))
			}
			query := tc.query
			if query == "INSERT" {
				s.run("INSERT INTO `user` (id, a) VALUES (2, 'x')")
				query = "SELECT * FROM `user` ORDER BY id"
			}
			want := strings.ReplaceAll(tc.want, "TRUE", map[schema.Dialect]string{schema.PostgreSQL: "true", schema.MySQL: "1"}[s.dialect])
			if got := s.rows(query); got != want && strings.ReplaceAll(got, `"`, "") != strings.ReplaceAll(want, `"`, "") {
				t.Errorf("got %s, want %s", got, want)
			}
		}})
	}
	runCases(t, cases)
}

func TestKeys(t *testing.T) {
	keyed := func(s *server, key string, columns ...string) schema.Table {
		t := schema.Table{Name: "user", Model: "user", PrimaryKey: []string{key}}
		for _, c := range columns {
			t.Columns = append(t.Columns, s.column(&t, c))
		}
		return t
	}
	var cases []serverCase
	for _, tc := range []struct {
		name          string
		before, after func(s *server) schema.Table
		rows          string
		loses         string
		insert        string // what has to work afterwards
		want          string // id and a afterwards
	}{
		{
			name:   "another column",
			before: func(s *server) schema.Table { return s.table("user", "a varchar(20)") },
			after:  func(s *server) schema.Table { return keyed(s, "a", "id int", "a varchar(20) not null") },
			rows:   "(id, a) VALUES (1, 'x'), (2, 'y')", insert: "(a) VALUES ('z')", want: `[[1,"x"],[2,"y"],[null,"z"]]`,
		}, {
			name:   "a column with holes and duplicates",
			before: func(s *server) schema.Table { return s.table("user", "a varchar(20)") },
			after:  func(s *server) schema.Table { return keyed(s, "a", "id int", "a varchar(20) not null") },
			rows:   "(id, a) VALUES (1, 'x'), (2, 'x'), (3, NULL)", loses: "1 record without a value for the key", insert: "(a) VALUES ('z')", want: `[[1,"x"],[null,"z"]]`,
		}, {
			name:   "a new numbered column",
			before: func(s *server) schema.Table { return keyed(s, "a", "a varchar(20) not null") },
			after:  func(s *server) schema.Table { return s.table("user", "a varchar(20)") },
			rows:   "(a) VALUES ('x'), ('y')", insert: "(a) VALUES (NULL)", want: `[[1,"x"],[2,"y"],[3,null]]`,
		}, {
			name:   "a key that is numbered from now on",
			before: func(s *server) schema.Table { return keyed(s, "id", "id int not null", "a varchar(20)") },
			after:  func(s *server) schema.Table { return s.table("user", "a varchar(20)") },
			rows:   "(id, a) VALUES (7, 'x')", insert: "(a) VALUES ('y')", want: `[[7,"x"],[8,"y"]]`,
		}, {
			name:   "no longer numbered",
			before: func(s *server) schema.Table { return s.table("user", "a varchar(20)") },
			after:  func(s *server) schema.Table { return keyed(s, "id", "id int not null", "a varchar(20)") },
			rows:   "(id, a) VALUES (7, 'x')", insert: "(id, a) VALUES (9, 'y')", want: `[[7,"x"],[9,"y"]]`,
		}, {
			name:   "a text that becomes a number",
			before: func(s *server) schema.Table { return keyed(s, "id", "id varchar(20) not null", "a varchar(20)") },
			after:  func(s *server) schema.Table { return s.table("user", "a varchar(20)") },
			rows:   "(id, a) VALUES ('7', 'x'), ('x', 'y')", loses: `1 record whose key "id" cannot be converted`, insert: "(a) VALUES ('z')", want: `[[7,"x"],[8,"z"]]`,
		},
	} {
		cases = append(cases, serverCase{tc.name, func(t *testing.T, s *server) {
			s.apply(false, tc.before(s))
			s.run("INSERT INTO `user` " + tc.rows)
			after := tc.after(s)
			p := s.plan(after)
			if lossy := slices.IndexFunc(p.Steps, func(s orm.Step) bool { return s.Loses != "" }); lossy >= 0 && p.Steps[lossy].Loses != tc.loses || lossy < 0 && tc.loses != "" {
				t.Errorf("plan:\n%s", describe(p))
			}
			s.apply(true, after)
			s.run("INSERT INTO `user` " + tc.insert)
			if got := s.rows("SELECT id, a FROM `user` ORDER BY id IS NULL, id"); got != tc.want {
				t.Errorf("got %s, want %s\n%s", got, tc.want, describe(p))
			}
			if again := s.plan(after); len(again.Steps) > 0 {
				t.Errorf("the second plan is\n%s", describe(again))
			}
		}})
	}
	runCases(t, cases)
}

// TestOthersWorkStays: what no model declares outlives every migration, and
// differences that do not matter are none.
func TestOthersWorkStays(t *testing.T) {
	onServers(t, func(t *testing.T, s *server) {
		s.run(
			"CREATE TABLE `user` (id int auto_increment PRIMARY KEY, name varchar(300), age bigint, born datetime, score numeric(10,2), mail varchar(50) UNIQUE, audit varchar(20) NOT NULL DEFAULT 'nobody', hollow int)",
			"CREATE INDEX by_audit ON `user` (audit)", "CREATE UNIQUE INDEX both_of_them ON `user` (name, age)",
			"CREATE TABLE other (id int PRIMARY KEY, owner int REFERENCES `user` (id))",
			"CREATE VIEW names AS SELECT audit FROM `user`",
			"INSERT INTO `user` (name, mail) VALUES ('x', 'x@y')", "INSERT INTO other VALUES (1, 1)")
		same := s.table("user", "name varchar(255) index", "age int", "born date", "score double", "mail varchar(80) unique", "hollow bigint")
		if p := s.plan(same, s.table("names", "name varchar(20)")); len(p.Steps) > 0 {
			t.Errorf("differences that do not matter:\n%s", describe(p))
		}
		after := s.table("user", "name longtext", "more boolean", "mail varchar(60) unique")
		s.apply(true, after)
		s.run("INSERT INTO `user` (mail) VALUES ('z@y')")
		if got, want := s.rows("SELECT id, name, mail, audit, hollow, more FROM `user` ORDER BY id"), `[[1,"x","x@y","nobody",null,null],[2,null,"z@y","nobody",null,null]]`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if _, err := s.db.Exec(s.words("INSERT INTO `user` (mail) VALUES ('z@y')")); err == nil {
			t.Error("the table's own UNIQUE is gone")
		}
		if got, want := s.rows("SELECT * FROM other"), "[[1,1]]"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got, want := s.rows(s.catalogue()), `[["names"],["other"],["user"]]`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		// Of what is no longer declared only our own goes.
		s.apply(true, s.table("user", "mail varchar(60)"))
		if got := s.rows("SELECT * FROM `user` WHERE id = 1"); strings.Count(got, ",") != 7 {
			t.Errorf("got %s", got)
		}
	})
}

// TestTypesOfAnother: tables with what only one database has can be lived
// with, and columns added to them.
func TestTypesOfAnother(t *testing.T) {
	onServers(t, func(t *testing.T, s *server) {
		numbered := "int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY"
		more := "e enum('a','b') NOT NULL DEFAULT 'a', st set('x','y'), y year, g int GENERATED ALWAYS AS (2 * 3) STORED, n smallint unsigned, " +
			"at timestamp NOT NULL DEFAULT current_timestamp ON UPDATE current_timestamp, j json, ok bool, tt tinytext, FULLTEXT KEY words (t), KEY part (t(10))"
		if s.dialect == schema.PostgreSQL {
			numbered = "bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"
			more = "e mood NOT NULL DEFAULT 'a', st text[], y interval, g int GENERATED ALWAYS AS (2 * 3) STORED, n smallint, " +
				"at timestamp NOT NULL DEFAULT now(), j jsonb, ok bool, tt varchar, ip inet, id2 uuid DEFAULT gen_random_uuid(), v tsvector, r int4range, p point, CHECK (n > 0)"
			execute(t, s.db, "CREATE TYPE mood AS ENUM ('a', 'b')")
		}
		execute(t, s.db, s.words("CREATE TABLE `user` (id "+numbered+", t text, ")+more+")", s.words("INSERT INTO `user` (t, n) VALUES ('x', 1)"))
		if s.dialect == schema.PostgreSQL {
			execute(t, s.db, `CREATE UNIQUE INDEX part ON "user" (t) WHERE n > 5`, `CREATE INDEX words ON "user" USING gin (to_tsvector('simple', t))`)
		}
		same := s.table("user", "t longtext", "e varchar(20)", "n int not null fill 1", "ok boolean", "j json")
		same.Columns[1].Type, same.Columns[3].Type = "text", "smallint"
		p := s.plan(same)
		if len(p.Steps) != 1 || !strings.Contains(p.Steps[0].Why, `"n" has to have a value`) {
			t.Errorf("got\n%s", describe(p))
		}
		after := s.table("user", "t longtext", "e varchar(20)", "n int not null", "ok int", "more varchar(20) unique", "at datetime(3)")
		after.Columns[1].Type = "text"
		s.apply(true, after)
		if p := s.plan(after); len(p.Steps) > 0 {
			t.Errorf("the second plan is\n%s", describe(p))
		}
		s.run("INSERT INTO `user` (t, n) VALUES ('y', 2)")
		if got, want := s.rows("SELECT id, t, e, n, g, more FROM `user` ORDER BY id"), `[[1,"x","a",1,6,null],[2,"y","a",2,6,null]]`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		// Neither a part of the records nor of the text is unique.
		p = s.plan(s.table("user", "t varchar(20) unique"))
		if !slices.ContainsFunc(p.Steps, func(step orm.Step) bool { return step.Why == `"t" is unique` }) {
			t.Errorf("got\n%s", describe(p))
		}
	})
}

func TestStrategies(t *testing.T) {
	onServers(t, func(t *testing.T, s *server) {
		before := s.table("user", "a varchar(20)")
		s.apply(false, before)
		s.run("INSERT INTO `user` (a) VALUES ('x')")
		after, fresh := s.table("user", "a varchar(20)", "b int"), s.table("fresh", "a varchar(20)")
		for strategy, want := range map[orm.Migration][]string{
			orm.Safe:   nil,
			orm.Create: {"ALTER TABLE user", "CREATE TABLE fresh"},
			orm.Alter:  {"ALTER TABLE user", "CREATE TABLE fresh"},
			orm.Drop:   {"DROP TABLE user", "CREATE TABLE user", "CREATE TABLE fresh"},
		} {
			steps, err := s.Plan(context.Background(), []schema.Table{after, fresh}, strategy)
			var got []string
			for _, step := range steps {
				got = append(got, strings.Join(strings.Fields(strings.NewReplacer("`", "", `"`, "").Replace(step.SQL))[:3], " "))
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %q, %v", strategy, got, err)
			}
			if strategy == orm.Drop && (steps[0].Loses != "1 record" || steps[0].Asked) {
				t.Errorf("drop: %+v", steps[0])
			}
		}
		after.Strategy = orm.Drop
		if err := s.Define(context.Background(), []schema.Table{after}); err != nil {
			t.Error(err)
		}
		if got := s.rows("SELECT * FROM `user`"); got != "[]" {
			t.Errorf("got %s", got)
		}
		after.Strategy = "later"
		if err := s.Define(context.Background(), []schema.Table{after}); err == nil || !strings.Contains(err.Error(), `migrate is "later"`) {
			t.Errorf("got %v", err)
		}
	})
}

func TestStalePlan(t *testing.T) {
	onServers(t, func(t *testing.T, s *server) {
		s.apply(false, s.table("user", "a varchar(20)"))
		after := s.table("user", "a varchar(20)", "b int", "c int")
		p := s.plan(after)
		s.run("ALTER TABLE `user` ADD COLUMN b int")
		if err := s.Apply(context.Background(), []schema.Table{after}, p, false); !errors.Is(err, orm.ErrStalePlan) {
			t.Errorf("got %v", err)
		}
		s.run("ALTER TABLE `user` ADD COLUMN c int")
		if err := s.Apply(context.Background(), []schema.Table{after}, p, false); err != nil {
			t.Errorf("nothing was left to do: %v", err)
		}
	})
}

// TestServersStartConcurrently: each brings the same tables about.
func TestServersStartConcurrently(t *testing.T) {
	onServers(t, func(t *testing.T, s *server) {
		for _, columns := range [][]string{everyType, append([]string{"more int", "last varchar(20) unique"}, everyType...)} {
			table := s.table("user", columns...)
			var wg sync.WaitGroup
			for range 6 {
				wg.Go(func() {
					if err := schema.New(s.db, s.dialect, nil).Define(context.Background(), []schema.Table{table}); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if p := s.plan(table); len(p.Steps) > 0 {
				t.Errorf("left over:\n%s", describe(p))
			}
		}
	})
}

// TestFailureHalfWay: PostgreSQL undoes all of it; on MySQL what is left is
// planned again.
func TestFailureHalfWay(t *testing.T) {
	onServers(t, func(t *testing.T, s *server) {
		s.apply(false, s.table("user", "a varchar(20)"))
		s.run("INSERT INTO `user` (a) VALUES ('1')")
		bad := s.table("user", "a varchar(20)", "b int")
		bad.Indexes = append(bad.Indexes, schema.Index{Name: strings.Repeat("x", 70), Parts: []schema.Part{{Column: "b"}}, Unique: true},
			schema.Index{Name: strings.Repeat("x", 70), Parts: []schema.Part{{Column: "a"}}, Unique: true})
		err := s.Define(context.Background(), []schema.Table{bad})
		if err == nil {
			t.Fatal("two indexes of one name")
		}
		want := []string{"ALTER TABLE"}
		p := s.plan(s.table("user", "a varchar(20)", "b int"))
		if s.dialect == schema.MySQL {
			want = nil
		}
		var got []string
		for _, step := range p.Steps {
			got = append(got, strings.Join(strings.Fields(step.SQL)[:2], " "))
		}
		if !slices.Equal(got, want) {
			t.Errorf("left over:\n%s", describe(p))
		}
		if s.dialect == schema.MySQL { // it is known whose column it is
			s.apply(false, s.table("user", "a varchar(20)"))
			if got := s.rows("SELECT * FROM `user`"); got != `[[1,"1"]]` {
				t.Errorf("got %s", got)
			}
		}
	})
}

func TestSchemas(t *testing.T) {
	s := postgres(t)
	table := s.table("user", "a varchar(20) unique lower")
	table.Schema = "elsewhere_" + strings.ToLower(t.Name())
	execute(t, s.db, "DROP SCHEMA IF EXISTS "+table.Schema+" CASCADE")
	t.Cleanup(func() { execute(t, s.db, "DROP SCHEMA "+table.Schema+" CASCADE") })
	p := s.plan(table, s.table("user", "b int"))
	if p.Steps[0].SQL != `CREATE SCHEMA "`+table.Schema+`"` {
		t.Errorf("got\n%s", describe(p))
	}
	s.apply(false, table, s.table("user", "b int"))
	execute(t, s.db, "INSERT INTO "+table.Schema+`."user" (a) VALUES ('x')`)
	table.Columns = append(table.Columns, schema.Column{Name: "c", Type: "jsonb", Null: true})
	if s.log.Len() > 0 {
		t.Errorf("a new table was talked about:\n%s", &s.log)
	}
	s.apply(false, table)
	if !strings.Contains(s.log.String(), "migrating") || !strings.Contains(s.log.String(), "ADD COLUMN") {
		t.Errorf("the log says nothing of the new column:\n%s", &s.log)
	}
	if p := s.plan(table, s.table("user", "b int")); len(p.Steps) > 0 {
		t.Errorf("the second plan is\n%s", describe(p))
	}
}

func TestWrongTables(t *testing.T) {
	onServers(t, func(t *testing.T, s *server) {
		nothing := schema.Table{Name: "user"}
		key := s.table("user", "a int")
		key.PrimaryKey = []string{"x"}
		index := s.table("user", "a int")
		index.Indexes = []schema.Index{{Name: "x", Parts: []schema.Part{{Column: "b"}}}}
		for want, table := range map[string]schema.Table{
			"has to have a column": nothing, `"x" is no column`: key, `no column "b"`: index,
		} {
			_, err := s.Plan(context.Background(), []schema.Table{table}, "")
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), `"user"`) {
				t.Errorf("got %v, want %s", err, want)
			}
		}
	})
}

// TestConversions: what values become when the type of their column changes.
func TestConversions(t *testing.T) {
	onServers(t, func(t *testing.T, s *server) {
		type change struct{ from, to, value, want, loses string }
		changes := []change{
			{"date", "datetime(3)", "'2014-03-01'", "2014-03-01 00:00:00.", ""},
			{"datetime(3)", "varchar(40)", "'2014-03-01 10:00:00.250'", "2014-03-01 10:00:00.25", ""},
			{"boolean", "int", "true", "1", ""},
			{"boolean", "double", "true", "1", ""},
			{"int", "boolean", "1", "1", ""},
			{"double", "boolean", "2", "1", "the exact form of 1 value"},
			{"varchar(20)", "time", "'10:30:00'", "10:30:00", ""},
			{"varchar(20)", "time", "'later'", "", "1 value of \"v\", which cannot be converted"},
			{"varchar(30)", "date", "'2014-03-01T10:00:00Z'", "2014-03-01 00:00:00.", "the exact form of 1 value"},
			{"varchar(30)", "json", `'{"a":1}'`, `{"a":1}`, ""},
			{"varchar(30)", "json", "'word'", "word", ""},
			{"json", "varchar(30)", `'"word"'`, "word", ""},
			{"bigint", "double", "9007199254740993", "9007199254740992", "the exact form of 1 value"},
			{"int", "numeric(12,2)", "5", "5", ""},
			{"numeric(12,2)", "int", "5.50", "6", "the exact form of 1 value"},
			{"numeric(30,0)", "int", "99999999999999999999", "", "1 value of \"v\", which cannot be converted"},
			{"time", "boolean", "'10:30:00'", "", "1 value of \"v\", which cannot be converted"},
		}
		if s.dialect == schema.PostgreSQL {
			changes = append(changes,
				change{"datetime(3)", "bigint", "'2014-03-01 10:00:00.250'", "1393668000250", ""},
				change{"bigint", "datetime(3)", "1393668000250", "2014-03-01 10:00:00.25", ""},
				change{"bigint", "timestamp(3)", "1393668000250", "2014-03-01 10:00:00.25", ""},
				change{"datetime(3)", "int", "'2014-03-01 10:00:00.250'", "", "1 value of \"v\", which cannot be converted"},
				change{"varchar(40)", "datetime(3)", "'2014-03-01T12:00:00+02:00'", "2014-03-01 10:00:00.", ""},
				change{"varchar(40)", "timestamp(3)", "'2014-03-01T12:00:00+02:00'", "2014-03-01 10:00:00.", ""},
				change{"longblob", "longtext", `'\x616263'`, "YWJj", ""},
				change{"varchar(40)", "uuid", "'7d444840-9dc0-11d1-b245-5ffdce74fad2'", "7d444840-9dc0-11d1-b245-5ffdce74fad2", ""},
				change{"double", "real", "0.5", "0.5", ""})
		}
		for _, c := range changes {
			label := c.from + " to " + c.to + " of " + c.value
			before, after := s.table("user", "v "+c.from), s.table("user", "v "+c.to)
			s.apply(false, before)
			s.run("INSERT INTO `user` (id) VALUES (1)")
			execute(t, s.db, s.words("UPDATE `user` SET v = ")+c.value)
			p := s.plan(after)
			i := slices.IndexFunc(p.Steps, func(step orm.Step) bool { return step.Loses != "" })
			if (i >= 0) != (c.loses != "") || i >= 0 && !strings.HasPrefix(p.Steps[i].Loses, c.loses) {
				t.Errorf("%s: plan\n%s", label, describe(p))
			}
			s.apply(true, after)
			if got := s.held()["1"]["v"]; got != c.want {
				t.Errorf("%s: got %q, want %q\n%s", label, got, c.want, describe(p))
			}
			if p := s.plan(after); len(p.Steps) > 0 {
				t.Errorf("%s: the second plan is\n%s", label, describe(p))
			}
			s.run("DROP TABLE `user`, _framework_schema")
		}
	})
}
