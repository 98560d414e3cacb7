package engine_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"framework/engine/enginetest"

	"golang.org/x/tools/txtar"
)

// BenchmarkAssociationPolicies finds thirty pets with their owners: with the
// setting off, on without any policies, and on with a policy in front of the
// owners, of whom there are one or thirty.
func BenchmarkAssociationPolicies(b *testing.B) {
	archive, err := txtar.ParseFile("testdata/reach.txtar")
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name, policies, on string
		owners             int
	}{
		{"off", "{ UserController: 'passes' }", "false", 30},
		{"unguarded", "{}", "true", 30},
		{"guarded/1", "{ UserController: 'passes' }", "true", 1},
		{"guarded/30", "{ UserController: 'passes' }", "true", 30},
	} {
		b.Run(c.name, func(b *testing.B) {
			files := make([]txtar.File, 0, len(archive.Files)+4)
			for _, f := range archive.Files {
				f.Data = []byte(strings.NewReplacer("'AGE'", "'integer'", "HIDDEN", "protected").Replace(string(f.Data)))
				files = append(files, f)
			}
			files = append(files, configured("policies", c.policies), configured("blueprints", "{ associationPolicies: "+c.on+" }"),
				txtar.File{Name: "api/policies/passes.js", Data: []byte("module.exports = function (req, res, next) { next(); };\n")})
			handler := enginetest.Serve(b, files).Config.Handler
			ask := func(method, path, body string) *httptest.ResponseRecorder {
				r := httptest.NewRequest(method, path, strings.NewReader(body))
				r.Header.Set("Content-Type", "application/json")
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, r)
				return w
			}
			for i := range 30 {
				ask("POST", "/user", `{"name":"ann"}`)
				ask("POST", "/pet", fmt.Sprintf(`{"name":"rex","owner":%d}`, i%c.owners+1))
			}
			if w := ask("GET", "/pet", ""); w.Code != http.StatusOK || strings.Count(w.Body.String(), `"ann"`) != 30 {
				b.Fatal(w.Code, w.Body)
			}
			for b.Loop() {
				ask("GET", "/pet", "")
			}
		})
	}
}
