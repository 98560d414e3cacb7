package browser_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"framework/engine/testenv"

	"github.com/chromedp/chromedp"
	"golang.org/x/tools/txtar"
)

// Two people have the same page open: what one of them does the other sees at
// once, and the one who did it gets no message. The page has the stock client.
func TestPubSubInABrowser(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/board.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, sdk := range []struct {
		version  string
		packages []string
		files    []string // of the packages, as a page would load them
	}{
		{"0.10", []string{"sails-generate-frontend@0.10.18"}, []string{"sails-generate-frontend/templates/assets/js/dependencies/sails.io.js"}},
		{"0.11", []string{"sails-generate-sails.io.js@0.11.5"}, []string{"sails-generate-sails.io.js/templates/sails.io.js"}},
		{"0.12", []string{"sails-generate-sails.io.js@0.12.0"}, []string{"sails-generate-sails.io.js/templates/sails.io.js"}},
		{"0.13", []string{"sails.io.js-dist@0.13.8"}, []string{"sails.io.js-dist/sails.io.js"}},
		{"0.13 in parts", []string{"sails.io.js@0.13.8", "socket.io-client@1.4.4"}, []string{"socket.io-client/socket.io.js", "sails.io.js/sails.io.js"}},
		{"0.14", []string{"sails.io.js-dist@0.14.0"}, []string{"sails.io.js-dist/sails.io.js"}},
		{"1.0 in parts", []string{"sails.io.js@1.0.0", "socket.io-client@1.4.5"}, []string{"socket.io-client/socket.io.js", "sails.io.js/sails.io.js"}},
		{"1.1", []string{"sails.io.js@1.1.13"}, []string{"sails.io.js/dist/sails.io.js"}},
		{"1.2", []string{"sails.io.js@1.2.1"}, []string{"sails.io.js/dist/sails.io.js"}},
		{"the server's own", nil, nil},
	} {
		t.Run(sdk.version, func(t *testing.T) {
			ctx := testenv.Browser(t)
			if err := chromedp.Do(ctx); err != nil { // starts it
				t.Fatal(err)
			}
			var home string
			if len(sdk.packages) > 0 {
				home = testenv.Packages(t, sdk.packages...)
			}
			var client []byte
			for _, file := range sdk.files {
				text, err := os.ReadFile(filepath.Join(home, "node_modules", filepath.FromSlash(file)))
				if err != nil {
					t.Fatal(err)
				}
				client = append(append(client, text...), ";\n"...)
			}
			// The client of 0.11 takes port 80 unless a URL is set.
			client = append(client, "io.sails.url = location.protocol + '//' + location.host;\n"...)
			files := append(slices.Clone(archive.Files), txtar.File{Name: "assets/sails.io.js", Data: client})
			if sdk.packages == nil { // the page loads it from where the server has its own
				files[len(files)-1].Data = []byte(`document.write('<script src="/js/dependencies/sails.io.js"></' + 'script>');`)
			}
			server := serve(t, t.TempDir(), files)
			// tab opens the page and waits until it watches. Old clients give up for
			// good when they could not connect in 20 seconds, which happens on a busy
			// machine: the page is loaded again then.
			tab := func() context.Context {
				t.Helper()
				tab, cancel := chromedp.NewContext(ctx)
				t.Cleanup(cancel)
				if err := chromedp.Do(tab); err != nil { // the tab outlives the contexts below
					t.Fatal(err)
				}
				for {
					once, cancel := context.WithTimeout(tab, 30*time.Second)
					err := chromedp.Do(once, chromedp.Navigate(server.Base), chromedp.WaitVisible(chromedp.CSS("#ready")))
					cancel()
					if err == nil {
						return tab
					}
					if ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
						t.Fatal(err)
					}
				}
			}
			ann, bob := tab(), tab()
			do := func(who context.Context, script string) {
				t.Helper()
				if _, err := chromedp.Run(who, chromedp.Evaluate[string](script+`, ''`)); err != nil {
					t.Fatalf("%s: %v", script, err)
				}
			}
			sees := func(who context.Context, selector chromedp.CSS, want string) {
				t.Helper()
				if err := chromedp.Do(who, chromedp.WaitVisible(selector)); err != nil {
					t.Fatalf("waiting for %s: %v", selector, err)
				}
				got, err := chromedp.Run(who, chromedp.Text(selector))
				if err != nil || strings.TrimSpace(got) != want {
					t.Errorf("%s says %q (%v), want %q", selector, got, err, want)
				}
			}
			log := func(who context.Context) string {
				t.Helper()
				text, err := chromedp.Run(who, chromedp.Evaluate[string](`log.join(' ')`))
				if err != nil {
					t.Fatal(err)
				}
				return text
			}
			do(ann, `io.socket.post('/note', { text: 'milk' }, answered)`)
			sees(bob, "#n1", "milk")
			sees(ann, "#a1", "201 milk")
			do(bob, `io.socket.put('/note/1', { text: 'bread' }, answered)`)
			sees(ann, "#n1.changed", "bread")
			do(ann, `io.socket.delete('/note/1', answered)`)
			sees(bob, "#gone1", "")
			for who, want := range map[context.Context]string{ann: "updated", bob: "created destroyed"} {
				if got := log(who); got != want {
					t.Errorf("a page received %q, want %q", got, want)
				}
			}
			// Nobody receives messages about records that a policy protects.
			do(bob, `io.socket.get('/secret', answered)`)
			sees(bob, "#a403", "403 Forbidden")
		})
	}
}
