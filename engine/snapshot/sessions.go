package snapshot

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"

	"framework/engine/config"
	"framework/engine/redisconn"
	"framework/engine/session"
	"framework/engine/session/redisstore"
	"framework/engine/value"
	"framework/jsapi/sessionstore"
	"framework/router"
)

// sessions is what outlives snapshots about sessions: their memory or the
// connections to Redis, and the secret of projects that have none.
type sessions struct {
	mu     sync.Mutex
	memory *session.Memory
	redis  map[redisstore.Options]*redisstore.Store
	random string
}

func (s *sessions) inMemory() session.Store {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.memory == nil {
		s.memory = session.NewMemory(0, nil)
	}
	return s.memory
}

// inRedis returns the one store of these options.
func (s *sessions) inRedis(opts redisstore.Options) (*redisstore.Store, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if store := s.redis[opts]; store != nil {
		return store, nil
	}
	store, err := redisstore.New(opts)
	if err != nil {
		return nil, err
	}
	if s.redis == nil {
		s.redis = map[redisstore.Options]*redisstore.Store{}
	}
	s.redis[opts] = store
	return store, nil
}

func (s *sessions) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, store := range s.redis {
		errs = append(errs, store.Close())
	}
	s.redis = nil
	return errors.Join(errs...)
}

func (s *sessions) secret() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.random == "" {
		var b [32]byte
		_, _ = rand.Read(b[:]) // never fails
		s.random = hex.EncodeToString(b[:])
	}
	return s.random
}

// sessionsOn reports whether the project has sessions at all.
func sessionsOn(cfg *config.Config) bool {
	if v, ok := cfg.Get("session"); ok && v == false {
		return false
	}
	off, ok := cfg.Get("hooks.session")
	return !ok || off != false && off != "false"
}

// sessionManager reads config.session; false switches sessions off.
func (b pipelineReader) sessionManager(ctx context.Context) (*session.Manager, session.Store, error) {
	if !sessionsOn(b.cfg) {
		return nil, nil, nil
	}
	r := config.Reader{Config: b.cfg}
	opts := session.Options{
		Name: r.Text("session.key", r.Text("session.name", "sails.sid")), Secrets: b.secrets,
		MaxAge: r.Milliseconds("session.cookie.maxAge"), Path: r.Text("session.cookie.path", "/"),
		Domain: r.Text("session.cookie.domain", ""), TokenKey: b.profile.SecretKey,
		Script: !r.Bool("session.cookie.httpOnly", true), Rolling: r.Bool("session.rolling", false),
		TTL: r.Seconds("session.ttl"),
	}
	if r.Err() != nil {
		return nil, nil, r.Err()
	}
	if err := b.cookieGuards(&opts); err != nil {
		return nil, nil, err
	}
	var err error
	if opts.Store, err = b.sessionStore(ctx); err != nil {
		return nil, nil, err
	}
	_, opts.Eager = opts.Store.(*sessionstore.Store) // which runs where JavaScript would wait for it
	if opts.Disabled, err = b.routesWithoutSession(); err != nil {
		return nil, nil, err
	}
	if b.profile.Modern {
		if opts.Skip, err = b.sessionSkip(); err != nil {
			return nil, nil, err
		}
	}
	manager, err := session.New(opts)
	return manager, opts.Store, err
}

// cookieGuards reads what keeps the session's cookie from others:
// config.session.cookie.secure and sameSite.
func (b pipelineReader) cookieGuards(opts *session.Options) error {
	const secure, sameSite = "session.cookie.secure", "session.cookie.sameSite"
	v, _ := b.cfg.Get(secure)
	switch v {
	case nil, false, "false":
	case true, "true":
		opts.Secure = true
	case "auto":
		opts.Auto = true
	default:
		return &config.Error{Key: secure, Source: b.cfg.Source(secure), Want: `true, false or "auto"`, Got: v}
	}
	opts.Withheld = func() {
		b.log.Warn("a request over HTTP was given no session cookie, for config session.cookie.secure is true: nobody can log in that way. Behind a proxy that speaks HTTPS, name the proxy in http.trustProxy", "source", b.cfg.Source(secure))
	}
	v, _ = b.cfg.Get(sameSite)
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
			b.warn("session.cookie.sameSite is none: browsers refuse such a cookie without session.cookie.secure: true")
		}
	default:
		return &config.Error{Key: sameSite, Source: b.cfg.Source(sameSite), Want: `"lax", "strict", "none", true or false`, Got: v}
	}
	return nil
}

// sessionStore is the project's own, or the one that config.session.adapter names.
func (b pipelineReader) sessionStore(ctx context.Context) (session.Store, error) {
	if store, err := b.ownSessionStore(ctx); store != nil || err != nil {
		return store, err
	}
	r := config.Reader{Config: b.cfg}
	switch r.Text("session.adapter", "memory") {
	case "", "memory":
		return b.sessions.inMemory(), r.Err()
	}
	opts := redisstore.Options{Server: redisconn.Read(&r, "session"), Prefix: r.Text("session.prefix", "")}
	if r.Err() != nil {
		return nil, r.Err()
	}
	store, err := b.sessions.inRedis(opts)
	if err != nil {
		return nil, err
	}
	if !b.opts.Inspect {
		if err := store.Ping(ctx); err != nil {
			b.log.Warn("sessions cannot be read until Redis is there", "error", err)
		}
	}
	return store, nil
}

// routesWithoutSession reads config.session.routesDisabled: addresses as in
// config/routes.js.
func (b pipelineReader) routesWithoutSession() (router.Table, error) {
	const key = "session.routesDisabled"
	v, _ := b.cfg.Get(key)
	if v == nil {
		return nil, nil
	}
	list, ok := v.([]any)
	var bindings []*router.Binding
	for _, each := range list {
		text, isText := each.(string)
		a, err := router.ParseAddress(text)
		ok = ok && isText && err == nil
		bindings = append(bindings, &router.Binding{Address: a, Options: value.New(0)})
	}
	if !ok {
		return nil, &config.Error{Key: key, Source: b.cfg.Source(key), Want: `a list of routes such as "GET /status"`, Got: v}
	}
	t, err := router.NewTable(bindings, router.TableOptions{})
	if err != nil {
		return nil, fmt.Errorf("config %s: %w", key, err)
	}
	return t, nil
}
