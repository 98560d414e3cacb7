package httpd

import (
	"errors"
	"log/slog"
	"net/http"

	"framework/engine/admission"
	"framework/engine/response"
	"framework/engine/value"
	"framework/engine/web"
	"framework/router"
)

// failures answers requests that failed.
type failures struct {
	log *slog.Logger
	// hideBody says no more than the status about broken bodies, emptyBody not even
	// that.
	hideBody, emptyBody bool
	responses           *response.Set
	event               Event
	busy                error
	turnAway            func(method, path string, why error)
}

// unreadable answers a request whose body or query cannot be read.
func (f *failures) unreadable(x *router.Exchange, err error) error {
	if e, ok := errors.AsType[*router.Error](err); ok && f.hideBody {
		if f.emptyBody {
			return x.Response.Commit(e.Status, nil)
		}
		x.Response.Header().Set("Content-Type", "text/plain; charset=utf-8")
		return x.Response.Commit(e.Status, []byte(http.StatusText(e.Status)))
	}
	return refuse(x, err)
}

// refuse answers with the status and the message of a *router.Error.
func refuse(x *router.Exchange, err error) error {
	e, ok := errors.AsType[*router.Error](err)
	if !ok {
		return err
	}
	message := e.Message
	if message == "" {
		message = e.Error()
	}
	return refuseWith(x, e.Status, message)
}

func refuseWith(x *router.Exchange, status int, message string) error {
	h := x.Response.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	if status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "1")
	}
	return x.Response.Commit(status, []byte(message))
}

// overloaded is why a request was not answered in time, nil where that is not what
// it failed with.
func (f *failures) overloaded(err error) error {
	switch {
	case errors.Is(err, f.busy):
		return f.busy
	case errors.Is(err, admission.ErrOverloaded):
		return admission.ErrOverloaded
	}
	return nil
}

// answer is the one place where errors become answers.
func (f *failures) answer(x *router.Exchange, err error) {
	if err == nil {
		return
	}
	if x.Context().Err() != nil {
		return // the client has disconnected
	}
	if x.Response.Committed() {
		f.log.Error("a request failed after its answer had begun", "method", x.Request.Method, "path", x.Request.Path, "request", x.ID(), "error", err)
		return
	}
	if why := f.overloaded(err); why != nil {
		f.turnAway(x.Request.Method, x.Request.Path, why)
		if err = refuseWith(x, http.StatusServiceUnavailable, admission.Message); err == nil {
			return
		}
	}
	if exhausted := router.Exhausted(err); exhausted != nil {
		err = exhausted
	}
	first := err
	e, known := errors.AsType[*router.Error](err)
	switch {
	case known && e.Code == web.BodyErrorCode:
		err = f.unreadable(x, err)
	case known && e.Status == http.StatusServiceUnavailable:
		f.log.Warn("a request was turned away", "method", x.Request.Method, "path", x.Request.Path, "request", x.ID(), "error", err)
		err = refuse(x, err)
	case f.event.listened():
		_, err = f.event.Recover(x, err)
	default:
		_, err = f.responses.Fail(x, err)
	}
	if err == nil || x.Response.Committed() {
		return
	}
	// The project's own error response failed as well.
	f.log.Error("the response to a failed request failed", "method", x.Request.Method, "path", x.Request.Path, "request", x.ID(), "error", err)
	_ = f.responses.FailPlainly(x, first) // the client is gone
}

// missing answers a request that nothing has answered, with the status alone if the
// project's response to that fails.
func (f *failures) missing(x *router.Exchange) (router.Verdict, error) {
	verdict, err := f.responses.Respond(x, "notFound", value.Undefined{})
	if err == nil || x.Response.Committed() || x.Context().Err() != nil || f.overloaded(err) != nil {
		return verdict, err
	}
	f.log.Error("the response notFound failed", "method", x.Request.Method, "path", x.Request.Path, "request", x.ID(), "error", err)
	return router.Answered, f.responses.WriteStatus(x, http.StatusNotFound)
}
