package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestWindowPictures takes the pictures of the documentation into the folder that
// FRAMEWORK_TEST_PICTURES names.
func TestWindowPictures(t *testing.T) {
	folder := os.Getenv("FRAMEWORK_TEST_PICTURES")
	if folder == "" {
		t.Skip("FRAMEWORK_TEST_PICTURES names no folder for pictures")
	}
	p := openWindow(t, shopProject)
	p.do(chromedp.EmulateViewport(1000, 620))
	p.run(`document.documentElement.dataset.theme = 'light'`)
	picture := func(name string) {
		t.Helper()
		png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, "window-"+name+".png"), png, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	p.goTo("requests")
	p.shows("connected")
	p.l.fetch("POST", "/owner?name=Ann")
	for i, name := range []string{"Rex", "Zoe", "Max"} {
		p.l.fetch("POST", fmt.Sprintf("/pet?name=%s&age=%d&owner=1", name, i+2))
	}
	p.l.fetch("GET", "/pet/oldest")
	p.choose("/pet/oldest")
	p.shows("asked for in")
	picture("requests")
	p.run(`document.documentElement.dataset.theme = 'dark'`)
	p.goTo("models/pet")
	p.shows("key of owner")
	picture("models")
}

// TestWindowOfManyModels: the page of a project of 1,000 models shows what is in view, and
// nothing of the rest is in the document.
func TestWindowOfManyModels(t *testing.T) {
	const models = 1000
	var files strings.Builder
	files.WriteString("-- package.json --\n{\"name\": \"big\", \"dependencies\": {\"sails\": \"0.12.14\"}}\n-- config/models.js --\nmodule.exports.models = {migrate: 'safe'};\n")
	for i := range models {
		fmt.Fprintf(&files, "-- api/models/Thing%d.js --\nmodule.exports = {attributes: {name: 'string', next: {model: 'thing%d'}, before: {collection: 'thing%d', via: 'next'}}};\n", i, (i+1)%models, (i+models-1)%models)
		fmt.Fprintf(&files, "-- api/controllers/Thing%dController.js --\nmodule.exports = {};\n", i)
	}
	p := openWindow(t, files.String())
	began := time.Now()
	p.do(chromedp.Navigate(p.l.app.WindowLink(p.l.base)), chromedp.WaitVisible(chromedp.CSS("main .row")))
	t.Logf("the routes are there after %v", time.Since(began))
	p.shows("1,000 models")
	p.holds(`document.querySelectorAll('main .row').length < 60`)
	began = time.Now()
	p.fill("Filter: words of verb, path, target, policy, file", "delete thing999")
	p.holds(`document.querySelector('main .row')?.textContent.includes('thing999') === true`)
	t.Logf("they are filtered after %v", time.Since(began))
	began = time.Now()
	p.goTo("models/thing500")
	p.holds(`document.querySelectorAll('svg .box').length === 3`)
	t.Logf("the diagram is there after %v", time.Since(began))
	began = time.Now()
	p.goTo("records")
	p.holds(`document.querySelectorAll('main .row').length > 5 && document.querySelectorAll('main .row').length < 60`)
	t.Logf("the list of models is there after %v", time.Since(began))
}
