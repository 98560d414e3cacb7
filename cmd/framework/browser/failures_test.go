package browser_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"golang.org/x/tools/txtar"

	"framework/engine/testenv"
)

// TestFailuresInABrowser: in development a browser shows why a request failed over the page
// of the project; other clients get that page as it is.
func TestFailuresInABrowser(t *testing.T) {
	ctx := testenv.Browser(t)
	archive, err := txtar.ParseFile("testdata/failures.txtar")
	if err != nil {
		t.Fatal(err)
	}
	server := serve(t, t.TempDir(), archive.Files)
	for _, tt := range []struct {
		path string
		want []string
	}{
		{"/page/7?q=1&password=x", []string{
			"TypeError: res.jsn is not a function", "api/controllers/HomeController.js:3:9", "did you mean res.json?", "GET /page/:id", "home.show", "(hidden)",
		}},
		{"/refused", []string{"Error: refused", "api/controllers/HomeController.js:5:49"}},
		{"/home/reject", []string{"TypeError: late", "api/controllers/HomeController.js:6:70"}},
		{"/view", []string{"nobody is not defined", "views/broken.ejs:2:"}},
	} {
		page := chromedp.CSS("#framework-failure")
		err := chromedp.Do(ctx, chromedp.Navigate(server.Base+tt.path), chromedp.WaitVisible(page))
		text := ""
		if err == nil {
			text, err = chromedp.Run(ctx, chromedp.Text(page))
		}
		if err != nil {
			t.Fatalf("%s: %v", tt.path, err)
		}
		for _, want := range tt.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: there is no %q in\n%s", tt.path, want, text)
			}
		}
	}
	res, err := http.Get(server.Base + "/refused")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if body, err := io.ReadAll(res.Body); err != nil || res.StatusCode != http.StatusInternalServerError || !strings.Contains(string(body), "our own page") || strings.Contains(string(body), "framework-failure") {
		t.Errorf("a client that is no browser gets %d %s (%v)", res.StatusCode, body, err)
	}
}
