package logging

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"unicode"
)

// Traced is an error with a call stack: the lines of Trace follow the line of the log that
// has the error.
type Traced interface {
	error
	// Trace is an entry of the stack for each text, the innermost first.
	Trace() []string
}

// tracing is a handler that writes the stacks of errors behind their lines, both at once.
type tracing struct {
	slog.Handler // writes to buffer
	out          *output
	buffer       *bytes.Buffer // used while out is locked
	bare         bool          // nothing is added to records, and there are no colours
}

func newTracing(out *output, plain bool, inner func(io.Writer) slog.Handler) *tracing {
	buffer := new(bytes.Buffer)
	return &tracing{inner(buffer), out, buffer, plain}
}

// Handle implements slog.Handler.
func (t *tracing) Handle(ctx context.Context, r slog.Record) error {
	if err := t.format(ctx, r); err != nil {
		return err
	}
	return t.out.settle(r.Level)
}

// format adds the lines of a record.
func (t *tracing) format(ctx context.Context, r slog.Record) error {
	t.out.mu.Lock()
	defer t.out.mu.Unlock()
	if t.bare {
		if lines, ok := appendSimple(t.out.pending, r); ok {
			t.out.pending = lines
			return nil
		}
	}
	t.buffer.Reset()
	if err := t.Handler.Handle(ctx, r); err != nil {
		return err
	}
	r.Attrs(func(a slog.Attr) bool {
		if err, ok := a.Value.Any().(error); ok {
			t.trace(err)
		}
		return true
	})
	t.out.append(t.buffer.Bytes())
	return nil
}

// trace writes the stack of an error, unless it has one entry only that the message names.
func (t *tracing) trace(err error) {
	traced, ok := errors.AsType[Traced](err)
	if !ok {
		return
	}
	entries := traced.Trace()
	if len(entries) == 0 || len(entries) == 1 && strings.Contains(err.Error(), placeOf(entries[0])) {
		return
	}
	for _, entry := range entries {
		t.buffer.WriteString("    at ")
		t.buffer.WriteString(strings.Map(printable, entry))
		t.buffer.WriteByte('\n')
	}
}

// placeOf is the place that an entry of a stack names: what stands in parentheses behind the
// name of a function.
func placeOf(entry string) string {
	if _, place, ok := strings.Cut(entry, " ("); ok {
		return strings.TrimSuffix(place, ")")
	}
	return entry
}

// printable leaves out what could begin another line or steer a terminal.
func printable(r rune) rune {
	if unicode.IsControl(r) {
		return -1
	}
	return r
}

// WithAttrs implements slog.Handler.
func (t *tracing) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &tracing{t.Handler.WithAttrs(attrs), t.out, t.buffer, t.bare && len(attrs) == 0}
}

// WithGroup implements slog.Handler.
func (t *tracing) WithGroup(name string) slog.Handler {
	return &tracing{t.Handler.WithGroup(name), t.out, t.buffer, t.bare && name == ""}
}
