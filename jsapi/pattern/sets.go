package pattern

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

// ExpandSets writes a regular expression with the flag v as one with the flag u. If it
// is none, problem says why in the words of V8. With fold it has the flag i too.
func ExpandSets(source string, fold bool) (expanded, problem string) {
	var out strings.Builder
	for i := 0; i < len(source); {
		rest := source[i:]
		switch {
		case rest[0] == '[':
			r := classReader{source: source, at: i + 1, fold: fold}
			s, ok := r.class(0)
			if !ok {
				return "", r.err
			}
			s.write(&out)
			i = r.at
		case rest[0] == '\\' && len(rest) > 1:
			if rest[1] == 'p' || rest[1] == 'P' {
				name, ok := propertyName(rest)
				if !ok {
					return "", wrongName
				}
				part, ok := sequences[name]
				if ok && rest[1] == 'P' {
					return "", wrongName
				}
				if !ok || rest[1] == 'P' {
					part = rest[:len(`\p{}`)+len(name)]
				}
				if part, problem = Expand(part); problem != "" {
					return "", problem
				}
				out.WriteString(part)
				i += len(`\p{}`) + len(name)
				continue
			}
			out.WriteString(rest[:2])
			i += 2
		default:
			out.WriteByte(rest[0])
			i++
		}
	}
	return out.String(), ""
}

// propertyName is the name in \p{name} or \P{name} at the beginning of a source.
func propertyName(source string) (string, bool) {
	name, ok := strings.CutPrefix(source, `\p{`)
	if !ok {
		name, ok = strings.CutPrefix(source, `\P{`)
	}
	if !ok {
		return "", false
	}
	name, _, closed := strings.Cut(name, "}")
	return name, ok && closed
}
