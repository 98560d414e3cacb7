package library_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"framework/engine/testenv"
	"framework/jsapi"
	"framework/jsapi/jsapitest"
)

// answers asks the questions of a script to a package, and compares with what was recorded.
func answers(t *testing.T, name, module string) {
	t.Helper()
	script, err := os.ReadFile("testdata/" + name + ".js")
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := os.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	text, err := jsapitest.Value(t.Context(), withModules(t), string(script)+"(require('"+module+"'))")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(recorded)), "\n")
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Fatalf("missing %s", want[i])
		case i >= len(want):
			t.Errorf("no answer was recorded: %s", got[i])
		case got[i] != want[i]:
			t.Errorf("got  %s\nwant %s", got[i], want[i])
		}
	}
}

// The answers are those of better-sqlite3 12.11 in Node 20.
func TestBetterSQLite3(t *testing.T) { answers(t, "bettersqlite3", "better-sqlite3") }

// The answers are those of sqlite3 5.1 in Node 20.
func TestSQLite3(t *testing.T) { answers(t, "sqlite3", "sqlite3") }

// What is not there says so when it is called.
func TestAbsentPartsOfSQLite(t *testing.T) {
	got, err := jsapitest.Value(t.Context(), withModules(t), `(function (Database, sqlite3) {
		const db = new Database(':memory:'), out = [];
		for (const f of [() => db.table('x', {}), () => db.loadExtension('x'), () => new sqlite3.Backup()]) {
			try { f(); out.push('no error'); } catch (e) { out.push(e.message); }
		}
		return out;
	})(require('better-sqlite3'), require('sqlite3'))`)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"table() is not available", "loadExtension() is not available", "Backup is not available"} {
		if !strings.Contains(got, part) {
			t.Errorf("%q is missing in %s", part, got)
		}
	}
}

// The limit of a turn ends a statement, and a database in memory has a limit.
func TestLimitsOfSQLite(t *testing.T) {
	testenv.Slow(t)
	iso := withLimits(t, jsapi.Options{TurnLimit: 300 * time.Millisecond, MemoryLimit: 256 << 20})
	err := iso.Do(t.Context(), func(r *jsapi.Realm) error {
		_, err := r.Runtime().RunString("var D = require('better-sqlite3'); new D(':memory:').prepare('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n').get()")
		return r.Wrap(err)
	})
	if err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Error(err)
	}
	got, err := jsapitest.Value(t.Context(), iso, `(function () { try { return new D(':memory:').prepare('SELECT zeroblob(600000000)').get(); } catch (e) { return String(e); } })()`)
	if err != nil || !strings.Contains(got, "too big") {
		t.Error(got, err)
	}
}
