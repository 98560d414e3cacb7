package engine_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"framework/engine/enginetest"
	"framework/engine/testenv"
)

const desk = `
-- config/http.js --
module.exports.http = { uploadLimit: 300000 };
-- api/controllers/DeskController.js --
function answer(res) {
  return function (err, files) {
    if (err) { return res.json({ code: err.code, message: err.message }); }
    res.json(files.map(function (f) { return { fd: f.fd, size: f.size, type: f.type, filename: f.filename, field: f.field, status: f.status }; }));
  };
}
module.exports = {
  plain: function (req, res) { req.file('doc').upload(answer(res)); },
  named: function (req, res) { req.file('doc').upload({ dirname: req.param('dir'), saveAs: req.param('as') }, answer(res)); },
  trusting: function (req, res) { req.file('doc').upload({ dirname: req.param('dir'), saveAs: function (file, done) { done(null, file.filename); } }, answer(res)); },
  limited: function (req, res) { req.file('doc').upload({ dirname: req.param('dir'), maxBytes: '1k' }, answer(res)); },
  failing: function (req, res) { req.file('doc').upload({ saveAs: function (file, done) { done(new Error('no name for ' + file.filename)); } }, answer(res)); },
  watched: function (req, res) {
    var seen = [];
    req.file('doc').upload({ onProgress: function (p) { seen.push(p.name + ' ' + p.written + '/' + p.total + ' ' + p.percent); } }, function () { res.json(seen); });
  },
  received: function (req, res) {
    var Writable = require('stream').Writable, receiver = new Writable({ objectMode: true }), texts = [];
    receiver._write = function (file, encoding, done) {
      var parts = [];
      file.on('data', function (d) { parts.push(d); });
      file.on('end', function () { texts.push(file.filename + ':' + Buffer.concat(parts).length + ':' + file.headers['content-type']); done(); });
    };
    req.file('doc').upload(receiver, function (err, files) { res.json(err ? err.message : texts.concat(files.length)); });
  },
  adapted: function (req, res) {
    var Writable = require('stream').Writable;
    var adapter = function (options) {
      return { receive: function () {
        var receiver = new Writable({ objectMode: true });
        receiver._write = function (file, encoding, done) { done(new Error('the ' + options.bucket + ' is full')); };
        return receiver;
      } };
    };
    req.file('doc').upload({ adapter: adapter, bucket: 'bucket' }, answer(res));
  }
};
`

type sentFile struct{ field, name, text string }

// send uploads files to path.
func send(t *testing.T, server *httptest.Server, path string, fields map[string]string, files ...sentFile) (int, string) {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for k, v := range fields {
		if err := w.WriteField(k, v); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		part, err := w.CreateFormFile(f.field, f.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(f.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	res, text := visit(t, server).do(http.MethodPost, path, body.String(), "Content-Type", w.FormDataContentType())
	return res.StatusCode, strings.TrimSpace(text)
}

// settled waits until a folder holds so many files, and returns them: what an
// upload leaves behind goes when its answer may be there already.
func settled(t *testing.T, dir string, want int) []string {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		found, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == want || time.Now().After(end) {
			return found
		}
	}
}

func TestUploads(t *testing.T) {
	root := t.TempDir()
	server := enginetest.ServeIn(t, root, project(desk))
	dir := t.TempDir()
	files := func(want int) {
		t.Helper()
		if found := settled(t, dir, want); len(found) != want {
			t.Errorf("%d files are there, want %d: %v", len(found), want, found)
		}
	}
	one := sentFile{"doc", "a.txt", "12345"}
	_, text := send(t, server, "/desk/plain", nil, one, sentFile{"doc", "b.bin", "123"}, sentFile{"other", "c", "1"})
	var saved []struct {
		FD, Type, Filename, Field, Status string
		Size                              int
	}
	if err := json.Unmarshal([]byte(text), &saved); err != nil || len(saved) != 2 || saved[0].Size != 5 || saved[1].Filename != "b.bin" || saved[0].Status != "finished" || filepath.Ext(saved[0].FD) != ".txt" {
		t.Errorf("got %s", text)
	}
	for _, f := range saved {
		if _, err := os.Stat(filepath.Join(root, ".tmp", "uploads", f.FD)); err != nil {
			t.Error(err)
		}
	}
	if _, text := send(t, server, "/desk/plain", map[string]string{"x": "1"}); text != "[]" {
		t.Errorf("without files: %s", text)
	}
	_, text = send(t, server, "/desk/named", map[string]string{"dir": dir, "as": "sub/kept.txt"}, one)
	if got, err := os.ReadFile(filepath.Join(dir, "sub", "kept.txt")); err != nil || string(got) != "12345" {
		t.Errorf("%s: %q, %v", text, got, err)
	}
	_, text = send(t, server, "/desk/named", map[string]string{"dir": dir, "as": filepath.Join(dir, "abs.txt")}, one)
	if _, err := os.Stat(filepath.Join(dir, "abs.txt")); err != nil {
		t.Errorf("%s: %v", text, err)
	}
	files(2)
	big := sentFile{"doc", "big", strings.Repeat("x", 1020)}
	if _, text = send(t, server, "/desk/limited", map[string]string{"dir": dir}, one, big); !strings.Contains(text, "E_EXCEEDS_UPLOAD_LIMIT") {
		t.Errorf("got %s", text)
	}
	files(2)
	for path, want := range map[string]string{
		"/desk/failing":  "no name for a.txt",
		"/desk/watched":  "a.txt 5/5 100",
		"/desk/received": "a.txt:5:application/octet-stream",
		"/desk/adapted":  "the bucket is full",
	} {
		if _, text := send(t, server, path, nil, one); !strings.Contains(text, want) {
			t.Errorf("%s: got %s, want %s", path, text, want)
		}
	}
	large := sentFile{"doc", "large", strings.Repeat("x", 200_000)}
	if _, text := send(t, server, "/desk/received", nil, large); !strings.Contains(text, "large:200000:") {
		t.Errorf("got %s", text)
	}
}

// Where a file goes the project decides, not the name that a client gives it.
func TestUploadsStayInTheirFolder(t *testing.T) {
	server := enginetest.Serve(t, project(desk))
	outer := t.TempDir()
	dir := filepath.Join(outer, "inner")
	for _, name := range []string{"../evil", "../../evil", "/evil", "..", ".", "a/../../evil", `..\evil`, "evil\x00.txt", "sub/evil"} {
		_, text := send(t, server, "/desk/trusting", map[string]string{"dir": dir}, sentFile{"doc", name, "x"})
		for _, at := range []string{filepath.Join(outer, "evil"), filepath.Join(filepath.Dir(outer), "evil"), "/evil"} {
			if _, err := os.Stat(at); err == nil {
				t.Errorf("%q is stored at %s: %s", name, at, text)
			}
		}
	}
	if _, text := send(t, server, "/desk/named", map[string]string{"dir": dir, "as": "../evil"}, sentFile{"doc", "a", "x"}); !strings.Contains(text, "leads out of") {
		t.Errorf("got %s", text)
	}
}

// A body that is larger than it may be, has no end, or too many parts costs no
// more than its limit and leaves nothing behind.
func TestUploadBombs(t *testing.T) {
	testenv.Slow(t)
	server := enginetest.Serve(t, project(desk))
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	status, text := send(t, server, "/desk/plain", nil, sentFile{"doc", "bomb", strings.Repeat("x", 400_000)})
	if status != http.StatusBadRequest || !strings.Contains(text, "longer than the limit of 300000 bytes") {
		t.Errorf("got %d %.200s", status, text)
	}
	var many []sentFile
	for i := range 1100 {
		many = append(many, sentFile{"doc", fmt.Sprint(i), ""})
	}
	// Whether the server or the action answers depends on whether the end has
	// come in when the action begins.
	if status, text := send(t, server, "/desk/plain", nil, many...); !strings.Contains(text, "more than 1000 parts") || status != http.StatusBadRequest && !strings.Contains(text, "E_UPLOAD_FAILED") {
		t.Errorf("got %d %.200s", status, text)
	}
	if left := settled(t, dir, 0); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
