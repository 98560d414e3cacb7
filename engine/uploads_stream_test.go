package engine_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
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

const dock = `
-- api/controllers/DockController.js --
var seen = { started: 0, written: 0, ended: [] };
function note(err, files) { seen.ended.push(err ? String(err.code) : files.map(function (f) { return f.size; }).join()); }
module.exports = {
  status: function (req, res) { res.json(seen); },
  land: function (req, res) {
    seen.started++;
    var title = req.param('title'), before = req.param('late');
    req.file('doc').upload({ dirname: req.query.dir, maxBytes: req.query.max, onProgress: function (p) { seen.written = p.written; } }, function (err, files) {
      note(err, files);
      if (err) { return res.json(500, { code: err.code, max: err.maxBytes, name: err.name }); }
      res.json({ title: title, before: before, late: req.param('late'), body: req.body, sizes: files.map(function (f) { return f.size; }) });
    });
  },
  // early answers before the files are there.
  early: function (req, res) { req.file('doc').upload({ dirname: req.query.dir }, note); res.json({ title: req.body.title }); },
  // ignoring has no use for files.
  ignoring: function (req, res) { res.send('ignored ' + req.body.title); },
  // crossed takes the second field before the first.
  crossed: function (req, res) {
    req.file('second').upload({ dirname: req.query.dir }, function (err, seconds) {
      if (err) { return res.serverError(err); }
      req.file('first').upload({ dirname: req.query.dir }, function (err, firsts) {
        if (err) { return res.serverError(err); }
        res.json({ first: firsts.map(function (f) { return f.size; }), second: seconds.map(function (f) { return f.size; }) });
      });
    });
  },
  both: function (req, res) {
    var out = { first: null, second: null };
    ['first', 'second'].forEach(function (field) {
      req.file(field).upload({ dirname: req.query.dir }, function (err, files) {
        out[field] = err ? err.message : files.map(function (f) { return f.size; });
        if (out.first && out.second) { res.json(out); }
      });
    });
  },
  peek: function (req, res) {
    var file = req.file('doc')._files[0];
    if (!/^text\//.test(file.stream.headers['content-type'])) { return res.badRequest('no ' + file.stream.filename + ' here'); }
    req.file('doc').upload(function (err, files) { res.json(files.length); });
  },
  // receiver counts what it is given.
  receiver: function (req, res) {
    var out = new (require('stream').Writable)({ objectMode: true }), total = 0;
    out._write = function (file, encoding, done) {
      file.on('data', function (d) { total += d.length; });
      file.on('end', function () { file.byteCount = total; file.extra = { kept: true }; out.emit('writefile', file); done(); });
      file.on('error', done);
    };
    req.file('doc').upload({ adapter: { receive: function () { return out; } }, dirname: 'd', saveAs: 'n', maxBytes: req.query.max }, function (err, files) {
      res.json(err ? { code: err.code } : files.map(function (f) { return [f.fd, f.size, f.status, f.extra]; }));
    });
  },
  flowing: function (req, res) {
    var names = [], sizes = [];
    req.file('doc').on('data', function (file) {
      var n = 0;
      names.push(file.filename);
      file.on('data', function (d) { n += d.length; }).on('end', function () { sizes.push(n); });
    }).on('end', function () { res.json([names, sizes]); });
  },
  misnamed: function (req, res) {
    req.file('doc').upload({ saveAs: function (file, done) { done(null, { not: 'a text' }); } }, function (err) { res.send(err.message); });
  },
  none: function (req, res) { try { req.file('doc'); res.send('a file'); } catch (err) { res.send(err.message); } }
};
`

// parcel is a multipart body that is sent as the test goes on.
type parcel struct {
	t      *testing.T
	in     *io.PipeWriter
	answer chan string
}

func post(t *testing.T, server *httptest.Server, path string) *parcel {
	t.Helper()
	body, in := io.Pipe()
	req, err := http.NewRequest(http.MethodPost, server.URL+path, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	p := &parcel{t: t, in: in, answer: make(chan string, 1)}
	go func() {
		res, err := server.Client().Do(req)
		if err != nil {
			p.answer <- err.Error()
			return
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			text = []byte(err.Error())
		}
		p.answer <- strings.Join(strings.Fields(string(text)), "")
	}()
	t.Cleanup(func() { _ = in.Close() })
	return p
}

func (p *parcel) field(name, value string) {
	fmt.Fprintf(p.in, "--b\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n", name, value)
}

func (p *parcel) file(field, name, content string) {
	fmt.Fprintf(p.in, "--b\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\nContent-Type: text/plain\r\n\r\n%s", field, name, content)
}

func (p *parcel) close() { fmt.Fprint(p.in, "--b--\r\n"); _ = p.in.Close() }

func (p *parcel) expect(want string) {
	p.t.Helper()
	if got := <-p.answer; got != want {
		p.t.Errorf("got %s, want %s", got, want)
	}
}

type dockState struct {
	Started, Written int
	Ended            []string
}

// until asks the project for its state until it is as it should be.
func until(t *testing.T, server *httptest.Server, what string, done func(dockState) bool) {
	t.Helper()
	var last string
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		var state dockState
		_, last = visit(t, server).do("GET", "/dock/status", "")
		if err := json.Unmarshal([]byte(last), &state); err != nil {
			t.Fatal(err)
		}
		if done(state) {
			return
		}
	}
	t.Fatalf("%s: still %s", what, last)
}

// The action runs and stores what is there before the file is whole; a field
// behind the file is there when the file is.
func TestUploadsStream(t *testing.T) {
	server := enginetest.Serve(t, project(dock))
	dir := t.TempDir()
	p := post(t, server, "/dock/land?dir="+dir)
	p.field("title", "one")
	p.file("doc", "a.txt", "first part, ")
	until(t, server, "the action before the end of the file", func(s dockState) bool { return s.Started == 1 && s.Written > 0 })
	found, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	fmt.Fprint(p.in, strings.Repeat("x", 1_000_000), "\r\n")
	p.file("doc", "b.txt", "second\r\n")
	p.field("late", "behind")
	p.close()
	p.expect(`{"title":"one","late":"behind","body":{"title":"one","late":"behind"},"sizes":[1000012,6]}`)
	if got, err := os.ReadFile(found[0]); err != nil || len(got) != 1_000_012 || !strings.HasPrefix(string(got), "first part, xxx") {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	// What is there at once is not late.
	_, text := send(t, server, "/dock/land", map[string]string{"title": "two"}, sentFile{"doc", "a.txt", "12"})
	if compact := strings.Join(strings.Fields(text), ""); compact != `{"title":"two","body":{"title":"two"},"sizes":[2]}` {
		t.Errorf("got %s", compact)
	}
}

func TestUploadsAnswerEarly(t *testing.T) {
	server := enginetest.Serve(t, project(dock))
	dir := t.TempDir()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	in := bufio.NewReader(conn)
	expect := func(want string) {
		t.Helper()
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		if got := strings.TrimSpace(string(text)); err != nil || got != want {
			t.Errorf("got %q, %v, want %s", got, err, want)
		}
	}
	head := func(path string, length int) {
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n", path, length)
	}
	const field, file = "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nx\r\n", "--b\r\nContent-Disposition: form-data; name=\"doc\"; filename=\"a\"\r\n\r\n"
	head("/dock/early?dir="+dir, len(field+file)+len("first, second\r\n--b--\r\n"))
	fmt.Fprint(conn, field, file, "first, ")
	expect("{\n  \"title\": \"x\"\n}")
	until(t, server, "nothing yet", func(s dockState) bool { return len(s.Ended) == 0 })
	fmt.Fprint(conn, "second\r\n--b--\r\n")
	until(t, server, "the upload after the answer", func(s dockState) bool { return len(s.Ended) == 1 && s.Ended[0] == "13" })

	// Files that are not claimed are read and dropped: the connection stays
	// usable.
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	body := field + file + strings.Repeat("y", 3_000_000) + "\r\n--b--\r\n"
	go func() {
		head("/dock/ignoring", len(body))
		fmt.Fprint(conn, body, "GET /dock/none HTTP/1.1\r\nHost: x\r\n\r\n")
	}()
	expect("ignored x")
	expect("`req.file()` cannot be used with an HTTP GET, OPTIONS, or HEAD request.")
	if left := settled(t, tmp, 0); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestUploadFields(t *testing.T) {
	server := enginetest.Serve(t, project(dock))
	large := strings.Repeat("z", 2_500_000)
	for _, path := range []string{"/dock/crossed", "/dock/both"} {
		dir := t.TempDir()
		_, text := send(t, server, path+"?dir="+dir, nil, sentFile{"first", "1.txt", large}, sentFile{"second", "2.txt", large}, sentFile{"first", "3.txt", "x"})
		if got := strings.Join(strings.Fields(text), ""); got != `{"first":[2500000,1],"second":[2500000]}` {
			t.Errorf("%s: got %s", path, got)
		}
		if files, _ := os.ReadDir(dir); len(files) != 3 {
			t.Errorf("%s: %d files", path, len(files))
		}
	}
	p := post(t, server, "/dock/peek")
	p.file("doc", "ok.txt", "x\r\n")
	p.close()
	p.expect("1")
	if _, text := send(t, server, "/dock/peek", nil, sentFile{"doc", "evil.exe", "x"}); text != "no evil.exe here" {
		t.Errorf("got %s", text)
	}
	for path, want := range map[string]string{
		"/dock/receiver": `[["d/n",2500000,"finished",{"kept":true}]]`, "/dock/receiver?max=2m": `{"code":"E_EXCEEDS_UPLOAD_LIMIT"}`,
		"/dock/flowing":  `[["a.txt"],[2500000]]`,
		"/dock/misnamed": `upload:saveAshastogiveitscallbackthenameofthefile,atext;itgave{"not":"atext"}`,
	} {
		_, text := send(t, server, path, nil, sentFile{"doc", "a.txt", large})
		if got := strings.Join(strings.Fields(text), ""); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

// maxBytes holds for each upload; http.uploadLimit, where it is set, for all.
func TestUploadLimits(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	for _, c := range []struct {
		name, config, query string
		size                int
		want                string
	}{
		{"the limit of an upload that names none", "", "", 16_000_000, `{"code":"E_EXCEEDS_UPLOAD_LIMIT","max":15000000,"name":"UploadError"}`},
		{"below it", "", "&max=1m", 16_000_000, `{"code":"E_EXCEEDS_UPLOAD_LIMIT","max":1048576,"name":"UploadError"}`},
		{"above it", "", "&max=20m", 16_000_000, `{"title":"x","body":{"title":"x"},"sizes":[16000000]}`},
		{"above http.uploadLimit", "uploadLimit: 1000000", "&max=20m", 1_100_000, `{"code":"E_EXCEEDS_UPLOAD_LIMIT","max":20971520,"name":"UploadError"}`},
		{"below http.uploadLimit", "uploadLimit: 30000000", "&max=20m", 16_000_000, `{"title":"x","body":{"title":"x"},"sizes":[16000000]}`},
	} {
		server := enginetest.Serve(t, project(dock+"-- config/http.js --\nmodule.exports.http = { "+c.config+" };\n"))
		dir := t.TempDir()
		p := post(t, server, "/dock/land?dir="+dir+c.query)
		p.field("title", "x")
		p.file("doc", "a.txt", "")
		until(t, server, "the action", func(s dockState) bool { return s.Started == 1 })
		go func() { fmt.Fprint(p.in, strings.Repeat("x", c.size), "\r\n"); p.close() }()
		p.expect(c.want)
		files, _ := os.ReadDir(dir)
		if stored := strings.Contains(c.want, "sizes"); stored != (len(files) == 1) {
			t.Errorf("%s: %d files", c.name, len(files))
		}
	}
}

// A client that disconnects in the middle leaves no files behind, and the
// action gets an error.
func TestUploadOfAClientThatGoes(t *testing.T) {
	server := enginetest.Serve(t, project(dock))
	dir, tmp := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", tmp)
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "POST /dock/land?dir=%s HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000000\r\n\r\n", dir)
	fmt.Fprintf(conn, "--b\r\nContent-Disposition: form-data; name=\"doc\"; filename=\"a.txt\"\r\n\r\n%s", strings.Repeat("x", 3_000_000))
	until(t, server, "the beginning", func(s dockState) bool { return s.Written > 0 })
	conn.Close()
	until(t, server, "the end", func(s dockState) bool { return len(s.Ended) == 1 && s.Ended[0] == "ECONNRESET" })
	for _, folder := range []string{dir, tmp} {
		if left := settled(t, folder, 0); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}
