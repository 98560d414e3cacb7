package httpd

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"framework/engine/config"
	"framework/engine/cors"
	"framework/engine/csrf"
	"framework/engine/problem"
	"framework/engine/value"
	"framework/router"
)

// Modern are the rules of 1.x: config.security, an option csrf of routes, and
// middleware that is refused where it has no function or no place.
func Modern() Rules { return modern{} }

type modern struct{}

// The settings of config.security.
const (
	securityCORS    = "cors"
	securityCSRF    = "csrf"
	securityHeaders = "headers"
)

// securityHook is the hook that they are settings of.
const securityHook = "security"

// SecuritySettingNames lists the keys of config.security.
func SecuritySettingNames() []string {
	return []string{securityCORS, securityCSRF, securityHeaders}
}

func (modern) csrf(r *guardReader) (*csrf.Protection, error) {
	if r.Config.HookOff(securityHook) {
		return nil, nil
	}
	return csrf.NewModern(r.security(securityCSRF), r.Bindings, r.Production, r.CSRF)
}

func (modern) cors(r *guardReader, _ []*router.Binding) (*cors.Set, error) {
	if setting, _ := r.Config.Get("security." + securityCSRF); r.guards.CSRF != nil && setting != false && r.Config.HookOff("session") {
		return nil, errors.New("config/security.js: csrf needs sessions, which hooks.session switches off")
	}
	if r.Config.HookOff(securityHook) {
		return cors.NewModern(value.New(0), nil)
	}
	config, _ := r.Config.Map("security." + securityCORS)
	if own, ok := r.security(securityCORS).(*value.Map); ok {
		config = config.Clone()
		for k, v := range own.All() {
			config.Set(k, v)
		}
	}
	r.idleCSRF()
	return cors.NewModern(config, r.Bindings)
}

// security is a member of config.security, or what older files of a 1.x project
// say under its own name.
func (r *guardReader) security(name string) any {
	if v, ok := r.Config.Get(name); ok && v != nil {
		r.warn(problem.In(r.Config.Source(name), "config.%s has moved", name).Advise("write it as security." + name + " in config/security.js").Of(name))
		return v
	}
	v, _ := r.Config.Get("security." + name)
	return v
}

// idleCSRF warns about options csrf of routes that change nothing: requests
// with GET are never checked, and of two routes that a request may meet the one
// counts that says otherwise than config.security.csrf.
func (r *guardReader) idleCSRF() {
	setting, _ := r.Config.Get("security." + securityCSRF)
	global := setting == true
	coverage := router.NewCoverage()
	warn := func(binding *router.Binding, format string, args ...any) {
		r.warn(problem.In(routesFile, "%q: csrf has no effect %s", binding.Address, fmt.Sprintf(format, args...)).Of(binding.Address.String()))
	}
	for _, binding := range r.Bindings {
		on, ok := binding.Options.Value("csrf").(bool)
		switch verb := binding.Address.Verb; {
		case !ok:
		case verb == http.MethodGet || verb == http.MethodHead || verb == http.MethodOptions:
			warn(binding, "on requests with %s, which change nothing", verb)
		case on == global:
			for _, other := range r.Bindings {
				if otherwise, ok := other.Options.Value("csrf").(bool); ok && otherwise != global && coverage.Meet(binding, other) {
					warn(binding, "where csrf: %v of %q matches as well", otherwise, other.Address)
				}
			}
		}
	}
}

// order has what hooks give to sails.hooks.http.app.use run in front of the router,
// which is added to Express after them.
func (modern) order(order []string) []string {
	at := slices.Index(order, "router")
	if at < 0 {
		at = len(order)
	}
	return slices.Insert(slices.Clone(order), at, Added)
}

// check refuses names without a function, functions without a place, and what is
// gone since 1.0.
func (modern) check(m *middlewareReader, order []string) error {
	refused := func(key, want string, got any) error {
		return &config.Error{Key: key, Source: m.Config.Source(key), Want: want, Got: got}
	}
	for _, name := range order {
		if _, own := m.Functions[name]; !own && m.builtIn[name] == nil {
			return refused("http.middleware.order", fmt.Sprintf("names that middleware has a function for; add middleware.%s = function (req, res, next) {…}", name), name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.Functions)) {
		if name != custom && name != Added && m.builtIn[name] == nil && len(m.Functions[name]) > 0 && !slices.Contains(order, name) {
			return refused("http.middleware."+name, "its name in http.middleware.order: it would never run", name)
		}
	}
	for key, instead := range map[string]string{
		"express": "http", "http.loadMiddleware": "http.middleware", "cache": "http.cache",
	} {
		if v, ok := m.Config.Get(key); ok && v != nil {
			return refused(key, "nothing: since 1.0 this is config."+instead, "a setting")
		}
	}
	if v, ok := m.Config.Get("http.trustProxy"); ok && (v == nil || v == int64(0) || v == "") {
		return refused("http.trustProxy", trustForms, v)
	}
	return nil
}
