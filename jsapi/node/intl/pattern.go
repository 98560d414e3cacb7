package intl

import "strings"

// pattern is a number pattern such as #,##0.00 ¤;(#,##0.00 ¤).
type pattern struct {
	positive, negative affixes
	hasNegative        bool
	group1, group2     int // sizes of the first and the following groups, 0 without groups
	integers           int // zeros before the point
	bare               bool
}

// affixes are what stands before and after the digits.
type affixes struct{ prefix, suffix []token }

// token is a text, or one of the placeholders - + % ¤.
type token struct {
	sign rune // 0 for a text
	text string
}

func parsePattern(s string) pattern {
	p := pattern{}
	first, second := splitPattern(s)
	var digits string
	p.positive, digits = parseAffixes(first)
	p.bare = digits == ""
	whole, _, _ := strings.Cut(digits, ".")
	p.integers = strings.Count(whole, "0")
	if groups := strings.Split(whole, ","); len(groups) > 1 {
		p.group1 = len(groups[len(groups)-1])
		p.group2 = p.group1
		if len(groups) > 2 {
			p.group2 = len(groups[len(groups)-2])
		}
	}
	if second != "" {
		p.hasNegative = true
		p.negative, _ = parseAffixes(second)
	}
	return p
}

// splitPattern splits at the semicolon between the patterns for positive and negative numbers.
func splitPattern(s string) (string, string) {
	quoted := false
	for i := range len(s) {
		switch {
		case s[i] == '\'':
			quoted = !quoted
		case s[i] == ';' && !quoted:
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

func parseAffixes(s string) (a affixes, digits string) {
	side := &a.prefix
	quoted := false
	var run strings.Builder
	flush := func() {
		if run.Len() > 0 {
			*side = append(*side, token{text: run.String()})
			run.Reset()
		}
	}
	runes := []rune(s)
	for i := 0; i < len(runes); i++ {
		switch r := runes[i]; {
		case r == '\'':
			if i+1 < len(runes) && runes[i+1] == '\'' {
				run.WriteRune('\'')
				i++
			} else {
				quoted = !quoted
			}
		case quoted:
			run.WriteRune(r)
		case strings.ContainsRune("-+%¤", r):
			flush()
			*side = append(*side, token{sign: r})
		case strings.ContainsRune("#0123456789,.@", r) && (digits == "" || side == &a.prefix):
			flush()
			start := i
			for i < len(runes) && (strings.ContainsRune("#0,.@", runes[i]) || runes[i] >= '1' && runes[i] <= '9') {
				i++
			}
			digits = string(runes[start:i])
			if i < len(runes) && runes[i] == 'E' {
				for i < len(runes) && strings.ContainsRune("E+0", runes[i]) {
					i++
				}
			}
			i--
			side = &a.suffix
		default:
			run.WriteRune(r)
		}
	}
	flush()
	return a, digits
}
