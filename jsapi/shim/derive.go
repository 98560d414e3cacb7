package shim

import (
	"github.com/dop251/goja"

	"framework/router"
)

// derived stands for the req and res of an exchange that has none yet: they are
// to begin with what the project has given those of another one.
type derived struct{ from *exchange }

// Derive has the req and res of an exchange begin with what the project's code
// has given those of another one so far: members of req such as the user that a
// middleware has found, and res.locals. What code does to them afterwards is
// not seen there. The first exchange has to be idle until the second is over.
func (s *Shim) Derive(to, from *router.Exchange) {
	if e, ok := from.Script.(*exchange); ok && e.shim == s {
		to.Script = derived{e}
	}
}

// inherit takes over what from has.
func (e *exchange) inherit(from *exchange) {
	e.kept = from.kept
	for _, name := range from.req.Keys() {
		_ = e.req.Set(name, from.req.Get(name)) // a fresh object takes it
	}
	if locals, ok := from.slots[slotLocals].(*goja.Object); ok {
		e.slots[slotLocals] = e.shim.rt.CreateObject(locals)
	}
}
