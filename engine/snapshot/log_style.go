package snapshot

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"

	"framework/engine/config"
	"framework/engine/httpd"
	"framework/engine/logging"
	"framework/engine/observe"
)

// logStyle is how a version of the project wants its log written.
type logStyle struct {
	format logging.Format
	redact *logging.Redaction // nil for nothing
}

// readStyle reads how the log is written.
func readStyle(cfg *config.Config, set config.Observe) (logStyle, error) {
	format, err := logging.ParseFormat(set.LogFormat)
	if err != nil {
		return logStyle{}, fmt.Errorf("config log.format (set in %s): %w", cfg.Source("log.format"), err)
	}
	style := logStyle{format: format}
	if set.Redact {
		style.redact = logging.NewRedaction(set.RedactNames)
	}
	return style, nil
}

// applyStyle has the log written that way from now on.
func (h *Host) applyStyle(style logStyle) {
	if h.style != nil {
		h.style.SetFormat(style.format)
		h.style.Redact(style.redact)
	}
}

// styleByFlags has lines in the format of the command line before the project is read.
func (h *Host) styleByFlags() {
	flags := config.Config{Values: h.opts.Flags}
	name, _ := flags.String("log.format", "") // Configure says what is wrong with it
	if format, err := logging.ParseFormat(name); err == nil {
		h.style.SetFormat(format)
	}
}

// GatherLog has lines of requests that end together written together, or not any more. While it is on, what else
// writes to the output of the process calls FlushLog before, and so does what ends the process.
func (h *Host) GatherLog(on bool) {
	if h.style != nil {
		h.style.Gather(on)
	}
}

// FlushLog writes the lines of the log that were gathered.
func (h *Host) FlushLog() {
	if h.style != nil {
		h.style.Flush()
	}
}

// exit ends the process where it may be ended.
func (h *Host) exit() func(code int) {
	end := h.opts.Exit
	if end == nil {
		return nil
	}
	return func(code int) {
		h.FlushLog()
		end(code)
	}
}

// Observers get each request that is answered.
func (h *Host) Observers() *observe.Observers { return &h.observers }

// observation is what is recorded of the requests of a version.
func (h *Host) observation(set config.Observe) httpd.Observation {
	o := httpd.Observation{Observers: &h.observers, Log: set.LogRequests, User: set.LogUser, Trace: set.Tracing.On}
	if m := h.meter(set); m != nil {
		o.Own = append(o.Own, m)
	}
	if set.Tracing.On {
		o.Sample = sampler(set.Tracing.Ratio)
		o.Own, o.Statements = append(o.Own, &h.traces), true
	}
	return o
}

// sampler decides about a part of what it is asked about; nil about all.
func sampler(ratio float64) func() bool {
	if ratio >= 1 {
		return nil
	}
	return func() bool { return rand.Float64() < ratio }
}

// logLevel is from which level on is logged: what the project has set, until somebody
// changes it while the server runs. It is safe for concurrent use.
type logLevel struct {
	now slog.LevelVar

	mu         sync.Mutex
	configured slog.Level
	changed    bool
}

// configure sets the level of the project.
func (l *logLevel) configure(level slog.Level) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.configured = level
	if !l.changed {
		l.now.Set(level)
	}
}

// set changes the level; reset goes back to that of the project.
func (l *logLevel) set(level slog.Level) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.changed = level != l.configured
	l.now.Set(level)
}

func (l *logLevel) reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.changed = false
	l.now.Set(l.configured)
}

// next goes to the next level in turn: that of the project, verbose, silly.
func (l *logLevel) next() {
	switch now := l.now.Level(); {
	case now > logging.Verbose:
		l.set(logging.Verbose)
	case now > logging.Silly:
		l.set(logging.Silly)
	default:
		l.reset()
	}
}

// SetLogLevel logs from a level on, whatever the project has set, until it is called
// again; "" goes back to what the project has set. It says in a line what holds.
func (h *Host) SetLogLevel(name string) (string, error) {
	if name == "" {
		h.level.reset()
	} else {
		level, err := logging.Level(name)
		if err != nil {
			return "", err
		}
		h.level.set(level)
	}
	return h.levelChanged(), nil
}

// NextLogLevel goes from the level of the project to verbose, then to silly, then back.
func (h *Host) NextLogLevel() {
	h.level.next()
	h.levelChanged()
}

// levelChanged logs at warn, so that it is seen, what the level is.
func (h *Host) levelChanged() string {
	text := "the log level is " + logging.Name(h.level.now.Level())
	h.log.Warn(text)
	return text
}
