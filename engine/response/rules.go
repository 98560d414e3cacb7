package response

import (
	"fmt"
	"net/http"

	"framework/engine/value"
	"framework/router"
)

// Rules are what responses do in one release of Sails. Classic and Modern make
// them; they are chosen once, in Switches.
type Rules interface {
	// names are the built-in responses.
	names(s *Set) []string
	// respond answers with one of them.
	respond(s *Set, x *router.Exchange, name string, data any) error
	// failure is an error that brings no payload as the release shows it.
	failure(s *Set, err error) *Payload
	// value answers over a socket with what a value of JSON becomes there.
	value(x *router.Exchange, v Valuer, status int, text []byte) error
	// status answers over a socket with a status and no more.
	status(s *Set, x *router.Exchange, status int, text string) error
	// isStatus reports whether data that is a number alone is the status.
	isStatus() bool
	// sendsNumber reports whether a number that is thrown is the status, where nothing but
	// res.send is left to answer.
	sendsNumber(s *Set) bool
	// literal: virtual requests are answered with what they are given, see Set.Literal.
	literal() bool
	// failed is the response that answers an error of a handler.
	failed(err error) string
}

// Classic are the rules of 0.10 to 0.12, which differ in Switches.
func Classic() Rules { return classic{} }

type classic struct{}

func (classic) names(s *Set) []string {
	names := []string{"ok", "badRequest", "forbidden", "notFound", "serverError", "unavailable", "negotiate"}
	if s.opts.Switches.Created {
		names = append(names, "created")
	}
	return names
}

func (classic) respond(s *Set, x *router.Exchange, name string, data any) error {
	r, ok := rules[name]
	if !ok || name == "created" && !s.opts.Switches.Created {
		return fmt.Errorf("there is no response called %q: add api/responses/%s.js", name, name)
	}
	status := r.status
	p := s.Payload(data)
	if r.failure {
		if status >= http.StatusInternalServerError {
			s.report(x, data)
		}
		if status == http.StatusServiceUnavailable {
			x.Response.Header().Set("Retry-After", retryAfter)
		}
		if s.opts.Production && (!s.opts.KeepErrors || !s.opts.Switches.KeepErrors) {
			p = &Payload{Kind: None, FromView: p.FromView, View: p.View}
		}
	}
	if s.opts.Views != nil && !p.FromView && !WantsJSON(x) {
		if done, err := s.page(x, r, status, p, data); done || err != nil {
			return err
		}
	}
	return s.WriteX(x, status, p)
}

func (classic) failure(s *Set, err error) *Payload {
	p := &Payload{Kind: JSON, Status: errorStatus(err), Err: err, FromView: fromView(err)}
	p.Body = value.AppendIndent(nil, s.ErrorValue(err), s.indent)
	return p
}

// value: what is falsy is lost.
func (classic) value(_ *router.Exchange, v Valuer, status int, text []byte) error {
	if isFalsy(text) {
		return v.CommitText(status, nil)
	}
	return v.CommitValue(status, text)
}

// status sends an empty body: the answer over a socket has the status next to it.
func (classic) status(_ *Set, x *router.Exchange, status int, _ string) error {
	return x.Response.Commit(status, nil)
}

func (classic) isStatus() bool { return true }

func (classic) sendsNumber(s *Set) bool { return s.opts.Switches.StatusText }

func (classic) literal() bool { return false }

func (classic) failed(error) string { return "negotiate" }
