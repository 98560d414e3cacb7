package csrf

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"framework/engine/ordered"
	"framework/router"
)

// Options configure a Protection.
type Options struct {
	// Key is the member of the session that holds its secret.
	Key string
	// SameOrigin reports whether a request comes from a page of this server.
	SameOrigin func(x *router.Exchange) bool
	// Expression makes a pattern of an opaque value of the configuration that
	// is a regular expression.
	Expression func(v any) (source, flags string, ok bool)
}

// Protection checks requests. Read-only after New.
type Protection struct {
	opts Options
	// Route is where clients fetch a token, "" for nowhere.
	Route string
	// Origins are the other sites whose pages get a token.
	Origins  []string
	exempts  []*router.Binding
	open     router.Table // of exempts
	patterns []*router.Expression
	modern   *modern // nil in the classic releases
}

// Error is a setting that cannot be used.
type Error struct {
	Key  string
	Want string
	Got  any
}

func (e *Error) Error() string {
	return fmt.Sprintf("config.csrf%s: expected %s, got %s", e.Key, e.Want, ordered.Append(nil, e.Got))
}

// New reads config.csrf: a truth value, or an object with grantTokenViaAjax,
// origin, route and routesDisabled. nil stands for no protection.
func New(setting any, opts Options) (_ *Protection, err error) {
	p := &Protection{opts: opts, Route: "/csrfToken"}
	if p.open, err = router.NewTable(nil, router.TableOptions{}); err != nil {
		return nil, err
	}
	var m *ordered.Map
	switch v := setting.(type) {
	case nil, ordered.Undefined:
		return nil, nil
	case bool:
		if !v {
			return nil, nil
		}
		return p, nil
	case *ordered.Map:
		m = v
	default:
		return nil, &Error{"", "true, false or an object", v}
	}
	on := true
	for _, flag := range []struct {
		key string
		set func(v bool)
	}{
		{"protectionEnabled", func(v bool) { on = v }},
		{"grantTokenViaAjax", func(v bool) {
			if !v {
				p.Route = ""
			}
		}},
	} {
		v, ok := m.Get(flag.key)
		if !ok {
			continue
		}
		b, ok := v.(bool)
		if !ok {
			return nil, &Error{"." + flag.key, "true or false", v}
		}
		flag.set(b)
	}
	if !on {
		return nil, nil
	}
	if v, ok := m.Get("route"); ok && p.Route != "" {
		s, ok := v.(string)
		if !ok || !strings.HasPrefix(s, "/") {
			return nil, &Error{".route", "a path", v}
		}
		p.Route = s
	}
	if v, ok := m.Get("origin"); ok {
		s, ok := v.(string)
		if !ok {
			return nil, &Error{".origin", "origins, divided by commas", v}
		}
		p.Origins = split(s)
		if slices.Contains(p.Origins, "*") {
			return nil, &Error{".origin", "origins by name: a token for every site protects from none", v}
		}
	}
	if v, ok := m.Get("routesDisabled"); ok {
		if err := p.exempt(v); err != nil {
			return nil, err
		}
		if p.open, err = router.NewTable(p.exempts, router.TableOptions{}); err != nil {
			return nil, &Error{".routesDisabled", "paths such as /hook or /foo/:id (" + err.Error() + ")", v}
		}
	}
	return p, nil
}

// split reads a list with commas; the dash of the stock configuration stands
// for nothing.
func split(s string) []string {
	var all []string
	for each := range strings.SplitSeq(s, ",") {
		if each = strings.TrimSpace(each); each != "" && each != "-" {
			all = append(all, each)
		}
	}
	return all
}

func (p *Protection) exempt(v any) error {
	switch v := v.(type) {
	case string:
		for _, path := range split(v) {
			a, err := router.ParseAddress(path)
			if err != nil {
				return &Error{".routesDisabled", "paths such as /hook or /foo/:id (" + err.Error() + ")", path}
			}
			p.exempts = append(p.exempts, &router.Binding{Address: a, Options: ordered.New(0)})
		}
		return nil
	case []any:
		for _, each := range v {
			if err := p.exempt(each); err != nil {
				return err
			}
		}
		return nil
	}
	if p.opts.Expression != nil {
		if source, flags, ok := p.opts.Expression(v); ok {
			re, err := router.CompileExpression(source, flags)
			if err != nil {
				return &Error{".routesDisabled", "a regular expression that can be used (" + err.Error() + ")", source}
			}
			p.patterns = append(p.patterns, re)
			return nil
		}
	}
	return &Error{".routesDisabled", "paths, regular expressions, or a list of them", v}
}

// Key is the member of the session that holds its secret.
func (p *Protection) Key() string { return p.opts.Key }

// NewSecret makes the secret of a session.
func (p *Protection) NewSecret() string { return NewSecret() }

// Token makes a token of a session's secret.
func (p *Protection) Token(secret string) string { return Token(secret) }

// Grants reports whether the page that made a request may have a token: pages
// of this server and of the origins that the configuration names.
func (p *Protection) Grants(x *router.Exchange) bool {
	return p.modern != nil || p.opts.SameOrigin(x) || slices.Contains(p.Origins, x.Request.Header.Get("Origin"))
}

// Check reports whether a request may proceed: it changes nothing, it is
// exempt, there are no sessions, or it carries a token of its session. The
// error is that of the session's store.
func (p *Protection) Check(ctx context.Context, x *router.Exchange) (bool, error) {
	switch {
	case x.Request.Safe():
		return true, nil
	case p.modern != nil && !p.modern.covers(x):
		return true, nil
	case p.modern != nil && x.Session == nil:
		return false, p.modern.withoutSession(x)
	case x.Session == nil || p.modern == nil && p.exempted(x.Request):
		return true, nil
	}
	given := sent(x)
	if given == "" {
		return false, nil
	}
	data, err := x.Session.Load(ctx)
	if err != nil {
		return false, err
	}
	secret, _ := data.Value(p.opts.Key).(string)
	return valid(given, secret), nil
}

// exempted matches paths as those of routes are, so that an exemption reaches
// the same spellings as the route it is meant for.
func (p *Protection) exempted(r *router.Request) bool {
	if p.lookup(r.Method, r.Path) && (r.MethodSent == "" || p.lookup(r.MethodSent, r.Path)) {
		return true
	}
	return slices.ContainsFunc(p.patterns, func(re *router.Expression) bool { return re.MatchString(r.Path) })
}

func (p *Protection) lookup(method, path string) bool {
	for range p.open.Lookup(method, path) {
		return true
	}
	return false
}

// Strip takes the token out of a request that was checked: what a project makes
// of the rest, records above all, is not to hold it.
func (p *Protection) Strip(r *router.Request) {
	if body, ok := r.Body.(*ordered.Map); ok {
		body.Delete(field)
	}
	r.Query.Delete(field)
}

// field is the member of bodies and queries that a token comes in.
const field = "_csrf"

// sent is the token of a request: the first one that is there counts.
func sent(x *router.Exchange) string {
	if body, ok := x.Request.Body.(*ordered.Map); ok {
		if s, ok := body.Value(field).(string); ok && s != "" {
			return s
		}
	}
	if s, ok := x.Request.Query.Value(field).(string); ok && s != "" {
		return s
	}
	for _, name := range []string{"Csrf-Token", "Xsrf-Token", "X-Csrf-Token", "X-Xsrf-Token"} {
		if s := x.Request.Header.Get(name); s != "" {
			return s
		}
	}
	return ""
}

// Grant is a token for the client of x, "" where it may not have one.
func (p *Protection) Grant(ctx context.Context, x *router.Exchange) (string, error) {
	if x.Session == nil || !p.Grants(x) {
		return "", nil
	}
	data, err := x.Session.Load(ctx)
	if err != nil {
		return "", err
	}
	secret, _ := data.Value(p.opts.Key).(string)
	if secret == "" {
		secret = NewSecret()
		data.Set(p.opts.Key, secret)
		x.Session.Touch()
	}
	return Token(secret), nil
}
