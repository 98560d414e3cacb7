package modules_test

import (
	"strings"
	"testing"

	"framework/jsapi"
	"framework/jsapi/modules"
)

// TestTextsInOneLine requires a minified file, all of it in one line, whose functions are to show
// the texts that they have there. Their offsets must not be counted from the beginning of the line each:
// the turn would reach its limit.
func TestTextsInOneLine(t *testing.T) {
	f := "function(a){return a?.b??'é😀'}"
	file := "module.exports=[" + strings.Repeat(f+",", 3_000) + f + "];async function*converted(){}"
	with(t, map[string]string{"a.js": file}, func(_ *jsapi.Realm, l *modules.Loader) {
		v, err := l.Require("./a.js")
		if err != nil {
			t.Fatal(err)
		}
		list, ok := v.Export().([]any)
		if !ok || len(list) != 3_001 {
			t.Fatalf("got %d values", len(list))
		}
		for _, n := range []string{"0", "1", "1500", "3000"} {
			if got := v.ToObject(nil).Get(n).String(); got != f {
				t.Errorf("function %s is %q, want %q", n, got, f)
			}
		}
	})
}
