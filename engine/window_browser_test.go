package engine_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"framework/engine/testenv"
	"framework/engine/value"
)

// shopProject has a model with a policy, and a controller whose action asks for records.
const shopProject = `
-- package.json --
{"name": "shop", "dependencies": {"sails": "0.12.14"}}
-- config/policies.js --
module.exports.policies = {PetController: {destroy: 'isKeeper'}};
-- config/models.js --
module.exports.models = {migrate: 'drop'};
-- api/policies/isKeeper.js --
module.exports = function (req, res, next) {
  if (req.headers['x-keeper'] === 'yes') { return next(); }
  return res.forbidden('Keepers only.');
};
-- api/models/Owner.js --
module.exports = {attributes: {name: 'string', pets: {collection: 'pet', via: 'owner'}}};
-- api/models/Pet.js --
module.exports = {attributes: {name: {type: 'string', required: true}, age: 'integer', owner: {model: 'owner'}}};
-- api/controllers/OwnerController.js --
module.exports = {};
-- api/controllers/PetController.js --
module.exports = {
  oldest: function (req, res) {
    Pet.find({sort: 'age DESC', limit: 1}).exec(function (err, pets) {
      if (err) { return res.serverError(err); }
      res.json(pets[0] || {});
    });
  },
  fail: function (req, res) { nothing.here(); },
};
`

// pageTab is a browser with the development page open.
type pageTab struct {
	t   *testing.T
	ctx context.Context
	l   *live
}

// openWindow opens the page of a project in a browser, by its link.
func openWindow(t *testing.T, files string) *pageTab {
	t.Helper()
	return openWindowOf(t, files, memory())
}

// openWindowOf is openWindow for a project with these settings.
func openWindowOf(t *testing.T, files string, flags *value.Map) *pageTab {
	t.Helper()
	ctx := testenv.Browser(t)
	l := liven(t, files, flags)
	p := &pageTab{t, ctx, l}
	t.Cleanup(func() { _ = chromedp.Do(ctx, chromedp.Navigate("about:blank")) }) // else the test server waits for its streams
	p.do(chromedp.Navigate(l.app.WindowLink(l.base)), chromedp.WaitVisible(chromedp.CSS("html[data-ready]")))
	return p
}

func (p *pageTab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// holds waits until an expression is true.
func (p *pageTab) holds(expression string) {
	p.t.Helper()
	once, cancel := context.WithTimeout(p.ctx, time.Minute)
	defer cancel()
	if _, err := chromedp.Run(once, chromedp.Poll[bool](expression)); err != nil {
		text, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.body.innerText`))
		p.t.Fatalf("%s: %v; the page shows\n%s", expression, err, text)
	}
}

// shows waits until the page has a text.
func (p *pageTab) shows(texts ...string) {
	p.t.Helper()
	for _, text := range texts {
		p.holds(`document.body.innerText.toLowerCase().includes(` + quote(strings.ToLower(text)) + `)`)
	}
}

// goTo opens a panel.
func (p *pageTab) goTo(panel string) {
	p.t.Helper()
	p.run(`location.hash = ` + quote(panel))
	name, _, _ := strings.Cut(panel, "/")
	p.holds(`document.querySelector('nav a[aria-current]').hash === '#` + name + `'`)
}

func (p *pageTab) run(script string) string {
	p.t.Helper()
	out, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`(() => { `+script+`; return ''; })()`))
	if err != nil {
		p.t.Fatalf("%s: %v", script, err)
	}
	return out
}

// press clicks the button of that text.
func (p *pageTab) press(text string) {
	p.t.Helper()
	find := `[...document.querySelectorAll('main button')].find((b) => b.textContent === ` + quote(text) + ` && !b.disabled)`
	p.holds(`!!` + find)
	p.run(find + `.click()`)
}

// choose clicks the row of a list that has a text.
func (p *pageTab) choose(text string) {
	p.t.Helper()
	find := `[...document.querySelectorAll('main .row')].find((r) => r.textContent.includes(` + quote(text) + `))`
	p.holds(`!!` + find)
	p.run(find + `.click()`)
}

// fill types into the field with a label.
func (p *pageTab) fill(label, text string) {
	p.t.Helper()
	p.run(`const f = document.querySelector(` + quote(`main [aria-label="`+label+`"]`) + `); f.value = ` + quote(text) + `; f.dispatchEvent(new Event('input', {bubbles: true})); f.dispatchEvent(new Event('change', {bubbles: true}))`)
}

// key presses a key, outside of fields.
func (p *pageTab) key(key string) {
	p.t.Helper()
	p.run(`document.body.dispatchEvent(new KeyboardEvent('keydown', {key: ` + quote(key) + `, bubbles: true}))`)
}

func quote(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`).Replace(text) + "'"
}

// TestWindowRoutes: routes are filtered as one types, and the page says what would answer.
func TestWindowRoutes(t *testing.T) {
	t.Parallel()
	p := openWindow(t, shopProject)
	p.shows("shop", "31 routes", "/owner/find/:id")
	p.do(chromedp.SendKeys(chromedp.CSS("main input[type=search]"), "delete pet isKeeper"))
	p.holds(`document.querySelectorAll('main .row').length === 1`)
	p.choose("DELETE")
	p.shows("policy isKeeper")
	p.do(chromedp.SendKeys(chromedp.CSS("main .bar form input"), "PUT /pet/7\r"))
	p.shows("PUT /pet/:id", "id = 7", "answers, or fails")
	p.l.fetch("POST", "/pet?name=Rex")
	p.run(`const asked = document.querySelector('main .bar form input'); asked.value = 'DELETE /pet/1'; asked.form.requestSubmit()`)
	p.press("Ask the policies")
	p.shows("iskeeper does not let it pass", "api/policies/isKeeper.js", "It was answered with 403", "Keepers only.")
	p.press("Write a request")
	p.fill("Headers, one in each line", "X-Keeper: yes")
	p.press("Ask the policies")
	p.shows("iskeeper lets it pass", "pet.destroy would serve it. It was not run.")
	p.l.fetch("GET", "/pet/1")
	p.key("2")
	p.holds(`location.hash === '#requests'`)
}

// TestWindowRequests: requests arrive live, with their parts; they are sent again and edited.
func TestWindowRequests(t *testing.T) {
	t.Parallel()
	p := openWindow(t, shopProject)
	p.goTo("requests")
	p.shows("connected")
	p.l.fetch("POST", "/pet?name=Rex&age=3&token=s3cret")
	p.choose("POST")
	p.shows("201", "INSERT", "pet.create", "token=%5Bredacted%5D")
	p.l.fetch("GET", "/pet/oldest", "Authorization", "Bearer s3cret", "X-Plain", "shown")
	p.choose("/pet/oldest")
	p.shows("asked for in", "api/controllers/PetController.js:3", "action", "waits for JavaScript")
	p.holds(`document.querySelector('.detail details').textContent.includes('shown') && !document.body.textContent.includes('s3cret')`)
	p.press("Send again")
	p.shows("Answer", `"name": "Rex"`)
	p.press("Edit and send")
	p.fill("Path and query", "/pet")
	p.run(`document.querySelector('main [aria-label=Method]').value = 'POST'`)
	p.fill("Body", `{"name": "Zoe", "password": "s3cret"}`)
	p.press("Send")
	p.shows(`"name": "Zoe"`)
	p.choose("POST")
	p.l.fetch("GET", "/pet/fail")
	p.choose("/pet/fail")
	p.shows("nothing is not defined", "api/controllers/PetController.js:8")
	p.press("New request")
	p.run(`document.querySelector('main [aria-label=Over]').value = 'socket'`)
	p.fill("Path and query", "/pet?where={\"name\":\"Zoe\"}")
	p.press("Send")
	p.shows(`"name": "Zoe"`)
	p.holds(`[...document.querySelectorAll('main .row')].some((r) => r.textContent.includes('socket'))`)
}

// TestWindowReloads: each version is listed with its stages, a failed one with its place.
func TestWindowReloads(t *testing.T) {
	t.Parallel()
	p := openWindow(t, shopProject)
	p.goTo("reloads")
	p.shows("the first version")
	p.l.write("api/controllers/PetController.js", "module.exports = {feed: function (req, res) { res.ok(); }};")
	p.l.reload()
	p.choose("/pet/feed")
	p.shows("Stages", "makes the routes", "Routes that are gone")
	p.l.write("api/controllers/PetController.js", "module.exports = {feed: function (req, res) { res.ok(); };")
	if _, err := p.l.app.Reload(t.Context()); err == nil {
		t.Fatal("a broken file is served")
	}
	p.choose("failed")
	p.shows("api/controllers/PetController.js:1", "Not reloaded", "the last save is not served")
}
