package router

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// language is the set of paths that an address matches, as programs that all have
// to accept a path. nil means that it is unknown: for an expression that only
// JavaScript supports.
type language []*syntax.Prog

// newLanguage compiles what pattern.match and the index decide together.
func newLanguage(a Address) language {
	p, err := compile(a)
	if err != nil || p.Expression != nil && p.re == nil {
		return nil
	}
	var sources []string
	if p.simple != nil {
		sources = []string{p.simple.expression()}
	} else {
		sources = []string{p.re.String()}
		if words := a.words(); len(words) > 0 {
			var b strings.Builder
			b.WriteString("^")
			for _, w := range words {
				b.WriteString("/" + anyCase(w))
			}
			sources = append(sources, b.String()+"(?s:/.*)?$")
		}
	}
	var out language
	for _, source := range sources {
		parsed, err := syntax.Parse(source, syntax.Perl)
		if err != nil {
			return nil
		}
		prog, err := syntax.Compile(parsed.Simplify())
		if err != nil || !followed(prog) {
			return nil
		}
		out = append(out, prog)
	}
	return out
}

// expression returns a regular expression for what match decides.
func (s *simple) expression() string {
	var b strings.Builder
	b.WriteString("^")
	closing := ""
	for _, seg := range s.segments {
		switch {
		case seg.word != "":
			b.WriteString("/" + anyCase(seg.word))
		case seg.optional:
			b.WriteString("(?:/[^/]+")
			closing += ")?"
		default:
			b.WriteString("/[^/]+")
		}
	}
	b.WriteString(closing)
	if s.wildcard {
		b.WriteString("/[^" + lineEnds + "]*$")
	} else {
		b.WriteString("/?$")
	}
	return b.String()
}

// anyCase returns an expression for a lower-case word that ignores the case of
// ASCII letters.
func anyCase(word string) string {
	var b strings.Builder
	for i := range len(word) {
		c := word[i]
		switch {
		case 'a' <= c && c <= 'z':
			b.WriteString("[" + string(c) + string(c-'a'+'A') + "]")
		case isWord(c):
			b.WriteByte(c)
		default:
			b.WriteString(`\` + string(c))
		}
	}
	return b.String()
}

// followed reports whether an automaton can run the program: it only has
// assertions for the beginning and the end of a path.
func followed(p *syntax.Prog) bool {
	return !slices.ContainsFunc(p.Inst, func(i syntax.Inst) bool {
		return i.Op == syntax.InstEmptyWidth && syntax.EmptyOp(i.Arg)&^(syntax.EmptyBeginText|syntax.EmptyEndText) != 0
	})
}

// maxPlaces bounds the combinations of states that a comparison visits.
const maxPlaces = 1 << 14

// within reports whether other contains every path of l; false if this cannot be
// decided.
func (l language) within(other language) bool {
	if l == nil || other == nil {
		return false
	}
	found, sure := search(append(slices.Clone(l), other...), func(accepts []bool) bool {
		return !slices.Contains(accepts[:len(l)], false) && slices.Contains(accepts[len(l):], false)
	})
	return sure && !found
}

// meets reports whether l and other may have a path in common; true if this
// cannot be decided.
func (l language) meets(other language) bool {
	if l == nil || other == nil {
		return true
	}
	found, sure := search(append(slices.Clone(l), other...), func(accepts []bool) bool { return !slices.Contains(accepts, false) })
	return found || !sure
}

// search runs all programs in parallel on all paths, and reports whether there is
// one for which wanted accepts the results of the programs. sure is false if
// there are too many combinations.
func search(progs []*syntax.Prog, wanted func(accepts []bool) bool) (found, sure bool) {
	first := make([]place, len(progs))
	for i, p := range progs {
		first[i] = place{at: []uint32{uint32(p.Start)}}
	}
	letters := alphabet(progs)
	accepts := make([]bool, len(progs))
	seen := map[string]bool{}
	var name []byte
	queue := [][]place{first}
	for beginning := true; len(queue) > 0; beginning = false {
		now := queue[0]
		queue = queue[1:]
		for i, p := range progs {
			accepts[i] = now[i].accepts(p, beginning)
		}
		if wanted(accepts) {
			return true, true
		}
		for _, r := range letters {
			next := make([]place, len(progs))
			name = name[:0]
			for i, p := range progs {
				next[i] = now[i].step(p, r, beginning)
				name = next[i].appendName(name)
			}
			if !seen[string(name)] {
				if seen[string(name)] = true; len(seen) > maxPlaces {
					return false, false
				}
				queue = append(queue, next)
			}
		}
	}
	return false, true
}

// place is a state of a program: the next instructions, or after a match that
// later letters cannot undo.
type place struct {
	at      []uint32 // sorted, not empty before a match
	matched bool
}

// appendName appends a name that no other state has.
func (p place) appendName(name []byte) []byte {
	name = binary.AppendUvarint(name, uint64(len(p.at))) // 0 only after a match
	for _, pc := range p.at {
		name = binary.AppendUvarint(name, uint64(pc))
	}
	return name
}

// closure returns the instructions that p can reach without a letter, and whether
// one of them is a match.
func (p place) closure(prog *syntax.Prog, beginning, end bool) (at []uint32, matched bool) {
	todo := slices.Clone(p.at)
	seen := make([]bool, len(prog.Inst))
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[pc] {
			continue
		}
		seen[pc] = true
		switch i := &prog.Inst[pc]; i.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			todo = append(todo, i.Out, i.Arg)
		case syntax.InstCapture, syntax.InstNop:
			todo = append(todo, i.Out)
		case syntax.InstEmptyWidth:
			op := syntax.EmptyOp(i.Arg)
			if (op&syntax.EmptyBeginText == 0 || beginning) && (op&syntax.EmptyEndText == 0 || end) {
				todo = append(todo, i.Out)
			}
		case syntax.InstMatch:
			matched = true
		case syntax.InstFail:
		default:
			at = append(at, pc)
		}
	}
	return at, matched
}

func (p place) accepts(prog *syntax.Prog, beginning bool) bool {
	if p.matched {
		return true
	}
	_, matched := p.closure(prog, beginning, true)
	return matched
}

// step reads one letter. A match may begin at every letter.
func (p place) step(prog *syntax.Prog, r rune, beginning bool) place {
	if p.matched {
		return p
	}
	at, matched := p.closure(prog, beginning, false)
	if matched {
		return place{matched: true}
	}
	next := []uint32{uint32(prog.Start)}
	for _, pc := range at {
		if i := &prog.Inst[pc]; i.MatchRune(r) {
			next = append(next, i.Out)
		}
	}
	slices.Sort(next)
	return place{at: slices.Compact(next)}
}

// alphabet returns one letter for each class of letters that the programs
// distinguish, of those that a path may have (see Dispatch).
func alphabet(progs []*syntax.Prog) []rune {
	bounds := []rune{0}
	for _, r := range lineEnds {
		bounds = append(bounds, r, r+1)
	}
	add := func(low, high rune) { bounds = append(bounds, low, high+1) }
	for _, p := range progs {
		for _, i := range p.Inst {
			switch i.Op {
			case syntax.InstRune, syntax.InstRune1:
				if len(i.Rune) == 1 {
					add(i.Rune[0], i.Rune[0])
					for r := unicode.SimpleFold(i.Rune[0]); r != i.Rune[0]; r = unicode.SimpleFold(r) {
						add(r, r)
					}
				}
				for k := 0; k+1 < len(i.Rune); k += 2 {
					add(i.Rune[k], i.Rune[k+1])
				}
			}
		}
	}
	slices.Sort(bounds)
	bounds = slices.Compact(bounds)
	return slices.DeleteFunc(bounds, func(r rune) bool { return r > unicode.MaxRune || strings.ContainsRune(lineEnds, r) })
}
