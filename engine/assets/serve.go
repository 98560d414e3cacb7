package assets

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"framework/engine/web"
	"framework/router"
)

// translation compiles files of one kind to another.
type translation struct {
	from, to string
	// only is the base name of the files that are compiled; others are imported
	// by them.
	only string
	age  func(file string) time.Time
	make func(t Translator, ctx context.Context, text, file string) (string, error)
	// packages are those that may compile them, the preferred first.
	packages []string
}

// translations are those of tasks/config of Sails' generators.
var translations = []translation{
	{
		".less", ".css", "importer", func(file string) time.Time { return newest(filepath.Dir(file), ".less") }, Translator.Less,
		LessPackages(),
	},
	{".coffee", ".js", "", age, Translator.Coffee, CoffeePackages()},
}

// LessPackages are the npm packages that compile LESS, the preferred first: those
// that the project installs, and those of the packages that it installs instead.
func LessPackages() []string {
	return []string{"less", "sails-hook-grunt/node_modules/less", "grunt-contrib-less/node_modules/less"}
}

// CoffeePackages are the npm packages that compile CoffeeScript, the preferred first.
func CoffeePackages() []string {
	return []string{
		"coffeescript", "coffee-script", "grunt-contrib-coffee/node_modules/coffee-script", "grunt-contrib-coffee/node_modules/coffeescript",
		"sails-hook-grunt/node_modules/coffeescript", "sails-hook-grunt/node_modules/coffee-script",
	}
}

// Compilers are the npm packages of which one has to be installed for a file of that
// name to be compiled, the preferred first; nil for a file that is not compiled.
func Compilers(name string) []string {
	for _, t := range translations {
		if t.served(name) != "" {
			return t.packages
		}
	}
	return nil
}

// served returns the name under which the file is served, empty if it is not
// served by itself.
func (t translation) served(name string) string {
	base := strings.TrimSuffix(name, t.from)
	if base == name || t.only != "" && path.Base(base) != t.only {
		return ""
	}
	return base + t.to
}

// source returns the name of the source file for the served name, empty if it is
// not of this kind.
func (t translation) source(name string) string {
	base := strings.TrimSuffix(name, t.to)
	if base == name || t.only != "" && path.Base(base) != t.only {
		return ""
	}
	return base + t.from
}

// made is a generated file.
type made struct {
	text string
	err  error
	// age is the time of its newest source file.
	age time.Time
}

// asked returns the name of the requested file, empty if the request is not for a
// file.
func asked(x *router.Exchange) string {
	rel, folder, ok := web.AskedFile(x)
	if folder {
		rel = path.Join(rel, "index.html")
	}
	if !ok || !filepath.IsLocal(rel) {
		return ""
	}
	return rel
}

// Serve answers a request for a generated file, and passes on any other. Existing
// files have precedence.
func (p *Pipeline) Serve(x *router.Exchange) (router.Verdict, error) {
	name := asked(x)
	if name == "" {
		return router.Pass, nil
	}
	for _, t := range translations {
		source := t.source(name)
		if source == "" {
			continue
		}
		file, text, err := p.read(source)
		if exhausted := router.Exhausted(err); exhausted != nil {
			return router.Answered, exhausted
		}
		if err != nil {
			continue
		}
		made := p.make(x.Context(), file, t.age(file), func(ctx context.Context) (string, error) {
			return t.make(p.opts.Translator, ctx, text, file)
		})
		return p.answer(x, name, made)
	}
	if name == templatesFile {
		return p.serveTemplates(x)
	}
	return router.Pass, nil
}

// ServePage answers a request for a page of the public folders that has places
// for tags, and passes on any other.
func (p *Pipeline) ServePage(x *router.Exchange) (router.Verdict, error) {
	if p.opts.Globs == nil {
		return router.Pass, nil
	}
	name := asked(x)
	if path.Ext(name) != ".html" {
		return router.Pass, nil
	}
	_, text, err := p.read(name)
	if exhausted := router.Exhausted(err); exhausted != nil {
		return router.Answered, exhausted
	}
	if err != nil || !slices.ContainsFunc(places, func(pl place) bool { _, _, ok := pl.cut(text); return ok }) {
		return router.Pass, nil //nolint:nilerr // an unreadable file does not exist for clients
	}
	return p.answer(x, name, made{text: p.Fill(text)})
}

func (p *Pipeline) serveTemplates(x *router.Exchange) (router.Verdict, error) {
	names := p.templates()
	if len(names) == 0 {
		return router.Pass, nil
	}
	var youngest time.Time
	for _, n := range names {
		if t := age(filepath.Join(p.opts.Root, filepath.FromSlash(n))); t.After(youngest) {
			youngest = t
		}
	}
	// Removing a file does not change the newest time, so the names are part of
	// the key.
	made := p.make(x.Context(), strings.Join(names, "\n"), youngest, func(ctx context.Context) (string, error) {
		var list []Template
		for _, n := range names {
			text, err := os.ReadFile(filepath.Join(p.opts.Root, filepath.FromSlash(n)))
			if err != nil {
				return "", err
			}
			list = append(list, Template{Name: n, Text: string(text)})
		}
		return p.opts.Translator.Templates(ctx, list)
	})
	return p.answer(x, templatesFile, made)
}

// read returns the text and the path of a file from the first public folder that
// has it.
func (p *Pipeline) read(name string) (file, text string, err error) {
	err = fs.ErrNotExist
	for _, dir := range p.opts.Dirs {
		var root *os.Root
		if root, err = os.OpenRoot(dir); err != nil {
			if router.Exhausted(err) != nil {
				break
			}
			continue
		}
		var b []byte
		b, err = root.ReadFile(filepath.FromSlash(name))
		_ = root.Close()
		if router.Exhausted(err) != nil {
			break
		}
		if err == nil {
			return filepath.Join(dir, filepath.FromSlash(name)), string(b), nil
		}
	}
	return "", "", err
}

func (p *Pipeline) answer(x *router.Exchange, name string, made made) (router.Verdict, error) {
	switch {
	case errors.Is(made.err, ErrNoTranslator):
		return router.Pass, nil
	case made.err != nil:
		return router.Answered, made.err
	}
	h := x.Response.Header()
	h.Set("Content-Type", p.opts.Types.File(name))
	h.Set("Cache-Control", p.opts.CacheControl)
	return router.Answered, x.Response.Commit(http.StatusOK, []byte(made.text))
}

// make returns the generated file for key if its newest source file has that age,
// and generates it otherwise.
func (p *Pipeline) make(ctx context.Context, key string, age time.Time, fn func(ctx context.Context) (string, error)) made {
	p.mu.Lock()
	defer p.mu.Unlock()
	if m, ok := p.made[key]; ok && m.age.Equal(age) {
		return m
	}
	text, err := fn(ctx)
	m := made{text, err, age}
	switch {
	case err != nil && (ctx.Err() != nil || router.Exhausted(err) != nil):
		return m // another request may wait longer, or come later
	case err != nil:
		p.opts.Log("an asset could not be made", "file", key, "error", err)
	}
	p.made[key] = m
	return m
}

// age returns the modification time of a file.
func age(file string) time.Time {
	st, err := os.Stat(file)
	if err != nil {
		return time.Time{}
	}
	return st.ModTime()
}

// newest returns the time of the newest file with the extension below dir.
func newest(dir, extension string) (youngest time.Time) {
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != extension {
			return nil //nolint:nilerr // an unreadable file has no time
		}
		if info, err := e.Info(); err == nil && info.ModTime().After(youngest) {
			youngest = info.ModTime()
		}
		return nil
	})
	return youngest
}
