package web_test

import (
	"bytes"
	"errors"
	"fmt"
	"mime/multipart"
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
		if n := left(); (n > 0) != c.onDisk {
			t.Errorf("%s: %d temporary files, want some %v", c.name, n, c.onDisk)
		}
		dir := t.TempDir()
		saved, err := upload.Save("docs", dir, 10<<20)
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
			want := web.SavedFile{Path: f.Path, Size: int64(len(content)), Type: "application/octet-stream", Filename: name, Field: "docs"}
			if f != want || filepath.Dir(f.Path) != dir || filepath.Ext(f.Path) != filepath.Ext(name) {
				t.Errorf("%s: got %+v, want %+v", c.name, f, want)
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
	for name, rest := range map[string]string{
		"ends early": "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1", "a bad part": part("nonsense", ""), "too large": file + file, "a long field": part(`Content-Disposition: form-data; name="a"`, strings.Repeat("x", 1<<20+1)),
	} {
		left := temporary(t)
		x, _, err := exchange(t, defaults, request("POST", "/", "multipart/form-data; boundary=b", file+rest))
		expect(t, name, outcome(t, x.Request.Body, err), "400 … Unable to parse HTTP body")
		if n := left(); n != 0 {
			t.Errorf("%s: %d temporary files stay", name, n)
		}
	}
}

func TestSaveLimits(t *testing.T) {
	contentType, body := multipartBody(t, "docs.a=0123456789", "docs.b=0123456789", "other.c=x")
	_, upload, err := exchange(t, defaults, request("POST", "/", contentType, body))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		field string
		limit int64
		want  int // files; -1 for an error
	}{{"docs", 20, 2}, {"docs", 19, -1}, {"docs", 0, -1}, {"other", 1, 1}, {"none", 0, 0}, {"", 0, 0}} {
		dir := filepath.Join(t.TempDir(), "made", "here")
		saved, err := upload.Save(c.field, dir, c.limit)
		var tooLarge *web.TooLargeError
		switch {
		case c.want >= 0 && (err != nil || len(saved) != c.want):
			t.Errorf("%+v: got %v, %v", c, saved, err)
		case c.want < 0 && (!errors.As(err, &tooLarge) || tooLarge.Limit != c.limit || saved != nil || !strings.Contains(err.Error(), fmt.Sprintf("limit of %d bytes", c.limit))):
			t.Errorf("%+v: got %v, %v", c, saved, err)
		}
		if files, _ := os.ReadDir(dir); len(files) != max(c.want, 0) {
			t.Errorf("%+v: %d files are there", c, len(files))
		}
	}
	if saved, err := (*web.Upload)(nil).Save("docs", t.TempDir(), 1); saved != nil || err != nil {
		t.Errorf("no upload: got %v, %v", saved, err)
	}
	inTheWay := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(inTheWay, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := upload.Save("docs", inTheWay, 100); err == nil {
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
		saved, err := upload.Save("f", dir, 100)
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
	f.Fuzz(func(t *testing.T, body string) {
		x, upload, err := exchange(t, defaults, request("POST", "/", "multipart/form-data; boundary=b", body))
		outcome(t, x.Request.Body, err)
		dir := t.TempDir()
		saved, err := upload.Save("f", dir, 1<<20)
		if err != nil {
			t.Errorf("%q: %v", body, err)
		}
		for _, s := range saved {
			if filepath.Dir(s.Path) != dir {
				t.Errorf("%q is stored at %s", s.Filename, s.Path)
			}
		}
	})
}
