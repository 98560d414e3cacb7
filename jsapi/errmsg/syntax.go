package errmsg

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/dop251/goja"
)

var (
	// parserSays and compilerSays are the messages of goja for a text that it cannot
	// compile.
	parserSays   = regexp.MustCompile(`^SyntaxError: .*?: Line (\d+):(\d+) (.*?)(?: \(and \d+ more errors\))?$`)
	compilerSays = regexp.MustCompile(`^SyntaxError: (.*) at .*:(\d+):(\d+)$`)
)

// syntax is for the text of eval and Function.
func (s *site) syntax() string {
	m := parserSays.FindStringSubmatch(s.text)
	if m == nil {
		if m := compilerSays.FindStringSubmatch(s.text); m != nil {
			return Syntax(m[1], nil, 0, 0)
		}
		return ""
	}
	line, _ := strconv.Atoi(m[1])
	column, _ := strconv.Atoi(m[2])
	return Syntax(m[3], strings.Split(s.evaluated(), "\n"), line, column)
}

// evaluated is the text that eval or Function compiles.
func (s *site) evaluated() string {
	if s.prg != nil { // a direct eval
		if v := s.top(1); v != nil {
			return v.String()
		}
		return ""
	}
	if s.native == "eval" || strings.HasPrefix(s.native, "framework:") {
		return s.arg(0).String()
	}
	if len(s.args) == 0 {
		return ""
	}
	last := s.args[len(s.args)-1]
	if _, ok := last.(goja.String); !ok {
		return ""
	}
	return "\n\n" + last.String() + "\n})" // after the head of the function
}

// syntaxes are messages of goja for syntax errors, and those of V8.
var syntaxes = map[string]string{
	"Unexpected token ILLEGAL":                                        "Invalid or unexpected token",
	"Illegal continue statement":                                      "Illegal continue statement: no surrounding iteration statement",
	"Assignment to eval or arguments is not allowed in strict mode":   "Unexpected eval or arguments in strict mode",
	"Octal literals are not allowed in strict mode":                   "Octal literals are not allowed in strict mode.",
	"Delete of an unqualified identifier in strict mode":              "Delete of an unqualified identifier in strict mode.",
	"Already saw a default in switch":                                 "More than one default clause in switch statement",
	"Not a valid left-value expression":                               "Invalid left-hand side in assignment",
	"Invalid destructuring binding target":                            "Invalid destructuring assignment target",
	"Invalid left-hand side in for-in or for-of":                      "Invalid left-hand side in for-loop",
	"Invalid template literal on optional chain":                      "Invalid tagged template on optional chain",
	"Generators can only be declared at top level or inside a block.": "Generators can only be declared at the top level or inside a block.",
}

// Syntax returns the message of V8 for a syntax error that goja has found in the
// lines of a text, at a line and a column from 1.
func Syntax(text string, lines []string, line, column int) string {
	if to, ok := syntaxes[text]; ok {
		return to
	}
	if name, ok := strings.CutSuffix(text, " already exists"); ok && strings.HasPrefix(name, "Label ") {
		return name + " has already been declared"
	}
	before, token := around2(lines, line, column)
	switch {
	case text == "Unexpected reserved word" && token == "import":
		return "Cannot use import statement outside a module"
	case text == "Unexpected reserved word" && token == "export":
		return "Unexpected token 'export'"
	case strings.HasPrefix(text, "Unexpected ") && InArguments(before):
		return "missing ) after argument list"
	case text == "Unexpected token (" && strings.HasSuffix(strings.TrimRight(before, " \t"), "function"):
		return "Function statements require a function name"
	case text == "Unexpected identifier" && endsWithWord(before, "await"):
		return "await is only valid in async functions and the top level bodies of modules"
	case text == "Unexpected identifier" && token != "":
		return say("Unexpected identifier '%'", token)
	}
	if t, ok := strings.CutPrefix(text, "Unexpected token "); ok {
		return say("Unexpected token '%'", t)
	}
	return text
}

// around2 returns the text before a position, whose column counts bytes, and the word at it.
func around2(lines []string, line, column int) (before, word string) {
	if line < 1 || line > len(lines) {
		return "", ""
	}
	text := lines[line-1]
	at := min(max(column-1, 0), len(text))
	return strings.Join(append(lines[:line-1:line-1], text[:at]), "\n"), leadingWord(text[at:])
}

// leadingWord is the word that a text begins with, "" where it begins with something else.
func leadingWord(text string) string {
	if end := strings.IndexFunc(text, func(c rune) bool { return !isWord(c) }); end >= 0 {
		return text[:end]
	}
	return text
}

func isWord(c rune) bool { return c == '_' || c == '$' || unicode.IsLetter(c) || unicode.IsDigit(c) }

func endsWithWord(text, word string) bool {
	rest, ok := strings.CutSuffix(strings.TrimRight(text, " \t"), word)
	return ok && (rest == "" || !isWord(rune(rest[len(rest)-1])))
}

// InArguments reports whether a text ends after an argument of a call.
func InArguments(before string) bool {
	before = strings.TrimRight(before, " \t\r\n")
	if before == "" {
		return false
	}
	last := rune(before[len(before)-1])
	if !isWord(last) && !strings.ContainsRune(`)]}'"`+"`", last) {
		return false
	}
	depth := 0
	for i := len(before) - 1; i >= 0; i-- {
		switch before[i] {
		case ')', ']', '}':
			depth++
		case '[', '{':
			if depth--; depth < 0 {
				return false
			}
		case ';':
			if depth == 0 {
				return false
			}
		case '(':
			if depth--; depth < 0 {
				return isCallee(strings.TrimRight(before[:i], " \t"))
			}
		}
	}
	return false
}

// declared matches the head of a function up to its parameters.
var declared = regexp.MustCompile(`\bfunction\s*\*?\s*[\w$]*$`)

// isCallee reports whether a text before a bracket ends with what can be called.
func isCallee(text string) bool {
	if text == "" {
		return false
	}
	last := rune(text[len(text)-1])
	if last == ')' || last == ']' {
		return true
	}
	if !isWord(last) {
		return false
	}
	if declared.MatchString(text) {
		return false
	}
	for _, word := range []string{"if", "for", "while", "switch", "catch", "with", "function", "return", "typeof", "in", "of", "new", "delete", "void", "throw", "case", "await", "yield"} {
		if endsWithWord(text, word) {
			return false
		}
	}
	return true
}
