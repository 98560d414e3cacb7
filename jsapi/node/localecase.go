package node

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// localeCase is a text in capital or small letters by the rules of one of the languages that have some: az, el, lt, tr.
func localeCase(text, tag string, upper bool) string {
	switch {
	case tag == "lt" && upper:
		return cases.Upper(language.Und).String(withoutDots(text))
	case tag == "lt":
		return cases.Lower(language.Und).String(withDots(text))
	case tag == "el" && upper:
		return greekCapitals(text)
	}
	if upper {
		return cases.Upper(language.Make(tag)).String(text)
	}
	return cases.Lower(language.Make(tag)).String(text)
}

const (
	dotAbove  = '\u0307'
	diaeresis = '\u0308'
	above     = 230 // the combining class of what stands above a letter
)

// withoutDots removes the dots that Lithuanian writes above small letters that have one of their own.
func withoutDots(text string) string {
	var out strings.Builder
	soft := false
	for _, r := range text {
		if soft && r == dotAbove {
			soft = false
			continue
		}
		switch {
		case strings.ContainsRune("ijįịḭɨɉɩ", r):
			soft = true
		case class(r) == 0, class(r) == above:
			soft = false
		}
		out.WriteRune(r)
	}
	return out.String()
}

// withDots adds a dot between a letter whose small form has one and an accent above it.
func withDots(text string) string {
	var out strings.Builder
	runes := []rune(text)
	for i, r := range runes {
		if mark, ok := map[rune]rune{'Ì': '\u0300', 'Í': '\u0301', 'Ĩ': '\u0303'}[r]; ok {
			out.WriteString("I\u0307" + string(mark))
			continue
		}
		out.WriteRune(r)
		if strings.ContainsRune("IJĮ", r) && accented(runes[i+1:]) {
			out.WriteRune(dotAbove)
		}
	}
	return out.String()
}

// accented reports whether one of the marks at the beginning stands above the letter before them.
func accented(after []rune) bool {
	for _, r := range after {
		switch class(r) {
		case above:
			return true
		case 0:
			return false
		}
	}
	return false
}

func class(r rune) uint8 { return norm.NFC.PropertiesString(string(r)).CCC() }

// greekCapitals leaves out the accents and breathings of Greek letters, but for that of the word "or". Where an accent has told that
// two vowels are two syllables, a diaeresis does.
func greekCapitals(text string) string {
	var out []rune
	runes := []rune(norm.NFD.String(text))
	accented := false // the letter before is a vowel with an accent
	for i := 0; i < len(runes); {
		end := i + 1
		for end < len(runes) && class(runes[end]) != 0 {
			end++
		}
		letter, marks := runes[i], runes[i+1:end]
		if !unicode.Is(unicode.Greek, letter) {
			out, accented = append(out, runes[i:end]...), false
			i = end
			continue
		}
		accent, diaeretic := false, false
		kept := []rune{}
		for _, m := range marks {
			switch m {
			case '\u0300', '\u0301', '\u0342', '\u0303':
				accent = true
			case '\u0313', '\u0314':
			default:
				diaeretic = diaeretic || m == diaeresis
				kept = append(kept, m)
			}
		}
		second := strings.ContainsRune("ιυΙΥ", letter)
		alone := (i == 0 || !unicode.IsLetter(runes[i-1]) && class(runes[i-1]) == 0) && (end == len(runes) || !unicode.IsLetter(runes[end]))
		switch {
		case accented && second && !accent && !diaeretic:
			kept = append([]rune{diaeresis}, kept...)
		case accent && alone && strings.ContainsRune("ηΗ", letter):
			kept = append([]rune{'\u0301'}, kept...)
		}
		out = append(append(out, letter), kept...)
		accented = accent && strings.ContainsRune("αεηιουωΑΕΗΙΟΥΩ", letter)
		i = end
	}
	return cases.Upper(language.Und).String(norm.NFC.String(string(out)))
}
