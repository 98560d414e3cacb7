package intl

import (
	"strings"

	"golang.org/x/text/language"
)

// Likely adds the script and the region to a tag that most speakers of its language use, or
// with minimal drops those that can be added again. Variants stay.
func Likely(tag string, minimal bool) string {
	t, err := language.Raw.Parse(tag)
	if err != nil {
		return tag
	}
	var variants strings.Builder
	for _, v := range t.Variants() {
		variants.WriteString("-" + v.String())
	}
	base, _ := t.Base()
	full, ok := maximal(t)
	if !ok {
		return tag
	}
	if !minimal {
		return full + variants.String()
	}
	parts := strings.Split(full, "-")
	for _, short := range []string{base.String(), base.String() + "-" + parts[2], base.String() + "-" + parts[1]} {
		if s, err := language.Raw.Parse(short); err == nil {
			if again, ok := maximal(s); ok && again == full {
				return short + variants.String()
			}
		}
	}
	return full + variants.String()
}

// maximal is language, script and region of a tag; ok is false if the language is not known.
func maximal(t language.Tag) (text string, ok bool) {
	base, _ := t.Base()
	script, sure := t.Script()
	region, known := t.Region()
	if sure == language.No || known == language.No {
		return "", false
	}
	return base.String() + "-" + script.String() + "-" + region.String(), true
}
