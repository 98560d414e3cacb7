package intl_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"framework/jsapi/node/intl"
)

// BenchmarkEnglish compares the formats of en-US with the bare work: writing the digits, and a date of the
// library of Go.
func BenchmarkEnglish(b *testing.B) {
	en, _ := intl.Find("en-US")
	n := intl.NewNumber(en, intl.NumberOptions{NumberingSystem: "latn", Style: "decimal", Notation: "standard", SignDisplay: "auto", Grouping: "auto", Digits: intl.Digits{MinInteger: 1, MaxFraction: 3}})
	zone, _ := intl.FindZone("UTC")
	d := intl.NewDate(en, intl.DateOptions{Calendar: "gregory", NumberingSystem: "latn", Skeleton: "yMdhms", HourCycle: "h12", Zone: zone})
	b.Run("number", func(b *testing.B) {
		for b.Loop() {
			n.Format(intl.FromFloat(1234567.891))
		}
	})
	b.Run("number-bare", func(b *testing.B) {
		for b.Loop() {
			bare(1234567.891)
		}
	})
	b.Run("date", func(b *testing.B) {
		for b.Loop() {
			d.Format(1.7e12)
		}
	})
	b.Run("date-bare", func(b *testing.B) {
		for b.Loop() {
			time.UnixMilli(1.7e12).UTC().Format("1/2/2006, 3:04:05 PM")
		}
	})
}

// bare groups the digits that strconv writes.
func bare(v float64) string {
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(v, 'f', 3, 64), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return whole + "." + fraction
}
