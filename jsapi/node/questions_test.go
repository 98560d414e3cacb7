package node_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"framework/engine/testenv"
)

// perLine is how many digests a line of a golden file has.
const perLine = 30

// shared are the files that the scripts require.
var shared = []string{"ask.js", "wrong.js", "keys.json"}

// digest is short, so that the files of some thousand answers are.
func digest(answer string) string {
	sum := sha256.Sum256([]byte(answer))
	return base64.RawStdEncoding.EncodeToString(sum[:3])
}

// TestQuestions runs the scripts of testdata/questions. Each prints some thousand
// generated questions with their answers; golden files have digests of what Node 20
// answered, and the files .deviations the answers that differ on purpose.
func TestQuestions(t *testing.T) {
	testenv.Slow(t)
	scripts, err := filepath.Glob("testdata/questions/*.js")
	if err != nil || len(scripts) < 2 {
		t.Fatal("no scripts", err)
	}
	for _, script := range scripts {
		name := strings.TrimSuffix(script, ".js")
		if slices.Contains(shared, filepath.Base(script)) {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			dir := questions(t, script)
			if *update {
				if err := os.WriteFile(name+".golden", digests(askNode(t, dir)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			compareAnswers(t, dir, name)
		})
	}
}

// questions copies a script, and what it requires, to a folder of its own.
func questions(t *testing.T, script string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{script: "script.js"}
	for _, name := range shared {
		files["testdata/questions/"+name] = name
	}
	for from, to := range files {
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, to), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// askNode is what the script prints with a real Node.
func askNode(t *testing.T, dir string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", "script.js")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "NODE_NO_WARNINGS=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return lines(string(out), dir)
}

func lines(text, dir string) []string {
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, dir, "ROOT"), "\n"), "\n")
}

func digests(answers []string) []byte {
	var out bytes.Buffer
	for part := range slices.Chunk(answers, perLine) {
		for _, answer := range part {
			out.WriteString(digest(answer))
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

func compareAnswers(t *testing.T, dir, name string) {
	t.Helper()
	golden, err := os.ReadFile(name + ".golden")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(string(golden), "\n", "")
	got := lines(run(t, dir, "./script.js"), dir)
	if len(got) != len(want)/4 {
		t.Fatalf("%d answers, Node gives %d; the last is %s", len(got), len(want)/4, got[len(got)-1])
	}
	deviations, err := os.ReadFile(name + ".deviations")
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	allowed := strings.Split(string(deviations), "\n")
	var nodes []string
	if _, err := exec.LookPath("node"); err == nil {
		nodes = askNode(t, dir)
	}
	differ := 0
	for i, answer := range got {
		if digest(answer) == want[4*i:4*i+4] || slices.Contains(allowed, answer) {
			continue
		}
		if differ++; differ > 200 {
			continue
		}
		node := ""
		if nodes != nil {
			_, node, _ = strings.Cut(nodes[i], "\t")
		}
		t.Errorf("%s\n node %s", answer, node)
	}
	if differ > 0 {
		t.Errorf("%d of %d answers are not Node's", differ, len(got))
	}
}
