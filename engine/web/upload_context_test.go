package web_test

import (
	"testing"

	"framework/engine/web"
	"framework/router"
)

func TestUploadOf(t *testing.T) {
	t.Parallel()
	x := router.NewExchange(t.Context(), &router.Request{}, nil)
	if web.UploadOf(x) != nil {
		t.Error("a request without files has some")
	}
	upload := new(web.Upload)
	web.SetUpload(x, upload)
	if web.UploadOf(x) != upload {
		t.Error("the files of the request are not those that were set")
	}
}
