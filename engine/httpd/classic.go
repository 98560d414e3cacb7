package httpd

import (
	"slices"

	"framework/engine/cors"
	"framework/engine/csrf"
	"framework/engine/problem"
	"framework/engine/value"
	"framework/router"
)

// Classic are the rules of 0.10 to 0.12: config.cors and config.csrf, and middleware
// that is warned about where it has no function or no place.
func Classic() Rules { return classic{} }

type classic struct{}

func (classic) csrf(r *guardReader) (*csrf.Protection, error) {
	if r.Config.HookOff("csrf") {
		return nil, nil
	}
	setting, _ := r.Config.Get("csrf")
	return csrf.New(setting, r.CSRF)
}

func (classic) cors(r *guardReader, own []*router.Binding) (*cors.Set, error) {
	for _, binding := range r.Bindings {
		if binding.Options.Has("csrf") {
			r.warn(problem.In(routesFile, "%q: csrf has no effect in a route before Sails 1.0", binding.Address).
				Advise("name the paths without protection in csrf.routesDisabled of config/csrf.js").Of(binding.Address.String()))
		}
	}
	if r.Config.HookOff("cors") {
		return cors.New(value.New(0), nil)
	}
	config, err := r.Config.Map("cors")
	if err != nil {
		return nil, err
	}
	set, err := cors.New(config, place(own, r.Bindings))
	if err == nil {
		r.warn(set.Warnings()...)
	}
	return set, err
}

// order has what hooks give to sails.hooks.http.app.use run behind all others, which is
// where Express 3 puts it.
func (classic) order(order []string) []string { return append(slices.Clone(order), Added) }

func (classic) check(*middlewareReader, []string) error { return nil }
