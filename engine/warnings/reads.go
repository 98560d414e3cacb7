package warnings

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"framework/engine/project"
)

// reads finds out whether a project, or one of its packages for Sails, reads a key: then
// the key is the project's own, even if it looks like a name that the server knows.
type reads struct {
	tree  *project.Tree
	files map[string]string // text by path relative to the project; nil before the first question
}

func newReads(tree *project.Tree) *reads { return &reads{tree: tree} }

const (
	maxReadFile  = 512 << 10 // bytes of one file; larger ones are bundles
	maxReadFiles = 4000
)

// has reports whether a script reads a member of that name. definedIn is the file that
// writes the key.
func (r *reads) has(key, definedIn string) bool {
	if r == nil {
		return false
	}
	if r.files == nil {
		r.load()
	}
	name := regexp.QuoteMeta(key)
	// .key and ['key'], and {key} = … ; `exports.key =` writes it.
	read := regexp.MustCompile(`\.` + name + `\b\s*([^\s=]|==|$)|\[\s*['"]` + name + `['"]\s*\]\s*([^\s=]|==|$)|\{[^{}]*\b` + name + `\b[^{}]*\}\s*=`)
	written := regexp.MustCompile(`['"]?\b` + name + `['"]?\s*:`)
	for file, text := range r.files {
		if !strings.Contains(text, key) {
			continue
		}
		if read.MatchString(text) {
			return true
		}
		// What a package for Sails has among its defaults.
		if file != definedIn && strings.HasPrefix(file, "node_modules/") && written.MatchString(text) {
			return true
		}
	}
	return false
}

// load reads the scripts and views of the project, and those of its packages for Sails.
func (r *reads) load() {
	r.files = map[string]string{}
	r.folder(r.tree.Root)
	for name := range r.tree.Package.Dependencies {
		if strings.Contains(strings.ToLower(name), "sails") && name != "sails" {
			r.folder(filepath.Join(r.tree.Root, "node_modules", filepath.FromSlash(name)))
		}
	}
}

func (r *reads) folder(dir string) {
	skipped := []string{"node_modules", "bower_components", "assets", "public", "www", "dist"}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil //nolint:nilerr // what cannot be read is not known to read a key
		case len(r.files) >= maxReadFiles:
			return fs.SkipAll
		case d.IsDir() && path != dir && (slices.Contains(skipped, d.Name()) || strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.IsDir() || !slices.Contains([]string{".js", ".mjs", ".cjs", ".ts", ".coffee", ".ejs", ".jade", ".pug"}, filepath.Ext(path)):
			return nil
		}
		if info, err := d.Info(); err != nil || info.Size() > maxReadFile {
			return nil //nolint:nilerr // as above
		}
		text, err := os.ReadFile(path)
		rel, relErr := filepath.Rel(r.tree.Root, path)
		if err == nil && relErr == nil {
			r.files[filepath.ToSlash(rel)] = string(text)
		}
		return nil
	})
}
