package profiler

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"slices"
	"strings"
)

//go:embed flame.html
var page string

// child is the child with a name, which is made if there is none.
func (n *Node) child(name string) *Node {
	for _, c := range n.Children {
		if c.Name == name {
			return c
		}
	}
	c := &Node{Name: name}
	n.Children = append(n.Children, c)
	return c
}

// sort puts the children of all nodes into the order of their names, so that two graphs
// of the same are alike.
func (n *Node) sort() {
	slices.SortFunc(n.Children, func(a, b *Node) int { return strings.Compare(a.Name, b.Name) })
	for _, c := range n.Children {
		c.sort()
	}
}

// box is a node as the page shows it, in percent of the width.
type box struct {
	Name, Label string
	Left, Width float64
	Depth       int
	Hue         int
}

// Smallest is the part of the whole below which a page leaves a function out.
const Smallest = 0.0005

// WritePage writes the graph as a page that needs nothing else.
func (g *Graph) WritePage(w io.Writer, title string) error {
	t, err := template.New("flame").Parse(page)
	if err != nil {
		return err
	}
	var boxes []box
	deepest := 0
	var place func(n *Node, left float64, depth int)
	place = func(n *Node, left float64, depth int) {
		width := 1.0
		if g.Root.Value > 0 {
			width = float64(n.Value) / float64(g.Root.Value)
		}
		if width < Smallest {
			return
		}
		deepest = max(deepest, depth)
		boxes = append(boxes, box{
			Name: n.Name, Label: fmt.Sprintf("%s: %s, %.1f %%", n.Name, g.amount(n.Value), 100*width),
			Left: 100 * left, Width: 100 * width, Depth: depth, Hue: hues[n.Owner()],
		})
		for _, c := range n.Children {
			place(c, left, depth+1)
			if g.Root.Value > 0 {
				left += float64(c.Value) / float64(g.Root.Value)
			}
		}
	}
	place(g.Root, 0, 0)
	return t.Execute(w, map[string]any{"Title": title, "Boxes": boxes, "Rows": deepest + 1, "All": g.amount(g.Root.Value)})
}

// amount is a value with its unit, for people.
func (g *Graph) amount(v int64) string {
	switch g.Unit {
	case "nanoseconds":
		return fmt.Sprintf("%.1f ms", float64(v)/1e6)
	case "bytes":
		return fmt.Sprintf("%.1f KiB", float64(v)/1024)
	}
	return fmt.Sprint(v)
}

// Owner is whose a function is.
type Owner string

// The owners.
const (
	Project Owner = "project"
	Package Owner = "package"
	Server  Owner = "server"
)

// scriptLine ends the name of a line of JavaScript: "find api/controllers/PetController.js:7".
var scriptLine = regexp.MustCompile(`\.[cm]?[jt]sx?:\d+$`)

// Owner says whose the function of a node is, by its name.
func (n *Node) Owner() Owner {
	switch {
	case strings.Contains(n.Name, "node_modules/"):
		return Package
	case scriptLine.MatchString(n.Name):
		return Project
	}
	return Server
}

// hues tell the owners apart.
var hues = map[Owner]int{Project: 15, Package: 45, Server: 205}
