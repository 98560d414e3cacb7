package jsapi_test

import (
	"strings"
	"testing"

	"framework/engine/value"
	"framework/jsapi"
)

// In responses, deeply nested values are written on one line; JSON.stringify of a
// script indents them at every depth.
func TestStringifyIndents(t *testing.T) {
	const depth, many = 500, 1000
	text := strings.Repeat(`{"a":[`, depth/2) + strings.Repeat("1,", many) + "1" + strings.Repeat("]}", depth/2)
	parsed, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	i := isolate(t, jsapi.Options{})
	if err := i.Do(t.Context(), func(r *jsapi.Realm) error {
		v, err := r.Runtime().RunString("JSON.parse('" + text + "')")
		if err != nil {
			return err
		}
		got, _, err := r.Stringify(nil, v, "  ")
		if want := string(value.AppendIndent(nil, parsed, "  ")); err != nil || string(got) != want {
			t.Errorf("the answer of a script has %d bytes, that of Go %d: %v", len(got), len(want), err)
		}
		length, err := r.Runtime().RunString("JSON.stringify(JSON.parse('" + text + "'), null, 2).length")
		if err != nil {
			return err
		}
		if n := length.ToInteger(); n < many*depth*2 {
			t.Errorf("the text that a script asks for has %d characters", n)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
