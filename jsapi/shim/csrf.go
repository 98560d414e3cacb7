package shim

import (
	"github.com/dop251/goja"

	"framework/router"
)

// Tokens are those that forms have to send back against forged requests.
type Tokens interface {
	// Grants reports whether the page of a request may have one.
	Grants(x *router.Exchange) bool
	// Key is the member of the session that holds its secret.
	Key() string
	NewSecret() string
	Token(secret string) string
}

// SetTokens gives req csrfToken and views _csrf. Call it on the loop, before
// serving.
func (s *Shim) SetTokens(t Tokens) error {
	s.opts.Tokens = t
	return s.method(s.reqProto, "csrfToken", func(e *exchange, _ goja.FunctionCall) goja.Value { return e.csrfToken() })
}

// csrfToken is a token of the session, the same one for the whole exchange
// while the session stays the same.
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
	if e.token == nil || secret.String() != e.tokenSecret {
		e.tokenSecret = secret.String()
		e.token = e.shim.rt.ToValue(tokens.Token(e.tokenSecret))
	}
	return e.token
}

// granted reports whether the page may have a token.
func (e *exchange) granted() bool {
	return e.shim.opts.Tokens != nil && e.x.Session != nil && e.shim.opts.Tokens.Grants(e.x)
}

// newLocals makes res.locals, whose _csrf is made when somebody looks at it:
// what needs no token needs no session either.
func (e *exchange) newLocals() goja.Value {
	rt := e.shim.rt
	v, err := e.shim.call("locals", e.res)
	if err != nil {
		panic(e.shim.realm.Error(err))
	}
	o := v.ToObject(rt)
	if !e.granted() {
		e.shim.rules().emptyToken(o)
		return o
	}
	get := rt.ToValue(func(goja.FunctionCall) goja.Value { return e.csrfToken() })
	set := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		return rt.ToValue(o.DefineDataProperty("_csrf", call.Argument(0), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE) == nil)
	})
	_ = o.DefineAccessorProperty("_csrf", get, set, goja.FLAG_TRUE, goja.FLAG_TRUE) // fresh locals take it
	return o
}
