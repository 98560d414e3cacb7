package config

import (
	"strings"
	"testing"

	"framework/engine/value"
)

// FuzzRC: a file is settings, which can be written as JSON and read again, or
// an error that names it.
func FuzzRC(f *testing.F) {
	for _, s := range []string{"{\"a\":1} // x", "a = 1\n[b.c]\nd[] = 'x'\nd[] = \"y\" ; z\n", "alone", "[", "=", "a.b=1\na=2\na.b.c=3", "\uFEFFa=\\;#", "a..b = '{}'", "\x81=\n\x86="} {
		f.Add(s)
	}
	f.Add(strings.Repeat("a.", value.MaxDepth) + "b = 1")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := parseRC(".sailsrc", []byte(text))
		if err != nil {
			if m != nil || len(err.Error()) < len(".sailsrc") {
				t.Errorf("%q: %v with %v", text, err, m)
			}
			return
		}
		written := value.Append(nil, m)
		again, err := value.Parse(written)
		if err != nil || string(value.Append(nil, again)) != string(written) {
			t.Errorf("%q is read as %s, that as %s, %v", text, written, value.Append(nil, again), err)
		}
	})
}
