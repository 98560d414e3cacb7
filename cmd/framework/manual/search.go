package manual

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"framework/engine/spelling"
)

// occurrence says how often a section has a word; words of headings count more.
type occurrence struct {
	page    *Page
	section int
	weight  int
}

// Hit is a section that has all words of a search.
type Hit struct {
	Page    *Page
	Section Section
	// Excerpt is a part of its text, around the first of the words.
	Excerpt string
	weight  int
}

// Weights of the places of a word.
const (
	inTitle   = 40
	inHeading = 15
	inText    = 1
	mostText  = 8 // of one word in one section
)

// split are the words of a text, in lower case. Names with dots are words, and so are their
// parts: "res.view" is found by "view" too.
func split(text string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.' && r != '-' && r != '$'
	}) {
		word = strings.Trim(word, ".-")
		if word == "" {
			continue
		}
		out = append(out, word)
		if parts := strings.FieldsFunc(word, func(r rune) bool { return r == '.' || r == '-' }); len(parts) > 1 {
			out = append(out, parts...)
		}
	}
	return out
}

// note adds a page to the index.
func (m *Manual) note(p *Page) {
	for i, s := range p.Sections {
		weights := map[string]int{}
		for _, word := range split(s.Text) {
			weights[word] = min(weights[word]+inText, mostText)
		}
		of := inHeading
		if i == 0 {
			of = inTitle
			for _, word := range split(p.Name) {
				weights[word] += inTitle
			}
		}
		for _, word := range split(s.Title) {
			weights[word] += of
		}
		for word, weight := range weights {
			m.words[word] = append(m.words[word], occurrence{p, i, weight})
		}
	}
}

// place is a section of a page.
type place struct {
	page    *Page
	section int
}

// Search finds the sections that have all words of a query, the best first. A word is also
// found as the beginning of others. Where there are none, meant is what was probably meant, ""
// for nothing.
func (m *Manual) Search(query string) (hits []Hit, meant string) {
	var words []string
	for _, word := range strings.Fields(strings.ToLower(query)) {
		if word = strings.Trim(word, ".,;:!?()[]{}'\"`"); word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		return nil, ""
	}
	var found map[place]int
	for _, word := range words {
		here := m.with(word)
		if found == nil {
			found = here
			continue
		}
		maps.DeleteFunc(found, func(p place, _ int) bool { _, both := here[p]; return !both })
		for p := range found {
			found[p] += here[p]
		}
	}
	for p, weight := range found {
		section := p.page.Sections[p.section]
		hits = append(hits, Hit{p.page, section, excerpt(section.Text, words), weight})
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.Page.Name, b.Page.Name), cmp.Compare(a.Section.Anchor, b.Section.Anchor))
	})
	if len(hits) == 0 {
		meant = m.meant(words)
	}
	return hits, meant
}

// with are the sections that have a word, or one that begins with it.
func (m *Manual) with(word string) map[place]int {
	out := map[place]int{}
	for known, list := range m.words {
		var factor int
		switch {
		case known == word:
			factor = 3
		case len(word) > 2 && strings.HasPrefix(known, word):
			factor = 1
		default:
			continue
		}
		for _, o := range list {
			p := place{o.page, o.section}
			out[p] = max(out[p], o.weight*factor)
		}
	}
	return out
}

// meant is a query with words that there are in the place of those that there are not.
func (m *Manual) meant(words []string) string {
	out, other := slices.Clone(words), false
	for i, word := range words {
		if len(m.with(word)) > 0 {
			continue
		}
		near := spelling.Nearest(word, maps.Keys(m.words))
		if near == "" {
			return ""
		}
		out[i], other = near, true
	}
	if !other {
		return ""
	}
	return strings.Join(out, " ")
}

// excerptLength is how many characters of a section are shown.
const excerptLength = 180

// excerpt is the part of a text around the first of the words.
func excerpt(text string, words []string) string {
	text = strings.Join(strings.Fields(text), " ")
	runes := []rune(text)
	if len(runes) <= excerptLength {
		return text
	}
	lower, at := strings.ToLower(text), 0
	for _, word := range words {
		if i := strings.Index(lower, word); i >= 0 {
			at = len([]rune(lower[:i])) // lower has as many runes as text, or the part shown is a little off
			break
		}
	}
	from := max(0, min(at-excerptLength/3, len(runes)-excerptLength))
	out := string(runes[from:min(len(runes), from+excerptLength)])
	if from > 0 {
		_, out, _ = strings.Cut(out, " ") // no half of a word
		out = "… " + out
	}
	if from+excerptLength < len(runes) {
		if i := strings.LastIndexByte(out, ' '); i > 0 {
			out = out[:i]
		}
		out += " …"
	}
	return out
}
