package jsapi

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"
)

// TestLongMatches: where a turn may run for longer than one match, a match that takes
// too long is an interrupt and not a text without a match.
func TestLongMatches(t *testing.T) {
	long := Options{Log: slog.New(slog.DiscardHandler), TurnLimit: -1, BlockWarning: -1}
	i, err := New(Options{Log: long.Log, BlockWarning: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = i.Close(t.Context()) })
	run := func(script string) (v goja.Value, err error) {
		err = i.Do(t.Context(), func(r *Realm) error {
			var err error
			v, err = r.Runtime().RunScript("slow.js", script)
			return err
		})
		return v, err
	}
	// The lookahead makes it backtrack; it tries a hundred thousand ways.
	const many = `var some = 'a'.repeat(17) + 'b', much = 'c'.repeat(300) + some, slow = /(?=(a+)+$)x/, all = /(?=(a+)+$)x/g;` + "\n"
	if v, err := run(many + `slow.test(some)`); err != nil || v.ToBoolean() {
		t.Fatalf("within the limit of turns: %v, %v", v, err)
	}
	i.matchLimit = time.Nanosecond
	i.SetTurnLimit(time.Hour)
	for _, call := range []string{
		"slow.test(TEXT)", "slow.exec(TEXT)", "TEXT.match(slow)", "TEXT.match(all)", "[...TEXT.matchAll(all)]", "TEXT.search(slow)",
		"TEXT.replace(slow, '')", "TEXT.replace(all, '')", "TEXT.replaceAll(all, '')", "TEXT.split(slow)", "new RegExp(slow, 'y').test(TEXT)",
	} {
		for _, text := range []string{"some", "much"} {
			call := strings.Replace(call, "TEXT", text, 1)
			_, err := run(many + "try { " + call + "; } catch (e) { }\nnull.wentOn")
			if err == nil || !strings.Contains(err.Error(), "slow.js:2:") || !strings.Contains(err.Error(), "one match of a regular expression took more than 1ns") || !strings.Contains(err.Error(), "(a+)+") {
				t.Errorf("%s: %v", call, err)
			}
		}
	}
	i.matchLimit = time.Hour
	for script, want := range map[string]string{
		`'a1b22'.replace(/\d+/g, '<$&>')`: "a<1>b<22>", `'a,b;c'.split(/[,;]/).join()`: "a,b,c", `String('xay'.search(/a/))`: "1",
		`'abab'.match(/(a)(b)/g).join()`: "ab,ab", `String(/a(.)/.exec('xab'))`: "ab,b", `String(/b/.test('ab'))`: "true",
		`[RegExp.prototype.exec.name, RegExp.prototype.test.length, Object.keys(RegExp.prototype)].join()`: "exec,1,",
	} {
		if v, err := run(script); err != nil || v.String() != want {
			t.Errorf("%s: %v, %v, want %s", script, v, err, want)
		}
	}

	unlimited, err := New(long)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unlimited.Close(t.Context()) })
	err = unlimited.Do(t.Context(), func(r *Realm) error {
		if !r.matchesGuarded {
			t.Error("turns without a limit are not guarded")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The limit of one match goes down with that of a turn, and what is made afterwards
// guards turns that may be longer.
func TestLimitMatches(t *testing.T) {
	limitMatches()
	t.Cleanup(func() { regexp2.DefaultMatchTimeout = matchLimit })
	for _, c := range []struct{ turn, want time.Duration }{
		{time.Minute, matchLimit}, {-1, matchLimit}, {0, matchLimit}, {time.Second, 2 * time.Second}, {2 * time.Second, 2 * time.Second},
	} {
		LimitMatches(c.turn)
		if got := regexp2.MustCompile("a", regexp2.None).MatchTimeout; got != c.want {
			t.Errorf("after a limit of %v: %v, want %v", c.turn, got, c.want)
		}
	}
	for limit, guarded := range map[time.Duration]bool{time.Second: false, 2 * time.Second: true} {
		i, err := New(Options{Log: slog.New(slog.DiscardHandler), TurnLimit: limit, BlockWarning: -1})
		if err != nil {
			t.Fatal(err)
		}
		if i.realm.matchesGuarded != guarded {
			t.Errorf("turns of %v: guarded %v", limit, i.realm.matchesGuarded)
		}
		if err := i.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// On a busy machine a turn gets more time, but not for a match: that ends before the
// longer limit, and JavaScript would go on as if nothing matched.
func TestMatchesAreNotExtended(t *testing.T) {
	for _, match := range []bool{false, true} {
		// A process that seems to have used less than nothing has waited all the time.
		w := &watchdog{limit: time.Second, share: share{since: time.Now(), used: time.Hour}, matching: func() bool { return match }}
		w.extend(time.Second)
		if extended := w.extra > 0; extended == match {
			t.Errorf("in a match %v: extended by %v", match, w.extra)
		}
		if d := w.next(time.Second); d > matchMargin/2 {
			t.Errorf("in a match %v: looks again after %v", match, d)
		}
		w.matching = func() bool { return true }
		if w.extend(1500 * time.Millisecond); w.extra > 0 {
			t.Errorf("a match that came later: extended by %v", w.extra)
		}
	}
	done := make(chan struct{})
	expression := regexp2.MustCompile(`^(a+)+\1x$`, regexp2.ECMAScript)

	text := strings.Repeat("a", 20) + "b" // long enough to be seen, and ends by itself
	go func() {
		defer close(done)
		_, _ = expression.MatchString(text)
	}()
	for seen := false; !seen; {
		select {
		case <-done:
			t.Fatal("the match was not seen")
		default:
			seen = matching()
		}
	}
	<-done
	if matching() {
		t.Error("seen although it is over")
	}
}
