package app

import (
	"framework/engine/config"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/library"
)

// Globals are the settings of config.globals.
type Globals struct {
	Config *config.Config
	// Listed: there are only the globals that config.globals switches on (1.x).
	Listed bool
}

// On reports whether a kind of globals is left on: "sails", "_", "async", "models",
// "services".
func (g Globals) On(kind string) bool {
	if v, ok := g.Config.Get("globals"); ok && v == false {
		return false
	}
	v, ok := g.Config.Get("globals." + kind)
	return !ok || v != false
}

// ExposeGlobals sets the globals of the project, but for those of its own files.
func (a *App) ExposeGlobals(g Globals) error {
	if !g.Listed {
		return a.Expose(a.usualGlobals(g))
	}
	if err := g.check(); err != nil {
		return err
	}
	return a.Expose(a.listedGlobals(g))
}

// usualGlobals are framework, sails and the libraries that classic projects take for
// granted, unless config.globals switches them off.
func (a *App) usualGlobals(g Globals) map[string]jsapi.Value {
	globals := map[string]jsapi.Value{"framework": a.object}
	if g.On("sails") {
		globals["sails"] = a.object
	}
	// One that is switched off is not loaded at all.
	for name, load := range map[string]func() jsapi.Value{
		"_":     func() jsapi.Value { return library.Lodash(a.RequireModule) },
		"async": func() jsapi.Value { return a.Library("async", "sails/node_modules/async") },
	} {
		if !g.On(name) {
			continue
		}
		if v := load(); v != nil {
			globals[name] = v
		}
	}
	return globals
}

// check refuses values in config.globals that 1.x does not take.
func (g Globals) check() error {
	val, ok := g.Config.Get("globals")
	if !ok || val == false {
		return nil
	}
	globals, ok := val.(*value.Map)
	if !ok {
		return &config.Error{Key: "globals", Source: g.Config.Source("globals"), Want: "false or an object", Got: val}
	}
	for name, v := range globals.All() {
		_, isBool := v.(bool)
		key := "globals." + name
		switch name {
		case "sails", "models":
			if !isBool {
				return &config.Error{Key: key, Source: g.Config.Source(key), Want: "true or false (E_BAD_GLOBAL_CONFIG)", Got: v}
			}
		case "_", "async":
			_, plain := v.(*value.Map)
			_, opaque := v.(Opaque)
			if v != false && !plain && !opaque {
				return &config.Error{Key: key, Source: g.Config.Source(key), Want: "false or the library, as require('lodash') (E_BAD_GLOBAL_CONFIG)", Got: v}
			}
		}
	}
	return nil
}

// listedGlobals are those that config.globals switches on.
func (a *App) listedGlobals(g Globals) map[string]jsapi.Value {
	globals := map[string]jsapi.Value{}
	if g.On("sails") {
		globals["sails"], globals["framework"] = a.object, a.object
	}
	for _, name := range []string{"_", "async"} {
		if v, ok := g.Config.Get("globals." + name); ok && v != false && g.On(name) {
			globals[name] = a.realm.ToJS(v)
		}
	}
	return globals
}
