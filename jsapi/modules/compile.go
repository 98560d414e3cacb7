package modules

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"

	"framework/jsapi"
	"framework/jsapi/bounds"
	"framework/jsapi/compile"
	"framework/jsapi/coverage"
	"framework/jsapi/debug"
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
	coverage *coverage.Counter // nil for none
	debugger *debug.Debugger   // nil for none
	// settle is how old the last change of a file has to be for its stamp to be trusted.
	settle time.Duration
}

type cached struct {
	program *goja.Program
	es      *source // of an ES module
	dynamic bool    // a CommonJS module that calls import()
	// wrapped: columns in the first line include wrapOpen.
	wrapped bool
	// requires: the text may use its require.
	requires bool
	used     int // age of the cache at the last use
}

// keep is for how many ages an unused program is kept: a build that fails does not
// load all files of the project.
const keep = 8

// NewCache returns an empty Cache.
func NewCache() *Cache {
	return &Cache{programs: map[[sha256.Size]byte]*cached{}, files: map[string]*known{}, settle: raceWindow}
}

// Cover has the files that are compiled from now on count what of them is run.
func (c *Cache) Cover(counter *coverage.Counter) { c.coverage = counter }

// Debug has the files that are compiled from now on pause where d wants them to.
func (c *Cache) Debug(d *debug.Debugger) { c.debugger = d }

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

// file is a file to be compiled.
type file struct {
	path   string // in stacks
	shown  string // in errors
	format format
	config *tsconfig // nil for none
}

// program returns the compiled source of a file, from the cache if it is there. All of
// the file is part of the hash: the program depends on it.
func (c *Cache) program(f *file, src []byte) (*cached, error) {
	h := sha256.New()
	h.Write([]byte(f.key()))
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
	p, err := c.compiled(f, src)
	if err != nil {
		return nil, err
	}
	p.requires = mayRequire.Match(src)
	c.mu.Lock()
	defer c.mu.Unlock()
	p.used = c.age
	c.programs[sum] = p
	return p, nil
}

// mayRequire matches the text of files that may use their require: by its name, by one that is
// written with an escape, or by what sees all names.
var mayRequire = regexp.MustCompile(`require|\\u|eval|arguments|import|export`)

// script compiles a text that is no module: the text of a file between what code puts around it.
func (c *Cache) script(f *file, src string) (*goja.Program, error) {
	program, err := compile.Source(f.path, src, false, parser.WithDisableSourceMaps)
	if err == nil {
		return program, nil
	}
	lowered, lowerErr := Lower(src)
	if lowerErr != nil {
		return nil, f.parseError(err, src, false)
	}
	return compile.Source(f.path, lowered, false, parser.WithDisableSourceMaps)
}

// key is what a program depends on, but for the text of the file.
func (f *file) key() string {
	key := f.path
	if f.format != formatUnknown {
		key += "\x00" + string(f.format)
	}
	if f.config != nil && f.loader() != api.LoaderJS {
		key += "\x00" + f.config.raw
	}
	return key
}

var byteOrderMark = []byte("\uFEFF")

// compiled compiles the source with goja; ES modules, TypeScript, and what goja refuses are
// converted by esbuild first.
func (c *Cache) compiled(f *file, src []byte) (*cached, error) {
	src = bytes.TrimPrefix(src, byteOrderMark)
	if bytes.HasPrefix(src, []byte("#!")) {
		src = append([]byte("//"), src...)
	}
	if at := bounds.TooDeep(string(src)); at >= 0 { // esbuild would exhaust the stack as well
		before := src[:at]
		return nil, &jsapi.ScriptError{
			Name: "SyntaxError", Message: fmt.Sprintf("The source nests too deep: brackets may nest %d deep", bounds.MaxBrackets), File: f.shown,
			Line: 1 + bytes.Count(before, []byte("\n")), Column: len(before) - bytes.LastIndexByte(before, '\n'),
		}
	}
	if f.format == formatModule || f.loader() != api.LoaderJS {
		return c.transpiled(f, string(src), nil)
	}
	body, sourceMap := string(src), ""
	var options []parser.Option
	// The output of a compiler of the project contains a source map.
	at := -1
	if filepath.Ext(f.path) != ".js" {
		at = strings.LastIndex(body, "\n//# sourceMappingURL=data:")
	}
	if at >= 0 {
		line, _, _ := strings.Cut(body[at+1:], "\n")
		body, sourceMap = body[:at], "\n"+line
	} else {
		options = append(options, parser.WithDisableSourceMaps)
	}
	ast, err := compile.Parse(f.path, wrapOpen+body+wrapClose+readSourceMap(sourceMap).forEngine(len(wrapOpen)), options...)
	if err == nil {
		c.coverage.Instrument(f.path, ast, sourceMap != "")
		if sourceMap == "" {
			c.debugger.Instrument(f.path, body, len(wrapOpen), ast, false)
		} else {
			c.debugger.Instrument(f.path, f.written(body), len(wrapOpen), ast, true)
		}
		prg, err := compile.Program(ast, false)
		if err == nil {
			return &cached{program: prg, wrapped: sourceMap == ""}, nil
		}
		if errmsg.IsPattern(err) { // other syntax would not help
			return nil, f.parseError(err, string(src), sourceMap == "")
		}
	}
	return c.transpiled(f, string(src), err)
}

// written is the text of a file that a compiler of the project has read: that of the file,
// which is on the disk. Where it cannot be read any more it is what the compiler has made.
func (f *file) written(compiled string) string {
	text, err := os.ReadFile(f.path)
	if err != nil {
		return compiled
	}
	return string(bytes.TrimPrefix(text, byteOrderMark))
}

// lowering returns the options of esbuild for the syntax that goja supports.
func lowering(loader api.Loader) api.TransformOptions {
	return api.TransformOptions{
		Loader: loader, Target: api.ES2017, Format: api.FormatCommonJS, LogLevel: api.LogLevelSilent,
		Supported: map[string]bool{
			"dynamic-import":  false, // becomes a promise of require
			"async-generator": true,  // package compile changes these
			// The rest makes no difference in CommonJS.
			"top-level-await": true, "import-attributes": true, "import-assertions": true, "arbitrary-module-namespace-names": true,
		},
	}
}

// lowering returns the options of esbuild for a file.
func (f *file) lowering() api.TransformOptions {
	opts := lowering(f.loader())
	opts.Sourcefile, opts.Sourcemap, opts.SourcesContent, opts.Define = f.path, api.SourceMapInline, api.SourcesContentExclude, map[string]string{"import.meta": nameMeta}
	opts.TsconfigRaw = "{}"
	if f.config != nil {
		opts.TsconfigRaw = f.config.raw
	}
	return opts
}

// loader is the language of a file.
func (f *file) loader() api.Loader {
	switch filepath.Ext(f.path) {
	case ".ts", ".mts", ".cts":
		return api.LoaderTS
	case ".tsx":
		return api.LoaderTSX
	case ".jsx":
		return api.LoaderJSX
	}
	return api.LoaderJS
}

// transform is api.Transform for sources that do not exhaust the stack of esbuild, which would
// end the process.
func transform(src string, opts api.TransformOptions) api.TransformResult {
	if list, deep := errors.AsType[parser.ErrorList](compile.Check("", src)); deep {
		at := list[0].Position
		return api.TransformResult{Errors: []api.Message{{
			Text:     list[0].Message,
			Location: &api.Location{File: "<stdin>", Line: at.Line, Column: at.Column - 1, Length: 1},
		}}}
	}
	return api.Transform(src, opts)
}

// Lower converts a script to syntax that goja supports. The error is
// io.ErrUnexpectedEOF if the script is incomplete.
func Lower(src string) (code string, err error) {
	out := transform(src, lowering(api.LoaderJS))
	switch {
	case len(out.Errors) == 0:
		code, _ = withMembers("", string(out.Code), "")
		return code, nil
	case out.Errors[0].Text == "Unexpected end of file":
		return "", io.ErrUnexpectedEOF
	}
	return "", errors.New(out.Errors[0].Text)
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
