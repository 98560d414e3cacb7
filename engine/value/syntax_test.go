package value_test

import (
	"encoding/json"
	"os"
	"testing"

	"framework/engine/value"
)

// testdata/syntax.json has texts and the messages that JSON.parse of Node 20 gives,
// empty for JSON. Half of a surrogate pair stands there as U+FFFD.
func TestSyntaxMessages(t *testing.T) {
	text, err := os.ReadFile("testdata/syntax.json")
	if err != nil {
		t.Fatal(err)
	}
	var asked [][2]string
	if err := json.Unmarshal(text, &asked); err != nil || len(asked) < 1000 {
		t.Fatalf("%d questions, %v", len(asked), err)
	}
	for _, c := range asked {
		if got := value.SyntaxMessage(c[0]); got != c[1] {
			t.Errorf("%q: %s\nwant %s", c[0], got, c[1])
		}
		if _, err := value.Parse([]byte(c[0])); c[1] != "" && (err == nil || err.Error() != c[1]) {
			t.Errorf("%q: %v\nwant %s", c[0], err, c[1])
		}
	}
}

func FuzzSyntaxMessage(f *testing.F) {
	for _, s := range []string{`{"a":1}`, `[1,]`, "{\"\xff", `"\u12`, "\xf0\x9f\x98", `[1.e]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if message := value.SyntaxMessage(text); (message == "") != json.Valid([]byte(text)) {
			t.Errorf("%q: %q", text, message)
		}
	})
}
