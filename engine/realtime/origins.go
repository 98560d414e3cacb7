package realtime

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"framework/engine/problem"
)

// originRule is one entry of the origins that may connect; "" stands for every
// scheme, host or port.
type originRule struct{ scheme, host, port string }

// codedError is an error with the code that sails-hook-sockets gives it.
type codedError struct {
	error
	code string
}

func (e *codedError) Unwrap() error { return e.error }

// ErrorCode is the code that JavaScript sees.
func (e *codedError) ErrorCode() string { return e.code }

// refused is the error of onlyAllowOrigins.
func (b settingsReader) refused(code, want string, got any) error {
	return &codedError{b.invalid("onlyAllowOrigins", want, got), code}
}

// readOrigins reads onlyAllowOrigins (1.x), a list of origins, or origins, a
// text or a list with patterns such as "example.com:*".
func (b settingsReader) readOrigins(out *Settings) error {
	if out.off {
		return nil
	}
	if v, _ := b.Config.Get("sockets.onlyAllowOrigins"); v != nil {
		const want = `a list of origins such as "https://example.com" or "http://localhost:1337": with scheme, without path and default port`
		list, ok := v.([]any)
		if !ok {
			return b.refused("E_INVALID_ONLY_ALLOW_ORIGINS", want, v)
		}
		out.origins, out.originsListed = []originRule{}, true
		for _, each := range list {
			text, _ := each.(string)
			rule, ok := exactOrigin(text)
			if !ok {
				return b.refused("E_INVALID_ORIGIN", want, each)
			}
			out.origins = append(out.origins, rule)
		}
		if out.before != nil {
			b.Warn(problem.In("config/sockets.js", "onlyAllowOrigins and beforeConnect are both there: a client has to satisfy both"))
		}
		return nil
	}
	v, _ := b.Config.Get("sockets.origins")
	var texts []string
	switch v := v.(type) {
	case nil:
		return b.openToAll(out)
	case string:
		texts = strings.FieldsFunc(v, func(r rune) bool { return r == ' ' || r == ',' })
	case []any:
		for _, each := range v {
			text, ok := each.(string)
			if !ok {
				return b.invalid("origins", `origins such as "example.com:*"`, v)
			}
			texts = append(texts, text)
		}
	default:
		return b.invalid("origins", `origins such as "example.com:*"; what a function decides belongs into beforeConnect`, v)
	}
	out.origins = []originRule{}
	for _, text := range texts {
		rule, ok := originPattern(text)
		if !ok {
			return b.invalid("origins", `origins such as "example.com:*"`, text)
		}
		out.origins = append(out.origins, rule)
	}
	out.originsListed = !slices.Contains(out.origins, originRule{})
	if !out.originsListed {
		out.origins = nil
		return b.openToAll(out)
	}
	return nil
}

// openToAll is where pages of every site may connect: with the sessions of their
// visitors, for browsers send their cookies along.
func (b settingsReader) openToAll(out *Settings) error {
	if !b.Production || out.before != nil || b.server.opts.Inspect {
		return nil
	}
	const hint = "config/sockets.js does not restrict who may connect: in production pages of every site could connect, with the sessions of their visitors; " +
		`set sockets.onlyAllowOrigins to a list such as ["https://example.com"], or write a beforeConnect(handshake, proceed)`
	if b.Switches.OriginsRequired {
		if !b.HasHook {
			out.origins = []originRule{} // without the hook, only pages of the server itself
			return nil
		}
		return fmt.Errorf("%s", hint)
	}
	b.Warn(problem.General("%s", hint))
	return nil
}

// exactOrigin reads "https://example.com:8080" or "file://".
func exactOrigin(text string) (originRule, bool) {
	if text == "file://" {
		return originRule{scheme: "file"}, true
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.Path != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return originRule{}, false
	}
	port := defaultPorts[u.Scheme]
	if u.Port() == port {
		return originRule{}, false
	}
	if u.Port() != "" {
		port = u.Port()
	}
	return originRule{u.Scheme, strings.ToLower(u.Hostname()), port}, true
}

var defaultPorts = map[string]string{"http": "80", "https": "443"}

// originPattern reads "[scheme://]host[:port]", where * stands for everything.
func originPattern(text string) (originRule, bool) {
	var r originRule
	rest := strings.TrimSuffix(text, "/")
	if scheme, after, ok := strings.Cut(rest, "://"); ok {
		r.scheme, rest = strings.ToLower(scheme), after
	}
	r.host = rest
	if i := strings.LastIndexByte(rest, ':'); i >= 0 && !strings.HasSuffix(rest, "]") {
		r.host, r.port = rest[:i], rest[i+1:]
	} else if port := defaultPorts[r.scheme]; port != "" {
		r.port = port
	}
	if r.host == "" || strings.ContainsAny(rest, "/?#") {
		return originRule{}, false
	}
	r.host = strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(r.host, "["), "]")) // as url.URL.Hostname
	for _, part := range []*string{&r.scheme, &r.host, &r.port} {
		if *part == "*" {
			*part = ""
		}
	}
	return r, true
}

func (r originRule) allows(scheme, host, port string) bool {
	return (r.scheme == "" || r.scheme == scheme) && (r.host == "" || r.host == host) && (r.port == "" || r.port == port)
}

// allowsOrigin reports whether a page of an origin may connect to a host: pages
// of the same site always may.
func (s *Settings) allowsOrigin(origin, host string) bool {
	if s.origins == nil {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	if u.Host != "" && strings.EqualFold(u.Host, host) {
		return true
	}
	port := u.Port()
	if port == "" {
		port = defaultPorts[u.Scheme]
	}
	name := strings.ToLower(u.Hostname())
	return slices.ContainsFunc(s.origins, func(r originRule) bool { return r.allows(u.Scheme, name, port) })
}

// allowsUnnamed reports whether a request without an Origin header may connect. Where
// config.sockets lists origins it has to come from a page, as on Sails: one of the same
// site, for which browsers leave the header out.
func (s *Settings) allowsUnnamed(r *http.Request) bool {
	if !s.originsListed || r.Header.Get("Sec-Fetch-Site") == "same-origin" {
		return true
	}
	page := r.Referer()
	return page != "" && s.allowsOrigin(page, r.Host)
}

// allowOrigin applies the rules of the version that is served.
func (s *Server) allowOrigin(origin string, r *http.Request) bool {
	v, release, err := s.opts.Versions.Acquire(anyWorker)
	if err != nil {
		return true // the handshake is refused for what it is
	}
	defer release()
	if origin == "" {
		return v.settings.allowsUnnamed(r)
	}
	return v.settings.allowsOrigin(origin, r.Host)
}
