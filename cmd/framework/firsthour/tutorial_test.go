package firsthour_test

import (
	"context"
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

// TestTutorial does what docs/tutorial.md says: it saves the files, runs the commands and
// compares what they print.
func TestTutorial(t *testing.T) {
	testenv.Slow(t)
	if n := perform(t, "../../../docs/tutorial.md"); n < 20 {
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
		t.Run(filepath.Base(path), func(t *testing.T) { perform(t, path) })
	}
	if found < 10 {
		t.Errorf("only %d pages were found", found)
	}
}

// perform does what a page says, and returns how many blocks it has.
func perform(t *testing.T, path string) int {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := newReader(t)
	blocks := regexp.MustCompile("(?s)```(\\w+)\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	for _, block := range blocks {
		if block[1] == "sh" {
			r.terminal(block[2])
		} else {
			r.save(block[2])
		}
	}
	return len(blocks)
}

// reader is somebody who follows the tutorial.
type reader struct {
	t      *testing.T
	dir    string // the current folder of the terminal
	path   string // the variable PATH
	port   string
	server *exec.Cmd
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
	if r.server == nil {
		return
	}
	// A person is slower than the reload that follows a save; a test has to wait for one.
	if out, err := r.command("framework reload").CombinedOutput(); err != nil {
		r.t.Fatalf("%s: %v\n%s", name, err, out)
	}
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
		case command == "framework lift":
			r.lift(want)
		default:
			out, err := r.command(strings.ReplaceAll(command, ":1337", ":"+r.port)).CombinedOutput()
			if err != nil || !prints(want, string(out)) {
				r.t.Fatalf("$ %s (%v) prints\n%s\nand not\n%s", command, err, out, want)
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
