package engine_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// modernShop is a project for 1.x with actions, a helper and policies of the new kind, in which
// requests that change something need a token, and which has no route for tokens.
const modernShop = `
-- package.json --
{"name": "modern-shop", "dependencies": {"sails": "^1.5.0", "sails-hook-orm": "^4.0.0"}}
-- config/models.js --
module.exports.models = { migrate: 'drop', schema: true, attributes: {
  id: { type: 'number', autoIncrement: true }, createdAt: { type: 'number', autoCreatedAt: true } } };
-- config/globals.js --
module.exports.globals = { _: false, async: false, models: true, sails: true };
-- config/blueprints.js --
module.exports.blueprints = { rest: true };
-- config/security.js --
module.exports.security = { csrf: true };
-- config/routes.js --
module.exports.routes = {
  'GET /oldest': { action: 'pets/oldest' },
  'POST /enter': { action: 'enter' },
  'POST /open': { action: 'pet/create', csrf: false },
};
-- config/policies.js --
module.exports.policies = { 'pet/destroy': 'is-keeper', 'owner/find': 'is-keeper', 'pets/*': 'is-anybody' };
-- api/policies/is-keeper.js --
module.exports = async function (req, res, proceed) {
  if (req.session.keeper) { return proceed(); }
  return res.forbidden('Keepers only.');
};
-- api/policies/is-anybody.js --
module.exports = async function (req, res, proceed) { return proceed(); };
-- api/helpers/oldest-pet.js --
module.exports = {
  friendlyName: 'Oldest pet',
  inputs: { species: { type: 'string' } },
  fn: async function ({ species }) {
    return (await Pet.find({ where: species ? { name: species } : {}, sort: 'age DESC', limit: 1 }))[0];
  }
};
-- api/controllers/pets/oldest.js --
module.exports = {
  inputs: { species: { type: 'string' } },
  exits: { none: { statusCode: 404 } },
  fn: async function ({ species }) {
    const pet = await sails.helpers.oldestPet.with({ species });
    if (!pet) { throw 'none'; }
    return pet;
  }
};
-- api/controllers/enter.js --
module.exports = { fn: async function () { this.req.session.keeper = true; return { entered: true }; } };
-- api/models/Owner.js --
module.exports = { attributes: { name: { type: 'string' }, pets: { collection: 'pet', via: 'owner' }, toys: { collection: 'toy', via: 'owner' } } };
-- api/models/Pet.js --
module.exports = { attributes: { name: { type: 'string', required: true }, note: { type: 'string' }, age: { type: 'number', allowNull: true }, owner: { model: 'owner' } } };
-- api/models/Toy.js --
module.exports = { attributes: { label: { type: 'string' }, owner: { model: 'owner' } } };
-- config/bootstrap.js --
module.exports.bootstrap = async function () {
  await Owner.createEach([{ name: 'Ann' }, { name: 'Bea' }]);
  await Toy.createEach([{ label: 'ball', owner: 2 }, { label: 'bone', owner: 1 }]);
};
`

// TestWindowOfAModernProject: every panel shows a project for 1.x, and what the page sends has
// the tokens that it needs.
func TestWindowOfAModernProject(t *testing.T) {
	t.Parallel()
	p := openWindow(t, modernShop)
	p.shows("modern-shop", "as 1.x", "4 models")
	p.do(chromedp.SendKeys(chromedp.CSS("main input[type=search]"), "oldest"))
	p.choose("/oldest")
	p.shows("pets/oldest", "is-anybody")
	p.do(chromedp.SendKeys(chromedp.CSS("main .bar form input"), "DELETE /pet/7\r"))
	p.shows("needs the token of its session", "is-keeper", "id = 7")

	p.goTo("requests/new")
	p.shows("connected")
	p.run(`document.querySelector('main [aria-label=Method]').value = 'POST'`)
	p.fill("Path and query", "/pet")
	p.fill("Body", `{"name": "Rex", "age": 3, "owner": 2}`)
	p.press("Send")
	p.shows("Answer", `"name": "Rex"`)
	p.choose("POST")
	p.press("Send again")
	p.holds(`document.querySelector('.detail .answer')?.textContent.includes('"id": 2') === true`)
	p.run(`document.querySelector('main .detail .top button').click()`)
	p.press("New request")
	p.run(`document.querySelector('main [aria-label=Over]').value = 'socket'; document.querySelector('main [aria-label=Method]').value = 'POST'`)
	p.fill("Path and query", "/pet")
	p.fill("Body", `{"name": "Zoe", "age": 5}`)
	p.press("Send")
	p.shows(`"name": "Zoe"`)
	p.l.fetch("GET", "/oldest")
	p.choose("/oldest")
	p.shows("asked for in", "api/helpers/oldest-pet.js:5", "policy is-anybody", "action pets.oldest")

	p.goTo("records/pet")
	p.shows("Zoe")
	p.press("New record")
	p.fill("name", "Max")
	p.fill("note", "barks")
	p.press("Create")
	p.shows("Created 4.")
	p.run(`[...document.querySelectorAll('main tbody tr')].find((tr) => tr.textContent.includes('Max')).click()`)
	p.fill("note", "")
	p.press("Save")
	p.shows("Saved 4.")
	p.holds(`![...document.querySelectorAll('main tbody tr')].some((tr) => tr.textContent.includes('barks'))`)
	p.run(`window.confirm = () => true; [...document.querySelectorAll('main tbody tr')].find((tr) => tr.textContent.includes('Max')).click()`)
	p.press("Delete")
	p.shows("403 (policies: is-keeper)")
	p.l.fetch("POST", "/open?name=Later")
	p.holds(`[...document.querySelectorAll('main tbody tr')].some((tr) => tr.textContent.includes('Later'))`)
	p.goTo("records/owner")
	p.shows("403 (policies: is-keeper)")

	p.goTo("requests/new") // as whoever one chooses: here by the session
	p.run(`document.querySelector('main [aria-label=Method]').value = 'POST'`)
	p.fill("Path and query", "/enter")
	p.fill("Body", "")
	p.press("Send")
	p.shows(`"entered": true`)
	p.goTo("records/owner")
	p.shows("Bea")
	p.run(`[...document.querySelectorAll('main tbody tr')].find((tr) => tr.textContent.includes('Bea')).click()`)
	p.press("toys →")
	p.shows("Owner 2: toys", "ball")
	p.holds(`!document.querySelector('main table').textContent.includes('bone') && !document.querySelector('main table').textContent.includes('Rex')`)
	p.choose("Owner")
	p.shows("Bea")
	p.run(`[...document.querySelectorAll('main tbody tr')].find((tr) => tr.textContent.includes('Bea')).click()`)
	p.press("pets →")
	p.shows("Owner 2: pets", "Rex")
	p.goTo("records/pet")
	p.shows("Max")
	p.run(`[...document.querySelectorAll('main tbody tr')].find((tr) => tr.textContent.includes('Max')).click()`)
	p.press("Delete")
	p.shows("Deleted 4.")

	other := p.l.socket("&__sails_io_sdk_version=1.2.1")
	other.ask("get /pet")
	p.goTo("sockets")
	p.shows("2 sockets")
	p.fill("Model and id", "pet 1")
	p.press("Who hears?")
	p.shows("this record: the socket has asked for it")

	p.goTo("models")
	p.holds(`document.querySelectorAll('svg .box').length === 4 && document.querySelectorAll('svg .link').length === 2`)
	p.goTo("models/pet")
	p.shows("key of owner", "primary key")
	p.goTo("models/*plan")
	p.shows("The databases fit the models")

	p.goTo("playground")
	p.enter("(await sails.helpers.oldestPet()).name")
	p.shows("'Zoe'")

	p.goTo("reloads")
	p.l.write("api/controllers/pets/feed.js", "module.exports = { fn: async function () { return 'fed'; } };")
	p.l.write("config/routes.js", "module.exports.routes = { 'GET /feed': { action: 'pets/feed' } };")
	p.l.reload()
	p.choose("/feed")
	p.shows("Stages", "makes the routes")
}

// TestWindowOfFollowedRecords: an association leads to all records at its other end, in a
// classic project as well.
func TestWindowOfFollowedRecords(t *testing.T) {
	t.Parallel()
	p := openWindow(t, shopProject)
	p.l.fetch("POST", "/owner?name=Ann")
	p.l.fetch("POST", "/owner?name=Bea")
	for _, name := range []string{"Rex", "Zoe", "Max"} {
		p.l.fetch("POST", "/pet?owner=2&name="+name)
	}
	p.goTo("records/owner")
	p.shows("Bea")
	p.run(`[...document.querySelectorAll('main tbody tr')].find((tr) => tr.textContent.includes('Bea')).click()`)
	p.press("pets →")
	p.shows("Owner 2: pets", "Rex", "Zoe", "Max")
}

// TestWindowOfGuardedClassic: in a classic project with csrf, records are made, changed and
// deleted.
func TestWindowOfGuardedClassic(t *testing.T) {
	t.Parallel()
	p := openWindow(t, shopProject+"-- config/csrf.js --\nmodule.exports.csrf = true;\n")
	p.goTo("records/owner")
	p.press("New record")
	p.fill("name", "Ann")
	p.press("Create")
	p.shows("Created 1.")
	p.run(`document.querySelector('main tbody tr').click()`)
	p.fill("name", "Bea")
	p.press("Save")
	p.shows("Saved 1.")
	p.run(`window.confirm = () => true; document.querySelector('main tbody tr').click()`)
	p.press("Delete")
	p.shows("Deleted 1.")
}

// TestWindowOfWorkers: the panels show what all workers do.
func TestWindowOfWorkers(t *testing.T) {
	t.Parallel()
	p := openWindowOf(t, workerPets, ofWorkers(int64(2)))
	p.goTo("requests")
	p.shows("connected")
	p.l.everyWorker("/worker/state", 2)
	first := p.l.socketOf()
	for second := p.l.socketOf(); second.worker == first.worker; {
		second = p.l.socketOf()
	}
	p.holds(`document.querySelectorAll('main .row').length >= 4`)
	p.choose("/worker/state")
	p.shows("action worker.state")
	p.goTo("sockets")
	p.shows("2 sockets")
	p.press("All sockets")
	p.fill("Event", "hello")
	p.press("Send to all")
	p.shows("Sent to 2 sockets.")
	p.l.get("/worker/shout")
	p.shows("heard")
	p.goTo("records/pet")
	p.press("New record")
	p.fill("name", "Zoe")
	p.press("Create")
	p.shows("Created 2.")
	p.goTo("playground")
	p.enter("require('cluster').worker.id")
	p.shows("> require")
	p.holds(`document.querySelector('main .console').lastElementChild.textContent.trim() === '1'`)
	p.goTo("reloads")
	p.l.write("api/controllers/FeedController.js", "module.exports = {feed: function (req, res) { res.ok(); }};")
	p.l.reload()
	p.choose("/feed/feed")
	p.shows("Stages")
	p.goTo("routes")
	p.do(chromedp.SendKeys(chromedp.CSS("main input[type=search]"), "/feed/feed"))
	p.choose("/feed/feed")
}

// TestWindowByKeyboard: panels, lists, details and forms are used without a pointer.
func TestWindowByKeyboard(t *testing.T) {
	t.Parallel()
	p := openWindow(t, shopProject)
	p.l.fetch("POST", "/pet?name=Rex&age=3")
	press := func(keys ...string) {
		t.Helper()
		for _, key := range keys {
			p.do(chromedp.KeyEvent(key))
		}
	}
	tabTo := func(selector string) {
		t.Helper()
		for range 60 {
			at, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](`document.activeElement.matches(`+quote(selector)+`)`))
			if err != nil {
				t.Fatal(err)
			}
			if at {
				return
			}
			press(kb.Tab)
		}
		t.Fatalf("Tab does not lead to %s", selector)
	}
	// Enter without its character, which would come to the field that gets the focus: a browser
	// drops it with the key that was handled, the protocol sends it by itself.
	open := func() {
		t.Helper()
		p.run(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true}))`)
	}
	p.shows("31 routes")
	press("/", kb.Backspace, "i", "s", "K", "e", "e", "p", "e", "r")
	p.holds(`document.activeElement.matches('main input[type=search]') && document.querySelectorAll('main .row').length < 10 && !!document.querySelector('main .row')`)
	tabTo(".list")
	press(kb.ArrowDown)
	p.shows("policy isKeeper")
	press(kb.Escape)
	p.holds(`!document.querySelector('.split').classList.contains('open') && document.activeElement.matches('.list')`)
	press("?")
	p.holds(`document.getElementById('help').open`)
	press(kb.Escape)
	p.holds(`!document.getElementById('help').open`)
	press("2")
	p.shows("connected")
	p.l.fetch("GET", "/pet/oldest")
	p.shows("/pet/oldest")
	tabTo(".list")
	press(kb.ArrowDown)
	p.shows("asked for in")
	press("3")
	p.shows("Choose a model.")
	p.holds(`document.querySelectorAll('main .row').length === 2`) // a list without rows leaves keys out
	tabTo(".list")
	press(kb.End)
	p.shows("Rex")
	tabTo("main tbody tr")
	open()
	p.holds(`document.activeElement.matches('main form input[aria-label=name]')`)
	press(kb.End, "y", kb.Enter)
	p.shows("Rexy")
	tabTo("main tbody tr")
	open()
	p.holds(`document.activeElement.matches('main form input[aria-label=name]')`)
	press(kb.Escape)
	p.holds(`!document.querySelector('main form input[aria-label=name]') && document.activeElement.matches('main tbody tr')`)
	press("5")
	p.holds(`document.querySelectorAll('svg .box').length === 2`)
	tabTo("svg .box")
	press(kb.Enter)
	p.shows("The schema beside the database")
	press("6")
	p.holds(`document.activeElement.matches('main textarea')`)
	p.run(`document.activeElement.value = ''`) // the protocol sends the character of the key too
	press("1", "+", "1", kb.Enter)
	p.holds(`document.querySelector('main .console').lastElementChild?.textContent.trim() === '2' && document.activeElement.matches('main textarea')`)
	press("P", "e", "t", kb.Tab)
	p.holds(`document.activeElement.matches('main textarea')`) // it completes
	press(kb.Escape, kb.Tab)
	p.holds(`!document.activeElement.matches('main textarea')`)
	press("7")
	p.shows("the first version")
	press("8")
	p.shows("Record while the server is busy")
}

// TestWindowDetailsOnAPhone: what is opened fits a narrow window and can be closed, in the light
// and in the dark.
func TestWindowDetailsOnAPhone(t *testing.T) {
	t.Parallel()
	p := openWindow(t, modernShop)
	p.do(chromedp.EmulateViewport(360, 640))
	long := strings.Repeat("averylongwordwithoutspaces", 12)
	p.goTo("requests")
	p.shows("connected")
	p.l.fetch("POST", "/open?name="+long)
	p.l.fetch("GET", "/pet?where={\"name\":\""+long+"\"}")
	fits := func() {
		t.Helper()
		for _, theme := range []string{"light", "dark"} {
			p.run(`document.documentElement.dataset.theme = ` + quote(theme))
			p.holds(`document.documentElement.scrollWidth <= 360 && [...document.querySelectorAll('.detail, main .scroll')].every((e) => e.scrollWidth <= e.clientWidth + 1)`)
			p.holds(`parseInt(getComputedStyle(document.body).backgroundColor.slice(4)) ` + map[string]string{"light": "> 200", "dark": "< 60"}[theme])
		}
	}
	closes := func() {
		t.Helper()
		p.holds(`(() => { const r = document.querySelector('.detail .top button').getBoundingClientRect(); return r.left >= 0 && r.right <= 360 && r.top >= 0; })()`)
		p.run(`document.querySelector('.detail .top button').click()`)
		p.holds(`getComputedStyle(document.querySelector('.split > .list')).display !== 'none'`)
	}
	p.choose("POST")
	fits()
	closes()
	p.press("New request")
	fits()
	closes()
	p.goTo("routes")
	p.do(chromedp.SendKeys(chromedp.CSS("main .bar form input"), "DELETE /pet/7\r"))
	p.shows("id = 7")
	fits()
	closes()
	p.goTo("records/pet")
	p.shows(long[:20])
	p.run(`document.querySelector('main tbody tr').click()`)
	p.shows("As JSON")
	fits()
	p.goTo("models/pet")
	p.shows("key of owner")
	fits()
	p.goTo("sockets")
	p.press("All sockets")
	fits()
	closes()
	p.goTo("reloads")
	p.choose("ok")
	fits()
	closes()
	p.goTo("playground")
	fits()
}
