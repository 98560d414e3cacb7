package engine

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"framework/engine/cors"
	"framework/engine/csrf"
	"framework/engine/ordered"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/router"
)

// protect makes what stands in front of all bindings, and returns the binding
// that hands tokens out, if there is one.
func (b *builder) protect(ctx context.Context, bindings []*router.Binding) ([]*router.Binding, error) {
	err := b.iso.Do(ctx, func(*jsapi.Realm) error {
		opts := csrf.Options{Key: b.profile.SecretKey, SameOrigin: cors.SameOrigin, Expression: app.Expression}
		var err error
		if b.profile.Modern {
			b.csrf, err = csrf.NewModern(b.security("csrf"), bindings, b.set.Production(), opts)
		} else {
			setting, _ := b.cfg.Get("csrf")
			b.csrf, err = csrf.New(setting, opts)
		}
		if err != nil || b.csrf == nil {
			return err
		}
		return b.shim.SetTokens(b.csrf)
	})
	if err != nil {
		return nil, err
	}
	var own []*router.Binding
	if b.csrf != nil && b.csrf.Route != "" {
		own = append(own, b.tokenBinding())
	}
	if b.profile.Modern {
		return own, b.protectModern(bindings)
	}
	for _, binding := range bindings {
		if binding.Options.Has("csrf") {
			b.snapshot.Warnings = append(b.snapshot.Warnings, fmt.Sprintf(
				"config/routes.js: %q: csrf has no effect in a route before Sails 1.0: name the paths without protection in csrf.routesDisabled of config/csrf.js", binding.Address))
		}
	}
	config, err := b.cfg.Map("cors")
	if err != nil {
		return nil, err
	}
	if b.cors, err = cors.New(config, place(own, bindings)); err != nil {
		return nil, err
	}
	b.snapshot.Warnings = append(b.snapshot.Warnings, b.cors.Warnings()...)
	return own, nil
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
func (b *builder) tokenBinding() *router.Binding {
	options := ordered.New(1)
	if len(b.csrf.Origins) > 0 {
		origins := make([]any, len(b.csrf.Origins))
		for i, o := range b.csrf.Origins {
			origins[i] = o
		}
		options.Set("cors", ordered.Of("origin", origins, "credentials", true))
	}
	protection, answers := b.csrf, b.answers
	return &router.Binding{
		Address: router.Address{Verb: http.MethodGet, Path: b.csrf.Route},
		Handler: router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
			token, err := protection.Grant(x.Context(), x)
			if err != nil {
				return router.Answered, err
			}
			body := ordered.New(1)
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
		_, err := q.responses.Respond(x, "forbidden", ordered.Undefined{})
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
