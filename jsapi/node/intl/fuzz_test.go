package intl_test

import (
	"math"
	"strconv"
	"testing"

	"framework/jsapi/node/intl"
)

// A canonical tag is canonical, and resolving it gives one of its own prefixes.
func FuzzParseTag(f *testing.F) {
	for _, s := range []string{"de-at", "zh-hant-tw-u-nu-hanidec", "sr-Latn-RS-x-a-b", "en-US-posix", "sh", "mo-su", "x", "de--AT", "art-lojban", "en-t-de-u-ca-buddhist"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tag, ok := intl.ParseTag(s)
		if !ok {
			return
		}
		again, ok := intl.ParseTag(tag.String())
		if !ok || again.String() != tag.String() {
			t.Errorf("%q is %q, and that is %q", s, tag, again)
		}
		if l, ok := intl.Find(tag.Base()); ok && (len(l.Tag) > len(tag.Base()) || l.Tag != tag.Base()[:len(l.Tag)]) {
			t.Errorf("%q resolves to %q", tag.Base(), l.Tag)
		}
	})
}

// Every text has a number or none; those of Go's floats are the same.
func FuzzFromText(f *testing.F) {
	en, _ := intl.Find("en")
	n := intl.NewNumber(en, intl.NumberOptions{NumberingSystem: "latn", Style: "decimal", Notation: "standard", SignDisplay: "auto", Grouping: "false", Digits: intl.Digits{MinInteger: 1, MaxFraction: 20}})
	for _, s := range []string{"1", "-0.5e3", "0x1F", " 12 ", "Infinity", "abc", "1e400", "--1", ".", "5.", ".5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 50 {
			return
		}
		got := n.Format(intl.FromText(s))
		v, err := strconv.ParseFloat(s, 64)
		if err == nil && v == math.Trunc(v) && math.Abs(v) < 1e15 && s == strconv.FormatFloat(v, 'f', -1, 64) && got != s {
			t.Errorf("%q is formatted as %q", s, got)
		}
	})
}
