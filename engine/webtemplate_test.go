package engine_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"framework/engine/ordered"
	"framework/engine/outside"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// webTemplate makes a project of the web template with the generator of Sails
// 1.5 and returns a fresh copy of it.
func webTemplate(t *testing.T) string {
	t.Helper()
	home := outside.Kept(t, "sails-1.5.18-web-template", func(dir string) {
		outside.Install(t, dir, "sails@1.5.18")
		bin, err := filepath.Abs(filepath.Join(dir, "node_modules", ".bin", "sails"))
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), bin, "new", "club", "--fast")
		cmd.Dir = dir
		cmd.Stdin = strings.NewReader("1\n") // the web app
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("sails new: %v\n%s", err, out)
		}
		outside.NPM(t, filepath.Join(dir, "club"), "install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
	})
	dir := t.TempDir()
	entries, err := os.ReadDir(filepath.Join(home, "club"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		from, to := filepath.Join(home, "club", e.Name()), filepath.Join(dir, e.Name())
		switch {
		case e.Name() == "node_modules":
			err = os.Symlink(from, to)
		case e.IsDir():
			err = os.CopyFS(to, os.DirFS(from))
		default:
			var text []byte
			if text, err = os.ReadFile(from); err == nil {
				err = os.WriteFile(to, text, 0o644)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A project of the web template of 1.x lifts as it was generated, and a visitor
// signs up, changes the profile, leaves and comes back.
func TestWebTemplateInABrowser(t *testing.T) {
	dir := webTemplate(t)
	before := folderText(t, dir)
	server := serveAs(t, dir, ordered.New(0))
	ctx := outside.Browser(t) // last: installing may take its time
	// Pages are not to wait for other sites.
	others := network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{{URLPattern: "https://*:*/*", Block: true}}}
	if _, err := chromedp.Call(ctx, network.SetBlockedURLs, others); err != nil {
		t.Fatal(err)
	}
	at := func(what, path string, selector chromedp.CSS, steps ...step) {
		t.Helper()
		if err := chromedp.Do(ctx, append(steps, chromedp.WaitVisible(selector))...); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.pathname`))
		if err != nil || got != path {
			t.Fatalf("%s leads to %s (%v), want %s", what, got, err, path)
		}
	}
	// Pages are drawn again once their script runs, so nodes do not stay.
	says := func(what string, selector chromedp.CSS, want string) {
		t.Helper()
		var got string
		var err error
		for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			got, err = chromedp.Run(ctx, chromedp.Evaluate[string](fmt.Sprintf(`(document.querySelector(%q) || {innerText: ''}).innerText`, selector)))
			if err == nil && strings.Contains(got, want) {
				return
			}
		}
		t.Errorf("%s: %s says %q (%v), want %q in it", what, selector, got, err, want)
	}
	typed := func(selector chromedp.CSS, text string) step { return chromedp.SendKeys(selector, text) }
	click := func(selector chromedp.CSS) step { return chromedp.Click(selector) }

	at("the home page", "/", `#homepage`, chromedp.Navigate(server.URL+"/"))
	at("a page for members", "/login", `#login form`, chromedp.Navigate(server.URL+"/account/profile"))
	at("the form", "/signup", `#signup form`, chromedp.Navigate(server.URL+"/signup"))
	at("a form that is not filled in", "/signup", `#signup .is-invalid`, click(`#signup [type=submit]`))
	at("signing up", "/welcome", `#welcome`,
		typed(`#full-name`, "Ann Other"), typed(`#email-address`, "ann@example.com"), typed(`#password`, "correct horse"),
		typed(`#confirm-password`, "correct horse"), click(`#terms-agreement`), click(`#signup [type=submit]`))
	at("the account", "/account", `#account-overview`, chromedp.Navigate(server.URL+"/account"))
	says("the account", `#account-overview`, "Ann Other")
	at("the profile", "/account/profile", `#edit-profile form`, chromedp.Navigate(server.URL+"/account/profile"))
	at("a changed name", "/account", `#account-overview`, typed(`#full-name`, " the Second"), click(`#edit-profile [type=submit]`))
	says("the changed account", `#account-overview`, "Ann Other the Second")
	at("leaving", "/login", `#login form`, chromedp.Navigate(server.URL+"/logout"))
	at("a page for members, afterwards", "/login", `#login form`, chromedp.Navigate(server.URL+"/account"))
	at("a wrong password", "/login", `#login p.text-danger`, typed(`#login [type=email]`, "ann@example.com"), typed(`#login [type=password]`, "guess"), click(`#login form button`))
	at("coming back", "/welcome", `#welcome`, chromedp.Navigate(server.URL+"/login"), chromedp.WaitVisible(chromedp.CSS(`#login form`)),
		typed(`#login [type=email]`, "ann@example.com"), typed(`#login [type=password]`, "correct horse"), click(`#login form button`))
	at("a taken address", "/signup", `#signup p.text-danger`, chromedp.Navigate(server.URL+"/logout"), chromedp.Navigate(server.URL+"/signup"),
		chromedp.WaitVisible(chromedp.CSS(`#signup form`)), typed(`#full-name`, "Eve"), typed(`#email-address`, "ann@example.com"),
		typed(`#password`, "x"), typed(`#confirm-password`, "x"), click(`#terms-agreement`), click(`#signup [type=submit]`))
	says("a taken address", `#signup p.text-danger`, "already an account")
	if after := folderText(t, dir); after != before {
		t.Error("the project was changed by serving it")
	}
}

// folderText is everything that a project's folder holds, what the server
// writes and what npm installed left out.
func folderText(t *testing.T, dir string) string {
	t.Helper()
	var all bytes.Buffer
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.Name() == ".tmp" || e.Name() == "node_modules":
			if e.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case e.IsDir():
			return nil
		}
		text, err := os.ReadFile(path)
		all.WriteString(path + "\n")
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}
