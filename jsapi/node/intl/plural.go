package intl

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// operands are what plural rules look at (UTS 35, Operands).
type operands struct {
	n       float64 // absolute value
	i, f, t float64
	v, w, e int
}

func (o operands) get(name byte) float64 {
	switch name {
	case 'n':
		return o.n
	case 'i':
		return o.i
	case 'f':
		return o.f
	case 't':
		return o.t
	case 'v':
		return float64(o.v)
	case 'w':
		return float64(o.w)
	}
	return float64(o.e)
}

// relation is one comparison of a rule, such as n % 10 = 2..4.
type relation struct {
	operand byte
	mod     float64
	not     bool
	ranges  [][2]float64
}

func (r relation) holds(o operands) bool {
	v := o.get(r.operand)
	if r.mod != 0 {
		v = math.Mod(v, r.mod)
	}
	for _, at := range r.ranges {
		if v >= at[0] && v <= at[1] && (at[0] == at[1] || v == math.Trunc(v)) {
			return !r.not
		}
	}
	return r.not
}

// pluralRule is a category and its condition: any of the lists whose relations all hold.
type pluralRule struct {
	category string
	any      [][]relation
}

// pluralRules are the rules of a language, in the order in which they are tried.
type pluralRules []pluralRule

func (rules pluralRules) pick(o operands) string {
	for _, r := range rules {
		for _, all := range r.any {
			if !slices.ContainsFunc(all, func(r relation) bool { return !r.holds(o) }) {
				return r.category
			}
		}
	}
	return "other"
}

var categories = []string{"zero", "one", "two", "few", "many", "other"}

// ruleCache keeps the rules that have been parsed, by kind and language.
var ruleCache sync.Map

// rulesOf returns the plural rules of a locale; kind is cardinal or ordinal.
func rulesOf(l Locale, kind string) pluralRules {
	if l.data != "pt-PT" {
		l.data = l.language()
	}
	key := kind + "/" + l.data
	if rules, ok := ruleCache.Load(key); ok {
		return rules.(pluralRules)
	}
	var rules pluralRules
	t := table("plural", "root")
	prefix := key + "/"
	if kind == "ordinal" && l.data == "pt-PT" {
		prefix = "ordinal/pt/"
	}
	for _, category := range categories {
		if text := t.Get(prefix + category); text != "" {
			rules = append(rules, pluralRule{category, parseRule(text)})
		}
	}
	ruleCache.Store(key, rules)
	return rules
}

func parseRule(text string) [][]relation {
	var any [][]relation
	for part := range strings.SplitSeq(text, " or ") {
		var all []relation
		for condition := range strings.SplitSeq(part, " and ") {
			left, right, not := strings.Cut(condition, " != ")
			if !not {
				left, right, _ = strings.Cut(condition, " = ")
			}
			operand, mod, _ := strings.Cut(strings.TrimSpace(left), " % ")
			r := relation{operand: operand[0], not: not}
			r.mod, _ = strconv.ParseFloat(mod, 64)
			for span := range strings.SplitSeq(strings.TrimSpace(right), ",") {
				from, to, ok := strings.Cut(span, "..")
				if !ok {
					to = from
				}
				a, _ := strconv.ParseFloat(from, 64)
				b, _ := strconv.ParseFloat(to, 64)
				r.ranges = append(r.ranges, [2]float64{a, b})
			}
			all = append(all, r)
		}
		any = append(any, all)
	}
	return any
}

// Plural chooses plural categories for numbers in a locale, as PluralRules does.
type Plural struct {
	locale Locale
	rules  pluralRules
	digits Digits
}

// NewPlural returns the rules of a locale; kind is cardinal or ordinal. The category is that of
// the number rounded as digits says.
func NewPlural(l Locale, kind string, digits Digits) *Plural {
	return &Plural{l, rulesOf(l, kind), digits}
}

// Select returns the category of a number.
func (p *Plural) Select(d Decimal) string {
	if d.kind != finite {
		return "other"
	}
	return p.rules.pick(p.digits.round(d).operands(0))
}

// SelectRange returns the category of the numbers from a to b.
func (p *Plural) SelectRange(a, b Decimal) string {
	return rangeCategory(p.locale, p.Select(a), p.Select(b))
}

func rangeCategory(l Locale, a, b string) string {
	language := l.language()
	if l.data == "pt-PT" {
		language = "pt-PT"
	}
	if v := shared("plural", "range/"+language+"/"+a+"/"+b); v != "" {
		return v
	}
	return "other"
}

// Categories returns the categories that a locale has, in the order in which Node lists them.
func (p *Plural) Categories() []string {
	out := []string{}
	for _, r := range p.rules {
		out = append(out, r.category)
	}
	slices.Sort(out)
	return append(out, "other")
}
