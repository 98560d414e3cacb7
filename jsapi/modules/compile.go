package modules

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"

	"framework/jsapi"
	"framework/jsapi/bounds"
	"framework/jsapi/compile"
	"framework/jsapi/errmsg"
)

const (
	wrapOpen  = "(function (exports, require, module, __filename, __dirname) { "
	wrapClose = "\n})"
)

// Cache keeps compiled programs by the hash of their source, across realms and
// snapshots. Safe for concurrent use.
type Cache struct {
	mu       sync.Mutex
	programs map[[sha256.Size]byte]*cached
	files    map[string]*known // by their real paths
	age      int
	// settle is how old the last change of a file has to be for its stamp to be trusted.
	settle time.Duration
}

type cached struct {
	program *goja.Program
	// wrapped: columns in the first line include wrapOpen.
	wrapped bool
	used    int // age of the cache at the last use
}

// keep is for how many ages an unused program is kept: a build that fails does not
// load all files of the project.
const keep = 8

// NewCache returns an empty Cache.
func NewCache() *Cache {
	return &Cache{programs: map[[sha256.Size]byte]*cached{}, files: map[string]*known{}, settle: raceWindow}
}

// Age begins a new age, and drops programs that were not used for some ages. Call it
// after each build of a project.
func (c *Cache) Age() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.age++
	for sum, p := range c.programs {
		if c.age-p.used > keep {
			delete(c.programs, sum)
		}
	}
	for path, f := range c.files {
		if c.age-f.program.used > keep {
			delete(c.files, path)
		}
	}
}

// program returns the compiled source of path, from the cache if it is there. The path
// is part of the program, for stacks, and therefore of the hash.
func (c *Cache) program(path, shown string, src []byte) (*cached, error) {
	h := sha256.New()
	h.Write([]byte(path))
	h.Write([]byte{0})
	h.Write(src)
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	c.mu.Lock()
	p, ok := c.programs[sum]
	if ok {
		p.used = c.age
	}
	c.mu.Unlock()
	if ok {
		return p, nil
	}
	prg, wrapped, err := compiled(path, shown, src)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	p = &cached{prg, wrapped, c.age}
	c.programs[sum] = p
	return p, nil
}

var byteOrderMark = []byte("\uFEFF")

// compiled compiles the source with goja; a source that goja refuses is converted by
// esbuild first. wrapped reports that positions are those in the wrapped text.
func compiled(path, shown string, src []byte) (prg *goja.Program, wrapped bool, err error) {
	src = bytes.TrimPrefix(src, byteOrderMark)
	if bytes.HasPrefix(src, []byte("#!")) {
		src = append([]byte("//"), src...)
	}
	if at := bounds.TooDeep(string(src)); at >= 0 { // esbuild would exhaust the stack as well
		before := src[:at]
		return nil, false, &jsapi.ScriptError{
			Name: "SyntaxError", Message: fmt.Sprintf("The source nests too deep: brackets may nest %d deep", bounds.MaxBrackets), File: shown,
			Line: 1 + bytes.Count(before, []byte("\n")), Column: len(before) - bytes.LastIndexByte(before, '\n'),
		}
	}
	src = asyncIteration.ReplaceAll(src, []byte("({ prototype: Object.create({ [Symbol.asyncIterator]() { return this; } }) })"))
	switch filepath.Ext(path) {
	case ".ts", ".mts", ".cts", ".mjs":
		prg, err = transpile(path, shown, src, nil)
		return prg, false, err
	}
	body, sourceMap := string(src), ""
	var options []parser.Option
	// The output of a compiler of the project contains a source map.
	if at := strings.LastIndex(body, "\n//# sourceMappingURL=data:"); at >= 0 && filepath.Ext(path) != ".js" {
		line, _, _ := strings.Cut(body[at+1:], "\n")
		body, sourceMap = body[:at], "\n"+line
	} else {
		options = append(options, parser.WithDisableSourceMaps)
	}
	ast, err := compile.Parse(path, wrapOpen+body+wrapClose+sourceMap, options...)
	if err == nil {
		if prg, err := compile.Program(ast, false); err == nil {
			return prg, sourceMap == "", nil
		}
	}
	prg, err = transpile(path, shown, src, err)
	return prg, false, err
}

// syntaxMessage returns the words of V8 for a syntax error that esbuild has found in
// lines. refusal is why goja refused the source, nil if it was not asked: its reason is
// the same if it is in the same place.
func syntaxMessage(found api.Message, refusal error, lines []string) string {
	if strings.HasSuffix(found.Text, "end of file") {
		return "Unexpected end of input"
	}
	var list parser.ErrorList
	if !errors.As(refusal, &list) || len(list) == 0 || found.Location == nil {
		return found.Text
	}
	at := list[0].Position
	if at.Line == 1 {
		at.Column -= len(wrapOpen)
	}
	if at.Line != found.Location.Line || at.Column != utf8.RuneCountInString(found.Location.LineText[:found.Location.Column])+1 {
		return found.Text
	}
	return errmsg.Syntax(list[0].Message, lines, at.Line, at.Column)
}

// asyncIteration matches the expression with which libraries find the prototypes of
// async iteration. The code that esbuild makes of an async generator does not have
// these prototypes.
var asyncIteration = regexp.MustCompile(`Object\.getPrototypeOf\(\s*(?:/\*[^*]*\*/\s*)?async\s+function\s*\*\s*\(\)\s*\{\s*\}\s*\)`)

// lowering returns the options of esbuild for the syntax that goja supports.
func lowering(loader api.Loader) api.TransformOptions {
	return api.TransformOptions{
		Loader: loader, Target: api.ES2017, Format: api.FormatCommonJS, LogLevel: api.LogLevelSilent,
		Supported: map[string]bool{"dynamic-import": false}, // becomes a promise of require
	}
}

// meta maps the supported members of import.meta to the names of the constants that
// block declares.
var meta = map[string]string{
	"import.meta.url": "__importMetaUrl", "import.meta.filename": "__importMetaFilename", "import.meta.dirname": "__importMetaDirname",
}

// esSyntax matches files with import or export statements, and sometimes a file that
// has such a line in a string.
var esSyntax = regexp.MustCompile(`(?m)^\s*(?:import\s*[\w$*{'"]|export\s*[\w*{])`)

// block returns the body of such a file in a block, where it may declare names that
// are parameters of the wrapper.
func block(body string) string {
	var own strings.Builder
	for name, value := range map[string]string{
		"__importMetaUrl": `require("url").pathToFileURL(__filename).href`, "__importMetaFilename": "__filename", "__importMetaDirname": "__dirname",
	} {
		if strings.Contains(body, name) {
			own.WriteString("const " + name + " = " + value + "; ")
		}
	}
	return own.String() + "{ " + body + "\n}"
}

// Lower converts a script to syntax that goja supports. The error is
// io.ErrUnexpectedEOF if the script is incomplete.
func Lower(src string) (code string, err error) {
	out := api.Transform(src, lowering(api.LoaderJS))
	switch {
	case len(out.Errors) == 0:
		return string(out.Code), nil
	case out.Errors[0].Text == "Unexpected end of file":
		return "", io.ErrUnexpectedEOF
	}
	return "", errors.New(out.Errors[0].Text)
}

func transpile(path, shown string, src []byte, refusal error) (*goja.Program, error) {
	loader := api.LoaderJS
	switch filepath.Ext(path) {
	case ".ts", ".mts", ".cts":
		loader = api.LoaderTS
	}
	opts := lowering(loader)
	opts.Sourcefile, opts.Sourcemap, opts.Define = path, api.SourceMapInline, meta
	out := api.Transform(string(src), opts)
	lines := strings.Split(string(src), "\n")
	if len(out.Errors) > 0 {
		e := &jsapi.ScriptError{Name: "SyntaxError", Message: syntaxMessage(out.Errors[0], refusal, lines), File: shown}
		if p := out.Errors[0].Location; p != nil {
			e.Line, e.Column = p.Line, p.Column+1
			e.Excerpt = jsapi.Excerpt(lines, e.Line, e.Column)
		}
		return nil, e
	}
	code := strings.TrimRight(string(out.Code), "\n")
	body, comment := code, ""
	if i := strings.LastIndex(code, "\n//# sourceMappingURL="); i >= 0 {
		body, comment = code[:i], code[i:]
	}
	if esSyntax.Match(src) {
		body = block(body)
	}
	ast, err := compile.Parse(path, wrapOpen+body+wrapClose+comment)
	if err == nil {
		var prg *goja.Program
		if prg, err = compile.Program(ast, false); err == nil {
			return prg, nil
		}
	}
	e := &jsapi.ScriptError{Name: "SyntaxError", Message: err.Error(), File: shown}
	var list parser.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		e.Message, e.Line, e.Column = list[0].Message, list[0].Position.Line, list[0].Position.Column
		e.Excerpt = jsapi.Excerpt(lines, e.Line, e.Column)
	}
	return nil, e
}

var jsonOffset = regexp.MustCompile(`at (?:the )?(?:position|offset) (\d+)`)

// jsonError adds the position in the file to an error of JSON.parse that has one.
func jsonError(shown string, src []byte, msg string) error {
	e := &jsapi.ScriptError{Name: "SyntaxError", Message: msg, File: shown, Line: 1, Column: 1}
	if m := jsonOffset.FindStringSubmatch(msg); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil && n <= len(src) {
			e.Line = 1 + bytes.Count(src[:n], []byte("\n"))
			e.Column = n - bytes.LastIndexByte(src[:n], '\n')
		}
	}
	e.Excerpt = jsapi.Excerpt(strings.Split(string(src), "\n"), e.Line, e.Column)
	return e
}
