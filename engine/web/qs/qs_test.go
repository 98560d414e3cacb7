package qs_test

import (
	"strings"
	"testing"

	"framework/engine/ordered"
	"framework/engine/web/qs"
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
		"[]=a":                        `{"":"a"}`,
		"a[]=b&a[]=c&a=d":             `{"a":["b","c","d"]}`,
		"a[b]=c&a=d":                  `{"a":{"b":"c","d":true}}`,
		"a=1&a[b]=2":                  `{"a":{"1":true,"b":"2"}}`,
		"__proto__[x]=1&a[__proto__]": `{}`,
		"a[][b]=1&a[][b]=2":           `{"a":[{"b":"1"},{"b":"2"}]}`,
		"a[b=c":                       `{"a[b":"c"}`,
	} {
		m, err := qs.Parse(in)
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if got := string(ordered.Append(nil, m)); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
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
	if _, err := qs.Parse(strings.Repeat("a&", 200_000)); err == nil {
		t.Error("200,000 parameters were accepted")
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a[b][]=1&a[b][3]=2", "a]=1", "[[[]]]=1", "a[=]=b", "%", "a[0]=1&a[0][b]=2&a[]=3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, err := qs.Parse(s)
		if err != nil {
			return
		}
		if _, err := ordered.Parse(ordered.Append(nil, m)); err != nil {
			t.Fatalf("%q gives no JSON: %v", s, err)
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
