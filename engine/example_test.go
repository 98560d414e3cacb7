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

	"framework/engine"
	"framework/engine/value"
)

// Load builds a project; Handler serves the latest version of it.
func ExampleApp() {
	dir, err := os.MkdirTemp("", "project")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	controllers := filepath.Join(dir, "api", "controllers")
	if err := os.MkdirAll(controllers, 0o700); err != nil {
		fmt.Println(err)
		return
	}
	action := `module.exports = { hello: function (req, res) { res.send('Hello ' + req.param('name')); } };`
	if err := os.WriteFile(filepath.Join(controllers, "GreetController.js"), []byte(action), 0o600); err != nil {
		fmt.Println(err)
		return
	}

	ctx := context.Background()
	app := engine.New(engine.Options{
		Dir: dir, Log: slog.New(slog.DiscardHandler),
		Flags: value.Of("connections", value.Of("localDiskDb", value.Of("adapter", "sails-memory"))),
	})
	if err := app.Load(ctx); err != nil {
		fmt.Println(engine.Explain(err))
		return
	}
	defer app.Close(ctx)
	server := httptest.NewServer(app.Handler())
	defer server.Close()

	res, err := http.Get(server.URL + "/greet/hello?name=Ada")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	fmt.Println(res.StatusCode, string(body), err)
	// Output:
	// 200 Hello Ada <nil>
}
