package browser_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"

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
	server := serve(t, dir, nil)
	g := welcome(t) // last: installing may take its time
	g.at("the home page", "/", `#homepage`, open(server.Base+"/"))
	g.at("a page for members", "/login", `#login form`, open(server.Base+"/account/profile"))
	g.at("the form", "/signup", `#signup form`, open(server.Base+"/signup"))
	g.at("a form that is not filled in", "/signup", `#signup .is-invalid`, click(`#signup [type=submit]`))
	g.at("signing up", "/welcome", `#welcome`,
		typed(`#full-name`, "Ann Other"), typed(`#email-address`, "ann@example.com"), typed(`#password`, "correct horse"),
		typed(`#confirm-password`, "correct horse"), click(`#terms-agreement`), click(`#signup [type=submit]`))
	g.at("the account", "/account", `#account-overview`, open(server.Base+"/account"))
	g.says("the account", `#account-overview`, "Ann Other")
	g.at("the profile", "/account/profile", `#edit-profile form`, open(server.Base+"/account/profile"))
	g.at("a changed name", "/account", `#account-overview`, typed(`#full-name`, " the Second"), click(`#edit-profile [type=submit]`))
	g.says("the changed account", `#account-overview`, "Ann Other the Second")
	g.at("leaving", "/login", `#login form`, open(server.Base+"/logout"))
	g.at("a page for members, afterwards", "/login", `#login form`, open(server.Base+"/account"))
	g.at("a wrong password", "/login", `#login p.text-danger`, typed(`#login [type=email]`, "ann@example.com"), typed(`#login [type=password]`, "guess"), click(`#login form button`))
	g.at("coming back", "/welcome", `#welcome`, open(server.Base+"/login"), chromedp.WaitVisible(chromedp.CSS(`#login form`)),
		typed(`#login [type=email]`, "ann@example.com"), typed(`#login [type=password]`, "correct horse"), click(`#login form button`))
	g.at("a taken address", "/signup", `#signup p.text-danger`, open(server.Base+"/logout"), open(server.Base+"/signup"),
		chromedp.WaitVisible(chromedp.CSS(`#signup form`)), typed(`#full-name`, "Eve"), typed(`#email-address`, "ann@example.com"),
		typed(`#password`, "x"), typed(`#confirm-password`, "x"), click(`#terms-agreement`), click(`#signup [type=submit]`))
	g.says("a taken address", `#signup p.text-danger`, "already an account")
	if after := folderText(t, dir); after != before {
		t.Error("the project was changed by serving it")
	}
}

// post reads the e-mails that a project writes into its log in place of sending them.
type post struct {
	server *programtest.Server
	read   int // of the log, up to the last mail
}

// link waits for a mail to an address, with words in it and a link to path, and
// returns the link's path with its query. The mails up to it are read then.
func (p *post) link(t *testing.T, to, words, path string) string {
	t.Helper()
	find := regexp.MustCompile(`(?s)To: ` + regexp.QuoteMeta(to) + `\n.*?href="http://localhost:\d+(` + regexp.QuoteMeta(path) + `\?token=[^"]+).*?The NEW_APP_NAME Team`)
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		text := p.server.Log.String()[p.read:]
		at := find.FindStringSubmatchIndex(text)
		if at == nil {
			continue
		}
		p.read += at[1]
		for _, want := range []string{words, "YOUR+LOGO+HERE"} { // of the template, of its layout
			if !strings.Contains(text[:at[1]], want) {
				t.Errorf("the mail to %s is without %q:\n%s", to, want, text[:at[1]])
			}
		}
		return text[at[2]:at[3]]
	}
	t.Fatalf("no mail to %s", to)
	return ""
}

// The mails of the web template lead back: to the proof of an address, to
// another address, and to a new password. Each link holds once.
func TestWebTemplateMails(t *testing.T) {
	dir := webTemplate(t)
	server := serve(t, dir, nil, "--custom.verifyEmailAddresses=true", "--verbose")
	mails := &post{server: server}
	g := welcome(t)
	g.at("signing up", "/welcome", `#welcome`, open(server.Base+"/signup"), chromedp.WaitVisible(chromedp.CSS(`#signup form`)),
		typed(`#full-name`, "Ann Other"), typed(`#email-address`, "ann@example.com"), typed(`#password`, "correct horse"),
		typed(`#confirm-password`, "correct horse"), click(`#terms-agreement`), click(`#signup [type=submit]`))
	proof := mails.link(t, "ann@example.com", "Welcome, Ann Other!", "/email/confirm")
	g.at("a proven address", "/email/confirmed", `#confirmed-email`, open(server.Base+proof))
	g.at("a proof that was used", "/email/confirm", `h1`, open(server.Base+proof))
	g.says("a proof that was used", `h1`, "that link is expired")

	change := append([]step{open(server.Base + "/account/profile")}, filled(`#edit-profile`, `#email-address`, "new@example.com")...)
	g.at("another address", "/account", `#account-overview`, append(change, click(`#edit-profile [type=submit]`))...)
	g.says("another address", `#account-overview`, "new@example.com Unverified")
	proof = mails.link(t, "new@example.com", "You recently requested an update", "/email/confirm")
	g.at("the address is proven", "/account", `#account-overview`, open(server.Base+proof))
	g.says("the address is proven", `#account-overview`, "new@example.com")

	g.at("leaving", "/login", `#login form`, open(server.Base+"/logout"))
	forgot := append([]step{open(server.Base + "/password/forgot")}, filled(`#forgot-password`, `#forgot-password [type=email]`, "new@example.com")...)
	g.at("a forgotten password", "/password/forgot", `#forgot-password`, append(forgot, click(`#forgot-password [type=submit]`))...)
	g.says("a forgotten password", `#forgot-password`, "We've sent you a link")
	proof = mails.link(t, "new@example.com", "Dear Ann Other,", "/password/new")
	reset := append([]step{open(server.Base + proof)}, filled(`#new-password`, `#password`, "battery staple")...)
	g.at("a new password", "/welcome", `#welcome`, append(reset, typed(`#confirm-password`, "battery staple"), click(`#new-password [type=submit]`))...)
	g.at("a link that was used", "/password/new", `h1`, open(server.Base+proof))
	g.says("a link that was used", `h1`, "that link is expired")

	enter := func(address, password string) []step {
		steps := append([]step{open(server.Base + "/logout"), open(server.Base + "/login")}, filled(`#login`, `#login [type=email]`, address)...)
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
