package logging_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"framework/engine/logging"
)

func TestLevelsAndNames(t *testing.T) {
	var out strings.Builder
	level := new(slog.LevelVar)
	log := logging.New(&out, level)
	for _, l := range []slog.Level{logging.Silly, logging.Verbose, logging.Info, logging.Debug, logging.Warn, logging.Error, logging.Crit} {
		log.Log(context.Background(), l, "hello", "n", 1)
	}
	want := "info: hello n=1\ndebug: hello n=1\nwarn: hello n=1\nerror: hello n=1\ncrit: hello n=1\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	if l, err := logging.Level("Silent"); err != nil || l != logging.Silent {
		t.Errorf("Level(Silent) = %v, %v", l, err)
	}
	if _, err := logging.Level("loud"); err == nil || !strings.Contains(err.Error(), "silly, verbose") {
		t.Errorf("got %v", err)
	}
}

type traced struct{ entries []string }

func (traced) Error() string     { return "it failed" }
func (t traced) Trace() []string { return t.entries }

// TestTraces: the stack of an error stands behind its line, and cannot begin another one.
func TestTraces(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	log := logging.New(&out, new(slog.LevelVar))
	log.Error("a request failed", "error", fmt.Errorf("in a view: %w", traced{[]string{"f (a.js:1:2)", "b.js:3:4\nerror: forged"}}), "path", "/a")
	log.With("id", 1).Error("another", "error", traced{[]string{"f (it failed)"}})
	want := "error: a request failed error=\"in a view: it failed\" path=/a\n    at f (a.js:1:2)\n    at b.js:3:4error: forged\nerror: another id=1 error=\"it failed\"\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

// A value that a client had a hand in cannot begin a line of its own.
func TestValuesStayInTheirLine(t *testing.T) {
	var out strings.Builder
	logging.New(&out, new(slog.LevelVar)).Warn("a request failed", "path", "/a\nerror: forged\r\x1b[2J", "error", errors.New("x\nerror: forged"))
	if text := strings.TrimSuffix(out.String(), "\n"); strings.ContainsAny(text, "\n\r\x1b") {
		t.Errorf("got %q", text)
	}
}
