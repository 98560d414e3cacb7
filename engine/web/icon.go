package web

import (
	"net/http"

	"framework/router"
)

// Icon answers GET /favicon.ico with a picture.
type Icon struct {
	Picture      []byte
	CacheControl string
}

// Serve implements router.Handler.
func (i Icon) Serve(x *router.Exchange) (router.Verdict, error) {
	if rel, _, ok := AskedFile(x); !ok || rel != "favicon.ico" {
		return router.Pass, nil
	}
	h := x.Response.Header()
	h.Set("Content-Type", "image/x-icon")
	h.Set("Cache-Control", i.CacheControl)
	if res, ok := x.Response.(*Responder); ok {
		h.Set("ETag", res.options.Tags.Icon(i.Picture))
	}
	return router.Answered, x.Response.Commit(http.StatusOK, i.Picture)
}

// Favicon is a small picture for projects that have none: a blue square.
func Favicon() []byte {
	const side = 16
	header := []byte{0, 0, 1, 0, 1, 0, side, side, 0, 0, 1, 0, 32, 0}
	pixels := make([]byte, 0, 40+side*side*4+side*4)
	pixels = append(pixels, 40, 0, 0, 0, side, 0, 0, 0, side*2, 0, 0, 0, 1, 0, 32, 0)
	pixels = append(pixels, make([]byte, 24)...)
	for range side * side {
		pixels = append(pixels, 0xc0, 0x70, 0x20, 0xff)
	}
	pixels = append(pixels, make([]byte, side*4)...)
	n := len(pixels)
	header = append(header, byte(n), byte(n>>8), byte(n>>16), byte(n>>24), 22, 0, 0, 0)
	return append(header, pixels...)
}
