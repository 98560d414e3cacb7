package pattern

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// mode is how an expression is read, by its flags.
type mode int

const (
	loose  mode = iota
	strict      // with the flag u
	sets        // with the flag v
)

// syntax says, in the words of V8, what is wrong in an expression: the first mistake from the left, but for references
// to groups that do not exist, which come last. "" for any other. fold is the flag i.
func syntax(source string, m mode, fold bool) string {
	r := &reader{source: source, mode: m, fold: fold, names: map[string]bool{}, declared: map[string]bool{}}
	r.capturingGroups()
	r.disjunction()
	for _, name := range r.references {
		if !r.names[name] {
			r.fail("Invalid named capture referenced")
		}
	}
	if r.err == absentSequence {
		return ""
	}
	return r.err
}

const (
	nothingToRepeat  = "Nothing to repeat"
	loneBracket      = "Lone quantifier brackets"
	wrongUnicode     = "Invalid Unicode escape"
	wrongClassEscape = "Invalid class escape"
	wrongReference   = "Invalid named reference"
	unfinishedEscape = `\ at end of pattern`
	wrongGroupName   = "Invalid capture group name"
)

// reader reads an expression up to the first mistake.
type reader struct {
	source string
	at     int
	mode   mode
	fold   bool
	groups int // that capture
	// names are those of all groups, declared those of the groups that were read, references what \k names.
	names, declared map[string]bool
	references      []string
	low             rune // the second half of a character of a class, which is read next
	err             string
}

func (r *reader) rest() string { return r.source[r.at:] }

func (r *reader) fail(text string) {
	if r.err == "" {
		r.err = text
	}
	r.at = len(r.source)
}

// capturingGroups counts the groups that capture, and finds their names.
func (r *reader) capturingGroups() {
	for i := 0; i < len(r.source); i++ {
		switch r.source[i] {
		case '\\':
			i++
		case '[':
			i = afterClass(r.source, i) - 1
		case '(':
			if !capturing(r.source[i:]) {
				continue
			}
			r.groups++
			head, ok := strings.CutPrefix(r.source[i:], "(?<")
			if ok {
				if name, _, ok := groupName(head); ok {
					r.names[name] = true
				}
			}
		}
	}
}

// term is what a quantifier may follow.
type term int

const (
	none      term = iota // the beginning of an alternative, or an assertion such as ^
	assertion             // a group that looks behind, or ahead with the flag u or v
	atom
)

// disjunction reads all of the expression: groups need no recursion to find what may be repeated.
func (r *reader) disjunction() {
	var open []term // what each open group will be
	last := none
	for r.at < len(r.source) {
		switch c := r.source[r.at]; c {
		case '|':
			r.at++
			last = none
		case '(':
			open = append(open, r.group())
			last = none
		case ')':
			r.at++
			if len(open) == 0 {
				r.fail("Unmatched ')'")
				return
			}
			last, open = open[len(open)-1], open[:len(open)-1]
		case '^', '$':
			r.at++
			last = none
		case '*', '+', '?', '{':
			if r.mode == loose && c == '{' && counted(r.rest()) == 0 {
				r.at++
				last = atom
				continue
			}
			r.quantifier(last)
			last = none
		case '}', ']':
			if r.mode != loose {
				r.fail(loneBracket)
			}
			r.at++
			last = atom
		case '[':
			r.class()
			last = atom
		case '\\':
			last = atom
			if rest := r.rest(); strings.HasPrefix(rest, `\b`) || strings.HasPrefix(rest, `\B`) {
				r.at += 2
				last = none
				continue
			}
			r.escape(false)
		default:
			_, size := decode(r.rest())
			r.at += size
			last = atom
		}
	}
	if len(open) > 0 {
		r.fail("Unterminated group")
	}
}

// group reads how a group begins, and returns what it will be.
func (r *reader) group() term {
	r.at++
	rest, special := strings.CutPrefix(r.rest(), "?")
	if !special {
		return atom
	}
	switch {
	case strings.HasPrefix(rest, ":"):
		r.at += len("?:")
		return atom
	case strings.HasPrefix(rest, "="), strings.HasPrefix(rest, "!"):
		r.at += len("?=")
		if r.mode == loose {
			return atom
		}
	case strings.HasPrefix(rest, "<="), strings.HasPrefix(rest, "<!"):
		r.at += len("?<=")
	case strings.HasPrefix(rest, "<"):
		r.at += len("?<")
		name := r.name()
		if r.declared[name] {
			r.fail("Duplicate capture group name")
		}
		r.declared[name] = true
		return atom
	default:
		r.fail("Invalid group")
	}
	return assertion
}

// name reads the name of a group with the > behind it.
func (r *reader) name() string {
	name, length, ok := groupName(r.rest())
	r.at += length
	if !ok {
		r.fail(wrongGroupName)
	}
	return name
}

// groupName reads the name of a group at the beginning of a text, up to the >.
func groupName(text string) (name string, length int, ok bool) {
	var out strings.Builder
	r := classReader{source: text}
	for r.at < len(text) {
		c, size := utf8.DecodeRuneInString(r.rest())
		switch {
		case c == '>':
			return out.String(), r.at + size, out.Len() > 0
		case strings.HasPrefix(r.rest(), `\u`):
			if c, ok = r.codePoint(); !ok {
				return "", 0, false
			}
		default:
			r.at += size
		}
		if c != '$' && c != '_' && !unicode.IsLetter(c) && !unicode.Is(unicode.Nl, c) && !unicode.Is(unicode.Other_ID_Start, c) &&
			(out.Len() == 0 || !continuesName(c)) {
			return "", 0, false
		}
		out.WriteRune(c)
	}
	return "", 0, false
}

func continuesName(c rune) bool {
	return unicode.In(c, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue) || c == '\u200c' || c == '\u200d'
}

// quantifier reads one with its ?.
func (r *reader) quantifier(of term) {
	if r.source[r.at] == '{' {
		length := counted(r.rest())
		switch {
		case length == 0 && of != none:
			r.fail("Incomplete quantifier")
			return
		case length == 0:
			r.fail(loneBracket)
			return
		}
		if of != none && falls(r.source[r.at+1:r.at+length-1]) {
			r.fail("numbers out of order in {} quantifier")
			return
		}
		r.at += length
	} else {
		r.at++
	}
	switch of {
	case none:
		r.fail(nothingToRepeat)
	case assertion:
		r.fail("Invalid quantifier")
	}
	if strings.HasPrefix(r.rest(), "?") {
		r.at++
	}
}

// counted is the length of {n}, {n,} or {n,m} at the beginning of a text, 0 where there is none.
func counted(text string) int {
	digits := func(at int) int {
		for at < len(text) && '0' <= text[at] && text[at] <= '9' {
			at++
		}
		return at
	}
	end := digits(1)
	if end == 1 {
		return 0
	}
	if end < len(text) && text[end] == ',' {
		end = digits(end + 1)
	}
	if end < len(text) && text[end] == '}' {
		return end + 1
	}
	return 0
}

// falls reports whether the second number of a quantifier is below the first.
func falls(numbers string) bool {
	from, to, both := strings.Cut(numbers, ",")
	return both && to != "" && number(from) > number(to)
}

// number is that of some digits; all large ones are the same for V8.
func number(digits string) (n int) {
	for _, d := range digits {
		n = min(n*10+int(d-'0'), 1<<31-1)
	}
	return n
}

// class reads one with its brackets.
func (r *reader) class() {
	r.at++
	if r.mode == sets {
		inside := classReader{source: r.source, at: r.at, fold: r.fold}
		if _, ok := inside.class(0); !ok {
			r.fail(inside.err)
			return
		}
		r.at = inside.at
		return
	}
	if strings.HasPrefix(r.rest(), "^") {
		r.at++
	}
	for !r.ends() && (r.low != 0 || r.source[r.at] != ']') {
		from, single := r.classAtom()
		if rest := r.rest(); r.low != 0 || !strings.HasPrefix(rest, "-") || strings.HasPrefix(rest, "-]") || len(rest) == 1 {
			continue
		}
		r.at++
		to, last := r.classAtom()
		switch {
		case r.err != "":
		case (!single || !last) && r.mode != loose:
			r.fail(wrongClass)
		case single && last && from > to:
			r.fail(wrongRange)
		}
	}
	if r.ends() {
		r.fail(UnfinishedClass)
		return
	}
	r.at++
}

func (r *reader) ends() bool { return r.at >= len(r.source) && r.low == 0 }

// classAtom reads an element of a class, and reports whether it is one character. Without the flag u a character above
// U+FFFF is two.
func (r *reader) classAtom() (c rune, single bool) {
	if c = r.low; c != 0 {
		r.low = 0
		return c, true
	}
	if r.at < len(r.source) && r.source[r.at] == '\\' {
		return r.escape(true)
	}
	return r.character(), true
}

func (r *reader) character() rune {
	c, size := decode(r.rest())
	r.at += size
	if r.mode == loose && c > 0xffff {
		c, r.low = utf16.EncodeRune(c)
	}
	return c
}

// escape reads one, and reports whether it stands for one character.
func (r *reader) escape(class bool) (c rune, single bool) {
	rest := r.rest()
	if len(rest) < 2 {
		r.fail(unfinishedEscape)
		return 0, true
	}
	r.at++
	if strings.IndexByte("dDsSwW", rest[1]) >= 0 {
		r.at++
		return 0, false
	}
	if at := strings.IndexByte("fnrtv", rest[1]); at >= 0 {
		r.at++
		return rune("\f\n\r\t\v"[at]), true
	}
	if r.mode == loose {
		c = r.looseEscape(rest[1:], class)
		if !class {
			r.low = 0 // which no quantifier and no range asks for
		}
		return c, true
	}
	return r.strictEscape(rest, class)
}

// looseEscape reads what follows a backslash without the flags u and v: anything may.
func (r *reader) looseEscape(text string, class bool) rune {
	r.at++
	switch c := text[0]; {
	case c == 'k' && len(r.names) > 0:
		if class {
			r.fail(wrongEscape)
			return 0
		}
		r.reference()
		return 0
	case class && c == 'b':
		return '\b'
	case c == 'c':
		if len(text) > 1 && (isLetter(text[1]) || class && (isDigit(text[1]) || text[1] == '_')) {
			r.at++
			return rune(text[1] & 31)
		}
		r.at-- // the backslash stands for itself
		return '\\'
	case '0' <= c && c <= '7':
		n := rune(c - '0')
		for i := 1; i < len(text) && i < 3 && '0' <= text[i] && text[i] <= '7' && n*8+rune(text[i]-'0') <= 0o377; i++ {
			n = n*8 + rune(text[i]-'0')
			r.at++
		}
		return n
	case c == 'x', c == 'u':
		digits := map[byte]int{'x': 2, 'u': 4}[c]
		if n, ok := hex(text[1:], digits); ok {
			r.at += digits
			return n
		}
		return rune(c)
	}
	r.at--
	return r.character()
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// strictEscape reads one with the flag u or v; the backslash was read.
func (r *reader) strictEscape(rest string, class bool) (char rune, single bool) {
	c := rest[1]
	r.at++
	char = rune(c)
	switch {
	case c == 'p' || c == 'P':
		r.property(rest, class)
		return 0, false
	case class && c == 'b':
		char = '\b'
	case strings.IndexByte(`^$\.*+?()[]{}|/`, c) >= 0, class && c == '-':
	case c == 'c':
		if len(rest) < 3 || !isLetter(rest[2]) {
			r.fail(wrongUnicode)
			return 0, true
		}
		char = rune(rest[2] & 31)
		r.at++
	case c == '0' && (len(rest) < 3 || !isDigit(rest[2])):
		char = 0
	case isDigit(c):
		r.decimal(rest, class)
	case c == 'x':
		var ok bool
		if char, ok = hex(rest[2:], 2); !ok {
			r.fail(wrongEscape)
			return 0, true
		}
		r.at += 2
	case c == 'u':
		reader := classReader{source: r.source, at: r.at - 2}
		var ok bool
		if char, ok = reader.codePoint(); !ok {
			r.fail(wrongUnicode)
			return 0, true
		}
		r.at = reader.at
	case c == 'k' && !class:
		r.reference()
	default:
		r.fail(wrongEscape)
	}
	return char, true
}

// property reads \p{…} or \P{…}, of which two bytes were read.
func (r *reader) property(rest string, class bool) {
	wrong := wrongName
	if class {
		wrong = wrongProperty
	}
	name, ok := propertyName(rest)
	if !ok {
		r.fail(wrong)
		return
	}
	if _, ok = property(name); !ok && r.mode == sets && rest[1] == 'p' {
		_, ok = sequences[name]
	}
	if !ok {
		r.fail(wrong)
		return
	}
	r.at += len(name) + len("{}")
}

// reference reads the name of a group.
func (r *reader) reference() {
	if !strings.HasPrefix(r.rest(), "<") {
		r.fail(wrongReference)
		return
	}
	r.at++
	r.references = append(r.references, r.name())
}

// decimal reads the digits of an escape: a reference to a group.
func (r *reader) decimal(rest string, class bool) {
	end := 1
	n := 0
	for ; end < len(rest) && '0' <= rest[end] && rest[end] <= '9'; end++ {
		n = min(n*10+int(rest[end]-'0'), 1<<20)
	}
	switch {
	case class && rest[1] >= '8':
		r.fail(wrongEscape)
	case class:
		r.fail(wrongClassEscape)
	case rest[1] == '0':
		r.fail("Invalid decimal escape")
	case n > r.groups:
		r.fail(wrongEscape)
	default:
		r.at += end - len(`\1`)
	}
}
