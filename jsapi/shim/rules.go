package shim

import (
	_ "embed"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/response"
	"framework/engine/value"
	"framework/engine/web"
	"framework/jsapi"
	"framework/router"
)

//go:embed classic.js
var classicSource string

//go:embed modern.js
var modernSource string

var (
	classicProgram = lazy("framework:classic.js", &classicSource)
	modernProgram  = lazy("framework:modern.js", &modernSource)
)

// Rules are the differences between releases of Sails that are more than a value.
// Classic and Modern return them; Switches.Rules chooses one.
type Rules interface {
	// viewArgument returns the view argument of a response, undefined if the release has none.
	viewArgument(view goja.Value) goja.Value
	// completeHeaders adds to the headers that res.set has set.
	completeHeaders(h http.Header)
	// headerErrors returns the errors for headers that cannot be sent.
	headerErrors() headerErrors
	// missingFile returns the error for a file that cannot be sent.
	missingFile(err error) error
	// skipFolder ends a response that was to send a file, which is a folder. It returns
	// false where that is an error.
	skipFolder(r *responseState, callback bool) bool
	// viewLocalNames returns the names of the locals of views if there is an app object.
	viewLocalNames(translated []string) []string
	// noToken is the local _csrf of pages without a token.
	noToken(rt *goja.Runtime) goja.Value
	// emptyToken sets the _csrf of locals without a token.
	emptyToken(viewLocalNames *goja.Object)
	// wantsJSON returns req.wantsJSON where it is no boolean, else nil.
	wantsJSON(rt *goja.Runtime, x *router.Exchange) goja.Value
	// exceptionPayload fills in the payload of the error o. If done is false,
	// responses show the returned value instead.
	exceptionPayload(s *Shim, p *response.Payload, o *goja.Object, err error, all bool) (v goja.Value, done bool, failed error)
	// script evaluates to the function that makes what shim.js has of the release.
	script() *goja.Program
}

// Classic are the rules of 0.10 to 0.12.
func Classic() Rules { return classic{} }

type classic struct{}

func (classic) viewArgument(view goja.Value) goja.Value { return view }

func (classic) completeHeaders(http.Header) {}

// headerErrors are those of Node 8.
func (classic) headerErrors() headerErrors {
	return headerErrors{
		name:    headerError{message: `Header name must be a valid HTTP Token ["%s"]`},
		value:   headerError{message: "The header content contains invalid characters"},
		missing: headerError{message: `"value" required in setHeader("%s", value)`, plain: true},
		sent:    headerError{message: "Can't set headers after they are sent.", plain: true},
	}
}

func (classic) missingFile(err error) error { return err }

// skipFolder: nothing is found, and a callback is not called.
func (classic) skipFolder(r *responseState, _ bool) bool {
	x, set := r.x, r.shim.opts.Responses
	r.flow.answer(func() (router.Verdict, error) { return set.Respond(x, "notFound", value.Undefined{}) })
	return true
}

func (classic) viewLocalNames(translated []string) []string {
	return slices.Concat(viewNames, sailsNames, translated)
}

func (classic) noToken(*goja.Runtime) goja.Value { return goja.Null() }

func (classic) emptyToken(*goja.Object) {}

func (classic) wantsJSON(*goja.Runtime, *router.Exchange) goja.Value { return nil }

// exceptionPayload: errors of Go have their own payload; for errors of JavaScript
// the value is shown.
func (classic) exceptionPayload(s *Shim, p *response.Payload, o *goja.Object, err error, _ bool) (goja.Value, bool, error) {
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
	if members, ok, err := s.realm.Stringify(nil, o, s.indent); err == nil && ok {
		p.Members = members
	}
	plain, err := s.call("plainError", o)
	return plain, false, err
}

func (classic) script() *goja.Program { return classicProgram() }

// Modern returns the rules of 1.x, which has removed req.flash, the functions of
// i18n on req and res, and the locals util and title; req.validate throws.
func Modern() Rules { return modern{} }

type modern struct{}

// viewArgument: responses have no view argument.
func (modern) viewArgument(goja.Value) goja.Value { return goja.Undefined() }

// completeHeaders adds a charset to a text type without one.
func (modern) completeHeaders(h http.Header) {
	if t := h.Get("Content-Type"); t != "" && !strings.Contains(strings.ToLower(t), "charset=") && web.IsText(t) {
		h.Set("Content-Type", t+"; charset=utf-8")
	}
}

// headerErrors are those of Node from 10 on.
func (modern) headerErrors() headerErrors {
	return headerErrors{
		name:    headerError{`Header name must be a valid HTTP token ["%s"]`, "ERR_INVALID_HTTP_TOKEN", false},
		value:   headerError{`Invalid character in header content ["%s"]`, "ERR_INVALID_CHAR", false},
		missing: headerError{`Invalid value "undefined" for header "%s"`, "ERR_HTTP_INVALID_HEADER_VALUE", false},
		sent:    headerError{"Cannot set headers after they are sent to the client", "ERR_HTTP_HEADERS_SENT", true},
	}
}

// missingFile: the error has no status of its own, except when file descriptors are
// exhausted.
func (modern) missingFile(err error) error {
	if router.Exhausted(err) != nil {
		return err
	}
	return &fileFailure{err}
}

// skipFolder: the next route serves the request, but a callback gets the error.
func (modern) skipFolder(r *responseState, callback bool) bool {
	if !callback {
		r.flow.pass()
	}
	return !callback
}

func (modern) viewLocalNames(translated []string) []string {
	return slices.Concat(viewNames, translated)
}

func (modern) noToken(rt *goja.Runtime) goja.Value { return rt.ToValue("") }

func (modern) emptyToken(viewLocalNames *goja.Object) {
	_ = viewLocalNames.Set("_csrf", "") // does not fail on a new object
}

// wantsJSON is the last operand of the || expression of Sails that was evaluated.
func (modern) wantsJSON(rt *goja.Runtime, x *router.Exchange) goja.Value {
	if response.AcceptsHTML(x) && !isXHR(x.Request) && x.Request.Header.Get("Content-Type") != "" && response.WantsJSON(x) {
		return rt.ToValue(x.Request.Header.Get("Accept"))
	}
	return nil
}

// exceptionPayload: an error is shown as text, or as JSON if it has a toJSON, is an object that
// only has the prototype of errors, as constructors make it without class, or is
// a jsapi rejection.
func (modern) exceptionPayload(s *Shim, p *response.Payload, o *goja.Object, _ error, all bool) (goja.Value, bool, error) {
	tag := o.GetSymbol(goja.SymToStringTag)
	if o.ClassName() == "Error" && (tag == nil || goja.IsUndefined(tag)) && !jsapi.IsRejection(o) {
		return nil, true, s.errorText(p, o, all)
	}
	text, _, err := s.realm.Stringify(nil, o, s.indent)
	p.Body = text
	return nil, true, err
}

func (modern) script() *goja.Program { return modernProgram() }
