package doctor

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// source is the text of a script. code is the same without comments and without what
// stands in strings, byte for byte in the same places, so that expressions find code
// alone.
type source struct {
	text, code string
	// unsure are the parts that may never run, or whose errors are caught: the blocks
	// of try, if and else.
	unsure []span
}

type span struct{ from, to int }

// line is the line of an offset, counted from 1.
func (s *source) line(at int) int { return 1 + strings.Count(s.text[:at], "\n") }

func (s *source) isUnsure(at int) bool {
	for _, u := range s.unsure {
		if u.from <= at && at < u.to {
			return true
		}
	}
	return false
}

// words that an expression may follow, so that a slash begins a regular expression.
var beforeExpression = map[string]bool{
	"return": true, "typeof": true, "case": true, "in": true, "of": true, "delete": true, "void": true, "throw": true, "new": true, "else": true, "do": true,
}

// bracket is one that is open. unsure is that of a block, or that of the condition of
// an if.
type bracket struct {
	kind   byte
	at     int
	unsure bool
}

// scan reads a script. It never fails: text that is no JavaScript is read somehow.
func scan(text string) *source {
	s := &source{text: text}
	code := []byte(text)
	blank := func(from, to int) {
		for i := from; i < to && i < len(code); i++ {
			if code[i] != '\n' {
				code[i] = ' '
			}
		}
	}
	var open []bracket
	last, lastWord := byte(0), "" // of the code before, blanks left out
	conditional := false          // the last bracket that was closed is the condition of an if
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case strings.HasPrefix(text[i:], "//") || i == 0 && strings.HasPrefix(text, "#!"):
			end := i + until(text[i:], "\n")
			blank(i, end)
			i = end
			continue
		case strings.HasPrefix(text[i:], "/*"):
			end := min(len(text), i+2+until(text[i+2:], "*/")+2)
			blank(i, end)
			i = end
			continue
		case c == '\'' || c == '"':
			end := quoted(text, i)
			blank(i+1, end-1)
			i, last, lastWord = end, c, ""
			continue
		case c == '`' || c == '}' && len(open) > 0 && open[len(open)-1].kind == '$':
			end, expression := template(text, i+1)
			blank(i+1, end)
			switch {
			case c == '`' && expression:
				open = append(open, bracket{kind: '$'})
			case c != '`' && !expression:
				open = open[:len(open)-1]
			}
			i, last, lastWord = end, '`', ""
			if expression {
				last = '('
			}
			continue
		case c == '/' && (last == 0 || strings.IndexByte("(,=:[!&|?{};+-*%~^<>", last) >= 0 || beforeExpression[lastWord]):
			end := expression(text, i)
			blank(i+1, end)
			i, last, lastWord = end, ')', ""
			continue
		case isWord(c):
			end := i
			for end < len(text) && isWord(text[end]) {
				end++
			}
			i, last, lastWord = end, 'a', text[i:end]
			continue
		}
		switch c {
		case '(':
			open = append(open, bracket{kind: '(', unsure: lastWord == "if"})
		case '{':
			open = append(open, bracket{kind: '{', at: i, unsure: lastWord == "try" || lastWord == "else" || last == ')' && conditional})
		case ')', '}':
			if n := len(open); n > 0 && (open[n-1].kind == '(') == (c == ')') && open[n-1].kind != '$' {
				b := open[n-1]
				open = open[:n-1]
				conditional = c == ')' && b.unsure
				if c == '}' && b.unsure {
					s.unsure = append(s.unsure, span{b.at, i})
				}
			}
		}
		i, last, lastWord = i+1, c, ""
	}
	for _, b := range open {
		if b.kind == '{' && b.unsure {
			s.unsure = append(s.unsure, span{b.at, len(text)})
		}
	}
	s.code = string(code)
	return s
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// until is the offset of end in text, or its length.
func until(text, end string) int {
	if i := strings.Index(text, end); i >= 0 {
		return i
	}
	return len(text)
}

// quoted is the end of a string that begins at i, behind its quote.
func quoted(text string, i int) int {
	for j := i + 1; j < len(text); j++ {
		switch text[j] {
		case '\\':
			j++
		case text[i], '\n':
			return j + 1
		}
	}
	return len(text)
}

// template is the end of a part of a template literal, and whether an expression
// follows.
func template(text string, i int) (end int, expression bool) {
	for ; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == '`':
			return i + 1, false
		case strings.HasPrefix(text[i:], "${"):
			return i + 2, true
		}
	}
	return len(text), false
}

// expression is the end of a regular expression that begins at i.
func expression(text string, i int) int {
	class := false
	for j := i + 1; j < len(text); j++ {
		switch text[j] {
		case '\\':
			j++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return j + 1
			}
		case '\n':
			return j
		}
	}
	return len(text)
}

// requirement is a module that a script asks for.
type requirement struct {
	name string
	at   int
}

var requiring = regexp.MustCompile("(?:^|[^.\\w$])(?:require\\s*\\(\\s*|import\\s*\\(\\s*|import\\s+|import\\b[^'\"`;()]*\\bfrom\\s*|export\\b[^'\"`;()]*\\bfrom\\s*)(['\"`])")

// requirements lists the modules that a script asks for by a plain name.
func (s *source) requirements() []requirement {
	var out []requirement
	for _, m := range requiring.FindAllStringSubmatchIndex(s.code, -1) {
		from := m[2] + 1
		to := strings.IndexByte(s.text[from:], s.text[m[2]])
		begun := strings.TrimLeft(s.code[m[0]:m[1]], " \t\n\r;{}(,=:!")
		call := strings.HasSuffix(strings.TrimRight(s.code[m[0]:m[2]], " \t\r\n"), "(")
		if to <= 0 || strings.HasPrefix(begun, "import type ") || call && !strings.HasPrefix(strings.TrimLeft(s.code[from+to+1:], " \t\r\n"), ")") {
			continue
		}
		if name := s.text[from : from+to]; !strings.ContainsAny(name, "\n\\$ ") {
			out = append(out, requirement{name, m[2]})
		}
	}
	return out
}

// placeOf is the line of the first match of a pattern in a file of the project, 0 for
// none.
func placeOf(root, file, pattern string) int {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil {
		return 0
	}
	at := regexp.MustCompile(pattern).FindIndex(text)
	if at == nil {
		return 0
	}
	return 1 + bytes.Count(text[:at[0]], []byte("\n"))
}
