package links

import (
	"html"
	"io/fs"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Pipeline is what tasks/pipeline.js says: globs of files in the public folder,
// in the order in which pages are to load them. One that begins with ! takes
// files out again.
type Pipeline struct {
	Scripts, Styles []string
}

// Linker fills pages. Safe for concurrent use.
type Linker struct {
	pipeline Pipeline
	dirs     []string
	// compiled are the extensions that the server makes others of.
	compiled map[string]string
}

// publicFolder is what the globs of the peers' pipeline begin with.
const publicFolder = ".tmp/public/"

// New returns a Linker for the public folders dirs. compiled says what is
// served as something else: ".less" as ".css".
func New(p Pipeline, dirs []string, compiled map[string]string) *Linker {
	return &Linker{pipeline: p, dirs: dirs, compiled: compiled}
}

// place is a part of a page between two comments.
type place struct {
	begin, end string
	tag        func(address string) string
	globs      func(p Pipeline) []string
}

var places = []place{
	{"<!--SCRIPTS-->", "<!--SCRIPTS END-->", func(a string) string { return `<script src="` + a + `"></script>` }, func(p Pipeline) []string { return p.Scripts }},
	{"<!--STYLES-->", "<!--STYLES END-->", func(a string) string { return `<link rel="stylesheet" href="` + a + `">` }, func(p Pipeline) []string { return p.Styles }},
}

// Fill puts tags into the places of a page. What stands there already goes.
func (l *Linker) Fill(page string) string {
	for _, p := range places {
		before, rest, ok := strings.Cut(page, p.begin)
		if !ok {
			continue
		}
		_, after, ok := strings.Cut(rest, p.end)
		if !ok {
			continue
		}
		indent := before[strings.LastIndexByte(before, '\n')+1:]
		if strings.TrimSpace(indent) != "" {
			indent = ""
		}
		var b strings.Builder
		b.WriteString(before)
		b.WriteString(p.begin)
		for _, file := range l.Files(p.globs(l.pipeline)) {
			b.WriteString("\n" + indent + p.tag(address(file)))
		}
		b.WriteString("\n" + indent + p.end)
		b.WriteString(after)
		page = b.String()
	}
	return page
}

// address is the path of a file as HTML has it.
func address(file string) string {
	return html.EscapeString((&url.URL{Path: "/" + file}).EscapedPath())
}

// Files are the public files that globs name, each once, glob by glob and then
// by name.
func (l *Linker) Files(globs []string) []string {
	var out []string
	for _, glob := range globs {
		not := strings.HasPrefix(glob, "!")
		pattern := strings.TrimPrefix(strings.TrimPrefix(path.Clean(strings.TrimPrefix(glob, "!")), publicFolder), "/")
		if not {
			out = slices.DeleteFunc(out, func(f string) bool { ok, _ := doublestar.Match(pattern, f); return ok }) // a broken pattern names nothing
			continue
		}
		for _, f := range l.matching(pattern) {
			if !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

// matching are the files of all folders, by name, under the names that they are
// served as.
func (l *Linker) matching(pattern string) []string {
	var out []string
	add := func(root fs.FS, pattern string, served func(f string) string) {
		names, _ := doublestar.Glob(root, pattern, doublestar.WithFilesOnly()) // a broken pattern names nothing
		for _, f := range names {
			if f = served(f); f != "" && !hidden(f) && !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	for _, dir := range l.dirs {
		root := os.DirFS(dir)
		add(root, pattern, func(f string) string { return f })
		for from, to := range l.compiled {
			sources, ok := strings.CutSuffix(pattern, to)
			if !ok {
				continue
			}
			add(root, sources+from, func(f string) string {
				if path.Base(f) != "importer"+from {
					return "" // it is a part of others
				}
				return strings.TrimSuffix(f, from) + to
			})
		}
	}
	slices.Sort(out)
	return out
}

func hidden(file string) bool {
	for part := range strings.SplitSeq(file, "/") {
		if strings.HasPrefix(part, ".") {
			return true
		}
	}
	return false
}
