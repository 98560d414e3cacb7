package httpd

import (
	"fmt"
	"net/http"
	"strings"

	"framework/engine/config"
	"framework/engine/value"
)

// headersKey is the section of the security headers.
const headersKey = "security." + securityHeaders

// Headers are those that every answer over HTTP has, unless the project sets them
// by itself.
type Headers []header

type header struct {
	name, value string
	encrypted   bool // over HTTPS only
}

// oneYear is how long browsers come back over HTTPS only, in seconds.
const oneYear = 365 * 24 * 60 * 60

// ReadHeaders reads config.security.headers: true for the usual ones, or an
// object with nosniff, frame, referrer, hsts and csp.
func ReadHeaders(cfg *config.Config, production bool) (Headers, error) {
	v, _ := cfg.Get(headersKey)
	var m *value.Map
	switch v := v.(type) {
	case nil, value.Undefined:
		return nil, nil
	case bool:
		if !v {
			return nil, nil
		}
		m = value.New(0)
	case *value.Map:
		m = v
	default:
		return nil, headerError(cfg, "", "true, false or an object with nosniff, frame, referrer, hsts and csp", v)
	}
	given := map[string]any{"nosniff": true, "frame": "SAMEORIGIN", "referrer": "strict-origin-when-cross-origin", "hsts": false, "csp": false}
	if production {
		given["hsts"] = int64(oneYear)
	}
	for name, v := range m.All() {
		if _, known := given[name]; !known {
			return nil, headerError(cfg, "."+name, "one of nosniff, frame, referrer, hsts and csp", v)
		}
		given[name] = v
	}
	var out Headers
	for _, each := range []struct {
		setting, header string
		value           func(v any) (string, bool)
		want            string
	}{
		{"nosniff", "X-Content-Type-Options", func(v any) (string, bool) { return "nosniff", v == true }, "true or false"},
		{"frame", "X-Frame-Options", frameOption, `"DENY", "SAMEORIGIN" or false`},
		{"referrer", "Referrer-Policy", headerText, "a policy such as no-referrer, or false"},
		{"hsts", "Strict-Transport-Security", transportSecurity, "a number of seconds, a text such as max-age=31536000; includeSubDomains, or false"},
		{"csp", "Content-Security-Policy", headerText, "a policy such as default-src 'self', or false"},
	} {
		v := given[each.setting]
		if v == false || v == nil {
			continue
		}
		text, ok := each.value(v)
		if !ok {
			return nil, headerError(cfg, "."+each.setting, each.want, v)
		}
		out = append(out, header{each.header, text, each.setting == "hsts"})
	}
	return out, nil
}

func headerError(cfg *config.Config, key, want string, got any) error {
	return &config.Error{Key: headersKey + key, Source: cfg.Source(headersKey), Want: want, Got: got}
}

func headerText(v any) (string, bool) {
	text, ok := v.(string)
	bad := func(r rune) bool { return r < ' ' || r > '~' }
	return text, ok && text != "" && !strings.ContainsFunc(text, bad)
}

func frameOption(v any) (string, bool) {
	text, _ := v.(string)
	text = strings.ToUpper(text)
	return text, text == "DENY" || text == "SAMEORIGIN"
}

func transportSecurity(v any) (string, bool) {
	if seconds, ok := v.(int64); ok {
		return fmt.Sprintf("max-age=%d", seconds), seconds >= 0
	}
	text, ok := headerText(v)
	return text, ok && strings.HasPrefix(strings.ToLower(text), "max-age=")
}

// announce sets the headers, before anything else may change them.
func (list Headers) announce(h http.Header, encrypted bool) {
	for _, each := range list {
		if !each.encrypted || encrypted {
			h.Set(each.name, each.value)
		}
	}
}
