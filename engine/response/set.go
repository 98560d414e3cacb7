package response

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"framework/engine/value"
	"framework/router"
)

// Switches are the differences between the classic releases that responses
// show; a profile fills them in.
type Switches struct {
	// StatusText: an answer without data carries the text of its status as
	// text/plain (0.10), over HTTP; without it the body is empty.
	StatusText bool
	// SocketFalsy: over a socket res.send sends null and empty text as a body
	// (0.10, 1.x); without it there is no body then.
	SocketFalsy bool
	// Created: there is a response called created (0.11 and later).
	Created bool
	// ErrorMembers: an error is shown with stack, message and its own
	// properties (0.12), and an error of the data layer with all it knows.
	// Without it an error shows its enumerable properties alone and an error
	// of the data layer the envelope {error, status, summary, …}.
	ErrorMembers bool
	// KeepErrors: the setting keepResponseErrors is honoured (0.12).
	KeepErrors bool
	// JSONPGuard: a comment stands before the callback of JSONP and sniffing
	// of the content type is forbidden (0.11 and later).
	JSONPGuard bool
	// CharsetOnTyped: text sent with a content type that the project chose is
	// completed with its charset (0.11 and later).
	CharsetOnTyped bool
	// Rules are those of the release; nil stands for Classic(). In 1.x the switches
	// above that are about data do not count.
	Rules Rules
}

// ViewRenderer renders views for clients that want HTML.
type ViewRenderer interface {
	// Exists reports whether there is a view of that name ("pet/find", "404").
	Exists(name string) bool
	// Render returns the page. locals is an *value.Map, whose member data is
	// what Respond was given, or the Locals of the Payload.
	Render(x *router.Exchange, name string, locals any) ([]byte, error)
}

// CustomFunc answers with a project's own response of that name; found is
// false when the project has none.
type CustomFunc func(x *router.Exchange, name string, data any) (v router.Verdict, err error, found bool)

// Options configure a Set.
type Options struct {
	Switches Switches
	// Production hides the data of error responses and writes compact JSON.
	Production bool
	// KeepErrors is the project's keepResponseErrors.
	KeepErrors bool
	// Views may be nil: a project without views.
	Views ViewRenderer
	// Custom may be nil: a project without responses of its own.
	Custom CustomFunc
	// Explain may be nil. It is called for errors without a payload, and may
	// return them with one.
	Explain func(x *router.Exchange, err error) error
	// Failed may be nil. It is called with the error behind each server error.
	Failed func(x *router.Exchange, err error)
	// Log receives the errors behind server errors; nil discards them.
	Log *slog.Logger
}

// Set answers exchanges with responses by name. It is safe for concurrent use.
type Set struct {
	opts   Options
	indent string
}

// New returns the responses of one project.
func New(opts Options) *Set {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.Switches.Rules == nil {
		opts.Switches.Rules = Classic()
	}
	s := &Set{opts: opts}
	if !opts.Production {
		s.indent = "  "
	}
	return s
}

// Indent is the indentation of JSON in this environment, "" for compact text.
func (s *Set) Indent() string { return s.indent }

// Switches returns the switches that the set was made with.
func (s *Set) Switches() Switches { return s.opts.Switches }

// rule says how one built-in response behaves.
type rule struct {
	status int
	// failure marks responses whose data production hides.
	failure bool
	// page is the view shown to HTML clients; "" tries the view of the action.
	page string
}

var rules = map[string]rule{
	"ok":          {status: http.StatusOK},
	"created":     {status: http.StatusCreated},
	"badRequest":  {status: http.StatusBadRequest, failure: true},
	"forbidden":   {status: http.StatusForbidden, failure: true, page: "403"},
	"notFound":    {status: http.StatusNotFound, failure: true, page: "404"},
	"serverError": {status: http.StatusInternalServerError, failure: true, page: "500"},
	"unavailable": {status: http.StatusServiceUnavailable, failure: true, page: "500"},
}

// retryAfter is the header Retry-After, in seconds, for a database that is
// unavailable.
const retryAfter = "1"

// Names returns the built-in responses that this set has.
func (s *Set) Names() []string { return s.rules().names(s) }

func (s *Set) rules() Rules { return s.opts.Switches.Rules }

// Respond answers x with the response called name, the project's own one where
// it has one. data is value.Undefined{} for none, an error, a *Payload, or a
// value of package value. The error is that of a view, or says that there is
// no such response. A datastore that does not answer makes of serverError the
// response unavailable, whose status is 503.
func (s *Set) Respond(x *router.Exchange, name string, data any) (router.Verdict, error) {
	if err, ok := data.(error); ok && name == "serverError" && isUnavailable(err) {
		name = "unavailable"
	}
	if name == "serverError" {
		s.Note(x, errorOf(data))
	}
	if err, ok := data.(error); ok && s.opts.Explain != nil && !isMembered(err) {
		data = s.opts.Explain(x, err)
	}
	if s.opts.Custom != nil {
		if v, err, found := s.opts.Custom(x, name, data); found {
			return v, err
		}
	}
	return s.RespondBuiltin(x, name, data)
}

// Note reports an error behind a server error, nil for none, to Options.Failed.
func (s *Set) Note(x *router.Exchange, err error) {
	if s.opts.Failed != nil && err != nil {
		s.opts.Failed(x, err)
	}
}

// errorOf is the error that a response was given, nil for none.
func errorOf(data any) error {
	switch data := data.(type) {
	case error:
		return data
	case *Payload:
		return data.Err
	}
	return nil
}

// Fail answers x with the response that the release has for an error of a handler.
func (s *Set) Fail(x *router.Exchange, err error) (router.Verdict, error) {
	return s.Respond(x, s.rules().failed(err), err)
}

// FailPlainly answers x with an error as res.send sends it, and in production with the
// status alone: what is left when the project's response to the error failed as well.
func (s *Set) FailPlainly(x *router.Exchange, err error) error {
	x.Response.Header().Del("Content-Type")
	if s.opts.Explain != nil && !isMembered(err) {
		err = s.opts.Explain(x, err)
	}
	p := s.Payload(err)
	switch {
	case s.opts.Production, p.Kind == None:
		return s.WriteStatus(x, http.StatusInternalServerError)
	case p.Number != 0 && s.rules().sendsNumber(s):
		return s.WriteStatus(x, p.Number)
	case len(p.Members) > 0:
		return s.WriteJSON(x, http.StatusInternalServerError, p.Members)
	case p.ErrorText:
		return s.WriteJSON(x, http.StatusInternalServerError, []byte("{}"))
	case p.Kind == Text:
		return s.WriteText(x, http.StatusInternalServerError, p.Body)
	}
	return s.WriteJSON(x, http.StatusInternalServerError, p.Body)
}

// RespondBuiltin is Respond without the project's own response of that name.
func (s *Set) RespondBuiltin(x *router.Exchange, name string, data any) (router.Verdict, error) {
	if name == "negotiate" {
		return s.Respond(x, Negotiate(data), data)
	}
	return router.Answered, s.rules().respond(s, x, name, data)
}

// page answers with a view where the response has one.
func (s *Set) page(x *router.Exchange, r rule, status int, p *Payload, data any) (bool, error) {
	name := p.View
	if name == "" {
		name = r.page
	}
	if name == "" {
		name = GuessView(x)
	}
	if name == "" || p.View == "" && !s.opts.Views.Exists(name) {
		return false, nil
	}
	locals := p.Locals
	if locals == nil {
		m := value.New(1)
		if p.Kind != None {
			m.Set("data", data)
		}
		locals = m
	}
	body, err := s.opts.Views.Render(x, name, locals)
	if err != nil {
		if r.page != "" {
			s.opts.Log.Error("the view of an error response failed", "view", name, "error", err)
			return false, nil
		}
		return false, err
	}
	h := x.Response.Header()
	if h.Get("Content-Type") == "" {
		h.Set("Content-Type", "text/html; charset=utf-8")
	}
	return true, x.Response.Commit(status, body)
}

// GuessView is the view that belongs to the action that x is served by:
// "<controller>/<action>", "" when it is not known.
func GuessView(x *router.Exchange) string {
	if x.Options == nil {
		return ""
	}
	if v, ok := x.Options.Value("view").(string); ok && v != "" {
		return v
	}
	c, _ := x.Options.Value("controller").(string)
	a, _ := x.Options.Value("action").(string)
	if c == "" && strings.Contains(a, "/") {
		return a // an action by its path (1.x)
	}
	if c == "" || a == "" {
		return ""
	}
	return c + "/" + a
}

// report logs what is behind a server error, with the id of the request, which the client gets
// in the header Incident-Id.
func (s *Set) report(x *router.Exchange, data any) {
	err := errorOf(data)
	s.Note(x, err)
	if err == nil {
		s.opts.Log.Error("a request was answered with a server error", "method", x.Request.Method, "path", x.Request.Path, "request", x.ID())
		return
	}
	x.Response.Header().Set("Incident-Id", x.ID())
	s.opts.Log.Error("a request failed", "method", x.Request.Method, "path", x.Request.Path, "request", x.ID(), "error", err)
}

// Negotiate is the response that fits an error: by its status, serverError
// where it has none.
func Negotiate(data any) string {
	switch status := statusOf(data); {
	case status == http.StatusForbidden:
		return "forbidden"
	case status == http.StatusNotFound:
		return "notFound"
	case status >= 400 && status < 500:
		return "badRequest"
	case status == http.StatusServiceUnavailable:
		return "unavailable"
	}
	return "serverError"
}

func statusOf(data any) int {
	switch data := data.(type) {
	case *Payload:
		return data.Status
	case *value.Map:
		switch n := data.Value("status").(type) {
		case int64:
			return int(n)
		case float64:
			return int(n)
		}
	case error:
		return errorStatus(data)
	}
	return 0
}

// errorStatus is the status of an error, 0 for none.
func errorStatus(err error) int {
	var carrier PayloadError
	var known *router.Error
	switch {
	case isMembered(err) && !isInvalid(err) && !errors.As(err, &known):
		return 0 // an exception of a callback has no status
	case errors.As(err, &carrier):
		return carrier.Payload().Status
	case isInvalid(err):
		return http.StatusBadRequest
	case isUnavailable(err):
		return http.StatusServiceUnavailable
	case errors.As(err, &known):
		return known.Status
	}
	return 0
}
