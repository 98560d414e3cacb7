package window

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// tokenHeader is the header of the page's requests for data. Scripts of other pages of the
// project, which have the cookie as well, do not know its value.
const tokenHeader = "X-Framework-Window"

// admit decides whether a request gets an answer, and refuses it if not.
func (h *Handler) admit(p *Project, w http.ResponseWriter, r *http.Request) bool {
	harden(w.Header(), r.Host)
	page := r.URL.Path == Path || r.URL.Path == Path+"/"
	if p.Admit == nil {
		if !local(r, p.Host) {
			refuse(w, http.StatusForbidden, "this page is open at the address only at which the server listens, such as localhost")
			return false
		}
		if given := r.URL.Query().Get("key"); page && given != "" && same(given, h.key) {
			h.enter(w, r)
			return false
		}
		if !h.hasKey(r) {
			h.refuseStranger(w, page)
			return false
		}
	}
	if !ownOrigin(r) {
		refuse(w, http.StatusForbidden, "this request comes from another page")
		return false
	}
	if p.Admit != nil && !p.Admit(w, r) {
		return false
	}
	if r.URL.Path == Path+"/" {
		http.Redirect(w, r, Path, http.StatusSeeOther)
		return false
	}
	if strings.HasPrefix(r.URL.Path, apiPrefix) && !same(r.Header.Get(tokenHeader), h.token) {
		refuse(w, http.StatusForbidden, "the server was started again, or this is not its page: reload the page")
		return false
	}
	if page && r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed, "use GET")
		return false
	}
	return true
}

// harden sets the headers of all answers: nothing of others runs or is loaded, nobody shows
// the page in a frame or keeps a reference to its window, and no text becomes HTML.
func harden(h http.Header, host string) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "+
		"connect-src 'self'"+socketSources(host)+"; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "+
		"require-trusted-types-for 'script'; trusted-types 'none'")
	h.Set("X-Frame-Options", "DENY")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// socketSources are the addresses of WebSockets of the same host, which some browsers do not
// take for 'self'.
func socketSources(host string) string {
	if strings.ContainsFunc(host, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune(".-:[]", c))
	}) {
		return ""
	}
	return " ws://" + host + " wss://" + host
}

// local reports whether a request names this machine as its host: by a name that leads
// nowhere else, by the name or address that the server was asked to listen at, or by the
// address at which it came in. Names that others can have lead here are refused, because
// their pages would be of the same origin.
func local(r *http.Request, bound string) bool {
	host := hostname(r.Host)
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return bound != "" && host == hostname(bound)
	}
	if addr = addr.Unmap().WithZone(""); addr.IsLoopback() {
		return true
	}
	if own, err := netip.ParseAddr(hostname(bound)); err == nil && !own.IsUnspecified() && own.Unmap() == addr {
		return true
	}
	at, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	came, err := netip.ParseAddrPort(at.String())
	return err == nil && came.Addr().Unmap().WithZone("") == addr
}

// hostname is a host without its port and brackets, in lower case.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"))
}

// ownOrigin reports whether a request comes from a page of the same origin, or from a
// person who opens the page. Pages of other origins may lead to the page, no more.
func ownOrigin(r *http.Request) bool {
	opens := r.URL.Path == Path && (r.Method == http.MethodGet || r.Method == http.MethodHead)
	if dest := r.Header.Get("Sec-Fetch-Dest"); opens && dest != "" && dest != "document" {
		return false // a script that reads the page
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return opens && r.Header.Get("Sec-Fetch-Mode") == "navigate"
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, r.Host)
}
