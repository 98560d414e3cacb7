package config

import (
	"fmt"
	"regexp"
	"strings"

	"framework/engine/value"
)

// parseRC parses a file as the npm package rc does: as JSON with comments when
// the text begins with a brace, otherwise as INI: lines of key = value under
// [section] headings. Keys with dots are paths.
func parseRC(shown string, text []byte) (*value.Map, error) {
	const format = "it is to be JSON, or lines of key = value"
	// Node replaces what is not UTF-8 when it reads a file as text.
	text = []byte(strings.ToValidUTF8(string(text), "\uFFFD"))
	trimmed := strings.TrimSpace(strings.TrimPrefix(string(text), "\uFEFF"))
	if strings.HasPrefix(trimmed, "{") {
		v, err := value.ParseFile(shown, value.WithoutComments(text))
		if err != nil {
			return nil, err
		}
		m, _ := v.(*value.Map) // what begins with a brace is one
		return m, nil
	}
	out := value.New(4)
	section := ""
	for n, line := range strings.Split(strings.TrimPrefix(string(text), "\uFEFF"), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == ';' || line[0] == '#':
			continue
		case line[0] == '[' && strings.IndexByte(line, ']') == len(line)-1:
			section = line[1:len(line)-1] + "."
			continue
		}
		name, text, assigned := strings.Cut(line, "=")
		word, err := iniValue(name)
		key, isText := word.(string)
		if err != nil || !isText || !assigned && !iniWord.MatchString(key) {
			return nil, fmt.Errorf("%s: line %d has no = (%s)", shown, n+1, format)
		}
		var val any = true // a key without a value is a switch
		if assigned {
			if val, err = iniValue(text); err != nil {
				return nil, fmt.Errorf("%s: line %d: %w", shown, n+1, err)
			}
		}
		added := val
		if list, isList := strings.CutSuffix(key, "[]"); isList {
			key = list
			members := append(listAt(out, section+key), val)
			// All others were at this depth before, except a single value that
			// becomes the first member.
			val, added = members, members[max(0, len(members)-2):]
		}
		if err := set(out, section+key, val, levels(added)); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", shown, n+1, err)
		}
	}
	return out, nil
}

var iniWord = regexp.MustCompile(`^[\w.$-]+$`)

// listAt returns the list at path; a single value becomes a list with one member.
func listAt(m *value.Map, path string) []any {
	parts := strings.Split(path, ".")
	for _, p := range parts[:len(parts)-1] {
		next, ok := m.Value(p).(*value.Map)
		if !ok {
			return nil
		}
		m = next
	}
	switch v := m.Value(parts[len(parts)-1]).(type) {
	case nil:
		return nil
	case []any:
		return v
	default:
		return []any{v}
	}
}

// iniValue parses a value: text, in quotes or up to a comment, or true, false and
// null. Text in single quotes is read as JSON if it is valid JSON.
func iniValue(s string) (any, error) {
	s = strings.TrimSpace(s)
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		inner := s[1 : len(s)-1]
		if s[0] == '\'' {
			s = inner
		}
		if v, isJSON, err := fromJSON(s); isJSON || err != nil {
			return v, err
		}
		return inner, nil
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == ';' || c == '#':
			i = len(s)
		case c == '\\' && i+1 < len(s) && strings.IndexByte(`\;#`, s[i+1]) >= 0:
			i++
			b.WriteByte(s[i])
		default:
			b.WriteByte(c)
		}
	}
	switch text := strings.TrimSpace(b.String()); text {
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "null":
		return nil, nil
	default:
		return text, nil
	}
}
