package assets

import (
	"html"
	"io/fs"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"framework/engine/web"
)

// publicFolder is the prefix of globs in the pipeline of Sails.
const publicFolder = ".tmp/public/"

// templatesFile is the file with the compiled templates.
const templatesFile = "jst.js"

// place is a part of a page between two comments.
type place struct {
	begin, end string
	tag        func(address string) string
	files      func(p *Pipeline) []string
}

func script(address string) string { return `<script src="` + address + `"></script>` }

// places are those of tasks/config/sails-linker.js of Sails' generators.
var places = []place{
	{"<!--SCRIPTS-->", "<!--SCRIPTS END-->", script, func(p *Pipeline) []string { return p.files(p.opts.Globs.Scripts) }},
	{
		"<!--STYLES-->", "<!--STYLES END-->",
		func(a string) string { return `<link rel="stylesheet" href="` + a + `">` },
		func(p *Pipeline) []string { return p.files(p.opts.Globs.Styles) },
	},
	{"<!--TEMPLATES-->", "<!--TEMPLATES END-->", script, func(p *Pipeline) []string {
		if len(p.templates()) == 0 {
			return nil
		}
		return []string{templatesFile}
	}},
}

// cut splits a page at the place.
func (pl place) cut(page string) (before, after string, ok bool) {
	before, rest, ok := strings.Cut(page, pl.begin)
	if !ok {
		return "", "", false
	}
	_, after, ok = strings.Cut(rest, pl.end)
	return before, after, ok
}

// Fill replaces the content of the places of a page by tags.
func (p *Pipeline) Fill(page string) string {
	if p.opts.Globs == nil {
		return page
	}
	for _, pl := range places {
		before, after, ok := pl.cut(page)
		if !ok {
			continue
		}
		indent := before[strings.LastIndexByte(before, '\n')+1:]
		if strings.TrimSpace(indent) != "" {
			indent = ""
		}
		var b strings.Builder
		b.WriteString(before)
		b.WriteString(pl.begin)
		for _, file := range pl.files(p) {
			b.WriteString("\n" + indent + pl.tag(address(file)))
		}
		b.WriteString("\n" + indent + pl.end)
		b.WriteString(after)
		page = b.String()
	}
	return page
}

// address returns the path of a file in the form of HTML attributes.
func address(file string) string {
	return html.EscapeString((&url.URL{Path: "/" + file}).EscapedPath())
}

// files returns the public files that match globs, each once, in the order of the
// globs and then by name.
func (p *Pipeline) files(globs []string) []string {
	return choose(globs, func(glob string) string {
		return strings.TrimPrefix(strings.TrimPrefix(path.Clean(glob), publicFolder), "/")
	}, p.public)
}

// templates returns the template files in the project's folder.
func (p *Pipeline) templates() []string {
	if p.opts.Globs == nil {
		return nil
	}
	root := os.DirFS(p.opts.Root)
	return choose(p.opts.Globs.Templates, path.Clean, func(pattern string) []string {
		names, _ := doublestar.Glob(root, pattern, doublestar.WithFilesOnly()) // a malformed pattern matches nothing
		return slices.DeleteFunc(names, web.Hidden)
	})
}

// choose returns the files that match globs, each once; clean turns a glob into a
// pattern.
func choose(globs []string, clean func(glob string) string, list func(pattern string) []string) []string {
	var out []string
	for _, glob := range globs {
		pattern, not := strings.CutPrefix(glob, "!")
		pattern = clean(pattern)
		if not {
			out = slices.DeleteFunc(out, func(f string) bool { ok, _ := doublestar.Match(pattern, f); return ok }) // a malformed pattern matches nothing
			continue
		}
		for _, f := range list(pattern) {
			if !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

// public returns the files of all public folders, by the name under which they
// are served.
func (p *Pipeline) public(pattern string) []string {
	var out []string
	add := func(root fs.FS, pattern string, served func(f string) string) {
		names, _ := doublestar.Glob(root, pattern, doublestar.WithFilesOnly()) // a malformed pattern matches nothing
		for _, f := range names {
			if f = served(f); f != "" && !web.Hidden(f) && !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	for _, dir := range p.opts.Dirs {
		root := os.DirFS(dir)
		add(root, pattern, func(f string) string { return f })
		for _, t := range translations {
			if sources, ok := strings.CutSuffix(pattern, t.to); ok {
				add(root, sources+t.from, t.served)
			}
		}
	}
	slices.Sort(out)
	return out
}
