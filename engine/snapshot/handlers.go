package snapshot

import (
	"html"
	"net/http"
	"strings"

	"framework/engine/response"
	"framework/engine/value"
	"framework/engine/web"
	"framework/router"
)

// joiner is a handler that can be made one with the handler behind it.
type joiner interface {
	Join(next router.Handler) (router.Handler, bool)
}

// chain asks handlers in order until one answers.
func chain(handlers ...router.Handler) router.Handler {
	joined := handlers[:1:1]
	for _, h := range handlers[1:] {
		last := len(joined) - 1
		if j, ok := joined[last].(joiner); ok {
			if both, ok := j.Join(h); ok {
				joined[last] = both
				continue
			}
		}
		joined = append(joined, h)
	}
	if len(joined) == 1 {
		return joined[0]
	}
	return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		for _, h := range joined {
			if v, err := h.Serve(x); err != nil || v == router.Answered {
				return v, err
			}
		}
		return router.Pass, nil
	})
}

// renderPage answers with a view.
func renderPage(pages response.ViewRenderer, x *router.Exchange, name string, locals *value.Map) error {
	if locals == nil {
		locals = value.New(0)
	}
	page, err := pages.Render(x, name, locals)
	if err != nil {
		return err
	}
	x.Response.Header().Set("Content-Type", "text/html; charset=utf-8")
	return x.Response.Commit(http.StatusOK, page)
}

// redirect answers with 302 and a line that says where to, as a page for
// clients that ask for one.
func redirect(x *router.Exchange, url string, modern bool) error {
	if modern {
		url = web.EncodeURL(url)
	}
	h := x.Response.Header()
	h.Set("Location", url)
	if x.Request.Socket != "" {
		if modern {
			h.Set("Content-Type", "text/html")
		}
		return x.Response.Commit(http.StatusFound, []byte("Redirecting to "+url))
	}
	h.Add("Vary", "Accept")
	text := "Found. Redirecting to " + url
	if strings.Contains(x.Request.Header.Get("Accept"), "html") && response.AcceptsHTML(x) {
		e := html.EscapeString(url)
		text = `<p>Found. Redirecting to <a href="` + e + `">` + e + "</a></p>"
		if modern {
			text = "<p>Found. Redirecting to " + e + "</p>"
		}
		h.Set("Content-Type", "text/html; charset=UTF-8")
	} else {
		h.Set("Content-Type", "text/plain; charset=UTF-8")
	}
	return x.Response.Commit(http.StatusFound, []byte(text))
}
