package querylog

import (
	"context"
	"strings"
	"sync"
	"time"
)

// Statement is one that a database has run: SQL, a command of MongoDB, or a call of an
// adapter for Waterline.
type Statement struct {
	Text string // with ? for values that are no part of a text of the project's
	Args int    // how many parameters it had; their values may be secrets
	Rows int    // how many rows it has returned
	// Line is the line of the project that asked for it, "" if that is not known.
	Line string
	// Began is when it was sent, as long as that is known.
	Began time.Time
	Took  time.Duration
	Err   error
}

// maxText is how many bytes of a statement are kept where its length is that of its data.
const maxText = 8 << 10

// Short is the text of a statement, or its beginning.
func Short(text string) string {
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "") + " …"
}

// maxKept is how many statements are kept; all are counted.
const maxKept = 20

// Log is that of one request. It is safe for concurrent use; a nil one records nothing.
type Log struct {
	counts bool // only
	mu     sync.Mutex
	count  int
	took   time.Duration
	kept   []Statement
	failed *Statement
}

type key struct{}

// Begin starts the log of the request of a context.
func Begin(ctx context.Context) (context.Context, *Log) {
	l := &Log{}
	return context.WithValue(ctx, key{}, l), l
}

// Count starts a log that keeps the numbers only, and the statement that failed.
func Count(ctx context.Context) (context.Context, *Log) {
	l := &Log{counts: true}
	return context.WithValue(ctx, key{}, l), l
}

// Keeps reports whether the texts of statements are kept.
func (l *Log) Keeps() bool { return l != nil && !l.counts }

// Of is the log of the request of a context, nil if there is none.
func Of(ctx context.Context) *Log {
	l, _ := ctx.Value(key{}).(*Log)
	return l
}

// Add records a statement.
func (l *Log) Add(s Statement) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count++
	l.took += s.Took
	if s.Err != nil {
		l.failed = &s
	}
	if l.counts {
		return
	}
	if len(l.kept) == maxKept {
		l.kept = append(l.kept[:0], l.kept[1:]...)
	}
	l.kept = append(l.kept, s)
}

// Total is how many statements were run, and how long they took together.
func (l *Log) Total() (count int, took time.Duration) {
	if l == nil {
		return 0, 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.count, l.took
}

// Last are the last statements, the oldest first.
func (l *Log) Last() []Statement {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Statement(nil), l.kept...)
}

// Failed is the last statement that failed, nil if none has.
func (l *Log) Failed() *Statement {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.failed
}
