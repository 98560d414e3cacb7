package shim

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/response"
	"framework/engine/web"
	"framework/jsapi"
	"framework/router"
)

// Rules are how req and res behave in one release of Sails, where the difference
// is more than a value. Classic and Modern make them; they are chosen once, in
// Switches.
type Rules interface {
	// page is the argument of a response that names a view.
	page(view goja.Value) goja.Value
	// typed completes the headers that res.set was given.
	typed(h http.Header)
	// missing is the error of a file that cannot be sent.
	missing(err error) error
	// locals are the names that the locals of views with the app object have.
	locals(translated []string) []string
	// emptyToken shows that there is no token against forged requests.
	emptyToken(locals *goja.Object)
	// wantsJSON is what req.wantsJSON is where it is not a truth; nil else.
	wantsJSON(e *exchange) goja.Value
	// thrown fills in the payload of the error o; done is false where it is shown as
	// the value that is returned.
	thrown(s *Shim, p *response.Payload, o *goja.Object, err error, all bool) (v goja.Value, done bool, failed error)
	// reduced: what 1.x has taken away, and how it writes, in the scripts.
	reduced() bool
}

// Classic are the rules of 0.10 to 0.12.
func Classic() Rules { return classic{} }

type classic struct{}

func (classic) page(view goja.Value) goja.Value { return view }

func (classic) typed(http.Header) {}

func (classic) missing(err error) error { return err }

func (classic) locals(translated []string) []string {
	return slices.Concat(viewNames, sailsNames, translated)
}

func (classic) emptyToken(*goja.Object) {}

func (classic) wantsJSON(*exchange) goja.Value { return nil }

// thrown: an error of Go is shown as Go shows it, another one as the value that
// clients see of it.
func (classic) thrown(s *Shim, p *response.Payload, o *goja.Object, err error, _ bool) (goja.Value, bool, error) {
	if _, script := errors.AsType[*jsapi.ScriptError](err); !script {
		*p = *s.opts.Responses.Payload(err)
		return nil, true, nil
	}
	if list, err := s.call("publicList", o); err == nil && !goja.IsUndefined(list) {
		return list, false, nil
	}
	if !s.opts.Responses.Switches().ErrorMembers {
		return o, false, nil
	}
	plain, err := s.call("plainError", o)
	return plain, false, err
}

func (classic) reduced() bool { return false }

// Modern are the rules of 1.x: what it has taken away is not there (req.flash, the
// functions of i18n on req and res, util and title among the locals), and
// req.validate fails.
func Modern() Rules { return modern{} }

type modern struct{}

// page: responses take no view.
func (modern) page(goja.Value) goja.Value { return goja.Undefined() }

// typed: a type of text that comes without a charset is given one.
func (modern) typed(h http.Header) {
	if t := h.Get("Content-Type"); t != "" && !strings.Contains(strings.ToLower(t), "charset=") && web.IsText(t) {
		h.Set("Content-Type", t+"; charset=utf-8")
	}
}

// missing: it is an error like any other, but for want of descriptors.
func (modern) missing(err error) error {
	if router.Exhausted(err) != nil {
		return err
	}
	return errors.New(err.Error())
}

func (modern) locals(translated []string) []string { return slices.Concat(viewNames, translated) }

func (modern) emptyToken(locals *goja.Object) {
	_ = locals.Set("_csrf", "") // fresh locals take it
}

// wantsJSON: of several reasons the last one that was looked at counts.
func (modern) wantsJSON(e *exchange) goja.Value {
	if response.AcceptsHTML(e.x) && !e.isXHR() && e.x.Request.Header.Get("Content-Type") != "" && response.WantsJSON(e.x) {
		return e.shim.rt.ToValue(e.x.Request.Header.Get("Accept"))
	}
	return nil
}

// thrown: an error is text, but as JSON where it has a toJSON or is expected.
func (modern) thrown(s *Shim, p *response.Payload, o *goja.Object, _ error, all bool) (goja.Value, bool, error) {
	if !jsapi.IsRejection(o) {
		return nil, true, s.errorText(p, o, all)
	}
	text, _, err := s.realm.Stringify(nil, o, s.indent)
	p.Body = text
	return nil, true, err
}

func (modern) reduced() bool { return true }
