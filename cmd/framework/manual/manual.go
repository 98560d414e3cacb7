package manual

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Manual is the documentation, ready to be read and searched. It is not changed.
type Manual struct {
	pages    []*Page // by name
	pictures map[string][]byte
	words    map[string][]occurrence
}

// Page is one page.
type Page struct {
	Name, Title string
	HTML        string
	Sections    []Section
}

// Section is a part of a page under a heading; the first has the title of the page.
type Section struct {
	Title, Anchor string
	Level         int
	Text          string // without markup
}

// picture is what the names of pictures end in.
const picture = ".png"

// index is the page that leads to the others.
const index = "index"

// New reads the pages of a folder, and the pictures that they show.
func New(files fs.FS) (*Manual, error) {
	names, err := fs.Glob(files, "*.md")
	if err != nil {
		return nil, err
	}
	m := &Manual{pictures: map[string][]byte{}, words: map[string][]occurrence{}}
	pictures, err := fs.Glob(files, "*"+picture)
	if err != nil {
		return nil, err
	}
	for _, file := range pictures {
		if m.pictures[file], err = fs.ReadFile(files, file); err != nil {
			return nil, err
		}
	}
	for _, file := range names {
		source, err := fs.ReadFile(files, file)
		if err != nil {
			return nil, err
		}
		p, err := read(strings.TrimSuffix(path.Base(file), ".md"), source)
		if err != nil {
			return nil, fmt.Errorf("the page %s: %w", file, err)
		}
		m.pages = append(m.pages, p)
	}
	for _, p := range m.pages {
		m.note(p)
	}
	return m, nil
}

// Page finds a page by its name, nil for none.
func (m *Manual) Page(name string) *Page {
	i := slices.IndexFunc(m.pages, func(p *Page) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return m.pages[i]
}

// read converts a page.
func read(name string, source []byte) (*Page, error) {
	markdown := goldmark.New(
		goldmark.WithExtensions(extension.GFM),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(links{}, 100))),
	)
	document := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(new(anchors)))))
	var out bytes.Buffer
	if err := markdown.Renderer().Render(&out, source, document); err != nil {
		return nil, err
	}
	p := &Page{Name: name, Title: name, HTML: out.String()}
	for n := document.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			id, _ := h.AttributeString("id")
			anchor, _ := id.([]byte)
			p.Sections = append(p.Sections, Section{Title: plain(h, source), Anchor: string(anchor), Level: h.Level})
			continue
		}
		if len(p.Sections) == 0 {
			p.Sections = append(p.Sections, Section{Title: name})
		}
		last := &p.Sections[len(p.Sections)-1]
		last.Text += plain(n, source) + "\n"
	}
	if len(p.Sections) > 0 {
		p.Title = p.Sections[0].Title
	}
	return p, nil
}

// plain is the text of a node without markup.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function never fails
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(source))
				if n.SoftLineBreak() || n.HardLineBreak() {
					b.WriteByte(' ')
				}
			}
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			if entering {
				for i := range n.Lines().Len() {
					line := n.Lines().At(i)
					b.Write(line.Value(source))
				}
			}
		default:
			if !entering && n.Type() == ast.TypeBlock {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}

// links lead from page to page as they are served: without .md.
type links struct{}

// Transform implements parser.ASTTransformer.
func (links) Transform(document *ast.Document, _ text.Reader, _ parser.Context) {
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function never fails
		if l, ok := n.(*ast.Link); ok && entering {
			target, anchor, has := strings.Cut(string(l.Destination), "#")
			if page, isPage := strings.CutSuffix(target, ".md"); isPage && !strings.Contains(page, "/") {
				target = "/" + page
				if has {
					target += "#" + anchor
				}
				l.Destination = []byte(target)
			}
		}
		return ast.WalkContinue, nil
	})
}

// anchors names headings as links of the pages expect, which GitHub shows too.
type anchors struct{ used map[string]int }

// Generate implements parser.IDs.
func (a *anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	id := strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '-':
			return '-'
		case r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z':
			return r
		}
		return -1
	}, strings.ToLower(strings.TrimSpace(string(value))))
	if a.used == nil {
		a.used = map[string]int{}
	}
	a.used[id]++
	if n := a.used[id]; n > 1 {
		id = fmt.Sprintf("%s-%d", id, n-1)
	}
	return []byte(id)
}

// Put implements parser.IDs.
func (a *anchors) Put(value []byte) {
	if a.used == nil {
		a.used = map[string]int{}
	}
	a.used[string(value)]++
}
