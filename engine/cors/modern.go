package cors

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"framework/engine/value"
	"framework/router"
)

// NewModern parses config.security.cors of 1.x and the option cors of bindings.
// Other routes get no headers. Settings that browsers or 1.x refuse are errors.
func NewModern(config *value.Map, bindings []*router.Binding) (*Set, error) {
	const where = "config.security.cors"
	base := rule{origins: []string{"*"}, methods: "GET,HEAD,PUT,PATCH,POST,DELETE", headers: "content-type"}
	base, err := base.modern(where, config)
	if err != nil {
		return nil, err
	}
	if config.Has(securityLevel) {
		return nil, &Error{where, securityLevel, "nothing: it was removed in 1.0, sockets.onlyAllowOrigins restricts sockets", config.Value(securityLevel)}
	}
	s := &Set{rules: map[*router.Binding]*rule{}, release: modern{}}
	switch v := config.Value(allRoutes).(type) {
	case nil:
	case bool:
		if v {
			s.all = &base
		}
	default:
		return nil, &Error{where, allRoutes, "true or false", v}
	}
	var with []*router.Binding
	for _, b := range bindings {
		v, ok := b.Options.Get("cors")
		if !ok {
			continue
		}
		at := "route " + b.Address.String()
		r := base
		switch v := v.(type) {
		case bool:
			r.off = !v
		case string:
			r, err = base.modern(at+", cors", value.Of("allowOrigins", v))
		case *value.Map:
			r, err = base.modern(at+", cors", v)
		default:
			err = &Error{at, "cors", "true, false, an origin or an object", v}
		}
		if err != nil {
			return nil, err
		}
		own := &router.Binding{Address: b.Address, Options: value.New(0)}
		with = append(with, own)
		s.rules[own] = &r
	}
	s.routes, err = router.NewTable(with, router.TableOptions{})
	return s, err
}

// modern returns r with the settings of m, which have the names of 1.x.
func (r rule) modern(where string, m *value.Map) (rule, error) {
	settings := classicNames(m)
	if list, ok := settings.Value("origin").([]any); ok {
		for _, origin := range list {
			if origin == "" || origin == "*" {
				return r, &Error{where, "allowOrigins", `origins by name in the list, or "*" without a list`, origin}
			}
		}
	}
	r, err := r.with(where, settings)
	if err != nil {
		return r, renamed(err)
	}
	for name, to := range map[string]*string{"methods": &r.methods, "headers": &r.headers, "exposeHeaders": &r.expose} {
		if text, ok := settings.Value(name).(string); ok {
			*to = text // as it is written
		}
	}
	if len(r.origins) != 1 || r.origins[0] != "*" {
		for _, origin := range r.origins {
			if reason := badOrigin(origin); reason != "" {
				return r, &Error{where, "allowOrigins", reason, origin}
			}
		}
	}
	if r.anyWithCredentials() {
		return r, &Error{where, "allowOrigins", `origins by name where allowCredentials is true, or every site could act as its visitors ("*" needs allowAnyOriginWithCredentialsUnsafe: true)`, "*"}
	}
	return r, nil
}

// renamed replaces the name of the setting in err by that of 1.x.
func renamed(err error) error {
	var e *Error
	if errors.As(err, &e) {
		return &Error{e.Where, modernName(e.Key), e.Want, e.Got}
	}
	return err
}

// badOrigin returns what is wrong with an origin, in the form that browsers send,
// or an empty text.
func badOrigin(origin string) string {
	scheme, host, ok := strings.Cut(origin, "://")
	switch {
	case origin == "*":
		return `"*" alone, or origins by name`
	case !ok || scheme != "http" && scheme != "https":
		return "origins that begin with http:// or https://"
	case strings.HasSuffix(host, "/"):
		return "origins without a slash at the end"
	}
	u, err := url.Parse(origin)
	switch {
	case err != nil || u.Host == "" || u.Host != host:
		return "origins of nothing but scheme, host and port"
	case scheme == "http" && u.Port() == "80" || scheme == "https" && u.Port() == "443":
		return fmt.Sprintf("origins without port %s, which %s implies", u.Port(), scheme)
	}
	return ""
}

// Preflight answers a preflight of a route that allows other sites, as 1.x does;
// it returns false if the routes have to answer.
func (s *Set) Preflight(x *router.Exchange) (bool, error) {
	if !s.release.preflights() || x.Request.Method != http.MethodOptions {
		return false, nil
	}
	if r := s.find(x); r == nil || r.off {
		return false, nil
	}
	return true, x.Response.Commit(http.StatusOK, nil)
}

// modern is 1.x.
type modern struct{}

func (modern) first() bool { return true }

func (modern) preflights() bool { return true }

// varies looks at the credentials alone: without unsafeAny there are none for every
// origin.
func (modern) varies(r *rule) bool { return r.credentials }

// write reports that the origin is allowed: no setting refuses requests in 1.x.
func (modern) write(r *rule, x *router.Exchange) bool {
	r.writeModern(x.Response.Header(), x)
	return true
}

// writeModern sets the headers as 1.x does.
func (r *rule) writeModern(h http.Header, x *router.Exchange) {
	origin := x.Request.Header.Get("Origin")
	every := slices.Contains(r.origins, "*")
	switch {
	case every && !r.credentials:
		h.Set("Access-Control-Allow-Origin", "*")
	case every || slices.Contains(r.origins, origin):
		if origin == "" {
			return
		}
		h.Set("Access-Control-Allow-Origin", origin)
	default:
		return
	}
	set := func(name, val string) {
		if val != "" {
			h.Set(name, val)
		}
	}
	if r.credentials {
		h.Set("Access-Control-Allow-Credentials", "true")
	}
	set("Access-Control-Expose-Headers", r.expose)
	if x.Request.Method == http.MethodOptions {
		set("Access-Control-Allow-Methods", r.methods)
		headers := r.headers
		if headers == "" {
			headers = x.Request.Header.Get("Access-Control-Request-Headers")
		}
		set("Access-Control-Allow-Headers", headers)
	}
}
