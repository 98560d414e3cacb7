package firsthour_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
)

// TestNewProjects: a new project of each kind is accepted, passes its tests, and shows
// in one window what is written in another.
func TestNewProjects(t *testing.T) {
	testenv.Slow(t)
	binary := programtest.Path(t)
	for _, flags := range [][]string{nil, {"--modern"}, {"--auth"}, {"--modern", "--auth"}, {"--ts"}, {"--modern", "--ts"}, {"--auth", "--ts"}, {"--modern", "--auth", "--ts"}} {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			browser := testenv.Browser(t)
			dir := filepath.Join(t.TempDir(), "club")
			run := func(args ...string) string {
				t.Helper()
				cmd := exec.Command(binary, args...)
				cmd.Dir = filepath.Dir(dir)
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %v\n%s", args, err, out)
				}
				return string(out)
			}
			run(append([]string{"new", "club"}, flags...)...)
			run("check", dir, "--strict")
			if out := run("test", "--dir", dir); strings.Contains(out, "error:") {
				t.Errorf("the tests of the project write\n%s", out)
			}
			addr := programtest.FreeAddr(t)
			_, port, _ := strings.Cut(addr, ":")
			s := programtest.Start(t, addr, nil, binary, "lift", dir, "--host", "127.0.0.1", "--port", port)
			if err := chromedp.Do(browser); err != nil { // starts it
				t.Fatal(err)
			}
			window := func() context.Context {
				t.Helper()
				tab, cancel := chromedp.NewContext(browser)
				t.Cleanup(cancel)
				if err := chromedp.Do(tab, chromedp.Navigate(s.Base)); err != nil {
					t.Fatal(err)
				}
				return tab
			}
			do := func(who context.Context, actions ...chromedp.Action[chromedp.Void]) {
				t.Helper()
				once, cancel := context.WithTimeout(who, time.Minute)
				defer cancel()
				if err := chromedp.Do(once, actions...); err != nil {
					t.Fatal(err)
				}
			}
			holds := func(who context.Context, expression string) {
				t.Helper()
				once, cancel := context.WithTimeout(who, time.Minute)
				defer cancel()
				if _, err := chromedp.Run(once, chromedp.Poll[bool](expression)); err != nil {
					t.Fatalf("%s: %v", expression, err)
				}
			}
			ann, bob := window(), window()
			text := chromedp.CSS("#text")
			if slices.Contains(flags, "--auth") {
				do(bob, chromedp.SendKeys(text, "not signed in\r"))
				holds(bob, `document.getElementById('problem').textContent === 'Please sign in first.'`)
				do(ann, chromedp.Navigate(s.Base+"/login"), chromedp.SendKeys(chromedp.CSS("[name=email]"), "Ann@example.com"),
					chromedp.SendKeys(chromedp.CSS("[name=password]"), "long enough"), chromedp.Click(chromedp.CSS("[formaction='/signup']")))
				do(ann, chromedp.WaitVisible(chromedp.CSS("form[action='/logout']")))
				holds(ann, `document.body.textContent.includes('Signed in as ann@example.com')`)
			}
			do(ann, chromedp.SendKeys(text, "milk\r"))
			holds(ann, `document.querySelector('#note1')?.textContent.startsWith('milk') === true`)
			holds(bob, `document.querySelector('#note1') !== null`)
			do(ann, chromedp.Click(chromedp.CSS("#note1 button")))
			holds(ann, `document.querySelector('#note1') === null`)
			holds(bob, `document.querySelector('#note1') === null`)
		})
	}
}
