package modules

import (
	"errors"
	"regexp"
	"strings"

	"github.com/dop251/goja/parser"

	"framework/jsapi/compile"
)

// asyncMember matches the method of an object literal that is an asynchronous generator, as esbuild writes it, but for
// the end of a computed name.
var asyncMember = regexp.MustCompile(`^async \*([\w$]+\(|"(?:[^"\\]|\\.)*"\(|\[)`)

// withMembers makes members with functions of the methods of object literals that are asynchronous generators: goja does
// not parse these. What it makes of { async *m() {} } is { m: async function*() {} }. code is what esbuild has made, and
// stands between two other texts. members are where the members begin, by the places of their functions; nil where code
// stays as it is. Most code is parsed without this.
func withMembers(before, code, after string) (changed string, members map[int]int) {
	for strings.Contains(code, "async *") {
		_, err := compile.Parse("<methods>", before+code+after, parser.WithDisableSourceMaps)
		list, ok := errors.AsType[parser.ErrorList](err)
		if !ok || len(list) == 0 {
			break
		}
		changed, member, function := asMember(code, offsetIn(before+code, list[0].Position.Line, list[0].Position.Column)-len(before))
		if changed == "" {
			break
		}
		if members == nil {
			members = map[int]int{}
		}
		code, members[function] = changed, member
	}
	return code, members
}

// offsetIn is the place of a line and a column, both from 1.
func offsetIn(text string, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return -1
		}
		at += next + 1
	}
	return at + column - 1
}

// asMember changes the method in front of what goja has refused, and says where the member and its function begin; ""
// if there is none.
func asMember(code string, refused int) (changed string, member, function int) {
	const sign = "async *"
	if refused < len(sign) || refused > len(code) || !strings.HasSuffix(code[:refused], sign) {
		return "", 0, 0
	}
	begin := refused - len(sign)
	m := asyncMember.FindStringSubmatch(code[begin:])
	if m == nil {
		return "", 0, 0
	}
	name, open := refused, begin+len(m[0])-1 // the parenthesis of the parameters
	if m[1] == "[" {
		if open = closing(code, name); open < 0 || !strings.HasPrefix(code[open:], "](") {
			return "", 0, 0
		}
		open++
	}
	return code[:begin] + code[name:open] + ": async function*" + code[open:], begin, begin + open - name + len(": ")
}

// closing is the place of the bracket that ends what one at a place begins, in a name that has no bracket in a text; -1 if
// it has.
func closing(code string, at int) int {
	depth := 0
	for i := at; i < len(code); i++ {
		switch code[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i
			}
		case '"', '\'', '`', '\n':
			return -1
		}
	}
	return -1
}
