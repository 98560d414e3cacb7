package jsapi

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"
)

// matchLimit bounds one match of a backtracking regular expression, which an
// interrupt of goja does not stop. goja reports a match that timed out as "no
// match". A match starts later than its turn, so a turn with a limit of at most
// matchLimit is interrupted before JavaScript sees that wrong result; for others
// see guardMatches.
const matchLimit = 11 * time.Second

var limitMatches = sync.OnceFunc(func() { regexp2.DefaultMatchTimeout = matchLimit })

// outlastsMatches reports whether a turn with this limit can see a match that timed out.
func (i *Isolate) outlastsMatches(limit time.Duration) bool {
	return limit <= 0 || limit > i.matchLimit
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
		guarded := r.rt.ToValue(func(call goja.FunctionCall) goja.Value {
			start := time.Now()
			found := old(call)
			if limit := r.iso.matchLimit; time.Since(start) >= limit {
				r.iso.watchdog.interrupt(&matchLimitError{limit})
			}
			return found
		}).ToObject(r.rt)
		for key, v := range map[string]any{"name": name, "length": 1} {
			if err := guarded.DefineDataProperty(key, r.rt.ToValue(v), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
				return err
			}
		}
		if err := proto.DefineDataProperty(name, guarded, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return nil
}
