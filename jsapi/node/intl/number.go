package intl

import (
	"strconv"
	"strings"

	"framework/jsapi/node/intl/archive"
)

// NumberOptions are the resolved options of a NumberFormat; each has one of the values of
// ECMA-402. Grouping is always, auto, min2 or false.
type NumberOptions struct {
	NumberingSystem, Style, Currency, CurrencyDisplay, CurrencySign, Unit, UnitDisplay string
	Notation, CompactDisplay, SignDisplay, Grouping                                    string
	Digits                                                                             Digits
}

// Number formats numbers in one locale. It is safe for concurrent use.
type Number struct {
	locale                     Locale
	opts                       NumberOptions
	system                     string // numbering system of the patterns
	symbols                    string // numbering system of the symbols
	table                      *archive.Table
	digits                     [10]string
	ascii                      bool
	pattern                    pattern
	point, group, minus, plus  string
	symbol                     string // of the currency
	percent                    string
	group1, group2, groupFirst int
	compact                    []scale
	rules                      pluralRules
	unitPercent                bool
}

// NewNumber returns a formatter. A numbering system without digits is an error of the caller.
func NewNumber(l Locale, o NumberOptions) *Number {
	n := &Number{locale: l, opts: o, system: o.NumberingSystem, symbols: o.NumberingSystem, table: table("number", l.data)}
	if n.sign("decimal") == "" {
		n.system = "latn"
		if n.symbols == "arab" || n.symbols == "arabext" {
			n.table = table("number", "und")
		} else {
			n.symbols = "latn"
		}
	}
	n.setDigits()
	n.point, n.group = n.sign("decimal"), n.sign("group")
	n.minus, n.plus, n.percent = n.sign("minusSign"), n.sign("plusSign"), n.sign("percentSign")
	n.unitPercent = o.Style == "unit" && o.Unit == "percent" && o.UnitDisplay != "long"
	standard := n.numbers("decimalFormats/" + n.system + "/standard")
	switch {
	case o.Style == "percent" || n.unitPercent:
		standard = n.numbers("percentFormats/" + n.system + "/standard")
	case o.Style == "currency":
		n.setCurrency()
		if o.CurrencyDisplay != "name" {
			kind := "standard"
			if o.CurrencySign == "accounting" {
				kind = "accounting"
			}
			standard = n.currencyPattern(kind)
		}
	}
	if o.Notation == "scientific" || o.Notation == "engineering" {
		standard = strings.NewReplacer("#,##,##0.###", "0", "#,##0.###", "0", "#,##,##0.00", "0", "#,##0.00", "0", "#,##,##0", "0", "#,##0", "0").Replace(standard)
	}
	n.pattern = parsePattern(standard)
	n.setGrouping()
	n.rules = rulesOf(l, "cardinal")
	if o.Notation == "compact" {
		n.compact = n.scales()
	}
	return n
}

// numbers returns a text of the number table.
func (n *Number) numbers(key string) string { return n.table.Get(key) }

// sign returns a symbol of the numbering system.
func (n *Number) sign(name string) string { return n.numbers("symbols/" + n.symbols + "/" + name) }

// DefaultSystem returns the numbering system that a locale uses.
func (l Locale) DefaultSystem() string { return l.get("number", "defaultNumberingSystem") }

// NumberingSystem reports whether a numbering system has ten digits.
func NumberingSystem(name string) bool { return shared("system", name) != "" }

// NumberingSystems returns the names of those, sorted.
func NumberingSystems() []string {
	var out []string
	table("system", "root").Each("", func(name, _ string) { out = append(out, name) })
	return out
}

func (n *Number) setDigits() {
	n.digits, n.ascii = digitsOf(n.opts.NumberingSystem), n.opts.NumberingSystem == "latn"
}

func digitsOf(system string) (out [10]string) {
	i := 0
	for _, r := range shared("system", system) {
		if i < 10 {
			out[i] = string(r)
			i++
		}
	}
	return out
}

func (n *Number) setGrouping() {
	p := n.pattern
	n.group1, n.group2 = p.group1, p.group2
	least, _ := strconv.Atoi(n.locale.get("number", "minimumGroupingDigits"))
	switch n.opts.Grouping {
	case "always":
		if n.group1 == 0 {
			n.group1, n.group2 = 3, 3
		}
		least = 1
	case "min2":
		least = max(least, 2)
	case "false":
		n.group1, n.group2 = 0, 0
	}
	n.groupFirst = least
}

// figure is a number in the making: what stands around its digits is kept apart, because ranges
// leave out what both ends share.
type figure struct {
	digits       []Part
	exponent     []Part
	prefix       []Part // sign, currency, compact and percent
	suffix       []Part
	before, last []Part // unit or name of a currency
	category     string
}

func (f figure) parts() []Part {
	out := make([]Part, 0, 8)
	for _, p := range [][]Part{f.before, f.prefix, f.digits, f.exponent, f.suffix, f.last} {
		out = append(out, p...)
	}
	return tidy(out)
}

// Format returns the text of a number.
func (n *Number) Format(d Decimal) string {
	if s, ok := n.plain(d); ok {
		return s
	}
	return text(n.Parts(d))
}

// Parts returns the parts of the text of a number.
func (n *Number) Parts(d Decimal) []Part { return n.named(n.figure(d, false)).parts() }

// figure formats a number. Approximate puts the sign of approximation in front.
func (n *Number) figure(d Decimal, approximate bool) figure {
	o := &n.opts
	if o.Style == "percent" {
		d = d.scale(2)
	}
	var r rounded
	p, exponent, power := n.pattern, 0, 0
	scientific := false
	switch {
	case d.kind != finite:
		r = rounded{Decimal: d}
	case o.Notation == "compact":
		var shift int
		r, shift = n.compacted(d)
		exponent = -shift
	case o.Notation == "scientific" || o.Notation == "engineering":
		scientific = true
		r, power = n.powers(d)
	default:
		r = o.Digits.round(d)
	}
	f := figure{category: "other"}
	if d.kind == finite {
		// ICU chooses the form of a unit before it shortens the number.
		shown := r
		if o.Notation != "standard" {
			shown = o.Digits.round(d)
		}
		f.category = n.rules.pick(shown.operands(0))
	}
	number := true
	if o.Notation == "compact" && d.kind == finite {
		if c, ok := n.compactPattern(r, exponent); ok {
			p, number = c, !c.bare
		}
	}
	if number {
		f.digits = n.figures(r)
	}
	if scientific && d.kind == finite {
		f.exponent = n.exponent(power)
	}
	n.affix(&f, p, n.signOf(r.Decimal), approximate)
	return f
}

// outer is the pattern of a unit or of the name of a currency around a number, empty if it has none.
func (n *Number) outer(category string) (pattern, kind string) {
	switch {
	case n.opts.Style == "currency" && n.opts.CurrencyDisplay == "name":
		return n.currencyName(category), "currency"
	case n.opts.Style == "unit" && !n.unitPercent:
		return n.unitPattern(category), "unit"
	}
	return "", ""
}

// named puts the unit or the name of the currency around a figure.
func (n *Number) named(f figure) figure {
	if pattern, kind := n.outer(f.category); pattern != "" {
		n.wrap(&f, pattern, kind)
	}
	return f
}

// signOf is '-', '+' or 0.
func (n *Number) signOf(d Decimal) rune {
	zero := d.zero() || d.kind == notANumber
	switch n.opts.SignDisplay {
	case "never":
	case "always":
		if d.neg {
			return '-'
		}
		return '+'
	case "exceptZero":
		if zero {
			return 0
		}
		if d.neg {
			return '-'
		}
		return '+'
	case "negative":
		if d.neg && !zero {
			return '-'
		}
	default:
		if d.neg {
			return '-'
		}
	}
	return 0
}

// affix adds what a pattern has before and after the digits.
func (n *Number) affix(f *figure, p pattern, sign rune, approximate bool) {
	own := p.positive
	negativeHasMinus := p.hasNegative && (hasSign(p.negative.prefix, '-') || hasSign(p.negative.suffix, '-'))
	plus := sign == '+' && !hasSign(p.positive.prefix, '+')
	useNegative := p.hasNegative && (sign == '-' || negativeHasMinus && (plus || approximate))
	prefix, suffix := own.prefix, own.suffix
	shownSign := []Part{}
	if approximate {
		shownSign = append(shownSign, Part{Type: "approximatelySign", Value: n.sign("approximatelySign")})
	}
	switch sign {
	case '-':
		shownSign = append(shownSign, Part{Type: "minusSign", Value: n.minus})
	case '+':
		shownSign = append(shownSign, Part{Type: "plusSign", Value: n.plus})
	}
	if useNegative {
		prefix, suffix = p.negative.prefix, p.negative.suffix
	} else {
		f.prefix = append(f.prefix, shownSign...)
	}
	f.prefix = n.tokens(f.prefix, prefix, shownSign)
	f.suffix = n.tokens(f.suffix, suffix, shownSign)
	n.spacing(f)
}

func hasSign(tokens []token, sign rune) bool {
	for _, t := range tokens {
		if t.sign == sign {
			return true
		}
	}
	return false
}

func (n *Number) tokens(out []Part, tokens []token, sign []Part) []Part {
	for _, t := range tokens {
		switch t.sign {
		case '-', '+':
			out = append(out, sign...)
		case '%':
			kind := "percentSign"
			if n.unitPercent {
				kind = "unit"
			}
			out = append(out, Part{Type: kind, Value: n.percent})
		case '¤':
			out = append(out, Part{Type: "currency", Value: n.symbol})
		default:
			kind := literal
			if n.opts.Notation == "compact" && strings.TrimFunc(t.text, ignorable) != "" && t.text != "(" && t.text != ")" {
				kind = "compact"
			}
			out = append(out, Part{Type: kind, Value: t.text})
		}
	}
	return out
}

// figures returns the digits of a number with groups and fraction.
func (n *Number) figures(r rounded) []Part {
	switch r.kind {
	case infinite:
		return []Part{{Type: "infinity", Value: n.sign("infinity")}}
	case notANumber:
		return []Part{{Type: "nan", Value: n.sign("nan")}}
	}
	count := r.integers()
	grouped := n.group1 > 0 && count-n.group1 >= n.groupFirst
	out := make([]Part, 0, 4)
	var run strings.Builder
	for position := count - 1; position >= 0; position-- {
		run.WriteString(n.digits[r.at(position)])
		if at := position - n.group1; grouped && at >= 0 && at%n.group2 == 0 {
			out = append(out, Part{Type: "integer", Value: run.String()}, Part{Type: "group", Value: n.group})
			run.Reset()
		}
	}
	out = append(out, Part{Type: "integer", Value: run.String()})
	if r.fraction > 0 {
		run.Reset()
		for position := -1; position >= -r.fraction; position-- {
			run.WriteString(n.digits[r.at(position)])
		}
		out = append(out, Part{Type: "decimal", Value: n.point}, Part{Type: "fraction", Value: run.String()})
	}
	return out
}

// plain formats numbers in the ordinary style with Western digits, which most are.
func (n *Number) plain(d Decimal) (string, bool) {
	o := &n.opts
	if !n.ascii || o.Style != "decimal" || o.Notation != "standard" || o.SignDisplay != "auto" || d.kind != finite {
		return "", false
	}
	r := o.Digits.round(d)
	out := make([]byte, 0, 32)
	if r.neg {
		out = append(out, n.minus...)
	}
	count := r.integers()
	grouped := n.group1 > 0 && count-n.group1 >= n.groupFirst
	for position := count - 1; position >= 0; position-- {
		out = append(out, '0'+r.at(position))
		if at := position - n.group1; grouped && at >= 0 && at%n.group2 == 0 {
			out = append(out, n.group...)
		}
	}
	if r.fraction > 0 {
		out = append(out, n.point...)
		for position := -1; position >= -r.fraction; position-- {
			out = append(out, '0'+r.at(position))
		}
	}
	return string(out), true
}
