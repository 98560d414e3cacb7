package web_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/web"
)

// multipartBody has a field for "name=value" and a file in the field name for
// "name.ext=content".
func multipartBody(t testing.TB, parts ...string) (contentType, body string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		name, value, _ := strings.Cut(p, "=")
		field, _, isFile := strings.Cut(name, ".")
		out, err := w.CreateFormField(name)
		if isFile {
			out, err = w.CreateFormFile(field, name)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := out.Write([]byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), b.String()
}

// part is one part as it is sent.
func part(header, body string) string { return "--b\r\n" + header + "\r\n\r\n" + body + "\r\n" }

// stored is a file and where it went.
type stored struct {
	*web.File
	web.SavedFile
}

// save stores the files of a field as they come, at most limit bytes in all.
func save(upload *web.Upload, field, dir string, limit int64) (saved []stored, err error) {
	upload.Claim(field)
	used := int64(0)
	for {
		f, err := upload.Next(context.Background(), field, len(saved))
		if f == nil || err != nil {
			return saved, err
		}
		s, err := f.Save(context.Background(), web.SaveOptions{Dir: dir, Limit: limit, Used: used})
		if err != nil {
			upload.Drop(field)
			return saved, err
		}
		used += s.Size
		saved = append(saved, stored{f, s})
	}
}

// whole waits until all of the body has come in.
func whole(upload *web.Upload) error {
	_, err := upload.Next(context.Background(), "\x00", 0)
	return err
}

// temporary makes a folder of its own for temporary files and returns how many
// there are.
func temporary(t *testing.T) func() int {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	return func() int {
		n := 0
		err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
			if path != dir {
				n++
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
		return n
	}
}

func TestMultipart(t *testing.T) {
	const field, end = `Content-Disposition: form-data; name="a"`, "--b--\r\n"
	for _, c := range []struct{ name, contentType, body, want string }{
		{"fields in their order", "", part(`Content-Disposition: form-data; name="z"`, "1") + part(field, "2") + part(`Content-Disposition: form-data; name="m[]"`, "3") + end, `{"z":"1","a":"2","m[]":"3"}`},
		{"a repeated field", "", part(field, "1") + part(field, "2") + part(field, "3") + end, `{"a":["1","2","3"]}`},
		{"a repeated field, empty first", "", part(field, "") + part(field, "2") + end, `{"a":"2"}`},
		{"base64", "", part(field+"\r\nContent-Transfer-Encoding: BASE64", "aGVsbG8=") + end, `{"a":"hello"}`},
		{"base64 in lines", "", part(field+"\r\nContent-Transfer-Encoding: base64", "aGVs\r\nbG8 =\r\n") + part(`Content-Disposition: form-data; name="z"`, "1") + end, `{"a":"hello","z":"1"}`},
		{"quoted-printable", "", part(field+"\r\nContent-Transfer-Encoding: quoted-printable", "a=3Db=\r\nc") + end, `{"a":"a=bc"}`},
		{"no parts", "", end, `{}`},
		{"text before the first part", "", "preamble\r\n" + part(field, "1") + end, `{"a":"1"}`},
		{"a file field without a file", "", part(`Content-Disposition: form-data; name="a"; filename=""`+"\r\nContent-Type: application/octet-stream", "") + end, `{"a":""}`},
		{"a part without a name", "", part(`Content-Disposition: form-data`, "1") + part(`Content-Type: text/plain`, "1") + part(`Content-Disposition: attachment; name="a"`, "1") + end, `{}`},
		{"prototype", "", part(`Content-Disposition: form-data; name="__proto__"`, "1") + end, `{}`},
		{"invalid UTF-8", "", part(field, "\xffx\x00") + end, `{"a":"` + "\uFFFD" + `x\u0000"}`},
		{"brackets are literal", "", part(`Content-Disposition: form-data; name="a[b]"`, "1") + end, `{"a[b]":"1"}`},
		{"1,000 fields", "", strings.Repeat(part(`Content-Disposition: form-data; name="__proto__"`, ""), 999) + part(field, "1") + end, `{"a":"1"}`},
		{"10,000 fields", "", strings.Repeat(part(field, "1"), 10_000) + end, "400 … more than 1000 parts"},
		{"a long field", "", part(field, strings.Repeat("x", 1<<20)) + end, "400 … the fields are longer than the limit of 1048576 bytes"},
		{"fields that are long together", "", strings.Repeat(part(field, strings.Repeat("x", 1<<18)), 4) + end, "400 … the fields are longer than the limit"},
		{"no boundary", "multipart/form-data", end, "400 … names no boundary"},
		{"another boundary", "multipart/form-data; boundary=c", part(field, "1") + end, "400 … EOF"},
		{"no end", "", part(field, "1"), "400 … EOF"},
		{"no end of a field", "", "--b\r\n" + field + "\r\n\r\n1", "400 … EOF"},
		{"no end of a header", "", "--b\r\n" + field, `{}`},
		{"a header that is none", "", part("nonsense", "1") + end, "400 … malformed MIME header"},
		{"text", "", "hello", "400 … EOF"},
		{"10 MiB", "", part(field+`; filename="x"`, strings.Repeat("x", 10<<20)) + end, "400 … longer than the limit of 4194304 bytes"},
	} {
		left := temporary(t)
		if c.contentType == "" {
			c.contentType = "multipart/form-data; boundary=b"
		}
		x, upload, err := exchange(t, defaults, request("POST", "/", c.contentType, c.body))
		expect(t, c.name, outcome(t, x.Request.Body, err), c.want)
		if upload != nil {
			t.Errorf("%s: an upload without files", c.name)
		}
		if n := left(); n != 0 {
			t.Errorf("%s: %d temporary files stay", c.name, n)
		}
	}
}

// Small files stay in memory, large ones are gone with the request.
func TestUploadLeavesNoTemporaryFiles(t *testing.T) {
	small, large := strings.Repeat("s", 1000), strings.Repeat("l", 3<<20)
	for _, c := range []struct {
		name   string
		parts  []string
		onDisk bool
	}{
		{"small", []string{"docs.txt=" + small, "docs.md=" + small}, false},
		{"large", []string{"docs.txt=" + large}, true},
		{"small, large, small", []string{"docs.txt=" + small, "a=1", "docs.bin=" + large, "docs.md=" + small}, true},
		{"many that are large together", []string{"docs.a=" + large[:700_000], "docs.b=" + small, "docs.c=" + large[:700_000]}, true},
		{"empty", []string{"docs.txt="}, false},
	} {
		left := temporary(t)
		contentType, body := multipartBody(t, c.parts...)
		_, upload, err := exchange(t, defaults, request("POST", "/", contentType, body))
		if err != nil {
			t.Fatal(c.name, err)
		}
		if err := whole(upload); err != nil {
			t.Fatal(c.name, err)
		}
		if n := left(); (n > 0) != c.onDisk {
			t.Errorf("%s: %d temporary files, want some %v", c.name, n, c.onDisk)
		}
		dir := t.TempDir()
		saved, err := save(upload, "docs", dir, 10<<20)
		if err != nil {
			t.Fatal(c.name, err)
		}
		for _, p := range c.parts {
			name, content, _ := strings.Cut(p, "=")
			if !strings.HasPrefix(name, "docs") {
				continue
			}
			f := saved[0]
			saved = saved[1:]
			got, err := os.ReadFile(f.Path)
			if err != nil || string(got) != content {
				t.Errorf("%s: %s has %d bytes, %v; want %d", c.name, name, len(got), err, len(content))
			}
			if f.Size != int64(len(content)) || f.Type != "application/octet-stream" || f.Filename != name || f.Field != "docs" || filepath.Dir(f.Path) != dir || filepath.Ext(f.Path) != filepath.Ext(name) {
				t.Errorf("%s: got %+v, %+v for %s", c.name, f.File, f.SavedFile, name)
			}
		}
		for range 2 {
			if err := upload.Close(); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if n := left(); n != 0 {
			t.Errorf("%s: %d temporary files stay", c.name, n)
		}
	}
}

// A large file in front of what goes wrong does not stay.
func TestBrokenUploadLeavesNoTemporaryFiles(t *testing.T) {
	file := part(`Content-Disposition: form-data; name="f"; filename="x"`, strings.Repeat("x", 2<<20))
	for name, c := range map[string]struct{ rest, want string }{
		"ends early":   {"--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1", "unexpected EOF"},
		"a bad part":   {part("nonsense", ""), "malformed MIME header"},
		"too large":    {file + file, "longer than the limit of 4194304 bytes"},
		"a long field": {part(`Content-Disposition: form-data; name="a"`, strings.Repeat("x", 1<<20+1)), "longer than the limit of 1048576 bytes"},
	} {
		left := temporary(t)
		r := request("POST", "/", "multipart/form-data; boundary=b", file+c.rest, "Transfer-Encoding", "chunked")
		_, upload, err := exchange(t, defaults, r)
		refused := err != nil // when all of it had come in before it was asked for
		if !refused {
			err = whole(upload)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
		if !refused {
			dir := t.TempDir()
			if saved, err := save(upload, "f", dir, 10<<20); err == nil || len(saved) != 1 {
				t.Errorf("%s: the file that was whole: %v, %v", name, saved, err)
			}
		}
		if err := upload.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n := left(); n != 0 {
			t.Errorf("%s: %d temporary files stay", name, n)
		}
	}
}

// streamed is a request whose body is written while it is served.
func streamed(t *testing.T) (*http.Request, *io.PipeWriter) {
	t.Helper()
	body, in := io.Pipe()
	t.Cleanup(func() { _ = in.Close() })
	r := httptest.NewRequest(http.MethodPost, "/", body)
	r.RequestURI = "/"
	r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	return r, in
}

const fileHead = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x.bin\"\r\n\r\n"

// Fields are there and a file is read before the file is whole; what comes
// behind it is asked for later.
func TestUploadComesIn(t *testing.T) {
	left := temporary(t)
	r, in := streamed(t)
	rest := make(chan struct{})
	const blocks = 64
	block := strings.Repeat("x", 100_000)
	go func() {
		defer in.Close()
		fmt.Fprint(in, part(`Content-Disposition: form-data; name="a"`, "1"), fileHead, "start")
		<-rest
		for range blocks {
			fmt.Fprint(in, block)
		}
		fmt.Fprint(in, "\r\n", part(`Content-Disposition: form-data; name="late"`, "2"), "--b--\r\n")
	}()
	x, upload, err := exchange(t, web.Options{Limits: web.BodyLimits{Body: 1 << 20}}, r)
	if err != nil || text(x.Request.Body) != `{"a":"1"}` || upload.Over() {
		t.Fatalf("%s, %v", text(x.Request.Body), err)
	}
	upload.Claim("f")
	f, err := upload.Next(context.Background(), "f", 0)
	if err != nil {
		t.Fatal(err)
	}
	buffer := make([]byte, 10)
	if n, err := f.Read(context.Background(), buffer); err != nil || string(buffer[:n]) != "start" {
		t.Fatalf("%q, %v", buffer[:n], err)
	}
	close(rest)
	var steps []int64
	saved, err := f.Save(context.Background(), web.SaveOptions{Dir: t.TempDir(), Limit: 1 << 40, Progress: func(n int64) { steps = append(steps, n) }})
	if err != nil || saved.Size != blocks*100_000 || len(steps) < 10 || steps[len(steps)-1] != saved.Size {
		t.Errorf("%+v, %v, %d steps", saved, err, len(steps))
	}
	if f, err := upload.Next(context.Background(), "f", 1); f != nil || err != nil {
		t.Errorf("another file: %v, %v", f, err)
	}
	if late := upload.Late(); len(late) != 1 || late[0] != (web.Field{Name: "late", Value: "2"}) {
		t.Errorf("got %v", late)
	}
	if n := left(); n != 0 {
		t.Errorf("%d temporary files for a file that was read as it came", n)
	}
}

// Files that are not claimed are read and dropped at the end of the request;
// files that are still read after it are not.
func TestUploadAfterTheRequest(t *testing.T) {
	left := temporary(t)
	r, in := streamed(t)
	other := strings.Replace(fileHead, `"f"`, `"other"`, 1)
	content := strings.Repeat("y", 3<<20)
	answered := make(chan struct{})
	go func() {
		defer in.Close()
		fmt.Fprint(in, fileHead, "y")
		<-answered
		fmt.Fprint(in, content, "\r\n", other, content, "\r\n--b--\r\n")
	}()
	_, upload, err := exchange(t, web.Options{Limits: web.BodyLimits{Body: 1 << 20}}, r)
	if err != nil {
		t.Fatal(err)
	}
	upload.Claim("f")
	f, err := upload.Next(context.Background(), "f", 0)
	if err != nil {
		t.Fatal(err)
	}
	close(answered)
	if err := upload.Close(); err != nil || left() != 0 {
		t.Errorf("%v, %d files stay", err, left())
	}
	saved, err := f.Save(context.Background(), web.SaveOptions{Dir: t.TempDir(), Limit: 1 << 40})
	if err != nil || saved.Size != 3<<20+1 {
		t.Errorf("%+v, %v", saved, err)
	}
	if files := upload.Files("other"); len(files) != 1 {
		t.Errorf("got %v", files)
	} else if _, err := files[0].Read(context.Background(), make([]byte, 1)); err == nil {
		t.Error("a file that nobody had asked for is kept")
	}
}

func TestSaveLimits(t *testing.T) {
	for _, c := range []struct {
		field string
		limit int64
		want  int // files; -1 for an error
	}{{"docs", 21, 2}, {"docs", 20, -1}, {"docs", 19, -1}, {"docs", 0, 2}, {"other", 2, 1}, {"other", 1, -1}, {"none", 0, 0}, {"", 0, 0}} { // as skipper-disk has them
		contentType, body := multipartBody(t, "docs.a=0123456789", "docs.b=0123456789", "other.c=x")
		_, upload, err := exchange(t, defaults, request("POST", "/", contentType, body))
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), "made", "here")
		saved, err := save(upload, c.field, dir, c.limit)
		var tooLarge *web.TooLargeError
		switch {
		case c.want >= 0 && (err != nil || len(saved) != c.want):
			t.Errorf("%+v: got %v, %v", c, saved, err)
		case c.want < 0 && (!errors.As(err, &tooLarge) || tooLarge.Limit != c.limit || !strings.Contains(err.Error(), fmt.Sprintf("limit of %d bytes", c.limit))):
			t.Errorf("%+v: got %v, %v", c, saved, err)
		}
		if files, _ := os.ReadDir(dir); len(files) != len(saved) {
			t.Errorf("%+v: %d files are there", c, len(files))
		}
	}
	if saved, err := save(nil, "docs", t.TempDir(), 1); saved != nil || err != nil {
		t.Errorf("no upload: got %v, %v", saved, err)
	}
	contentType, body := multipartBody(t, "docs.a=0123456789")
	_, upload, err := exchange(t, defaults, request("POST", "/", contentType, body))
	if err != nil {
		t.Fatal(err)
	}
	inTheWay := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(inTheWay, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := save(upload, "docs", inTheWay, 100); err == nil {
		t.Error("a file was taken for a folder")
	}
}

// The names of a client decide nothing but the extension.
func TestSaveNames(t *testing.T) {
	for name, ext := range map[string]string{
		"a.txt": ".txt", "a.tar.gz": ".gz", "a": "", ".x": ".x", "../../a.txt": ".txt", "/etc/passwd": "", "../..": ".",
		"a.é": ".é", "a." + strings.Repeat("x", 300): "", "a.b\\\\..\\\\c": "", "a.x y": ".x y", "a.b:c": "",
	} {
		body := part(fmt.Sprintf(`Content-Disposition: form-data; name="f"; filename="%s"`, name), "x") + "--b--\r\n"
		_, upload, err := exchange(t, defaults, request("POST", "/", "multipart/form-data; boundary=b", body))
		if err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		dir := t.TempDir()
		saved, err := save(upload, "f", dir, 100)
		if err != nil || len(saved) != 1 {
			t.Errorf("%q: got %v, %v", name, saved, err)
			continue
		}
		if filepath.Dir(saved[0].Path) != dir || filepath.Ext(saved[0].Path) != ext {
			t.Errorf("%.40q: stored as %s, want the extension %q", name, saved[0].Path, ext)
		}
	}
}

func FuzzMultipart(f *testing.F) {
	f.Add(part(`Content-Disposition: form-data; name="a"`, "1") + part(`Content-Disposition: form-data; name="f"; filename="../x.y"`, "2") + "--b--")
	f.Add("--b\r\nContent-Disposition: form-data; name*=utf-8''%ff; filename=\"\\\"\"\r\n\r\n")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, body string) {
		x, upload, err := exchange(t, defaults, request("POST", "/", "multipart/form-data; boundary=b", body))
		outcome(t, x.Request.Body, err)
		saved, _ := save(upload, "f", dir, 1<<20) // what is broken behind a file fails here
		for _, s := range saved {
			if filepath.Dir(s.Path) != dir {
				t.Errorf("%q is stored at %s", s.Filename, s.Path)
			}
			if err := os.Remove(s.Path); err != nil {
				t.Error(err)
			}
		}
	})
}
