package setup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"framework/engine/config"
	"framework/engine/redisconn"
	"framework/engine/session"
	"framework/engine/session/redisstore"
)

// Source is where a store of the project's own comes from.
type Source struct {
	Setting string // "session.store", which is one, or "session.adapter", which makes one
	Package string // that makes it; "" where the setting is a function
}

// redisAdapters are the names of stores that the server has itself.
var redisAdapters = []string{"redis", "connect-redis", "@sailshq/connect-redis"}

// store is the project's own, or the one that config.session.adapter names. own says
// that it runs where JavaScript would wait for it.
func (p *Project) store(ctx context.Context) (store session.Store, own bool, err error) {
	from, own, err := p.ownSource()
	switch {
	case err != nil:
		return nil, false, err
	case own && p.Inspect:
		return p.Shared.inMemory(), false, nil
	case own:
		store, err = p.Scripts.Store(ctx, from)
		if err != nil {
			return nil, false, p.unmade(from, err)
		}
		return store, true, nil
	}
	r := config.Reader{Config: p.Config}
	adapter := r.Text("session.adapter", "memory")
	switch {
	case adapter == "" || adapter == "memory" || slices.Contains(mongoAdapters, adapter) && r.Bool("session.fallbackMemory", false):
		return p.Shared.inMemory(), false, r.Err()
	case slices.Contains(mongoAdapters, adapter):
		opts, err := p.mongo()
		if err != nil {
			return nil, false, err
		}
		store, err := p.Shared.inMongo(opts, p.Log)
		return p.reached(ctx, store, "MongoDB", err)
	}
	opts := redisstore.Options{Server: redisconn.Read(&r, "session"), Prefix: r.Text("session.prefix", "")}
	if r.Err() != nil {
		return nil, false, r.Err()
	}
	store, err = p.Shared.inRedis(opts)
	return p.reached(ctx, store, "Redis", err)
}

// reached warns if the server that has the sessions does not answer.
func (p *Project) reached(ctx context.Context, store session.Store, server string, err error) (session.Store, bool, error) {
	if err != nil {
		return nil, false, err
	}
	if remote, ok := store.(interface{ Ping(context.Context) error }); ok && !p.Inspect {
		if err := remote.Ping(ctx); err != nil {
			p.Log.Warn("sessions cannot be read until "+server+" is there", "error", err)
		}
	}
	return store, false, nil
}

// ownSource is where a store that is written for express-session comes from: the
// object config.session.store, or what a package or a function,
// config.session.adapter, makes. own is false for stores that the server has itself.
func (p *Project) ownSource() (from Source, own bool, err error) {
	store, _ := p.Config.Get("session.store")
	adapter, _ := p.Config.Get("session.adapter")
	client, _ := p.Config.Get("session.client")
	name, named := adapter.(string)
	const key = "session.adapter"
	switch {
	case store != nil:
		return Source{Setting: "session.store"}, true, nil
	case slices.Contains(mongoAdapters, name) && !p.mongoPackage():
		return Source{}, false, nil
	case name == "mongo":
		name = "connect-mongo"
	case adapter == nil || name == "memory" || named && name == "" || slices.Contains(redisAdapters, name) && !p.Scripts.Defined(client):
		return Source{}, false, nil
	case name == "redis":
		name = "connect-redis"
	}
	return Source{Setting: key, Package: name}, true, nil
}

// unmade is the error of a store of the project's own.
func (p *Project) unmade(from Source, err error) error {
	source := p.Config.Source(from.Setting)
	if errors.Is(err, session.ErrUnfit) {
		store, _ := p.Config.Get("session.store")
		return &config.Error{Key: from.Setting, Source: source, Want: "a session store written for express-session (" + err.Error() + ")", Got: store}
	}
	what := "the session store"
	if from.Package != "" {
		what += fmt.Sprintf(" %q", from.Package)
		if strings.Contains(err.Error(), "Cannot find module '"+from.Package+"'") {
			err = fmt.Errorf("%w; install it, write redis, or leave adapter out for sessions in memory", err)
		}
	}
	return fmt.Errorf("config %s (%s): %s cannot be made: %w", from.Setting, source, what, err)
}
