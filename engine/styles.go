package engine

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"framework/jsapi"
	"framework/jsapi/app"
	"framework/router"
)

// styles serves the style sheets that a project of 1.x writes in LESS: a CSS
// file called importer that is not there is made of the LESS file of its name.
type styles struct {
	dirs         []string
	compile      func(ctx context.Context, text, file string) (string, error)
	log          func(message string, args ...any)
	cacheControl string

	mu     sync.Mutex
	sheets map[string]sheet
}

// sheet is what a LESS file was made into.
type sheet struct {
	css string
	err error
	// age is the time of the newest LESS file that it may be made of.
	age time.Time
}

// styles is nil for projects that have no such files.
func (b *builder) styles(cacheControl string) *styles {
	if !b.profile.Modern {
		return nil
	}
	return &styles{
		dirs: b.tree.Assets, cacheControl: cacheControl, log: b.app.log.Warn, sheets: map[string]sheet{},
		compile: func(ctx context.Context, text, file string) (string, error) {
			v, err := b.iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) {
				b.js.CompileLess(op, text, file, filepath.Dir(file))
			}).Wait()
			css, _ := v.(string)
			return css, err
		},
	}
}

// serve answers a request for a style sheet that is made of another file.
func (s *styles) serve(x *router.Exchange) (router.Verdict, error) {
	if m := x.Request.Method; s == nil || m != http.MethodGet && m != http.MethodHead || path.Base(x.Request.Path) != "importer.css" {
		return router.Pass, nil
	}
	name, err := url.PathUnescape(x.Request.Path)
	if err != nil || strings.ContainsAny(name, "\\\x00") {
		return router.Pass, nil //nolint:nilerr // what does not decode names no file
	}
	rel := strings.TrimSuffix(strings.TrimPrefix(path.Clean("/"+name), "/"), ".css") + ".less"
	if !filepath.IsLocal(rel) || strings.Contains("/"+rel, "/.") {
		return router.Pass, nil
	}
	for _, dir := range s.dirs {
		file := filepath.Join(dir, filepath.FromSlash(rel))
		if st, err := os.Stat(file); err != nil || !st.Mode().IsRegular() {
			continue
		}
		made := s.sheet(x.Context(), file)
		switch {
		case errors.Is(made.err, app.ErrNoLess):
			return router.Pass, nil
		case made.err != nil:
			return router.Answered, made.err
		}
		h := x.Response.Header()
		h.Set("Content-Type", "text/css; charset=UTF-8")
		h.Set("Cache-Control", s.cacheControl)
		return router.Answered, x.Response.Commit(http.StatusOK, []byte(made.css))
	}
	return router.Pass, nil
}

// sheet is what the file is made into, made anew where a LESS file beside or
// below it has changed.
func (s *styles) sheet(ctx context.Context, file string) sheet {
	age := newest(filepath.Dir(file))
	s.mu.Lock()
	defer s.mu.Unlock()
	if made, ok := s.sheets[file]; ok && made.age.Equal(age) {
		return made
	}
	made := sheet{age: age}
	text, err := os.ReadFile(file)
	if err == nil {
		made.css, err = s.compile(ctx, string(text), file)
	}
	if made.err = err; err != nil {
		if ctx.Err() != nil {
			return made // somebody else may wait longer
		}
		s.log("a style sheet could not be made", "file", file, "error", err)
	}
	s.sheets[file] = made
	return made
}

// newest is the time of the newest LESS file below dir.
func newest(dir string) (age time.Time) {
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".less" {
			return nil //nolint:nilerr // what cannot be read makes nothing newer
		}
		if info, err := e.Info(); err == nil && info.ModTime().After(age) {
			age = info.ModTime()
		}
		return nil
	})
	return age
}
