package unicodeprops

import "strings"

// sequences are the properties of texts that the flag v knows, as far as they
// follow from those of their characters. What fonts really show is a list.
var sequences = func() map[string]string {
	const (
		element = `(?:\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|\p{Emoji}\uFE0F|(?!\p{RI})\p{Emoji_Presentation})`
		flag    = `\p{RI}\p{RI}`
		keycap  = `[0-9#*]\uFE0F\u20E3`
		tags    = `\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}`
	)
	return map[string]string{
		"RGI_Emoji":                   `(?:` + flag + `|` + keycap + `|` + tags + `|` + element + `(?:\u200D` + element + `)*)`,
		"Basic_Emoji":                 `(?:\p{Emoji}\uFE0F|(?!\p{RI})\p{Emoji_Presentation})`,
		"Emoji_Keycap_Sequence":       `(?:` + keycap + `)`,
		"RGI_Emoji_Modifier_Sequence": `(?:\p{Emoji_Modifier_Base}\p{Emoji_Modifier})`,
		"RGI_Emoji_Flag_Sequence":     `(?:` + flag + `)`,
		"RGI_Emoji_Tag_Sequence":      `(?:` + tags + `)`,
		"RGI_Emoji_ZWJ_Sequence":      `(?:` + element + `(?:\u200D` + element + `)+)`,
	}
}()

// ExpandSets writes a regular expression with the flag v as one with the flag u,
// and reports false for operations on sets, sets in sets, texts in sets, and
// properties that there are not.
func ExpandSets(source string) (string, bool) {
	var out strings.Builder
	class := false
	for i := 0; i < len(source); i++ {
		rest := source[i:]
		switch {
		case rest[0] == '\\' && len(rest) > 1:
			if name, ok := propertyName(rest); ok && sequences[name] != "" {
				if class {
					return "", false
				}
				out.WriteString(sequences[name])
				i += len(`\p{}`) + len(name) - 1
				continue
			}
			if class && rest[1] == 'q' {
				return "", false
			}
			out.WriteString(rest[:2])
			i++
			continue
		case class && (rest[0] == '[' || strings.HasPrefix(rest, "--") || strings.HasPrefix(rest, "&&")):
			return "", false
		case rest[0] == '[':
			class = true
		case rest[0] == ']':
			class = false
		}
		out.WriteByte(rest[0])
	}
	return Expand(out.String())
}

// propertyName is the name in \p{name} at the beginning of a source.
func propertyName(source string) (string, bool) {
	name, ok := strings.CutPrefix(source, `\p{`)
	if !ok {
		return "", false
	}
	name, _, ok = strings.Cut(name, "}")
	return name, ok
}
