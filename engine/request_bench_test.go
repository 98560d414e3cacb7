package engine_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"framework/engine/enginetest"
	"framework/engine/value"
	"framework/sockets/sockettest"
)

const benchFiles = `
-- api/models/Item.js --
module.exports = { attributes: { name: 'string', price: 'float', count: 'integer', active: 'boolean', note: 'string', code: 'string' } };
-- api/controllers/ItemController.js --
module.exports = {
  hello: function (req, res) { return res.json({ hello: 'world', list: [1, 2, 3], nested: { ok: true } }); },
  one: function (req, res) {
    Item.findOne(req.param('id')).exec(function (err, item) {
      if (err) { return res.serverError(err); }
      return res.json(item);
    });
  }
};
`

// discard is a ResponseWriter that keeps nothing but the status.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(status int)      { d.status = status }
func (d *discard) Write(b []byte) (int, error) { return len(b), nil }

// BenchmarkRequest takes requests through the whole server. Those over HTTP leave
// out its listener; the case none is what the test itself costs. Those over a socket
// include a client.
func BenchmarkRequest(b *testing.B) {
	server := enginetest.Serve(b, txtar.Parse([]byte(benchFiles)).Files)
	handler := server.Config.Handler
	body := `{"name":"a thing","price":12.5,"count":3,"active":true,"note":"some words about it","code":"c-100"}`
	ask := func(method, path, body string) int {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		w := &discard{header: http.Header{}}
		handler.ServeHTTP(w, r)
		return w.status
	}
	for range 100 {
		ask("POST", "/item", body)
	}
	for _, c := range []struct{ name, method, path, body string }{
		{"none", "GET", "", ""},
		{"findOne", "GET", "/item/7", ""},
		{"find30", "GET", "/item?limit=30", ""},
		{"create", "POST", "/item", body},
		{"update", "PUT", "/item/9", `{"count":4}`},
		{"js", "GET", "/item/hello", ""},
		{"jsFindOne", "GET", "/item/one/7", ""},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if c.path == "" {
					_ = httptest.NewRequest(c.method, "/item/7", strings.NewReader(""))
					continue
				}
				if status := ask(c.method, c.path, c.body); status/100 != 2 {
					b.Fatal(status)
				}
			}
		})
	}
	socket, err := sockettest.Dial(b.Context(), server.URL, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer socket.Close()
	for _, c := range []struct{ name, path string }{{"socketFindOne", "/item/7"}, {"socketJS", "/item/hello"}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if answer, err := socket.Request(b.Context(), "GET "+c.path, value.Undefined{}, nil); err != nil || answer.Status != http.StatusOK {
					b.Fatal(answer.Status, err)
				}
			}
		})
	}
}
