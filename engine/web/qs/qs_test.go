package qs_test

import (
	"errors"
	"strings"
	"testing"

	"framework/engine/value"
	"framework/engine/web/qs"
	"framework/router"
)

// The expected values are those of the qs module.
func TestParse(t *testing.T) {
	for in, want := range map[string]string{
		"":                            `{}`,
		"x=1&x=2&y[z]=3&e=":           `{"x":["1","2"],"y":{"z":"3"},"e":""}`,
		"a=1&b[]=2&b[]=3&c[d]=4&e":    `{"a":"1","b":["2","3"],"c":{"d":"4"},"e":""}`,
		"a[1]=b&a[0]=c":               `{"a":["c","b"]}`,
		"a[5]=x&a[2]=y":               `{"a":["y","x"]}`,
		"a[21]=x":                     `{"a":{"21":"x"}}`,
		"a[0]=x&a[b]=y":               `{"a":{"0":"x","b":"y"}}`,
		"a[b][c][d][e][f][g]=h":       `{"a":{"b":{"c":{"d":{"e":{"f":{"[g]":"h"}}}}}}}`,
		"a%5Bb%5D=c+d%20e":            `{"a":{"b":"c d e"}}`,
		"weight[>]=20&w[>=]=1":        `{"weight":{">":"20"},"w":{">=":"1"}}`,
		"where=%zz":                   `{"where":"%zz"}`,
		"a=b=c":                       `{"a":"b=c"}`,
		"&&a=1&":                      `{"a":"1"}`,
		"[]=a&[]=b&[x]=c":             `{"0":"a","1":"b","x":"c"}`,
		"a[]=b&a[]=c&a=d":             `{"a":["b","c","d"]}`,
		"a[b]=c&a=d":                  `{"a":{"b":"c","d":true}}`,
		"a=1&a[b]=2":                  `{"a":["1",{"b":"2"}]}`,
		"a[b]=2&a[b][c]=1":            `{"a":{"b":["2",{"c":"1"}]}}`,
		"__proto__[x]=1&a[__proto__]": `{}`,
		"a[][b]=1&a[][b]=2":           `{"a":[{"b":["1","2"]}]}`,
		"a[][b]=1&a[][c]=2&a[][b]=3":  `{"a":[{"b":["1","3"],"c":"2"}]}`,
		"a[0][b]=1&a[][b]=2":          `{"a":[{"b":["1","2"]}]}`,
		"a[][b][]=1&a[][b][]=2":       `{"a":[{"b":["1","2"]}]}`,
		"a[]=1&a[][b]=2":              `{"a":["1",{"b":"2"}]}`,
		"a[][]=1&a[][]=2":             `{"a":["1","2"]}`,
		"a[][][b]=1":                  `{"a":[{"b":"1"}]}`,
		"a[b=c":                       `{"a[b":"c"}`,
		"a=%ff+b&c=%zz+%41&d=%C3%A9+": `{"a":"%ff+b","c":"%zz+%41","d":"é "}`,
		"a=\xff\xfe":                  `{"a":"` + "\uFFFD\uFFFD" + `"}`,
		"a[20]=x&b[21]=y":             `{"a":["x"],"b":{"21":"y"}}`,
		"a[b][0]=1&a[b][]=2":          `{"a":{"b":["1","2"]}}`,
		"a[5]=x&a[]=y&a[2]=z":         `{"a":["y","z","x"]}`,
		"a[]=y&a[5]=x&a[]=z":          `{"a":["y","z","x"]}`,
		"a[1]=b&a[]=c":                `{"a":["c","b"]}`,
		"a[5]=x&a=d&a[]=e":            `{"a":["e","x","d"]}`,
		"a[1]=b&a=d":                  `{"a":["b","d"]}`,
		"a=1&a=2&a[]=3":               `{"a":["1","2","3"]}`,
		"a[]=x&a[0]=y":                `{"a":[["x","y"]]}`,
		"a[]=x&a[]=y&a[1]=z":          `{"a":["x",["y","z"]]}`,
		"a[0][b]=1&a[0][c]=2":         `{"a":[{"b":"1","c":"2"}]}`,
		"a[b]=1&a[]=2&a[]=3":          `{"a":{"b":"1","0":"2","1":"3"}}`,
		"a[b]=1&a[0]=2":               `{"a":{"b":"1","0":"2"}}`,
		"a[]=1&a[b]=2&a[]=3":          `{"a":{"0":"1","b":"2","1":"3"}}`,
		"a=1&a[]=2":                   `{"a":["1","2"]}`,
		"a=1&a[0]=2":                  `{"a":["1","2"]}`,
		"a=1&a[1]=2":                  `{"a":["1","2"]}`,
		"a=1&a[][b]=2":                `{"a":["1",{"b":"2"}]}`,
		"=x&a=1":                      `{"a":"1"}`,
		"a[b][c=1":                    `{"a":{"b":"1"}}`,
		"]=x":                         `{"]":"x"}`,
		"a[9223372036854775808]=x":    `{"a":{"9223372036854775808":"x"}}`,
		"a[constructor][prototype]=1": `{"a":{}}`,
		"constructor[prototype][x]=1": `{}`,
		"constructor=1":               `{"constructor":"1"}`,
		"a[01]=x&b[-1]=y&c[1.5]=z":    `{"a":{"01":"x"},"b":{"-1":"y"},"c":{"1.5":"z"}}`,
	} {
		m, err := qs.Parse(in)
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if got := string(value.Append(nil, m)); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

// TestNotUTF8: a value is UTF-8 in itself, whoever writes it down later.
func TestNotUTF8(t *testing.T) {
	for in, want := range map[string]string{"a=\xff\xfe": "\uFFFD\uFFFD", "a=é": "é"} {
		m, err := qs.Parse(in)
		if got := m.Value("a"); got != want || err != nil {
			t.Errorf("%q: got %q, %v", in, got, err)
		}
	}
}

// A form leaves nothing out: what is too much is an error.
func TestParseForm(t *testing.T) {
	const brackets = "E_TOO_DEEP Bad request: the form is hardly more than brackets."
	deep := func(n int) string { return "a" + strings.Repeat("[b]", n) + "=1" }
	for _, c := range []struct{ in, want string }{
		{"", `{}`},
		{"a=1&b[c]=+2&d[]=%C3%A9", `{"a":"1","b":{"c":" 2"},"d":["é"]}`},
		{"a[100]=x&b[101]=y", `{"a":["x"],"b":{"101":"y"}}`},
		{strings.Repeat("&", 150) + "a[150]=x&b[152]=y", `{"a":["x"],"b":{"152":"y"}}`},
		{deep(6), `{"a":{"b":{"b":{"b":{"b":{"b":{"b":"1"}}}}}}}`},
		{deep(value.MaxDepth - 1), `{"a":` + strings.Repeat(`{"b":`, value.MaxDepth-1) + `"1"` + strings.Repeat("}", value.MaxDepth)},
		{deep(value.MaxDepth), "E_TOO_DEEP Bad request: a parameter is nested deeper than 512 levels."},
		{"__proto__[x]=1", `{}`},
		{"__proto__" + deep(600), "E_TOO_DEEP Bad request: a parameter is nested deeper than 512 levels."},
		{strings.Repeat("a=1&", 999) + "b=2", `{"a":["1"` + strings.Repeat(`,"1"`, 998) + `],"b":"2"}`},
		{strings.Repeat("a=1&", 1000) + "b=2", "E_TOO_MANY_PARAMETERS Bad request: 1001 parameters are too many."},
		// A pair of brackets costs memory: hardly more than one for every eight bytes.
		{strings.Repeat("[", 1142), `{"` + strings.Repeat("[", 1142) + `":""}`},
		{strings.Repeat("[", 1143), brackets},
		{strings.Repeat("%5B", 1600), `{"` + strings.Repeat("[", 1600) + `":""}`},
		{strings.Repeat("%5B", 1601), brackets},
		{strings.Repeat("[%5B", 666), `{"` + strings.Repeat("[[", 666) + `":""}`},
		{strings.Repeat("[%5B", 667), brackets},
	} {
		m, err := qs.ParseForm(c.in)
		got := string(value.Append(nil, m))
		var e *router.Error
		if errors.As(err, &e) && e.Status == 400 {
			got = e.Code + " " + e.Message
		} else if err != nil {
			t.Errorf("%.40s: got %T %v, want a *router.Error", c.in, err, err)
		}
		if got != c.want {
			t.Errorf("%.40s: got %.200s, want %.200s", c.in, got, c.want)
		}
	}
}

func TestParseIsBounded(t *testing.T) {
	m, err := qs.Parse(strings.Repeat("a=1&", 10_000))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(m.Value("a").([]any)); n != 1000 {
		t.Errorf("%d parameters were read, want 1000", n)
	}
	for _, c := range []struct{ in, want, fails string }{
		{strings.Repeat("&", 1500) + "a=1", `{"a":"1"}`, ""}, // what is empty does not count
		{strings.Repeat("&", 100_000) + "a=1", `{"a":"1"}`, ""},
		{strings.Repeat("&", 100_001) + "a=1", "null", "Bad request: 100002 parameters are too many."},
	} {
		m, err := qs.Parse(c.in)
		message := ""
		var e *router.Error
		if errors.As(err, &e) {
			message = e.Message
		}
		if got := string(value.Append(nil, m)); m != nil && got != c.want || message != c.fails {
			t.Errorf("%.20s: got %.40s, %v", c.in, got, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a[b][]=1&a[b][3]=2", "a]=1", "[[[]]]=1", "a[=]=b", "%", "a[0]=1&a[0][b]=2&a[]=3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, parse := range []func(string) (*value.Map, error){qs.Parse, qs.ParseForm} {
			m, err := parse(s)
			if err != nil {
				continue
			}
			text := value.Append(nil, m)
			again, err := value.Parse(text)
			if err != nil || string(value.Append(nil, again)) != string(text) {
				t.Fatalf("%q gives %s, that %v, %v", s, text, again, err)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := qs.Parse("limit=30&skip=10&sort=name%20ASC"); err != nil {
			b.Fatal(err)
		}
	}
}
