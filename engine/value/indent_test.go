package value_test

import (
	"strings"
	"testing"

	"framework/engine/value"
)

// Many values deep inside do not become as many long lines.
func TestDeepValuesAreNotIndented(t *testing.T) {
	const depth, many = 500, 1000
	text := strings.Repeat(`{"a":[`, depth/2) + strings.Repeat("1,", many) + "1" + strings.Repeat("]}", depth/2)
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	shown := value.AppendIndent(nil, v, "  ")
	if len(shown) > 10*len(text) {
		t.Errorf("%d bytes became %d", len(text), len(shown))
	}
	again, err := value.Parse(shown)
	if err != nil || string(value.AppendIndent(nil, again, "")) != text {
		t.Errorf("it is another value: %v", err)
	}
}
