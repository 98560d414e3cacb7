package documents_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"framework/engine/testenv"
)

// TestEditor asks the language server that editors use for completions in a script of the
// project.
func TestEditor(t *testing.T) {
	home := testenv.Packages(t, compiler)
	dir := unpack(t, "types_modern")
	declare(t, dir)
	file := filepath.Join(dir, "api", "controllers", "pet", "edited.js")
	lines := []string{
		"async function edited(/** @type {framework.Request} */ req, /** @type {framework.Response} */ res) {",
		"  Pet.find({  });", "  const pet = await Pet.findOne(1).populate('');", "  sails.helpers.;", "  res.view('');", "  pet.;", "}",
	}
	text := strings.Join(lines, "\n")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	server := newEditor(t, filepath.Join(home, "node_modules/typescript/lib/tsserver.js"))
	server.send("open", map[string]any{"file": file, "fileContent": text})
	for _, c := range []struct {
		line, offset int
		want         []string
	}{
		{2, len("  Pet.find({ ") + 1, []string{"name", "age", "owner", "or", "limit"}},
		{3, len("  const pet = await Pet.findOne(1).populate('") + 1, []string{"owner", "toys"}},
		{4, len("  sails.helpers.") + 1, []string{"sendMail", "money"}},
		{5, len("  res.view('") + 1, []string{"pet/show"}},
	} {
		got := server.complete(file, c.line, c.offset)
		for _, name := range c.want {
			if !slices.Contains(got, name) {
				t.Errorf("%s: no completion %s among %d", lines[c.line-1], name, len(got))
			}
		}
	}
}

// editor speaks with a language server.
type editor struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
	seq int
}

func newEditor(t *testing.T, script string) *editor {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", script, "--disableAutomaticTypingAcquisition")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close(); _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return &editor{t: t, in: in, out: bufio.NewReader(out)}
}

func (e *editor) send(command string, arguments any) int {
	e.t.Helper()
	e.seq++
	text, err := json.Marshal(map[string]any{"seq": e.seq, "type": "request", "command": command, "arguments": arguments})
	if err == nil {
		_, err = fmt.Fprintf(e.in, "%s\n", text)
	}
	if err != nil {
		e.t.Fatal(err)
	}
	return e.seq
}

// complete returns the names that the server suggests.
func (e *editor) complete(file string, line, offset int) (names []string) {
	e.t.Helper()
	seq := e.send("completionInfo", map[string]any{"file": file, "line": line, "offset": offset})
	for {
		text, err := e.out.ReadBytes('\n')
		if err != nil {
			e.t.Fatal(err)
		}
		var answer struct {
			RequestSeq int `json:"request_seq"`
			Success    bool
			Message    string
			Body       struct{ Entries []struct{ Name string } }
		}
		if json.Unmarshal(text, &answer) != nil || answer.RequestSeq != seq {
			continue // a header, an empty line or an event
		}
		if !answer.Success {
			e.t.Fatalf("line %d: %s", line, answer.Message)
		}
		for _, entry := range answer.Body.Entries {
			names = append(names, entry.Name)
		}
		return names
	}
}
