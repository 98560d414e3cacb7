package shim

import (
	"github.com/dop251/goja"

	"framework/router"
)

// Tokens makes the CSRF tokens that forms have to send back.
type Tokens interface {
	// TokenAllowed reports whether the page of a request may have a token.
	TokenAllowed(x *router.Exchange) bool
	// Key is the member of the session that holds the secret.
	Key() string
	NewSecret() string
	Token(secret string) string
}

// token is the one of req.csrfToken, made of secret.
type token struct {
	value  goja.Value
	secret string
}

// SetTokens adds req.csrfToken, and _csrf in views. Call it on the loop, before
// serving.
func (s *Shim) SetTokens(t Tokens) error {
	s.opts.Tokens = t
	return s.method(s.reqProto, "csrfToken", func(e *exchange, _ goja.FunctionCall) goja.Value { return e.csrfToken() })
}

// csrfToken returns a token for the session. It stays the same for the whole
// exchange unless the session's secret changes.
func (e *exchange) csrfToken() goja.Value {
	tokens := e.shim.opts.Tokens
	session, ok := e.req.Get("session").(*goja.Object)
	if !ok {
		return goja.Undefined()
	}
	secret, _ := session.Get(tokens.Key()).(goja.String)
	if secret == nil || secret.Length() == 0 {
		secret, _ = e.shim.rt.ToValue(tokens.NewSecret()).(goja.String)
		if err := session.Set(tokens.Key(), secret); err != nil {
			panic(err)
		}
	}
	if e.token.value == nil || secret.String() != e.token.secret {
		e.token.secret = secret.String()
		e.token.value = e.shim.rt.ToValue(tokens.Token(e.token.secret))
	}
	return e.token.value
}

// tokenAllowed reports whether the page may have a token.
func (e *exchange) tokenAllowed() bool {
	return e.shim.opts.Tokens != nil && e.x.Session != nil && e.shim.opts.Tokens.TokenAllowed(e.x)
}

// newLocals makes res.locals. Its _csrf is a getter, because making a token needs
// the session, which most requests do not use.
func (e *exchange) newLocals() goja.Value {
	rt := e.shim.rt
	v, err := e.shim.call("locals", e.res)
	if err != nil {
		panic(e.shim.realm.Error(err))
	}
	o := v.ToObject(rt)
	if !e.tokenAllowed() {
		e.shim.rules().emptyToken(o)
		return o
	}
	get := rt.ToValue(func(goja.FunctionCall) goja.Value { return e.csrfToken() })
	set := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(o.DefineDataProperty("_csrf", call.Argument(0), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE) == nil)
	})
	_ = o.DefineAccessorProperty("_csrf", get, set, goja.FLAG_TRUE, goja.FLAG_TRUE) // does not fail on a new object
	return o
}
