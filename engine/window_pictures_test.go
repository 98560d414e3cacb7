package engine_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"framework/engine/testenv"

	"github.com/chromedp/chromedp"
)

// TestWindowPictures takes the pictures of all panels, in the light and in the dark, into the
// folder that FRAMEWORK_TEST_PICTURES names: docs.
func TestWindowPictures(t *testing.T) {
	folder := testenv.Pictures(t)
	p := openWindow(t, shopProject)
	p.do(chromedp.EmulateViewport(900, 520))
	const plain = `const about = document.getElementById('about'); about.textContent = about.textContent.replace(/\S+$/, '/srv/shop')`
	p.run(plain)
	p.goTo("requests")
	p.shows("connected")
	p.l.fetch("POST", "/owner?name=Ann")
	for i, name := range []string{"Rex", "Zoe", "Max"} {
		p.l.fetch("POST", fmt.Sprintf("/pet?name=%s&age=%d&owner=1", name, i+2))
	}
	p.l.fetch("GET", "/pet/oldest")
	p.choose("/pet/oldest")
	p.shows("asked for in")
	p.picture(folder, "requests")
	p.goTo("routes")
	p.do(chromedp.SendKeys(chromedp.CSS("main .bar form input"), "DELETE /pet/7\r"))
	p.shows("id = 7")
	p.press("Ask the policies")
	p.shows("Keepers only.")
	p.picture(folder, "routes")
	p.goTo("records/pet")
	p.shows("Rex")
	p.run(`document.querySelector('main tbody tr').click()`)
	p.shows("As JSON")
	p.picture(folder, "records")
	other := p.l.socket("&__sails_io_sdk_version=0.12.0")
	other.ask("get /pet")
	p.goTo("sockets")
	p.choose("room")
	p.l.fetch("PUT", "/pet/1?name=Max")
	p.holds(`document.querySelector('.detail table')?.textContent.includes('updated') === true`)
	p.picture(folder, "sockets")
	p.goTo("models/pet")
	p.shows("key of owner")
	p.picture(folder, "models")
	p.goTo("playground")
	p.enter("(await Pet.find({ age: { '>': 2 } })).map((pet) => pet.name)")
	p.shows("[ 'Zoe'")
	p.enter("sails.config.port")
	p.shows("> sails.config.port")
	p.holds(`document.querySelector('main .console').children.length === 4`)
	p.picture(folder, "playground")
	p.goTo("reloads")
	p.l.write("api/controllers/PetController.js", "module.exports = {feed: function (req, res) { res.ok(); }};")
	p.l.reload()
	p.choose("/pet/feed")
	p.shows("Stages")
	p.picture(folder, "reloads")
	p.l.write("api/controllers/PetController.js", "module.exports = {count: function (req, res) {\n  var ages = [];\n  for (var i = 0; i < 20000; i++) { ages.push(i % 7); }\n  ages.sort();\n  res.json(ages.length);\n}};")
	p.l.reload()
	p.goTo("profiles")
	p.fill("Seconds", "1")
	p.press("Record")
	for drawn := false; !drawn; {
		p.l.fetch("GET", "/pet/count")
		var err error
		if drawn, err = chromedp.Run(p.ctx, chromedp.Evaluate[bool](`document.querySelector('.flame') !== null`)); err != nil {
			t.Fatal(err)
		}
	}
	p.run(plain)
	p.picture(folder, "profiles")
}

// picture takes the page in the light and in the dark.
func (p *pageTab) picture(folder, name string) {
	p.t.Helper()
	for theme, file := range map[string]string{"light": "window-" + name + ".png", "dark": "window-" + name + "-dark.png"} {
		p.run(`document.documentElement.dataset.theme = ` + quote(theme))
		shot, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			p.t.Fatal(err)
		}
		testenv.SavePicture(p.t, filepath.Join(folder, file), shot)
	}
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
