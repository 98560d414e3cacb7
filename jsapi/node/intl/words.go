package intl

import (
	"strconv"
	"strings"
	"unicode"
)

// Relative formats times relative to now, as RelativeTimeFormat does.
type Relative struct {
	locale Locale
	style  string // long, short or narrow
	auto   bool
	number *Number
}

// NewRelative returns a formatter; auto says that it uses words such as yesterday.
func NewRelative(l Locale, style, numberingSystem string, auto bool) *Relative {
	return &Relative{l, style, auto, NewNumber(l, NumberOptions{
		NumberingSystem: numberingSystem, Style: "decimal", Notation: "standard", SignDisplay: "auto", Grouping: "auto", Digits: Digits{MinInteger: 1, MaxFraction: 3},
	})}
}

// Parts returns the parts of a distance in a unit such as day. The source of those of the number is the
// unit.
func (r *Relative) Parts(n float64, unit string) []Part {
	key := unit
	if r.style != "long" {
		key += "-" + r.style
	}
	if r.auto {
		if v := r.locale.get("field", key+"/relative-type-"+strconv.FormatFloat(n+0, 'f', -1, 64)); v != "" {
			return []Part{{Type: literal, Value: v}}
		}
	}
	d := FromFloat(n)
	tense := "future"
	if d.neg {
		tense, d.neg = "past", false
	}
	f := r.number.figure(d, false)
	pattern := ""
	for _, category := range []string{f.category, "other"} {
		if pattern == "" {
			pattern = r.locale.get("field", key+"/relativeTime-type-"+tense+"/relativeTimePattern-count-"+category)
		}
	}
	before, after, ok := strings.Cut(pattern, "{0}")
	if !ok {
		return []Part{{Type: literal, Value: pattern}}
	}
	var out []Part
	if before != "" {
		out = append(out, Part{Type: literal, Value: before})
	}
	out = append(out, sourced(f.parts(), unit)...)
	if after != "" {
		out = append(out, Part{Type: literal, Value: after})
	}
	return out
}

// List returns the parts of a list. Kind is standard, or, unit, each with -short or -narrow behind
// it if it is so.
func List(l Locale, kind string, items []string) []Part {
	pattern := func(name string) string { return l.get("list", "listPattern-type-"+kind+"/"+name) }
	element := func(s string) []Part { return []Part{{Type: "element", Value: s}} }
	join := func(name string, left []Part, right string) []Part {
		before, rest, _ := strings.Cut(linked(l, kind, pattern(name), right), "{0}")
		between, after, _ := strings.Cut(rest, "{1}")
		var out []Part
		add := func(s string) {
			if s != "" {
				out = append(out, Part{Type: literal, Value: s})
			}
		}
		add(before)
		out = append(out, left...)
		add(between)
		out = append(out, element(right)...)
		add(after)
		return out
	}
	switch n := len(items); n {
	case 0:
		return nil
	case 1:
		return element(items[0])
	case 2:
		return join("2", element(items[0]), items[1])
	default:
		out := join("start", element(items[0]), items[1])
		for _, item := range items[2 : n-1] {
			out = join("middle", out, item)
		}
		return join("end", out, items[n-1])
	}
}

// linked gives the and and or of Spanish and Hebrew the form that the next word asks for.
func linked(l Locale, kind, pattern, next string) string {
	lower := strings.ToLower(next)
	switch l.language() {
	case "es":
		if strings.HasPrefix(kind, "standard") && (strings.HasPrefix(lower, "i") || strings.HasPrefix(lower, "hi") && !strings.HasPrefix(lower, "hia") && !strings.HasPrefix(lower, "hie")) {
			return strings.Replace(pattern, " y {1}", " e {1}", 1)
		}
		if strings.HasPrefix(kind, "or") && (strings.HasPrefix(lower, "o") || strings.HasPrefix(lower, "ho") || strings.HasPrefix(lower, "8") || lower == "11" || strings.HasPrefix(lower, "11 ")) {
			return strings.Replace(pattern, " o {1}", " u {1}", 1)
		}
	case "he":
		if next != "" && !unicode.Is(unicode.Hebrew, firstRune(next)) {
			return strings.Replace(pattern, " \u05d5{1}", " \u05d5-{1}", 1)
		}
	}
	return pattern
}

// Name returns the name of a code in a locale, empty if it has none. Kind is that of DisplayNames; a
// language in dialect form is one such as American English.
func Name(l Locale, kind, style, code string, dialect bool) string {
	switch kind {
	case "language":
		return languageName(l, style, code, dialect)
	case "currency":
		return l.get("currency", strings.ToUpper(code)+"/displayName")
	case "calendar":
		switch code {
		case "gregory":
			code = "gregorian"
		case "ethioaa":
			code = "ethiopic-amete-alem"
		}
		return l.get("name", "types/calendar/"+code)
	case "dateTimeField":
		if style != "long" {
			code += "-" + style
		}
		return l.get("field", code+"/displayName")
	}
	return styled(l, kind, style, code)
}

// styled is a name of the table of names, in its short form if that is asked for.
func styled(l Locale, kind, style, code string) string {
	if style != "long" {
		if v := l.get("name", kind+"/"+code+"-alt-short"); v != "" {
			return v
		}
	}
	return l.get("name", kind+"/"+code)
}

func languageName(l Locale, style, code string, dialect bool) string {
	t, ok := ParseTag(code)
	if !ok {
		return ""
	}
	if t.Language == "und" && t.Base() == "und" {
		return "root"
	}
	whole := Tag{Language: t.Language, Script: t.Script, Region: t.Region}.Base()
	name, rest := "", []string{}
	if dialect && whole != t.Language {
		name = styled(l, "language", style, whole)
	}
	if name == "" {
		name = styled(l, "language", style, t.Language)
		if name == "" && whole == t.Language {
			return ""
		}
		if name == "" {
			name = t.Language
		}
		for _, p := range [][2]string{{"script", t.Script}, {"region", t.Region}} {
			if p[1] == "" {
				continue
			}
			v := styled(l, p[0], style, p[1])
			if v == "" {
				v = p[1]
			}
			rest = append(rest, v)
		}
	}
	for _, v := range t.Variants {
		rest = append(rest, strings.ToUpper(v))
	}
	if len(rest) == 0 {
		return name
	}
	brackets := strings.NewReplacer("(", "[", ")", "]", "（", "［", "）", "］")
	inner := brackets.Replace(rest[0])
	for _, v := range rest[1:] {
		inner = strings.NewReplacer("{0}", inner, "{1}", brackets.Replace(v)).Replace(l.get("name", "localeDisplayPattern/localeSeparator"))
	}
	return strings.NewReplacer("{0}", brackets.Replace(name), "{1}", inner).Replace(l.get("name", "localeDisplayPattern/localePattern"))
}
