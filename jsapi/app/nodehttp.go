package app

import (
	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/modules"
)

// OnHTTP has fn called with the module http: at once if the project has loaded
// it, else when it does.
func (a *App) OnHTTP(fn func(module goja.Value) error) error {
	a.onHTTP = append(a.onHTTP, fn)
	if a.http == nil {
		return nil
	}
	return fn(a.http)
}

// watchHTTP wraps the module http to see when it is loaded.
func (a *App) watchHTTP(core map[string]modules.Core) {
	load, ok := core["http"]
	if !ok {
		return
	}
	core["http"] = func(r *jsapi.Realm, module *goja.Object) error {
		if err := load(r, module); err != nil {
			return err
		}
		a.http = module.Get("exports")
		for _, fn := range a.onHTTP {
			if err := fn(a.http); err != nil {
				return err
			}
		}
		return nil
	}
}
