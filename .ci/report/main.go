// Command report prints what the structure of the code base is like: the types
// with the most methods, the packages with the most files and imports, the
// conditionals on a release, and the functions with the most branches. It
// judges nothing. Run it with make report, in the root of a checkout.
package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"log"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// module is the path in front of the packages of this code base.
const module = "framework/"

// count is one line of a list.
type count struct {
	name string
	n    int
}

// report collects the counts.
type report struct {
	methods   map[string]int             // by type, as in "engine.App"
	files     map[string]int             // by package
	lines     map[string]int             // by package
	imports   map[string]map[string]bool // of this code base, by package
	branches  map[string]int             // by function
	releases  map[string]int             // conditionals on a release, by package
	functions int
}

func main() {
	log.SetFlags(0)
	r := &report{
		methods: map[string]int{}, files: map[string]int{}, lines: map[string]int{},
		imports: map[string]map[string]bool{}, branches: map[string]int{}, releases: map[string]int{},
	}
	if err := r.walk("."); err != nil {
		log.Fatal(err)
	}
	imports := map[string]int{}
	for name, set := range r.imports {
		imports[name] = len(set)
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	print(out, "methods of the largest types", largest(r.methods, 10), "")
	print(out, "files of the largest packages", largest(r.files, 10), "")
	print(out, "lines of the largest packages", largest(r.lines, 10), "")
	print(out, "packages of ours that a package imports", largest(imports, 10), "")
	print(out, "branches of the functions with the most", largest(r.branches, 30), "")
	print(out, "conditionals on a release", largest(r.releases, len(r.releases)), "none")
	fmt.Fprintf(out, "\n%d packages, %d functions and methods, %d conditionals on a release\n", len(r.files), r.functions, sum(r.releases))
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

func print(out *tabwriter.Writer, title string, list []count, none string) {
	fmt.Fprintf(out, "\n%s\n", title)
	for _, c := range list {
		fmt.Fprintf(out, "\t%s\t%d\n", c.name, c.n)
	}
	if len(list) == 0 {
		fmt.Fprintf(out, "\t%s\n", none)
	}
}

func largest(counts map[string]int, n int) []count {
	list := make([]count, 0, len(counts))
	for name, n := range counts {
		list = append(list, count{name, n})
	}
	slices.SortFunc(list, func(a, b count) int {
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.name, b.name))
	})
	return list[:min(n, len(list))]
}

func sum(counts map[string]int) int {
	total := 0
	for _, n := range counts {
		total += n
	}
	return total
}

// walk reads every Go file below a folder that is no test.
func (r *report) walk(root string) error {
	return filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		return r.file(filepath.ToSlash(name))
	})
}

func (r *report) file(name string) error {
	positions := token.NewFileSet()
	f, err := parser.ParseFile(positions, name, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	pkg := path.Dir(name)
	r.files[pkg]++
	r.lines[pkg] += positions.Position(f.End()).Line
	if r.imports[pkg] == nil {
		r.imports[pkg] = map[string]bool{}
	}
	for _, spec := range f.Imports {
		if ours, ok := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), module); ok {
			r.imports[pkg][ours] = true
		}
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		r.functions++
		label := pkg + "." + fn.Name.Name
		if fn.Recv != nil {
			receiver := pkg + "." + typeName(fn.Recv.List[0].Type)
			r.methods[receiver]++
			label = receiver + "." + fn.Name.Name
		}
		r.branches[label] = 1 + branches(fn)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			r.releases[pkg] += onRelease(n.Cond)
		case *ast.CaseClause:
			for _, e := range n.List {
				r.releases[pkg] += onRelease(e)
			}
		}
		return true
	})
	if r.releases[pkg] == 0 {
		delete(r.releases, pkg)
	}
	return nil
}

// typeName is the name of a receiver's type.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}

// branches counts what gives a function one more path, as gocyclo does.
func branches(fn *ast.FuncDecl) int {
	n := 0
	ast.Inspect(fn, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

// onRelease is 1 for a condition that reads which release a project is of.
func onRelease(e ast.Expr) int {
	found := 0
	ast.Inspect(e, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && (s.Sel.Name == "Modern" || s.Sel.Name == "Strict" || s.Sel.Name == "Classic") {
			found = 1
		}
		return true
	})
	return found
}
