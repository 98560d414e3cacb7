package engine_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestWindowRecords: records are listed, filtered, made, changed and deleted by the routes that
// clients have, with their policies; what others do appears by itself.
func TestWindowRecords(t *testing.T) {
	t.Parallel()
	p := openWindow(t, shopProject)
	p.l.fetch("POST", "/owner?name=Ann")
	p.l.fetch("POST", "/pet?name=Rex&age=3&owner=1")
	p.goTo("records/pet")
	p.shows("Rex", "createdAt")
	p.holds(`[...document.querySelectorAll('main td')].some((td) => td.textContent.includes('Ann') || td.textContent === '1')`)
	p.press("New record")
	p.fill("name", "Zoe")
	p.fill("age", "5")
	p.press("Create")
	p.shows("Created 2.", "Zoe")
	p.fill("Criteria", `{"age": {">": 4}}`)
	p.press("Find")
	p.holds(`document.querySelectorAll('main tbody tr').length === 1 && document.querySelector('main tbody tr').textContent.includes('Zoe')`)
	p.run(`document.querySelector('main tbody tr').click()`)
	p.fill("name", "Zoë")
	p.press("Save")
	p.shows("Saved 2.")
	p.run(`window.confirm = () => true; document.querySelector('main tbody tr').click()`)
	p.press("Delete")
	p.shows("403 (policies: iskeeper)", "Keepers only.")
	p.fill("Headers, one in each line", "X-Keeper: yes")
	p.press("Delete")
	p.shows("Deleted 2.")
	p.fill("Criteria", "")
	p.press("Find")
	p.holds(`document.querySelectorAll('main tbody tr').length === 1`)
	p.l.fetch("POST", "/pet?name=Later")
	p.holds(`[...document.querySelectorAll('main tbody tr')].some((tr) => tr.textContent.includes('Later'))`)
	p.goTo("records/owner")
	p.shows("Ann")
	p.run(`document.querySelector('main tbody tr').click()`)
	p.press("pets →")
	p.shows("Owner 1: pets", "Rex")
}

// TestWindowSockets: who is connected, in which rooms, and what they hear.
func TestWindowSockets(t *testing.T) {
	t.Parallel()
	p := openWindow(t, shopProject)
	p.l.fetch("POST", "/pet?name=Rex")
	other := p.l.socket("&__sails_io_sdk_version=0.12.0")
	other.ask("get /pet")
	p.goTo("sockets")
	p.shows("1 socket")
	p.fill("Model and id", "pet 1")
	p.press("Who hears?")
	p.shows("sails_model_pet_1:update", "this record: the socket has asked for it")
	p.holds(`document.querySelectorAll('.detail li').length === 1`)
	p.fill("Model and id", "pet 99")
	p.press("Who hears?")
	p.shows("sails_model_pet_99:update", "Nobody is in it.")
	p.fill("Of what", "create")
	p.fill("Model and id", "pet")
	p.press("Who hears?")
	p.shows("sails_model_create_pet", "autoWatch")
	p.run(`document.querySelector('main .row').click()`)
	p.shows("sails_model_create_pet", "What it heard")
	p.l.fetch("PUT", "/pet/1?name=Max")
	p.holds(`document.querySelector('.detail table')?.textContent.includes('updated') === true`)
	p.fill("Event", "hello")
	p.fill("Data", `{"from": "the page"}`)
	p.press("Send")
	p.shows("Sent to 1 socket.")
	p.holds(`document.querySelector('.detail table')?.textContent.includes('the page') === true`)
	p.press("Connect this page")
	p.shows("2 sockets", "(this page)")
}

// TestWindowModels: the diagram, the schema beside the database's, and what migrations would do.
func TestWindowModels(t *testing.T) {
	t.Parallel()
	p := openWindow(t, shopProject)
	p.goTo("models")
	p.holds(`document.querySelectorAll('svg .box').length === 2 && document.querySelectorAll('svg .link').length === 1`)
	p.goTo("models/pet")
	p.shows("The schema beside the database", "key of owner", "primary key")
	p.holds(`document.querySelector('main table') && !document.querySelector('main table').textContent.includes('missing')`)
	p.goTo("models/*plan")
	p.shows("The databases fit the models")
}

// TestWindowPlayground: code runs in the lifted project, names are completed, and an input may
// have several lines.
func TestWindowPlayground(t *testing.T) {
	t.Parallel()
	p := openWindow(t, shopProject)
	p.l.fetch("POST", "/pet?name=Rex")
	p.goTo("playground")
	p.enter("(await Pet.find()).map(p => p.name)")
	p.shows("[ 'Rex' ]")
	p.enter("nothing.here")
	p.shows("nothing is not defined")
	p.types("Pet.findOn\t")
	p.holds(`document.querySelector('main textarea').value.startsWith('Pet.findOne')`)
	p.run(`document.querySelector('main textarea').value = ''`)
	p.enter("[1, 2].map(n => {")
	p.holds(`document.querySelector('main textarea').value.includes('{\n') && !document.querySelector('main textarea').disabled`)
	p.enter("return n * 21; })")
	p.shows("[ 21, 42 ]")
}

// types types into the playground.
func (p *pageTab) types(text string) {
	p.t.Helper()
	field := chromedp.CSS("main textarea")
	p.do(chromedp.WaitEnabled(field), chromedp.SendKeys(field, text))
}

// enter types an input of the playground, and runs it. The key has no character: the protocol would
// send it by itself, to the field that may be empty again.
func (p *pageTab) enter(text string) {
	p.t.Helper()
	p.types(text)
	p.run(`document.querySelector('main textarea').dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true}))`)
}

// TestWindowProfiles: what was recorded is drawn as a flame graph and by line, and is a file.
func TestWindowProfiles(t *testing.T) {
	t.Parallel()
	p := openWindow(t, `
-- package.json --
{"name": "spins", "dependencies": {"sails": "0.12.14"}}
-- api/controllers/TopController.js --
function spin() {
  var sum = 0;
  for (var i = 0; i < 20000; i++) { sum += i % 7; }
  return sum;
}
module.exports = {spin: function (req, res) { res.json(spin()); }};
`)
	p.goTo("profiles")
	p.shows("Record while the server is busy")
	p.fill("Seconds", "1")
	p.press("Record")
	for { // until it is drawn
		p.l.fetch("GET", "/top/spin")
		drawn, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](`document.querySelector('.flame') !== null`))
		if err != nil {
			t.Fatal(err)
		}
		if drawn {
			break
		}
	}
	p.shows("By line", "spin api/controllers/TopController.js:3", "the project")
	p.holds(`document.querySelector('main a[download]').download === 'js.pb.gz' && document.querySelector('main a[download]').href.startsWith('blob:')`)
	p.fill("Find in the graph", "topcontroller.js:3")
	p.holds(`document.querySelectorAll('.flame .found').length > 0 && document.querySelector('main [role=status].mono').textContent.endsWith(' found')`)
	p.run(`document.querySelector('.flame .found').click()`)
	p.holds(`document.querySelectorAll('.flame .above').length > 0 && document.querySelector('.flame .project:not(.above)').style.width === '100%'`)
	p.press("Show all")
	p.holds(`document.querySelectorAll('.flame .above').length === 0`)
	p.run(`const kind = document.querySelector('main select'); kind.value = 'heap'; kind.dispatchEvent(new Event('change'))`)
	p.holds(`document.querySelector('main [aria-label=Seconds]').hidden`)
	p.press("Record")
	p.shows("heap.pb.gz", "MiB")
	p.press("What waits?")
	p.shows("What waits for JavaScript now")
}

// TestWindowShowsNoHTML: what records, events and requests hold is text.
func TestWindowShowsNoHTML(t *testing.T) {
	t.Parallel()
	p := openWindow(t, shopProject)
	const bad = "%3Cimg%20src=x%20onerror=%22document.title='bad'%22%3E"
	p.goTo("requests")
	p.shows("connected")
	p.l.fetch("POST", "/pet?name="+bad)
	p.choose("POST")
	p.goTo("records/pet")
	p.shows(`<img src=x onerror=`)
	p.run(`document.querySelector('main tbody tr').click()`)
	p.holds(`document.title.startsWith('shop') && document.querySelectorAll('main img').length === 0`)
	p.run(`try { document.body.innerHTML = '<p>'; } catch (e) { document.documentElement.dataset.refused = 'true'; }`)
	p.holds(`document.documentElement.dataset.refused === 'true'`)
}

// TestWindowOnAPhone: every panel fits a narrow window, in the dark as well.
func TestWindowOnAPhone(t *testing.T) {
	t.Parallel()
	p := openWindow(t, shopProject)
	p.l.fetch("POST", "/pet?name=Rex")
	p.do(chromedp.EmulateViewport(360, 640))
	p.key("t")
	p.key("t")
	p.holds(`document.documentElement.dataset.theme === 'dark' && getComputedStyle(document.body).backgroundColor === 'rgb(21, 24, 28)'`)
	for _, panel := range []string{"routes", "requests", "records/pet", "sockets", "models/pet", "playground", "reloads", "profiles"} {
		p.run(`location.hash = ` + quote(panel))
		name, _, _ := strings.Cut(panel, "/")
		p.holds(`document.querySelector('nav a[aria-current]').hash === ` + quote("#"+name))
		p.holds(`document.documentElement.scrollWidth <= 360`)
	}
}
