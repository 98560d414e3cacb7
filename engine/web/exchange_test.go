package web_test

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"framework/engine/value"
	"framework/engine/web"
	"framework/router"
)

var defaults = web.Options{Limits: web.BodyLimits{Body: 1 << 20, Upload: 4 << 20}, Secrets: []string{"new", "old"}}

// request is what a client sends. A body that is chunked has no known length.
func request(method, target, contentType, body string, header ...string) *http.Request {
	r := httptest.NewRequest(method, "/", strings.NewReader(body))
	r.RequestURI = target
	if u, err := url.Parse(target); err == nil {
		r.URL = u
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
		if header[i+1] == "chunked" {
			r.ContentLength = -1
		}
	}
	return r
}

func exchange(t testing.TB, opts web.Options, r *http.Request) (*router.Exchange, *web.Upload, error) {
	t.Helper()
	x, upload, err := web.NewExchange(httptest.NewRecorder(), r, opts)
	t.Cleanup(func() {
		if err := upload.Close(); err != nil {
			t.Error(err)
		}
	})
	if err != nil && upload != nil {
		t.Error("an upload that nobody will close")
	}
	return x, upload, err
}

func text(v any) string { return string(value.Append(nil, v)) }

// outcome is the value, or status and message of the error, which has both.
func outcome(t testing.TB, v any, err error) string {
	t.Helper()
	if err == nil {
		if !valid(v) {
			t.Errorf("%.200q has text that is not UTF-8", v)
		}
		return text(v)
	}
	var e *router.Error
	if !errors.As(err, &e) || e.Status < 400 || e.Status > 499 || e.Message == "" {
		t.Errorf("got %T %v, want a *router.Error of the client's with a message", err, err)
		return ""
	}
	return fmt.Sprintf("%d %s", e.Status, e.Message)
}

// valid reports whether all text in v is UTF-8.
func valid(v any) bool {
	switch v := v.(type) {
	case string:
		return utf8.ValidString(v)
	case []any:
		return !slices.ContainsFunc(v, func(v any) bool { return !valid(v) })
	case *value.Map:
		for k, v := range v.All() {
			if !utf8.ValidString(k) || !valid(v) {
				return false
			}
		}
	}
	return true
}

// expect compares an outcome with one that was expected; of an error it is
// status and a part of the message.
func expect(t testing.TB, name, got, want string) {
	t.Helper()
	if status, part, ok := strings.Cut(want, " … "); ok {
		if !strings.HasPrefix(got, status+" ") || !strings.Contains(got, part) {
			t.Errorf("%s: got %.300s, want %s", name, got, want)
		}
	} else if got != want {
		t.Errorf("%s: got %.300s, want %.300s", name, got, want)
	}
}

func TestRequest(t *testing.T) {
	for _, c := range []struct{ target, url, path, query string }{
		{"/", "/", "/", `{}`},
		{"/a%20b?c=1&d[e]=2", "/a%20b?c=1&d[e]=2", "/a%20b", `{"c":"1","d":{"e":"2"}}`},
		{"/a?b?c=1", "/a?b?c=1", "/a", `{"b?c":"1"}`},
		{"//host/a?", "//host/a?", "//host/a", `{}`},
		{"/a/../b", "/a/../b", "/a/../b", `{}`},
		{"http://h.example/p?q=1", "/p?q=1", "/p", `{"q":"1"}`},
		{"http://h.example", "/", "/", `{}`},
		{"*", "*", "*", `{}`},
	} {
		x, _, err := exchange(t, defaults, request("GET", c.target, "", ""))
		if err != nil {
			t.Errorf("%s: %v", c.target, err)
			continue
		}
		r := x.Request
		if r.URL != c.url || r.Path != c.path || text(r.Query) != c.query {
			t.Errorf("%s: got %q, %q, %s; want %q, %q, %s", c.target, r.URL, r.Path, text(r.Query), c.url, c.path, c.query)
		}
		if r.Host != "example.com" || r.Remote != "192.0.2.1" || r.Protocol != "http" || r.Method != http.MethodGet || r.Received.IsZero() {
			t.Errorf("%s: got %+v", c.target, r)
		}
	}
	r := request("GET", "/", "", "")
	r.TLS, r.RemoteAddr = &tls.ConnectionState{}, "[::1]:99"
	if x, _, _ := exchange(t, defaults, r); x.Request.Protocol != "https" || x.Request.Remote != "::1" {
		t.Errorf("got %+v", x.Request)
	}
}

// TestArrived: the bytes of a body are counted as they are read.
func TestArrived(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"a":1}`))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	x, err := web.OpenExchange(w, r, web.Options{Limits: web.BodyLimits{Body: 100}})
	if err != nil {
		t.Fatal(err)
	}
	if n := x.Request.Arrived(); n != 0 {
		t.Errorf("%d bytes before the body is read", n)
	}
	if _, err := web.ReadBody(x, w, r, web.Options{Limits: web.BodyLimits{Body: 100}}); err != nil {
		t.Fatal(err)
	}
	if n := x.Request.Arrived(); n != 7 {
		t.Errorf("%d bytes of 7", n)
	}
	without, err := web.OpenExchange(w, httptest.NewRequest(http.MethodGet, "/", nil), web.Options{})
	if err != nil || without.Request.Arrived != nil {
		t.Errorf("without a body: %v, counted: %t", err, without.Request.Arrived != nil)
	}
}

func TestQuery(t *testing.T) {
	for query, want := range map[string]string{
		"":                              `{}`,
		"b=%zz&c=%ff&d=%C3%A9+e&f=%zz+": `{"b":"%zz","c":"%ff","d":"é e","f":"%zz+"}`,
		"b=\xff\xc3":                    `{"b":"` + "\uFFFD\uFFFD" + `"}`,
		"b=\x00&c=%00":                  `{"b":"\u0000","c":"\u0000"}`,
		"__proto__[x]=1&a[__proto__]=1": `{}`,
		"constructor=1&toString[a]=1":   `{"constructor":"1","toString":{"a":"1"}}`,
		"a[20]=x&b[21]=x":               `{"a":["x"],"b":{"21":"x"}}`,
		numbered(10_000):                text(map1000()),
		strings.Repeat("x&", 200_000):   "400 … 200001 parameters are too many",
		"a" + strings.Repeat("[b]", 100_000) + "=1": `{"a":{"b":{"b":{"b":{"b":{"b":{"` + strings.Repeat("[b]", 99_995) + `":"1"}}}}}}}`,
		strings.Repeat("[", 100_000):                `{"` + strings.Repeat("[", 100_000) + `":""}`,
	} {
		x, _, err := exchange(t, defaults, request("GET", "/?"+query, "", ""))
		expect(t, query[:min(len(query), 40)], outcome(t, x.Request.Query, err), want)
	}
}

// numbered are n parameters of different names.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "p%d=%d&", i, i)
	}
	return strings.TrimSuffix(b.String(), "&")
}

// map1000 is what is taken of them.
func map1000() *value.Map {
	m := value.New(1000)
	for i := range 1000 {
		m.Set(fmt.Sprint("p", i), fmt.Sprint(i))
	}
	return m
}

func TestProxy(t *testing.T) {
	trusting := defaults
	trusting.Trust = web.TrustAll
	forwarded := []string{"X-Forwarded-For", "1.2.3.4, 10.1.2.3,,127.0.0.1", "X-Forwarded-Proto", "https"}
	hops := func(n int) web.Options {
		o := defaults
		o.Trust = web.TrustHops(n)
		return o
	}
	hosts := func(list ...string) web.Options {
		o := defaults
		var err error
		if o.Trust, err = web.TrustAddresses(list); err != nil {
			t.Fatal(err)
		}
		return o
	}
	for _, c := range []struct {
		name   string
		opts   web.Options
		header []string
		want   string
	}{
		{"a stranger's", defaults, []string{"X-Forwarded-For", "1.2.3.4", "X-Forwarded-Proto", "https", "X-Forwarded-Host", "front.example"}, "http example.com 192.0.2.1 []"},
		{"none", trusting, nil, "http example.com 192.0.2.1 []"},
		{"all", trusting, []string{"X-Forwarded-For", "1.2.3.4, 5.6.7.8", "X-Forwarded-Proto", "https , http", "X-Forwarded-Host", "front.example, b"}, "https front.example 1.2.3.4 [1.2.3.4 5.6.7.8]"},
		{"two headers", trusting, []string{"X-Forwarded-For", "1.2.3.4", "X-Forwarded-For", "5.6.7.8"}, "http example.com 1.2.3.4 [1.2.3.4 5.6.7.8]"},
		{"no hop", hops(0), forwarded, "http example.com 192.0.2.1 []"},
		{"one hop", hops(1), forwarded, "https example.com 127.0.0.1 [127.0.0.1]"},
		{"two hops", hops(2), forwarded, "https example.com 10.1.2.3 [10.1.2.3 127.0.0.1]"},
		{"more hops than there are", hops(9), forwarded, "https example.com 1.2.3.4 [1.2.3.4 10.1.2.3 127.0.0.1]"},
		{"the client is no proxy", hosts("loopback"), forwarded, "http example.com 192.0.2.1 []"},
		{"names and ranges", hosts("loopback", "192.0.2.0/24"), forwarded, "https example.com 10.1.2.3 [10.1.2.3 127.0.0.1]"},
		{"a mask", hosts("192.0.2.0/255.255.255.0"), forwarded, "https example.com 127.0.0.1 [127.0.0.1]"},
		{"an address", hosts("192.0.2.1", "127.0.0.1", "uniquelocal"), forwarded, "https example.com 1.2.3.4 [1.2.3.4 10.1.2.3 127.0.0.1]"},
		{"an address of IPv4 as one of IPv6", hosts("::ffff:192.0.2.1", "::ffff:127.0.0.0/104"), forwarded, "https example.com 10.1.2.3 [10.1.2.3 127.0.0.1]"},
		{"IPv6 is not IPv4", hosts("::/1"), forwarded, "http example.com 192.0.2.1 []"},
		{"IPv6", hosts("192.0.2.1", "fe80::/10", "::1"), []string{"X-Forwarded-For", "2001:db8::1, ::ffff:192.0.2.1, ::1, fe80::1%eth0"}, "http example.com 2001:db8::1 [2001:db8::1 ::ffff:192.0.2.1 ::1 fe80::1%eth0]"},
		{"words of a liar", hosts("192.0.2.1"), []string{"X-Forwarded-For", "1.2.3.4, unknown"}, "http example.com unknown [unknown]"},
		{"empty", trusting, []string{"X-Forwarded-For", "", "X-Forwarded-Proto", " ,https", "X-Forwarded-Host", ","}, "http example.com 192.0.2.1 []"},
	} {
		x, _, _ := exchange(t, c.opts, request("GET", "/", "", "", c.header...))
		if got := x.Request.Protocol + " " + x.Request.Host + " " + x.Request.Remote + fmt.Sprint(" ", x.Request.Forwarded); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestTrustAddressesRefuses(t *testing.T) {
	for _, entry := range []string{"", "localhost", "1.2.3", "1.2.3.4/0", "1.2.3.4/33", "1.2.3.4/x", "1.2.3.4/255.0.255.0", "::1/129", "::1/255.0.0.0", "fe80::1%eth0"} {
		var wrong *web.TrustError
		if _, err := web.TrustAddresses([]string{"127.0.0.1", entry}); !errors.As(err, &wrong) || wrong.Entry != entry {
			t.Errorf("%q: got %v", entry, err)
		}
	}
}

func TestMethodOverride(t *testing.T) {
	header, field := defaults, defaults
	header.MethodOverride, header.VaryOverride = true, true
	field.MethodOverride, field.OverrideField = true, true
	const form = "application/x-www-form-urlencoded"
	for _, c := range []struct {
		name               string
		opts               web.Options
		method, body, asks string
		want               string
	}{
		{"off", defaults, "POST", "_method=PUT", "PUT", `POST {"_method":"PUT"}`},
		{"header", header, "POST", "", "put", `PUT {}`},
		{"header of GET", header, "GET", "", "DELETE", `GET null`},
		{"no field", header, "POST", "_method=PUT", "", `POST {"_method":"PUT"}`},
		{"field", field, "POST", "_method=delete&a=1", "", `DELETE {"a":"1"}`},
		{"field before header", field, "POST", "_method=delete", "PUT", `DELETE {}`},
		{"field that is a list", field, "POST", "_method=PUT&_method=PUT", "", `POST {"_method":["PUT","PUT"]}`},
		{"no method", header, "POST", "", "CONNECT", `POST {}`},
		{"nonsense", header, "POST", "", "PUT\r\n", `POST {}`},
	} {
		r := request(c.method, "/", form, c.body)
		if c.asks != "" {
			r.Header.Set("X-HTTP-Method-Override", c.asks)
		}
		x, _, err := exchange(t, c.opts, r)
		if got := x.Request.Method + " " + outcome(t, x.Request.Body, err); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		vary := x.Response.Header().Get("Vary") != ""
		if want := c.opts.VaryOverride && c.method == http.MethodPost; vary != want {
			t.Errorf("%s: Vary is %q", c.name, x.Response.Header().Get("Vary"))
		}
	}
}

func FuzzExchange(f *testing.F) {
	contentType, body := multipartBody(f, "t=1", "docs.txt=xyz")
	f.Add("/a?b=1", "application/json", "", `{"a":1}`, "a=1")
	f.Add("/%zz?a[b=1", "application/x-www-form-urlencoded", "", "a=1&b[]=2", "s:x; j:{")
	f.Add("/", contentType, "", body, "")
	f.Add("/", "text/plain", "gzip", "\x1f\x8b", "")
	f.Fuzz(func(t *testing.T, target, contentType, encoding, body, cookie string) {
		r := request(http.MethodPost, target, contentType, body, "Cookie", cookie, "Content-Encoding", encoding)
		x, _, err := exchange(t, defaults, r)
		outcome(t, x.Request.Body, err)
		if err != nil {
			return
		}
		outcome(t, x.Request.Query, nil)
		switch x.Request.Body.(type) {
		case *value.Map, []any:
		default:
			t.Errorf("the body of a POST is %T", x.Request.Body)
		}
		for _, v := range []any{x.Request.Body, x.Request.Query, x.Request.Cookies, x.Request.Signed} {
			if _, err := value.Parse(value.Append(nil, v)); err != nil {
				t.Errorf("%T gives no JSON: %v", v, err)
			}
		}
	})
}
