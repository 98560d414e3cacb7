package session

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"framework/engine/web"
	"framework/router"
)

// defaultTTL is how long an idle session is kept if its cookie has no maxAge.
const defaultTTL = 24 * time.Hour

// Options configure a Manager.
type Options struct {
	// Name is the name of the cookie, "sails.sid" in the classic releases.
	Name string
	// Secrets sign the cookie: the first one signs, all are accepted.
	Secrets []string
	// MaxAge makes the cookie persistent; with 0 it ends with the browser
	// session.
	MaxAge time.Duration
	// Rolling sends a persistent cookie again with every answer, not only when
	// the session has changed.
	Rolling bool
	Path    string // default "/"
	Domain  string
	// Secure sends the cookie over HTTPS only. Auto sets the attribute Secure for
	// requests over HTTPS, and sends the cookie in any case.
	Secure, Auto bool
	// Script allows scripts of the page to read the cookie.
	Script   bool
	SameSite string // "Lax", "Strict", "None"; "" says nothing
	// TTL is how long an idle session is kept; 0 means MaxAge, or 24 hours
	// without it.
	TTL   time.Duration
	Store Store
	// Disabled are the routes without sessions; nil for none.
	Disabled router.Table
	// TokenKey is the member with the secret of CSRF tokens: sessions that hold
	// only this are dropped first when there are too many.
	TokenKey string
	// Eager sessions are loaded before they are used, because their store cannot
	// be called by the JavaScript that uses them.
	Eager bool
	// Now is the clock, nil the system's.
	Now func() time.Time
	// Withheld is called once, when a Secure cookie could not be sent; nil for
	// none.
	Withheld func()
	// Skip excludes further requests from sessions; nil for none.
	Skip func(x *router.Exchange) bool
}

// Manager opens sessions. It is safe for concurrent use.
type Manager struct {
	opts   Options
	signer *web.Signer
	// prefix and suffix enclose the escaped value in the cookie header.
	prefix, suffix string
	withheld       sync.Once
	kept           keeper
}

// New returns a Manager. It is an error if there is no secret, or an option is
// invalid in a cookie header.
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

// Open gives x its session, unless its route has none. A client without a valid
// cookie gets one with the answer. Nothing is stored until there is data: a
// signed id that the store does not know is an empty session, so that visitors
// cost no memory.
//
// flush stores changes of handlers. Call it before the answer is sent, so that
// the client's next request sees them.
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

// beneath reports whether browsers send cookies of the path cookies with a
// request for path. Otherwise each request would get a new session, whose cookie
// would replace the visitor's.
func beneath(path, cookies string) bool {
	rest, ok := strings.CutPrefix(path, cookies)
	return ok && (rest == "" || rest[0] == '/' || strings.HasSuffix(cookies, "/"))
}

// announce sets the cookie of an id in the answer, and replaces an earlier one. A
// Secure cookie is not sent over HTTP; that of a socket is not sent at all.
func (m *Manager) announce(x *router.Exchange, id string, maxAge time.Duration) {
	secure := x.Request.Protocol == "https" || x.Request.Protocol == "wss"
	if m.opts.Secure && !secure && x.Request.Socket == "" {
		if m.opts.Withheld != nil {
			m.withheld.Do(m.opts.Withheld)
		}
		return
	}
	line := m.appendCookie(make([]byte, 0, 256), id)
	if m.opts.Domain != "" {
		line = append(append(line, "; Domain="...), m.opts.Domain...)
	}
	line = append(append(line, "; Path="...), m.opts.Path...)
	if maxAge > 0 {
		line = m.opts.Now().Add(maxAge).UTC().AppendFormat(append(line, "; Expires="...), http.TimeFormat)
	}
	if line = append(line, m.suffix...); m.opts.Auto && secure {
		line = append(line, "; Secure"...)
	}
	h := x.Response.Header()
	m.drop(h)
	h.Add("Set-Cookie", string(line))
}

// appendCookie appends the name of the cookie and the signed id.
func (m *Manager) appendCookie(to []byte, id string) []byte {
	var room [128]byte
	to = append(to, m.prefix...)
	for _, c := range m.signer.AppendSigned(room[:0], id) {
		switch { // what stands for itself in a URL
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.', c == '~':
			to = append(to, c)
		default:
			to = append(to, '%', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return to
}

const hexDigits = "0123456789ABCDEF"

// drop removes the cookie from the answer.
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

// EnsureCookie gives a client with a persistent connection its session: line is the
// Cookie header for its requests. changed says that it differs from the client's,
// which has no valid cookie.
func (m *Manager) EnsureCookie(cookies []string) (line string, changed bool) {
	line = strings.Join(cookies, "; ")
	if m.read(cookies) != "" {
		return line, false
	}
	return m.replace(line, string(m.appendCookie(nil, newID(m.opts.Now())))), true
}

// ID returns the session id of a client's cookie, empty without a valid one.
func (m *Manager) ID(cookies []string) string { return m.read(cookies) }

// MergeCookies returns the Cookie header of a client after an answer with setCookie;
// changed says that its session is another one now.
func (m *Manager) MergeCookies(cookies, setCookie []string) (line string, changed bool) {
	line = strings.Join(cookies, "; ")
	for _, set := range setCookie {
		if strings.HasPrefix(set, m.prefix) {
			set, _, _ = strings.Cut(set, ";")
			return m.replace(line, set), true
		}
	}
	return line, false
}

// replace puts the session cookie in front of the others.
func (m *Manager) replace(line, cookie string) string {
	for each := range strings.SplitSeq(line, ";") {
		if each = strings.TrimSpace(each); each != "" && !strings.HasPrefix(each, m.opts.Name+"=") {
			cookie += "; " + each
		}
	}
	return cookie
}

// read returns the id of a client's cookie, empty without a valid one. There may
// be several cookies of the name, for other paths and hosts: the first one with a
// valid signature is used.
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
