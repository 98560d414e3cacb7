package engine_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"framework/engine/enginetest"
	"framework/engine/testenv"
)

const vault = `
-- package.json --
{"dependencies": {"sails": "1.5.18", "sails-hook-uploads": "0.4.3"}}
-- config/globals.js --
module.exports.globals = { sails: true, _: false, async: false, models: true };
-- config/routes.js --
module.exports.routes = { 'POST /one': 'one', 'POST /many': 'many', 'POST /down': 'down', 'POST /hold': 'hold' };
-- api/controllers/one.js --
module.exports = { files: ['doc'], inputs: { doc: { type: 'ref' }, title: { type: 'string' } }, exits: { success: { outputType: 'ref' } }, fn: async function (inputs) {
  const made = inputs.doc.constructor.name, info = await sails.uploadOne(inputs.doc);
  delete info.fd;
  return [made, info, inputs.title];
} };
-- api/controllers/many.js --
module.exports = { files: ['doc'], inputs: { doc: { type: 'ref' } }, exits: { success: { outputType: 'ref' } }, fn: async function (inputs) {
  try {
    return (await sails.upload(inputs.doc, { maxBytes: 100 })).map(function (info) { return info.filename; });
  } catch (err) { return [err.code, err.raw ? JSON.parse(JSON.stringify(err.raw)) : JSON.parse(JSON.stringify(err))]; }
} };
-- api/controllers/down.js --
module.exports = { files: ['doc'], inputs: { doc: { type: 'ref' } }, exits: { success: { outputType: 'ref' } }, fn: async function (inputs) {
  const info = await sails.uploadOne(inputs.doc);
  return await sails.startDownload(info.fd);
} };
-- api/controllers/hold.js --
module.exports = { files: ['doc'], inputs: { doc: { type: 'ref' } }, exits: { success: { outputType: 'ref' } }, fn: async function (inputs) {
  return await sails.reservoir(inputs.doc);
} };
`

// sails-hook-uploads of 1.x takes inputs of files for what skipper makes of them.
// The answers are those of Sails 1.5.18.
func TestUploadsHookOfNpm(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(testenv.Packages(t, "sails-hook-uploads@0.4.3"), "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	server := enginetest.ServeIn(t, dir, project(vault))
	a, b, large := sentFile{"doc", "a.txt", "aa"}, sentFile{"doc", "b.txt", "bb"}, sentFile{"doc", "c.txt", strings.Repeat("x", 500)}
	for _, tt := range []struct {
		path  string
		files []sentFile
		want  string
	}{
		{"/one", []sentFile{a}, `^\["Upstream",\{"size":2,"type":"application/octet-stream","filename":"a.txt","status":"finished","field":"doc","name":"a.txt"\},"t"\]$`},
		{"/one", []sentFile{a, b}, `Too many files!`},
		{"/many", []sentFile{a, b}, `^\["a.txt","b.txt"\]$`},
		{"/many", []sentFile{large}, `E_EXCEEDS_UPLOAD_LIMIT`},
		{"/down", []sentFile{a}, `^aa$`},
		{"/hold", []sentFile{a}, `"contentBytes":"aa"`},
	} {
		_, text := send(t, server, tt.path, map[string]string{"title": "t"}, tt.files...)
		if text = regexp.MustCompile(`\n\s*`).ReplaceAllString(strings.ReplaceAll(text, `": `, `":`), ""); !regexp.MustCompile(tt.want).MatchString(text) {
			t.Errorf("%s: got %s, want %s", tt.path, text, tt.want)
		}
	}
}

// What an upload calls back with, in members that JSON shows.
func TestUploadFilesAndErrors(t *testing.T) {
	const routes = `
-- config/routes.js --
function brief(err, files) { return [err && JSON.parse(JSON.stringify(err)), (files || []).map(function (f) { return [f.fd, f.status]; })]; }
module.exports.routes = {
  'POST /limit': function (req, res) { req.file('doc').upload({ maxBytes: 100 }, function (err) { res.send(JSON.stringify(brief(err))); }); },
  'POST /folder': function (req, res) { req.file('doc').upload({ dirname: '../../assets/images', saveAs: 'x.png' }, function (err, files) { res.send(JSON.stringify(brief(err, files))); }); },
  'POST /twice': function (req, res) { req.file('doc').upload(function (err, a) { req.file('doc').upload(function (err, b) { res.send(JSON.stringify([a.length, b.length, a[0].fd === b[0].fd])); }); }); },
  'POST /made': function (req, res) { req.file('doc').upload(function (err, files) { res.send(files[0].fd); }); }
};
`
	for release, want := range map[string]map[string]string{
		"0.12.14": {"/folder": `[null,[["../../assets/images/x.png","finished"]]]`, "/made": `^[0-9a-f-]{36}\.txt$`},
		"1.5.18":  {"/folder": `assets/images/x.png`, "/made": `^/.*/\.tmp/uploads/[0-9a-f-]{36}\.txt$`},
	} {
		server := enginetest.Serve(t, project("-- package.json --\n{\"dependencies\": {\"sails\": \""+release+"\"}}\n"+routes))
		want["/limit"] = `[{"code":"E_EXCEEDS_UPLOAD_LIMIT","name":"Upload Error","maxBytes":100,"written":500,"message":"Upload limit of 100 bytes exceeded (500 bytes written)"},[]]`
		want["/twice"] = "[1,1,true]"
		for path, want := range want {
			_, text := send(t, server, path, nil, sentFile{"doc", "a.txt", strings.Repeat("x", 500)})
			if want[0] == '^' && regexp.MustCompile(want).MatchString(text) || want[0] != '^' && strings.Contains(text, want) {
				continue
			}
			t.Errorf("%s %s: got %s, want %s", release, path, text, want)
		}
	}
}
