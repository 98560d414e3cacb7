package testenv

import (
	"os"
	"strings"
	"testing"
)

// Table compares what stands in a document between the lines from and to with want, or writes
// it there. A difference is an error that says how the document was to be.
func Table(t testing.TB, document, from, to, want string, update bool) {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), from)
	if !ok {
		t.Fatalf("%s has no place for the table: %s", document, from)
	}
	got, tail, _ := strings.Cut(rest, to)
	if update {
		if err := os.WriteFile(document, []byte(head+from+want+to+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != want {
		t.Errorf("the table in %s is not up to date, run with -update:\n%s", document, want)
	}
}
