package warnings

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"framework/engine/problem"
	"framework/engine/project"
	"framework/engine/source"
)

// Scripts are the scripts of one version of a project, for all warnings of a build: each
// is read once, when it is first needed. A nil one knows nothing. It is for one goroutine.
type Scripts struct {
	tree    *project.Tree
	sources map[string]*source.Source // by path relative to the project; nil for what cannot be read
	texts   map[string]string         // of all scripts and views; nil before the first call of Reads
}

// NewScripts makes the scripts of a project.
func NewScripts(tree *project.Tree) *Scripts {
	return &Scripts{tree: tree, sources: map[string]*source.Source{}}
}

// Locate gives a problem the place where its key is written in its file, if that is found.
func (s *Scripts) Locate(p problem.Problem) problem.Problem {
	if p.Key == "" || p.Line > 0 {
		return p
	}
	if text := s.source(p.File); text != nil {
		if place, ok := text.Key(p.Key); ok {
			return p.At(place.Line, place.Column)
		}
	}
	return p
}

func (s *Scripts) source(file string) *source.Source {
	if s == nil || file == "" {
		return nil
	}
	if _, ok := s.sources[file]; !ok {
		s.sources[file] = nil
		if text, ok := s.text(file); ok {
			s.sources[file] = source.Read(text)
		}
	}
	return s.sources[file]
}

func (s *Scripts) text(file string) (string, bool) {
	if text, ok := s.texts[file]; ok {
		return text, true
	}
	text, err := os.ReadFile(filepath.Join(s.tree.Root, filepath.FromSlash(file)))
	return string(text), err == nil
}

const (
	maxReadFile  = 512 << 10 // bytes of one file; larger ones are bundles
	maxReadFiles = 4000
)

// Reads reports whether a script of the project, or of one of its packages for Sails, reads
// a member of that name: then the key is the project's own, even if it looks like a name
// that the server knows. definedIn is the file that writes the key.
func (s *Scripts) Reads(key, definedIn string) bool {
	if s == nil {
		return false
	}
	if s.texts == nil {
		s.load()
	}
	name := regexp.QuoteMeta(key)
	// .key and ['key'], and {key} = … ; `exports.key =` writes it.
	read := regexp.MustCompile(`\.` + name + `\b\s*([^\s=]|==|$)|\[\s*['"]` + name + `['"]\s*\]\s*([^\s=]|==|$)|\{[^{}]*\b` + name + `\b[^{}]*\}\s*=`)
	written := regexp.MustCompile(`['"]?\b` + name + `['"]?\s*:`)
	for file, text := range s.texts {
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
func (s *Scripts) load() {
	s.texts = map[string]string{}
	s.folder(s.tree.Root)
	for name := range s.tree.Package.Dependencies {
		if strings.Contains(strings.ToLower(name), "sails") && name != "sails" {
			s.folder(filepath.Join(s.tree.Root, "node_modules", filepath.FromSlash(name)))
		}
	}
}

func (s *Scripts) folder(dir string) {
	skipped := []string{"node_modules", "bower_components", "assets", "public", "www", "dist"}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil //nolint:nilerr // what cannot be read is not known to read a key
		case len(s.texts) >= maxReadFiles:
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
		rel, relErr := filepath.Rel(s.tree.Root, path)
		if err == nil && relErr == nil {
			s.texts[filepath.ToSlash(rel)] = string(text)
		}
		return nil
	})
}
