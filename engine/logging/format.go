package logging

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync/atomic"

	"framework/engine/observe"
)

// Format is how the lines of a log are written.
type Format string

// Text is for people, JSON an object in each line.
const (
	Text Format = "text"
	JSON Format = "json"
)

// ParseFormat reads the name of a format; "" is Text.
func ParseFormat(name string) (Format, error) {
	switch f := Format(strings.ToLower(name)); f {
	case "", Text:
		return Text, nil
	case JSON:
		return JSON, nil
	}
	return Text, fmt.Errorf("there is no log format %q: use text or json", name)
}

// Log is a logger whose format can be changed while it is used.
type Log struct {
	*slog.Logger
	style *style
	out   *output
}

// style is how the lines of a log are written now.
type style struct {
	json   atomic.Bool
	redact atomic.Pointer[Redaction]
}

// Open returns a log that writes text to w from the level that threshold holds.
func Open(w io.Writer, threshold slog.Leveler) *Log {
	plain := !IsTerminal(w)
	s := &style{}
	out := &output{w: w}
	return &Log{
		Logger: slog.New(&formatted{
			style: s,
			text:  newTracing(out, plain, func(w io.Writer) slog.Handler { return newLines(w, threshold, plain) }),
			json:  newObjects(out, threshold),
		}),
		style: s,
		out:   out,
	}
}

// Gather has lines below warn written together with others that come at the same time, unless people
// read them on a terminal; off writes what has been gathered. A program that ends while it is on
// calls Flush before.
func (l *Log) Gather(on bool) { l.out.gather(on && !IsTerminal(l.out.w)) }

// Flush writes what has been gathered. It is called before something else writes to where the log goes.
func (l *Log) Flush() { _ = l.out.flush() } // there is nobody to say it to

// SetFormat changes the format of the lines that follow.
func (l *Log) SetFormat(f Format) { l.style.json.Store(f == JSON) }

// Redact has secrets left out of texts from now on; nil leaves texts as they are.
func (l *Log) Redact(r *Redaction) { l.style.redact.Store(r) }

// Structured reports whether the lines of a log are for programs.
func Structured(log *slog.Logger) bool {
	h, ok := log.Handler().(*formatted)
	return ok && h.style.json.Load()
}

// formatted hands records to the handler of the format of now.
type formatted struct {
	style      *style
	text, json slog.Handler
}

func (f *formatted) now() slog.Handler {
	if f.style.json.Load() {
		return f.json
	}
	return f.text
}

// Enabled implements slog.Handler.
func (f *formatted) Enabled(ctx context.Context, l slog.Level) bool { return f.text.Enabled(ctx, l) }

// Handle implements slog.Handler.
func (f *formatted) Handle(ctx context.Context, r slog.Record) error {
	if redact := f.style.redact.Load(); redact != nil {
		r = redact.record(r)
	}
	return f.now().Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (f *formatted) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &formatted{f.style, f.text.WithAttrs(attrs), f.json.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (f *formatted) WithGroup(name string) slog.Handler {
	return &formatted{f.style, f.text.WithGroup(name), f.json.WithGroup(name)}
}

// objects writes each record as an object of JSON in a line of its own.
type objects struct {
	slog.Handler
	out  *output
	bare bool // nothing is added to records
}

func newObjects(out *output, threshold slog.Leveler) slog.Handler {
	return objects{slog.NewJSONHandler(&whole{out}, &slog.HandlerOptions{
		Level: threshold,
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) == 0 && a.Key == slog.LevelKey {
				if l, ok := a.Value.Any().(slog.Level); ok {
					return slog.String(slog.LevelKey, Name(l))
				}
			}
			return hide(a)
		},
	}), out, true}
}

// Handle implements slog.Handler: the request that a record belongs to, and the stack of
// an error, are members of the object.
func (o objects) Handle(ctx context.Context, r slog.Record) error {
	var room [3]slog.Attr
	more := room[:0]
	if of := observe.Of(ctx); of != nil {
		more = append(more, slog.String("request", of.ID))
		if id := of.Trace.TraceID(); id != "" {
			more = append(more, slog.String("trace", id))
		}
	}
	named := false
	r.Attrs(func(a slog.Attr) bool {
		named = named || a.Key == "request"
		if a.Value.Kind() != slog.KindAny {
			return true
		}
		if err, ok := a.Value.Any().(error); ok {
			if traced, ok := errors.AsType[Traced](err); ok {
				if entries := traced.Trace(); len(entries) > 0 {
					more = append(more, slog.Any("stack", entries))
				}
			}
		}
		return true
	})
	if named && len(more) > 0 && more[0].Key == "request" {
		more = more[1:]
	}
	if o.bare && o.simply(r, more) {
		return o.out.settle(r.Level)
	}
	if len(more) > 0 {
		r = r.Clone()
		for _, a := range more { // a copy of the list would be made for all records
			r.AddAttrs(a)
		}
	}
	if err := o.Handler.Handle(ctx, r); err != nil {
		return err
	}
	return o.out.settle(r.Level)
}

// simply adds the line of a record with more attributes, if it is a simple one.
func (o objects) simply(r slog.Record, more []slog.Attr) bool {
	o.out.mu.Lock()
	defer o.out.mu.Unlock()
	lines, ok := appendSimpleObject(o.out.pending, r, more)
	if ok {
		o.out.pending = lines
	}
	return ok
}

// WithAttrs implements slog.Handler.
func (o objects) WithAttrs(attrs []slog.Attr) slog.Handler {
	return objects{o.Handler.WithAttrs(attrs), o.out, o.bare && len(attrs) == 0}
}

// WithGroup implements slog.Handler.
func (o objects) WithGroup(name string) slog.Handler {
	return objects{o.Handler.WithGroup(name), o.out, o.bare && name == ""}
}

// whole writes lines that are complete, in turn with those of other formats.
type whole struct{ out *output }

func (w *whole) Write(line []byte) (int, error) {
	w.out.mu.Lock()
	defer w.out.mu.Unlock()
	w.out.append(line)
	return len(line), nil
}
