package engine_test

import (
	"strings"
	"testing"

	"framework/engine/testenv"
)

// numbered gives models of 1.x the key that they need.
const numbered = `module.exports.models = { migrate: 'drop', attributes: { id: { type: 'number', autoIncrement: true } } };`

// TestErrorsOfLift: errors about settings have the codes that Sails 1.5.18 gives them.
func TestErrorsOfLift(t *testing.T) {
	t.Parallel()
	for settings, want := range map[string]string{
		`{ session: { secret: 12345 } }`:                                  "E_INVALID_SESSION_CONFIG",
		`{ session: { routesDisabled: ['/a'] } }`:                         "E_INVALID_SESSION_CONFIG",
		`{ session: { isSessionDisabled: true } }`:                        "E_INVALID_SESSION_CONFIG",
		`{ session: { cookie: { secure: 'true' } } }`:                     "E_SESSION_BAD_COOKIE_SECURE",
		`{ globals: { sails: 'yes' } }`:                                   "E_BAD_GLOBAL_CONFIG",
		`{ globals: true }`:                                               "E_BAD_GLOBAL_CONFIG",
		`{ http: { trustProxy: '' } }`:                                    "E_HTTP_BAD_TRUSTPROXY",
		`{ security: { cors: { allRoutes: true, allowOrigins: [''] } } }`: "E_INVALID_SECURITY_CONFIG",
		`{ policies: { '*': ['nobody'] } }`:                               "E_INVALID_POLICY_CONFIG",
		`{ controllers: {}, appPath: './twice' }`:                         "E_CONFLICT pet/feed",
		`{ session: { cookie: { secure: false } } }`:                      "none",
	} {
		t.Run(settings, func(t *testing.T) {
			t.Parallel()
			seen, _, err := tested(t, t.Context(), `
				it('fails', function (done) {
					new (require('sails').Sails)().load(`+settings+`, function (err) {
						var got = err ? [err.code, err.identity].filter(Boolean).join(' ') : 'none';
						done(got === '`+want+`' ? null : new Error(got + ': ' + err));
					});
				});`,
				"package.json", `{"dependencies":{"sails":"^1.5.0"}}`, "config/models.js", numbered,
				"twice/package.json", `{}`, "twice/api/controllers/PetController.js", "module.exports = { feed: function () {} };",
				"twice/api/controllers/pet/feed.js", "module.exports = function () {};")
			if err != nil || len(seen.Failed) > 0 {
				t.Errorf("%v\n%s", err, strings.Join(seen.Reasons, "\n"))
			}
		})
	}
}

// TestPortIsTaken: the error has a code.
func TestPortIsTaken(t *testing.T) {
	t.Parallel()
	seen, _, err := tested(t, t.Context(), strings.ReplaceAll(`
		it('says so', async function () {
			var Sails = require('sails').Sails, first = new Sails(), failed;
			await first.lift({ port: HERE });
			await new Sails().lift({ port: HERE }).catch(function (err) { failed = err; });
			await first.lower();
			if (failed.code !== 'E_PORT_BUSY') { throw new Error(failed.code + Object.keys(failed) + failed); }
		});`, "HERE", testenv.FreePort(t)), "package.json", `{"dependencies":{"sails":"^1.5.0"}}`, "config/models.js", numbered)
	if err != nil || len(seen.Failed) > 0 {
		t.Errorf("%v\n%s", err, strings.Join(seen.Reasons, "\n"))
	}
}

// TestCoreHooksOff: hooks of Sails that the settings of lift switch off, or that loadHooks leaves out, do
// nothing. Files of the configuration come too late for that.
func TestCoreHooksOff(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	for name, c := range map[string]struct{ release, settings, want string }{
		"all on":                   {"^1.5.0", `{}`, "/pet 403, /hi 403, /pet/hi 403, cors https://a.test"},
		"blueprints":               {"^1.5.0", `{ hooks: { blueprints: false } }`, "/pet 404, /hi 403, /pet/hi 404, cors https://a.test"},
		"policies":                 {"^1.5.0", `{ hooks: { policies: 'false' } }`, "/pet 200, /hi 200, /pet/hi 200, cors https://a.test"},
		"security":                 {"^1.5.0", `{ hooks: { security: false } }`, "/pet 403, /hi 403, /pet/hi 403, cors undefined"},
		"loadHooks":                {"^1.5.0", `{ loadHooks: ['http', 'orm'] }`, "/pet 404, /hi 200, /pet/hi 404, cors undefined"},
		"classic, blueprints":      {"~0.12.0", `{ hooks: { blueprints: false } }`, "/pet 404, /hi 403, /pet/hi 404, cors https://a.test"},
		"classic, policies":        {"~0.12.0", `{ hooks: { policies: false } }`, "/pet 200, /hi 200, /pet/hi 200, cors https://a.test"},
		"classic, cors":            {"~0.12.0", `{ hooks: { cors: false } }`, "/pet 403, /hi 403, /pet/hi 403, cors undefined"},
		"a file says so, too late": {"^1.5.0", `{ appPath: './late' }`, "/pet 404, /hi 403, /pet/hi 404, cors undefined"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seen, _, err := tested(t, t.Context(), `
				it('asks', async function () {
					var app = new (require('sails').Sails)();
					await app.load(`+c.settings+`);
					var got = [];
					for (var path of ['/pet', '/hi', '/pet/hi']) {
						got.push(path + ' ' + await app.request('GET ' + path).then(function () { return 200; }, function (err) { return err.status; }));
					}
					var answer = await app.request({ url: '/open', method: 'GET', headers: { origin: 'https://a.test' } });
					got.push('cors ' + (answer.headers['access-control-allow-origin'] || undefined));
					await app.lower();
					if (got.join(', ') !== '`+c.want+`') { throw new Error(got.join(', ')); }
				});`,
				"package.json", `{"dependencies":{"sails":"`+c.release+`"}}`, "config/models.js", numbered,
				"api/controllers/PetController.js", "module.exports = { hi: function (req, res) { res.send('hi'); } };",
				"config/settings.js", `module.exports = {
					blueprints: { actions: true, rest: true }, policies: { '*': false },
					cors: { allRoutes: true, origin: 'https://a.test' }, security: { cors: { allRoutes: true, allowOrigins: ['https://a.test'] } },
					routes: { '/hi': 'PetController.hi', '/open': function (req, res) { res.send('open'); } },
				};`,
				"late/package.json", "{}", "late/api/controllers/PetController.js", "module.exports = { hi: function (req, res) { res.send('hi'); } };",
				"late/config/settings.js", "module.exports = { hooks: { policies: false }, policies: { '*': false }, routes: { '/hi': 'PetController.hi', '/open': function (req, res) { res.send('open'); } } };",
			)
			if err != nil || len(seen.Failed) > 0 {
				t.Errorf("%v\n%s", err, strings.Join(seen.Reasons, "\n"))
			}
		})
	}
}

// TestAppsAreAskedForMore: what hooks, tests and other transports ask the app object for.
func TestAppsAreAskedForMore(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	const modern, classic = "^1.5.0", "~0.12.0"
	for name, c := range map[string]struct{ release, code string }{
		"routes in the order of 1.x": {modern, `
			equal(app.router.getSortedRouteAddresses().join(), 'GET /a,/guarded,/a/:b,/*');`},
		"an event that is a request": {modern, `
			equal(await new Promise(function (resolve) {
				app.router.bind('/late', function (req, res) { res.send(req.query.a + req.method + typeof req.allParams); })
					.emit('router:request', { url: '/late', query: { a: 1 } }, { send: resolve });
			}), '1GETfunction');
			equal(await new Promise(function (resolve) {
				app.router.route({ url: '/echo', method: 'post', body: { b: 2 }, headers: {} }, { _clientCallback: resolve });
			}).then(function (answer) { return answer.statusCode + answer.body.b; }), 202);
			equal(await new Promise(function (resolve) {
				var res = { end: function (body) { resolve(res.statusCode); } };
				app.router.route({ url: '/echo', method: 'GET' }, res);
			}), 200);`},
		"cookies of virtual answers": {modern, `
			var answer = await app.request('GET /cookies');
			equal(Array.isArray(answer.headers['set-cookie']) && answer.headers['set-cookie'].map(function (c) { return c.split(';')[0]; }).slice(-2).join(), 'a=1,b=2');`},
		"cookies of virtual answers, classic": {classic, `
			var answer = await app.request('GET /cookies');
			equal(Array.isArray(answer.headers['set-cookie']), true);`},
		"a policy in the settings": {modern, `
			equal(Object.keys(app.hooks.policies.middleware).sort().join(), 'file,written');
			equal((await app.request('GET /guarded').catch(function (err) { return err; })).status, 403);`},
		"a route that is a list": {modern, `
			equal(app.getUrlFor('pet/feed'), '/*');`},
		"actions that are loaded again": {modern, `
			app.registerAction(function (req, res) { res.send('more'); }, 'more');
			await app.reloadActions();
			equal((await app.request('GET /pet')).body.length, 0);
			equal((await app.request('GET /cookies')).statusCode, 200);`},
		"sessions that are off": {modern, `
			await app.lower();
			app = new Sails();
			await app.load({ hooks: { session: false } });
			equal((await app.request({ url: '/signed', method: 'GET', headers: { cookie: 'owl=s%3Ahoot.abc' } })).body, 's:hoot.abc');
			var failed;
			await new Sails().load({ hooks: { session: false }, security: { csrf: true } }).catch(function (err) { failed = err; });
			equal(/csrf needs sessions/.test(failed), true);`},
		"sessions that are off where a route is protected": {modern, `
			await app.lower();
			app = new Sails();
			await app.load({ hooks: { session: false }, routes: { 'GET /form': { csrf: true, target: function (req, res) { res.send('form'); } }, 'POST /form': { csrf: true, target: function (req, res) { res.send('sent'); } } } });
			equal((await app.request('GET /form')).body, 'form');
			equal((await app.request('POST /form').catch(function (err) { return err; })).status >= 400, true);`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seen, _, err := tested(t, t.Context(), `
				function equal(got, want) { if (got !== want) { throw new Error('got ' + got + ', want ' + want); } }
				it('answers', async function () {
					var Sails = require('sails').Sails, app = new Sails();
					await app.load();
					`+c.code+`
					await app.lower();
				});`,
				"package.json", `{"dependencies":{"sails":"`+c.release+`"}}`, "config/models.js", numbered,
				"api/policies/file.js", "module.exports = function (req, res, next) { next(); };",
				"api/controllers/PetController.js", "module.exports = { feed: function (req, res) { res.send('fed'); } };",
				"config/settings.js", `module.exports = {
					policies: { moduleDefinitions: { written: function (req, res) { res.status(403).send('no'); } } },
					blueprints: { rest: true },
				};`,
				"config/routes.js", map[string]string{modern: `module.exports.routes = {
					'/*': [{ policy: 'file' }, { action: 'pet/feed', skipRegex: /^\/(pet|late|echo|cookies|guarded|signed)/ }],
					'/guarded': [{ policy: 'written' }],
					'/a/:b': function (req, res) { res.send('b'); },
					'GET /a': function (req, res) { res.send('a'); },
				};`, classic: "module.exports.routes = {};"}[c.release],
				"api/hooks/more.js", `module.exports = function (sails) { return { routes: { before: {
					'/cookies': function (req, res) { res.cookie('a', '1'); res.cookie('b', '2'); res.send('set'); },
					'/echo': function (req, res) { res.json(req.body || {}); },
					'/signed': function (req, res) { res.send(String(req.cookies.owl)); },
				} } }; };`,
			)
			if err != nil || len(seen.Failed) > 0 {
				t.Errorf("%v\n%s", err, strings.Join(seen.Reasons, "\n"))
			}
		})
	}
}
