package engine_test

import (
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/testenv"
)

// lifting is what the tests below use: ask(port, path) resolves to "status body", or to the code of the error.
const lifting = `
	function ask(port, path) {
		return new Promise(function (resolve) {
			require('http').get({ port: port, path: path, agent: false }, function (res) {
				var text = '';
				res.on('data', function (d) { text += d; }).on('end', function () { resolve(res.statusCode + ' ' + text); });
			}).on('error', function (err) { resolve(err.code); });
		});
	}
	function equal(got, want) { if (got !== want) { throw new Error('got ' + got + ', want ' + want); } }
	var Sails = require('sails').Sails;
`

// TestLiftsOfOneRun: each app of new Sails() has a port, settings, models and a folder of its own,
// and lower gives back what it has.
func TestLiftsOfOneRun(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	for name, code := range map[string]string{
		"one after the other on one port": `
			[1, 2, 3].forEach(function (n) {
				describe('lift ' + n, function () {
					var app = new Sails();
					before(function (done) { app.lift({ port: PORT, number: n }, done); });
					after(function (done) { app.lower(done); });
					it('answers', async function () {
						equal(await ask(PORT, '/number'), '200 ' + n);
						equal(await ask(PORT, '/pet'), '200 []');
						await Pet.create({ name: 'Rex' });
					});
				});
			});
			it('listens no more', async function () { equal(await ask(PORT, '/number'), 'ECONNREFUSED'); });`,
		"at once": `
			it('keeps them apart', async function () {
				var a = new Sails(), b = new Sails();
				equal(a === b || a === require('sails'), false);
				equal(a instanceof Sails && a.constructor === Sails && a.Sails === Sails, true);
				await a.lift({ port: PORT, number: 1 });
				await b.lift({ port: OTHER, number: 2, appPath: './other' });
				equal(await ask(PORT, '/number'), '200 1');
				equal((await ask(OTHER, '/number')).slice(0, 3), '404');
				equal(await ask(OTHER, '/toy'), '200 []');
				equal(Object.keys(a.models) + ' ' + Object.keys(b.models), 'pet toy');
				equal(b.config.appPath, require('path').join(__dirname, 'other'));
				await a.lower();
				equal(await ask(PORT, '/number'), 'ECONNREFUSED');
				equal(await ask(OTHER, '/toy'), '200 []');
				equal((await b.models.toy.create({ name: 'Ball' })).name, 'Ball');
				await b.lower();
				equal(await ask(OTHER, '/toy'), 'ECONNREFUSED');
			});`,
		"what lower does": `
			it('runs it', async function () {
				var app = new Sails(), seen = [];
				app.on('lower', function () { seen.push('lower'); });
				await app.lift({ port: PORT, beforeShutdown: function (done) { seen.push('before'); setTimeout(done, 1); } });
				await new Promise(function (resolve) { app.lower(function (err) { seen.push('back', err, app.listeners('lower').length); resolve(); }); });
				equal(seen.join(), 'before,lower,back,,0');
				var failed;
				await app.lift({ port: PORT }).catch(function (err) { failed = err; });
				equal(/lowered cannot be lifted/.test(failed && failed.message), true);
				await app.lower({ hardShutdown: true });
				await new Sails().lower(); // that was never lifted
			});`,
		"a lift that fails": `
			it('frees the port', async function () {
				var failed, app = new Sails();
				await app.lift({ port: PORT, bootstrap: function (done) { done(new Error('on purpose')); } }).catch(function (err) { failed = err; });
				equal(/on purpose/.test(failed), true);
				await app.lift({ port: PORT }).catch(function (err) { failed = err; });
				equal(/lowered/.test(failed), true);
				app = new Sails();
				await app.lift({ port: PORT });
				var second = new Sails();
				failed = '';
				await second.lift({ port: PORT }).catch(function (err) { failed = err; });
				equal(/cannot listen/.test(failed), true);
				equal(await ask(PORT, '/pet'), '200 []');
				await app.lower();
			});`,
		"a request that is not answered": `
			it('is cut off', async function () {
				var app = new Sails();
				await app.lift({ port: PORT });
				var arrived = new Promise(function (resolve) { app.arrived = resolve; });
				var answer = ask(PORT, '/never');
				await arrived;
				await app.lower({ delay: 1 });
				equal(await answer, 'ECONNRESET');
			});`,
		"a request that lowers the app": `
			it('goes on', async function () {
				var app = new Sails();
				await app.lift({ port: PORT });
				await ask(PORT, '/lower');
				await app.lower();
				equal(await ask(PORT, '/number'), 'ECONNREFUSED');
			});`,
		"sockets": `
			it('are served', async function () {
				var app = new Sails();
				await app.lift({ port: PORT });
				equal(/^200 .*"sid"/.test(await ask(PORT, '/socket.io/?EIO=4&transport=polling')), true);
				await app.lower();
			});`,
		"files that were loaded before": `
			it('are loaded again', async function () {
				require('./config/stamp').stamp = 'changed';
				var app = new Sails();
				await app.load();
				equal(app.config.stamp, 'written');
			});`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code = strings.NewReplacer("PORT", testenv.FreePort(t), "OTHER", testenv.FreePort(t)).Replace(code)
			seen, stats, err := tested(t, t.Context(), lifting+code,
				"api/controllers/PetController.js", "module.exports = {};",
				"config/stamp.js", "module.exports = { stamp: 'written' };",
				"config/routes.js", `module.exports.routes = {
					'/number': function (req, res) { res.send(String(req._sails.config.number)); },
					'/never': function (req, res) { req._sails.arrived(); },
					'/lower': function (req, res) { req._sails.lower(function () { res.send('late'); }); },
				};`,
				"other/package.json", "{}", "other/api/controllers/ToyController.js", "module.exports = {};",
				"other/api/models/Toy.js", "module.exports = { attributes: { name: 'string' } };",
			)
			if err != nil {
				t.Fatal(err)
			}
			if stats.Passes == 0 || len(seen.Failed) > 0 {
				t.Errorf("%+v\n%s", stats, strings.Join(seen.Reasons, "\n"))
			}
		})
	}
}

// TestLiftedAppsServeSockets: clients of npm in the test process connect to the app.
func TestLiftedAppsServeSockets(t *testing.T) {
	t.Parallel()
	home := testenv.Packages(t, "sails.io.js@1.2.1", "socket.io-client@2.5.0")
	code := strings.ReplaceAll(`
		var io = require('HOME/node_modules/sails.io.js')(require('HOME/node_modules/socket.io-client'));
		io.sails.autoConnect = false;
		io.sails.environment = 'production'; // prints nothing
		[['websocket'], ['polling'], ['polling', 'websocket']].forEach(function (transports) {
			describe(transports.join(), function () {
				var app = new Sails(), events = [];
				before(function (done) { app.lift({ port: PORT, models: { migrate: 'drop' } }, done); });
				after(function (done) { app.lower(done); });
				it('talks', function (done) {
					var socket = io.sails.connect('http://localhost:PORT', { transports: transports, multiplex: false });
					socket.on('connect', function () {
						socket.get('/pet', function (body, jwr) {
							equal(jwr.statusCode + JSON.stringify(body), '200[]');
							socket.on('pet', function (message) { events.push(message.verb); app.lower(); });
							ask(PORT, '/pet/create?name=Rex');
						});
					});
					socket.on('disconnect', function () { equal(events.join(), 'created'); done(); });
				});
			});
		});`, "HOME", filepath.ToSlash(home))
	seen, stats, err := tested(t, t.Context(), lifting+strings.ReplaceAll(code, "PORT", testenv.FreePort(t)), "api/controllers/PetController.js", "module.exports = {};")
	if err != nil {
		t.Fatal(err)
	}
	if stats.Passes != 3 || len(seen.Failed) > 0 {
		t.Errorf("%+v\n%s", stats, strings.Join(seen.Reasons, "\n"))
	}
}
