package httpd

import (
	"html"
	"net/http"
	"strings"

	"framework/engine/response"
	"framework/engine/value"
	"framework/engine/web"
	"framework/router"
)

// Page answers with a view.
func Page(pages response.ViewRenderer, name string, locals *value.Map) router.Handler {
	return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		given := locals
		if given == nil {
			given = value.New(0)
		}
		page, err := pages.Render(x, name, given)
		if err != nil {
			return router.Answered, err
		}
		x.Response.Header().Set("Content-Type", "text/html; charset=utf-8")
		return router.Answered, x.Response.Commit(http.StatusOK, page)
	})
}

// Redirect answers with 302 and a line with the new address, as a page for
// clients that accept HTML. encode writes the address as Express 4.17 does.
func Redirect(url string, encode bool) router.Handler {
	return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		return router.Answered, redirect(x, url, encode)
	})
}

func redirect(x *router.Exchange, url string, encode bool) error {
	if encode {
		url = web.EncodeURL(url)
	}
	h := x.Response.Header()
	h.Set("Location", url)
	if x.Request.Socket != "" {
		if encode {
			h.Set("Content-Type", "text/html")
		}
		return x.Response.Commit(http.StatusFound, []byte("Redirecting to "+url))
	}
	h.Add("Vary", "Accept")
	charset := "UTF-8"
	if encode {
		charset = "utf-8"
	}
	text := "Found. Redirecting to " + url
	switch web.PreferredType(strings.Join(x.Request.Header["Accept"], ","), "text/plain", "text/html") {
	case "text/html":
		e := html.EscapeString(url)
		text = `<p>Found. Redirecting to <a href="` + e + `">` + e + "</a></p>"
		if encode {
			text = "<p>Found. Redirecting to " + e + "</p>"
		}
		h.Set("Content-Type", "text/html; charset="+charset)
	case "text/plain":
		h.Set("Content-Type", "text/plain; charset="+charset)
	default:
		text = ""
	}
	return x.Response.Commit(http.StatusFound, []byte(text))
}
