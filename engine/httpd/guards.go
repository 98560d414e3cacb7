package httpd

import (
	"errors"
	"net/http"
	"slices"

	"framework/engine/config"
	"framework/engine/cors"
	"framework/engine/csrf"
	"framework/engine/problem"
	"framework/engine/response"
	"framework/engine/value"
	"framework/router"
)

// Guards are what stands in front of all routes: CORS and CSRF protection.
type Guards struct {
	CORS *cors.Set
	CSRF *csrf.Protection // nil when switched off
	// own are the routes of the server itself, which hand tokens out.
	own []*router.Binding
	// Warnings are for the project.
	Warnings []problem.Problem
}

// GuardOptions say what guards are read from.
type GuardOptions struct {
	Switches   Switches
	Config     *config.Config
	Production bool
	Bindings   []*router.Binding
	CSRF       csrf.Options
	Responses  *response.Set
}

// guardReader reads guards.
type guardReader struct {
	GuardOptions
	guards Guards
}

func (r *guardReader) warn(warnings ...problem.Problem) {
	r.guards.Warnings = append(r.guards.Warnings, warnings...)
}

// ReadGuards reads config.cors and config.csrf, or config.security, and the options
// of routes of these names.
func ReadGuards(opts GuardOptions) (Guards, error) {
	r := &guardReader{GuardOptions: opts}
	rules := opts.Switches.rules()
	var err error
	if r.guards.CSRF, err = rules.csrf(r); err != nil {
		return Guards{}, err
	}
	if p := r.guards.CSRF; p != nil && p.Route != "" {
		r.guards.own = append(r.guards.own, tokenBinding(p, opts.Responses))
	}
	r.guards.CORS, err = rules.cors(r, r.guards.own)
	return r.guards, err
}

// Place puts the routes of the server's own, those of tokens, in front of the
// project's, so that one such as /:username does not answer in their place; but
// behind them where the project has a route of just that path.
func (g Guards) Place(bindings []*router.Binding) []*router.Binding { return place(g.own, bindings) }

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

// GrantToken is the action security/grant-csrf-token of 1.x. protection is
// called with each request, because routes are read before the protection; it
// returns nil if there is none.
func GrantToken(protection func() *csrf.Protection, answers *response.Set, production bool) router.Handler {
	return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		if x.Request.Socket != "" {
			if production {
				return answers.Respond(x, "notFound", value.Undefined{})
			}
			return answers.Respond(x, "badRequest", errors.New("a CSRF token is not sent over a socket: get it with an HTTP request"))
		}
		token := ""
		if p := protection(); p != nil {
			var err error
			if token, err = p.Grant(x.Context(), x); err != nil {
				return router.Answered, err
			}
		}
		return router.Answered, answers.WriteJSON(x, http.StatusOK, answers.Encode(value.Of("_csrf", token)))
	})
}

// admit runs the guards of a request; false means that they answered it.
func (g *Guards) admit(x *router.Exchange, answers *response.Set) (bool, error) {
	if !g.CORS.Apply(x) {
		_, err := answers.Respond(x, "forbidden", value.Undefined{})
		return false, err
	}
	if answered, err := g.CORS.Preflight(x); answered {
		return false, err
	}
	if g.CSRF == nil {
		return true, nil
	}
	ok, err := g.CSRF.Check(x.Context(), x)
	if ok {
		g.CSRF.Strip(x.Request)
	}
	if err == nil && !ok {
		_, err = answers.Respond(x, "forbidden", "CSRF mismatch")
	}
	return ok, err
}

// routesFile is where routes are written.
const routesFile = "config/routes.js"
