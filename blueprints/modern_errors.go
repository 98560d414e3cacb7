package blueprints

import (
	"errors"
	"fmt"
	"net/http"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// refusal is a request that an action of 1.x cannot make sense of. method is that of the
// model which would refuse it, if its name is in the message.
type refusal struct{ code, details, method string }

func (e *refusal) Error() string { return e.details }

// fail answers a request whose action failed: what the client can mend with
// 400 and a code, everything else as an error of the server.
func (c *call) fail(err error) (router.Verdict, error) {
	if c.ctx.Err() != nil {
		return router.Answered, err
	}
	var refused *Refused
	if errors.As(err, &refused) {
		return c.respond("forbidden", refused.Error())
	}
	if refusal := c.modernRefusal(err); refusal != nil {
		return c.respond("badRequest", refusal)
	}
	return c.respond("serverError", err)
}

// shownError is an error with what clients see of it. A badRequest of the project gets
// the error, whose toJSON is that.
type shownError struct {
	error
	shown *value.Map
}

func (e *shownError) Unwrap() error { return e.error }

// JSON returns what clients see.
func (e *shownError) JSON() *value.Map { return e.shown }

// modernRefusal is the error of 1.x for invalid input; nil for other errors.
func (c *call) modernRefusal(err error) error {
	var own *refusal
	var usage *orm.UsageError
	var link *orm.LinkError
	var known *router.Error
	switch {
	case errors.As(err, &own):
		return c.refused(&orm.UsageError{Code: own.code, Reason: own.details, Method: own.method})
	case errors.As(err, &usage):
		known := *usage
		known.Code = usageCode(usage)
		return c.refused(&known)
	case errors.As(err, &link):
		return c.refused(&orm.UsageError{Code: orm.InvalidAssociatedIDs, Reason: link.Error()})
	case errors.As(err, &known) && known.Status >= http.StatusBadRequest && known.Status < http.StatusInternalServerError:
		return c.refused(&orm.UsageError{Code: known.Code, Reason: known.Error()})
	}
	return c.notUnique(err)
}

// usageCode says which part of a call could not be used.
func usageCode(e *orm.UsageError) string {
	if e.Code != "" {
		return e.Code
	}
	return orm.InvalidCriteria
}

// notUnique is the error of 1.x for a value that another record already has; nil for
// other errors.
func (c *call) notUnique(err error) error {
	var taken *orm.AdapterError
	if !errors.As(err, &taken) || taken.Code != "E_UNIQUE" {
		return nil
	}
	return &shownError{err, taken.Members()}
}

// refused adds to an error what clients see of it.
func (c *call) refused(e *orm.UsageError) error {
	return &shownError{e, value.Of("code", e.Code, "details", e.Reason, "message", c.explained())}
}

// explained is the message of a 400.
func (c *call) explained() string {
	return ExplainUsage(c.x.Request.Method, c.x.Request.Path, c.set.opts.Production)
}

// ExplainUsage is what 1.x tells the client of a request whose parameters cannot be used.
func ExplainUsage(method, path string, production bool) string {
	message := fmt.Sprintf("The server could not fulfill this request (`%s %s`) due to a problem with the parameters that were sent.  See the `details` for more info.", method, path)
	if !production {
		message += "  **The following additional tip will not be shown in production**:  Tip: Check your client-side code to make sure that the request data it sends matches the expectations of the corresponding attributes in your model.  Also check that your client-side code sends data for every required attribute."
	}
	return message
}
