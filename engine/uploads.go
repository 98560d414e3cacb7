package engine

import (
	"framework/engine/web"
	"framework/router"
)

// uploadKey carries the files of a request in its context.
type uploadKey struct{}

func uploadOf(x *router.Exchange) *web.Upload {
	upload, _ := x.Context().Value(uploadKey{}).(*web.Upload)
	return upload
}
