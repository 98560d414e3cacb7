package browser_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"framework/engine/testenv"
)

// TestDemoInABrowser: what happens in one window of the demo project appears in the other.
func TestDemoInABrowser(t *testing.T) {
	first := testenv.Browser(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../../testdata/apps/petshop")); err != nil {
		t.Fatal(err)
	}
	server := serve(t, dir, nil)
	if err := chromedp.Do(first, chromedp.Navigate(server.Base)); err != nil {
		t.Fatal(err)
	}
	second, cancel := chromedp.NewContext(first)
	t.Cleanup(cancel)
	if err := chromedp.Do(second, chromedp.Navigate(server.Base)); err != nil {
		t.Fatal(err)
	}
	for _, tab := range []context.Context{first, second} { // both listen
		if _, err := chromedp.Run(tab, chromedp.Evaluate[string](`new Promise(done => io.socket.get('/pet', () => done('')))`, chromedp.EvalAwaitPromise)); err != nil {
			t.Fatal(err)
		}
	}
	shows := func(tab context.Context, selector chromedp.CSS, want string) {
		t.Helper()
		script := `new Promise(done => { const look = () => { const e = document.querySelector("` + string(selector) + `");
			if (e && e.textContent.trim() === "` + want + `") { done('') } else { setTimeout(look, 10) } }; look(); })`
		if _, err := chromedp.Run(tab, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise)); err != nil {
			t.Fatalf("%s does not become %q: %v", selector, want, err)
		}
	}
	if err := chromedp.Do(first, chromedp.Click(chromedp.CSS(`tr[data-id="1"] button`))); err != nil {
		t.Fatal(err)
	}
	shows(first, "tr[data-id='1'] .meals", "1")
	shows(second, "tr[data-id='1'] .meals", "1")
	if err := chromedp.Do(second, chromedp.SendKeys(chromedp.CSS("#arrival input"), "Shelly\r")); err != nil {
		t.Fatal(err)
	}
	shows(second, "tr[data-id='4'] .name", "Shelly")
	shows(first, "tr[data-id='4'] .name", "Shelly")
	shows(first, "#census", "4")
	if err := chromedp.Do(first, chromedp.Navigate(server.Base+"/nope")); err != nil {
		t.Fatal(err)
	}
	text, err := chromedp.Run(first, chromedp.Text(chromedp.CSS("h1")))
	if err != nil || strings.TrimSpace(text) != "There is no such page" {
		t.Errorf("/nope says %q (%v)", text, err)
	}
}
