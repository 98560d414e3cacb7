package pipeline

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

// translation makes files of one kind of another.
type translation struct {
	from, to string
	// only is the base name that a file has to have; the others are parts of it.
	only string
	age  func(file string) time.Time
	make func(t Translator, ctx context.Context, text, file string) (string, error)
}

// translations are those of tasks/config of the peers' generators.
var translations = []translation{
	{".less", ".css", "importer", func(file string) time.Time { return newest(filepath.Dir(file), ".less") }, Translator.Less},
	{".coffee", ".js", "", age, Translator.Coffee},
}

// served is the name under which the file called name is served, "" when it is
// not served by itself.
func (t translation) served(name string) string {
	base := strings.TrimSuffix(name, t.from)
	if base == name || t.only != "" && path.Base(base) != t.only {
		return ""
	}
	return base + t.to
}

// source is the name of the file that the one called name is made of, "" when it
// is none of this kind.
func (t translation) source(name string) string {
	base := strings.TrimSuffix(name, t.to)
	if base == name || t.only != "" && path.Base(base) != t.only {
		return ""
	}
	return base + t.from
}

// made is what a file was made into.
type made struct {
	text string
	err  error
	// age is the time of the newest file that it was made of.
	age time.Time
}

// asked is the name of the file that a request is for, "" when it is for none.
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

// Serve answers a request for a file that is made of others, and passes when it is
// none. Files that are there go first.
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

// ServePage answers a request for a page of the public folders that has places for
// tags, and passes for every other.
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
		return router.Pass, nil //nolint:nilerr // what cannot be read is not there
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
	// A file that went away makes nothing younger, so the names are part of the key.
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

// read returns the text of the file called name, and where it is, from the first
// public folder that has it.
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
	h.Set("Content-Type", web.ContentType(name, p.opts.Modern))
	h.Set("Cache-Control", p.opts.CacheControl)
	return router.Answered, x.Response.Commit(http.StatusOK, []byte(made.text))
}

// make returns what was made of key's files when the newest of them was of that
// age, and makes it when that is not known.
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
		return m // somebody else may wait longer, or come later
	case err != nil:
		p.opts.Log("an asset could not be made", "file", key, "error", err)
	}
	p.made[key] = m
	return m
}

// age is the time of a file.
func age(file string) time.Time {
	st, err := os.Stat(file)
	if err != nil {
		return time.Time{}
	}
	return st.ModTime()
}

// newest is the time of the newest file of that extension below dir.
func newest(dir, extension string) (youngest time.Time) {
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != extension {
			return nil //nolint:nilerr // what cannot be read makes nothing newer
		}
		if info, err := e.Info(); err == nil && info.ModTime().After(youngest) {
			youngest = info.ModTime()
		}
		return nil
	})
	return youngest
}
