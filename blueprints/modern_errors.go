package blueprints

import (
	"errors"
	"fmt"
	"net/http"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// refusal is a request that an action of 1.x cannot make sense of.
type refusal struct{ code, details string }

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
	if data := c.modernRefusal(err); data != nil {
		return c.respond("badRequest", data)
	}
	return c.respond("serverError", err)
}

// modernRefusal is the answer of 1.x to invalid input; nil for other errors.
func (c *call) modernRefusal(err error) *value.Map {
	var own *refusal
	var usage *orm.UsageError
	var link *orm.LinkError
	var known *router.Error
	switch {
	case errors.As(err, &own):
		return c.refused(own.code, own.details)
	case errors.As(err, &usage):
		return c.refused(usageCode(usage), usage.Reason)
	case errors.As(err, &link):
		return c.refused("E_INVALID_ASSOCIATED_IDS", link.Error())
	case errors.As(err, &known) && known.Status >= http.StatusBadRequest && known.Status < http.StatusInternalServerError:
		return c.refused(known.Code, known.Error())
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

// notUnique is the answer of 1.x to a value that another record already has.
func (c *call) notUnique(err error) *value.Map {
	var taken *orm.AdapterError
	if !errors.As(err, &taken) || taken.Code != "E_UNIQUE" {
		return nil
	}
	names := make([]any, len(taken.Attributes))
	for i, name := range taken.Attributes {
		names[i] = name
	}
	return value.Of(
		"code", taken.Code,
		"message", taken.Error(),
		"modelIdentity", taken.Model, "attrNames", names,
	)
}

// refused is the body of a 400.
func (c *call) refused(code, details string) *value.Map {
	return value.Of("code", code, "details", details, "message", c.explained())
}

// explained is the message of a 400.
func (c *call) explained() string {
	message := fmt.Sprintf("The server could not fulfill this request (`%s %s`) due to a problem with the parameters that were sent.  See the `details` for more info.", c.x.Request.Method, c.x.Request.Path)
	if !c.set.opts.Production {
		message += "  **The following additional tip will not be shown in production**:  Tip: Check your client-side code to make sure that the request data it sends matches the expectations of the corresponding attributes in your model.  Also check that your client-side code sends data for every required attribute."
	}
	return message
}
