package intl

import "strings"

// scale is one row of compact notation: from ten to the power of its index on, numbers are
// shifted and get the pattern of their category.
type scale struct {
	shift    int // to add to the exponent, negative
	patterns map[string]string
}

// scales returns the rows of compact notation of the locale, by magnitude.
func (n *Number) scales() []scale {
	var paths []string
	if n.opts.Style == "currency" && n.opts.CurrencyDisplay != "name" {
		paths = []string{"currencyFormats/" + n.system + "/short/standard/", "currencyFormats/latn/short/standard/"}
	} else {
		width := n.opts.CompactDisplay
		paths = []string{
			"decimalFormats/" + n.system + "/" + width + "/decimalFormat/", "decimalFormats/latn/" + width + "/decimalFormat/",
			"decimalFormats/" + n.system + "/short/decimalFormat/", "decimalFormats/latn/short/decimalFormat/",
		}
	}
	var out []scale
	for _, path := range paths {
		n.table.Each(path, func(key, text string) {
			power, category, ok := strings.Cut(key, "-count-")
			if !ok {
				return
			}
			magnitude := len(power) - 1
			for len(out) <= magnitude {
				out = append(out, scale{})
			}
			if out[magnitude].patterns == nil {
				out[magnitude].patterns = map[string]string{}
			}
			out[magnitude].patterns[category] = text
			if zeros := parsePattern(text).integers; zeros > 0 && text != "0" {
				out[magnitude].shift = zeros - magnitude - 1
			}
		})
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

func (n *Number) shift(magnitude int) int {
	if magnitude < 0 || len(n.compact) == 0 {
		return 0
	}
	return n.compact[min(magnitude, len(n.compact)-1)].shift
}

// compacted returns a number shifted for compact notation and rounded.
func (n *Number) compacted(d Decimal) (rounded, int) {
	magnitude := d.magnitude()
	shift := n.shift(magnitude)
	if d.zero() {
		shift = 0
	}
	r := n.opts.Digits.round(d.scale(shift))
	if r.zero() || r.magnitude() == magnitude+shift {
		return r, shift
	}
	next := n.shift(magnitude + 1)
	if next == shift {
		return r, shift
	}
	return n.opts.Digits.round(d.scale(next)), next
}

// compactPattern returns the pattern of a number that has been shifted.
func (n *Number) compactPattern(r rounded, exponent int) (pattern, bool) {
	if len(n.compact) == 0 {
		return pattern{}, false
	}
	row := n.compact[min(max(r.magnitude()+exponent, 0), len(n.compact)-1)]
	text, ok := "", false
	if r.fraction == 0 && r.exp == 1 && len(r.digits) == 1 && r.digits[0] == 1 {
		text, ok = row.patterns["1"]
	}
	if !ok {
		text, ok = row.patterns[n.rules.pick(r.operands(0))]
	}
	if !ok {
		text = row.patterns["other"]
	}
	if text == "" || text == "0" {
		return pattern{}, false
	}
	return parsePattern(text), true
}

// powers returns the mantissa of a number, rounded, and its power of ten.
func (n *Number) powers(d Decimal) (rounded, int) {
	power := func(magnitude int) int {
		if n.opts.Notation == "engineering" {
			return magnitude - (magnitude%3+3)%3
		}
		return magnitude
	}
	if d.zero() {
		return n.opts.Digits.round(d), 0
	}
	p := power(d.magnitude())
	r := n.opts.Digits.round(d.scale(-p))
	if !r.zero() && r.magnitude() != d.magnitude()-p {
		if next := power(d.magnitude() + 1); next != p {
			return n.opts.Digits.round(d.scale(-next)), next
		}
	}
	return r, p
}

// exponent returns the parts of a power of ten.
func (n *Number) exponent(power int) []Part {
	out := []Part{{Type: "exponentSeparator", Value: n.sign("exponential")}}
	if power < 0 {
		out = append(out, Part{Type: "exponentMinusSign", Value: n.minus})
		power = -power
	}
	return append(out, Part{Type: "exponentInteger", Value: n.integer(power)})
}

// integer writes a whole number in the digits of the numbering system.
func (n *Number) integer(v int) string {
	if v < 10 {
		return n.digits[v]
	}
	return n.integer(v/10) + n.digits[v%10]
}
