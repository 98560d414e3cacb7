package errmsg

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Place is where a compiler has found something wrong: the text before it in its line, the
// text that the compiler marks, and what follows in the line.
type Place struct{ Before, Marked, After string }

// rest is the text from the place to the end of its line.
func (p Place) rest() string { return p.Marked + p.After }

// lowerings are messages of esbuild for what it cannot convert, and those of V8.
var lowerings = []struct {
	says *regexp.Regexp
	say  string
}{
	{regexp.MustCompile(`^The symbol "(.+)" has already been declared$`), "Identifier '$1' has already been declared"},
	{regexp.MustCompile(`^The constant ".+" must be initialized$`), "Missing initializer in const declaration"},
	{regexp.MustCompile(`^This constant must be initialized$`), "Missing initializer in destructuring declaration"},
	{regexp.MustCompile(`^Private name "(.+)" must be declared in an enclosing class$`), "Private field '$1' must be declared in an enclosing class"},
	{regexp.MustCompile(`^Deleting the private name ".+" is forbidden$`), "Private fields can not be deleted"},
	{regexp.MustCompile(`^"await" can only be used inside an "async" function$|^Top-level await `), "await is only valid in async functions and the top level bodies of modules"},
	{regexp.MustCompile(`^The keyword "await" cannot be used here:$`), "Illegal await-expression in formal parameters of async function"},
	{regexp.MustCompile(`^The keyword "yield" cannot be used here:$`), "Yield expression not allowed in formal parameter"},
	{regexp.MustCompile(`^Cannot use "let" as an identifier here:$`), "let is disallowed as a lexically bound name"},
	{regexp.MustCompile(`^Cannot use "(?:eval|arguments)" as an identifier here:$`), "Unexpected eval or arguments in strict mode"},
	{regexp.MustCompile(`^Cannot use "await" as an identifier here:$`), "Unexpected reserved word"},
	{regexp.MustCompile(`^Cannot use "yield" as an identifier here:$`), "Unexpected identifier 'yield'"},
	{regexp.MustCompile(`^Cannot use ".+" as an identifier here:$|^".+" is a reserved word and cannot be used `), "Unexpected strict mode reserved word"},
	{regexp.MustCompile(`^With statements cannot be used `), "Strict mode code may not include a with statement"},
	{regexp.MustCompile(`^Delete of a bare identifier cannot be used `), "Delete of an unqualified identifier in strict mode."},
	{regexp.MustCompile(`^Legacy octal literals cannot be used `), "Octal literals are not allowed in strict mode."},
	{regexp.MustCompile(`^Legacy octal escape sequences cannot be used in template literals$`), "Octal escape sequences are not allowed in template strings."},
	{regexp.MustCompile(`^Legacy octal escape sequences cannot be used `), "Octal escape sequences are not allowed in strict mode."},
	{regexp.MustCompile(`^Function declarations inside (?:if statements|labels) cannot be used `), "In strict mode code, functions can only be declared at top level or inside a block."},
	{regexp.MustCompile(`^".+" cannot be bound multiple times in the same parameter list$`), "Duplicate parameter name not allowed in this context"},
	{regexp.MustCompile(`^There is no containing label named "(.+)"$`), "Undefined label '$1'"},
	{regexp.MustCompile(`^Cannot continue to label "(.+)"$`), "Illegal continue statement: '$1' does not denote an iteration statement"},
	{regexp.MustCompile(`^Duplicate label "(.+)"$`), "Label '$1' has already been declared"},
	{regexp.MustCompile(`^Cannot use "break" here:$`), "Illegal break statement"},
	{regexp.MustCompile(`^Cannot use "continue" here:$`), "Illegal continue statement: no surrounding iteration statement"},
	{regexp.MustCompile(`^A return statement cannot be used here:$`), "Illegal return statement"},
	{regexp.MustCompile(`^Cannot use "new\.target" here:$`), "new.target expression is not allowed here"},
	{regexp.MustCompile(`^for-(in|of) loops must have a single declaration$`), "Invalid left-hand side in for-$1 loop: Must have a single binding."},
	{regexp.MustCompile(`^for-(in|of) loop variables cannot have an initializer$`), "for-$1 loop variable declaration may not have an initializer."},
	{regexp.MustCompile(`^Classes cannot contain more than one constructor$`), "A class may only have one constructor"},
	{regexp.MustCompile(`^Class constructor cannot be an async function$`), "Class constructor may not be an async method"},
	{regexp.MustCompile(`^Class constructor cannot be a generator$`), "Class constructor may not be a generator"},
	{regexp.MustCompile(`^Class constructor cannot be a (?:g|s)etter$`), "Class constructor may not be an accessor"},
	{regexp.MustCompile(`^Invalid method name "(#constructor)"$`), "Classes may not have a private field named '$1'"},
	{regexp.MustCompile(`^Invalid field name "#?(.+)"$`), "Classes may not have a field named '$1'"},
	{regexp.MustCompile(`^Invalid static method name "prototype"$`), "Classes may not have a static property named 'prototype'"},
	{regexp.MustCompile(`^Unexpected "super"$`), "'super' keyword unexpected here"},
	{regexp.MustCompile(`^Unexpected newline after "throw"$`), "Illegal newline after throw"},
	{regexp.MustCompile(`^Cannot use a "use strict" directive in a function with a non-simple parameter list$`), "Illegal 'use strict' directive in function with non-simple parameter list"},
	{regexp.MustCompile(`^Getter .+ must have zero arguments$`), "Getter must not have any formal parameters."},
	{regexp.MustCompile(`^Setter .+ must have exactly one argument$`), "Setter must have exactly one formal parameter."},
	{regexp.MustCompile(`^Cannot specify the "__proto__" property more than once per object$`), "Duplicate __proto__ fields are not allowed in object literals"},
	{regexp.MustCompile(`^Multiple default clauses are not allowed$`), "More than one default clause in switch statement"},
	{regexp.MustCompile(`^Template literals cannot have an optional chain as a tag$`), "Invalid tagged template on optional chain"},
	{regexp.MustCompile(`^Cannot use an unparenthesized optional chain inside the target of "new"$`), "Invalid optional chain from new expression"},
	{regexp.MustCompile(`^Cannot use "(.+)" with ".+" without parentheses$`), "Unexpected token '$1'"},
	{regexp.MustCompile(`^"(.+)" is not declared in this file$`), "Export '$1' is not defined in module"},
	{regexp.MustCompile(`^Multiple exports with the same name "(.+)"$`), "Duplicate export of '$1'"},
	{regexp.MustCompile(`^Unicode escape sequence is out of range$`), "Undefined Unicode code-point"},
	{regexp.MustCompile(`^Unterminated regular expression$`), "Invalid regular expression: missing /"},
	{regexp.MustCompile(`^Duplicate flag ".+" in regular expression$`), "Invalid regular expression flags"},
	{regexp.MustCompile(`^Expected "finally" but found `), "Missing catch or finally after try"},
	{regexp.MustCompile(`^Expected "\*/" to terminate multi-line comment$`), "Invalid or unexpected token"},
}

// Lowering returns the message of V8 for a syntax error that esbuild has found at a place,
// "" if it is not known.
func Lowering(text string, at Place) string {
	for _, l := range lowerings {
		if m := l.says.FindStringSubmatchIndex(text); m != nil {
			return string(l.says.ExpandString(nil, l.say, text, m))
		}
	}
	switch {
	case text == "Invalid assignment target":
		return at.target()
	case text == `Cannot use "yield" outside a generator function`:
		return found(strings.TrimLeft(strings.TrimPrefix(at.rest(), "yield"), " \t"))
	case text == "Cannot use a declaration in a single-statement context":
		return at.declaration()
	case strings.HasPrefix(text, "Syntax error "):
		return at.sign()
	}
	for _, l := range byPlace {
		if m := l.before.FindStringSubmatch(at.Before); m != nil && strings.HasPrefix(text, l.says) {
			return l.say(m[len(m)-1])
		}
	}
	return ""
}

// Unexpected returns the message of V8 for something that cannot stand at a place, as esbuild
// says; "" if it says something else.
func Unexpected(text string, at Place) string {
	if !foundSays.MatchString(text) {
		return ""
	}
	return found(at.rest())
}

// byPlace are messages of esbuild whose meaning depends on the text before their place. say
// gets the last group of that text.
var byPlace = []struct {
	says   string
	before *regexp.Regexp
	say    func(part string) string
}{
	// A name that stands alone is complete: V8 stops at anything else.
	{`Expected ":" but found "}"`, lastName, found},
	{`Expected ":" but found ","`, lastName, found},
	{`Expected ";" but found ":"`, fieldName, found},
	{`Expected ";" but found ","`, fieldName, found},
	{`Expected ";" but found `, regexp.MustCompile(`\bconst\s+[\w$]+\s*$`), always("Missing initializer in const declaration")},
	{`Expected ")" but found ","`, regexp.MustCompile(`\.\.\.[^,]*$`), always("Rest parameter must be last formal parameter")},
	{`Expected "=>" but found `, regexp.MustCompile(`\(\s*\)\s*$`), always("Unexpected token ')'")},
	{`Expected "in" but found `, regexp.MustCompile(`(#[\w$]+)\s*$`), func(name string) string {
		return say("Private field '%' must be declared in an enclosing class", name)
	}},
	{`Unexpected ")"`, regexp.MustCompile(`\bimport\s*\(\s*$`), always("import() requires a specifier")},
	{`Unexpected "="`, regexp.MustCompile(`[{,]\s*[\w$]+\s*$`), always("Invalid shorthand property initializer")},
}

func always(words string) func(string) string { return func(string) string { return words } }

var (
	foundSays = regexp.MustCompile(`^(?:Expected .+ but found|Unexpected) "`)
	fieldName = regexp.MustCompile(`(?:^|[{;}])\s*(?:static\s+)?([a-zA-Z_$][\w$]*)\s*$`)
	lastName  = regexp.MustCompile(`[{,]\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\w$.]+)\s*$`)
	hexEscape = regexp.MustCompile(`\\x[0-9a-fA-F]?$`)
	uniEscape = regexp.MustCompile(`\\u(?:\{?[0-9a-fA-F]*)$`)
	separator = regexp.MustCompile(`[0-9a-fA-F]_$`)
	leading0  = regexp.MustCompile(`(?:^|[^\w$.])0$`)
	postfix   = regexp.MustCompile(`^[^\s+;-]*\s*(?:\+\+|--)`)
	forHead   = regexp.MustCompile(`\bfor\s*(?:await\s*)?\(\s*$`)
	inPattern = regexp.MustCompile(`[\[{][^\[\]{}();]*$`)
	forbidden = regexp.MustCompile(`^(?:eval|arguments)\b`)
)

// target is for what cannot be assigned to. esbuild marks where it begins.
func (p Place) target() string {
	before, text := strings.TrimRight(p.Before, " \t"), p.rest()
	switch {
	case forbidden.MatchString(text):
		return "Unexpected eval or arguments in strict mode"
	case postfix.MatchString(text):
		return "Invalid left-hand side expression in postfix operation"
	case strings.HasSuffix(before, "++"), strings.HasSuffix(before, "--"):
		return "Invalid left-hand side expression in prefix operation"
	case forHead.MatchString(before):
		return "Invalid left-hand side in for-loop"
	case inPattern.MatchString(before):
		return "Invalid destructuring assignment target"
	}
	return "Invalid left-hand side in assignment"
}

// declaration is for one that stands where a statement should.
func (p Place) declaration() string {
	text := p.rest()
	switch {
	case strings.HasPrefix(text, "function"):
		return "Generators can only be declared at the top level or inside a block."
	case strings.HasPrefix(text, "async"):
		return "Async functions can only be declared at the top level or inside a block."
	case strings.HasPrefix(text, "let"):
		return "Lexical declaration cannot appear in a single-statement context"
	}
	return found(text)
}

// sign is for a character that cannot be read.
func (p Place) sign() string {
	switch {
	case hexEscape.MatchString(p.Before):
		return "Invalid hexadecimal escape sequence"
	case uniEscape.MatchString(p.Before):
		return "Invalid Unicode escape sequence"
	case separator.MatchString(p.Before):
		return "Only one underscore is allowed as numeric separator"
	case strings.HasPrefix(p.rest(), "_") && leading0.MatchString(p.Before):
		return "Numeric separator can not be used after leading 0."
	case strings.HasPrefix(p.rest(), "_"):
		return "Numeric separators are not allowed at the end of numeric literals"
	}
	return "Invalid or unexpected token"
}

// keywords are the words that V8 calls tokens and not identifiers.
const keywords = " break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with "

// found says that what a text begins with cannot stand there, "" where the text is empty.
func found(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	switch {
	case size == 0:
		return ""
	case first == '"' || first == '\'':
		return "Unexpected string"
	case first == '`':
		return "Unexpected template string"
	case unicode.IsDigit(first):
		return "Unexpected number"
	case isWord(first):
		switch word := leadingWord(text); {
		case word == "enum":
			return "Unexpected reserved word"
		case strings.Contains(keywords, " "+word+" "):
			return say("Unexpected token '%'", word)
		default:
			return say("Unexpected identifier '%'", word)
		}
	}
	for _, sign := range []string{"...", "=>", "===", "!==", "==", "!=", "<=", ">=", "**", "&&", "||", "??", "++", "--", "+=", "-=", "*=", "/=", "?."} {
		if strings.HasPrefix(text, sign) {
			return say("Unexpected token '%'", sign)
		}
	}
	return say("Unexpected token '%'", string(first))
}
