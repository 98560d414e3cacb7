package config

import (
	"errors"
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
		wantJSON(t, text, m)
	})
}

// wantJSON wants settings that were read of text to be written as JSON and read again.
func wantJSON(t *testing.T, text string, m *value.Map) {
	t.Helper()
	written := value.Append(nil, m)
	again, err := value.Parse(written)
	if err != nil || string(value.Append(nil, again)) != string(written) {
		t.Errorf("%q is read as %s, that as %s, %v", text, written, value.Append(nil, again), err)
	}
}

// FuzzVariables: lines of an environment are settings, which can be merged, written
// as JSON and read again, or an error that names one of them.
func FuzzVariables(f *testing.F) {
	for _, s := range []string{"sails_a__b=1\nframework_a=[1]", "sails_a.b=x\nsails_a=1\nsails_a__b__c={}", "sails_config=x", "sails___=1\nsails_.=\nsails_a..b=\"", "PATH", "sails_a={\"__proto__\":{\"\\ud800\":1e400}}"} {
		f.Add(s, true)
	}
	f.Add("sails_"+strings.Repeat("a.", value.MaxDepth)+"b=1", false)
	f.Add("sails_a="+strings.Repeat("[", value.MaxDepth+1), true)
	f.Fuzz(func(t *testing.T, text string, parse bool) {
		environ := strings.Split(strings.ToValidUTF8(text, "\uFFFD"), "\n")
		l, err := FromEnvironment(environ, Options{ParseVariables: parse})
		if err != nil {
			if !errors.Is(err, value.ErrDepth) || l.Values != nil {
				t.Errorf("%q: %v with %v", text, err, l.Values)
			}
			return
		}
		wantJSON(t, text, l.Values)
		wantJSON(t, text, Merge([]Layer{l, l}, Options{}).Values)
	})
}
