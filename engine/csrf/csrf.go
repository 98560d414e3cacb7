package csrf

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"framework/engine/value"
	"framework/router"
)

// Options configure a Protection.
type Options struct {
	// Key is the member of the session that holds the secret.
	Key string
	// SameOrigin reports whether a request comes from a page of this server.
	SameOrigin func(x *router.Exchange) bool
	// Expression returns the regular expression of an opaque configuration value,
	// if it is one.
	Expression func(v any) (source, flags string, ok bool)
}

// Protection checks requests. It is read-only after New.
type Protection struct {
	opts Options
	// Route is the path at which clients request a token, empty if there is none.
	Route string
	// Origins are the other sites whose pages may get a token.
	Origins  []string
	exempts  []*router.Binding
	open     router.Table // routes of exempts
	patterns []*router.Expression
	off      bool
	rules    rules
}

// rules are those of the release.
type rules interface {
	// grants reports whether the page that made a request may get a token.
	grants(x *router.Exchange) bool
	// decide reports whether a request may proceed without a token. If not, it
	// is refused if refused is set; else it needs a token. The error is that of
	// a refusal, nil for none.
	decide(x *router.Exchange) (proceeds, refused bool, err error)
}

// classic are the rules of 0.10 to 0.12.
type classic struct{ *Protection }

// grants is for pages of this server and of the configured origins.
func (p classic) grants(x *router.Exchange) bool {
	return p.opts.SameOrigin(x) || slices.Contains(p.Origins, x.Request.Header.Get("Origin"))
}

func (p classic) decide(x *router.Exchange) (proceeds, refused bool, err error) {
	return x.Session == nil || p.exempted(x.Request), false, nil
}

// Error is an invalid setting.
type Error struct {
	Key  string
	Want string
	Got  any
}

func (e *Error) Error() string {
	return fmt.Sprintf("config.csrf%s: expected %s, got %s", e.Key, e.Want, value.Append(nil, e.Got))
}

// Setting is what the error is about.
func (e *Error) Setting() string { return "security.csrf" + e.Key }

// New parses config.csrf: a boolean, or an object with the keys of SettingNames. It
// returns nil if protection is off.
func New(setting any, opts Options) (_ *Protection, err error) {
	p := &Protection{opts: opts, Route: "/csrfToken"}
	p.rules = classic{p}
	var m *value.Map
	switch v := setting.(type) {
	case nil, value.Undefined:
		return nil, nil
	case bool:
		if !v {
			return nil, nil
		}
	case *value.Map:
		m = v
	default:
		return nil, &Error{"", "true, false or an object", v}
	}
	for _, row := range settingTable() {
		v, ok := m.Get(row.key)
		if !ok {
			continue
		}
		if err := row.read(p, v); err != nil {
			return nil, err
		}
		if p.off {
			return nil, nil
		}
	}
	if p.open, err = router.NewTable(p.exempts, router.TableOptions{}); err != nil {
		return nil, &Error{".routesDisabled", "paths such as /hook or /foo/:id (" + err.Error() + ")", m.Value("routesDisabled")}
	}
	return p, nil
}

// split parses a list with commas; the dash of the stock configuration is an
// empty list.
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
			p.exempts = append(p.exempts, &router.Binding{Address: a, Options: value.New(0)})
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

// Key returns the member of the session that holds the secret.
func (p *Protection) Key() string { return p.opts.Key }

// NewSecret returns a new secret for a session.
func (p *Protection) NewSecret() string { return NewSecret() }

// Token returns a new token for a session's secret.
func (p *Protection) Token(secret string) string { return Token(secret) }

// TokenAllowed reports whether the page that made the request may get a token: every
// page in 1.x, before those of this server and of the configured origins.
func (p *Protection) TokenAllowed(x *router.Exchange) bool {
	return p.rules.grants(x)
}

// Check reports whether a request may proceed: because it changes nothing, is
// exempt, has no session because there are none, or has a valid token. The error
// is that of the session store.
func (p *Protection) Check(ctx context.Context, x *router.Exchange) (bool, error) {
	if x.Request.Safe() {
		return true, nil
	}
	if proceeds, refused, err := p.rules.decide(x); proceeds || refused {
		return proceeds, err
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

// exempted matches paths like routes do, so that an exemption applies to all
// spellings that reach the route.
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

// Strip removes the token from a request that was checked, so that it is not
// stored in records.
func (p *Protection) Strip(r *router.Request) {
	if body, ok := r.Body.(*value.Map); ok {
		body.Delete(field)
	}
	r.Query.Delete(field)
}

// field is the name of the token in bodies and queries.
const field = "_csrf"

// sent returns the first token of a request.
func sent(x *router.Exchange) string {
	if body, ok := x.Request.Body.(*value.Map); ok {
		if s, _ := body.Value(field).(string); s != "" {
			return s
		}
	}
	if s, _ := x.Request.Query.Value(field).(string); s != "" {
		return s
	}
	for _, name := range []string{"Csrf-Token", "Xsrf-Token", "X-Csrf-Token", "X-Xsrf-Token"} {
		if s := x.Request.Header.Get(name); s != "" {
			return s
		}
	}
	return ""
}

// Grant returns a token for the client of x, empty if it may not have one.
func (p *Protection) Grant(ctx context.Context, x *router.Exchange) (string, error) {
	if x.Session == nil || !p.TokenAllowed(x) {
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
