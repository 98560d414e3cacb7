package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/enginetest"
	"framework/engine/testenv"
)

// The disk adapter of npm receives what our own would.
func TestUploadAdapterOfNpm(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(testenv.Packages(t, "skipper-disk@0.5.12"), "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	server := enginetest.ServeIn(t, dir, project(`
-- api/controllers/DepotController.js --
module.exports = {
  keep: function (req, res) {
    var last;
    req.file('doc').upload({
      adapter: require('skipper-disk'), dirname: req.query.dir, maxBytes: req.query.max && Number(req.query.max),
      saveAs: function (file, done) { done(null, 'kept-' + file.filename); },
      onProgress: function (p) { last = p.written; }
    }, function (err, files) {
      if (err) { return res.json({ code: err.code, written: err.written > 0 }); }
      res.json({ files: files.map(function (f) { return [f.filename, f.size, f.status, f.fd === require('path').join(req.query.dir, 'kept-' + f.filename)]; }), last: last });
    });
  }
};
`))
	kept := t.TempDir()
	large := strings.Repeat("x", 700_000)
	for query, want := range map[string]string{
		"":            `{"files":[["a.bin",700000,"finished",true],["b.bin",3,"finished",true]],"last":3}`,
		"&max=100000": `{"code":"E_EXCEEDS_UPLOAD_LIMIT","written":true}`,
	} {
		_, text := send(t, server, "/depot/keep?dir="+kept+query, nil, sentFile{"doc", "a.bin", large}, sentFile{"doc", "b.bin", "abc"})
		if got := strings.Join(strings.Fields(text), ""); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
}

// supertest and chai-http ask the app as tests of classic projects have it.
func TestSupertestAsksTheApp(t *testing.T) {
	home := testenv.Packages(t, "supertest@3.4.2", "chai@4.3.10", "chai-http@4.3.0")
	seen, stats, err := tested(t, t.Context(), `
		var request = require(`+"`"+home+`/node_modules/supertest`+"`"+`), chai = require(`+"`"+home+`/node_modules/chai`+"`"+`);
		chai.use(require(`+"`"+home+`/node_modules/chai-http`+"`"+`));
		before(function (done) { require('sails').load({ hooks: { grunt: false } }, done); });
		it('creates', function (done) {
			request(sails.hooks.http.app).post('/pet').send({ name: 'Rex' }).expect(201).expect('Content-Type', /json/).end(function (err, res) {
				done(err || (res.body.name === 'Rex' ? null : new Error(res.text)));
			});
		});
		it('keeps a session', function () {
			var agent = request.agent(sails.hooks.http.app);
			return agent.post('/pet/name').send({ is: 'Ann' }).expect(200).then(function () {
				return agent.get('/pet/name').expect(200, 'Ann');
			});
		});
		it('uploads', function () {
			return request(sails.hooks.http.app).post('/pet/photo').field('title', 'x').attach('photo', Buffer.from('12345'), 'a.png').expect(200, '[5,"x"]');
		});
		it('finds by chai', function () {
			return chai.request(sails.hooks.http.app).get('/pet').then(function (res) {
				chai.expect(res).to.have.status(200);
				chai.expect(res.body[0]).to.include({ name: 'Rex' });
			});
		});
		it('asks the server', function (done) { request(sails.hooks.http.server).get('/nowhere').expect(404, done); });
		`,
		"config/env/development.js", "module.exports = {};",
		"api/controllers/PetController.js", `module.exports = {
			name: function (req, res) { if (req.body) { req.session.who = req.body.is; } res.send(req.session.who); },
			photo: function (req, res) { req.file('photo').upload(function (err, files) { res.end(JSON.stringify([files[0].size, req.body.title])); }); }
		};`)
	if err != nil {
		t.Fatal(err)
	}
	if stats.Passes != 5 || len(seen.Failed) > 0 {
		t.Errorf("%+v\n%s", stats, strings.Join(seen.Reasons, "\n"))
	}
}
