package conformance_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
)

const corpus = "../../../testdata/conformance"

// TestConformance replays what Sails answered, release by release, against
// the built program on fresh copies of the projects; with -short, one scenario
// of sixteen.
func TestConformance(t *testing.T) {
	binary := programtest.Path(t)
	reasons := documentedDifferences(t)
	for _, version := range []string{"0.12.14", "0.11.5", "0.10.5", "1.5.18"} {
		known := differing{reasons, []string{version}}
		files, err := filepath.Glob(filepath.Join(corpus, "recorded", version, "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no transcripts of %s: %v", version, err)
		}
		for i, file := range files {
			if testing.Short() && i%16 > 0 {
				continue
			}
			name := strings.TrimSuffix(filepath.Base(file), ".json")
			t.Run(version+"/"+name, func(t *testing.T) {
				t.Parallel()
				replay(t, binary, file, version, name, known, nil)
			})
		}
	}
}

// TestGeneratedResponses replays what concerns answers on projects that hold
// the copies of the built-in responses which the generators of their time put
// there: they are to answer as the built-in ones do. But the copies of 0.12 show
// views their data as inspect prints it, and so know no members of it, and give them a
// title of their own.
func TestGeneratedResponses(t *testing.T) {
	generators := map[string]string{"0.12.14": "sails-generate-backend@0.12.8", "0.11.5": "sails-generate-backend@0.12.8", "0.10.5": "sails-generate-backend@0.11.3"}
	inspected := map[string][]int{
		"d-wire": {97, 98, 106}, "d-wire-production": {97, 98}, "d-parlour-production": {8, 10, 20},
		"d-parlour-reply": {74, 76, 86, 92, 99, 101, 106, 112},
	}
	titled := map[string][]int{"0.12.14": {89, 125, 141, 180}, "0.11.5": {89, 125, 141, 178}}
	binary := programtest.Path(t)
	for version, generator := range generators {
		reasons := documentedDifferences(t)
		for _, n := range titled[version] {
			reasons[fmt.Sprintf("%s d-sampan-replies #%d", version, n)] = "the copy gives the view a title"
		}
		for name, steps := range inspected {
			for _, n := range steps {
				if generator != "sails-generate-backend@0.11.3" {
					reasons[fmt.Sprintf("%s %s #%d", version, name, n)] = "the copy shows the view its data as inspect prints it"
				}
			}
		}
		known := differing{reasons, []string{version + "-generated", version}}
		templates := filepath.Join(testenv.Packages(t, generator), "node_modules", "sails-generate-backend", "templates", "api", "responses")
		files, err := filepath.Glob(filepath.Join(corpus, "recorded", version, "d-*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no transcripts of %s: %v", version, err)
		}
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".json")
			t.Run(version+"/"+name, func(t *testing.T) {
				t.Parallel()
				replay(t, binary, file, version, name, known, func(dir string) []string {
					copies, err := filepath.Glob(filepath.Join(templates, "*.js"))
					if err != nil || len(copies) == 0 {
						t.Fatalf("the generator has no responses: %v", err)
					}
					for _, from := range copies {
						to := filepath.Join(dir, "api", "responses", filepath.Base(from))
						if exists(to) {
							continue // the project's own
						}
						text, err := os.ReadFile(from)
						if err != nil {
							t.Fatal(err)
						}
						if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
							t.Fatal(err)
						}
						if err := os.WriteFile(to, text, 0o644); err != nil {
							t.Fatal(err)
						}
					}
					return nil
				})
			})
		}
	}
}

// replay plays one transcript on a fresh copy of its project, which prepare may
// change before it is lifted, or give variables of the environment.
func replay(t *testing.T, binary, file, version, name string, known differing, prepare func(dir string) []string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var tr transcript
	if err := json.Unmarshal(text, &tr); err != nil {
		t.Fatal(err)
	}
	tr.Scenario = name
	classic := strings.HasPrefix(version, "0.")
	p := newPlayer("http://recorded.example", "/recorded")
	p.freeDetails = classic
	for _, s := range tr.Steps {
		if s.Result != nil && s.Result.JSON != nil {
			v := p.value(s.Step, *s.Result.JSON, "")
			s.Result.JSON = &v
		}
	}
	dir := copyApp(t, tr)
	variables := []string{"NODE_ENV=" + tr.Env}
	if prepare != nil {
		variables = append(variables, prepare(dir)...)
	}
	srv := programtest.LiftWith(t, binary, dir, variables, "--profile", strings.Join(strings.Split(version, ".")[:2], "."))
	p = newPlayer(srv.Base, dir)
	p.freeDetails = classic
	defer func() { p.sockets.close() }()
	p.listens = slices.ContainsFunc(tr.Steps, func(s recorded) bool { return s.Step.Kind == "connect" })
	ours := known.answers(t, name)
	var meant []int
	for _, s := range tr.Steps {
		if s.Result == nil {
			continue
		}
		got := p.playAny(s.Step, version)
		expectNoSharedCookie(s.Result, got)
		d := difference(*s.Result, got)
		reason, documented := known.reason(version, name, s.N)
		switch {
		case documented && len(d) == 0:
			t.Errorf("%s %s #%d is equal, but docs/differences.md lists it: %s", version, name, s.N, reason)
			continue
		case documented:
			meant = append(meant, s.N)
			d = ours.difference(s.N, got)
		}
		if len(d) > 0 {
			t.Errorf("#%d %s %s %s\n\t%s", s.N, s.Step, s.Step.JSON, s.Step.Note, strings.Join(d, "\n\t"))
		}
	}
	ours.keep(meant)
}

// expectNoSharedCookie takes out of what was recorded the cookie of a new session
// in an answer for every cache: here such an answer has none, or is private, as
// docs/differences.md says.
func expectNoSharedCookie(want *result, got result) {
	age, _ := want.Headers["cache-control"].(string)
	cookies, _ := want.Headers["set-cookie"].([]any)
	if !strings.HasPrefix(age, "public") || len(cookies) != 1 || !strings.Contains(fmt.Sprint(cookies[0]), "sid") {
		return
	}
	switch {
	case got.Headers["set-cookie"] == nil:
		delete(want.Headers, "set-cookie")
	case strings.HasPrefix(fmt.Sprint(want.Headers["content-type"]), "text/html"):
		want.Headers["cache-control"] = strings.Replace(age, "public", "private", 1)
	}
}

var differenceRow = regexp.MustCompile("^\\| `([^`]+)` \\|(.*)\\|$")

// documentedDifferences reads the table of steps in docs/differences.md: rows
// whose first cell holds `version scenario #step`, several divided by commas.
func documentedDifferences(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/differences.md")
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
