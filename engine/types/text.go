package types

import (
	"regexp"
	"slices"
	"strings"

	"framework/engine/value"
)

var name = regexp.MustCompile(`^[A-Za-z_$][\w$]*$`)

var reserved = strings.Fields(`break case catch class const continue debugger default delete do else enum export extends false finally for function if import in
	instanceof new null return super switch this throw true try typeof var void while with let static yield await implements interface package private protected public`)

// isName reports whether a text can be the name of a variable.
func isName(text string) bool { return name.MatchString(text) && !slices.Contains(reserved, text) }

// Key is a text as the name of a member.
func Key(text string) string {
	if name.MatchString(text) {
		return text
	}
	return Text(text)
}

// Text is a text as a literal.
func Text(text string) string {
	quoted := string(value.AppendString(nil, text))
	inner := strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
	return "'" + strings.ReplaceAll(inner, "'", `\'`) + "'"
}

// union is one of the names, none if there are none.
func union(names []string, none string) string {
	if len(names) == 0 {
		return none
	}
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = Text(n)
	}
	return strings.Join(out, " | ")
}

// Doc is a text as a comment in front of a member, "" for no text.
func Doc(indent, text string) string {
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, "*/", "* /")), " ")
	if text == "" {
		return ""
	}
	return indent + "/** " + text + " */\n"
}

// ofInput is the type that an input or an output has. unknown is that of what says nothing.
func ofInput(t any, unknown string) string {
	switch t := t.(type) {
	case string:
		switch t {
		case "string", "str":
			return "string"
		case "number", "num":
			return "number"
		case "boolean", "bool":
			return "boolean"
		case "lamda", "lambda", "function":
			return "((...args: any[]) => any)"
		case "array", "arr":
			return "any[]"
		case "dictionary", "dict", "object":
			return "{ [name: string]: any }"
		}
		return "any"
	case []any:
		if len(t) == 0 {
			return "any[]"
		}
		return ofInput(t[0], "any") + "[]"
	case map[string]any:
		if len(t) == 0 {
			return "{ [name: string]: any }"
		}
		var members []string
		for key, v := range t {
			members = append(members, Key(key)+": "+ofInput(v, "any"))
		}
		slices.Sort(members)
		return "{ " + strings.Join(members, "; ") + " }"
	}
	return unknown
}

// Literals are values as a union, "" if one of them is no literal.
func Literals(list []any) string {
	var out []string
	for _, v := range list {
		switch v := v.(type) {
		case string:
			out = append(out, Text(v))
		case float64, int64, bool:
			out = append(out, string(value.Append(nil, v)))
		default:
			return ""
		}
	}
	return strings.Join(out, " | ")
}
