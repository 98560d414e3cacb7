package node_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The answers are those of Node 22, which has the module without a flag.
func TestSQLite(t *testing.T) {
	script, err := os.ReadFile("testdata/sqlite/questions.js")
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := os.ReadFile("testdata/sqlite/answers.txt")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	main := "module.exports = " + string(script) + "(require('node:sqlite')).then(function (list) { console.log(list.join('\\n')); });"
	if err := os.WriteFile(filepath.Join(dir, "main.js"), []byte(main), 0o600); err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSpace(run(t, dir, "./main.js")), "\n")
	want := strings.Split(strings.TrimSpace(string(recorded)), "\n")
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Fatalf("missing %s", want[i])
		case i >= len(want):
			t.Errorf("no answer was recorded: %s", got[i])
		case got[i] != want[i]:
			t.Errorf("got  %s\nwant %s", got[i], want[i])
		}
	}
}
