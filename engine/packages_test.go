package engine_test

import (
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"framework/engine/outside"

	"golang.org/x/tools/txtar"
)

var npmLine = regexp.MustCompile(`(?m)^# npm: (.*)$`)

// TestPackages is TestProjects for projects that use npm packages: a line
// "# npm: name@version …" of the script says which. The client keeps cookies.
func TestPackages(t *testing.T) {
	files, err := filepath.Glob("testdata/packages/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no projects: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			m := npmLine.FindStringSubmatch(string(archive.Comment))
			if m == nil {
				t.Fatal("the script says nothing about npm packages")
			}
			dir := t.TempDir()
			if err := os.Symlink(filepath.Join(outside.Packages(t, strings.Fields(m[1])...), "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
				t.Fatal(err)
			}
			jar, err := cookiejar.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			playAs(t, &http.Client{Jar: jar}, file, serveIn(t, dir, archive.Files), string(archive.Comment))
		})
	}
}

// The disk adapter of npm receives what our own would.
func TestUploadAdapterOfNpm(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(outside.Packages(t, "skipper-disk@0.5.12"), "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	server := serveIn(t, dir, project(`
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
