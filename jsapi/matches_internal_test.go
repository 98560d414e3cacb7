package jsapi

import (
	"log/slog"
	"strings"
	"testing"
	"time"

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
