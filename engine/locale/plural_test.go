package locale_test

import (
	"math"
	"testing"

	"framework/engine/locale"
)

func TestPlural(t *testing.T) {
	for _, c := range []struct {
		locale  string
		n       float64
		ordinal bool
		want    string
	}{
		{"en", 1, false, "one"},
		{"en", 0, false, "other"},
		{"en", 1.5, false, "other"},
		{"en", -1, false, "one"},
		{"en", 2, true, "two"},
		{"en", 3, true, "few"},
		{"en", 11, true, "other"},
		{"en", 101, true, "one"},
		{"fr", 0, false, "one"},
		{"fr", 1.5, false, "one"},
		{"de-AT", 1, false, "one"},
		{"ru", 3, false, "few"},
		{"ru", 5, false, "many"},
		{"ar", 0, false, "zero"},
		{"ja", 1, false, "other"},
		{"en", 1e21, false, "other"},
		{"en", math.NaN(), false, "other"},
		{"ru", math.NaN(), false, "other"},
		{"ru", math.Inf(1), false, "other"},
		{"ru", math.Inf(-1), false, "other"},
		{"ru", 1_000_000_001, false, "one"},
		{"ru", 1_000_000_002, false, "few"},
		{"lv", 1e20, false, "zero"}, // no int holds it
		{"lv", 10, false, "zero"},
		{"lv", 0.1, false, "one"},
		{"lv", 0.12345671, false, "one"},
		{"lv", 0.123456781, false, "other"}, // of what has more digits the first eight count
		{"no such", 10, false, "other"},
		{"lv-muchtoolong", 10, false, "other"},
		{"no such", 1, false, "other"},
	} {
		if got := locale.Plural(c.locale, c.n, c.ordinal); got != c.want {
			t.Errorf("%s %v %v: got %s, want %s", c.locale, c.n, c.ordinal, got, c.want)
		}
	}
}
