package engine_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"framework/engine"
	"framework/sockets/sockettest"
)

// BenchmarkCreateWithWatchers creates records by the default action, alone and
// with sockets that watch: what it costs the one who creates, the writing to the
// sockets included. One model has a toJSON, which is JavaScript, another a
// function around publishing.
func BenchmarkCreateWithWatchers(b *testing.B) {
	archive := txtar.Parse([]byte(`
-- api/controllers/PlainController.js --
module.exports = {};
-- api/controllers/HiddenController.js --
module.exports = {};
-- api/controllers/AroundController.js --
module.exports = {};
-- api/models/Plain.js --
module.exports = { attributes: { name: 'string', n: 'integer' } };
-- api/models/Hidden.js --
module.exports = { attributes: { name: 'string', n: 'integer', toJSON: function () { var o = this.toObject(); delete o.n; return o; } } };
-- api/models/Around.js --
module.exports = { attributes: { name: 'string', n: 'integer' }, beforePublishCreate: function (values) { delete values.n; } };
-- config/models.js --
module.exports.models = { connection: 'ram', migrate: 'drop' };
-- config/connections.js --
module.exports.connections = { ram: { adapter: 'sails-memory' } };
`))
	for _, watchers := range []int{0, 1, 10, 100} {
		for _, model := range []string{"plain", "hidden", "around"} {
			b.Run(fmt.Sprintf("%s/%d", model, watchers), func(b *testing.B) {
				dir := b.TempDir()
				for _, f := range archive.Files {
					path := filepath.Join(dir, filepath.FromSlash(f.Name))
					if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
						b.Fatal(err)
					}
					if err := os.WriteFile(path, f.Data, 0o644); err != nil {
						b.Fatal(err)
					}
				}
				app := engine.New(engine.Options{Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler)})
				if err := app.Load(context.Background()); err != nil {
					b.Fatal(err)
				}
				handler := app.Handler()
				server := httptest.NewServer(handler)
				ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
				var clients []*sockettest.Client
				defer func() {
					cancel()
					for _, c := range clients {
						c.Close()
					}
					_ = app.Close(context.Background())
					server.Close()
				}()
				for range watchers {
					c, err := sockettest.Dial(ctx, server.URL, nil)
					if err != nil {
						b.Fatal(err)
					}
					clients = append(clients, c)
					if _, err := c.Request(ctx, "GET /"+model+"?limit=1", nil, nil); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportAllocs()
				for b.Loop() {
					r := httptest.NewRequest(http.MethodPost, "/"+model, strings.NewReader(`{"name":"Rex","n":7}`))
					r.Header.Set("Content-Type", "application/json")
					w := httptest.NewRecorder()
					handler.ServeHTTP(w, r)
					if w.Code != http.StatusCreated {
						b.Fatal(w.Code, w.Body.String())
					}
				}
				b.StopTimer()
				// Everything arrives: no client was disconnected for being
				// slow.
				for _, c := range clients {
					if _, err := c.Heard(ctx); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
