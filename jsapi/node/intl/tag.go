package intl

import (
	"slices"
	"strings"
)

// Tag is a language tag in its parts, all in their canonical case.
type Tag struct {
	Language, Script, Region string
	Variants                 []string
	Extensions               []string // with their singletons, those of Unicode left out
	Attributes               []string
	Keywords                 []Keyword // of the Unicode extension
	Private                  string    // with its x
}

// Keyword is a key of the Unicode extension, such as nu, and its value.
type Keyword struct{ Key, Value string }

// ParseTag returns the canonical form of a language tag (UTS 35), and whether it is well-formed.
func ParseTag(s string) (Tag, bool) {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return Tag{}, false
		}
	}
	parts := strings.Split(strings.ToLower(s), "-")
	t := Tag{Language: parts[0]}
	if !alpha(t.Language) || len(t.Language) < 2 || len(t.Language) > 8 || len(t.Language) == 4 {
		return Tag{}, false
	}
	i := 1
	if i < len(parts) && len(parts[i]) == 4 && alpha(parts[i]) {
		t.Script = strings.ToUpper(parts[i][:1]) + parts[i][1:]
		i++
	}
	if i < len(parts) && (len(parts[i]) == 2 && alpha(parts[i]) || len(parts[i]) == 3 && number(parts[i])) {
		t.Region = strings.ToUpper(parts[i])
		i++
	}
	for i < len(parts) && variant(parts[i]) {
		if slices.Contains(t.Variants, parts[i]) {
			return Tag{}, false
		}
		t.Variants = append(t.Variants, parts[i])
		i++
	}
	slices.Sort(t.Variants)
	seen := ""
	for i < len(parts) {
		singleton := parts[i]
		if len(singleton) != 1 || !alnum(singleton) || strings.Contains(seen, singleton) {
			return Tag{}, false
		}
		seen += singleton
		end := i + 1
		for end < len(parts) && (singleton == "x" || len(parts[end]) > 1) {
			if !alnum(parts[end]) || len(parts[end]) > 8 || parts[end] == "" {
				return Tag{}, false
			}
			end++
		}
		if end == i+1 {
			return Tag{}, false
		}
		switch singleton {
		case "u":
			if !t.unicode(parts[i+1 : end]) {
				return Tag{}, false
			}
		case "x":
			t.Private = strings.Join(parts[i:end], "-")
		default:
			t.Extensions = append(t.Extensions, strings.Join(parts[i:end], "-"))
		}
		i = end
	}
	slices.Sort(t.Extensions)
	t.alias()
	return t, true
}

// unicode reads the attributes and keywords of the Unicode extension.
func (t *Tag) unicode(parts []string) bool {
	i := 0
	for i < len(parts) && len(parts[i]) > 2 {
		t.Attributes = append(t.Attributes, parts[i])
		i++
	}
	slices.Sort(t.Attributes)
	for i < len(parts) {
		key := parts[i]
		if len(key) != 2 || key[1] < 'a' {
			return false
		}
		var values []string
		for i++; i < len(parts) && len(parts[i]) > 2; i++ {
			values = append(values, parts[i])
		}
		value := strings.Join(values, "-")
		if value == "true" || value == "yes" {
			value = ""
		}
		if t.Keyword(key) == nil {
			t.Keywords = append(t.Keywords, Keyword{key, value})
		}
	}
	slices.SortStableFunc(t.Keywords, func(a, b Keyword) int { return strings.Compare(a.Key, b.Key) })
	return true
}

// Keyword returns the keyword of a key, nil if the tag has none.
func (t *Tag) Keyword(key string) *Keyword {
	for i := range t.Keywords {
		if t.Keywords[i].Key == key {
			return &t.Keywords[i]
		}
	}
	return nil
}

// Base is the tag without extensions.
func (t Tag) Base() string {
	out := t.Language
	for _, p := range append([]string{t.Script, t.Region}, t.Variants...) {
		if p != "" {
			out += "-" + p
		}
	}
	return out
}

func (t Tag) String() string {
	out := t.Base()
	u := ""
	if len(t.Attributes)+len(t.Keywords) > 0 {
		u = "u"
		for _, a := range t.Attributes {
			u += "-" + a
		}
		for _, k := range t.Keywords {
			u += "-" + k.Key
			if k.Value != "" {
				u += "-" + k.Value
			}
		}
	}
	for _, e := range t.Extensions {
		if u != "" && e > u {
			out += "-" + u
			u = ""
		}
		out += "-" + e
	}
	if u != "" {
		out += "-" + u
	}
	if t.Private != "" {
		out += "-" + t.Private
	}
	return out
}

// alias replaces subtags that have a newer form.
func (t *Tag) alias() {
	if i := slices.Index(t.Variants, "posix"); i >= 0 {
		t.Variants = slices.Delete(t.Variants, i, i+1)
		if t.Keyword("va") == nil {
			t.Keywords = append(t.Keywords, Keyword{"va", "posix"})
			slices.SortStableFunc(t.Keywords, func(a, b Keyword) int { return strings.Compare(a.Key, b.Key) })
		}
	}
	for _, v := range t.Variants {
		if to := shared("alias", "languageAlias/"+t.Language+"-"+v); to != "" {
			t.Variants = slices.DeleteFunc(t.Variants, func(other string) bool { return other == v })
			t.replace(to)
			break
		}
	}
	if to := shared("alias", "languageAlias/"+t.Language+"-"+t.Region); t.Region != "" && to != "" {
		t.Region = ""
		t.replace(to)
	} else if to := shared("alias", "languageAlias/"+t.Language); to != "" {
		t.replace(to)
	}
	if to := shared("alias", "scriptAlias/"+t.Script); t.Script != "" && to != "" {
		t.Script = to
	}
	if to := shared("alias", "territoryAlias/"+t.Region); t.Region != "" && to != "" {
		choices := strings.Fields(to)
		t.Region = choices[0]
		likely := shared("likely", t.Language)
		if t.Script != "" {
			if v := shared("likely", t.Language+"-"+t.Script); v != "" {
				likely = v
			}
		}
		if at := strings.LastIndexByte(likely, '-'); at >= 0 && slices.Contains(choices, likely[at+1:]) {
			t.Region = likely[at+1:]
		}
	}
}

func (t *Tag) replace(to string) {
	for i, p := range strings.Split(to, "-") {
		switch {
		case i == 0:
			t.Language = p
		case len(p) == 4 && alpha(p):
			if t.Script == "" {
				t.Script = p
			}
		case len(p) <= 3 && t.Region == "":
			t.Region = p
		}
	}
}

func alpha(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r < 'a' || r > 'z' }) < 0
}

func number(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

func alnum(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return (r < '0' || r > '9') && (r < 'a' || r > 'z') }) < 0
}

func variant(s string) bool {
	return alnum(s) && (len(s) >= 5 && len(s) <= 8 || len(s) == 4 && s[0] <= '9')
}
