package main_test

import (
	"os/exec"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
)

// TestUsageErrors: what is wrong with a command line is said in plain words.
func TestUsageErrors(t *testing.T) {
	t.Parallel()
	binary := build(t)
	inside := programtest.Project(t, "-- package.json --\n{}\n-- api/models/.keep --\n-- config/models.js --\n")
	for line, want := range map[string]string{
		"genrate x":                   `framework: there is no command "genrate"; did you mean "generate"?`,
		"migrate aply":                `framework migrate: there is no command "aply"; did you mean "apply"?`,
		"generate modell x":           `framework generate: generate modell: did you mean model? `,
		"generate model":              "framework generate model: an argument is missing: framework generate model <name> [attribute:type ...]",
		"lift a b":                    "framework lift: the number of arguments is wrong (a b): framework lift [dir]",
		"lift --prot 3":               "framework lift: there is no flag --prot; did you mean --port?",
		"check --unheard-of":          "framework check: there is no flag --unheard-of\n",
		"lift --port abc":             `framework lift: --port takes a whole number, not "abc"`,
		"lift --prod=maybe":           `framework lift: --prod takes true or false, not "maybe"`,
		"check --log.level=infoo":     `error: config log.level (set in the command line): there is no log level "infoo": use one of silly,`,
		"new shop":                    "is inside of the project ",
		"lift /nowhere/in/particular": "is not a project folder: it does not exist",
	} {
		cmd := exec.Command(binary, strings.Fields(line)...)
		cmd.Dir = inside
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("framework %s: %v\n%s\nwant %s", line, err, out, want)
		}
	}
}
