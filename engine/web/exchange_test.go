package web_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/ordered"
	"framework/engine/web"
	"framework/router"
)

var limits = web.Options{Limits: web.BodyLimits{Body: 1 << 20, Upload: 4 << 20}, Secrets: []string{"new", "old"}}

func exchange(t testing.TB, opts web.Options, method, target, contentType, body string, header ...string) (*router.Exchange, *web.Upload, error) {
	t.Helper()
	r := httptest.NewRequest(method, "/", strings.NewReader(body))
	r.RequestURI = target
	if u, err := url.Parse(target); err == nil {
		r.URL = u
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	x, upload, err := web.NewExchange(httptest.NewRecorder(), r, opts)
	t.Cleanup(func() { _ = upload.Close() })
	return x, upload, err
}

func text(v any) string { return string(ordered.Append(nil, v)) }

func TestBody(t *testing.T) {
	deep := strings.Repeat("[", 50_000) + strings.Repeat("]", 50_000)
	for _, c := range []struct{ name, method, contentType, body, want string }{
		{"object", "POST", "application/json", `{"b":1,"a":[true,null]}`, `{"b":1,"a":[true,null]}`},
		{"array", "PUT", "application/json; charset=utf-8", `[1,"x"]`, `[1,"x"]`},
		{"suffix", "POST", "application/vnd.api+json", `{"a":1}`, `{"a":1}`},
		{"mark", "POST", "application/json", "\uFEFF{}", `{}`},
		{"empty", "POST", "application/json", "", `{}`},
		{"JSON under no name", "POST", "", `{"a":1}`, `{"a":1}`},
		{"JSON under a wrong name", "POST", "text/plain", `{"a":1}`, `{"a":1}`},
		{"text", "POST", "text/plain", "hello", `{}`},
		{"a name that is none", "POST", ";;;", "hello", `{}`},
		{"form", "POST", "application/x-www-form-urlencoded", "a=1&b[c]=2&d[]=3&d[]=4&e=%C3%A9+x", `{"a":"1","b":{"c":"2"},"d":["3","4"],"e":"é x"}`},
		{"of GET", "GET", "application/json", `{"a":1}`, `null`},
		{"prototype", "POST", "application/json", `{"__proto__":{"x":1}}`, `{"__proto__":{"x":1}}`},
		{"scalar", "POST", "application/json", `5`, "400 neither an object nor an array"},
		{"malformed", "POST", "application/json", `{"a":`, "400 invalid JSON"},
		{"more than one", "POST", "application/json", `{} {}`, "400 invalid JSON"},
		{"NUL", "POST", "application/json", "{\"a\":\"\x00\"}", "400 invalid JSON"},
		{"deep", "POST", "application/json", deep, "400"},
		{"10 MiB", "POST", "application/json", `{"a":"` + strings.Repeat("x", 10<<20) + `"}`, "400 the limit is 1048576"},
		{"10 MiB form", "POST", "application/x-www-form-urlencoded", strings.Repeat("a=b&", 3<<20), "400 the limit is 1048576"},
		{"multipart without a boundary", "POST", "multipart/form-data", "x", "400 boundary"},
		{"multipart that ends early", "POST", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx", "400"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, _, err := exchange(t, limits, c.method, "/", c.contentType, c.body)
			got := text(x.Request.Body)
			if err != nil {
				e, ok := err.(*router.Error) //nolint:errorlint // that is what it promises
				if !ok {
					t.Fatalf("got %T %v, want a *router.Error", err, err)
				}
				got = fmt.Sprintf("%d %s", e.Status, e.Message)
				if !strings.HasPrefix(got, c.want[:3]) || !strings.Contains(got, strings.TrimSpace(c.want[3:])) {
					t.Errorf("got %.200s, want %s", got, c.want)
				}
				return
			}
			if got != c.want {
				t.Errorf("got %.200s, want %s", got, c.want)
			}
		})
	}
}

func TestQueryAndPath(t *testing.T) {
	for target, want := range map[string]string{
		"/a?b=1&c[d]=2":            `{"b":"1","c":{"d":"2"}}`,
		"/a?":                      `{}`,
		"/a?b=%zz&c=%ff":           "",
		"/a?__proto__[x]=1":        `{}`,
		"/a?constructor[x]=1":      "",
		"/a?a[" + "b][" + "c]=1":   `{"a":{"b":{"c":"1"}}}`,
		"http://h.example/p?q=1":   `{"q":"1"}`,
		"/a?" + many("x=1&", 9999): "",
	} {
		x, _, err := exchange(t, limits, "GET", target, "", "")
		if err != nil {
			if _, ok := err.(*router.Error); !ok { //nolint:errorlint // that is what it promises
				t.Errorf("%.60s: %T %v", target, err, err)
			}
			continue
		}
		if got := text(x.Request.Query); want != "" && got != want {
			t.Errorf("%s: got %s, want %s", target, got, want)
		}
	}
}

func many(s string, n int) string { return strings.Repeat(s, n) }

func TestCookies(t *testing.T) {
	signed := "s:" + web.Sign("v", "old")
	x, _, err := exchange(t, limits, "GET", "/", "", "", "Cookie",
		`a=1; a=2; b="q"; c=%C3%A9; d=%zz; e=j:{"x":1}; f=`+strings.NewReplacer("+", "%2B", "/", "%2F", ":", "%3A").Replace(signed)+`; g=s:forged.sig; __proto__=1; =x; h; i = 3`)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"a":"1","b":"q","c":"é","d":"%zz","e":{"x":1},"g":"s:forged.sig","i":"3"}`
	if got := text(x.Request.Cookies); got != want {
		t.Errorf("cookies\n%s, want\n%s", got, want)
	}
	if got := text(x.Request.Signed); got != `{"f":"v"}` {
		t.Errorf("signed %s", got)
	}
	signer := web.NewSigner([]string{"new", "old"})
	for _, secret := range []string{"new", "old"} {
		if v, ok := signer.Unsign(web.Sign("v", secret)); !ok || v != "v" {
			t.Errorf("%s: %q %v", secret, v, ok)
		}
	}
	for _, bad := range []string{"", "v", "v.", ".", web.Sign("v", "other"), web.Sign("v", "new") + "x"} {
		if _, ok := signer.Unsign(bad); ok {
			t.Errorf("%q was believed", bad)
		}
	}
	if signer.Sign("v") != web.Sign("v", "new") {
		t.Error("the signatures differ")
	}
}

func TestProxyAndOverride(t *testing.T) {
	header := []string{"X-Forwarded-For", "1.2.3.4, 5.6.7.8", "X-Forwarded-Proto", "https", "X-Forwarded-Host", "front.example"}
	x, _, _ := exchange(t, limits, "GET", "/", "", "", header...)
	if x.Request.Protocol != "http" || x.Request.Remote == "1.2.3.4" {
		t.Errorf("a stranger's headers were believed: %+v", x.Request)
	}
	trusting := limits
	trusting.TrustProxy, trusting.MethodOverride, trusting.OverrideField = true, true, true
	x, _, _ = exchange(t, trusting, "GET", "/", "", "", header...)
	if x.Request.Protocol != "https" || x.Request.Remote != "1.2.3.4" {
		t.Errorf("the proxy's headers were not believed: %+v", x.Request)
	}
	for _, c := range []struct{ method, body, header, want string }{
		{"POST", "", "PUT", "PUT"}, {"GET", "", "DELETE", "GET"}, {"POST", "_method=delete", "", "DELETE"}, {"POST", "", "NONSENSE\r\n", "POST"}, {"POST", "", "", "POST"},
	} {
		x, _, err := exchange(t, trusting, c.method, "/", "application/x-www-form-urlencoded", c.body, "X-HTTP-Method-Override", c.header)
		if err != nil || x.Request.Method != c.want {
			t.Errorf("%+v: got %s %v", c, x.Request.Method, err)
		}
	}
}

// form is a multipart body with files of the given sizes in the field docs.
func form(t testing.TB, sizes ...int) (contentType, body string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	if err := w.WriteField("title", "t"); err != nil {
		t.Fatal(err)
	}
	for i, n := range sizes {
		f, err := w.CreateFormFile("docs", fmt.Sprintf("../../evil%d.txt", i))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(bytes.Repeat([]byte("x"), n)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), b.String()
}

func TestUpload(t *testing.T) {
	contentType, body := form(t, 10, 20)
	x, upload, err := exchange(t, limits, "POST", "/", contentType, body)
	if err != nil || text(x.Request.Body) != `{"title":"t"}` {
		t.Fatalf("%v %s", err, text(x.Request.Body))
	}
	dir := t.TempDir()
	saved, err := upload.Save("docs", filepath.Join(dir, "in", "here"), 100)
	if err != nil || len(saved) != 2 {
		t.Fatalf("%v %v", saved, err)
	}
	for i, f := range saved {
		info, err := os.Stat(f.Path)
		if err != nil || info.Size() != int64(10*(i+1)) || filepath.Dir(f.Path) != filepath.Join(dir, "in", "here") || filepath.Ext(f.Path) != ".txt" {
			t.Errorf("%+v %v", f, err)
		}
	}
	// Over the limit nothing stays.
	full := filepath.Join(dir, "full")
	if _, err := upload.Save("docs", full, 15); err == nil || !strings.Contains(err.Error(), "limit of 15 bytes") {
		t.Errorf("got %v, want an error about the limit", err)
	}
	if left, _ := os.ReadDir(full); len(left) != 0 {
		t.Errorf("%d files stayed", len(left))
	}
	if none, err := upload.Save("other", full, 15); err != nil || none != nil {
		t.Errorf("%v %v", none, err)
	}
	contentType, body = form(t, 5<<20)
	if _, _, err := exchange(t, limits, "POST", "/", contentType, body); err == nil {
		t.Error("an upload over the limit was taken")
	}
}

func FuzzExchange(f *testing.F) {
	contentType, body := form(f, 3)
	f.Add("/a?b=1", "application/json", `{"a":1}`, "a=1")
	f.Add("/%zz?a[b=1", "application/x-www-form-urlencoded", "a=1&b[]=2", "s:x; j:{")
	f.Add("/", contentType, body, "")
	f.Fuzz(func(t *testing.T, target, contentType, body, cookie string) {
		x, _, err := exchange(t, limits, http.MethodPost, target, contentType, body, "Cookie", cookie)
		if err == nil && x.Request.Body == nil {
			t.Error("a POST without a body")
		}
		if _, ok := err.(*router.Error); err != nil && !ok { //nolint:errorlint // that is what it promises
			t.Errorf("%T %v", err, err)
		}
	})
}
