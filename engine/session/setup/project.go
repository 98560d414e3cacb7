package setup

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"framework/engine/config"
	"framework/engine/problem"
	"framework/engine/session"
	"framework/engine/session/mongostore"
	"framework/engine/value"
	"framework/router"
)

// Project reads the sessions of a project.
type Project struct {
	Config *config.Config
	Rules  Rules
	Shared *Shared
	Log    *slog.Logger
	// Warn logs a warning for the project.
	Warn func(problems ...problem.Problem)
	// Inspect: the project is only looked at, and no store is opened.
	Inspect bool
	// Scripts is the project's own code. Only Manager needs it.
	Scripts Scripts
}

// Scripts is the code of a project that has to do with sessions.
type Scripts interface {
	// Store makes a store that is written for express-session; an object that cannot be
	// one is a session.ErrUnfit.
	Store(ctx context.Context, from Source) (session.Store, error)
	// Predicate is a function of the project that says yes or no to requests; ok says
	// that it is one.
	Predicate(v any) (ask func(x *router.Exchange) (bool, error), ok bool)
	// Defined reports whether a setting is an object or a function, and no data.
	Defined(v any) bool
}

// Enabled reports whether a project has sessions at all.
func Enabled(cfg *config.Config) bool {
	if v, ok := cfg.Get("session"); ok && v == false {
		return false
	}
	return !cfg.HookOff("session")
}

// Secrets are those of config.session.secret, a text or a list whose first one
// signs. Without one a random secret holds until the server stops; a project without
// sessions has none then.
func (p *Project) Secrets(production bool) ([]string, error) {
	v, _ := p.Config.Get("session.secret")
	switch s := v.(type) {
	case nil:
	case string:
		if s != "" {
			return []string{s}, nil
		}
	case []any:
		var list []string
		for _, each := range s {
			if text, ok := each.(string); ok && text != "" {
				list = append(list, text)
			}
		}
		if len(list) > 0 {
			return list, nil
		}
	default:
		if value.Truthy(v) {
			const key = "session.secret"
			return nil, &config.Error{Key: key, Source: p.Config.Source(key), Want: "a text, or a list of texts the first of which signs", Got: v}
		}
	}
	if !Enabled(p.Config) {
		return nil, nil // signed cookies stay as they are
	}
	if production && !p.Inspect {
		if err := p.Rules.checkSecret(p); err != nil {
			return nil, err
		}
	}
	return []string{p.Shared.secret()}, nil
}

// Shown is the secret that code finds where the project has none.
func (p *Project) Shown() string { return p.Shared.secret() }

// Manager reads config.session. secrets sign the cookie, and tokenKey is the member
// with the secret of CSRF tokens. It is nil, as is the store, in a project without
// sessions.
func (p *Project) Manager(ctx context.Context, secrets []string, tokenKey string) (*session.Manager, session.Store, error) {
	if !Enabled(p.Config) {
		return nil, nil, nil
	}
	r := config.Reader{Config: p.Config}
	opts := session.Options{
		Name: r.Text("session.key", r.Text("session.name", "sails.sid")), Secrets: secrets,
		MaxAge: r.Milliseconds("session.cookie.maxAge"), Path: r.Text("session.cookie.path", "/"),
		Domain: r.Text("session.cookie.domain", ""), TokenKey: tokenKey,
		Script: !r.Bool("session.cookie.httpOnly", true), Rolling: r.Bool("session.rolling", false),
		TTL: r.Seconds("session.ttl"),
	}
	if r.Err() != nil {
		return nil, nil, r.Err()
	}
	if err := p.cookieGuards(&opts); err != nil {
		return nil, nil, err
	}
	var err error
	if opts.Store, opts.Eager, err = p.store(ctx); err != nil {
		return nil, nil, err
	}
	if _, mongo := opts.Store.(*mongostore.Store); mongo {
		if opts.TTL, err = p.mongoTTL(opts.MaxAge); err != nil {
			return nil, nil, err
		}
	}
	if opts.Disabled, err = p.routesDisabled(); err != nil {
		return nil, nil, err
	}
	if opts.Skip, err = p.Rules.skip(p); err != nil {
		return nil, nil, err
	}
	manager, err := session.New(opts)
	return manager, opts.Store, err
}

// cookieGuards reads what keeps the session's cookie from others:
// config.session.cookie.secure and sameSite.
func (p *Project) cookieGuards(opts *session.Options) error {
	const secure, sameSite = "session.cookie.secure", "session.cookie.sameSite"
	v, given := p.Config.Get(secure)
	switch v {
	case false:
	case true:
		opts.Secure = true
	case "auto":
		opts.Auto = true
	default:
		var ok bool
		if opts.Secure, ok = p.Rules.secure(v); !ok && given {
			return &config.Error{Key: secure, Source: p.Config.Source(secure), Want: `true, false or "auto"`, Got: v}
		}
	}
	opts.Withheld = func() {
		p.Log.Warn("a request over HTTP got no session cookie, because config session.cookie.secure is true: users cannot log in. Behind a proxy that terminates HTTPS, name the proxy in http.trustProxy", "source", p.Config.Source(secure))
	}
	v, _ = p.Config.Get(sameSite)
	if text, ok := v.(string); ok {
		v = strings.ToLower(text)
	}
	switch v {
	case nil, false, "false", "":
	case true, "true", "strict":
		opts.SameSite = "Strict"
	case "lax":
		opts.SameSite = "Lax"
	case "none":
		opts.SameSite = "None"
		if !opts.Secure {
			p.Warn(problem.General("session.cookie.sameSite is none: browsers refuse such a cookie without session.cookie.secure: true"))
		}
	default:
		return &config.Error{Key: sameSite, Source: p.Config.Source(sameSite), Want: `"lax", "strict", "none", true or false`, Got: v}
	}
	return nil
}

// routesDisabled reads config.session.routesDisabled: addresses as in
// config/routes.js.
func (p *Project) routesDisabled() (router.Table, error) {
	const key = "session.routesDisabled"
	v, _ := p.Config.Get(key)
	if v == nil {
		return nil, nil
	}
	if value.Truthy(v) {
		if want := p.Rules.routesDisabled(); want != "" {
			return nil, &config.Error{Key: key, Source: p.Config.Source(key), Want: want, Got: v}
		}
	}
	list, ok := v.([]any)
	var bindings []*router.Binding
	for _, each := range list {
		text, isText := each.(string)
		if trimmed := strings.TrimRight(text, "/"); !strings.HasSuffix(trimmed, " ") && trimmed != "" {
			text = trimmed // a slash at the end may be there or not
		}
		a, err := router.ParseAddress(text)
		ok = ok && isText && err == nil
		bindings = append(bindings, &router.Binding{Address: a, Options: value.New(0)})
	}
	if !ok {
		return nil, &config.Error{Key: key, Source: p.Config.Source(key), Want: `a list of routes such as "GET /status"`, Got: v}
	}
	t, err := router.NewTable(bindings, router.TableOptions{})
	if err != nil {
		return nil, fmt.Errorf("config %s: %w", key, err)
	}
	return t, nil
}
