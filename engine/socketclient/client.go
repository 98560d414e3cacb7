package socketclient

import (
	_ "embed"
	"hash/fnv"
	"net/http"
	"slices"
	"strconv"

	"framework/engine/web"
	"framework/router"
)

//go:embed sails.io.js
var script []byte

// Addresses are where the projects of the releases of Sails have the file, below
// their public folder.
func Addresses() []string {
	return []string{"js/dependencies/sails.io.js", "dependencies/sails.io.js", "js/sails.io.js"}
}

// Handler answers requests for the client. It goes behind the files of a project:
// those that it has win.
type Handler struct{}

// Serve implements router.Handler.
func (Handler) Serve(x *router.Exchange) (router.Verdict, error) {
	rel, folder, ok := web.AskedFile(x)
	if !ok || folder || !slices.Contains(Addresses(), rel) {
		return router.Pass, nil
	}
	sum := fnv.New64a()
	_, _ = sum.Write(script) // never fails
	h := x.Response.Header()
	h.Set("Content-Type", "application/javascript; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=0")
	h.Set("ETag", `"`+strconv.FormatUint(sum.Sum64(), 36)+`"`)
	return router.Answered, x.Response.Commit(http.StatusOK, script)
}
