package pattern

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// set is a class of a regular expression with the flag v: characters, and texts of other lengths.
type set struct {
	chars []span
	texts []string
	// sequence is the expression of a property of texts, which has no list here.
	sequence string
}

// classReader reads a class with its operations and the classes in it.
type classReader struct {
	source string
	at     int
	fold   bool // the flag i
	err    string
}

// UnfinishedClass is the problem of a class without its end.
const UnfinishedClass = "Unterminated character class"

// The errors have the words of V8.
const (
	wrongCharacter = "Invalid character in character class"
	wrongOperation = "Invalid set operation in character class"
	wrongClass     = "Invalid character class"
	wrongEscape    = "Invalid escape"
	wrongProperty  = "Invalid property name in character class"
	wrongRange     = "Range out of order in character class"
	negatedTexts   = "Negated character class may contain strings"
	absentSequence = "Operations on properties of strings are not supported by this server"
)

func (r *classReader) rest() string { return r.source[r.at:] }

func (r *classReader) fail(text string) bool {
	if r.err == "" {
		r.err = text
	}
	return false
}

func (r *classReader) skip(text string) bool {
	if strings.HasPrefix(r.rest(), text) {
		r.at += len(text)
		return true
	}
	return false
}

// class reads a class; the bracket that opens it was read.
func (r *classReader) class(depth int) (s set, ok bool) {
	if depth > 100 {
		return s, r.fail("Regular expression too large")
	}
	negated := r.skip("^")
	s, ok = r.operands(depth)
	if !ok {
		return s, false
	}
	if negated {
		if len(s.texts) > 0 || s.sequence != "" {
			return s, r.fail(negatedTexts)
		}
		chars := s.chars
		if r.fold {
			chars = folded(chars)
		}
		s.chars = complement(chars)
	}
	return s, true
}

// operands reads what stands in a class: a union, or an operation with sets.
func (r *classReader) operands(depth int) (out set, ok bool) {
	for first := true; ; first = false {
		if r.at >= len(r.source) {
			return out, r.fail(UnfinishedClass)
		}
		if r.skip("]") {
			return out, true
		}
		if !first && (strings.HasPrefix(r.rest(), "--") || strings.HasPrefix(r.rest(), "&&")) {
			return out, r.fail(wrongOperation)
		}
		s, single, ok := r.operand(depth)
		if !ok {
			return out, false
		}
		if operator := r.operator(); operator != "" {
			if !first {
				return out, r.fail(wrongOperation)
			}
			return r.operation(s, operator, depth)
		}
		if single && r.skip("-") {
			to, last, ok := r.operand(depth)
			if !ok {
				return out, false
			}
			if !last {
				return out, r.fail(wrongClass)
			}
			if s.chars[0].from > to.chars[0].from {
				return out, r.fail(wrongRange)
			}
			s.chars = []span{{s.chars[0].from, to.chars[0].from}}
			single = false
		}
		if !single && strings.HasPrefix(r.rest(), "-") && r.operator() == "" {
			return out, r.fail(wrongClass)
		}
		if out.sequence != "" && s.sequence != "" {
			out.sequence += "|"
		}
		out = set{union(out.chars, s.chars), joined(out.texts, s.texts), out.sequence + s.sequence}
	}
}

func (r *classReader) operator() string {
	if rest := r.rest(); strings.HasPrefix(rest, "--") || strings.HasPrefix(rest, "&&") {
		return rest[:2]
	}
	return ""
}

// operation reads the rest of a class whose operands have an operator between them.
func (r *classReader) operation(left set, operator string, depth int) (set, bool) {
	for r.operator() == operator {
		r.at += len(operator)
		if operator == "&&" && strings.HasPrefix(r.rest(), "&") {
			return left, r.fail(wrongCharacter)
		}
		right, _, ok := r.operand(depth)
		if !ok {
			return left, false
		}
		if left.sequence != "" || right.sequence != "" {
			return left, r.fail(absentSequence)
		}
		if r.fold {
			left.chars, right.chars = folded(left.chars), folded(right.chars)
		}
		in := func(text string) bool {
			return slices.ContainsFunc(right.texts, func(t string) bool { return r.same(t, text) })
		}
		if operator == "--" {
			left.chars = without(left.chars, right.chars)
			left.texts = slices.DeleteFunc(slices.Clone(left.texts), in)
		} else {
			left.chars = without(left.chars, complement(right.chars))
			left.texts = slices.DeleteFunc(slices.Clone(left.texts), func(t string) bool { return !in(t) })
		}
	}
	if !r.skip("]") {
		if r.at >= len(r.source) {
			return left, r.fail(UnfinishedClass)
		}
		return left, r.fail(wrongOperation)
	}
	return left, true
}

func (r *classReader) same(a, b string) bool { return a == b || r.fold && strings.EqualFold(a, b) }

// operand reads one character, escape or class; single says that it is a character.
func (r *classReader) operand(depth int) (s set, single, ok bool) {
	switch {
	case r.skip("["):
		s, ok = r.class(depth + 1)
		return s, false, ok
	case r.skip(`\q{`):
		s, ok = r.texts()
		return s, false, ok
	case strings.HasPrefix(r.rest(), `\p{`), strings.HasPrefix(r.rest(), `\P{`):
		s, ok = r.property()
		return s, false, ok
	}
	if list, ok := r.shorthand(); ok {
		return set{chars: list}, false, true
	}
	c, ok := r.character()
	return set{chars: []span{{c, c}}}, true, ok
}

// property reads \p{…} or \P{…}.
func (r *classReader) property() (s set, ok bool) {
	negated := r.rest()[1] == 'P'
	name, _, found := strings.Cut(r.rest()[3:], "}")
	if !found {
		return s, r.fail(wrongProperty)
	}
	r.at += len(`\p{}`) + len(name)
	if sequence := sequences[name]; sequence != "" {
		if negated {
			return s, r.fail(wrongProperty)
		}
		return set{sequence: sequence}, true
	}
	list, ok := property(name)
	if !ok {
		return s, r.fail(wrongProperty)
	}
	if r.fold {
		list = folded(list)
	}
	if negated {
		list = complement(list)
	}
	return set{chars: list}, true
}

// texts reads the alternatives of \q{…}.
func (r *classReader) texts() (s set, ok bool) {
	var text []rune
	add := func() {
		if len(text) == 1 {
			s.chars = union(s.chars, []span{{text[0], text[0]}})
		} else {
			s.texts = joined(s.texts, []string{string(text)})
		}
		text = nil
	}
	for r.at < len(r.source) {
		switch {
		case r.skip("}"):
			add()
			return s, true
		case r.skip("|"):
			add()
		default:
			c, ok := r.character()
			if !ok {
				return s, false
			}
			text = append(text, c)
		}
	}
	return s, r.fail(wrongEscape)
}

// shorthand reads \d, \w, \s and their complements.
func (r *classReader) shorthand() ([]span, bool) {
	rest := r.rest()
	if len(rest) < 2 || rest[0] != '\\' {
		return nil, false
	}
	var list []span
	switch unicode.ToLower(rune(rest[1])) {
	case 'd':
		list = []span{{'0', '9'}}
	case 'w':
		list = []span{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
		if r.fold {
			list = folded(list)
		}
	case 's':
		list = spaces()
	default:
		return nil, false
	}
	r.at += 2
	if rest[1] < 'a' {
		list = complement(list)
	}
	return list, true
}

// character reads one character of a class, which may be escaped.
func (r *classReader) character() (rune, bool) {
	rest := r.rest()
	c, size := decode(rest)
	if c == '\\' {
		return r.escape()
	}
	if strings.ContainsRune("()[]{}/-|", c) {
		return 0, r.fail(wrongCharacter)
	}
	if len(rest) > 1 && rest[0] == rest[1] && strings.IndexByte("&!#$%*+,.:;<=>?@^`~", rest[0]) >= 0 {
		return 0, r.fail(wrongOperation)
	}
	r.at += size
	return c, true
}

func (r *classReader) escape() (rune, bool) {
	rest := r.rest()
	if len(rest) < 2 {
		return 0, r.fail(unfinishedEscape)
	}
	c := rest[1]
	if at := strings.IndexByte("bfnrtv", c); at >= 0 {
		r.at += 2
		return rune("\b\f\n\r\t\v"[at]), true
	}
	switch {
	case c == '0' && (len(rest) < 3 || rest[2] < '0' || rest[2] > '9'):
		r.at += 2
		return 0, true
	case c == 'c' && len(rest) > 2 && (rest[2]|0x20 >= 'a' && rest[2]|0x20 <= 'z'):
		r.at += 3
		return rune(rest[2] & 0x1f), true
	case c == 'c':
		return 0, r.fail(wrongUnicode)
	case '0' <= c && c <= '7':
		return 0, r.fail(wrongClassEscape)
	case c == 'x':
		n, ok := hex(rest[2:], 2)
		if !ok {
			return 0, r.fail(wrongEscape)
		}
		r.at += 4
		return n, true
	case c == 'u':
		return r.codePoint()
	case strings.IndexByte(`^$\.*+?()[]{}|/-&!#%,:;<=>@`+"`~", c) >= 0:
		r.at += 2
		return rune(c), true
	}
	return 0, r.fail(wrongEscape)
}

// codePoint reads \u{…}, \uXXXX, or two of them that are one character.
func (r *classReader) codePoint() (rune, bool) {
	rest := r.rest()[2:]
	if text, ok := strings.CutPrefix(rest, "{"); ok {
		digits, _, ok := strings.Cut(text, "}")
		n, valid := hex(digits, len(digits))
		if !ok || !valid || digits == "" {
			return 0, r.fail(wrongUnicode)
		}
		r.at += len(`\u{}`) + len(digits)
		return n, true
	}
	n, ok := hex(rest, 4)
	if !ok {
		return 0, r.fail(wrongUnicode)
	}
	r.at += 6
	if second, ok := strings.CutPrefix(r.rest(), `\u`); ok && utf16.IsSurrogate(n) {
		if low, ok := hex(second, 4); ok {
			if both := utf16.DecodeRune(n, low); both != unicode.ReplacementChar {
				r.at += 6
				return both, true
			}
		}
	}
	return n, true
}

// hex reads some hexadecimal digits.
func hex(text string, digits int) (rune, bool) {
	if len(text) < digits {
		return 0, false
	}
	n := rune(0)
	for i := range digits {
		at := strings.IndexByte("0123456789abcdef", text[i]|0x20)
		if text[i] <= '9' {
			at = strings.IndexByte("0123456789", text[i])
		}
		if at < 0 || n > unicode.MaxRune>>4 {
			return 0, false
		}
		n = n<<4 | rune(at)
	}
	return n, n <= unicode.MaxRune
}

// cased are the characters that have another case, in order.
var cased = sync.OnceValue(func() (list []rune) {
	for c := rune(0); c < 0x20000; c++ { // none has a case beyond
		if unicode.SimpleFold(c) != c {
			list = append(list, c)
		}
	}
	return list
})

// folded adds the characters that differ in case only.
func folded(list []span) []span {
	var more []span
	for _, s := range list {
		all := cased()
		first, _ := slices.BinarySearch(all, s.from)
		for _, c := range all[first:] {
			if c > s.to {
				break
			}
			for next := unicode.SimpleFold(c); next != c; next = unicode.SimpleFold(next) {
				more = append(more, span{next, next})
			}
		}
	}
	return union(list, more)
}

func joined(a, b []string) []string {
	out := slices.Clone(a)
	for _, text := range b {
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// write writes the set as an expression with the flag u: the longest texts are tried first.
func (s set) write(out *strings.Builder) {
	texts := slices.Clone(s.texts)
	slices.SortStableFunc(texts, func(a, b string) int { return utf8.RuneCountInString(b) - utf8.RuneCountInString(a) })
	alternatives := s.sequence != "" || len(texts) > 0
	if alternatives {
		out.WriteString("(?:")
	}
	if s.sequence != "" {
		expanded, _ := Expand(s.sequence) // the expressions are ours
		out.WriteString(expanded + "|")
	}
	empty := false
	for _, text := range texts {
		if text == "" {
			empty = true
			continue
		}
		for _, c := range text {
			fmt.Fprintf(out, `\u{%x}`, c)
		}
		out.WriteByte('|')
	}
	if len(s.chars) == 0 {
		out.WriteString("(?!)")
	} else {
		write(out, s.chars, false)
	}
	if empty {
		out.WriteString("|")
	}
	if alternatives {
		out.WriteByte(')')
	}
}
