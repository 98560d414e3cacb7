package node_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"framework/jsapi/node"
)

// exported says for each module which names it exports, and of which type.
type exported map[string]map[string]string

// listing prints the exports of the modules in argument as JSON.
const listing = `
	const all = {};
	for (const name of %s) {
		const own = all[name] = {}, from = name === 'globals' ? globalThis : require(name);
		for (const key of Object.getOwnPropertyNames(from)) {
			if (key[0] === '_' || key === 'default' || typeof from === 'function' && ['length', 'name', 'prototype', 'super_'].includes(key)) { continue; }
			let type;
			try { type = typeof from[key]; } catch (e) { type = 'error'; }
			if (type !== 'undefined') { own[key] = type; }
		}
	}
	console.log(JSON.stringify(all));`

// The table of docs/npm.md is what a program finds: which exports of Node 20 a module
// lacks. testdata/exports.json has those of Node.
func TestExports(t *testing.T) {
	modules := []string{"globals"}
	for name := range node.Core(node.Options{}) {
		if support, ok := node.Supported(name); ok && !support.Absent && len(support.Failing) == 0 && name != "sys" {
			modules = append(modules, name)
		}
	}
	slices.Sort(modules)
	list, err := json.Marshal(modules)
	if err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf(listing, list)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "script.js"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	const file, docs = "testdata/exports.json", "../../docs/npm.md"
	if *update {
		cmd := exec.CommandContext(t.Context(), "node", "--no-deprecation", "script.js")
		cmd.Dir = dir
		out, err := cmd.Output()
		if err == nil {
			err = os.WriteFile(file, out, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var theirs, ours exported
	if err := json.Unmarshal(text, &theirs); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(run(t, dir, "./script.js")), &ours); err != nil {
		t.Fatal(err)
	}
	checkTable(t, docs, table(modules, theirs, ours))
}

// table is the part of docs/npm.md that lists what is absent.
func table(modules []string, theirs, ours exported) string {
	var b strings.Builder
	b.WriteString("| module | exports of Node 20 | here | absent, or of another type |\n| --- | --- | --- | --- |\n")
	for _, module := range modules {
		var absent []string
		for name, kind := range theirs[module] {
			if ours[module][name] != kind {
				absent = append(absent, "`"+name+"`")
			}
		}
		slices.Sort(absent)
		n := len(theirs[module])
		fmt.Fprintf(&b, "| `%s` | %d | %d | %s |\n", module, n, n-len(absent), shorten(absent))
	}
	return b.String()
}

// shorten keeps the table readable where a whole family of names is absent.
func shorten(names []string) string {
	const most = 24
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

func checkTable(t *testing.T, docs, want string) {
	t.Helper()
	const from, to = "<!-- exports: written by go test ./jsapi/node -run TestExports -update -->\n", "<!-- end of exports -->"
	text, err := os.ReadFile(docs)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), from)
	if !ok {
		t.Fatal("docs/npm.md has no place for the table")
	}
	got, tail, _ := strings.Cut(rest, to)
	if *update {
		if err := os.WriteFile(docs, []byte(head+from+want+to+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != want {
		t.Errorf("the table of exports in docs/npm.md is not what the modules have, run with -update:\n%s", want)
	}
}
