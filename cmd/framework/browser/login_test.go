package browser_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/testenv"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"golang.org/x/tools/txtar"
)

// A visitor signs in by way of passport-local, sees what went wrong, uploads a
// file and logs out.
func TestLoginInABrowser(t *testing.T) {
	ctx := testenv.Browser(t)
	archive, err := txtar.ParseFile("testdata/login.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	packages := testenv.Packages(t, "passport@0.7.0", "passport-local@1.0.0")
	if err := os.Symlink(filepath.Join(packages, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	server := serve(t, dir, archive.Files)
	photo := filepath.Join(t.TempDir(), "photo.txt")
	if err := os.WriteFile(photo, []byte("cheese"), 0o600); err != nil {
		t.Fatal(err)
	}
	query := func(expression string) string {
		t.Helper()
		text, err := chromedp.Run(ctx, chromedp.Evaluate[string](expression))
		if err != nil {
			t.Fatalf("%s: %v", expression, err)
		}
		return text
	}
	check := func(what string, selector chromedp.CSS, want string, steps ...step) {
		t.Helper()
		if err := chromedp.Do(ctx, append(steps, chromedp.WaitVisible(selector))...); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		got, err := chromedp.Run(ctx, chromedp.Text(selector))
		if err != nil || strings.TrimSpace(got) != want {
			t.Errorf("%s: %s says %q (%v), want %q", what, selector, got, err, want)
		}
	}
	reached := func(what, want string) {
		t.Helper()
		if path := query(`location.pathname`); path != want {
			t.Errorf("%s leads to %s, want %s", what, path, want)
		}
	}
	session := func() string {
		t.Helper()
		result, err := chromedp.Call(ctx, network.GetCookies, network.GetCookiesParams{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range result.Cookies {
			if c.Name == "sails.sid" && c.HTTPOnly {
				return c.Value
			}
		}
		t.Fatal("there is no session cookie, or scripts can read it")
		return ""
	}
	enter := func(password string) []step {
		return []step{
			chromedp.SetValue(chromedp.CSS(`input[name=name]`), "Ann"),
			chromedp.SetValue(chromedp.CSS(`input[name=password]`), password),
			chromedp.Click(chromedp.CSS(`#enter`)),
		}
	}

	check("home", "#home", "Your profile", chromedp.Navigate(server.Base))
	if title, color, readable := query(`document.title`), query(`getComputedStyle(document.getElementById('club')).color`), query(`document.cookie`); title != "Club" || color != "rgb(1, 2, 3)" || readable != "" {
		t.Errorf("title %q, colour %q, scripts read the cookies %q", title, color, readable)
	}
	check("the way in", ".error", "Please sign in first.", chromedp.Click(chromedp.CSS("#in")))
	reached("the profile", "/login")
	before := session()
	// The page of before says something as well: it is left once this is said.
	check("a wrong password", ".wrong", "That is not the password of <Ann>.", enter("guess")...)
	check("the right password", "#member", "Hello Ann", enter("correct horse")...)
	reached("the login", "/profile")
	if session() == before {
		t.Error("the login kept the session of the visitor")
	}
	check("an upload", "#note", "photo.txt says cheese",
		chromedp.SetUploadFiles(chromedp.CSS(`input[name=photo]`), []string{photo}), chromedp.Click(chromedp.CSS("#send")))
	check("what was said once", "#member", "Hello Ann", chromedp.Reload())
	if n := query(`String(document.querySelectorAll('#note').length)`); n != "0" {
		t.Errorf("the flash message came twice: %s", n)
	}
	query(`document.querySelectorAll('input[name=_csrf]').forEach(function (i) { i.remove(); }), ''`)
	check("a form without its token", "body:not(:has(#club))", "CSRF mismatch", chromedp.Click(chromedp.CSS("#leave")))
	check("the way out", "#home", "Your profile", chromedp.Navigate(server.Base+"/profile"), chromedp.Click(chromedp.CSS("#leave")))
	reached("the logout", "/")
	check("afterwards", ".error", "Please sign in first.", chromedp.Navigate(server.Base+"/profile"))
}

// step is something that a visitor does.
type step = chromedp.Action[chromedp.Void]
