package outages_test

import (
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
)

const awayProject = `
-- config/models.js --
module.exports.models = { connection: 'main', migrate: 'alter' };
-- api/controllers/BookController.js --
module.exports = {
  negotiated: function (req, res) { Book.find().exec(function (err, list) { return err ? res.negotiate(err) : res.json(list.length); }); },
  thrown: async function (req, res) { res.json((await Book.find()).length); },
  status: async function (req, res) { try { await Book.find(); res.json('found'); } catch (err) { res.json([err.code, err.status]); } },
  without: function (req, res) { res.json('no database needed'); }
};
`

// TestDatabaseThatGoesAway expects 503 while a project's database server is
// away, answers to what needs none, and all of it back without a restart.
func TestDatabaseThatGoesAway(t *testing.T) {
	testenv.Slow(t)
	binary := programtest.Path(t)
	for _, store := range []struct{ adapter, variable string }{
		{"sails-postgresql", "FRAMEWORK_TEST_POSTGRES"}, {"sails-mysql", "FRAMEWORK_TEST_MYSQL"},
	} {
		t.Run(store.adapter, func(t *testing.T) {
			address := testenv.Server(t, store.variable)
			u, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			line := testenv.NewLine(t, u.Host)
			u.Host = line.Address()
			t.Cleanup(func() { dropTable(t, store.adapter, address) })
			dir := programtest.Project(t, awayProject+fmt.Sprintf(`-- config/connections.js --
module.exports.connections = { main: { adapter: '%s', url: '%s' } };
-- api/models/Book.js --
module.exports = { tableName: 'book_%d', attributes: { title: 'string' } };
`, store.adapter, u, os.Getpid()))
			s := programtest.Lift(t, binary, dir, "development")
			if status, body := s.Ask("POST", "/book", `{"title":"t"}`); status != 201 {
				t.Fatalf("create answered %d %s", status, body)
			}
			line.Cut(true)
			for _, c := range []struct {
				method, path, body string
				status             int
				want               string
			}{
				{"GET", "/book", "", 503, "E_UNAVAILABLE"},
				{"GET", "/book/1", "", 503, "E_UNAVAILABLE"},
				{"POST", "/book", `{"title":"x"}`, 503, "E_UNAVAILABLE"},
				{"PUT", "/book/1", `{"title":"x"}`, 503, "E_UNAVAILABLE"},
				{"DELETE", "/book/1", "", 503, "E_UNAVAILABLE"},
				{"GET", "/book/negotiated", "", 503, "E_UNAVAILABLE"},
				{"GET", "/book/thrown", "", 503, "E_UNAVAILABLE"},
				{"GET", "/book/status", "", 200, `"E_UNAVAILABLE"`},
				{"GET", "/book/without", "", 200, "no database needed"},
			} {
				if status, body := s.Ask(c.method, c.path, c.body); status != c.status || !strings.Contains(body, c.want) {
					t.Errorf("%s %s without the database: %d %.300s", c.method, c.path, status, body)
				}
			}
			line.Cut(false)
			until := time.Now().Add(2 * time.Minute)
			for {
				status, body := s.Ask("GET", "/book/1", "")
				if status == 200 {
					break
				}
				if time.Now().After(until) {
					t.Fatalf("with the database back: %d %s", status, body)
				}
				time.Sleep(20 * time.Millisecond)
			}
			if status, body := s.Ask("POST", "/book", `{"title":"u"}`); status != 201 {
				t.Errorf("create with the database back answered %d %s", status, body)
			}
		})
	}
}
