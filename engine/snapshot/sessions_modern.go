package snapshot

import (
	"errors"

	"framework/engine/config"
	"framework/engine/value"
	"framework/jsapi/app"
	"framework/router"
)

// errNoSecret is why a 1.x project does not lift in production.
var errNoSecret = errors.New("config session.secret is not set: sessions cannot be trusted in production without a secret of your own; set it in config/session.js, config/env/production.js or the variable sails_session__secret")

// sessionSkip says which requests of 1.x have no session: those that
// config.session.isSessionDisabled picks, or those that look like files.
func (b pipelineReader) sessionSkip() (func(x *router.Exchange) bool, error) {
	const key = "session.isSessionDisabled"
	v, _ := b.cfg.Get(key)
	if v == nil {
		return func(x *router.Exchange) bool { return x.Request.Socket == "" && router.LooksLikeAsset(x.Request.URL) }, nil
	}
	fn, ok := app.Callable(v)
	if !ok {
		return nil, &config.Error{Key: key, Source: b.cfg.Source(key), Want: "a function (req)", Got: v}
	}
	return func(x *router.Exchange) bool {
		off, err := b.shim.CallWithRequest(b.iso, x, fn)
		if err != nil {
			b.log.Error("config.session.isSessionDisabled failed: the request keeps its session", "path", x.Request.Path, "error", err)
			return false
		}
		return value.Truthy(off)
	}, nil
}
