package firsthour_test

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
)

const tutorial = "../../../docs/tutorial.md"

// TestTutorial does what docs/tutorial.md says: it saves the files, runs the commands and
// compares what they print.
func TestTutorial(t *testing.T) {
	testenv.Slow(t)
	if n := perform(t, tutorial, nil); n < 20 {
		t.Fatalf("only %d blocks were found", n)
	}
}

// TestPages does the same for every other page that makes a project.
func TestPages(t *testing.T) {
	testenv.Slow(t)
	paths, err := filepath.Glob("../../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "```sh\n$ framework new ") || filepath.Base(path) == "tutorial.md" {
			continue
		}
		found++
		t.Run(filepath.Base(path), func(t *testing.T) { perform(t, path, nil) })
	}
	if found < 10 {
		t.Errorf("only %d pages were found", found)
	}
}

// steps matches blocks of commands and files, and pages to open.
var steps = regexp.MustCompile("(?s)```(\\w+)\n(.*?)```|Open <(http://localhost:1337[^>]*)>")

// perform does what a page says, and returns how many steps it has. record, which may be nil,
// notes them.
func perform(t *testing.T, path string, record *record) int {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := newReader(t)
	if record != nil {
		r.record, r.path = record, bare(t, filepath.SplitList(r.path)[0])
	}
	found := steps.FindAllStringSubmatch(string(text), -1)
	for _, step := range found {
		switch step[1] {
		case "sh":
			r.terminal(step[2])
		case "":
			r.open(step[3])
		default:
			r.save(step[2])
		}
	}
	return len(found)
}

// reader is somebody who follows the tutorial.
type reader struct {
	t      *testing.T
	dir    string // the current folder of the terminal
	path   string // the variable PATH
	port   string
	server *exec.Cmd
	record *record // nil for none
}

func newReader(t *testing.T) *reader {
	t.Helper()
	r := &reader{t: t, dir: t.TempDir(), port: testenv.FreePort(t)}
	bin := t.TempDir()
	if err := os.Symlink(programtest.Path(t), filepath.Join(bin, "framework")); err != nil {
		t.Fatal(err)
	}
	r.path = bin + string(os.PathListSeparator) + os.Getenv("PATH")
	t.Cleanup(func() {
		if r.server != nil {
			_ = r.server.Process.Kill() // it may have ended
			_ = r.server.Wait()
		}
	})
	return r
}

// save writes a file, whose first line is a comment with its path.
func (r *reader) save(text string) {
	r.t.Helper()
	first, _, _ := strings.Cut(text, "\n")
	name := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(first, "//"), "<!--"), "-->"))
	path := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
	r.record.file(name)
	r.reload(name)
}

// reload waits until the server has what was saved.
func (r *reader) reload(what string) {
	r.t.Helper()
	if r.server == nil {
		return
	}
	// A person is slower than the reload that follows a save; a test has to wait for one.
	if out, err := r.command("framework reload").CombinedOutput(); err != nil {
		r.t.Fatalf("%s: %v\n%s", what, err, out)
	}
}

// open asks for a page, whatever it answers: the tutorial shows one of an error too.
func (r *reader) open(url string) {
	r.t.Helper()
	url = strings.Replace(url, "localhost:1337", "127.0.0.1:"+r.port, 1)
	if r.record != nil {
		r.record.page(r.t, url)
		return
	}
	res, err := http.Get(url)
	if err != nil {
		r.t.Fatal(err)
	}
	_ = res.Body.Close()
}

// terminal runs the commands of a block, each in a line that begins with $; the lines
// behind it are what it prints.
func (r *reader) terminal(block string) {
	r.t.Helper()
	for step := range strings.SplitSeq(strings.TrimPrefix(block, "$ "), "\n$ ") {
		command, want, _ := strings.Cut(strings.TrimSuffix(step, "\n"), "\n")
		switch dir, moves := strings.CutPrefix(command, "cd "); {
		case moves:
			r.dir = filepath.Join(r.dir, dir)
			r.record.command(command, "")
		case command == "framework lift":
			r.lift(want)
		default:
			out, err := r.command(strings.ReplaceAll(command, ":1337", ":"+r.port)).CombinedOutput()
			if err != nil || !prints(want, string(out)) {
				r.t.Fatalf("$ %s (%v) prints\n%s\nand not\n%s", command, err, out, want)
			}
			r.record.command(command, string(out))
			if !strings.HasPrefix(command, "curl ") && !strings.HasPrefix(command, "framework ") {
				r.reload(command) // it may have changed a file
			}
		}
	}
}

func (r *reader) command(line string) *exec.Cmd {
	cmd := exec.CommandContext(r.t.Context(), "sh", "-c", line)
	cmd.Dir, cmd.Env = r.dir, append(os.Environ(), "PATH="+r.path)
	return cmd
}

// lift starts the server and waits until it prints what it should.
func (r *reader) lift(want string) {
	r.t.Helper()
	log := filepath.Join(r.t.TempDir(), "log")
	f, err := os.Create(log)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = f.Close() })
	r.server = r.command("exec framework lift --host 127.0.0.1 --port " + r.port)
	r.server.Stdout, r.server.Stderr = f, f
	r.server.Cancel = func() error { return r.server.Process.Kill() }
	if err := r.server.Start(); err != nil {
		r.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
	defer cancel()
	for tick := time.NewTicker(20 * time.Millisecond); ; {
		out, err := os.ReadFile(log)
		if err == nil && prints(want, string(out)) {
			r.record.command("framework lift", string(out))
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			r.t.Fatalf("framework lift prints\n%s\nand not\n%s", out, want)
		}
	}
}

// prints reports whether an output is the one that is shown, where … stands for anything.
func prints(want, out string) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(want)), "…", `(?s:.*)`)
	return regexp.MustCompile("^" + pattern + "$").MatchString(strings.TrimSpace(out))
}
