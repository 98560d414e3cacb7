package unicodeprops

import (
	"strings"
	"unicode/utf8"
)

// Syntax says, in the words of V8, what is wrong in an expression with the flag u or v that
// would be right without: escapes that mean nothing, brackets and braces that stand alone,
// quantifiers of assertions. "" for any other. Classes of the flag v (sets) are left out, and
// so is what goja itself finds.
func Syntax(source string, sets bool) string {
	r := &strictReader{source: source, sets: sets}
	r.groups, r.named = groups(source)
	r.disjunction()
	return r.err
}

const (
	nothingToRepeat  = "Nothing to repeat"
	loneBracket      = "Lone quantifier brackets"
	wrongUnicode     = "Invalid Unicode escape"
	wrongClassEscape = "Invalid class escape"
	wrongReference   = "Invalid named reference"
)

// strictReader reads an expression up to the first mistake.
type strictReader struct {
	source string
	at     int
	sets   bool
	groups int  // that capture
	named  bool // some of them have names
	err    string
}

func (r *strictReader) rest() string { return r.source[r.at:] }

func (r *strictReader) fail(text string) {
	if r.err == "" {
		r.err = text
	}
	r.at = len(r.source)
}

// groups counts the groups that capture, and says whether one has a name.
func groups(source string) (n int, named bool) {
	class := false
	for i := 0; i < len(source); i++ {
		switch source[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '(':
			rest := source[i+1:]
			name := strings.HasPrefix(rest, "?<") && !strings.HasPrefix(rest, "?<=") && !strings.HasPrefix(rest, "?<!")
			if !class && (name || !strings.HasPrefix(rest, "?")) {
				n++
				named = named || name
			}
		}
	}
	return n, named
}

// term is what a quantifier may follow.
type term int

const (
	none      term = iota // the beginning of an alternative, or an assertion such as ^
	assertion             // a group that looks ahead or behind
	atom
)

// disjunction reads all of the expression: groups need no recursion to find what may be repeated.
func (r *strictReader) disjunction() {
	var open []term // what each open group will be
	last := none
	for r.at < len(r.source) {
		switch c := r.source[r.at]; c {
		case '|':
			r.at++
			last = none
		case '(':
			kind := atom
			for _, head := range []string{"(?=", "(?!", "(?<=", "(?<!"} {
				if strings.HasPrefix(r.rest(), head) {
					kind = assertion
				}
			}
			open = append(open, kind)
			r.at++
			if head := r.rest(); strings.HasPrefix(head, "?") {
				r.at += strings.IndexAny(head+">", ":=!>") + 1
				r.at = min(r.at, len(r.source))
			}
			last = none
		case ')':
			r.at++
			if len(open) == 0 {
				return // goja finds it
			}
			last, open = open[len(open)-1], open[:len(open)-1]
		case '^', '$':
			r.at++
			last = none
		case '*', '+', '?', '{':
			r.quantifier(last)
			last = none
		case '}', ']':
			r.fail(loneBracket)
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
			_, size := utf8.DecodeRuneInString(r.rest())
			r.at += size
			last = atom
		}
	}
}

// quantifier reads one with its ?.
func (r *strictReader) quantifier(of term) {
	if r.source[r.at] == '{' {
		length := counted(r.rest())
		switch {
		case length == 0 && of == atom:
			r.fail("Incomplete quantifier")
			return
		case length == 0:
			r.fail(loneBracket)
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

// class reads one with its brackets.
func (r *strictReader) class() {
	r.at++
	if r.sets {
		r.skipSets()
		return
	}
	if strings.HasPrefix(r.rest(), "^") {
		r.at++
	}
	for r.at < len(r.source) && r.source[r.at] != ']' {
		single := r.classAtom()
		if rest := r.rest(); strings.HasPrefix(rest, "-") && !strings.HasPrefix(rest, "-]") && len(rest) > 1 {
			r.at++
			if to := r.classAtom(); !single || !to {
				r.fail(wrongClass)
			}
		}
	}
	r.at = min(r.at+1, len(r.source))
}

// skipSets skips a class of the flag v, which ExpandSets reads.
func (r *strictReader) skipSets() {
	for depth := 1; r.at < len(r.source) && depth > 0; r.at++ {
		switch r.source[r.at] {
		case '\\':
			r.at++
		case '[':
			depth++
		case ']':
			depth--
		}
	}
	r.at = min(r.at, len(r.source))
}

// classAtom reads an element of a class, and reports whether it is one character.
func (r *strictReader) classAtom() (single bool) {
	if r.at < len(r.source) && r.source[r.at] == '\\' {
		return r.escape(true)
	}
	_, size := utf8.DecodeRuneInString(r.rest())
	r.at += size
	return true
}

// escape reads one, and reports whether it stands for one character.
func (r *strictReader) escape(class bool) (single bool) {
	rest := r.rest()
	if len(rest) < 2 {
		r.fail(`\ at end of pattern`)
		return true
	}
	c := rest[1]
	r.at += 2
	switch {
	case strings.IndexByte("dDsSwW", c) >= 0:
		return false
	case c == 'p' || c == 'P':
		name, ok := propertyName(rest)
		if !ok {
			return false // Expand has the words for it
		}
		r.at += len(name) + len("{}")
		return false
	case strings.IndexByte(`^$\.*+?()[]{}|/fnrtv`, c) >= 0, class && (c == '-' || c == 'b'):
	case c == 'c':
		if len(rest) < 3 || rest[2]|0x20 < 'a' || rest[2]|0x20 > 'z' {
			r.fail(wrongUnicode)
		}
		r.at = min(r.at+1, len(r.source))
	case c == '0' && (len(rest) < 3 || rest[2] < '0' || rest[2] > '9'):
	case '0' <= c && c <= '9':
		r.decimal(rest, class)
	case c == 'x':
		if _, ok := hex(rest[2:], 2); !ok {
			r.fail(wrongEscape)
			return true
		}
		r.at += 2
	case c == 'u':
		reader := classReader{source: r.source, at: r.at - 2}
		if _, ok := reader.codePoint(); !ok {
			r.fail(wrongUnicode)
			return true
		}
		r.at = reader.at
	case c == 'k' && !class:
		if !strings.HasPrefix(r.rest(), "<") {
			r.fail(wrongReference)
		} else if !r.named {
			r.fail("Invalid named capture referenced")
		} else if end := strings.IndexByte(r.rest(), '>'); end >= 0 {
			r.at += end + 1
		}
	default:
		r.fail(wrongEscape)
	}
	return true
}

// decimal reads the digits of an escape: a reference to a group.
func (r *strictReader) decimal(rest string, class bool) {
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
