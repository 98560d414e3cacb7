package modules

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/jsonc"

	"framework/engine/value"
)

// tsconfig is what tsconfig.json says about files of a project.
type tsconfig struct {
	raw string // for esbuild: the options that it uses
	// base is the folder of names that are not relative, "" for none.
	base string
	// paths are patterns of names, and where they lead.
	paths []pathRule
}

type pathRule struct {
	pattern string
	targets []string // absolute, with a star
}

// forCompiler are the options that esbuild reads. It has none for emitDecoratorMetadata.
var forCompiler = []string{
	"alwaysStrict", "experimentalDecorators", "importsNotUsedAsValues", "jsx", "jsxFactory", "jsxFragmentFactory", "jsxImportSource",
	"preserveValueImports", "strict", "target", "useDefineForClassFields", "verbatimModuleSyntax",
}

// maxExtends is how many files may extend each other.
const maxExtends = 20

// configOf returns the tsconfig.json for a file: that of its folder, or of the nearest one
// above it in the project. Packages have none.
func (l *Loader) configOf(path string) *tsconfig {
	dir := filepath.Dir(path)
	if installed(path) || !within(l.opts.Root, dir) {
		return nil
	}
	return l.configAt(dir)
}

func within(root, dir string) bool {
	rel, err := filepath.Rel(root, dir)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func (l *Loader) configAt(dir string) *tsconfig {
	if known, ok := l.configs[dir]; ok {
		return known
	}
	var found *tsconfig
	if path := filepath.Join(dir, "tsconfig.json"); isFile(path) {
		found = l.readConfig(path)
	} else if dir != l.opts.Root {
		found = l.configAt(filepath.Dir(dir))
	}
	l.configs[dir] = found
	return found
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// readConfig reads a tsconfig.json and those that it extends. One that cannot be read is
// left out, with a warning.
func (l *Loader) readConfig(path string) *tsconfig {
	options := map[string]any{}
	out := &tsconfig{}
	if err := l.extend(out, options, path, maxExtends); err != nil {
		l.r.Warn("tsconfig.json is ignored", "file", l.relative(path), "err", err)
		return nil
	}
	if on, _ := options["emitDecoratorMetadata"].(bool); on {
		l.r.Warn("emitDecoratorMetadata has no effect: decorators are called, but Reflect.getMetadata finds no design:type", "file", l.relative(path))
	}
	maps.DeleteFunc(options, func(name string, _ any) bool { return !slices.Contains(forCompiler, name) })
	raw, err := json.Marshal(map[string]any{"compilerOptions": options})
	if err != nil { // not possible: the values were parsed from JSON
		return nil
	}
	out.raw = string(raw)
	return out
}

// extend adds the options of the file at path, above those of the files that it extends.
func (l *Loader) extend(out *tsconfig, options map[string]any, path string, left int) error {
	if left == 0 {
		return fmt.Errorf("%s: too many files extend each other", l.relative(path))
	}
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("extends: %w", err)
	}
	text, err := readModule(path, info.Size())
	if err != nil {
		return err
	}
	l.reads.find(path, info, text)
	parsed, err := value.Parse(jsonc.ToJSON(text))
	if err != nil {
		return fmt.Errorf("%s: %w", l.relative(path), err)
	}
	m, ok := parsed.(*value.Map)
	if !ok {
		return fmt.Errorf("%s: not an object", l.relative(path))
	}
	for _, name := range textsOf(m.Value("extends")) {
		parent, ok := l.extended(name, filepath.Dir(path))
		if !ok {
			return fmt.Errorf("%s: extends %q, which is not found", l.relative(path), name)
		}
		if err := l.extend(out, options, parent, left-1); err != nil {
			return err
		}
	}
	own, _ := m.Value("compilerOptions").(*value.Map)
	if own == nil {
		return nil
	}
	dir := filepath.Dir(path)
	for name, v := range own.All() {
		options[name] = v
	}
	if base, ok := own.Value("baseUrl").(string); ok {
		out.base = filepath.Join(dir, base)
	}
	if paths, ok := own.Value("paths").(*value.Map); ok {
		from := dir
		if out.base != "" {
			from = out.base
		}
		out.paths = nil
		for pattern, v := range paths.All() {
			rule := pathRule{pattern: pattern}
			for _, target := range textsOf(v) {
				if !filepath.IsAbs(target) {
					target = filepath.Join(from, target)
				}
				rule.targets = append(rule.targets, target)
			}
			out.paths = append(out.paths, rule)
		}
	}
	return nil
}

// textsOf returns the texts of v, one or an array of them.
func textsOf(v any) (out []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, one := range v {
			if text, ok := one.(string); ok {
				out = append(out, text)
			}
		}
	}
	return out
}

// extended returns the file that extends names: a path, or one of a package.
func (l *Loader) extended(name, dir string) (string, bool) {
	var candidates []string
	if strings.HasPrefix(name, ".") || filepath.IsAbs(name) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		candidates = []string{name, name + ".json", filepath.Join(name, "tsconfig.json")}
	} else {
		for _, folder := range nodeModules(dir) {
			full := filepath.Join(folder, name)
			candidates = append(candidates, full, full+".json", filepath.Join(full, "tsconfig.json"))
		}
	}
	for _, path := range candidates {
		if isFile(path) {
			return path, true
		}
	}
	return "", false
}

// mappedName resolves a name that is not relative by paths and baseUrl of tsconfig.json.
// Like TypeScript, it takes the pattern with the longest text in front of its star.
func (l *Loader) mappedName(c *tsconfig, name string) (target, bool) {
	var best *pathRule
	longest, part := -1, ""
	for i := range c.paths {
		rule := &c.paths[i]
		if rule.pattern == name {
			best, part = rule, ""
			break
		}
		head, tail, star := strings.Cut(rule.pattern, "*")
		if star && len(head) > longest && len(name) >= len(head)+len(tail) && strings.HasPrefix(name, head) && strings.HasSuffix(name, tail) {
			best, longest, part = rule, len(head), name[len(head):len(name)-len(tail)]
		}
	}
	if best != nil {
		for _, to := range best.targets {
			if t, ok := l.file(strings.Replace(to, "*", part, 1)); ok {
				return t, true
			}
		}
	}
	if c.base != "" {
		return l.file(filepath.Join(c.base, name))
	}
	return target{}, false
}
