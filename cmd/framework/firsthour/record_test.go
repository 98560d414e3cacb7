package firsthour_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"framework/engine/testenv"
)

// TestRecordFirstHour does what the tutorial says, and writes what was done and seen to
// first-hour.md and its pictures, in the folder that FRAMEWORK_TEST_PICTURES names: docs.
func TestRecordFirstHour(t *testing.T) {
	r := &record{folder: testenv.Pictures(t), browser: testenv.Browser(t)}
	if err := chromedp.Do(r.browser, chromedp.EmulateViewport(900, 520)); err != nil {
		t.Fatal(err)
	}
	perform(t, tutorial, r)
	page := "# The first hour\n\nWhat somebody sees who does what the [tutorial](tutorial.md) says, on a machine without Node and npm: each command with what it\n" +
		"prints, each file that is saved, and each page as a browser shows it. `FRAMEWORK_TEST_PICTURES=$PWD/docs go test ./cmd/framework/firsthour -run\n" +
		"TestRecordFirstHour` records it anew.\n" + r.text.String()
	if err := os.WriteFile(filepath.Join(r.folder, "first-hour.md"), []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
}

// bare is a PATH on which nothing is found but the program and the commands that the tutorial
// needs besides it: no Node, no npm.
func bare(t *testing.T, bin string) string {
	t.Helper()
	for _, name := range []string{"sh", "curl", "cp", "mv", "sed"} {
		path, err := exec.LookPath(name)
		if err == nil {
			err = os.Symlink(path, filepath.Join(bin, name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return bin
}

// record notes what a reader does. The nil *record notes nothing.
type record struct {
	folder   string
	browser  context.Context //nolint:containedctx // it is the browser
	text     strings.Builder
	pictures int
}

// changing are parts of an output that are others each time.
var changing = regexp.MustCompile(`/tmp/\S*?/\d+/club|127\.0\.0\.1:\d+|key=\w+|in \d+ ms|\(\d+m?s\)|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{14}`)

func (r *record) command(line, out string) {
	if r == nil {
		return
	}
	out = changing.ReplaceAllStringFunc(out, func(part string) string {
		switch {
		case strings.HasPrefix(part, "/tmp"):
			return "club"
		case strings.HasPrefix(part, "127"):
			return "localhost:1337"
		case strings.HasPrefix(part, "key="):
			return "key=…"
		case strings.HasPrefix(part, "in "):
			return "in … ms"
		}
		return "…"
	})
	if out = strings.TrimRight(out, "\n"); out != "" {
		out += "\n"
	}
	fmt.Fprintf(&r.text, "\n```\n$ %s\n%s```\n", line, out)
}

func (r *record) file(name string) {
	if r != nil {
		fmt.Fprintf(&r.text, "\n`%s` is saved.\n", name)
	}
}

func (r *record) page(t *testing.T, url string) {
	t.Helper()
	r.pictures++
	name := fmt.Sprintf("first-hour-%d.png", r.pictures)
	err := chromedp.Do(r.browser, chromedp.Navigate(url), chromedp.WaitVisible(chromedp.CSS("body")))
	if err != nil {
		t.Fatal(err)
	}
	shot, err := chromedp.Run(r.browser, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	testenv.SavePicture(t, filepath.Join(r.folder, name), shot)
	at := regexp.MustCompile(`127\.0\.0\.1:\d+`).ReplaceAllString(url, "localhost:1337")
	fmt.Fprintf(&r.text, "\n%s in the browser:\n\n![%s](%s)\n", at, at, name)
}
