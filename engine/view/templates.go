package view

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"framework/router"
)

// Options configure Templates.
type Options struct {
	// Dir is the folder of the views, absolute.
	Dir string
	// Root is the folder that names of views do not lead out of; "" means Dir.
	Root string
	// Extension of the templates with its dot; "" means ".ejs".
	Extension string
	// Cache keeps what was found and compiled until Forget; without it every
	// use looks at the disk.
	Cache bool
	// NotViews are parts of extensions that files of other kinds have; see Known.
	NotViews []string
	// EJS08: templates are in the dialect of EJS 0.8; see Compile08.
	EJS08 bool
	// Fill may be nil. It changes the text of templates as they are read.
	Fill func(text string) string
}

// Templates are the view files of a project. They are safe for concurrent use.
type Templates struct {
	opts Options

	mu      sync.Mutex
	paths   map[string]string
	sources map[string]*Template
	texts   map[string]string
}

// maxMissing bounds how many names of views that are not there are kept.
const maxMissing = 1000

// ErrNotFound is returned for a view that has no file.
var ErrNotFound = errors.New("there is no such view")

// New returns the templates below opts.Dir.
func New(opts Options) *Templates {
	if opts.Extension == "" {
		opts.Extension = ".ejs"
	}
	if !strings.HasPrefix(opts.Extension, ".") {
		opts.Extension = "." + opts.Extension
	}
	if opts.Root == "" {
		opts.Root = opts.Dir
	}
	t := &Templates{opts: opts}
	t.Forget()
	return t
}

// Dir is the folder of the views.
func (t *Templates) Dir() string { return t.opts.Dir }

// Extension is that of the templates, with its dot.
func (t *Templates) Extension() string { return t.opts.Extension }

// Cached reports whether what was found is kept.
func (t *Templates) Cached() bool { return t.opts.Cache }

// Keeping are the same templates as they are first read from now on.
func (t *Templates) Keeping() *Templates {
	opts := t.opts
	opts.Cache = true
	return New(opts)
}

// Text is the text of the template at path.
func (t *Templates) Text(path string) (string, error) {
	if t.opts.Cache {
		t.mu.Lock()
		text, ok := t.texts[path]
		t.mu.Unlock()
		if ok {
			return text, nil
		}
	}
	text, err := t.read(path)
	if err != nil {
		return "", err
	}
	if t.opts.Cache {
		t.mu.Lock()
		t.texts[path] = text
		t.mu.Unlock()
	}
	return text, nil
}

// read is the text of the file at path as templates have it.
func (t *Templates) read(path string) (string, error) {
	b, err := os.ReadFile(path)
	if err != nil || t.opts.Fill == nil {
		return string(b), err
	}
	return t.opts.Fill(string(b)), nil
}

// Forget drops what was found and compiled.
func (t *Templates) Forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.paths, t.sources, t.texts = map[string]string{}, map[string]*Template{}, map[string]string{}
}

// Exists reports whether there is a file for the view.
func (t *Templates) Exists(name string) bool {
	_, err := t.Lookup(name)
	return err == nil || router.Exhausted(err) != nil // its reader returns that error
}

// Known reports whether a file in the place of the view has any extension. Sails
// binds routes to such a view, which then fails if the engine reads other files.
func (t *Templates) Known(name string) bool {
	dir, base := filepath.Split(filepath.Join(t.opts.Dir, filepath.Clean("/"+name)))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return router.Exhausted(err) != nil
	}
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		ext := filepath.Ext(e.Name())
		return len(ext) > 1 && !e.IsDir() && strings.TrimSuffix(e.Name(), ext) == base &&
			!slices.ContainsFunc(t.opts.NotViews, func(part string) bool { return strings.Contains(ext, part) })
	})
}

// File returns the file whose name is that of a view with the extension, whatever
// extension the name has.
func (t *Templates) File(name string) (string, error) {
	path, err := t.Lookup(name + t.opts.Extension)
	if err == nil && !strings.EqualFold(path, filepath.Join(t.opts.Dir, name)+t.opts.Extension) {
		return "", fmt.Errorf("%w: %q", ErrNotFound, name)
	}
	return path, err
}

// Lookup returns the file of a view: name with the extension, or its index.
// Names lead nowhere outside of Options.Root.
func (t *Templates) Lookup(name string) (string, error) {
	t.mu.Lock()
	path, ok := t.paths[name]
	t.mu.Unlock()
	if ok && path == "" {
		return "", fmt.Errorf("%w: %q", ErrNotFound, name)
	}
	if ok {
		return path, nil
	}
	if strings.ContainsRune(name, 0) {
		return "", fmt.Errorf("%w: %q", ErrNotFound, name)
	}
	base := filepath.Join(t.opts.Dir, name)
	if rel, err := filepath.Rel(t.opts.Root, base); err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%w: %q", ErrNotFound, name)
	}
	tries := []string{base + t.opts.Extension, filepath.Join(base, "index"+t.opts.Extension)}
	if filepath.Ext(base) == t.opts.Extension {
		tries = append([]string{base}, tries...)
	}
	for _, path := range tries {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			if t.opts.Cache {
				t.mu.Lock()
				t.paths[name] = path
				t.mu.Unlock()
			}
			return path, nil
		}
	}
	path, err := t.otherCase(tries)
	if err != nil {
		return "", err
	}
	ok = path != ""
	if t.opts.Cache {
		t.mu.Lock()
		if ok || len(t.paths) < maxMissing {
			t.paths[name] = path
		}
		t.mu.Unlock()
	}
	if ok {
		return path, nil
	}
	return "", fmt.Errorf("%w: %q", ErrNotFound, name)
}

// otherCase finds a file whose path differs in the case of its letters only:
// projects come from disks that ignore case. It is "" if there is none; an
// error means that the server cannot read the folder now.
func (t *Templates) otherCase(tries []string) (string, error) {
	for _, path := range tries {
		rel, err := filepath.Rel(t.opts.Root, path)
		if err != nil {
			continue
		}
		at := t.opts.Root
		for part := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
			entries, err := os.ReadDir(at)
			if exhausted := router.Exhausted(err); exhausted != nil {
				return "", exhausted
			}
			i := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return strings.EqualFold(e.Name(), part) })
			if err != nil || i < 0 {
				at = ""
				break
			}
			at = filepath.Join(at, entries[i].Name())
		}
		if at == "" {
			continue
		}
		if info, err := os.Stat(at); err == nil && info.Mode().IsRegular() {
			return at, nil
		}
	}
	return "", nil
}

// Partial returns the file that partial(name) means in the view file from: in
// the folder of that file as _name and name, as name/index, then from the
// views' folder.
func (t *Templates) Partial(from, name string) (string, error) {
	dir, base := filepath.Split(filepath.Clean(name))
	if ext := filepath.Ext(base); ext == t.opts.Extension {
		base = strings.TrimSuffix(base, ext)
	}
	rel, err := filepath.Rel(t.opts.Dir, filepath.Dir(from))
	if err != nil {
		rel = "."
	}
	for _, at := range []string{rel, "."} {
		for _, file := range []string{"_" + base, base, filepath.Join(base, "index")} {
			if path, err := t.Lookup(filepath.Join(at, dir, file)); err == nil || router.Exhausted(err) != nil {
				return path, err
			}
		}
	}
	return "", fmt.Errorf("%w: partial %q of %s", ErrNotFound, name, from)
}

// LayoutPath is where ejs-locals looks for the layout that the view file from calls
// name: in the folder of that file, or in the views' folder if the name begins with a
// slash.
func (t *Templates) LayoutPath(from, name string) string {
	if filepath.Ext(name) != t.opts.Extension {
		name += t.opts.Extension
	}
	if strings.HasPrefix(name, "/") {
		return filepath.Join(t.opts.Dir, name)
	}
	return filepath.Join(filepath.Dir(from), name)
}

// LayoutFrom returns the file of that layout.
func (t *Templates) LayoutFrom(from, name string) (string, error) {
	rel, err := filepath.Rel(t.opts.Dir, t.LayoutPath(from, name))
	if err != nil {
		return "", err
	}
	return t.Lookup(strings.TrimSuffix(rel, t.opts.Extension))
}

// Source returns the template at path. Errors are *SyntaxError or of the file
// system.
func (t *Templates) Source(path string) (*Template, error) {
	t.mu.Lock()
	src, ok := t.sources[path]
	t.mu.Unlock()
	if ok {
		return src, nil
	}
	text, err := t.read(path)
	if err != nil {
		return nil, err
	}
	read := Compile
	if t.opts.EJS08 {
		read = Compile08
	}
	src, err = read(path, text, t.include)
	if err != nil {
		var syntax *SyntaxError
		if errors.As(err, &syntax) {
			if rel, rerr := filepath.Rel(filepath.Dir(t.opts.Dir), syntax.File); rerr == nil {
				syntax.File = rel
			}
		}
		return nil, err
	}
	if t.opts.Cache {
		t.mu.Lock()
		t.sources[path] = src
		t.mu.Unlock()
	}
	return src, nil
}

func (t *Templates) include(from, name string) (string, string, error) {
	path := includePath(from, name, t.opts.Extension)
	if rel, err := filepath.Rel(t.opts.Dir, path); err != nil || !filepath.IsLocal(rel) {
		return "", "", fmt.Errorf("%w: it lies outside of %s", fs.ErrNotExist, t.opts.Dir)
	}
	text, err := t.read(path)
	return path, text, err
}
