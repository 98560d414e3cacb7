package shim

import (
	"github.com/dop251/goja"

	"framework/router"
)

// derived marks an exchange whose req and res, when they are made, start as copies
// of those of another exchange.
type derived struct{ from *exchange }

// Derive makes the req and res of an exchange start with what the project's code
// has added to those of another one: members of req, such as the user that a
// middleware has set, and res.locals. Later changes are not copied. While the new
// exchange runs, nothing may use the old one.
func (s *Shim) Derive(to, from *router.Exchange) {
	if e, ok := from.Script.(*exchange); ok && e.shim == s {
		to.Script = derived{e}
	}
}

// inherit copies members of req, and res.locals, from another exchange.
func (e *exchange) inherit(from *exchange) {
	e.asyncStore = from.asyncStore
	for _, name := range from.req.Keys() {
		_ = e.req.Set(name, from.req.Get(name)) // does not fail on a new object
	}
	if locals, ok := from.response.locals.(*goja.Object); ok {
		e.response.locals = e.shim.rt.CreateObject(locals)
	}
}
