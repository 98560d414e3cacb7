package node_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"framework/engine/testenv"
	"framework/jsapi/node"
)

// exported is by module, export and member ("" for the export itself) what a program can see of it.
type exported map[string]map[string]map[string]string

// The table of docs/npm.md is what a program finds: which exports of Node 20 a module has, which of them
// are different, and which it lacks. testdata/exports.json has those of Node, shapes.json what makes ours
// like them.
func TestExports(t *testing.T) {
	modules := []string{"globals"}
	for name := range node.Core(node.Options{}) {
		whole := !strings.HasPrefix(name, "_") && !strings.Contains(name, "/") && name != "sys" && name != "constants" // the others are parts
		if support, ok := node.Supported(name); ok && !support.Absent && len(support.Failing) == 0 && whole {
			modules = append(modules, name)
		}
	}
	slices.Sort(modules)
	const file, shapes = "testdata/exports.json", "shapes.json"
	if *update {
		dir := listing(t, modules, false)
		cmd := exec.CommandContext(t.Context(), "node", "script.js")
		cmd.Dir = dir
		out, err := cmd.Output()
		if err == nil {
			err = os.WriteFile(file, out, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	theirs := exports(t, file)
	dir := listing(t, modules, true)
	if *update {
		writeJSON(t, shapes, mends(theirs, printed(t, runWith(t, node.Shapeless(node.Options{}), dir, "./script.js"))))
		t.Log("the shapes are embedded: run it once more")
	}
	testenv.Table(t, "../../docs/npm.md", "<!-- exports: written by go test ./jsapi/node -run TestExports -update -->\n", "<!-- end of exports -->", table(modules, theirs, printed(t, run(t, dir, "./script.js"))), *update)
}

// listing is a folder with the script that lists exports.
func listing(t *testing.T, modules []string, inherited bool) string {
	t.Helper()
	list, err := json.Marshal(modules)
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("testdata/exports.js")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	text := fmt.Sprintf("const modules = %s, inherited = %v;\n%s", list, inherited, script)
	if err := os.WriteFile(filepath.Join(dir, "script.js"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func exports(t *testing.T, file string) exported {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return printed(t, string(text))
}

func printed(t *testing.T, text string) exported {
	t.Helper()
	var e exported
	if err := json.Unmarshal([]byte(text), &e); err != nil {
		t.Fatalf("%v\n%.2000s", err, text)
	}
	return e
}

func writeJSON(t *testing.T, file string, v any) {
	t.Helper()
	text, err := json.MarshalIndent(v, "", " ")
	if err == nil {
		err = os.WriteFile(file, append(text, '\n'), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

var (
	constant   = regexp.MustCompile(`^(number|string|boolean) `)
	attributes = regexp.MustCompile(` [wec]*$`)
)

// mends lists those differences that are but names, numbers of parameters, attributes and constants.
func mends(theirs, ours exported) exported {
	out := exported{}
	for module, exports := range theirs {
		for export, members := range exports {
			for member, want := range members {
				got, ok := ours[module][export][member]
				kind, _, _ := strings.Cut(want, " ")
				gotKind, _, _ := strings.Cut(got, " ")
				switch {
				case got == want || ours[module][export] == nil:
					continue
				case !ok && module != "process" && export != "process" && member != "" && constant.MatchString(want):
				case kind == "function" && gotKind == kind:
				case ok && attributes.ReplaceAllString(want, "") == attributes.ReplaceAllString(got, ""):
				default:
					continue
				}
				if out[module] == nil {
					out[module] = map[string]map[string]string{}
				}
				if out[module][export] == nil {
					out[module][export] = map[string]string{}
				}
				out[module][export][member] = want
			}
		}
	}
	return out
}

// table is the part of docs/npm.md that lists what differs and what is absent.
func table(modules []string, theirs, ours exported) string {
	var b strings.Builder
	b.WriteString("| module | exports of Node 20 | there | differ | absent | which differ (in what), and which are absent |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, module := range modules {
		var differ, absent []string
		for _, export := range slices.Sorted(maps.Keys(theirs[module])) {
			own, ok := ours[module][export]
			if !ok {
				absent = append(absent, "`"+export+"`")
				continue
			}
			if in := differences(theirs[module][export], own); len(in) > 0 {
				differ = append(differ, fmt.Sprintf("`%s`%s", export, in))
			}
		}
		n := len(theirs[module])
		text := strings.Join(differ, ", ")
		if len(absent) > 0 {
			text = strings.TrimPrefix(text+"; absent: "+strings.Join(absent, ", "), "; ")
		}
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d | %d | %s |\n", module, n, n-len(differ)-len(absent), len(differ), len(absent), text)
	}
	return b.String()
}

// differences says in which members an export differs, "" if in none.
func differences(theirs, ours map[string]string) string {
	const most = 4
	var in []string
	for _, member := range slices.Sorted(maps.Keys(theirs)) {
		if got, ok := ours[member]; ok && got == theirs[member] {
			continue
		}
		if member == "" {
			kind, _, _ := strings.Cut(theirs[""], " ")
			return " (the " + kind + " itself)"
		}
		in = append(in, strings.TrimPrefix(member, "prototype."))
	}
	if len(in) == 0 {
		return ""
	}
	if len(in) > most {
		in = append(in[:most], fmt.Sprintf("%d more", len(in)-most))
	}
	return " (" + strings.Join(in, ", ") + ")"
}
