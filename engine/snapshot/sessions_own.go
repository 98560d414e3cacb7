package snapshot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"framework/engine/config"
	"framework/engine/session"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/sessionstore"
)

// redisAdapters are the names of stores that the server has itself.
var redisAdapters = []string{"redis", "connect-redis", "@sailshq/connect-redis"}

// ownSessionStore is a store that is written for express-session: the object
// config.session.store, or what a package or a function, config.session.adapter,
// makes. nil stands for those that the server has itself.
func (b pipelineReader) ownSessionStore(ctx context.Context) (session.Store, error) {
	store, _ := b.cfg.Get("session.store")
	adapter, _ := b.cfg.Get("session.adapter")
	name, named := adapter.(string)
	_, client := b.value("session.client")
	key := "session.adapter"
	switch {
	case store != nil:
		key = "session.store"
	case name == "mongo" || name == "connect-mongo":
		return nil, &config.Error{
			Key: key, Source: b.cfg.Source(key), Got: name,
			Want: `"redis" or "memory" (sessions in MongoDB are not there: use redis, or leave adapter out for sessions in memory)`,
		}
	case adapter == nil || name == "memory" || named && name == "" || slices.Contains(redisAdapters, name) && !client:
		return nil, nil
	case name == "redis":
		name = "connect-redis"
	}
	if b.opts.Inspect {
		return b.sessions.inMemory(), nil // a look at the project opens nothing
	}
	var own *sessionstore.Store
	err := b.iso.Do(ctx, func(r *jsapi.Realm) (err error) {
		require := b.js.Require()
		if key == "session.store" {
			own, err = sessionstore.New(r, b.iso, require, b.js.ConfigAt("session", "store"))
			return err
		}
		made := sessionstore.Adapter{
			Function: b.js.ConfigAt("session", "adapter"), Config: b.js.Config("session"),
			Construct: b.js.ConfigAt("session", "handleConstructingSessionStore"),
		}
		if named {
			if made.Function, err = b.js.Loader().Require(name); err != nil {
				return err
			}
		}
		own, err = sessionstore.Make(r, b.iso, require, made)
		return err
	})
	if err == nil {
		return own, nil
	}
	if errors.Is(err, sessionstore.ErrUnfit) {
		return nil, &config.Error{Key: key, Source: b.cfg.Source(key), Want: "a session store written for express-session (" + err.Error() + ")", Got: store}
	}
	what := "the session store"
	if named && key == "session.adapter" {
		what += fmt.Sprintf(" %q", name)
		if strings.Contains(err.Error(), "Cannot find module '"+name+"'") {
			err = fmt.Errorf("%w; install it, write redis, or leave adapter out for sessions in memory", err)
		}
	}
	return nil, fmt.Errorf("config %s (%s): %s cannot be made: %w", key, b.cfg.Source(key), what, err)
}

// value is a setting that is a value of JavaScript and no data.
func (b pipelineReader) value(key string) (app.Opaque, bool) {
	v, _ := b.cfg.Get(key)
	o, ok := v.(app.Opaque)
	return o, ok
}
