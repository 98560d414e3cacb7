package shim

import (
	"slices"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/library"
)

// viewNames are the locals of every view; sailsNames are further ones before 1.0 if
// there is an app object.
var (
	viewNames  = []string{"req", "res", "session", "sails", "_csrf", "_"}
	sailsNames = []string{"util", "title"}
)

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

// lodash is the local _: the global of that name, and where config.globals switches that
// off that of Sails.
func (s *Shim) lodash() goja.Value {
	if global := s.rt.Get("_"); global != nil && !goja.IsUndefined(global) {
		return global
	}
	if s.library == nil && s.opts.Require != nil {
		s.library = library.Lodash(s.opts.Require)
	}
	if s.library == nil {
		return goja.Undefined()
	}
	return s.library
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
		return e.shim.lodash()
	case "util":
		return p.sails.ToObject(e.shim.rt).Get("util")
	case "title":
		config := p.sails.ToObject(e.shim.rt).Get("config")
		if config == nil || !config.ToBoolean() {
			return config
		}
		return config.ToObject(e.shim.rt).Get("appName")
	}
	if name == "locale" {
		if own := e.res.Get("locale"); own != nil && goja.IsString(own) {
			return own
		}
		return e.req.Get("locale")
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
		if own := e.res.Get("locale"); own != nil && goja.IsString(own) {
			return e.res
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
		if s.opts.Switches.OwnLocales {
			translated = append(translated, "locale")
		}
	}
	s.plainLocals = slices.Concat(viewNames, translated)
	s.sailsLocals = s.rules().viewLocalNames(translated)
}
