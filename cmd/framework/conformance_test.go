package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const corpus = "../../testdata/conformance"

// later says which steps belong to capabilities that are not built yet, and
// why; everything else is to be equal or listed in docs/differences.md.
func later(t transcript, s step) string {
	switch {
	case t.Area[:1] == "g":
		return "the modern profile"
	}
	return ""
}

// TestConformance replays what the peer answered, release by release, against
// the built program on fresh copies of the projects.
func TestConformance(t *testing.T) {
	binary := build(t)
	known := documentedDifferences(t)
	for _, version := range []string{"0.12.14", "0.10.5"} {
		files, err := filepath.Glob(filepath.Join(corpus, "recorded", version, "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no transcripts of %s: %v", version, err)
		}
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".json")
			t.Run(version+"/"+name, func(t *testing.T) {
				t.Parallel()
				replay(t, binary, file, version, name, known)
			})
		}
	}
}

func replay(t *testing.T, binary, file, version, name string, known map[string]string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var tr transcript
	if err := json.Unmarshal(text, &tr); err != nil {
		t.Fatal(err)
	}
	tr.Scenario = name
	played := 0
	for _, s := range tr.Steps {
		if later(tr, s.Step) == "" && s.Result != nil {
			played++
		}
	}
	if played == 0 {
		t.Skipf("all of it needs %s", later(tr, tr.Steps[0].Step))
	}
	dir := copyApp(t, tr)
	srv := lift(t, binary, dir, tr.Env, "--profile", strings.Join(strings.Split(version, ".")[:2], "."))
	p := newPlayer(srv.base, dir)
	defer func() { p.sockets.close() }()
	p.listens = slices.ContainsFunc(tr.Steps, func(s recorded) bool { return s.Step.Kind == "connect" })
	for _, s := range tr.Steps {
		if s.Result == nil {
			continue
		}
		if later(tr, s.Step) != "" {
			p.playAny(s.Step, version) // later steps build on what it did
			continue
		}
		id := fmt.Sprintf("%s %s #%d", version, name, s.N)
		d := difference(*s.Result, p.playAny(s.Step, version))
		reason, documented := known[id]
		switch {
		case len(d) > 0 && !documented:
			t.Errorf("#%d %s %s %s\n\t%s", s.N, s.Step, s.Step.JSON, s.Step.Note, strings.Join(d, "\n\t"))
		case len(d) == 0 && documented:
			t.Errorf("%s is equal, but docs/differences.md lists it: %s", id, reason)
		}
	}
}

var differenceRow = regexp.MustCompile("^\\| `([^`]+)` \\|(.*)\\|$")

// documentedDifferences reads the table of steps in docs/differences.md: rows
// whose first cell holds `version scenario #step`, several divided by commas.
func documentedDifferences(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../docs/differences.md")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.SplitSeq(string(text), "\n") {
		if m := differenceRow.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			for id := range strings.SplitSeq(m[1], ",") {
				out[strings.TrimSpace(id)] = strings.TrimSpace(m[2])
			}
		}
	}
	return out
}

// copyApp makes a fresh copy of a scenario's project, config variants and
// published assets included.
func copyApp(t *testing.T, tr transcript) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "app")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(corpus, "apps", tr.App))); err != nil {
		t.Fatal(err)
	}
	for name, text := range tr.Files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if assets := filepath.Join(dir, "assets"); exists(assets) {
		if err := os.CopyFS(filepath.Join(dir, ".tmp", "public"), os.DirFS(assets)); err != nil {
			t.Fatal(err)
		}
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return real
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
