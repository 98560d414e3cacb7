package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"framework/engine/testenv"
)

// releaseFields are the names of fields that say which release it is.
var releaseFields = []string{"Modern", "modern", "Strict", "Classic", "classic"}

// releaseNames are the releases as profile calls them.
var releaseNames = []string{`"0.10"`, `"0.11"`, `"0.12"`, `"1.x"`}

// TestReleaseIsChosenOnce: only engine/profile asks which release it is. Everything
// else has the rules of one, or a field named after what it changes.
func TestReleaseIsChosenOnce(t *testing.T) {
	testenv.Slow(t)
	root := ".."
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && file != root) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if path.Dir(rel) == "engine/profile" || path.Dir(rel) == "engine/profile/answers" {
			return nil
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, at := range releaseConditions(parsed) {
			t.Errorf("%s:%s asks which release it is; give it a rule or a field that profile sets", rel, position(set, at))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func position(set *token.FileSet, at token.Pos) string {
	p := set.Position(at).String()
	return p[strings.Index(p, ".go:")+len(".go:"):]
}

// releaseConditions are the places in a file where a condition reads a field of a
// release: that of an if, a for, a switch or one of its cases, and the sides of &&
// and ||. A place counts once.
func releaseConditions(file *ast.File) []token.Pos {
	var out []token.Pos
	add := func(e ast.Expr) {
		if e == nil {
			return
		}
		called := map[ast.Expr]bool{}
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CallExpr:
				called[n.Fun] = true
			case *ast.SelectorExpr:
				if slices.Contains(releaseFields, n.Sel.Name) && !called[n] {
					out = append(out, n.Pos())
				}
			case *ast.BasicLit:
				if n.Kind == token.STRING && slices.Contains(releaseNames, n.Value) {
					out = append(out, n.Pos())
				}
			}
			return true
		})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			add(n.Cond)
		case *ast.ForStmt:
			add(n.Cond)
		case *ast.SwitchStmt:
			add(n.Tag)
		case *ast.CaseClause:
			for _, e := range n.List {
				add(e)
			}
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				add(n)
			}
		}
		return true
	})
	slices.Sort(out)
	return slices.Compact(out)
}

// TestReleaseConditions: what counts as asking for a release.
func TestReleaseConditions(t *testing.T) {
	for _, tc := range []struct {
		code string
		want int
	}{
		{`if b.profile.Modern { }`, 1},
		{`if x := 1; x > 0 && !b.profile.Modern { }`, 1},
		{`switch { case s.opts.Switches.Modern: }`, 1},
		{`switch b.Modern { }`, 1},
		{`for m.Strict { }`, 1},
		{`ok := listed || !b.profile.Modern; _ = ok`, 1},
		{`if release == "0.10" { }`, 1},
		{`switch release { case "0.11", "0.12": }`, 2},
		{`rules := orm.Modern(); _ = rules`, 0},
		{`if orm.Modern() == nil { }`, 0},
		{`f(b.profile.Modern)`, 0},
		{`if b.profile.Standalone.Utils { }`, 0},
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nfunc _() { "+tc.code+" }", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(releaseConditions(file)); got != tc.want {
			t.Errorf("%s: %d, want %d", tc.code, got, tc.want)
		}
	}
}
