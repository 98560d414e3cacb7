package snapshot

import (
	"fmt"
	"maps"
	"slices"

	"framework/engine/config"
	"framework/jsapi/app"
	"framework/router"
)

// checkMiddleware refuses settings of config/http.js that 1.x does not lift
// with: names without a function, functions without a place, and what is gone.
func (b pipelineReader) checkMiddleware(order []string, custom map[string][]app.Middleware, builtIn map[string]func(q *requests, v *visit) (router.Verdict, error)) error {
	refused := func(key, want string, got any) error {
		return &config.Error{Key: key, Source: b.cfg.Source(key), Want: want, Got: got}
	}
	for _, name := range order {
		if _, own := custom[name]; !own && builtIn[name] == nil {
			return refused("http.middleware.order", fmt.Sprintf("names that middleware has a function for; add middleware.%s = function (req, res, next) {…}", name), name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(custom)) {
		if name != "$custom" && builtIn[name] == nil && len(custom[name]) > 0 && !slices.Contains(order, name) {
			return refused("http.middleware."+name, "its name in http.middleware.order: it would never run", name)
		}
	}
	for key, instead := range map[string]string{
		"express": "http", "http.loadMiddleware": "http.middleware", "cache": "http.cache",
	} {
		if v, ok := b.cfg.Get(key); ok && v != nil {
			return refused(key, "nothing: since 1.0 this is config."+instead, "a setting")
		}
	}
	if v, ok := b.cfg.Get("http.trustProxy"); ok && (v == nil || v == int64(0) || v == "") {
		return refused("http.trustProxy", trustForms, v)
	}
	return nil
}
