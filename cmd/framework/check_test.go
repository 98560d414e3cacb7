package main_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
)

// checked is a project without mistakes; the cases of TestCheck change one file each.
var checked = map[string]string{
	"package.json":                      `{"name": "shop"}`,
	"config/connections.js":             "module.exports.connections = {\n  disk: { adapter: 'sails-memory' }\n};\n",
	"config/models.js":                  "module.exports.models = { connection: 'disk', migrate: 'safe' };\n",
	"config/routes.js":                  "module.exports.routes = {\n  'GET /': { view: 'home' }\n};\n",
	"api/models/Pet.js":                 "module.exports = {\n  attributes: {\n    name: { type: 'string', required: true },\n    owner: { model: 'user' }\n  }\n};\n",
	"api/models/User.js":                "module.exports = { attributes: { pets: { collection: 'pet', via: 'owner' } } };\n",
	"api/controllers/PetController.js":  "module.exports = {\n  feed: function (req, res) { res.ok(); }\n};\n",
	"api/controllers/UserController.js": "module.exports = {};\n",
	"api/policies/isIn.js":              "module.exports = function (req, res, next) { next(); };\n",
	"views/home.ejs":                    "<% if (true) { %>\n<p>home</p>\n<% } %>\n",
	"views/layout.ejs":                  "<%- body %>\n",
}

// checkedModern is the same for Sails 1.
var checkedModern = map[string]string{
	"package.json":                  `{"name": "shop", "dependencies": {"sails": "^1.5.0"}}`,
	"config/datastores.js":          "module.exports.datastores = { default: { adapter: 'sails-memory' } };\n",
	"config/models.js":              "module.exports.models = {\n  migrate: 'safe',\n  attributes: { id: { type: 'number', autoIncrement: true } },\n  dataEncryptionKeys: { default: 'oBZ4ZMHQ2gmKnLxPVmPYPxpeRxxYP4Pqp8qaZnSxAGw=' }\n};\n",
	"config/routes.js":              "module.exports.routes = {\n  'GET /': { action: 'view-home' }, 'GET /pet/feed': 'pet/feed'\n};\n",
	"config/globals.js":             "module.exports.globals = { sails: true, models: true, _: false, async: false };\n",
	"config/locales/en.json":        `{"pet.fed": "It was fed"}`,
	"api/models/Pet.js":             "module.exports = { attributes: { name: { type: 'string' }, age: { type: 'number' } } };\n",
	"api/helpers/send-email.js":     "module.exports = {\n  inputs: { to: { type: 'string' } },\n  fn: async function (inputs) { return inputs.to; }\n};\n",
	"api/helpers/feed/take-food.js": "module.exports = { inputs: { kind: { type: 'string', required: true } }, fn: async function () {} };\n",
	"api/helpers/feed/give-food.js": "module.exports = { sync: true, fn: function () { return 1; } };\n",
	"api/controllers/view-home.js":  "module.exports = {\n  exits: { success: { viewTemplatePath: 'home' }, absent: {} },\n  fn: async function (inputs, exits) {\n    return exits.success(await sails.helpers.sendEmail('a'));\n  }\n};\n",
	"api/controllers/pet/feed.js":   "module.exports = async function (req, res) {\n  await Pet.updateOne({ name: 'a' }).set({ age: 1 });\n  return res.json(sails.helpers.feed.giveFood());\n};\n",
	"views/home.ejs":                "<p>home</p>\n",
	"views/layouts/layout.ejs":      "<%- body %>\n",
}

// mistake is a file of a project with a mistake.
type mistake struct {
	file, text string
	warns      string // what is warned about, "" for nothing
	fails      string // why the project does not lift, "" if it does
}

// TestCheck: what framework check says about the mistakes that people make, and that
// --strict makes an error of each warning.
func TestCheck(t *testing.T) {
	t.Parallel()
	binary := build(t)
	t.Run("classic", func(t *testing.T) { testMistakes(t, binary, checked, mistakes()) })
	t.Run("modern", func(t *testing.T) { testMistakes(t, binary, checkedModern, modernMistakes()) })
	t.Run("without --strict", func(t *testing.T) {
		dir := programtest.Project(t, "-- package.json --\n{}\n-- config/csrf.js --\nexports.csfr = true;\n")
		out, err := exec.Command(binary, "check", dir).CombinedOutput()
		if err != nil || !strings.Contains(string(out), `warning: config/csrf.js:1:9: config: "csfr"`) {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// mistakes are those in a project for 0.12, by what is wrong.
func mistakes() map[string]mistake {
	return map[string]mistake{
		"nothing is wrong": {"config/log.js", "module.exports.log = { level: 'warn' };", "", ""},
		"adapter": {
			"config/connections.js", "module.exports.connections = {\n  disk: { adaptor: 'sails-memory' }\n};\n",
			`config/connections.js:2:11: config.connections.disk: "adaptor" is no setting; did you mean "adapter"?`,
			`connection "disk" (config/connections.js): it names no adapter`,
		},
		"name of a connection": {
			"config/models.js", "module.exports.models = { connection: 'disc', migrate: 'safe' };", "",
			`connection "disc": there is no such connection; did you mean "disk"?`,
		},
		"name of an object of the configuration": {
			"config/blueprints.js", "module.exports.blueprint = { rest: false };",
			`config/blueprints.js:1:16: config: "blueprint" is no setting; did you mean "blueprints"?`, "",
		},
		"two letters": {"config/csrf.js", "exports.csfr = true;", `config/csrf.js:1:9: config: "csfr" is no setting; did you mean "csrf"?`, ""},
		"bootstrap":   {"config/bootstrap.js", "exports.bootsrap = function (cb) { cb(); };", `config/bootstrap.js:1:9: config: "bootsrap" is no setting; did you mean "bootstrap"?`, ""},
		"sockets": {
			"config/sockets.js", "module.exports.sockets = { onlyAllowOrigin: ['http://a'] };",
			`config/sockets.js:1:28: config.sockets: "onlyAllowOrigin" is no setting; did you mean "onlyAllowOrigins"?`, "",
		},
		"session": {"config/session.js", "module.exports.session = { secrt: 'x' };", `config/session.js:1:28: config.session: "secrt" is no setting; did you mean "secret"?`, ""},
		"cookie": {
			"config/session.js", "module.exports.session = { cookie: { secur: true } };",
			`config/session.js:1:38: config.session.cookie: "secur" is no setting; did you mean "secure"?`, "",
		},
		"verb": {
			"config/routes.js", "module.exports.routes = { 'PSOT /login': 'PetController.feed' };",
			`config/routes.js:1:27: "PSOT /login": "PSOT" is no verb, so no request matches; did you mean "POST"?`, "",
		},
		"action": {
			"config/routes.js", "module.exports.routes = { 'GET /a': 'PetController.fed' };",
			`config/routes.js:1:27: ignored "GET /a": the controller "pet" has no action "fed"; did you mean "feed"?`, "",
		},
		"default action": {
			"config/routes.js", "module.exports.routes = { 'GET /a': 'PetController.fnd' };",
			`config/routes.js:1:27: ignored "GET /a": the controller "pet" has no action "fnd"; did you mean "find"?`, "",
		},
		"controller": {
			"config/routes.js", "module.exports.routes = { 'GET /a': 'PetsController.feed' };",
			`config/routes.js:1:27: ignored "GET /a": there is no controller "pets"; did you mean "pet"?`, "",
		},
		"view": {
			"config/routes.js", "module.exports.routes = { 'GET /': { view: 'hoem' } };",
			`config/routes.js:1:27: ignored "GET /": there is no view "hoem"; did you mean "home"?`, "",
		},
		"policy": {
			"config/policies.js", "module.exports.policies = { '*': 'isInn' };", "",
			`config/policies.js: policies of *: there is no policy "isInn"; did you mean "isin"?`,
		},
		"action of a policy": {
			"config/policies.js", "module.exports.policies = { PetController: { detsroy: 'isIn' } };",
			`config/policies.js:1:46: PetController.detsroy: there is no such action: the rule guards nothing; did you mean "destroy"?`, "",
		},
		"attributes": {
			"api/models/Pet.js", "module.exports = {\n  attributez: { owner: { model: 'user' } }\n};",
			`api/models/Pet.js:2:3: Pet: "attributez" is no key of a model; did you mean "attributes"?`,
			`via names no attribute of Pet: "owner"`,
		},
		"callback": {
			"api/models/User.js", "module.exports = {\n  attributes: {},\n  beforCreate: function (v, next) { next(); }\n};",
			`api/models/User.js:3:3: User: "beforCreate" is no key of a model; did you mean "beforeCreate"?`, "",
		},
		"rule": {
			"api/models/User.js", "module.exports = { attributes: { mail: { type: 'string', requierd: true } } };",
			`api/models/User.js:1:58: User.mail: "requierd" is no property of an attribute and no validation rule; did you mean "required"?`, "",
		},
		"type": {
			"api/models/User.js", "module.exports = { attributes: { mail: 'strng' } };",
			`api/models/User.js:1:34: User.mail: there is no type "strng", so every value is refused; did you mean "string"?`, "",
		},
		"via": {
			"api/models/User.js", "module.exports = { attributes: { pets: { collection: 'pet', via: 'ownr' } } };", "",
			`model User.pets: via names no attribute of Pet: "ownr" (did you mean "owner"?)`,
		},
		"a block of a view": {
			"views/home.ejs", "<p>\n<% if (true) { %>\n</p>\n", `views/home.ejs:2: the view cannot be compiled: { is not closed, which "if (true) {" opens`, "",
		},
		"a block too many": {"views/home.ejs", "<p>\n<% } %>\n", `views/home.ejs:2: the view cannot be compiled: unexpected }`, ""},
		"a tag of a view":  {"views/home.ejs", "<p>\n<%= a", `views/home.ejs:2: the view cannot be compiled: this <% is never closed with %>`, ""},
		"code of a view":   {"views/home.ejs", "<p>\n<%= a b %>", `views/home.ejs:2: the view cannot be compiled: Unexpected identifier`, ""},
		"an include":       {"views/home.ejs", "<p>\n<% include foo %>", `views/home.ejs:2: the view includes views/foo.ejs, which does not exist`, ""},
		"code": {
			"api/controllers/PetController.js", "module.exports = { feed: function (req, res) { res.json({ a: 1); } };", "",
			`api/controllers/PetController.js:1:63: SyntaxError: Unexpected token ')'`,
		},
		"a package": {
			"api/controllers/PetController.js", "var _ = require('lodsh');", "",
			`api/controllers/PetController.js:1:9: Error: Cannot find module 'lodsh' (npm install lodsh)`,
		},
		"a member of res": {
			"api/controllers/PetController.js", "module.exports = {\n  feed: function (req, res) { res.jsn({}); }\n};",
			`api/controllers/PetController.js:2:35: there is no res.jsn; did you mean res.json?`, "",
		},
		"a member of req": {
			"api/policies/isIn.js", "module.exports = function (req, res, next) {\n  next(req.parm('a'));\n};",
			`api/policies/isIn.js:2:12: there is no req.parm; did you mean req.param?`, "",
		},
		"a function of a model": {
			"api/controllers/PetController.js", "module.exports = {\n  feed: function (req, res) { Pet.updat({}, {}).exec(res.ok); }\n};",
			`api/controllers/PetController.js:2:35: there is no Pet.updat; did you mean Pet.update?`, "",
		},
		"a model": {
			"api/controllers/PetController.js", "module.exports = {\n  feed: function (req, res) { sails.models.usr.find().exec(res.ok); }\n};",
			`api/controllers/PetController.js:2:44: there is no sails.models.usr; did you mean sails.models.user?`, "",
		},
		"a global": {
			"api/controllers/UserController.js", "module.exports = {\n  all: function (req, res) { Usr.find().exec(res.ok); }\n};",
			`api/controllers/UserController.js:2:30: there is no Usr; did you mean User?`, "",
		},
		"a global of the language": {
			"api/controllers/UserController.js", "module.exports = {\n  all: function (req, res) { res.ok(JSON.stringfy({})); }\n};",
			`api/controllers/UserController.js:2:42: there is no JSON.stringfy; did you mean JSON.stringify?`, "",
		},
		"an attribute of criteria": {
			"api/controllers/PetController.js", "module.exports = {\n  feed: function (req, res) { Pet.find({ ownr: 1, where: {} }).exec(res.ok); }\n};",
			`api/controllers/PetController.js:2:42: Pet has no attribute ownr; did you mean owner?`, "",
		},
		"a query that nothing waits for": {
			"api/controllers/PetController.js", "module.exports = {\n  feed: function (req, res) { Pet.update({ name: 'a' }, { name: 'b' }); res.ok(); }\n};",
			`api/controllers/PetController.js:2:31: nothing waits for Pet.update(), so this query is never run; put await in front of it, or .exec(callback) behind it`, "",
		},
		"the name of a controller": {
			"api/controllers/Shop.js", "module.exports = {\n  open: function (req, res) { res.ok(); }\n};",
			"api/controllers/Shop.js: the file is not loaded: names of controllers end in Controller; name it ShopController.js", "",
		},
		"no exports": {
			"api/services/Mailer.js", "var Mailer = {\n  send: function () {}\n};",
			"api/services/Mailer.js: the file exports nothing, so nothing of it is used; begin with module.exports =", "",
		},
		"a model while files are loaded": {
			"api/controllers/PetController.js", "var names = Pet.attributes;\nmodule.exports = {};", "",
			"api/controllers/PetController.js:1:13: ReferenceError: Pet is not defined (models are there once all files are loaded: use Pet inside of a function)",
		},
		"an adapter that is not there": {
			"config/connections.js", "module.exports.connections = { disk: { adapter: 'sails-oracle' } };", "",
			`api/models/Pet.js: connection "disk" (config/connections.js): there is no adapter "sails-oracle"`,
		},
		"settings of this machine": {
			"config/local.js", "module.exports = { port: 1337 }}", "",
			"config/local.js:1:32: SyntaxError: Unexpected token '}'",
		},
		"package.json": {
			"package.json", `{"name": "shop",}`, "",
			"package.json:1:17: invalid character '}' looking for beginning of object key string (JSON has no comma after the last entry)",
		},
		"a view of an action": {
			"api/controllers/PetController.js", "module.exports = {\n  feed: function (req, res) { res.view('hoem', { a: 1 }); }\n};",
			`api/controllers/PetController.js:2:40: there is no view "hoem"; did you mean "home"?`, "",
		},
		"a package in a function": {
			"api/controllers/PetController.js", "module.exports = {\n  feed: function (req, res) { require('lodsh'); }\n};",
			`api/controllers/PetController.js:2:39: the package "lodsh" is not installed; npm install lodsh`, "",
		},
		"a file in a function": {
			"api/controllers/PetController.js", "module.exports = {\n  feed: function (req, res) { require('../models/Pett'); }\n};",
			`api/controllers/PetController.js:2:39: there is no file "../models/Pett"; did you mean "../models/Pet"?`, "",
		},
		"files that require each other": {
			"api/controllers/PetController.js", "require('./PetController');\nmodule.exports = {\n  feed: function (req, res) { res.ok(); }\n};",
			`api/controllers/PetController.js:1:9: these files require each other, so that one of them gets exports of another that are not complete: api/controllers/PetController.js -> api/controllers/PetController.js; require one of them inside of the function that uses it`, "",
		},
		"a model of an association": {
			"api/models/Pet.js", "module.exports = {\n  attributes: { owner: { model: 'usr' } }\n};", "",
			`api/models/Pet.js: model Pet.owner: there is no model "usr" (did you mean "user"?)`,
		},
		"code of the configuration": {
			"config/routes.js", "module.exports.routes = {\n  'GET /': { view: 'home' }\n  'GET /b': { view: 'home' }\n};", "",
			`config/routes.js:3:3: SyntaxError: Unexpected string`,
		},
		"a service": {
			"api/services/Mailer.js", "module.exports = {\n  send: function () { Maler.send(); }\n};",
			`api/services/Mailer.js:2:23: there is no Maler; did you mean Mailer?`, "",
		},
		"a name of middleware": {
			"config/http.js", "module.exports.http = { middleware: { order: ['cookieParser', 'session', 'bodyParsr', 'router', 'www', '404', '500'] } };",
			`config/http.js: middleware.order names "bodyParsr", but there is no such middleware; add middleware.bodyParsr = function (req, res, next) {…}`, "",
		},
		"nothing, for the script tests": {
			"api/controllers/PetController.js", "module.exports = {\n  feed: function (req, res) { if (res.jsn) { res.jsn({}); } if (Pet.updat) { Pet.updat(); } try { require('lodsh'); } catch (e) { res.ok(); } }\n};", "", "",
		},
		"nothing, for the names are local": {
			"api/controllers/PetController.js", "module.exports = {\n  feed: function (req, cb) { var Usr = req.a, res = req.b; Usr.find(); res.jsn(); Pet.find({ 'ownr.a': 1, [Usr]: 2 }).exec(cb); }\n};", "", "",
		},
		"nothing, for the script adds it": {
			"api/services/Extra.js", "Pet = { updat: 1 };\nmodule.exports = { add: function (req, res) { res.jsn = res.json; res.jsn({}); Pet.updat(); } };", "", "",
		},
	}
}

// modernMistakes are those in a project for 1.x.
func modernMistakes() map[string]mistake {
	return map[string]mistake{
		"nothing is wrong": {"config/log.js", "module.exports.log = { level: 'warn' };", "", ""},
		"a helper": {
			"api/controllers/pet/feed.js", "module.exports = async function (req, res) {\n  return res.json(await sails.helpers.sendEmial.with({ to: 'a' }));\n};",
			`api/controllers/pet/feed.js:2:39: there is no sails.helpers.sendEmial; did you mean sails.helpers.sendEmail?`, "",
		},
		"a helper in a folder": {
			"api/controllers/pet/feed.js", "module.exports = async function (req, res) {\n  return res.json(sails.helpers.feed.givFood());\n};",
			`api/controllers/pet/feed.js:2:38: there is no sails.helpers.feed.givFood; did you mean sails.helpers.feed.giveFood?`, "",
		},
		"an exit": {
			"api/controllers/view-home.js", "module.exports = {\n  exits: { success: { viewTemplatePath: 'home' }, absent: {} },\n  fn: async function (inputs, exits) {\n    return exits.abset();\n  }\n};",
			`api/controllers/view-home.js:4:18: exits does not declare abset; did you mean exits.absent?`, "",
		},
		"the view of an exit": {
			"api/controllers/view-home.js", "module.exports = {\n  exits: { success: { viewTemplatePath: 'pages/home' } },\n  fn: async function () {}\n};",
			`api/controllers/view-home.js:2:41: there is no view "pages/home"`, "",
		},
		"a translation": {
			"api/controllers/pet/feed.js", "module.exports = async function (req, res) {\n  return res.json(sails.__('pet.fedd'));\n};",
			`api/controllers/pet/feed.js:2:28: no language has the text "pet.fedd"; did you mean "pet.fed"?`, "",
		},
		"an attribute": {
			"api/controllers/pet/feed.js", "module.exports = async function (req, res) {\n  return res.json(await Pet.create({ nam: 'a' }));\n};",
			`api/controllers/pet/feed.js:2:38: Pet has no attribute nam; did you mean name?`, "",
		},
		"a query that nothing waits for": {
			"api/controllers/pet/feed.js", "module.exports = async function (req, res) {\n  Pet.update({ name: 'a' }).set({ age: 1 });\n  return res.ok();\n};",
			`api/controllers/pet/feed.js:2:3: nothing waits for Pet.update().set(), so this query is never run; put await in front of it, or .exec(callback) behind it`, "",
		},
		"a global that is off": {
			"api/controllers/pet/feed.js", "const names = _.keys({});\nmodule.exports = async function (req, res) { return res.ok(); };", "",
			"api/controllers/pet/feed.js:1:15: ReferenceError: _ is not defined (config.globals switches it off; use require('lodash'))",
		},
		"a method of a query": {
			"api/controllers/pet/feed.js", "module.exports = async function (req, res) {\n  return res.json(await Pet.find({ age: 1 }).wher({ name: 'a' }));\n};",
			`api/controllers/pet/feed.js:2:46: queries have no method wher: Pet.find().wher; did you mean where?`, "",
		},
		"a rule of an attribute": {
			"api/models/Pet.js", "module.exports = { attributes: { name: { type: 'string', requierd: true } } };",
			"",
			"api/models/Pet.js: model Pet.name: `requierd` is neither a property of attributes nor a validation rule",
		},
		"an action of a route": {
			"config/routes.js", "module.exports.routes = {\n  'GET /feed': 'pet/fed'\n};",
			`config/routes.js:2:3: ignored "GET /feed": there is no action "pet/fed": add api/controllers/pet/fed.js`, "",
		},
		"a view of a route": {
			"config/routes.js", "module.exports.routes = {\n  'GET /': { view: 'hom' }\n};",
			`config/routes.js:2:3: ignored "GET /": there is no view "hom"; did you mean "home"?`, "",
		},
		"a policy": {
			"config/policies.js", "module.exports.policies = { '*': 'isLogedIn' };", "",
			`config/policies.js: policies of *: there is no policy "isLogedIn" (let api/policies/isLogedIn.js export a function)`,
		},
		"an action of policies": {
			"config/policies.js", "module.exports.policies = { 'pet/fed': true };",
			`config/policies.js:1:29: "pet/fed" fits no action: it guards nothing; did you mean "pet/feed"?`, "",
		},
		"an adapter": {
			"config/datastores.js", "module.exports.datastores = { default: { adaptor: 'sails-memory' } };",
			`config/datastores.js:1:42: config.datastores.default: "adaptor" is no setting; did you mean "adapter"?`, "",
		},
		"a setting of CORS": {
			"config/security.js", "module.exports.security = { cors: { allRoutes: true, allowOrigin: ['http://a'] } };",
			`config/security.js:1:54: config.security.cors: "allowOrigin" is no setting; did you mean "allowOrigins"?`, "",
		},
		"a setting of blueprints": {
			"config/blueprints.js", "module.exports.blueprints = { shortcut: false };",
			`config/blueprints.js:1:31: config.blueprints: "shortcut" is no setting; did you mean "shortcuts"?`, "",
		},
		"a model of an association": {
			"api/models/Pet.js", "module.exports = { attributes: { owner: { model: 'usr' } } };", "",
			`api/models/Pet.js: model Pet.owner: there is no model "usr" (models are named by their file, in api/models)`,
		},
		"a helper without a function": {
			"api/helpers/send-email.js", "module.exports = { inputs: {}, fnn: function () {} };", "",
			"api/helpers/send-email.js: ImplementationError: The definition of \"send-email\" cannot be used:\n• Missing the `fn` property.",
		},
	}
}

// TestMistakesAreDocumented: docs/mistakes.md has the words of every mistake, as a cell of a
// table has them.
func TestMistakesAreDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/mistakes.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range []map[string]mistake{mistakes(), modernMistakes()} {
		for name, m := range list {
			for _, text := range []string{m.warns, m.fails} {
				if cell := strings.NewReplacer("|", `\|`, "\n", " ").Replace(text); !strings.Contains(string(page), cell) {
					t.Errorf("%s: docs/mistakes.md does not have\n%s", name, cell)
				}
			}
		}
	}
}

func testMistakes(t *testing.T, binary string, files map[string]string, mistakes map[string]mistake) {
	t.Helper()
	for name, c := range mistakes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for file, text := range files {
				saveFile(t, dir, file, text)
			}
			saveFile(t, dir, c.file, c.text)
			// --strict prints what check prints without it, and one line more.
			command, strict := "check "+dir+" --strict", c.fails == "" && c.warns != ""
			got, err := exec.Command(binary, strings.Fields(command)...).CombinedOutput()
			out := string(got)
			var warned []string
			for line := range strings.SplitSeq(out, "\n") {
				if text, found := strings.CutPrefix(line, "warning: "); found {
					warned = append(warned, text)
				}
			}
			if got := strings.Join(warned, "\n"); got != c.warns {
				t.Errorf("warnings:\n%s\nwant:\n%s", got, c.warns)
			}
			if fails := c.fails != "" || c.warns != ""; (err != nil) != fails || !strings.Contains(out, c.fails) {
				t.Errorf("fails: %v; want an error with %q in:\n%s", err, c.fails, out)
			}
			if strings.Contains(out, "error: there is a warning, and --strict makes it an error") != strict {
				t.Errorf("%s:\n%s", command, out)
			}
		})
	}
}
