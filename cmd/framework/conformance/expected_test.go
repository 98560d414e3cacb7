package conformance_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write our own answers to the steps that differ from the recordings")

// differing are the steps that are meant to differ from what was recorded: why,
// and what is answered instead.
type differing struct {
	reasons map[string]string // by "version scenario #step"
	// editions are the folders below testdata/conformance/expected that hold
	// the answers, in the order in which they are looked for: "1.5.18-MySQL",
	// "1.5.18".
	editions []string
}

// reason says why a step differs; false where it does not.
func (d differing) reason(version, scenario string, step int) (string, bool) {
	why, ok := d.reasons[fmt.Sprintf("%s %s #%d", version, scenario, step)]
	return why, ok
}

// ownAnswers are our answers to the steps of one scenario, by number and edition.
type ownAnswers struct {
	t        testing.TB
	scenario string
	editions []string
	known    []map[int]result
	changed  bool
}

func (d differing) answers(t testing.TB, scenario string) *ownAnswers {
	t.Helper()
	a := &ownAnswers{t: t, scenario: scenario, editions: d.editions}
	for _, edition := range d.editions {
		known := map[int]result{}
		text, err := os.ReadFile(a.file(edition))
		if err == nil {
			err = json.Unmarshal(text, &known)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		a.known = append(a.known, known)
	}
	return a
}

func (a *ownAnswers) file(edition string) string {
	return filepath.Join(corpus, "expected", edition, a.scenario+".json")
}

// difference compares an answer with the one that is expected of us. With
// -update it becomes the one that is expected, in the first edition.
func (a *ownAnswers) difference(step int, got result) []string {
	for _, known := range a.known {
		if want, ok := known[step]; ok {
			d := difference(want, got)
			if len(d) == 0 || !*update {
				return d
			}
			break
		}
	}
	if !*update {
		return []string{"no answer of ours is written down: look at what go test -run TestConformance -update writes"}
	}
	a.known[0][step] = got
	a.changed = true
	return nil
}

// keep writes the answers of the first edition back, those of these steps only.
func (a *ownAnswers) keep(steps []int) {
	a.t.Helper()
	if !*update {
		return
	}
	for step := range a.known[0] {
		if !slices.Contains(steps, step) {
			delete(a.known[0], step)
			a.changed = true
		}
	}
	if !a.changed {
		return
	}
	if len(a.known[0]) == 0 {
		_ = os.Remove(a.file(a.editions[0]))
		return
	}
	var lines []string
	for _, step := range slices.Sorted(maps.Keys(a.known[0])) {
		var line bytes.Buffer
		out := json.NewEncoder(&line)
		out.SetEscapeHTML(false)
		if err := out.Encode(a.known[0][step]); err != nil {
			a.t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf(" \"%d\": %s", step, bytes.TrimSpace(line.Bytes())))
	}
	if err := os.MkdirAll(filepath.Dir(a.file(a.editions[0])), 0o755); err != nil {
		a.t.Fatal(err)
	}
	if err := os.WriteFile(a.file(a.editions[0]), []byte("{\n"+strings.Join(lines, ",\n")+"\n}\n"), 0o644); err != nil {
		a.t.Fatal(err)
	}
}
