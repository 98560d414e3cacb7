package serverdb_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/value"
)

// classicTables are as the classic adapters make them.
var classicTables = map[bool][]string{
	true: {
		`CREATE TABLE "visit" ("who" TEXT, "email" TEXT UNIQUE, "age" INT, "score" REAL, "ok" BOOLEAN, "day" DATE, "at" TIMESTAMP WITH TIME ZONE,
			"clock" TIME WITH TIME ZONE, "tags" TEXT, "extra" JSON, "raw" BYTEA, "id" SERIAL PRIMARY KEY,
			"createdAt" TIMESTAMP WITH TIME ZONE, "updatedAt" TIMESTAMP WITH TIME ZONE)`,
		`INSERT INTO "visit" VALUES ('Ann', 'ann@x', 7, 1.1, true, '2015-03-04', '2015-03-04 05:06:07+00', '05:06:07+00', '["a",1]', '{"k":[1]}', '\x00ff', DEFAULT,
			'2015-03-04 05:06:07+00', '2015-03-04 05:06:07+00')`,
	},
	false: {
		`CREATE TABLE visit (who VARCHAR(255), email VARCHAR(255) UNIQUE KEY, age INT, score FLOAT, ok BOOL, day DATE, at DATETIME,
			clock TIME, tags LONGTEXT, extra LONGTEXT, raw BLOB, id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, createdAt DATETIME, updatedAt DATETIME)`,
		`INSERT INTO visit VALUES ('Ann', 'ann@x', 7, 1.1, 1, '2015-03-04', '2015-03-04 05:06:07', '05:06:07', '["a",1]', '{"k":[1]}', x'00ff', DEFAULT,
			'2015-03-04 05:06:07', '2015-03-04 05:06:07')`,
	},
}

func visit() *orm.Model {
	return migrate(model("visit",
		attr("who", orm.KindString), attr("email", orm.KindString, unique), attr("age", orm.KindInteger), attr("score", orm.KindFloat),
		attr("ok", orm.KindBoolean), attr("day", orm.KindDate), attr("at", orm.KindDatetime), attr("clock", orm.KindTime), attr("tags", orm.KindArray),
		attr("extra", orm.KindJSON), attr("raw", orm.KindBinary), attr("createdAt", orm.KindDatetime), attr("updatedAt", orm.KindDatetime)), orm.Safe)
}

// as runs statements in the place's database.
func (p *place) as(t *testing.T, statements ...string) {
	t.Helper()
	db := p.with(t, p.opts)
	for _, text := range statements {
		if p.postgres() {
			for _, word := range []string{`TABLE "`, `INTO "`, `UPDATE "`} {
				text = strings.ReplaceAll(text, word, strings.TrimSuffix(word, `"`)+p.opts.Schema+`."`)
			}
		}
		p.sql(t, db, text)
	}
}

func TestTablesOfTheClassicAdapters(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		ctx := context.Background()
		p.opts.Timezone = "Z"
		p.as(t, classicTables[p.postgres()]...)
		m := visit()
		db := p.db(t, m)
		found, err := db.Find(ctx, m, nil)
		if err != nil {
			t.Fatal(err)
		}
		clock := map[bool]string{true: "05:06:07+00", false: "05:06:07"}[p.postgres()]
		want := `{"who":"Ann","email":"ann@x","age":7,"score":1.1,"ok":true,"day":"2015-03-04T00:00:00.000Z","at":"2015-03-04T05:06:07.000Z","clock":"` + clock +
			`","tags":["a",1],"extra":{"k":[1]},"raw":{"type":"Buffer","data":[0,255]},"createdAt":"2015-03-04T05:06:07.000Z","updatedAt":"2015-03-04T05:06:07.000Z","id":1}`
		if got := string(value.Append(nil, found[0])); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		// What was read finds its record again.
		for _, name := range []string{"who", "age", "score", "ok", "day", "at", "createdAt"} {
			if n, err := db.Count(ctx, m, where(compare(name, orm.Equal, found[0].Value(name)))); n != 1 || err != nil {
				t.Errorf("%s does not find its record (%v)", name, err)
			}
			if n, err := db.Count(ctx, m, where(compare(name, orm.In, []any{found[0].Value(name)}))); n != 1 || err != nil {
				t.Errorf("%s in a list does not find its record (%v)", name, err)
			}
		}
		at := time.Date(2020, 1, 2, 3, 4, 5, 678_000_000, time.UTC)
		made := fill(t, db, m, value.Of("who", "Bob", "score", 2.7, "at", at, "day", at, "clock", at, "createdAt", at, "tags", []any{}, "raw", []byte("x")))
		again, err := db.Find(ctx, m, where(compare("id", orm.Equal, made[0].ID())))
		if err != nil || len(again) != 1 {
			t.Fatal(again, err)
		}
		for _, name := range []string{"who", "score", "at", "day", "createdAt", "tags", "raw", "id"} {
			a, b := string(value.Append(nil, made[0].Value(name))), string(value.Append(nil, again[0].Value(name)))
			if a != b {
				t.Errorf("%s was made as %s and is read as %s", name, a, b)
			}
		}
		if n, err := db.Count(ctx, m, where(compare("at", orm.Equal, at))); n != 1 || err != nil {
			t.Errorf("the date that was written finds %d records (%v)", n, err)
		}
		var taken *orm.UniqueError
		if _, err := db.Create(ctx, m, []*value.Map{value.Of("email", "ann@x")}); !errors.As(err, &taken) || taken.Attribute != "email" {
			t.Errorf("a taken email gives %v", err)
		}
		if _, err := db.Create(ctx, m, []*value.Map{value.Of("age", int64(1)<<40)}); !errors.As(err, new(*orm.UsageError)) {
			t.Errorf("a number too long for the column gives %v", err)
		}
		if n, err := db.Count(ctx, m, where(compare("age", orm.Less, int64(1)<<40))); n != 1 || err != nil {
			t.Errorf("a comparison with a number too long for the column counts %d (%v)", n, err)
		}
	})
}

var modernTables = map[bool][]string{
	true: {
		`CREATE TYPE mood AS ENUM ('sad', 'glad')`,
		`CREATE TABLE "thing" ("createdAt" BIGINT, "updatedAt" BIGINT, "id" UUID PRIMARY KEY, "name" VARCHAR(20), "price" NUMERIC(10,2), "big" BIGINT, "mood" mood,
			"n" REAL, "data" JSONB, "local" TIMESTAMP, "left" INT NOT NULL DEFAULT 5)`,
		`INSERT INTO "thing" VALUES (1500000000000, 1500000000000, '00000000-0000-4000-8000-00000000000a', 'one', 12.50, 9007199254740993, 'glad', 0.5, '{"a": 1}', '2015-03-04 05:06:07.5')`,
	},
	false: {
		`CREATE TABLE thing (createdAt BIGINT, updatedAt BIGINT, id VARCHAR(36) PRIMARY KEY, name VARCHAR(20), price DECIMAL(10,2), big BIGINT UNSIGNED, mood ENUM('sad', 'glad'),
			n REAL, data JSON, local DATETIME(3), ` + "`left`" + ` INT NOT NULL DEFAULT 5)`,
		`INSERT INTO thing VALUES (1500000000000, 1500000000000, '00000000-0000-4000-8000-00000000000a', 'one', 12.50, 9007199254740993, 'glad', 0.5, '{"a": 1}', '2015-03-04 05:06:07.5', 5)`,
	},
}

func TestTablesOfOthers(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		ctx := context.Background()
		p.opts.Timezone = "+02:00"
		statements := modernTables[p.postgres()]
		if p.postgres() {
			statements[0] = `CREATE TYPE ` + p.opts.Schema + `.mood AS ENUM ('sad', 'glad')`
			statements[1] = strings.Replace(statements[1], `"mood" mood`, `"mood" `+p.opts.Schema+`.mood`, 1)
		}
		p.as(t, statements...)
		m := migrate(keyed("thing", "id", attr("id", orm.KindString, func(a *orm.Attribute) { a.PrimaryKey, a.Unique = true, true }),
			attr("name", orm.KindString), attr("price", orm.KindFloat), attr("mood", orm.KindString), attr("data", orm.KindJSON),
			attr("local", orm.KindDatetime), attr("left", orm.KindInteger), attr("createdAt", orm.KindDatetime), attr("absent", orm.KindString)), orm.Safe)
		var log bytes.Buffer
		p.opts.Log = slog.New(slog.NewTextHandler(&log, nil))
		db := p.db(t, m)
		if !strings.Contains(log.String(), "absent") {
			t.Errorf("the log does not name the missing column: %s", log.String())
		}
		found, err := db.Find(ctx, m, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := `{"id":"00000000-0000-4000-8000-00000000000a","name":"one","price":12.5,"mood":"glad","data":{"a":1},"local":"2015-03-04T03:06:07.500Z","left":5,"createdAt":"2017-07-14T02:40:00.000Z"}`
		if got := string(value.Append(nil, found[0])); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		for _, r := range found {
			for _, name := range []string{"id", "name", "price", "mood", "local", "createdAt"} {
				if n, err := db.Count(ctx, m, where(compare(name, orm.Equal, r.Value(name)))); n != 1 || err != nil {
					t.Errorf("%s does not find its record (%v)", name, err)
				}
			}
		}
		for _, q := range []*orm.Query{where(compare("id", orm.Equal, "no uuid")), where(compare("mood", orm.Equal, "no mood")), where(compare("mood", orm.In, []any{"x", "y"}))} {
			if n, err := db.Count(ctx, m, q); n != 0 || err != nil {
				t.Errorf("%v counts %d (%v)", q.Where, n, err)
			}
		}
		made := fill(t, db, m, value.Of("id", "00000000-0000-4000-8000-00000000000B", "name", "two", "mood", "sad", "price", 0.1, "absent", "x",
			"createdAt", time.UnixMilli(1_500_000_000_001)))
		if got := made[0].Value("left"); got != int64(5) {
			t.Errorf("the database's default came back as %v", got)
		}
		changed, err := db.Update(ctx, m, where(compare("mood", orm.Equal, "sad")), value.Of("mood", "glad", "absent", "y"))
		if err != nil || len(changed) != 1 || changed[0].Value("mood") != "glad" {
			t.Errorf("changed %s (%v)", shown(changed, "mood"), err)
		}
		bulk, err := db.Create(ctx, m, []*value.Map{
			value.Of("id", "00000000-0000-4000-8000-00000000000c", "mood", "sad", "local", time.UnixMilli(0)),
			value.Of("id", "00000000-0000-4000-8000-00000000000d", "mood", nil, "local", nil),
		})
		if err != nil || shown(bulk, "mood", "local") != `"sad" "1970-01-01T00:00:00.000Z"; null null` {
			t.Errorf("made %s (%v)", shown(bulk, "mood", "local"), err)
		}
		if _, err := db.Create(ctx, m, []*value.Map{value.Of("id", "not a uuid at all, and far too long for 36 characters")}); !errors.As(err, new(*orm.UsageError)) {
			t.Errorf("a key that does not fit gives %v", err)
		}
	})
}

func TestMissingTables(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		ctx := context.Background()
		safe := migrate(model("ghost", attr("name", orm.KindString)), orm.Safe)
		made := migrate(model("made", attr("name", orm.KindString)), orm.Create)
		var log bytes.Buffer
		p.opts.Log = slog.New(slog.NewTextHandler(&log, nil))
		db := p.db(t, safe, made)
		if !strings.Contains(log.String(), "ghost") {
			t.Errorf("the log does not name the missing table: %s", log.String())
		}
		if _, err := db.Find(ctx, safe, nil); err == nil || !strings.Contains(err.Error(), "ghost") {
			t.Errorf("a missing table gives %v", err)
		}
		fill(t, db, made, value.Of("name", "x"))
		noKey := migrate(keyed("made", "code", attr("code", orm.KindString, func(a *orm.Attribute) { a.PrimaryKey = true })), orm.Safe)
		if err := db.Define(ctx, []*orm.Model{noKey}); !errors.As(err, new(*orm.DefinitionError)) {
			t.Errorf("a table without the key gives %v", err)
		}
		again := migrate(model("made", attr("name", orm.KindString), attr("more", orm.KindInteger)), orm.Alter)
		db = p.db(t, again)
		found, err := db.Find(ctx, again, nil)
		if got := shown(found, "id", "name", "more"); err != nil || got != `1 "x" null` {
			t.Errorf("after alter there is %s (%v)", got, err)
		}
		empty := migrate(model("made", attr("name", orm.KindString)), orm.Drop)
		db = p.db(t, empty)
		if n, err := db.Count(ctx, empty, nil); n != 0 || err != nil {
			t.Errorf("after drop there are %d (%v)", n, err)
		}
	})
}
