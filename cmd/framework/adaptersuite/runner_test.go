package adaptersuite_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
)

// outcome is what a run of tests came to, as the reporter json says it.
type outcome struct {
	Stats    struct{ Passes, Pending int }
	Failures []struct {
		FullTitle string
		Err       struct{ Name, Message, Stack string }
	}
}

// failed are the full titles of the tests that failed.
func (o *outcome) failed() []string {
	var titles []string
	for _, f := range o.Failures {
		titles = append(titles, f.FullTitle)
	}
	return titles
}

// reasons says why they did.
func (o *outcome) reasons() string {
	var b strings.Builder
	for _, f := range o.Failures {
		b.WriteString(f.FullTitle + "\n  " + f.Err.Name + ": " + f.Err.Message + "\n" + f.Err.Stack + "\n")
	}
	return b.String()
}

// runTests runs the tests of the project in dir, with variables of the environment and with
// flags and files of framework test.
func runTests(t *testing.T, dir string, variables []string, args ...string) *outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, programtest.Path(t), append([]string{"test", "--dir", dir, "--reporter", "json", "--silent"}, args...)...)
	cmd.Env = append(os.Environ(), append(variables, "NODE_ENV=test")...)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	if err := cmd.Run(); err != nil && (!errors.As(err, new(*exec.ExitError)) || out.Len() == 0) {
		t.Fatalf("%v\n%s", err, &log)
	}
	got := new(outcome)
	text := out.Bytes()
	if err := json.Unmarshal(text[max(0, bytes.Index(text, []byte("{\n  \"stats\""))):], got); err != nil { // tests print too
		t.Fatalf("%v in %.500s\n%s", err, text, &log)
	}
	return got
}
