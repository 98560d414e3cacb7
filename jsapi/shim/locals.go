package shim

import (
	"slices"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// viewNames are the locals of every view; sailsNames are further ones before 1.0 if
// there is an app object.
var (
	viewNames  = []string{"req", "res", "session", "sails", "_csrf", "_"}
	sailsNames = []string{"util", "title"}
)

// viewLocals merges the locals of a view: presets, the route's locals, res.locals,
// and the argument of the call. Later ones win, except for layout, where res.locals
// wins. The presets are computed when the view reads them.
func (s *Shim) viewLocals(e *exchange, own goja.Value) (all *goja.Object, err error) {
	if ex := s.rt.Try(func() { all = s.gatherLocals(e, own) }); ex != nil {
		return nil, s.realm.Wrap(ex)
	}
	return all, nil
}

// presetLocals are those that every view has.
func (s *Shim) presetLocals(e *exchange) *goja.Object {
	p := &presets{e: e, sails: e.req.Get("_sails")}
	names := s.plainLocals
	if p.sails != nil && p.sails.ToBoolean() {
		names = s.sailsLocals
	}
	all := jsapi.NewLazy(s.realm.Runtime(), names, p.make)
	if s.opts.Switches.OwnLocales {
		p.locals = all
	}
	return all
}

// routeLocals are those of the route, undefined for none.
func (e *exchange) routeLocals() goja.Value {
	if e.request.slots[slotOptions] != nil || e.x.Options.Has("locals") {
		if options, ok := e.req.Get("options").(*goja.Object); ok {
			if locals := options.Get("locals"); locals != nil {
				return locals
			}
		}
	}
	return goja.Undefined()
}

func (s *Shim) gatherLocals(e *exchange, own goja.Value) *goja.Object {
	all, route := s.presetLocals(e), e.routeLocals()
	res := goja.Undefined() // res.locals that were never read are empty
	if e.response.locals != nil || e.tokenAllowed() {
		res = e.res.Get("locals")
	}
	for _, from := range []goja.Value{route, res, own} {
		if o, ok := from.(*goja.Object); ok {
			jsapi.Assign(all, o)
		}
	}
	if o, ok := res.(*goja.Object); ok {
		if layout := o.Get("layout"); layout != nil && !goja.IsUndefined(layout) {
			_ = all.Set("layout", layout) // a lazy object accepts any member
		}
	}
	return all
}

// heldLocals are the presets with what res.locals and, over it, own have.
func (s *Shim) heldLocals(e *exchange, own *goja.Object) *goja.Object {
	all := s.presetLocals(e)
	if held, ok := e.res.Get("locals").(*goja.Object); ok {
		jsapi.Assign(all, held)
	}
	if own != nil {
		jsapi.Assign(all, own)
	}
	return all
}

// presets computes the locals of every view.
type presets struct {
	e     *exchange
	sails goja.Value
	// locals have the local locale, where it chooses that of the view.
	locals *goja.Object
}

func (p *presets) make(name string) goja.Value {
	e := p.e
	switch name {
	case "req":
		return e.req
	case "res":
		return e.res
	case "session":
		return e.req.Get("session")
	case "sails":
		return p.sails
	case "_csrf":
		return e.shim.rules().noToken(e.shim.rt)
	case "_":
		return e.shim.rt.Get("_")
	case "util":
		return p.sails.ToObject(e.shim.rt).Get("util")
	case "title":
		config := p.sails.ToObject(e.shim.rt).Get("config")
		if config == nil || !config.ToBoolean() {
			return config
		}
		return config.ToObject(e.shim.rt).Get("appName")
	}
	locals := p.locals
	if name == "i18n" {
		name, locals = "__", nil // it is bound to the response
	}
	state := e.shim.rt.ToValue(func(goja.FunctionCall) goja.Value {
		if locals != nil {
			if own := locals.Get("locale"); own != nil && goja.IsString(own) {
				return locals
			}
		}
		return e.req
	})
	v, err := e.shim.opts.Translator.Function(name, state)
	if err != nil {
		panic(e.shim.realm.Error(err))
	}
	return v
}

// nameLocals sets the names of the locals of every view.
func (s *Shim) nameLocals() {
	var translated []string
	if s.opts.Translator != nil {
		translated = append(slices.Clone(s.opts.Translator.Functions()), "i18n")
	}
	s.plainLocals = slices.Concat(viewNames, translated)
	s.sailsLocals = s.rules().viewLocalNames(translated)
}
