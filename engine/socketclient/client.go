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
type Handler struct{ tag string }

// New makes the handler.
func New() Handler {
	sum := fnv.New64a()
	_, _ = sum.Write(script) // never fails
	return Handler{`"` + strconv.FormatUint(sum.Sum64(), 36) + `"`}
}

// Serve implements router.Handler.
func (c Handler) Serve(x *router.Exchange) (router.Verdict, error) {
	rel, folder, ok := web.AskedFile(x)
	if !ok || folder || !slices.Contains(Addresses(), rel) {
		return router.Pass, nil
	}
	h := x.Response.Header()
	h.Set("Content-Type", "application/javascript; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=0")
	h.Set("ETag", c.tag)
	return router.Answered, x.Response.Commit(http.StatusOK, script)
}
