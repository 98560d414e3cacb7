package session

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"framework/engine/web"
	"framework/router"
)

// defaultTTL is how long an idle session is kept whose cookie ends with the
// browser.
const defaultTTL = 24 * time.Hour

// Options configure a Manager.
type Options struct {
	// Name is that of the cookie, "sails.sid" in the classic releases.
	Name string
	// Secrets sign the cookie: the first one signs, all of them verify.
	Secrets []string
	// MaxAge makes the cookie persistent; 0 ends it with the browser.
	MaxAge time.Duration
	// Rolling announces a persistent cookie anew with every answer, not only
	// when the session changed.
	Rolling bool
	Path    string // default "/"
	Domain  string
	// Secure sends the cookie over HTTPS only; Auto marks it so where the request
	// came over HTTPS, and gives it out otherwise as well.
	Secure, Auto bool
	// Script lets scripts of the page read the cookie.
	Script   bool
	SameSite string // "Lax", "Strict", "None"; "" says nothing
	// TTL is how long an idle session is kept; 0 means MaxAge, else 24 hours.
	TTL   time.Duration
	Store Store
	// Disabled are the routes without sessions; nil for none.
	Disabled router.Table
	// TokenKey is the member with the secret of tokens against forged requests:
	// sessions with no more than that are the first to go when memory is short.
	TokenKey string
	// Eager sessions are loaded before they are asked for: their store cannot be
	// asked by what JavaScript runs.
	Eager bool
	// Now is the clock, nil the system's.
	Now func() time.Time
	// Withheld is told once that a cookie for HTTPS could not be given out; nil
	// for nobody.
	Withheld func()
	// Skip reports further requests without a session; nil for none.
	Skip func(x *router.Exchange) bool
}

// Manager opens sessions. Safe for concurrent use.
type Manager struct {
	opts   Options
	signer *web.Signer
	// prefix and suffix of the cookie's line, around the escaped value.
	prefix, suffix string
	withheld       sync.Once
	kept           keeper
}

// New returns a Manager. Without a secret sessions cannot be signed, which is
// an error, as is an option that would break the cookie's line.
func New(opts Options) (*Manager, error) {
	if len(opts.Secrets) == 0 || opts.Secrets[0] == "" {
		return nil, fmt.Errorf("sessions need a secret: set session.secret in config/session.js or config/local.js")
	}
	if opts.Path == "" {
		opts.Path = "/"
	}
	for key, text := range map[string]string{"key": opts.Name, "cookie.path": opts.Path, "cookie.domain": opts.Domain, "cookie.sameSite": opts.SameSite} {
		if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r == ';' || r == ',' || r > '~' }) || key == "key" && strings.Contains(text, "=") {
			return nil, fmt.Errorf("config session.%s: %q cannot be part of a cookie", key, text)
		}
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	m := &Manager{opts: opts, kept: newKeeper(), signer: web.NewSigner(opts.Secrets), prefix: opts.Name + "=s%3A"}
	if !opts.Script {
		m.suffix = "; HttpOnly"
	}
	if opts.Secure && !opts.Auto {
		m.suffix += "; Secure"
	}
	if opts.SameSite != "" {
		m.suffix += "; SameSite=" + opts.SameSite
	}
	return m, nil
}

// Open gives x its session, unless its route has none. A client without a
// valid cookie is given one with the answer. Nothing is stored until there is
// data: a signed id that the store does not know is an empty session, so that
// visitors cost no memory.
//
// flush stores what handlers changed; it is to be called before the answer
// leaves, so that the client's next request finds it.
func (m *Manager) Open(x *router.Exchange) (flush func(ctx context.Context) error) {
	if m.disabled(x) {
		return func(context.Context) error { return nil }
	}
	s := &session{manager: m, x: x, maxAge: m.opts.MaxAge, id: m.read(x.Request.Header["Cookie"])}
	if s.id == "" {
		s.renew()
	}
	x.Session = s
	return s.flush
}

func (m *Manager) disabled(x *router.Exchange) bool {
	if m.opts.Skip != nil && m.opts.Skip(x) || x.Request.Socket == "" && !beneath(x.Request.Path, m.opts.Path) {
		return true
	}
	if m.opts.Disabled == nil {
		return false
	}
	for range m.opts.Disabled.Lookup(x.Request.Method, x.Request.Path) {
		return true
	}
	return false
}

// beneath reports whether a browser sends the cookies of a path with a request.
// Where it does not, a session would be a new one each time, and its cookie
// replace that of the visitor.
func beneath(path, cookies string) bool {
	rest, ok := strings.CutPrefix(path, cookies)
	return ok && (rest == "" || rest[0] == '/' || strings.HasSuffix(cookies, "/"))
}

// announce puts the cookie of an id into the answer, in the place of one that
// is there already. A cookie for HTTPS is not given out otherwise; that of a
// socket stays with the server.
func (m *Manager) announce(x *router.Exchange, id string, maxAge time.Duration) {
	secure := x.Request.Protocol == "https" || x.Request.Protocol == "wss"
	if m.opts.Secure && !secure && x.Request.Socket == "" {
		if m.opts.Withheld != nil {
			m.withheld.Do(m.opts.Withheld)
		}
		return
	}
	line := m.prefix + url.QueryEscape(m.signer.Sign(id))
	if m.opts.Domain != "" {
		line += "; Domain=" + m.opts.Domain
	}
	line += "; Path=" + m.opts.Path
	if maxAge > 0 {
		line += "; Expires=" + m.opts.Now().Add(maxAge).UTC().Format(http.TimeFormat)
	}
	if line += m.suffix; m.opts.Auto && secure {
		line += "; Secure"
	}
	h := x.Response.Header()
	m.drop(h)
	h.Add("Set-Cookie", line)
}

// drop removes an announcement made earlier for this answer.
func (m *Manager) drop(h http.Header) {
	if len(h["Set-Cookie"]) == 0 {
		return
	}
	kept := h["Set-Cookie"][:0:0]
	for _, line := range h["Set-Cookie"] {
		if !strings.HasPrefix(line, m.opts.Name+"=") {
			kept = append(kept, line)
		}
	}
	if len(kept) == 0 {
		h.Del("Set-Cookie")
		return
	}
	h["Set-Cookie"] = kept
}

// Admit gives a client that keeps a connection its session: line is the Cookie
// header that its requests are to have. It is a changed one where the client
// has no valid cookie.
func (m *Manager) Admit(cookies []string) (line string, changed bool) {
	line = strings.Join(cookies, "; ")
	if m.read(cookies) != "" {
		return line, false
	}
	return m.replace(line, m.prefix+url.QueryEscape(m.signer.Sign(newID(m.opts.Now())))), true
}

// ID is the id of the session that a client's cookie names, "" without a valid
// one.
func (m *Manager) ID(cookies []string) string { return m.read(cookies) }

// Follow is the Cookie header of a client that was answered with setCookie:
// changed where its session is another one from there on.
func (m *Manager) Follow(cookies, setCookie []string) (line string, changed bool) {
	line = strings.Join(cookies, "; ")
	for _, set := range setCookie {
		if strings.HasPrefix(set, m.prefix) {
			set, _, _ = strings.Cut(set, ";")
			return m.replace(line, set), true
		}
	}
	return line, false
}

// replace puts the session's cookie in front of the others.
func (m *Manager) replace(line, cookie string) string {
	for each := range strings.SplitSeq(line, ";") {
		if each = strings.TrimSpace(each); each != "" && !strings.HasPrefix(each, m.opts.Name+"=") {
			cookie += "; " + each
		}
	}
	return cookie
}

// read is the id in a client's cookie, "" without a valid one. Of several cookies
// of the name, which those for other paths and of other hosts make, the first one
// counts that is signed.
func (m *Manager) read(cookies []string) string {
	for raw := range web.CookiesNamed(cookies, m.opts.Name) {
		if len(raw) > 2 && raw[:2] == "s:" {
			if id, ok := m.signer.Unsign(raw[2:]); ok {
				return id
			}
		}
	}
	return ""
}
