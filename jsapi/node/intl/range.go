package intl

import (
	"slices"
	"strings"
)

// Range returns the parts of the range from a to b: what both share stands once.
func (n *Number) Range(a, b Decimal) []Part {
	x, y := n.figure(a, false), n.figure(b, false)
	if a.kind == b.kind && slices.Equal(x.parts(), y.parts()) {
		return sourced(n.named(n.figure(a, true)).parts(), "shared")
	}
	category := rangeCategory(n.locale, x.category, y.category)
	var outer figure
	if pattern, kind := n.outer(category); pattern != "" {
		n.wrap(&outer, pattern, kind)
	}
	middle := slices.Equal(x.prefix, y.prefix) && slices.Equal(x.suffix, y.suffix)
	if middle && len([]rune(text(x.prefix)+text(x.suffix))) <= 1 {
		middle = false
	}
	repeat := !middle && len(x.prefix)+len(x.suffix)+len(y.prefix)+len(y.suffix) > 0 || len(x.exponent) > 0
	before, rest, _ := strings.Cut(n.numbers("miscPatterns/"+n.system+"/range"), "{0}")
	between, last, _ := strings.Cut(rest, "{1}")
	if repeat && strings.Trim(between, " \t\u200e\u200f") == between {
		between = " " + between + " "
	}
	var out []Part
	add := func(source string, lists ...[]Part) {
		for _, l := range lists {
			out = append(out, sourced(l, source)...)
		}
	}
	add("shared", []Part{{Type: literal, Value: before}}, outer.before)
	if middle {
		add("shared", x.prefix)
	} else {
		add("startRange", x.prefix)
	}
	add("startRange", x.digits, x.exponent)
	if !middle {
		add("startRange", x.suffix)
	}
	add("shared", []Part{{Type: literal, Value: between}})
	if !middle {
		add("endRange", y.prefix)
	}
	add("endRange", y.digits, y.exponent)
	if middle {
		add("shared", y.suffix)
	} else {
		add("endRange", y.suffix)
	}
	add("shared", outer.last, []Part{{Type: literal, Value: last}})
	// A text between the ends is one literal, even with marks of direction of an end.
	merged := out[:0]
	for _, p := range tidy(out) {
		if k := len(merged); k > 0 && p.Type == literal && merged[k-1].Type == literal {
			merged[k-1].Value += p.Value
			merged[k-1].Source = "shared"
			continue
		}
		merged = append(merged, p)
	}
	return merged
}

func sourced(parts []Part, source string) []Part {
	out := slices.Clone(parts)
	for i := range out {
		out[i].Source = source
	}
	return out
}
