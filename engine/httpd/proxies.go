package httpd

import (
	"math"
	"strconv"
	"strings"

	"framework/engine/config"
	"framework/engine/web"
)

// trustForms is what http.trustProxy may be.
const trustForms = "true, false, a number of proxies, their addresses or a function"

// ReadTrust reads http.trustProxy in the forms of Express 4. The words of true,
// false and numbers count as well, since variables and flags are text. function makes
// a Trust of a value that is a function, and nil of others.
func ReadTrust(cfg *config.Config, function func(v any) web.Trust) (web.Trust, error) {
	const key = "http.trustProxy"
	v, _ := cfg.Get(key)
	refused := func(want string) error { return &config.Error{Key: key, Source: cfg.Source(key), Want: want, Got: v} }
	var entries []string
	switch v := v.(type) {
	case nil:
		return nil, nil
	case bool:
		return trustAll(v), nil
	case int64:
		return web.TrustHops(int(v)), nil
	case float64:
		if v != math.Trunc(v) {
			return nil, refused(trustForms)
		}
		return web.TrustHops(int(v)), nil
	case string:
		if on, err := strconv.ParseBool(v); err == nil && len(v) > 1 {
			return trustAll(on), nil
		}
		if n, err := strconv.Atoi(v); err == nil {
			return web.TrustHops(n), nil
		}
		if v == "" {
			return nil, nil
		}
		entries = strings.Split(v, ",")
	case []any:
		for _, each := range v {
			entry, ok := each.(string)
			if !ok {
				return nil, refused(trustForms)
			}
			entries = append(entries, entry)
		}
	default:
		trust := function(v)
		if trust == nil {
			return nil, refused(trustForms)
		}
		return trust, nil
	}
	for i := range entries {
		entries[i] = strings.TrimSpace(entries[i])
	}
	t, err := web.TrustAddresses(entries)
	if err != nil {
		return nil, refused("proxies; " + err.Error())
	}
	return t, nil
}

func trustAll(on bool) web.Trust {
	if !on {
		return nil
	}
	return web.TrustAll
}
