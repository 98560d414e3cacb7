package pattern

import (
	"strings"
	"unicode/utf8"
)

// mode is how an expression is read, by its flags.
type mode int

const (
	loose  mode = iota
	strict      // with the flag u
	sets        // with the flag v
)

// syntax says, in the words of V8, what is wrong in an expression: quantifiers of what cannot be repeated,
// names that two groups have, and with the flags u and v escapes that mean nothing, brackets and braces that
// stand alone. "" for any other. Classes of the flag v are left out, and so is what goja itself finds.
func syntax(source string, m mode) string {
	r := &reader{source: source, mode: m, names: map[string]bool{}}
	r.capturingGroups()
	if r.err == "" {
		r.disjunction()
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
)

// reader reads an expression up to the first mistake.
type reader struct {
	source string
	at     int
	mode   mode
	groups int // that capture
	names  map[string]bool
	err    string
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
			if name, _, ended := strings.Cut(head, ">"); ok && ended {
				if r.names[name] {
					r.fail("Duplicate capture group name")
				}
				r.names[name] = true
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
			kind := atom
			for _, head := range []string{"(?<=", "(?<!", "(?=", "(?!"} {
				if strings.HasPrefix(r.rest(), head) && (r.mode != loose || strings.HasPrefix(head, "(?<")) {
					kind = assertion
				}
			}
			open = append(open, kind)
			r.at++
			switch head := r.rest(); {
			case head == "?":
				r.fail("Invalid group")
			case strings.HasPrefix(head, "?"):
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
			_, size := utf8.DecodeRuneInString(r.rest())
			r.at += size
			last = atom
		}
	}
}

// quantifier reads one with its ?.
func (r *reader) quantifier(of term) {
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
func (r *reader) class() {
	r.at++
	switch r.mode {
	case sets:
		r.skipSets()
		return
	case loose:
		r.skipClass()
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

// skipClass skips a class that may hold anything but a name.
func (r *reader) skipClass() {
	for ; r.at < len(r.source) && r.source[r.at] != ']'; r.at++ {
		if r.source[r.at] != '\\' {
			continue
		}
		r.at++
		switch {
		case r.at == len(r.source):
			r.fail(unfinishedEscape)
		case r.source[r.at] == 'k' && len(r.names) > 0:
			r.fail(wrongEscape)
		}
	}
	r.at = min(r.at+1, len(r.source))
}

// skipSets skips a class of the flag v, which ExpandSets reads.
func (r *reader) skipSets() {
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
func (r *reader) classAtom() (single bool) {
	if r.at < len(r.source) && r.source[r.at] == '\\' {
		return r.escape(true)
	}
	_, size := utf8.DecodeRuneInString(r.rest())
	r.at += size
	return true
}

// escape reads one, and reports whether it stands for one character.
func (r *reader) escape(class bool) (single bool) {
	rest := r.rest()
	if len(rest) < 2 {
		r.fail(unfinishedEscape)
		return true
	}
	c := rest[1]
	r.at += 2
	if r.mode == loose {
		if c == 'k' && len(r.names) > 0 {
			r.reference()
		}
		return true
	}
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
		r.reference()
	default:
		r.fail(wrongEscape)
	}
	return true
}

// reference reads the name of a group.
func (r *reader) reference() {
	text, ok := strings.CutPrefix(r.rest(), "<")
	if !ok {
		r.fail(wrongReference)
		return
	}
	name, _, ok := strings.Cut(text, ">")
	r.at += len("<>") + len(name)
	switch {
	case !ok || name == "" || '0' <= name[0] && name[0] <= '9':
		r.fail("Invalid capture group name")
	case !r.names[name] && !strings.Contains(name, `\`):
		r.fail("Invalid named capture referenced")
	}
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
