package web_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"framework/engine/web"
)

func TestCookies(t *testing.T) {
	signed := func(value, secret string) string { return url.QueryEscape("s:" + web.Sign(value, secret)) }
	own := signed("v", "new")
	for _, c := range []struct{ name, header, plain, signed string }{
		{"none", "", `{}`, `{}`},
		{"two", "a=1; b=2", `{"a":"1","b":"2"}`, `{}`},
		{"no blanks", "a=1;b=2", `{"a":"1","b":"2"}`, `{}`},
		{"many blanks", " a = 1 ;  b=2 ;", `{"a":"1","b":"2"}`, `{}`},
		{"the first counts", "a=1; a=2", `{"a":"1"}`, `{}`},
		{"quoted", `a="1 2"`, `{"a":"1 2"}`, `{}`},
		{"empty value", "a=; b=\"\"", `{"a":"","b":""}`, `{}`},
		{"equals sign inside", "a=b=c", `{"a":"b=c"}`, `{}`},
		{"escapes", "a=%C3%A9%20b; c=d+e", `{"a":"é b","c":"d+e"}`, `{}`},
		{"no escapes", "a=%zz; b=%ff; c=%", `{"a":"%zz","b":"%ff","c":"%"}`, `{}`},
		{"no pairs", "a; ; ;", `{}`, `{}`},
		{"no name", "a; =b; ; ;=", `{"":"b"}`, `{}`}, // as Sails 1.5.18 has it
		{"prototype", "__proto__=1; constructor=2", `{"constructor":"2"}`, `{}`},
		{"JSON", `a=j:{"x":[1]}; b=j%3A%22y%22`, `{"a":{"x":[1]},"b":"y"}`, `{}`},
		{"no JSON", `a=j:{; b=j:`, `{"a":"j:{","b":"j:"}`, `{}`},
		{"JSON of what is false", `a=j:null; b=j:0; c=j:false; d=j:""; e=j:{}`, `{"a":"j:null","b":"j:0","c":"j:false","d":"j:\"\"","e":{}}`, `{}`},
		{"deep JSON", "a=j:" + strings.Repeat("[", 5000), `{"a":"j:` + strings.Repeat("[", 5000) + `"}`, `{}`},
		{"signed", "a=" + own, `{}`, `{"a":"v"}`},
		{"signed with an old secret", "a=" + signed("v.w", "old"), `{}`, `{"a":"v.w"}`},
		{"signed JSON", "a=" + signed(`j:{"x":1}`, "new"), `{}`, `{"a":{"x":1}}`},
		{"signed by a stranger", "a=" + url.PathEscape("s:x.y"), `{}`, `{"a":false}`},
		{"signed under another name too", "b=1; a=" + own, `{"b":"1"}`, `{"a":"v"}`},
		{"forged behind the signed one", "a=" + own + "; a=forged", `{}`, `{"a":"v"}`},
		{"signed behind a forged one", "a=forged; a=" + own, `{"a":"forged"}`, `{}`},
		{"NUL", "a=%00", `{"a":"\u0000"}`, `{}`},
	} {
		x, _, err := exchange(t, defaults, request("GET", "/", "", "", "Cookie", c.header))
		if err != nil || text(x.Request.Cookies) != c.plain || text(x.Request.Signed) != c.signed {
			t.Errorf("%s: got %.200s, %s, %v; want %.200s, %s", c.name, text(x.Request.Cookies), text(x.Request.Signed), err, c.plain, c.signed)
		}
	}
	// Without secrets no signature can be valid.
	unsigned := defaults
	unsigned.Secrets = nil
	if x, _, _ := exchange(t, unsigned, request("GET", "/", "", "", "Cookie", "a="+own)); x.Request.Signed.Len() != 0 || x.Request.Cookies.Len() != 1 {
		t.Errorf("got %s", text(x.Request.Signed))
	}
	// Each header counts.
	if x, _, _ := exchange(t, defaults, request("GET", "/", "", "", "Cookie", "a=1", "Cookie", "b=2; a=3")); text(x.Request.Cookies) != `{"a":"1","b":"2"}` {
		t.Errorf("two headers: got %s", text(x.Request.Cookies))
	}
}

func TestCookiesNamed(t *testing.T) {
	headers := []string{"x=1; sid=a%20b;sid=c", "sid=d; raw=%zz; bad=%ff"}
	for name, want := range map[string]string{"sid": "a b", "x": "1", "raw": "%zz", "bad": "%ff", "SID": "", "si": "", "": ""} {
		var first string
		for first = range web.CookiesNamed(headers, name) {
			break
		}
		if first != want {
			t.Errorf("%q: got %q", name, first)
		}
	}
}

func TestCookiesOfOneName(t *testing.T) {
	got := slices.Collect(web.CookiesNamed([]string{"sid=a;x=1; sid=b", "sid=c"}, "sid"))
	if !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("got %v", got)
	}
}

func TestSign(t *testing.T) {
	// The published example of the cookie-signature package.
	const signed = "hello.DGDUkGlIkCzPz+C0B064FNgHdEjox7ch8tOBGslZ5QI"
	if got := web.Sign("hello", "tobiiscool"); got != signed {
		t.Errorf("got %s", got)
	}
	signer := web.NewSigner([]string{"new", "tobiiscool"})
	for text, want := range map[string]string{
		signed: "hello", web.Sign("v", "new"): "v", web.Sign("a.b", "new"): "a.b", web.Sign("", "new"): "",
	} {
		for range 2 { // a signer keeps nothing of what it did before
			if v, ok := signer.Unsign(text); !ok || v != want {
				t.Errorf("%q: got %q, %v", text, v, ok)
			}
		}
		if v, ok := web.Unsign(text, []string{"new", "tobiiscool"}); !ok || v != want {
			t.Errorf("%q: got %q, %v", text, v, ok)
		}
	}
	for _, bad := range []string{
		"", ".", "v", "v.", "." + signed, signed + "x", signed[:len(signed)-1], signed + "=", "hellp" + signed[5:],
		strings.ToUpper(signed), web.Sign("v", "other"), web.Sign("v", ""), "\x00.\xff",
	} {
		if v, ok := signer.Unsign(bad); ok {
			t.Errorf("%q was believed to be %q", bad, v)
		}
		if v, ok := web.Unsign(bad, []string{"new", "tobiiscool"}); ok {
			t.Errorf("%q was believed to be %q", bad, v)
		}
	}
	if _, ok := web.Unsign(signed, nil); ok {
		t.Error("no secret verified a signature")
	}
	if got := signer.Sign("v"); got != web.Sign("v", "new") {
		t.Errorf("got %s, which is not of the first secret", got)
	}
}

func FuzzCookies(f *testing.F) {
	for _, s := range []string{"a=1; b=\"2\"", "a=s%3Av.x; b=j:{\"x\":1}", "=;;=", "a=%ff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, header string) {
		x, _, err := exchange(t, defaults, request("GET", "/", "", "", "Cookie", header))
		if err != nil {
			t.Fatal(err)
		}
		for name, v := range x.Request.Signed.All() {
			if v != false {
				t.Errorf("%q was believed to be signed: %s", header, name)
			}
		}
		for name := range x.Request.Cookies.All() {
			if !strings.Contains(header, name) || name == "__proto__" {
				t.Errorf("%q has no cookie %q", header, name)
			}
		}
	})
}
