package repl

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"

	"github.com/chzyer/readline"

	"framework/engine"
)

// Project runs inputs.
type Project interface {
	Evaluate(ctx context.Context, text string, colours bool) (engine.Shown, error)
	Complete(ctx context.Context, of []string, prefix string) ([]string, error)
	// Reload loads the project again and says what has changed.
	Reload(ctx context.Context) (string, error)
}

// help is the output of .help.
const help = `.exit    leave the console (or Ctrl+D at the prompt)
.help    print this
.reload  load the project again as it is on disk; what was declared here is gone
Tab completes names, Ctrl+C gives up a line or what runs, await waits, as does the value of a line that is a promise.
`

const (
	prompt     = "framework> "
	unfinished = "...        "
)

// session is one console.
type session struct {
	project  Project
	out      io.Writer
	colours  bool
	pending  []string // the lines of an input that goes on
	failures int
}

// Pipe runs what in holds, and prints each value. It returns how many inputs
// have failed.
func Pipe(ctx context.Context, p Project, in io.Reader, out io.Writer) (failed int, err error) {
	s := &session{project: p, out: out}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		if s.line(ctx, lines.Text()) {
			return s.failures, nil
		}
		if err := ctx.Err(); err != nil {
			return s.failures, err
		}
	}
	if len(s.pending) > 0 && lines.Err() == nil {
		s.failures++
		fmt.Fprintln(out, "Uncaught SyntaxError: Unexpected end of input")
	}
	return s.failures, lines.Err()
}

// Terminal is that of a person. Its writers may be used while a line is edited.
type Terminal struct {
	rl   *readline.Instance
	done completer
}

// Open takes the terminal of the process. history is the file that keeps what
// was typed, "" for none.
func Open(history string) (*Terminal, error) {
	t := &Terminal{}
	var err error
	t.rl, err = readline.NewEx(&readline.Config{
		Prompt: prompt, HistoryFile: history, HistorySearchFold: true,
		AutoComplete: &t.done, InterruptPrompt: "^C", EOFPrompt: ".exit",
	})
	return t, err
}

// Output is where logs and values go.
func (t *Terminal) Output() io.Writer { return t.rl.Stdout() }

// Close restores the terminal.
func (t *Terminal) Close() error { return t.rl.Close() }

// Run talks to the person until they leave or ctx ends.
func (t *Terminal) Run(ctx context.Context, p Project) error {
	s := &session{project: p, out: t.rl.Stdout(), colours: true}
	t.done.set(ctx, p)
	stop := context.AfterFunc(ctx, func() { _ = t.rl.Close() }) // which ends Readline
	defer stop()
	for {
		t.rl.SetPrompt(prompt)
		if len(s.pending) > 0 {
			t.rl.SetPrompt(unfinished)
		}
		line, err := t.rl.Readline()
		switch {
		case errors.Is(err, readline.ErrInterrupt):
			if len(s.pending) == 0 && line == "" {
				fmt.Fprintln(s.out, "(.exit leaves the console, as does Ctrl+D at its prompt)")
			}
			s.pending = nil
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		running, stop := signal.NotifyContext(ctx, os.Interrupt)
		leave := s.line(running, line)
		if stop(); leave {
			return nil
		}
	}
}

// line takes a line, and runs the input that it ends. It reports whether the
// console is to be left.
func (s *session) line(ctx context.Context, line string) (leave bool) {
	if len(s.pending) == 0 {
		switch strings.TrimSpace(line) {
		case "":
			return false
		case ".exit":
			return true
		case ".help":
			fmt.Fprint(s.out, help)
			return false
		case ".reload":
			s.reload(ctx)
			return false
		}
	}
	s.pending = append(s.pending, line)
	shown, err := s.project.Evaluate(ctx, strings.Join(s.pending, "\n"), s.colours)
	if errors.Is(err, engine.ErrIncomplete) {
		return false
	}
	s.pending = nil
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(s.out, "given up; what it has set going may go on")
	case err != nil:
		s.failures++
		fmt.Fprintln(s.out, "Uncaught "+engine.Explain(err))
	default:
		if shown.Failed {
			s.failures++
		}
		fmt.Fprintln(s.out, shown.Text)
	}
	return false
}

func (s *session) reload(ctx context.Context) {
	text, err := s.project.Reload(ctx)
	if err != nil {
		s.failures++
		text = "not reloaded, the last good version is still served: " + engine.Explain(err)
	}
	fmt.Fprintln(s.out, text)
}

// completer answers the Tab key.
type completer struct {
	ctx     context.Context //nolint:containedctx // the library calls without one
	project Project
}

func (c *completer) set(ctx context.Context, p Project) { c.ctx, c.project = ctx, p }

// chain matches a member expression such as a.b.c at the end of the input.
var chain = regexp.MustCompile(`((?:[\pL$_][\pL\pN$_]*\.)*)([\pL$_][\pL\pN$_]*)?$`)

// Do implements readline.AutoCompleter.
func (c *completer) Do(line []rune, pos int) (rest [][]rune, shared int) {
	before := string(line[:pos])
	at := chain.FindStringSubmatchIndex(before)
	of, prefix := before[at[2]:at[3]], before[at[3]:]
	if c.project == nil || of+prefix == "" || at[0] > 0 && strings.ContainsRune(`."'`+"`", rune(before[at[0]-1])) {
		return nil, 0
	}
	names, err := c.project.Complete(c.ctx, slices.DeleteFunc(strings.Split(of, "."), func(s string) bool { return s == "" }), prefix)
	if err != nil {
		return nil, 0 // what cannot be looked at has no names
	}
	for _, name := range names {
		rest = append(rest, []rune(strings.TrimPrefix(name, prefix)))
	}
	return rest, len([]rune(prefix))
}
