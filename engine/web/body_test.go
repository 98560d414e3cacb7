package web_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"io"
	"strings"
	"testing"

	"framework/engine/value"
)

const (
	jsonType = "application/json"
	formType = "application/x-www-form-urlencoded"
)

func TestBody(t *testing.T) {
	const large = 10 << 20
	deep := func(open, inner, end string, n int) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
	}
	for _, c := range []struct{ name, method, contentType, body, want string }{
		{"object", "POST", jsonType, `{"b":1,"a":[true,null]}`, `{"b":1,"a":[true,null]}`},
		{"array", "PUT", jsonType + "; charset=utf-8", `[1,"x"]`, `[1,"x"]`},
		{"of DELETE", "DELETE", jsonType, `{"a":1}`, `{"a":1}`},
		{"of PATCH", "PATCH", jsonType, `{"a":1}`, `{"a":1}`},
		{"upper case", "POST", "APPLICATION/JSON", ` {"a":1} `, `{"a":1}`},
		{"suffix", "POST", "application/vnd.api+json", `{"a":1}`, `{"a":1}`},
		{"suffix, malformed", "POST", "application/vnd.api+json", `{"a":`, "400 … invalid JSON"},
		{"mark", "POST", jsonType, "\uFEFF{}", `{}`},
		{"empty", "POST", jsonType, "", `{}`},
		{"repeated key", "POST", jsonType, `{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`},
		{"JSON of no type", "POST", "", `{"a":1}`, `{"a":1}`},
		{"JSON of another type", "POST", "text/plain", `{"a":1}`, `{"a":1}`},
		{"prototype", "POST", jsonType, `{"__proto__":{"x":1}}`, `{}`},
		{"invalid UTF-8", "POST", jsonType, "{\"\xff\":\"a\xc3\"}", "{\"\uFFFD\":\"a\uFFFD\"}"},
		{"half a character", "POST", jsonType, `{"a":"\ud800"}`, "{\"a\":\"\uFFFD\"}"},
		{"NUL escaped", "POST", jsonType, `{"a":"\u0000"}`, `{"a":"\u0000"}`},
		{"NUL", "POST", jsonType, "{\"a\":\"\x00\"}", "400 … invalid JSON"},
		{"NUL behind", "POST", jsonType, "{\"a\":1}\x00", "400 … Unexpected non-whitespace character after JSON at position 7"},
		{"scalar", "POST", jsonType, `5`, "400 … neither an object nor an array"},
		{"string", "POST", jsonType, `"a"`, "400 … neither an object nor an array"},
		{"null", "POST", jsonType, `null`, "400 … neither an object nor an array"},
		{"blanks", "POST", jsonType, "  \n", "400 … invalid JSON"},
		{"cut off", "POST", jsonType, `{"a":`, "400 … Unexpected end of JSON input"},
		{"malformed", "POST", jsonType, `{'a':1}`, "400 … Unable to parse HTTP body- error occurred :: invalid JSON: Expected property name or '}' in JSON at position 1"},
		{"trailing comma", "POST", jsonType, `{"a":1,}`, "400 … invalid JSON"},
		{"more than one", "POST", jsonType, `{} {}`, "400 … Unexpected non-whitespace character after JSON at position 3"},
		{"UTF-16", "POST", jsonType, "\xff\xfe{\x00}\x00", "400 … invalid JSON"},
		{"form as JSON", "POST", jsonType, "a=1", "400 … invalid JSON"},
		{"nested enough", "POST", jsonType, deep("[", "", "]", 512), deep("[", "", "]", 512)},
		{"nested too deep", "POST", jsonType, deep(`{"a":`, "1", "}", 600), "400 … nested deeper than 512 levels"},
		{"nested without end", "POST", jsonType, strings.Repeat("[", 1_000_000), "400 … nested deeper than 512 levels"},
		{"10 MiB", "POST", jsonType, `{"a":"` + strings.Repeat("x", large) + `"}`, "400 … the limit is 1048576"},
		{"10,000 keys", "POST", jsonType, "{" + strings.Repeat(`"a":1,`, 9_999) + `"b":2}`, `{"a":1,"b":2}`},

		{"text", "POST", "text/plain", "hello", `{}`},
		{"malformed JSON of another type", "POST", "text/plain", `{"a":`, `{}`},
		{"scalar of another type", "POST", "", `5`, `{}`},
		{"a type that is none", "POST", ";;;", "hello", `{}`},
		{"10 MiB of text", "POST", "text/plain", strings.Repeat("x", large), "400 … the limit is 1048576"},

		{"form", "POST", formType, "a=1&b[c]=2&d[]=3&d[]=4&e=%C3%A9+x", `{"a":"1","b":{"c":"2"},"d":["3","4"],"e":"é x"}`},
		{"form with charset", "POST", formType + "; charset=UTF-8", "a=1", `{"a":"1"}`},
		{"form, another charset", "POST", formType + "; charset=iso-8859-1", "a=1", `400 … the charset "iso-8859-1" is not supported`},
		{"JSON, another charset", "POST", jsonType + "; charset=iso-8859-1", `{"a":1}`, `400 … the charset "iso-8859-1" is not supported`},
		{"JSON as form", "POST", formType, `{"a":1}`, `{"{\"a\":1}":""}`},
		{"form, invalid UTF-8", "POST", formType, "a=\xff&b=%ff&c=%zz+d", `{"a":"` + "\uFFFD" + `","b":"%ff","c":"%zz+d"}`},
		{"form, NUL", "POST", formType, "a\x00=%00", `{"a\u0000":"\u0000"}`},
		{"form, long list", "POST", formType, "a[99]=x&b[101]=y", `{"a":["x"],"b":{"101":"y"}}`},
		{"form, many parameters", "POST", formType, numbered(1000), text(map1000())},
		{"form, too many parameters", "POST", formType, numbered(10_000), "400 … 10000 parameters are too many"},
		{"form, nothing but ampersands", "POST", formType, strings.Repeat("&", 1000), "400 … 1001 parameters are too many"},
		{"form, nested", "POST", formType, "a" + strings.Repeat("[b]", 100) + "=1", `{"a":` + deep(`{"b":`, `"1"`, "}", 100) + "}"},
		{"form, nested too deep", "POST", formType, "a" + strings.Repeat("[b]", 600) + "=1", "400 … nested deeper than 512 levels"},
		{"form, 10 MiB", "POST", formType, "a=" + strings.Repeat("x", large), "400 … the limit is 1048576"},

		{"of GET", "GET", jsonType, `{"a":1}`, `null`},
		{"of HEAD", "HEAD", jsonType, `{"a":`, `null`},
		{"of OPTIONS", "OPTIONS", jsonType, `{"a":1}`, `null`},
	} {
		for _, length := range []string{"known", "chunked"} {
			want := c.want
			if length == "chunked" {
				want = strings.Replace(want, "the limit is 1048576", "longer than the limit of 1048576 bytes", 1)
			}
			r := request(c.method, "/", c.contentType, c.body, "X-Length", length)
			x, upload, err := exchange(t, defaults, r)
			expect(t, c.name+", length "+length, outcome(t, x.Request.Body, err), want)
			if upload != nil {
				t.Errorf("%s: an upload", c.name)
			}
			if err != nil && (x.Response == nil || x.Request.Query == nil || x.Request.Cookies == nil) {
				t.Errorf("%s: the exchange cannot be answered", c.name)
			}
		}
	}
}

// A body over its limit is refused before it is read.
func TestBodyOverTheLimitIsNotRead(t *testing.T) {
	for _, length := range []string{"known", "chunked"} {
		r := request("POST", "/", jsonType, "", "X-Length", length)
		read := &counter{left: 10 << 20}
		r.Body = io.NopCloser(read)
		if length == "known" {
			r.ContentLength = 10 << 20
		}
		x, _, err := exchange(t, defaults, r)
		expect(t, length, outcome(t, x.Request.Body, err), "400 … limit")
		if most := map[string]int{"known": 0, "chunked": 2 << 20}[length]; read.got > most {
			t.Errorf("%s: %d bytes were read", length, read.got)
		}
	}
}

// counter is an endless body up to left bytes.
type counter struct{ left, got int }

func (c *counter) Read(p []byte) (int, error) {
	n := min(len(p), c.left)
	if n == 0 {
		return 0, io.EOF
	}
	for i := range n {
		p[i] = ' '
	}
	c.left, c.got = c.left-n, c.got+n
	return n, nil
}

func TestEncodedBody(t *testing.T) {
	var zipped, deflated, bomb bytes.Buffer
	for out, body := range map[*bytes.Buffer]string{&zipped: `{"a":1}`, &bomb: strings.Repeat(" ", 8<<20)} {
		w := gzip.NewWriter(out)
		_, _ = io.WriteString(w, body)
		_ = w.Close()
	}
	w := zlib.NewWriter(&deflated)
	_, _ = io.WriteString(w, `a=1&b=2`)
	_ = w.Close()
	for _, c := range []struct{ name, encoding, contentType, body, want string }{
		{"gzip", "gzip", jsonType, zipped.String(), `{"a":1}`},
		{"upper case", "GZIP", jsonType, zipped.String(), `{"a":1}`},
		{"deflate", "deflate", formType, deflated.String(), `{"a":"1","b":"2"}`},
		{"identity", "identity", jsonType, `{"a":1}`, `{"a":1}`},
		{"unknown", "zstd", jsonType, `{}`, `400 … unsupported content encoding "zstd"`},
		{"not gzip", "gzip", jsonType, `{"a":"0123456789"}`, "400 … gzip: invalid header"},
		{"cut off", "gzip", jsonType, zipped.String()[:20], "400 … EOF"},
		{"bomb", "gzip", jsonType, bomb.String(), "400 … longer than the limit of 1048576 bytes"},
	} {
		x, _, err := exchange(t, defaults, request("POST", "/", c.contentType, c.body, "Content-Encoding", c.encoding))
		expect(t, c.name, outcome(t, x.Request.Body, err), c.want)
	}
}

func FuzzBody(f *testing.F) {
	for _, s := range []string{`{"a":[1,{"b":null}]}`, "a[b][]=1&a[b][3]=2&c=%ff", "\uFEFF[]", "[[[[", "\x00", "\xff", `{"a":"\ud800"}`} {
		f.Add(0, s)
		f.Add(1, s)
		f.Add(2, s)
	}
	f.Fuzz(func(t *testing.T, kind int, body string) {
		types := []string{jsonType, formType, "text/plain"}
		x, _, err := exchange(t, defaults, request("POST", "/", types[uint(kind)%3], body))
		first := outcome(t, x.Request.Body, err)
		if err != nil {
			return
		}
		// What was read is JSON, and reading it again gives the same.
		again, err := value.Parse([]byte(first))
		if err != nil || text(again) != first {
			t.Errorf("%q is read as %s, that as %s, %v", body, first, text(again), err)
		}
	})
}
