package snapshot

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"framework/engine/cors"
	"framework/engine/csrf"
	"framework/engine/response"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/router"
)

// protection is what stands in front of all bindings.
type protection struct {
	cors *cors.Set
	csrf *csrf.Protection // nil when switched off
	// own is the binding that hands tokens out, if there is one.
	own []*router.Binding
}

// protector reads what config.cors and config.csrf, or config.security, say.
type protector struct {
	*build
	configuration
}

// protect makes what stands in front of bindings.
func protect(ctx context.Context, r *resolver, bindings []*router.Binding) (protection, error) {
	b := protector{r.build, r.configuration}
	var p protection
	err := r.iso.Do(ctx, func(*jsapi.Realm) error {
		opts := csrf.Options{Key: b.profile.SecretKey, SameOrigin: cors.SameOrigin, Expression: app.Expression}
		var err error
		if b.profile.Modern {
			p.csrf, err = csrf.NewModern(b.security("csrf"), bindings, b.set.Production(), opts)
		} else {
			setting, _ := b.cfg.Get("csrf")
			p.csrf, err = csrf.New(setting, opts)
		}
		if err != nil || p.csrf == nil {
			return err
		}
		return r.shim.SetTokens(p.csrf)
	})
	if err != nil {
		return p, err
	}
	if p.csrf != nil && p.csrf.Route != "" {
		p.own = append(p.own, tokenBinding(p.csrf, r.answers))
	}
	if b.profile.Modern {
		p.cors, err = b.protectModern(bindings, p.csrf != nil)
		return p, err
	}
	for _, binding := range bindings {
		if binding.Options.Has("csrf") {
			b.warn(fmt.Sprintf(
				"config/routes.js: %q: csrf has no effect in a route before Sails 1.0: name the paths without protection in csrf.routesDisabled of config/csrf.js", binding.Address))
		}
	}
	config, err := b.cfg.Map("cors")
	if err != nil {
		return p, err
	}
	if p.cors, err = cors.New(config, place(p.own, bindings)); err != nil {
		return p, err
	}
	b.warn(p.cors.Warnings()...)
	return p, nil
}

// place puts the routes of the server's own, those of tokens, in front of the
// project's, so that one such as /:username does not answer in their place; but
// behind them where the project has a route of just that path.
func place(own, bindings []*router.Binding) []*router.Binding {
	taken := slices.ContainsFunc(bindings, func(theirs *router.Binding) bool {
		return theirs.Family == router.Explicit && slices.ContainsFunc(own, func(ours *router.Binding) bool {
			return theirs.Address.Path == ours.Address.Path
		})
	})
	if taken {
		return slices.Concat(bindings, own)
	}
	return slices.Concat(own, bindings)
}

// tokenBinding answers with a token.
func tokenBinding(protection *csrf.Protection, answers *response.Set) *router.Binding {
	options := value.New(1)
	if len(protection.Origins) > 0 {
		origins := make([]any, len(protection.Origins))
		for i, o := range protection.Origins {
			origins[i] = o
		}
		options.Set("cors", value.Of("origin", origins, "credentials", true))
	}
	return &router.Binding{
		Address: router.Address{Verb: http.MethodGet, Path: protection.Route},
		Handler: router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
			token, err := protection.Grant(x.Context(), x)
			if err != nil {
				return router.Answered, err
			}
			body := value.New(1)
			if token != "" {
				body.Set("_csrf", token)
			}
			return router.Answered, answers.WriteJSON(x, http.StatusOK, answers.Encode(body))
		}),
		Options: options, Family: router.After, Target: "CSRF token", Source: "config/csrf.js",
	}
}

// guard asks whether the request may come in at all, before any binding; false
// means that it was answered.
func (q *requests) guard(x *router.Exchange) (bool, error) {
	if !q.cors.Apply(x) {
		_, err := q.responses.Respond(x, "forbidden", value.Undefined{})
		return false, err
	}
	if answered, err := q.cors.Preflight(x); answered {
		return false, err
	}
	if q.csrf == nil {
		return true, nil
	}
	ok, err := q.csrf.Check(x.Context(), x)
	if ok {
		q.csrf.Strip(x.Request)
	}
	if err == nil && !ok {
		_, err = q.responses.Respond(x, "forbidden", "CSRF mismatch")
	}
	return ok, err
}
