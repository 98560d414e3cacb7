package cors

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"framework/engine/problem"
	"framework/engine/value"
	"framework/router"
)

// Set holds the rules of a project. It is read-only after New.
type Set struct {
	all      *rule // rule for all routes; nil if only some routes have rules
	routes   router.Table
	rules    map[*router.Binding]*rule
	level    int
	warnings []problem.Problem
	release  release
}

// release is what the classic releases and 1.x do differently.
type release interface {
	// first says that of several routes that match the first one counts.
	first() bool
	// preflights says that preflights are answered here, whatever the routes say.
	preflights() bool
	// varies reports whether the answer differs by origin though all are allowed.
	varies(r *rule) bool
	// write sets the headers and reports whether the origin is allowed.
	write(r *rule, x *router.Exchange) bool
}

// classic are 0.10 to 0.12.
type classic struct{}

func (classic) first() bool { return false }

func (classic) preflights() bool { return false }

func (classic) varies(r *rule) bool { return r.unsafeAny }

func (classic) write(r *rule, x *router.Exchange) bool {
	origin := x.Request.Header.Get("Origin")
	return origin != "" && r.write(x.Response.Header(), origin, x.Request.Method == http.MethodOptions)
}

// New parses config.cors and the option cors of bindings.
func New(config *value.Map, bindings []*router.Binding) (*Set, error) {
	base, err := defaults().with("config.cors", config)
	if err != nil {
		return nil, err
	}
	s := &Set{rules: map[*router.Binding]*rule{}, release: classic{}}
	if config.Value(allRoutes) == true {
		s.all = &base
		s.check("config.cors", base)
	}
	switch v := config.Value(securityLevel).(type) {
	case nil:
	case int64:
		s.level = int(v)
	default:
		return nil, &Error{"config.cors", securityLevel, "0, 1 or 2", v}
	}
	var with []*router.Binding
	for _, b := range bindings {
		v, ok := b.Options.Get("cors")
		if !ok {
			continue
		}
		where := "route " + b.Address.String()
		var r rule
		switch v := v.(type) {
		case bool:
			r = base
			r.off = !v
		case string:
			r, err = base.with(where+", cors", value.Of("origin", v))
		case *value.Map:
			r, err = base.with(where+", cors", v)
		default:
			err = &Error{where, "cors", "true, false, origins or an object", v}
		}
		if err != nil {
			return nil, err
		}
		s.check(where, r)
		own := &router.Binding{Address: b.Address, Options: value.New(0)}
		with = append(with, own)
		s.rules[own] = &r
	}
	s.routes, err = router.NewTable(with, router.TableOptions{})
	return s, err
}

func (s *Set) check(where string, r rule) {
	if r.anyWithCredentials() {
		s.warnings = append(s.warnings, problem.General("%s: the origin \"*\" goes without credentials, or every site could act as its visitors", where).
			Advise("name the origins, set credentials to false, or allowAnyOriginWithCredentialsUnsafe to true"))
	}
}

// Warnings returns messages about settings without effect.
func (s *Set) Warnings() []problem.Problem { return s.warnings }

// Apply sets the headers of the answer to a request of another site. It returns
// false if config.cors.securityLevel refuses the request.
func (s *Set) Apply(x *router.Exchange) bool {
	origin := x.Request.Header.Get("Origin")
	approved := false
	r := s.find(x)
	if r != nil && !r.off {
		if !slices.Contains(r.origins, "*") || s.release.varies(r) {
			x.Response.Header().Add("Vary", "Origin") // also without an origin, because caches have to know
		}
		approved = s.release.write(r, x)
	}
	switch {
	case s.level <= 0 || approved:
		return true
	case !ofWeb(origin):
		return s.level < 2
	}
	return SameOrigin(x)
}

// find returns the rule for the request. If several routes match, it is that of
// the last one; in 1.x that of the first one, which is the most specific. A
// preflight is matched with the method that it requests.
func (s *Set) find(x *router.Exchange) *rule {
	found := s.all
	if len(s.rules) == 0 {
		return found
	}
	method := x.Request.Method
	if method == http.MethodOptions {
		if asked := x.Request.Header.Get("Access-Control-Request-Method"); asked != "" {
			method = strings.ToUpper(asked)
		}
	}
	for b := range s.routes.Lookup(method, x.Request.Path) {
		if found = s.rules[b]; s.release.first() {
			break
		}
	}
	return found
}

// write sets the headers and reports whether the origin is allowed.
func (r *rule) write(h http.Header, origin string, preflight bool) bool {
	listed := slices.Contains(r.origins, origin)
	every := slices.Contains(r.origins, "*")
	credentials := r.credentials
	switch {
	case listed, every && r.unsafeAny:
		h.Set("Access-Control-Allow-Origin", origin)
	case every:
		h.Set("Access-Control-Allow-Origin", "*")
		credentials = false
	}
	// As in Sails, the other headers are also sent to origins that are not
	// allowed; without an allowed origin they have no effect.
	h.Set("Access-Control-Allow-Credentials", strconv.FormatBool(credentials))
	set := func(name, val string) {
		if val != "" {
			h.Set(name, val)
		}
	}
	set("Access-Control-Expose-Headers", r.expose)
	if preflight {
		set("Access-Control-Allow-Methods", r.methods)
		set("Access-Control-Allow-Headers", r.headers)
	}
	return listed || every
}

// SameOrigin reports whether a request comes from a page of this server, or has
// no origin. The scheme is not compared, because a proxy may have changed it.
func SameOrigin(x *router.Exchange) bool {
	origin := x.Request.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return false // also for "null"
	}
	return strings.EqualFold(withoutPort(u.Host, u.Scheme), withoutPort(x.Request.Host, u.Scheme))
}

// withoutPort removes the default port of the scheme.
func withoutPort(host, scheme string) string {
	name, port, _ := net.SplitHostPort(host) // "" where there is none
	if port == map[string]string{"http": "80", "https": "443"}[scheme] {
		return name
	}
	return host
}

// ofWeb reports whether an origin is that of a site. Others, such as null or file://, are
// refused by the highest level only, as in Sails.
func ofWeb(origin string) bool {
	scheme, _, _ := strings.Cut(strings.ToLower(origin), ":")
	return scheme == "http" || scheme == "https"
}
