// Package logging is the server's log: the levels that projects know from
// config/log.js on a slog logger, coloured only on a terminal.
package logging

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/lmittmann/tint"
	"github.com/mattn/go-isatty"
)

// The levels of a project's log in rising order. As in the classic releases
// debug stands above info, so that the default level prints both.
const (
	Silly   = slog.Level(-8)
	Verbose = slog.Level(-4)
	Info    = slog.LevelInfo
	Debug   = slog.Level(2)
	Warn    = slog.LevelWarn
	Error   = slog.LevelError
	Crit    = slog.Level(12)
	Silent  = slog.Level(100)
)

var names = []struct {
	level slog.Level
	name  string
}{
	{Silly, "silly"},
	{Verbose, "verbose"},
	{Info, "info"},
	{Debug, "debug"},
	{Warn, "warn"},
	{Error, "error"},
	{Crit, "crit"},
	{Silent, "silent"},
}

// Level returns the level called name; "blank" is info.
func Level(name string) (slog.Level, error) {
	name = strings.ToLower(name)
	if name == "blank" {
		return Info, nil
	}
	known := make([]string, 0, len(names))
	for _, n := range names {
		if n.name == name {
			return n.level, nil
		}
		known = append(known, n.name)
	}
	return Info, fmt.Errorf("there is no log level %q: use one of %s", name, strings.Join(known, ", "))
}

// Name is how a level is called.
func Name(l slog.Level) string {
	best := names[0].name
	for _, n := range names {
		if l >= n.level {
			best = n.name
		}
	}
	return best
}

// New returns a logger that writes lines such as "info: text key=value" to w
// from the level that threshold holds. The stack of a Traced error follows its line.
func New(w io.Writer, threshold slog.Leveler) *slog.Logger { return Open(w, threshold).Logger }

// newLines returns a handler that writes one line for each record.
func newLines(w io.Writer, threshold slog.Leveler, plain bool) slog.Handler {
	return tint.NewTextHandler(w, &tint.Options{
		Level:   threshold,
		NoColor: plain,
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) > 0 {
				return hide(a)
			}
			switch a.Key {
			case slog.TimeKey:
				return slog.Attr{}
			case slog.LevelKey:
				if l, ok := a.Value.Any().(slog.Level); ok {
					return tint.Attr(colour(l), slog.String(slog.LevelKey, Name(l)+":"))
				}
			}
			return hide(a)
		},
	})
}

// colour is an ANSI colour number.
func colour(l slog.Level) uint8 {
	switch {
	case l >= Error:
		return 9
	case l >= Warn:
		return 11
	case l >= Debug:
		return 12
	case l >= Info:
		return 10
	}
	return 8
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}
