package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"framework/engine/window"
)

// ownAddresses are all addresses below /_framework that the sources of the server name: texts
// that are added to a prefix, and the parts of the page.
func ownAddresses(t *testing.T) []string {
	t.Helper()
	found := map[string]bool{window.Path: true, window.Path + "/": true, window.Prefix: true}
	for _, pattern := range []string{"*.go", "health/*.go", "window/*.go", "control/*.go", "metrics/*.go", "profiler/*.go", "overlay/*.go", "openapi/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BinaryExpr:
					of := n.X
					if selector, ok := of.(*ast.SelectorExpr); ok {
						of = selector.Sel
					}
					prefix, isName := of.(*ast.Ident)
					if text, ok := textOf(n.Y); ok && isName && n.Op == token.ADD && slices.Contains([]string{"Prefix", "Path", "apiPrefix", "prefix"}, prefix.Name) {
						text = strings.TrimPrefix(text, "/")
						for _, before := range []string{window.Path + "/", window.Path + "/health/", windowAPI} {
							found[before+text] = true
						}
					}
				case *ast.KeyValueExpr: // the parts of the page
					text, ok := textOf(n.Key)
					if list, isList := n.Value.(*ast.CompositeLit); ok && isList && strings.HasPrefix(name, "window") && len(list.Elts) == 2 {
						found[windowAPI+text] = true
					}
				case *ast.BasicLit:
					if text, ok := textOf(n); ok && strings.HasPrefix(text, window.Path) {
						found[text] = true
					}
				}
				return true
			})
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func textOf(n ast.Expr) (string, bool) {
	literal, ok := n.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}

// TestAddressesInProduction: in production a server answers at the addresses of the project
// and, of its own, at those of the health checks only, unless more is switched on.
func TestAddressesInProduction(t *testing.T) {
	t.Parallel()
	own := ownAddresses(t)
	for _, known := range []string{"/_framework/health", "/_framework/health/alive", "/_framework/metrics", "/_framework/openapi.json", windowAPI + "live", windowAPI + "run", windowAPI + "token"} {
		if !slices.Contains(own, known) {
			t.Fatalf("%s is not among the addresses that were found: %q", known, own)
		}
	}
	flags := memory()
	flags.Set("environment", "production")
	l := liven(t, shopProject, flags)
	var answered []string
	for _, path := range own {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			res, text := l.fetch(method, path)
			if res.StatusCode != http.StatusNotFound {
				answered = append(answered, method+" "+path)
			}
			if strings.Contains(res.Header.Get("Set-Cookie"), "framework") {
				t.Errorf("%s %s sets a cookie: %s", method, path, text)
			}
		}
	}
	if want := []string{"GET /_framework/health", "GET /_framework/health/alive"}; !slices.Equal(answered, want) {
		t.Errorf("of its own the server answers at %q, want %q", answered, want)
	}
	s, release, err := l.app.Acquire()
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	var bound []string
	for _, b := range s.Table.Bindings() {
		bound = append(bound, b.Address.String()+" "+b.Target)
	}
	slices.Sort(bound)
	want := []string{
		"/owner/:parentid/pets/add/:id? owner.add",
		"/owner/:parentid/pets/remove/:id? owner.remove",
		"/owner/create owner.create",
		"/owner/destroy/:id? owner.destroy",
		"/owner/find owner.find",
		"/owner/find/:id owner.findOne",
		"/owner/update/:id owner.update",
		"/pet/create pet.create",
		"/pet/destroy/:id? pet.destroy",
		"/pet/fail/:id? pet.fail",
		"/pet/find pet.find",
		"/pet/find/:id pet.findOne",
		"/pet/oldest/:id? pet.oldest",
		"/pet/update/:id pet.update",
		"DELETE /owner/:id? owner.destroy",
		"DELETE /owner/:parentid/pets/:id? owner.remove",
		"DELETE /pet/:id? pet.destroy",
		"GET /__getcookie cookie for sails.io.js",
		"GET /owner owner.find",
		"GET /owner/:id owner.findOne",
		"GET /owner/:parentid/pets/:id? owner.populate",
		"GET /pet pet.find",
		"GET /pet/:id pet.findOne",
		"GET /pet/:parentid/owner/:id? pet.populate",
		"POST /owner owner.create",
		"POST /owner/:id owner.update",
		"POST /owner/:parentid/pets/:id? owner.add",
		"POST /pet pet.create",
		"POST /pet/:id pet.update",
		"PUT /owner/:id owner.update",
		"PUT /pet/:id pet.update",
	}
	if !slices.Equal(bound, want) {
		t.Errorf("the addresses of the project are\n%s\nwant\n%s", strings.Join(bound, "\n"), strings.Join(want, "\n"))
	}
}
