package browser_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"framework/engine/enginetest"
	"framework/engine/testenv"
	"framework/engine/value"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// webTemplate makes a project of the web template with the generator of Sails
// 1.5 and returns a fresh copy of it.
func webTemplate(t *testing.T) string {
	t.Helper()
	home := testenv.Kept(t, "sails-1.5.18-web-template", func(dir string) {
		testenv.Install(t, dir, "sails@1.5.18")
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
		testenv.NPM(t, filepath.Join(dir, "club"), "install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
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

// guest is a visitor of a project with a browser of its own.
type guest struct {
	t   *testing.T
	ctx context.Context
}

// welcome opens a browser whose pages do not wait for other sites.
func welcome(t *testing.T) guest {
	t.Helper()
	ctx := testenv.Browser(t)
	others := network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{{URLPattern: "https://*:*/*", Block: true}}}
	if _, err := chromedp.Call(ctx, network.SetBlockedURLs, others); err != nil {
		t.Fatal(err)
	}
	return guest{t, ctx}
}

// at takes steps that lead to a page, at path and with selector on it.
func (g guest) at(what, path string, selector chromedp.CSS, steps ...step) {
	g.t.Helper()
	if err := chromedp.Do(g.ctx, append(steps, chromedp.WaitVisible(selector))...); err != nil {
		shown, _ := chromedp.Run(g.ctx, chromedp.Evaluate[string](`location.href + "\n" + document.body.innerText`)) // as far as there is a page
		g.t.Fatalf("%s: %v, at %s", what, err, shown)
	}
	got, err := chromedp.Run(g.ctx, chromedp.Evaluate[string](`location.pathname`))
	if err != nil || got != path {
		g.t.Fatalf("%s leads to %s (%v), want %s", what, got, err, path)
	}
}

// says waits for a text. Pages are drawn again once their script runs, so nodes
// do not stay.
func (g guest) says(what string, selector chromedp.CSS, want string) {
	g.t.Helper()
	var got string
	var err error
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		got, err = chromedp.Run(g.ctx, chromedp.Evaluate[string](fmt.Sprintf(`(document.querySelector(%q) || {innerText: ''}).innerText`, selector)))
		if err == nil && strings.Contains(got, want) {
			return
		}
	}
	g.t.Errorf("%s: %s says %q (%v), want %q in it", what, selector, got, err, want)
}

func typed(selector chromedp.CSS, text string) step { return chromedp.SendKeys(selector, text) }

func click(selector chromedp.CSS) step { return chromedp.Click(selector) }

func open(url string) step { return chromedp.Navigate(url) }

// filled waits until a page is drawn by its script and puts text in the place of
// what a field holds; its last character is typed, so that the page notices.
func filled(page, selector chromedp.CSS, text string) []step {
	return []step{chromedp.WaitVisible(page + `:not([v-cloak]) form`), chromedp.SetValue(selector, text[:len(text)-1]), typed(selector, text[len(text)-1:])}
}

// A project of the web template of 1.x lifts as it was generated, and a visitor
// signs up, changes the profile, leaves and comes back.
func TestWebTemplateInABrowser(t *testing.T) {
	dir := webTemplate(t)
	before := folderText(t, dir)
	server := enginetest.ServeAs(t, dir, value.New(0))
	g := welcome(t) // last: installing may take its time
	g.at("the home page", "/", `#homepage`, open(server.URL+"/"))
	g.at("a page for members", "/login", `#login form`, open(server.URL+"/account/profile"))
	g.at("the form", "/signup", `#signup form`, open(server.URL+"/signup"))
	g.at("a form that is not filled in", "/signup", `#signup .is-invalid`, click(`#signup [type=submit]`))
	g.at("signing up", "/welcome", `#welcome`,
		typed(`#full-name`, "Ann Other"), typed(`#email-address`, "ann@example.com"), typed(`#password`, "correct horse"),
		typed(`#confirm-password`, "correct horse"), click(`#terms-agreement`), click(`#signup [type=submit]`))
	g.at("the account", "/account", `#account-overview`, open(server.URL+"/account"))
	g.says("the account", `#account-overview`, "Ann Other")
	g.at("the profile", "/account/profile", `#edit-profile form`, open(server.URL+"/account/profile"))
	g.at("a changed name", "/account", `#account-overview`, typed(`#full-name`, " the Second"), click(`#edit-profile [type=submit]`))
	g.says("the changed account", `#account-overview`, "Ann Other the Second")
	g.at("leaving", "/login", `#login form`, open(server.URL+"/logout"))
	g.at("a page for members, afterwards", "/login", `#login form`, open(server.URL+"/account"))
	g.at("a wrong password", "/login", `#login p.text-danger`, typed(`#login [type=email]`, "ann@example.com"), typed(`#login [type=password]`, "guess"), click(`#login form button`))
	g.at("coming back", "/welcome", `#welcome`, open(server.URL+"/login"), chromedp.WaitVisible(chromedp.CSS(`#login form`)),
		typed(`#login [type=email]`, "ann@example.com"), typed(`#login [type=password]`, "correct horse"), click(`#login form button`))
	g.at("a taken address", "/signup", `#signup p.text-danger`, open(server.URL+"/logout"), open(server.URL+"/signup"),
		chromedp.WaitVisible(chromedp.CSS(`#signup form`)), typed(`#full-name`, "Eve"), typed(`#email-address`, "ann@example.com"),
		typed(`#password`, "x"), typed(`#confirm-password`, "x"), click(`#terms-agreement`), click(`#signup [type=submit]`))
	g.says("a taken address", `#signup p.text-danger`, "already an account")
	if after := folderText(t, dir); after != before {
		t.Error("the project was changed by serving it")
	}
}

// mail is a log whose lines hold the e-mails that a project writes into it in
// place of sending them.
type mail struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (m *mail) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.text.Write(p)
}

// link waits for a mail to an address, with words in it and a link to path, and
// returns the link's path with its query. The mails up to it are gone then.
func (m *mail) link(t *testing.T, to, words, path string) string {
	t.Helper()
	find := regexp.MustCompile(`(?s)To: ` + regexp.QuoteMeta(to) + `\\n.*?href=\\"http://localhost:1337(` + regexp.QuoteMeta(path) + `\?token=[^\\"]+).*?The NEW_APP_NAME Team`)
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		m.mu.Lock()
		at := find.FindSubmatchIndex(m.text.Bytes())
		if at == nil {
			m.mu.Unlock()
			continue
		}
		whole, link := string(m.text.Bytes()[:at[1]]), string(m.text.Bytes()[at[2]:at[3]])
		m.text.Next(at[1])
		m.mu.Unlock()
		for _, want := range []string{words, "YOUR+LOGO+HERE"} { // of the template, of its layout
			if !strings.Contains(whole, want) {
				t.Errorf("the mail to %s is without %q:\n%s", to, want, whole)
			}
		}
		return link
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	t.Fatalf("no mail to %s:\n%s", to, m.text.String())
	return ""
}

// The mails of the web template lead back: to the proof of an address, to
// another address, and to a new password. Each link holds once.
func TestWebTemplateMails(t *testing.T) {
	dir := webTemplate(t)
	var post mail
	log := slog.New(slog.NewTextHandler(&post, &slog.HandlerOptions{Level: slog.Level(-100)}))
	server := enginetest.ServeLogged(t, dir, value.Of("custom", value.Of("verifyEmailAddresses", true)), log)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(post.text.String())
		}
	})
	g := welcome(t)
	g.at("signing up", "/welcome", `#welcome`, open(server.URL+"/signup"), chromedp.WaitVisible(chromedp.CSS(`#signup form`)),
		typed(`#full-name`, "Ann Other"), typed(`#email-address`, "ann@example.com"), typed(`#password`, "correct horse"),
		typed(`#confirm-password`, "correct horse"), click(`#terms-agreement`), click(`#signup [type=submit]`))
	proof := post.link(t, "ann@example.com", "Welcome, Ann Other!", "/email/confirm")
	g.at("a proven address", "/email/confirmed", `#confirmed-email`, open(server.URL+proof))
	g.at("a proof that was used", "/email/confirm", `h1`, open(server.URL+proof))
	g.says("a proof that was used", `h1`, "that link is expired")

	change := append([]step{open(server.URL + "/account/profile")}, filled(`#edit-profile`, `#email-address`, "new@example.com")...)
	g.at("another address", "/account", `#account-overview`, append(change, click(`#edit-profile [type=submit]`))...)
	g.says("another address", `#account-overview`, "new@example.com Unverified")
	proof = post.link(t, "new@example.com", "You recently requested an update", "/email/confirm")
	g.at("the address is proven", "/account", `#account-overview`, open(server.URL+proof))
	g.says("the address is proven", `#account-overview`, "new@example.com")

	g.at("leaving", "/login", `#login form`, open(server.URL+"/logout"))
	forgot := append([]step{open(server.URL + "/password/forgot")}, filled(`#forgot-password`, `#forgot-password [type=email]`, "new@example.com")...)
	g.at("a forgotten password", "/password/forgot", `#forgot-password`, append(forgot, click(`#forgot-password [type=submit]`))...)
	g.says("a forgotten password", `#forgot-password`, "We've sent you a link")
	proof = post.link(t, "new@example.com", "Dear Ann Other,", "/password/new")
	reset := append([]step{open(server.URL + proof)}, filled(`#new-password`, `#password`, "battery staple")...)
	g.at("a new password", "/welcome", `#welcome`, append(reset, typed(`#confirm-password`, "battery staple"), click(`#new-password [type=submit]`))...)
	g.at("a link that was used", "/password/new", `h1`, open(server.URL+proof))
	g.says("a link that was used", `h1`, "that link is expired")

	enter := func(address, password string) []step {
		steps := append([]step{open(server.URL + "/logout"), open(server.URL + "/login")}, filled(`#login`, `#login [type=email]`, address)...)
		return append(steps, typed(`#login [type=password]`, password), click(`#login form button`))
	}
	g.at("the old password", "/login", `#login p.text-danger`, enter("new@example.com", "correct horse")...)
	g.at("the old address", "/login", `#login p.text-danger`, enter("ann@example.com", "battery staple")...)
	g.at("coming back", "/welcome", `#welcome`, enter("new@example.com", "battery staple")...)
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
