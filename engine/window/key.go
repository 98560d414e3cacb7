package window

import (
	"crypto/rand"
	"crypto/subtle"
	"net"
	"net/http"
)

// NewKey makes a key for the page of this process.
func NewKey() string { return newSecret() }

// newSecret has 128 bits of randomness or more.
func newSecret() string { return rand.Text() }

// Link is the address that opens the page at an origin such as "http://localhost:1337".
func (h *Handler) Link(origin string) string { return origin + Path + "?key=" + h.key }

// cookieName differs between servers on one machine: cookies know no ports.
func cookieName(host string) string {
	name := "framework_window"
	if _, port, err := net.SplitHostPort(host); err == nil {
		name += "_" + port
	}
	return name
}

// same compares secrets in constant time.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// hasKey reports whether the client has opened the page with the key before.
func (h *Handler) hasKey(r *http.Request) bool {
	name := cookieName(r.Host)
	for _, c := range r.Cookies() {
		if c.Name == name && same(c.Value, h.key) {
			return true
		}
	}
	return false
}

// enter gives a client with the key its cookie, and sends it to the page.
func (h *Handler) enter(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(r.Host), Value: h.key, Path: Path, HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
	})
	http.Redirect(w, r, Path, http.StatusSeeOther)
}
