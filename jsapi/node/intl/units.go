package intl

import (
	"strconv"
	"strings"
	"unicode"
)

// setCurrency sets the symbol, and the separators that hold for amounts of money.
func (n *Number) setCurrency() {
	o := n.opts
	n.symbol = o.Currency
	switch o.CurrencyDisplay {
	case "symbol":
		n.symbol = n.locale.CurrencySymbol(o.Currency)
	case "narrowSymbol":
		if s := n.locale.get("currency", o.Currency+"/symbol-alt-narrow"); s != "" {
			n.symbol = s
		} else {
			n.symbol = n.locale.CurrencySymbol(o.Currency)
		}
	}
	for _, s := range []struct {
		to       *string
		all, own string
	}{{&n.point, "currencyDecimal", "decimal"}, {&n.group, "currencyGroup", "group"}} {
		if v := n.sign(s.all); v != "" {
			*s.to = v
		}
		if v := n.locale.get("currency", o.Currency+"/"+s.own); v != "" {
			*s.to = v
		}
	}
}

// CurrencySymbol returns the symbol of a currency, its code where it has none.
func (l Locale) CurrencySymbol(code string) string {
	if s := l.get("currency", code+"/symbol"); s != "" {
		return s
	}
	return code
}

// CurrencyDigits returns the number of fraction digits of a currency.
func CurrencyDigits(code string) int {
	if n, err := strconv.Atoi(shared("fraction", code)); err == nil {
		return n
	}
	return 2
}

func (n *Number) currencyPattern(kind string) string {
	for _, system := range []string{n.system, "latn"} {
		if p := n.numbers("currencyFormats/" + system + "/" + kind); p != "" {
			return p
		}
	}
	return "¤#,##0.00"
}

// spacing puts a space between digits and a currency that ends with a letter.
func (n *Number) spacing(f *figure) {
	if n.opts.Style != "currency" || n.opts.CurrencyDisplay == "name" {
		return
	}
	if len(f.digits) == 0 {
		return
	}
	apart := func(r rune) bool {
		return !unicode.IsSymbol(r) && !unicode.Is(unicode.Z, r)
	}
	first, end := f.digits[0], f.digits[len(f.digits)-1]
	insert := func(side string) []Part {
		v := n.numbers("currencyFormats/" + n.system + "/currencySpacing/" + side + "/insertBetween")
		if v == "" {
			v = "\u00a0"
		}
		return []Part{{Type: literal, Value: v}}
	}
	if k := len(f.prefix); k > 0 && f.prefix[k-1].Type == "currency" && apart(lastRune(f.prefix[k-1].Value)) && unicode.IsDigit(firstRune(first.Value)) {
		f.prefix = append(f.prefix, insert("afterCurrency")...)
	}
	if len(f.suffix) > 0 && f.suffix[0].Type == "currency" && apart(firstRune(f.suffix[0].Value)) && unicode.IsDigit(lastRune(end.Value)) {
		f.suffix = append(insert("beforeCurrency"), f.suffix...)
	}
}

// currencyName returns the pattern of an amount with the name of the currency in it.
func (n *Number) currencyName(category string) string {
	p := ""
	for _, c := range []string{category, "other"} {
		if p == "" {
			p = n.locale.get("number", "currencyFormats/latn/unitPattern-count-"+c)
		}
	}
	return strings.Replace(p, "{1}", n.locale.currencyPlural(n.opts.Currency, category), 1)
}

// currencyPlural returns the name of a currency for a number.
func (l Locale) currencyPlural(code, category string) string {
	for _, form := range []string{"displayName-count-" + category, "displayName-count-other", "displayName"} {
		if v := l.get("currency", code+"/"+form); v != "" {
			return v
		}
	}
	return code
}

// wrap puts a figure into a pattern such as {0} km.
func (n *Number) wrap(f *figure, pattern, kind string) {
	before, last, ok := strings.Cut(pattern, "{0}")
	if !ok {
		// A pattern without the number, such as that of one hour in Hebrew.
		f.digits, f.prefix, f.suffix, f.exponent = nil, nil, nil, nil
	}
	f.before = []Part{{Type: kind, Value: before}}
	f.last = []Part{{Type: kind, Value: last}}
}

// unitPattern returns the pattern of the unit for a category of numbers.
func (n *Number) unitPattern(category string) string {
	width, unit := n.opts.UnitDisplay, n.opts.Unit
	if p := n.unit(width, unit, category); p != "" {
		return p
	}
	first, second, ok := strings.Cut(unit, "-per-")
	if !ok {
		return "{0} " + unit
	}
	numerator := n.unit(width, first, category)
	if per := n.locale.get("unit", width+"/"+second+"/perUnitPattern"); per != "" {
		return strings.Replace(per, "{0}", numerator, 1)
	}
	denominator := n.unit(width, second, "one")
	if denominator == "" {
		denominator = n.unit(width, second, "other")
	}
	denominator = strings.TrimSpace(strings.Replace(denominator, "{0}", "", 1))
	per := n.locale.get("unit", width+"/per/compoundUnitPattern")
	return strings.NewReplacer("{0}", numerator, "{1}", strings.TrimFunc(denominator, ignorable)).Replace(per)
}

func (n *Number) unit(width, unit, category string) string {
	for _, c := range []string{category, "other"} {
		if v := n.locale.get("unit", width+"/"+unit+"/unitPattern-count-"+c); v != "" {
			return v
		}
	}
	return ""
}
