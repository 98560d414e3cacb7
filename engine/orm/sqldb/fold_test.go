package sqldb

import (
	"slices"
	"testing"
	"unicode"

	"framework/engine/testenv"
)

// TestCasesOfEveryLetter: two letters beyond ASCII fold to the same exactly
// when each is among the cases of the other.
func TestCasesOfEveryLetter(t *testing.T) {
	testenv.Slow(t)
	folded := map[rune][]rune{}
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if r < 0xd800 || r > 0xdfff {
			folded[foldRune(r)] = append(folded[foldRune(r)], r)
		}
	}
	for lower, want := range folded {
		if lower < 0x80 {
			t.Fatalf("%q folds into ASCII", want)
		}
		for _, r := range want {
			got := casesOf(r)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Fatalf("the cases of %q are %q, not %q", r, got, want)
			}
		}
	}
}

func TestSpellings(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []any
	}{
		{"aB", []any{"aB"}},
		{"Äb", []any{"Äb", "äb"}},
		{"äö", []any{"äö", "äÖ", "Äö", "ÄÖ"}},
		{"日", []any{"日"}},
		{"äöüßé", nil},
		{"ä\x00", nil},
		{"ä\xff", nil},
	} {
		if got := spellings(tc.text); !slices.Equal(got, tc.want) {
			t.Errorf("%q is spelled %q, want %q", tc.text, got, tc.want)
		}
	}
}
