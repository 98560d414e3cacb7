package snapshot

import (
	"errors"
	"fmt"
	"net/http"

	"framework/engine/cors"
	"framework/engine/response"
	"framework/engine/value"
	"framework/router"
)

// security is a member of config.security, or what older files of a 1.x project
// say under its own name.
func (b protector) security(name string) any {
	if v, ok := b.cfg.Get(name); ok && v != nil {
		b.warn("config." + name + " has moved: write it as security." + name + " in config/security.js")
		return v
	}
	v, _ := b.cfg.Get("security." + name)
	return v
}

// protectModern reads config.security.cors, and checks what protection needs.
func (b protector) protectModern(bindings []*router.Binding, csrf bool) (*cors.Set, error) {
	if off, _ := b.cfg.Get("hooks.session"); csrf && (off == false || off == "false") {
		return nil, errors.New("config/security.js: csrf needs sessions, which hooks.session switches off")
	}
	config, _ := b.cfg.Map("security.cors")
	if own, ok := b.security("cors").(*value.Map); ok {
		config = config.Clone()
		for k, v := range own.All() {
			config.Set(k, v)
		}
	}
	b.idleCSRF(bindings)
	return cors.NewModern(config, bindings)
}

// idleCSRF warns about options csrf of routes that change nothing: requests
// with GET are never checked, and of two routes that a request may meet the one
// counts that says otherwise than config.security.csrf.
func (b protector) idleCSRF(bindings []*router.Binding) {
	setting, _ := b.cfg.Get("security.csrf")
	global := setting == true
	coverage := router.NewCoverage()
	warn := func(binding *router.Binding, format string, args ...any) {
		b.warn(fmt.Sprintf("config/routes.js: %q: csrf has no effect ", binding.Address) + fmt.Sprintf(format, args...))
	}
	for _, binding := range bindings {
		on, ok := binding.Options.Value("csrf").(bool)
		switch verb := binding.Address.Verb; {
		case !ok:
		case verb == http.MethodGet || verb == http.MethodHead || verb == http.MethodOptions:
			warn(binding, "on requests with %s, which change nothing", verb)
		case on == global:
			for _, other := range bindings {
				if otherwise, ok := other.Options.Value("csrf").(bool); ok && otherwise != global && coverage.Meet(binding, other) {
					warn(binding, "where csrf: %v of %q matches as well", otherwise, other.Address)
				}
			}
		}
	}
}

// builtInAction is an action of 1.x that comes with the server and is no default
// action of a model; nil for none.
func builtInAction(g *gateway, answers *response.Set, production bool, identity string) router.Handler {
	if identity == grantIdentity {
		return grantToken(g, answers, production)
	}
	return nil
}

// grantToken is the action security/grant-csrf-token.
func grantToken(g *gateway, answers *response.Set, production bool) router.Handler {
	return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		if x.Request.Socket != "" {
			if production {
				return answers.Respond(x, "notFound", value.Undefined{})
			}
			return answers.Respond(x, "badRequest", errors.New("a token is not handed out over a socket: ask for it with an HTTP request"))
		}
		token := ""
		if protection := g.now().requests.csrf; protection != nil {
			var err error
			if token, err = protection.Grant(x.Context(), x); err != nil {
				return router.Answered, err
			}
		}
		return router.Answered, answers.WriteJSON(x, http.StatusOK, answers.Encode(value.Of("_csrf", token)))
	})
}
