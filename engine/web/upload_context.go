package web

import (
	"context"

	"framework/router"
)

// uploadKey carries the files of a request in its context.
type uploadKey struct{}

// SetUpload keeps the files of a request in the context of its exchange, where
// UploadOf finds them.
func SetUpload(x *router.Exchange, upload *Upload) {
	x.SetContext(context.WithValue(x.Context(), uploadKey{}, upload))
}

// UploadOf are the files that were sent with the request of an exchange, nil for
// none.
func UploadOf(x *router.Exchange) *Upload {
	upload, _ := x.Context().Value(uploadKey{}).(*Upload)
	return upload
}
