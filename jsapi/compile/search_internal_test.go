package compile

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The scans of sources find what regular expressions do.
func TestScans(t *testing.T) {
	big := regexp.MustCompile(`(?i:bigint)|\b[0-9][0-9a-fA-FxXoO_]*n\b`)
	last := regexp.MustCompile(`\b` + strings.TrimPrefix(lastMatch.String(), "^"))
	pieces := rapid.SampledFrom([]string{"a", "1", "0x", "n", "_", " ", "bigint", "BigInt", "BigIn", "RegExp", ".", "$1", "$", "lastMatch", "[", "'", "\n", "é", "0n", "12n", "f", "big"})
	rapid.Check(t, func(t *rapid.T) {
		src := strings.Join(rapid.SliceOfN(pieces, 0, 8).Draw(t, "source"), "")
		if got, want := mayUseBigInt(src), big.MatchString(src); got != want {
			t.Errorf("%q may use BigInt: got %v, want %v", src, got, want)
		}
		if got, want := readsLastMatch(src), last.MatchString(src); got != want {
			t.Errorf("%q reads the last match: got %v, want %v", src, got, want)
		}
	})
}
