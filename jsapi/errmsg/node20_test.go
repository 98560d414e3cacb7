package errmsg_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

// asked returns what testdata/ask.js prints, which asks for the errors of the scripts.
func asked(t *testing.T) []string {
	t.Helper()
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelError}))
	i, err := jsapi.New(jsapi.Options{Root: dir, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close(t.Context())
	opts := node.Options{Root: dir, Stdout: &out, Stderr: &out, Log: log}
	op := i.Begin(t.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
		err := node.Globals(r, opts)
		if err == nil {
			var l *modules.Loader
			if l, err = modules.Install(r, modules.Options{Root: dir, Core: node.Core(opts)}); err == nil {
				r.Runtime().Set("done", func(goja.FunctionCall) goja.Value { op.Settle(nil, nil); return nil })
				_, err = l.Require("./ask.js")
			}
		}
		if err != nil {
			op.Settle(nil, err)
		}
	})
	if _, err := op.Wait(); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// TestNode20 compares the errors of scripts with those of Node 20, and in some sections
// the first lines of the stacks too. testdata/differences.txt lists the scripts whose
// messages differ, testdata/frames.txt those where only the line of the stack does.
func TestNode20(t *testing.T) {
	scripts := lines(t, "testdata/scripts.txt")
	want, got := lines(t, "testdata/node20.txt"), asked(t)
	if len(want) != len(scripts) || len(got) != len(scripts) {
		t.Fatalf("%d scripts, %d answers of Node, %d of ours", len(scripts), len(want), len(got))
	}
	different, elsewhere := lines(t, "testdata/differences.txt"), lines(t, "testdata/frames.txt")
	section := ""
	for i, script := range scripts {
		if name, ok := strings.CutPrefix(script, "//# "); ok {
			section = name
			continue
		}
		w, g := part(t, want[i], 1), part(t, got[i], 1)
		switch listed := slices.Contains(different, script); {
		case w != g && !listed:
			t.Errorf("%s\n    Node: %s\n    ours: %s", script, w, g)
		case w == g && listed:
			t.Errorf("%s\n    is listed as different, but is not", script)
		case w == g && slices.Contains([]string{"reading and writing members", "calling", "thrown by the program", "places"}, section):
			w, g := part(t, want[i], 2), part(t, got[i], 2)
			if listed := slices.Contains(elsewhere, script); (w == g) == listed {
				t.Errorf("%s\n    Node: %s\n    ours: %s\n    listed: %t", script, w, g, listed)
			}
		}
	}
}

func part(t *testing.T, answer string, n int) string {
	t.Helper()
	var parts []string
	if err := json.Unmarshal([]byte(answer), &parts); err != nil {
		t.Fatal(answer, err)
	}
	if n < len(parts) {
		return parts[n]
	}
	return ""
}

func lines(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}
