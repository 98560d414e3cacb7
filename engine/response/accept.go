package response

import (
	"strings"

	"framework/router"
)

// WantsJSON reports whether the client is to be given data rather than pages:
// the request is an XMLHttpRequest or came over a socket, its Accept header
// does not name HTML, it sent JSON, or the route has wantsJSON. What code of the
// project has decided counts in the first place.
func WantsJSON(x *router.Exchange) bool {
	if decided := x.Request.WantsJSON; decided != nil {
		return *decided
	}
	if x.Request.Socket != "" {
		return true
	}
	h := x.Request.Header
	if strings.EqualFold(h.Get("X-Requested-With"), "XMLHttpRequest") {
		return true
	}
	accept := strings.Join(h["Accept"], ",")
	if !strings.Contains(accept, "html") {
		return true
	}
	if isJSON(h.Get("Content-Type")) {
		return true
	}
	if x.Options == nil {
		return false
	}
	v, ok := x.Options.Get("wantsJSON")
	return ok && v != nil && v != false && v != "" && v != int64(0)
}

// AcceptsHTML reports whether the client's Accept header names HTML.
func AcceptsHTML(x *router.Exchange) bool {
	return strings.Contains(strings.Join(x.Request.Header["Accept"], ","), "html")
}

func isJSON(contentType string) bool {
	mime, _, _ := strings.Cut(contentType, ";")
	mime = strings.ToLower(strings.TrimSpace(mime))
	return mime == "application/json" || strings.HasPrefix(mime, "application/") && strings.HasSuffix(mime, "+json")
}
