package pattern

import (
	"cmp"
	"slices"
	"unicode"
)

// union is what is in any of the lists.
func union(lists ...[]span) []span {
	all := slices.Concat(lists...)
	slices.SortFunc(all, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	out := all[:0]
	for _, s := range all {
		if last := len(out) - 1; last >= 0 && s.from <= out[last].to+1 {
			out[last].to = max(out[last].to, s.to)
			continue
		}
		out = append(out, s)
	}
	return out
}

// complement is what is not in a list, which is in order and joined.
func complement(list []span) []span {
	var out []span
	next := rune(0)
	for _, s := range list {
		if s.from > next {
			out = append(out, span{next, s.from - 1})
		}
		next = s.to + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, span{next, unicode.MaxRune})
	}
	return out
}

// without is what is in a and not in b.
func without(a, b []span) []span { return complement(union(complement(a), b)) }
