package jsapi

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"
)

// matchLimit bounds one match of a backtracking regular expression, which an
// interrupt of goja does not stop. goja reports a match that timed out as "no
// match". A match starts later than its turn, so a turn whose limit is lower by
// matchMargin is interrupted before JavaScript sees that wrong result; for others
// see guardMatches.
const (
	matchLimit  = 11 * time.Second
	matchMargin = time.Second
)

// matchStack is how many numbers a match may keep to try other ways later: as many bytes as in V8. goja reports
// one that needs more as "no match", too; with the limit of the library that happened in texts of 30 KB.
const matchStack = 64 << 20 / 8

var limitMatches = sync.OnceFunc(func() {
	regexp2.DefaultMatchTimeout = matchLimit
	regexp2.DefaultOptimizationOptions.MaxBacktrackingStackSize = matchStack
})

// LimitMatches makes one match of a backtracking regular expression end soon after a
// turn of that length would, where that is earlier than before. It holds for the process,
// because the library of regular expressions has one limit, and for expressions that are
// compiled afterwards: call it in a process that runs a single project. Later isolates
// guard against matches that ended too early for their own limit.
func LimitMatches(turn time.Duration) {
	limitMatches()
	if limit := turn + matchMargin; turn > 0 && limit < regexp2.DefaultMatchTimeout {
		regexp2.DefaultMatchTimeout = limit
	}
}

// matching reports whether a goroutine of the process is in a match of a backtracking
// expression. It stops all of them for a moment.
func matching() bool {
	records := make([]runtime.StackRecord, runtime.NumGoroutine()+64)
	n, _ := runtime.GoroutineProfile(records) // not all of them, where there are suddenly more
	for i := range min(n, len(records)) {
		frames := runtime.CallersFrames(records[i].Stack())
		for {
			frame, more := frames.Next()
			if strings.HasPrefix(frame.Function, "github.com/dlclark/regexp2/v2.(*") {
				return true
			}
			if !more {
				break
			}
		}
	}
	return false
}

// outlastsMatches reports whether a turn with this limit can see a match that timed out.
func (i *Isolate) outlastsMatches(limit time.Duration) bool {
	return limit <= 0 || limit > i.matchLimit-matchMargin
}

// matchLimitError is the cause of the interrupt of a turn in which one match took too long.
type matchLimitError struct{ limit time.Duration }

func (e *matchLimitError) Error() string {
	return fmt.Sprintf("interrupted: one match of a regular expression took more than %s", e.limit)
}

func (*matchLimitError) hint() string {
	return "the expression can match in too many ways: avoid repetitions inside of repetitions, such as (a+)+"
}

// guardMatches interrupts turns in which a match may have timed out. All functions
// that search with a regular expression call exec as soon as it is not the built-in
// one, except test. That makes them slower, so it is left out where turns end before.
func (r *Realm) guardMatches() error {
	if r.matchesGuarded {
		return nil
	}
	r.matchesGuarded = true
	proto := r.rt.Get("RegExp").ToObject(r.rt).Get("prototype").ToObject(r.rt)
	for _, name := range []string{"exec", "test"} {
		old, ok := proto.Get(name).Export().(func(goja.FunctionCall) goja.Value)
		if !ok {
			return errors.New("RegExp.prototype." + name + " is not built in")
		}
		guarded, err := named(r.rt, name, 1, func(call goja.FunctionCall) goja.Value {
			start := time.Now()
			found := old(call)
			if limit := r.iso.matchLimit; time.Since(start) >= limit {
				r.iso.watchdog.interrupt(&matchLimitError{limit})
			}
			return found
		})
		if err != nil {
			return err
		}
		if err := proto.DefineDataProperty(name, guarded, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return nil
}
