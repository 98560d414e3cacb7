package intl

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Part is one piece of a formatted text, with its type of ECMA-402. Source is set for ranges.
type Part struct{ Type, Value, Source string }

const literal = "literal"

// text joins parts.
func text(parts []Part) string {
	size := 0
	for _, p := range parts {
		size += len(p.Value)
	}
	var b strings.Builder
	b.Grow(size)
	for _, p := range parts {
		b.WriteString(p.Value)
	}
	return b.String()
}

// tidy joins neighbours of one type, and makes literals of the spaces and marks of direction at
// the ends of the others, as ICU does.
func tidy(parts []Part) []Part {
	out := make([]Part, 0, len(parts)+2)
	add := func(p Part) {
		if p.Value == "" {
			return
		}
		if n := len(out); n > 0 && out[n-1].Type == p.Type && out[n-1].Source == p.Source && p.Type != "element" {
			out[n-1].Value += p.Value
			return
		}
		out = append(out, p)
	}
	for i := 0; i < len(parts); i++ {
		p := parts[i]
		for i+1 < len(parts) && parts[i+1].Type == p.Type && parts[i+1].Source == p.Source {
			i++
			p.Value += parts[i].Value
		}
		if p.Type == literal || p.Type == "group" || p.Type == "integer" {
			add(p)
			continue
		}
		inner := strings.TrimLeftFunc(p.Value, ignorable)
		add(Part{literal, p.Value[:len(p.Value)-len(inner)], p.Source})
		core := strings.TrimRightFunc(inner, ignorable)
		add(Part{p.Type, core, p.Source})
		add(Part{literal, inner[len(core):], p.Source})
	}
	return out
}

func ignorable(r rune) bool {
	return r == '\t' || unicode.Is(unicode.Zs, r) || unicode.Is(unicode.Bidi_Control, r) || unicode.Is(unicode.Variation_Selector, r)
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
func lastRune(s string) rune  { r, _ := utf8.DecodeLastRuneInString(s); return r }
