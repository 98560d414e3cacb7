package view

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// SyntaxError is a template that cannot be compiled.
type SyntaxError struct {
	File    string
	Line    int // from 1
	Message string
	// Missing is the path of an included file that is not there, "" for other mistakes.
	Missing string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message)
}

// IncludeFunc reads the template that an include directive names, relative to
// the template from, and returns its path and text.
type IncludeFunc func(from, name string) (path, text string, err error)

// maxInclude bounds how deep include directives nest.
const maxInclude = 32

// Template is an EJS template as JavaScript.
type Template struct {
	// Source is a function (locals, write). It gives write the parts of the page
	// in their order, as many at a time as there are, and then a text that says
	// what they are: t for text as it is, e for a value to be escaped, r for one
	// that is not. Line n of it is line n of the template.
	Source string
	// Names are the words in the template's code that may be those of locals.
	Names []string
	// Calls are those of Names that the code may call.
	Calls []string
	// Assigned are the words that the code may give another value, other than
	// variables of its own.
	Assigned []string
	// Common says that the template keeps to what the releases of the package
	// ejs from 2 on and this one understand alike.
	Common bool
	// AsksLocals says that the code may use the name locals.
	AsksLocals bool
}

// What stands in front of the code of a template, and behind it.
const (
	head     = "(function (locals, __write"
	prologue = ") { "
	scope    = "with (locals) { "
	epilogue = "\n} })"
)

// Bound is Source with some of the locals as further parameters: a function
// (locals, write, …names). It runs several times faster, and is the same as
// long as names are all those of Names that the locals have.
func (t *Template) Bound(names []string) string {
	var b strings.Builder
	b.WriteString(head)
	for _, n := range names {
		b.WriteString(", ")
		b.WriteString(n)
	}
	b.WriteString(prologue + "{ ")
	b.WriteString(strings.TrimPrefix(t.Source, head+prologue+scope))
	return b.String()
}

// Compile translates an EJS template.
//
// The dialect is that of the classic projects: <% code %>, <%= escaped %>,
// <%- raw %>, <%# comment %>, <%% for a literal <%, a closing -%> that takes
// the line break after it along, <%_ and _%> that take white space along, and
// the directive <% include name %>.
func Compile(file, text string, include IncludeFunc) (*Template, error) {
	return compile(compiler{include: include}, file, text)
}

func compile(c compiler, file, text string) (*Template, error) {
	c.names, c.calls, c.assigned, c.single = map[string]bool{}, map[string]bool{}, map[string]bool{}, writing.MatchString(text)
	c.out.WriteString(head + prologue + scope)
	if err := c.template(file, text, 0); err != nil {
		return nil, err
	}
	c.flush()
	c.out.WriteString(epilogue)
	t := &Template{Source: c.out.String(), Assigned: slices.Sorted(maps.Keys(c.assigned))}
	if !c.dynamic {
		t.Names = slices.Sorted(maps.Keys(c.names))
		t.Calls = slices.Sorted(maps.Keys(c.calls))
	}
	t.Common = !c.dynamic && !c.uncommon && !uncommon.MatchString(text)
	t.AsksLocals = c.dynamic || c.asksLocals
	return t, nil
}

// writing is code that may name a function of the template, which writes parts
// of the page while an expression calls it: then the parts before have to be
// written already.
var writing = regexp.MustCompile(`function\s+[\pL_$]|=\s*(?:async\s+)?function|=\s*\(?[\pL\pN_$,\s]*\)?\s*=>`)

// uncommon are what releases of the package ejs differ in: literal tags, lone
// carriage returns, included templates, and leaving a template half way.
var uncommon = regexp.MustCompile(`<%%|%%>|\r(?:[^\n]|$)|\b(?:include|return|__append|__output|__line|__lines|__filename|escapeFn|rethrow)\b`)

var doubled = regexp.MustCompile(`;\s*;\s*[-_]?$`)

// word is what may be a name in code.
var word = regexp.MustCompile(`[\pL_$][\pL\pN_$]*`)

// reserved are words that are no names, or those of the compiled function.
var reserved = regexp.MustCompile(`^(?:break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|await|async|of|undefined|locals|__write)$`)

// note collects the words of code. Code that makes names of its own at run time
// is left to the locals themselves.
func (c *compiler) note(code string) {
	for _, at := range word.FindAllStringIndex(code, -1) {
		w := code[at[0]:at[1]]
		switch {
		case w == "eval" || w == "arguments" || w == "with":
			c.dynamic = true
		case w == "locals":
			c.asksLocals = true
		case !reserved.MatchString(w):
			c.names[w] = true
			if called(code[:at[0]], code[at[1]:]) {
				c.calls[w] = true
			}
			if assigning.MatchString(code[at[1]:]) && !declaring.MatchString(code[:at[0]]) || stepping.MatchString(code[:at[0]]) {
				c.assigned[w] = true
			}
		}
	}
	if strings.Contains(code, "\\u") {
		c.dynamic = true
	}
}

// What stands behind a name that is given a value, and before names of other things.
var (
	assigning = regexp.MustCompile(`^\s*(?:=(?:[^=>]|$)|\+\+|--|(?:[-+*/%&|^]|<<|>>>?|\*\*)=)`)
	declaring = regexp.MustCompile(`(?:\.|\b(?:var|let|const))\s*$`)
	stepping  = regexp.MustCompile(`(?:\+\+|--)\s*$`)
)

// called reports whether a word is called as a function of its own, not as a
// member of something, given what stands before and behind it.
func called(before, behind string) bool {
	if strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "...") {
		return false
	}
	behind = strings.TrimLeft(behind, " \t\r\n")
	behind = strings.TrimLeft(strings.TrimPrefix(behind, "?."), " \t\r\n")
	// A comment or a bracket may stand in between.
	return behind != "" && strings.ContainsRune("(`/)", rune(behind[0]))
}

type compiler struct {
	out     strings.Builder
	include IncludeFunc
	names   map[string]bool
	calls   map[string]bool
	// assigned are those of names that are given a value.
	assigned map[string]bool
	dynamic  bool
	// early is for the dialect of EJS 0.8.
	early      bool
	asksLocals bool
	// eatBreak drops the next line break of the text.
	eatBreak bool
	// uncommon says that a tag stands in a tag, or ends with more than one
	// semicolon.
	uncommon bool
	// single writes the parts one by one; kinds are those of the parts that the
	// call which is being written has so far.
	single bool
	kinds  []byte
	// flat is set inside of an included template, whose lines must not shift
	// those of the including one.
	flat bool
	// ahead is how many line breaks were written before their place.
	ahead int
}

func (c *compiler) template(file, text string, depth int) error {
	if depth > maxInclude {
		return &SyntaxError{File: file, Line: 1, Message: fmt.Sprintf("includes nest deeper than %d: does a template include itself?", maxInclude)}
	}
	line := 1
	for {
		at := strings.Index(text, "<%")
		if at < 0 {
			c.text(text)
			return nil
		}
		if strings.HasPrefix(text[at:], "<%%") {
			c.text(text[:at] + "<%")
			line += strings.Count(text[:at], "\n")
			text = text[at+3:]
			continue
		}
		before := text[:at]
		if !c.early && strings.HasPrefix(text[at:], "<%_") {
			before = strings.TrimRight(before, " \t")
		}
		c.text(before)
		line += strings.Count(text[:at], "\n")
		rest := text[at+2:]
		end := strings.Index(rest, "%>")
		if end < 0 {
			return &SyntaxError{File: file, Line: line, Message: "this <% is never closed with %>"}
		}
		tag := rest[:end]
		text = rest[end+2:]
		lines := strings.Count(tag, "\n")
		if err := c.tag(file, line, &tag, &text, depth); err != nil {
			return err
		}
		line += lines
	}
}

// tag compiles one tag and drops from rest what its closing takes along.
func (c *compiler) tag(file string, line int, tag, rest *string, depth int) error {
	code := *tag
	kind := byte(0)
	if strings.Contains(code, "<%") || doubled.MatchString(code) {
		c.uncommon = true
	}
	if code != "" {
		switch code[0] {
		case '=', '-', '#':
			kind = code[0]
			code = code[1:]
		case '_':
			if !c.early {
				kind = code[0]
				code = code[1:]
			}
		}
	}
	switch {
	case c.early:
		code = c.earlyCode(code)
	case strings.HasSuffix(code, "-"):
		code = code[:len(code)-1]
		c.newlines(cutNewline(rest))
	case strings.HasSuffix(code, "_"):
		code = code[:len(code)-1]
		*rest = strings.TrimLeft(*rest, " \t")
		c.newlines(cutNewline(rest))
	}
	if name, ok := directive(code); ok && c.early && kind != '#' {
		return c.included(file, line, name, depth)
	}
	switch kind {
	case '=':
		c.expression('e', code)
	case '-':
		c.expression('r', code)
	case '#':
		c.newlines(strings.Count(code, "\n"))
	default:
		if name, ok := directive(code); ok {
			return c.included(file, line, name, depth)
		}
		c.flush()
		c.code(code)
		c.endComment(code)
		c.out.WriteString(" ;")
	}
	return nil
}

// cutNewline removes one line break from the beginning of s.
func cutNewline(s *string) int {
	switch {
	case strings.HasPrefix(*s, "\r\n"):
		*s = (*s)[2:]
	case strings.HasPrefix(*s, "\n"):
		*s = (*s)[1:]
	default:
		return 0
	}
	return 1
}

// directive recognises "include name", which is no JavaScript.
func directive(code string) (string, bool) {
	name, ok := strings.CutPrefix(strings.TrimSpace(code), "include ")
	name = strings.TrimSpace(name)
	if !ok || name == "" || strings.ContainsAny(name, "(){};=\n") {
		return "", false
	}
	return strings.Trim(name, `'"`), true
}

func (c *compiler) included(file string, line int, name string, depth int) error {
	path, text, err := c.include(file, name)
	if err != nil {
		failed := &SyntaxError{File: file, Line: line, Message: fmt.Sprintf("cannot include %q: %v", name, err)}
		if errors.Is(err, fs.ErrNotExist) {
			failed.Missing = path
		}
		return failed
	}
	outer := c.flat
	c.flat = true
	defer func() { c.flat = outer }()
	if !c.early {
		return c.template(path, text, depth+1)
	}
	// What an included template declares is its own.
	c.flush()
	c.out.WriteString("(function () { ")
	if err := c.template(path, text, depth+1); err != nil {
		return err
	}
	c.flush()
	c.out.WriteString(" })(); ")
	return nil
}

// expression writes an expression; a line comment in it must not swallow the
// closing bracket.
func (c *compiler) expression(kind byte, code string) {
	code = strings.TrimRight(code, "; \t\r\n") + trailingNewlines(code)
	c.part(kind)
	open, end := "(", ")"
	if strings.TrimSpace(code) == "" || strings.Contains(code, "/*") || strings.Contains(code, "//") {
		open, end = "[", "][0]" // there may be nothing but a comment
	}
	c.out.WriteString(open)
	c.code(code)
	c.endComment(code)
	c.out.WriteString(end)
	if c.single {
		c.flush()
	}
}

// maxParts bounds the arguments of one call.
const maxParts = 64

// part begins the next argument of a call of write.
func (c *compiler) part(kind byte) {
	if len(c.kinds) == maxParts {
		c.flush()
	}
	if len(c.kinds) == 0 {
		c.out.WriteString("__write(")
	} else {
		c.out.WriteString(", ")
	}
	c.kinds = append(c.kinds, kind)
}

// flush ends the call of write that is being written.
func (c *compiler) flush() {
	if len(c.kinds) == 0 {
		return
	}
	c.out.WriteString(`, "` + string(c.kinds) + `"); `)
	c.kinds = c.kinds[:0]
}

// endComment ends a line comment, which would swallow what follows, with a
// line break that the next one of the template stands for.
func (c *compiler) endComment(code string) {
	if strings.Contains(code, "//") {
		c.out.WriteString("\n")
		c.ahead++
	}
}

// trailingNewlines keeps the line breaks that trimming took away.
func trailingNewlines(code string) string {
	trimmed := strings.TrimRight(code, "; \t\r\n")
	return strings.Repeat("\n", strings.Count(code[len(trimmed):], "\n"))
}

func (c *compiler) code(code string) {
	c.note(code)
	if c.flat {
		// Code of an included template keeps its breaks only where a line
		// comment needs one.
		if !strings.Contains(code, "//") && !strings.Contains(code, "`") {
			code = strings.ReplaceAll(code, "\n", " ")
		}
	}
	c.out.WriteString(code)
}

// text writes literal text and as many line breaks as it has.
func (c *compiler) text(s string) {
	if s == "" {
		return
	}
	shown := s
	if c.early {
		shown = c.earlyText(s)
	}
	if shown != "" {
		c.part('t')
		c.out.WriteString(quote(shown))
		if c.single {
			c.flush()
		}
	}
	c.newlines(strings.Count(s, "\n"))
}

func (c *compiler) newlines(n int) {
	if c.flat {
		return
	}
	paid := min(n, c.ahead)
	c.ahead -= paid
	c.out.WriteString(strings.Repeat("\n", n-paid))
}

// quote writes s as a JavaScript string literal.
func quote(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	var b strings.Builder
	b.Grow(len(s) + 16)
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x20 || r == '\u2028' || r == '\u2029':
			b.WriteString(`\u`)
			hex := strconv.FormatInt(int64(r), 16)
			b.WriteString(strings.Repeat("0", 4-len(hex)))
			b.WriteString(hex)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// includePath resolves an include against the folder of the including template.
func includePath(from, name, ext string) string {
	if filepath.Ext(name) == "" {
		name += ext
	}
	return filepath.Join(filepath.Dir(from), name)
}
