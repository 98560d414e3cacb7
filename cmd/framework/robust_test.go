package main_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"framework/engine/orm/serverdb"
	"framework/engine/testenv"
)

const shelf = `
-- config/connections.js --
module.exports.connections = { main: { adapter: 'sails-disk' } };
-- config/models.js --
module.exports.models = { connection: 'main', migrate: 'alter' };
-- api/models/Book.js --
module.exports = { attributes: { title: { type: 'string', required: true }, pages: 'integer', code: { type: 'string', unique: true } } };
-- api/controllers/BookController.js --
module.exports = {
  spin: function (req, res) {
    for (;;) { }
  },
  quick: function (req, res) { return res.json({ quick: true }); },
  late: function (req, res) {
    setTimeout(function () {
      throw new Error('too late');
    }, 1);
  },
  reject: async function (req, res) {
    await null;
    throw new TypeError('no such thing');
  },
  echo: function (req, res) { return res.json(req.params.all()); }
};
`

// TestKilledServerLosesNoAcknowledgedRecord streams creates, kills the process
// in the middle, and looks for every record whose creation was answered.
func TestKilledServerLosesNoAcknowledgedRecord(t *testing.T) {
	testenv.Slow(t)
	for _, store := range []struct{ adapter, variable string }{
		{"sails-disk", ""}, {"sails-postgresql", "FRAMEWORK_TEST_POSTGRES"}, {"sails-mysql", "FRAMEWORK_TEST_MYSQL"},
	} {
		t.Run(store.adapter, func(t *testing.T) {
			files, env := shelf, "production"
			if store.variable != "" {
				env = "development" // production makes no tables on a server
				files = strings.Replace(files, "{ adapter: 'sails-disk' }", fmt.Sprintf("{ adapter: '%s', url: '%s' }", store.adapter, testenv.Server(t, store.variable)), 1)
				files = strings.Replace(files, "{ attributes: { title", fmt.Sprintf("{ tableName: 'book_%d', attributes: { title", os.Getpid()), 1)
			}
			if store.variable != "" {
				t.Cleanup(func() { dropTable(t, store.adapter, os.Getenv(store.variable)) })
			}
			killMidway(t, files, env)
		})
	}
}

// dropTable removes the table that the test made on a server.
func dropTable(t *testing.T, adapter, address string) {
	t.Helper()
	open := map[string]func(context.Context, serverdb.Options) (*serverdb.DB, error){
		"sails-postgresql": serverdb.OpenPostgreSQL, "sails-mysql": serverdb.OpenMySQL,
	}[adapter]
	db, err := open(context.Background(), serverdb.Options{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Query(context.Background(), fmt.Sprintf("DROP TABLE book_%d", os.Getpid()), nil); err != nil {
		t.Error(err)
	}
	_ = db.Close()
}

func killMidway(t *testing.T, files, env string) {
	t.Helper()
	binary, dir := build(t), project(t, files)
	acknowledged := map[string]bool{}
	for round := range 3 {
		s := lift(t, binary, dir, env, "--set", "models.migrate="+map[string]string{"production": "create", "development": "alter"}[env])
		var mu sync.Mutex
		var wg sync.WaitGroup
		enough := make(chan struct{})
		var once sync.Once
		for w := range 4 {
			wg.Go(func() {
				for i := 0; ; i++ {
					code := fmt.Sprintf("r%d-w%d-%d", round, w, i)
					status, _ := s.ask("POST", "/book", fmt.Sprintf(`{"title":"t","code":%q}`, code))
					if status == 0 {
						return
					}
					if status != 201 {
						t.Errorf("create answered %d", status)
						return
					}
					mu.Lock()
					acknowledged[code] = true
					if len(acknowledged) >= 200*(round+1) {
						once.Do(func() { close(enough) })
					}
					mu.Unlock()
				}
			})
		}
		select {
		case <-enough:
		case <-time.After(60 * time.Second):
			t.Fatal("the server creates too slowly to test it")
		}
		s.kill()
		wg.Wait()
	}
	s := lift(t, binary, dir, env, "--set", "models.migrate="+map[string]string{"production": "create", "development": "alter"}[env])
	_, body := s.ask("GET", "/book?limit=100000", "")
	var stored []struct{ Code string }
	if err := json.Unmarshal([]byte(body), &stored); err != nil {
		t.Fatalf("%v: %.200s", err, body)
	}
	for _, r := range stored {
		delete(acknowledged, r.Code)
	}
	for code := range acknowledged {
		t.Errorf("%s was acknowledged and is gone", code)
	}
}

// TestHostileRequests expects an answer below 500 to each, and the server to
// serve on with its data intact.
func TestHostileRequests(t *testing.T) {
	testenv.Slow(t)
	s := lift(t, build(t), project(t, shelf), "development")
	if status, body := s.ask("POST", "/book", `{"title":"kept","pages":7,"code":"k"}`); status != 201 {
		t.Fatalf("create: %d %s", status, body)
	}
	var params strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&params, "p%d=%d&", i, i)
	}
	q := url.QueryEscape
	sql := `1'; DROP TABLE book; -- " ` + "`" + ` ) OR 1=1`
	deep := strings.Repeat(`{"or":[`, 2000) + "{}" + strings.Repeat("]}", 2000)
	for _, tc := range []struct {
		name, method, path, body string
		want                     string // statuses, divided by blanks
		header                   []string
	}{
		{"malformed JSON", "POST", "/book", `{"title":`, "400", nil},
		{"JSON that is no object", "POST", "/book", `"text"`, "400", nil},
		{"wrong content type", "POST", "/book", `{"title":1}`, "400 201", []string{"Content-Type", "application/xml"}},
		{"10 MiB body", "POST", "/book", `{"title":"` + strings.Repeat("x", 10<<20) + `"}`, "400 413 0", nil},
		{"deep JSON", "POST", "/book", strings.Repeat("[", 100_000), "400", nil},
		{"10,000 parameters", "GET", "/book?" + params.String(), "", "200 400 414 431", nil},
		{"deep brackets", "GET", "/book?a" + strings.Repeat("[b]", 5000) + "=1", "", "200 400", nil},
		{"deep where", "GET", "/book?where=" + q(deep), "", "400 500", nil},
		{"unknown modifier", "GET", "/book?where=" + q(`{"pages":{"$gt":1}}`), "", "400 500", nil},
		{"SQL in where", "GET", "/book?where=" + q(`{"title":"`+strings.ReplaceAll(sql, `"`, `\"`)+`"}`), "", "200", nil},
		{"SQL as an attribute", "GET", "/book?where=" + q(`{"title\" OR 1=1 --":1}`), "", "200 400", nil},
		{"SQL as a value", "GET", "/book?title=" + q(sql), "", "200", nil},
		{"SQL as a sort", "GET", "/book?sort=" + q(sql), "", "200 400 500", nil},
		{"SQL as a limit", "GET", "/book?limit=" + q(sql), "", "200 400", nil},
		{"SQL as a skip", "GET", "/book?skip=" + q(sql), "", "200 400", nil},
		{"SQL as a key", "GET", "/book/" + url.PathEscape(sql), "", "404", nil},
		{"SQL as a name in a body", "POST", "/book", `{"title":"x","pages\") VALUES (1); DROP TABLE book; --":1}`, "201 400", nil},
		{"NUL bytes", "GET", "/book?title=a%00b&where=%00", "", "200 400 500", nil},
		{"NUL in a path", "GET", "/book/a%00b", "", "404 400", nil},
		{"invalid UTF-8", "GET", "/book?title=%ff%fe", "", "200 400", nil},
		{"invalid UTF-8 in a path", "GET", "/book/%ff", "", "400 404", nil},
		{"huge id", "GET", "/book/" + strings.Repeat("9", 400), "", "404", nil},
		{"huge id in a body", "POST", "/book", `{"title":"x","id":1e400}`, "400 201", nil},
		{"negative limit", "GET", "/book?limit=-5&skip=-5", "", "200", nil},
		{"prototype keys", "POST", "/book/echo", `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`, "200", nil},
		{"prototype keys in a query", "GET", "/book/echo?__proto__[polluted]=1&constructor[prototype][polluted]=1", "", "200", nil},
		{"traversal", "GET", "/..%2f..%2f..%2fetc%2fpasswd", "", "404 400", nil},
		{"header flood", "GET", "/book", "", "200 431", []string{"X-Long", strings.Repeat("y", 32<<10)}},
	} {
		status, body := s.ask(tc.method, tc.path, tc.body, tc.header...)
		if !strings.Contains(" "+tc.want+" ", " "+strconv.Itoa(status)+" ") {
			t.Errorf("%s: answered %d, want %s: %.300s", tc.name, status, tc.want, body)
		}
		if status >= 400 && status != 404 && body == "" {
			t.Errorf("%s: answered %d without a message", tc.name, status)
		}
		if status, body := s.ask("GET", "/book/1", ""); status != 200 || !strings.Contains(body, "kept") {
			t.Fatalf("after %s the record is gone: %d %.300s", tc.name, status, body)
		}
	}
	if _, body := s.ask("GET", "/book/echo", ""); strings.Contains(body, "polluted") {
		t.Errorf("a prototype was polluted: %s", body)
	}
}

// TestRunawayScriptsAreSurvived lets actions misbehave and asks for others.
func TestRunawayScriptsAreSurvived(t *testing.T) {
	s := lift(t, build(t), project(t, shelf), "development", "--script.turnLimit=300")
	spun := make(chan string, 1)
	go func() {
		status, body := s.ask("GET", "/book/spin", "")
		spun <- fmt.Sprintf("%d %s", status, body)
	}()
	// Default actions do not wait for JavaScript.
	if status, _ := s.ask("GET", "/book", ""); status != 200 {
		t.Errorf("a default action answered %d during an endless loop", status)
	}
	if got := <-spun; !strings.HasPrefix(got, "500 ") || !strings.Contains(got, "api/controllers/BookController.js:3") {
		t.Errorf("the endless loop was answered with %s", got)
	}
	for path, want := range map[string]string{
		"/book/late":   "api/controllers/BookController.js:8",
		"/book/reject": "api/controllers/BookController.js:13",
	} {
		if status, _ := s.ask("GET", path, ""); status != 500 {
			t.Errorf("%s answered %d", path, status)
		}
		if !s.logged(want) {
			t.Errorf("%s: the log does not name %s", path, want)
		}
	}
	if status, body := s.ask("GET", "/book/quick", ""); status != 200 || !strings.Contains(body, "true") {
		t.Errorf("afterwards an action answers %d %s", status, body)
	}
}
