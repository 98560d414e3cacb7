package snapshot

import (
	"context"
	"math"
	"strconv"
	"strings"

	"framework/engine/config"
	"framework/engine/web"
	"framework/jsapi"
	"framework/jsapi/app"
)

// trustForms is what http.trustProxy may be.
const trustForms = "true, false, a number of proxies, their addresses or a function"

// trust reads http.trustProxy in the forms of Express 4. The words of true,
// false and numbers count as well, since variables and flags are text.
func (b pipelineReader) trust() (web.Trust, error) {
	const key = "http.trustProxy"
	v, _ := b.cfg.Get(key)
	refused := func(want string) error { return &config.Error{Key: key, Source: b.cfg.Source(key), Want: want, Got: v} }
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
		fn, ok := app.Callable(v)
		if !ok {
			return nil, refused(trustForms)
		}
		return b.trustFunction(fn), nil
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

// trustFunction asks a function of the project, (address, hop); one that fails
// trusts nobody.
func (b pipelineReader) trustFunction(fn jsapi.Function) web.Trust {
	iso, log := b.iso, b.log
	return func(ctx context.Context, addr string, hop int) bool {
		trusted := false
		err := iso.Do(ctx, func(r *jsapi.Realm) error {
			v, err := fn(nil, r.ToJS(addr), r.ToJS(hop))
			trusted = err == nil && v.ToBoolean()
			return err
		})
		if err != nil {
			log.Error("the function http.trustProxy failed; the proxy is not trusted", "address", addr, "error", jsapi.Explain(err))
		}
		return trusted
	}
}
