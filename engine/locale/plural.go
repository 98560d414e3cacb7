package locale

import (
	"math"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Plural is the form that a locale has for a number, "one" or "few" say, by the
// rules of CLDR; for a place in an order where ordinal says so.
func Plural(locale string, n float64, ordinal bool) string {
	tag, err := language.Parse(locale)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return "other"
	}
	rules := plural.Cardinal
	if ordinal {
		rules = plural.Ordinal
	}
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(math.Abs(n), 'f', -1, 64), ".")
	if len(whole) > 9 { // the rules look at the last digits
		whole = "1" + whole[len(whole)-8:]
	}
	if len(fraction) > 8 {
		fraction = fraction[:8]
	}
	i, _ := strconv.Atoi(whole) // they are digits
	f, _ := strconv.Atoi("0" + fraction)
	// What FormatFloat writes has no zeros at its end.
	form := rules.MatchPlural(tag, i, len(fraction), len(fraction), f, f)
	return map[plural.Form]string{
		plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other",
	}[form]
}
