package main

import (
	"errors"
	"strings"
	"testing"

	"framework/engine/value"
)

// settingsOf are the settings of a command line that has no other flags.
func settingsOf(args []string) (*value.Map, error) {
	var f projectFlags
	for rest := dottedFlags(args); len(rest) > 1 && rest[0] == "--set"; rest = rest[2:] {
		f.settings = append(f.settings, rest[1])
	}
	return f.values(false)
}

// TestFlagDepth: the bound of depth of settings in files is that of flags as well.
func TestFlagDepth(t *testing.T) {
	parents := strings.Repeat("a.", value.MaxDepth-1)
	for _, tc := range []struct {
		args []string
		ok   bool
	}{
		{[]string{"--" + parents + "b=x"}, true},
		{[]string{"--" + parents + "b.c=x"}, false},
		{[]string{"--" + parents + "b.c"}, false},
		{[]string{"--no-" + parents + "b.c"}, false},
		{[]string{"--set", parents + "b=[]"}, true},
		{[]string{"--set", parents + "b=[1]"}, false},
		{[]string{"--set", "b=" + strings.Repeat("[", value.MaxDepth+1)}, false}, // it is not text
	} {
		m, err := settingsOf(tc.args)
		var usage *usageError
		switch line := strings.Join(tc.args, " "); {
		case tc.ok && (err != nil || m.Len() != 1):
			t.Errorf("%.20q…: %v, %v", line, m, err)
		case !tc.ok && (!errors.Is(err, value.ErrDepth) || !errors.As(err, &usage) || !strings.HasPrefix(err.Error(), "--set ") || len(err.Error()) > 200):
			t.Errorf("%.20q…: %v", line, err)
		}
	}
}

// FuzzSettings: the settings of a command line can be written as JSON and read
// again, or are an error in the command line.
func FuzzSettings(f *testing.F) {
	for _, s := range []string{"--a.b=1", "--a.b\n--no-a.c\n--a.d\n5", "--set\na={}", "--set\n=", "--\n--a.b", "--.=[", "--no-.\n-"} {
		f.Add(s)
	}
	f.Add("--" + strings.Repeat("a.", value.MaxDepth))
	f.Fuzz(func(t *testing.T, text string) {
		m, err := settingsOf(strings.Split(strings.ToValidUTF8(text, "\uFFFD"), "\n"))
		var usage *usageError
		if err != nil {
			if m != nil || !errors.As(err, &usage) {
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
