package snapshot

import (
	"framework/engine/config"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
)

// exposeGlobals sets the globals of the project, but for those of its own files. It
// belongs on the loop.
func exposeGlobals(r *jsapi.Realm, c configuration, rt realm) error {
	if !c.profile.ListedGlobals {
		return rt.js.Expose(usualGlobals(c, rt))
	}
	globals, err := listedGlobals(r, c, rt)
	if err != nil {
		return err
	}
	return rt.js.Expose(globals)
}

// usualGlobals are framework, sails and the libraries that classic projects take for
// granted, unless config.globals switches them off.
func usualGlobals(c configuration, rt realm) map[string]jsapi.Value {
	object := rt.js.Object()
	globals := map[string]jsapi.Value{"framework": object}
	if c.global("sails") {
		globals["sails"] = object
	}
	for name, packages := range map[string][]string{
		"_":     {"lodash", "@sailshq/lodash", "sails/node_modules/lodash"},
		"async": {"async", "sails/node_modules/async"},
	} {
		if !c.global(name) {
			continue
		}
		if v := rt.js.Library(packages...); v != nil {
			globals[name] = v
		}
	}
	return globals
}

// checkGlobals refuses values in config.globals that 1.x does not take.
func checkGlobals(cfg *config.Config) error {
	val, ok := cfg.Get("globals")
	if !ok || val == false {
		return nil
	}
	globals, ok := val.(*value.Map)
	if !ok {
		return &config.Error{Key: "globals", Source: cfg.Source("globals"), Want: "false or an object", Got: val}
	}
	for name, v := range globals.All() {
		_, isBool := v.(bool)
		key := "globals." + name
		switch name {
		case "sails", "models":
			if !isBool {
				return &config.Error{Key: key, Source: cfg.Source(key), Want: "true or false (E_BAD_GLOBAL_CONFIG)", Got: v}
			}
		case "_", "async":
			if _, plain := v.(*value.Map); v != false && !plain && !isOpaque(v) {
				return &config.Error{Key: key, Source: cfg.Source(key), Want: "false or the library, as require('lodash') (E_BAD_GLOBAL_CONFIG)", Got: v}
			}
		}
	}
	return nil
}

func isOpaque(v any) bool {
	_, ok := v.(app.Opaque)
	return ok
}

// listedGlobals are those that config.globals asks for.
func listedGlobals(r *jsapi.Realm, c configuration, rt realm) (map[string]jsapi.Value, error) {
	if err := checkGlobals(c.cfg); err != nil {
		return nil, err
	}
	globals := map[string]jsapi.Value{}
	if c.global("sails") {
		globals["sails"], globals["framework"] = rt.js.Object(), rt.js.Object()
	}
	for _, name := range []string{"_", "async"} {
		if v, ok := c.cfg.Get("globals." + name); ok && v != false && c.global(name) {
			globals[name] = r.ToJS(v)
		}
	}
	return globals, nil
}

// global reports whether config.globals leaves a kind of global on.
func (c configuration) global(name string) bool {
	if v, ok := c.cfg.Get("globals"); ok && v == false {
		return false
	}
	v, ok := c.cfg.Get("globals." + name)
	return !ok || v != false
}
