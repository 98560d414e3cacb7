package response

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"framework/engine/value"
	"framework/engine/web"
	"framework/router"
)

// Modern are the rules of 1.x: data is always JSON, an error that has no JSON of
// its own is text, pages belong to notFound and serverError alone, and only
// serverError hides what it was given.
func Modern() Rules { return modern{} }

type modern struct{}

func (modern) names(*Set) []string {
	return []string{"ok", "badRequest", "forbidden", "notFound", "serverError", "unavailable", "negotiate"}
}

func (modern) respond(s *Set, x *router.Exchange, name string, data any) error {
	switch name {
	case "forbidden":
		return s.sendStatus(x, http.StatusForbidden)
	case "notFound":
		return s.modernPage(x, http.StatusNotFound, &Payload{}, func() error { return s.sendStatus(x, http.StatusNotFound) })
	case "serverError", "unavailable":
		status := rules[name].status
		if status == http.StatusServiceUnavailable {
			x.Response.Header().Set("Retry-After", retryAfter)
		}
		if _, none := data.(value.Undefined); !none {
			s.report(x, data)
		}
		p := s.Payload(data)
		if s.opts.Production {
			p = &Payload{FromView: p.FromView}
		}
		return s.modernPage(x, status, p, func() error {
			if s.opts.Views != nil && !p.FromView && !WantsJSON(x) {
				return s.withoutPage(x, status, p)
			}
			return s.writeModern(x, status, p)
		})
	case "ok", "badRequest":
		p := s.Payload(data)
		if s.opts.Production && p.ErrorText {
			p = &Payload{}
		}
		return s.writeModern(x, rules[name].status, p)
	}
	return fmt.Errorf("there is no response called %q: add api/responses/%s.js", name, name)
}

// sendStatus answers with the words of a status, whatever content type was set before.
func (s *Set) sendStatus(x *router.Exchange, status int) error {
	if !IsVirtual(x) {
		x.Response.Header().Del("Content-Type")
	}
	return s.WriteStatus(x, status)
}

// modernPage answers with the page of a status where the client wants one and
// there is one, else as other does.
func (s *Set) modernPage(x *router.Exchange, status int, p *Payload, other func() error) error {
	name := fmt.Sprint(status)
	if s.opts.Views == nil || p.FromView || WantsJSON(x) || !s.opts.Views.Exists(name) {
		return other()
	}
	locals := value.New(1)
	if status >= http.StatusInternalServerError {
		locals.Set("error", s.shown(p))
	}
	body, err := s.opts.Views.Render(x, name, locals)
	if err != nil {
		s.opts.Log.Error("the view of an error response failed", "view", name, "error", err)
		return other()
	}
	h := x.Response.Header()
	if h.Get("Content-Type") == "" {
		h.Set("Content-Type", "text/html; charset=utf-8")
	}
	return x.Response.Commit(status, body)
}

// withoutPage answers a client that wants a page where there is none: with JSON, which
// an error has of what code has set on it, and which is empty without data.
func (s *Set) withoutPage(x *router.Exchange, status int, p *Payload) error {
	switch {
	case p.Kind == None:
		return s.WriteJSON(x, status, nil)
	case p.ErrorText && len(p.Members) == 0:
		return s.WriteJSON(x, status, []byte("{}"))
	case p.ErrorText:
		return s.WriteJSON(x, status, p.Members)
	}
	return s.writeModern(x, status, p)
}

// shown is what the page of a server error is given as error.
func (s *Set) shown(p *Payload) any {
	switch p.Kind {
	case None:
		return value.Undefined{}
	case Text:
		return string(p.Body)
	}
	v, err := value.Parse(p.Body)
	if err != nil {
		return string(p.Body)
	}
	return v
}

func (s *Set) writeModern(x *router.Exchange, status int, p *Payload) error {
	switch p.Kind {
	case None:
		if h := x.Response.Header(); web.StatusText(status) == "" && h.Get("Content-Type") == "" {
			if !IsVirtual(x) {
				h.Set("Content-Type", "text/plain; charset=utf-8")
			}
			return s.WriteText(x, status, strconv.AppendInt(nil, int64(status), 10))
		}
		return s.sendStatus(x, status)
	case Text:
		if p.ErrorText {
			return s.WriteText(x, status, p.Body)
		}
		return s.WriteJSON(x, status, value.AppendString(nil, string(p.Body)))
	}
	return s.WriteJSON(x, status, p.Body)
}

// failure is an error as its JSON, or as text if it has none.
func (modern) failure(s *Set, err error) *Payload {
	var shown displayed
	if errors.As(err, &shown) {
		return &Payload{Kind: JSON, Status: errorStatus(err), Err: err, Body: value.AppendIndent(nil, shown.JSON(), s.indent)}
	}
	p := &Payload{
		Kind: Text, ErrorText: true, Status: errorStatus(err), Err: err, FromView: fromView(err),
		Body: []byte(errorName(err) + ": " + err.Error()),
	}
	var own worded
	if errors.As(err, &own) {
		p.Body = []byte(own.ErrorText())
	}
	return p
}

// value: a string is sent as JSON, which the client does not read back.
func (modern) value(x *router.Exchange, v Valuer, status int, text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		x.Response.Header().Set("Content-Type", "application/json")
		return v.CommitText(status, text)
	}
	return v.CommitValue(status, text)
}

func (modern) status(s *Set, x *router.Exchange, status int, text string) error {
	return s.WriteText(x, status, []byte(text))
}

func (modern) isStatus() bool { return false }

func (modern) sendsNumber(*Set) bool { return true }

func (modern) literal() bool { return true }

// failed: what an action throws is a server's error, whatever status it bears.
func (modern) failed(err error) string {
	if _, known := errors.AsType[*router.Error](err); known {
		return "negotiate"
	}
	return "serverError"
}
