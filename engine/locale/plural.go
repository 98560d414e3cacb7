package locale

import (
	"math"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Plural returns the plural form of a number in a locale, such as "one" or "few",
// by the rules of CLDR; with ordinal the form for positions in an order.
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
