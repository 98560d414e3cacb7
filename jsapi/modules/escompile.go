package modules

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"framework/jsapi/compile"
)

// esSyntax matches files with import or export statements, and sometimes a file that
// has such a line in a string.
var esSyntax = regexp.MustCompile(`(?m)^\s*(?:import\s*[\w$*{'"]|export\s*[\w*{])|\bimport\.meta\b|[;}]\s*(?:import|export)\b`)

// esOutput matches what esbuild makes of such statements.
var esOutput = regexp.MustCompile(`(?m)^(?:module\.exports = __toCommonJS\(|var \w+ = __toESM\(require\(|var import_\w* = require\()`)

// converted is a file that esbuild has converted.
type converted struct {
	code, sourceMap string // the map is a comment
	es, async       bool
	members         map[int]int // see withMembers
}

// convert converts a file to the syntax of goja, and an ES module to CommonJS.
func convert(f *file, src string, refusal error) (*converted, error) {
	opts := f.lowering()
	out := transform(src, opts)
	es := f.format == formatModule
	switch {
	case len(out.Errors) == 0:
	case strings.HasPrefix(out.Errors[0].Text, "Top-level await") && f.format != formatCommon:
		return convertAsync(f, src)
	default:
		return nil, f.syntaxError(out.Errors[0], refusal, src)
	}
	c := &converted{es: es}
	c.split(out.Code)
	if !es && f.format == formatUnknown && esSyntax.MatchString(src) {
		c.es = esOutput.MatchString(c.code)
	}
	return c, nil
}

// split separates the source map from the code.
func (c *converted) split(text []byte) {
	c.code = strings.TrimRight(string(text), "\n")
	if i := strings.LastIndex(c.code, "\n//# sourceMappingURL="); i >= 0 {
		c.code, c.sourceMap = c.code[:i], c.code[i:]
	}
}

// Parts of what esbuild writes when it bundles a single ES module: imports, and one list
// of exports at the end.
var (
	bundledImport = regexp.MustCompile(`(?m)^(?:import|export) (?:[^;()=]*? from )?"(?:[^"\\\n]|\\.)*"(?: with \{[^{};]*\})?;$`)
	bundledExport = regexp.MustCompile(`(?s)\nexport \{\n(.*?)\n\};\s*$`)
	exportedName  = regexp.MustCompile(`^\s*([\w$]+|[^\s"]+)(?: as (.+?))?,?$`)
)

// convertAsync converts an ES module that awaits at its top level, which esbuild does not
// convert to CommonJS. First it separates imports and exports from the rest, which then
// becomes an async function.
func convertAsync(f *file, src string) (*converted, error) {
	external := api.Plugin{Name: "external", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: args.Path, External: true}, nil
		})
	}}
	opts := f.lowering()
	first := api.Build(api.BuildOptions{
		Stdin:  &api.StdinOptions{Contents: src, Sourcefile: opts.Sourcefile, Loader: opts.Loader},
		Bundle: true, Format: api.FormatESModule, Target: api.ESNext, Platform: api.PlatformNode, TreeShaking: api.TreeShakingFalse,
		Sourcemap: api.SourceMapInline, SourcesContent: api.SourcesContentExclude, Outfile: opts.Sourcefile + ".out", TsconfigRaw: opts.TsconfigRaw, Define: opts.Define,
		Plugins: []api.Plugin{external}, KeepNames: true, // the second conversion would rename functions
		LogLevel: api.LogLevelSilent, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone,
	})
	if len(first.Errors) > 0 {
		return nil, f.syntaxError(first.Errors[0], nil, src)
	}
	var c converted
	c.split(first.OutputFiles[0].Contents)
	code, getters := c.code, ""
	if m := bundledExport.FindStringSubmatchIndex(code); m != nil {
		getters = gettersOf(code[m[2]:m[3]])
		code = code[:m[0]] + "\n"
	}
	// The lines stay where they are, for the source map.
	var imports strings.Builder
	code = bundledImport.ReplaceAllStringFunc(code, func(statement string) string {
		imports.WriteString(strings.ReplaceAll(statement, "\n", " ") + " ")
		return strings.Repeat("\n", strings.Count(statement, "\n"))
	})
	second := transform(imports.String()+"export {}; async function "+nameTop+"() { "+nameDefine+"({"+getters+"}); await 0; "+code+"\n}"+c.sourceMap, opts)
	if len(second.Errors) > 0 {
		return nil, f.syntaxError(second.Errors[0], nil, src)
	}
	c = converted{es: true, async: true}
	c.split(second.Code)
	return &c, nil
}

// gettersOf makes members of an object from a list of exports.
func gettersOf(list string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(list, "\n") {
		m := exportedName.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		key := m[2]
		if key == "" {
			key = m[1]
		}
		if !strings.HasPrefix(key, `"`) {
			key = compile.Quoted(key)
		}
		fmt.Fprintf(&b, "%s: () => %s, ", key, m[1])
	}
	return b.String()
}

// transpiled compiles a file that esbuild has to convert.
func (c *Cache) transpiled(f *file, src string, refusal error) (*cached, error) {
	text, err := convert(f, src, refusal)
	if err != nil {
		return nil, err
	}
	before, after := wrapOpen, wrapClose
	dynamic := strings.Contains(text.code, "__toESM(require(")
	switch {
	case text.es && f.format == formatModule:
		before, after = esOpen, esClose
	case text.es:
		before, after = esOpenLoose, esClose
	case dynamic:
		before, after = dynamicOpen, dynamicClose
	}
	places := readSourceMap(text.sourceMap)
	comment := places.forEngine(len(before))
	tree, err := compile.Parse(f.path, before+text.code+after+comment)
	if err != nil {
		if code, members := withMembers(before, text.code, after); members != nil {
			text.code, text.members = code, members
			tree, err = compile.Parse(f.path, before+code+after+comment)
		}
	}
	if err != nil {
		return nil, f.parseError(err, src, false)
	}
	awaitIterators(tree)
	if f.loader() == api.LoaderJS {
		keepTexts(tree, len(before), text, places, src)
	}
	done := &cached{}
	switch {
	case text.es:
		done.es = &source{async: text.async, strict: f.format == formatModule, meta: strings.Contains(text.code, nameMeta)}
		extract(tree, src, done.es)
	case dynamic:
		replaceDynamic(tree, nameDynamic)
		done.dynamic = true
	}
	c.coverage.Instrument(f.path, tree, true)
	c.debugger.Instrument(f.path, src, len(before), tree, true)
	if done.program, err = compile.Program(tree, false); err != nil {
		return nil, f.parseError(err, src, false)
	}
	return done, nil
}

// A CommonJS module that calls import() gets that as a function.
const (
	dynamicOpen  = "(function (" + nameDynamic + ") { return function (exports, require, module, __filename, __dirname) { "
	dynamicClose = "\n}; })"
)
