package router

import (
	"regexp"
	"strings"
)

// groupedToken is what a path of 1.x has besides plain text and groups.
var groupedToken = regexp.MustCompile(`\\.|(/)?(\.)?:(\w+)(\(.*?\))?(\*)?(\?)?|[.*]|/\(`)

// compileGrouped compiles a path as 1.x does: groups take part, and a parameter that
// follows text within its segment does not contain that text.
func compileGrouped(a Address) (pattern, error) {
	if s := newSimple(withoutLastSlash(a.Path)); s != nil {
		return pattern{simple: s}, nil
	}
	var src strings.Builder
	var named []groupName
	before := "" // the text between the last parameter or wildcard and here
	end := 0
	for _, m := range groupedToken.FindAllStringSubmatchIndex(a.Path, -1) {
		part := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return a.Path[m[2*i]:m[2*i+1]]
		}
		between, token := a.Path[end:m[0]], part(0)
		end = m[1]
		src.WriteString(between)
		before += between
		switch {
		case token == "*":
			src.WriteString("(.*)")
			before = ""
		case token == ".":
			src.WriteString(`\.`)
			before += `\.`
		case token == "/(":
			src.WriteString("/(?:")
			before += "/"
		case part(3) == "": // an escaped character
			src.WriteString(token)
			before += token
		default:
			named = append(named, groupName{src.Len(), part(3)})
			if part(1) != "" || part(2) != "" {
				before = ""
			}
			src.WriteString(parameterOf(part(1), part(2), part(4), part(5), part(6), before))
			before = ""
		}
	}
	src.WriteString(a.Path[end:])
	text := src.String()
	if strings.HasSuffix(text, "/") {
		text += "?"
	} else {
		text += "/?"
	}
	return expression(a, "(?i)^"+text+"$", pattern{names: groupNames(text, named)})
}

func withoutLastSlash(path string) string {
	if short := strings.TrimSuffix(path, "/"); short != "" {
		return short
	}
	return path
}

// parameterOf is the expression of a parameter.
func parameterOf(slash, dot, capture, star, optional, before string) string {
	if dot != "" {
		dot = `\.`
	}
	switch {
	case capture != "":
		capture = strings.Replace(capture, "*", "(.*)", 1)
	case before != "":
		capture = "((?:(?!/|" + before + ").)+?)"
	default:
		capture = "([^/" + dot + "]+?)"
	}
	if star != "" {
		star = "((?:[/" + dot + "].+?)?)"
	}
	return "(?:" + dot + slash + capture + star + ")" + optional
}

// groupName is the name of the first group at or behind a place of an expression.
type groupName struct {
	at   int
	name string
}

// groupNames lists the names of the groups that capture; "" is one with a number.
func groupNames(src string, named []groupName) []string {
	var out []string
	for i := 0; i < len(src); i++ {
		switch {
		case src[i] == '\\':
			i++
		case src[i] == '(' && !strings.HasPrefix(src[i:], "(?"):
			name := ""
			if len(named) > 0 && named[0].at <= i {
				name, named = named[0].name, named[1:]
			}
			out = append(out, name)
		}
	}
	return out
}
