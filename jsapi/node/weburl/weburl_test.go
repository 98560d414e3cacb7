package weburl_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"framework/jsapi/node/weburl"
)

// What the standard says about texts that parsers often get wrong.
func TestStandard(t *testing.T) {
	for _, tc := range []struct{ input, base, want string }{
		{"http://a/b/", "", "http://a/b/"},
		{"http://a//b//", "", "http://a//b//"},
		{"http://a/%41%2f", "", "http://a/%41%2f"},
		{"HTTP://EXAMPLE.com:80/", "", "http://example.com/"},
		{"https://[0:0::1]:443/x", "", "https://[::1]/x"},
		{"http://[1:0:0:2:0:0:0:3]", "", "http://[1:0:0:2::3]/"},
		{"http://[::127.0.0.1]", "", "http://[::7f00:1]/"},
		{"mailto:a@b.c", "", "mailto:a@b.c"},
		{"mailto:a@b", "http://h/", "mailto:a@b"},
		{"http://a:65535", "", "http://a:65535/"},
		{"http://a:65536", "", invalid},
		{"http://a:b", "", invalid},
		{"http://a:", "", "http://a/"},
		{"http://", "", invalid},
		{"http:a", "", "http://a/"},
		{"http:a", "http://h/b/c", "http://h/b/a"},
		{"https:a", "http://h/b", "https://a/"},
		{"http:\\\\a\\b", "", "http://a/b"},
		{"http://user@/p", "", invalid},
		{"http://u:p@h@i/", "", "http://u:p%40h@i/"},
		{"http://a b/", "", invalid},
		{"http://a%20b/", "", invalid},
		{"http://%61%2e%62/", "", "http://a.b/"},
		{"http://0x7f.1/", "", "http://127.0.0.1/"},
		{"http://0300.168.0.0xF0", "", "http://192.168.0.240/"},
		{"http://256.1", "", invalid},
		{"http://1.2.3.4.5", "", invalid},
		{"http://4294967295", "", "http://255.255.255.255/"},
		{"http://4294967296", "", invalid},
		{"http://a.1.2", "", invalid},
		{"http://+1", "", "http://+1/"},
		{"http://[::1", "", invalid},
		{"http://[1::2::3]", "", invalid},
		{"http://bücher.example/", "", "http://xn--bcher-kva.example/"},
		{"http://faß.de", "", "http://xn--fa-hia.de/"},
		{"http://xn--", "", invalid},
		{"http://a\u00ad.b", "", "http://a.b/"},
		{"http://\u00ad", "", invalid},
		{" \t http://h \n", "", "http://h/"},
		{"ht\ntp://h/a\tb", "", "http://h/ab"},
		{"//x/y", "https://h/a", "https://x/y"},
		{"/y", "https://h/a?b#c", "https://h/y"},
		{"?y", "https://h/a?b#c", "https://h/a?y"},
		{"#y", "https://h/a?b#c", "https://h/a?b#y"},
		{"", "https://h/a?b#c", "https://h/a?b"},
		{"../../x/./y/..", "https://h/a/b/c/d", "https://h/a/x/"},
		{"%2e%2E/x", "https://h/a/b/c", "https://h/a/x"},
		{"x", "mailto:a@b", invalid},
		{"#x", "mailto:a@b", "mailto:a@b#x"},
		{"x#y", "mailto:a@b", invalid},
		{"x", "", invalid},
		{"http://h/\"<>`{} ^|", "", "http://h/%22%3C%3E%60%7B%7D%20^|"},
		{"http://h/?'\"<>` {}", "", "http://h/?%27%22%3C%3E`%20{}"},
		{"x://h/?'", "", "x://h/?'"},
		{"http://h/#'\"<>` {}", "", "http://h/#'%22%3C%3E%60%20{}"},
		{"http://h/é?é#é", "", "http://h/%C3%A9?%C3%A9#%C3%A9"},
		{"file:c:\\a\\b", "", "file:///c:/a/b"},
		{"file:///C|/../a", "", "file:///C:/a"},
		{"file://localhost/a", "", "file:///a"},
		{"/x", "file:///C:/a/b", "file:///C:/x"},
		{"//h/x", "file:///C:/a", "file://h/x"},
		{"x:/.//p", "", "x:/.//p"},
		{"x:/..", "", "x:/"},
		{"x://h/..", "", "x://h/"},
		{"x://h x/", "", invalid},
		{"x://é/", "", "x://%C3%A9/"},
		{"javascript:a b", "", "javascript:a b"},
		{"blob:https://h:1/i", "", "blob:https://h:1/i"},
	} {
		got := invalid
		if u, err := parse(tc.input, tc.base); err == nil {
			got = u.Href()
		}
		if got != tc.want {
			t.Errorf("new URL(%q, %q): %s, want %s", tc.input, tc.base, got, tc.want)
		}
	}
}

func TestFormat(t *testing.T) {
	u, err := weburl.Parse("https://u:p@bücher.example:8080/a?b#c", nil)
	if err != nil {
		t.Fatal(err)
	}
	for want, o := range map[string]weburl.FormatOptions{
		"https://xn--bcher-kva.example:8080/a":         {},
		"https://bücher.example:8080/a":                {Unicode: true},
		"https://u:p@xn--bcher-kva.example:8080/a":     {Auth: true},
		"https://xn--bcher-kva.example:8080/a?b#c":     {Search: true, Fragment: true},
		"https://u:p@xn--bcher-kva.example:8080/a?b#c": {Auth: true, Search: true, Fragment: true},
	} {
		if got := u.Format(o); got != want {
			t.Errorf("%+v: %s, want %s", o, got, want)
		}
	}
}

func TestForm(t *testing.T) {
	got := weburl.ParseForm("a=1&&b=x+y%20z&c&=d&%zz=%E2%98&e=f=g&%ef%bb%bf=h")
	want := []weburl.Field{{"a", "1"}, {"b", "x y z"}, {"c", ""}, {"", "d"}, {"%zz", "\ufffd"}, {"e", "f=g"}, {"\ufeff", "h"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	const text = "a=1&b=x+y+z&c=&=d&%25zz=%EF%BF%BD&e=f%3Dg&%EF%BB%BF=h"
	if out := weburl.FormatForm(got); out != text {
		t.Errorf("%s, want %s", out, text)
	}
}

// checkURL holds for every URL: its address is parsed to the same URL.
func checkURL(t interface{ Fatalf(string, ...any) }, u *weburl.URL, from string) {
	again, err := weburl.Parse(u.Href(), nil)
	if err != nil {
		t.Fatalf("%q gives %q, which is no URL", from, u.Href())
	}
	if a, b := members(u), members(again); a != b {
		t.Fatalf("%q gives %q, and that gives %q", from, a, b)
	}
	for i := range len(u.Href()) {
		if c := u.Href()[i]; c < ' ' || c > '~' {
			t.Fatalf("%q gives %q with the byte %#x", from, u.Href(), c)
		}
	}
}

func TestAddressesAreParsedToTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGenerator(rapid.Uint64().Draw(t, "seed"))
		p := g.pair()
		u, err := parse(p.input, p.base)
		if err != nil {
			return
		}
		checkURL(t, u, p.input)
		for range 3 {
			c := g.change()
			before := u.Href()
			set(u, c.member, c.value)
			if opaque := !strings.HasPrefix(u.Href(), u.Protocol()+"/"); !opaque { // spaces at the end of an opaque path
				checkURL(t, u, before+" with "+c.member+" "+c.value)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	g := newGenerator(3)
	for range 200 {
		p := g.pair()
		f.Add(p.input, p.base)
	}
	f.Fuzz(func(t *testing.T, input, base string) {
		u, err := parse(input, base)
		if err != nil {
			return
		}
		checkURL(t, u, input)
		for _, member := range settable {
			c := *u
			set(&c, member, base)
		}
	})
}

func FuzzForm(f *testing.F) {
	for _, s := range []string{"a=b&c", "%zz=+", "&&=", "%E2%98%83=%F0", "a=b=c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, query string) {
		fields := weburl.ParseForm(query)
		if diff := cmp.Diff(fields, weburl.ParseForm(weburl.FormatForm(fields))); diff != "" {
			t.Error(diff)
		}
	})
}
