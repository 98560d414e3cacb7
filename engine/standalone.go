package engine

import (
	"context"
	"maps"
	"sync"

	"framework/engine/ordered"
	"framework/jsapi/library"
	"framework/jsapi/modules"
	"framework/jsapi/standalone"
)

// ownModules are those that come before what the project has installed.
func (b *builder) ownModules() map[string]modules.Core {
	all := library.Natives()
	maps.Copy(all, b.standaloneModules())
	return all
}

// standaloneModules are require('waterline') and the adapters named with it.
func (b *builder) standaloneModules() map[string]modules.Core {
	return standalone.Modules(standalone.Options{
		Isolate: b.iso, Log: b.app.log, Rules: b.profile.ORM, Records: b.profile.Waterline, Switches: b.profile.Standalone, ErrorMembers: b.profile.Response.ErrorMembers,
		Open: func(ctx context.Context, name string, settings *ordered.Map) (standalone.Store, error) {
			st, err := b.app.openConnection(ctx, settings, b.gateway.now().settings, connectionOf{root: b.tree.Root, name: name, source: "waterline", exact: b.profile.Stores.Exact})
			if err != nil {
				return standalone.Store{}, err
			}
			return standalone.Store{Adapter: st.adapter, Release: b.snapshot.lent.add(st)}, nil
		},
	})
}

// lentStores are databases that code of the project opened by itself and may
// forget to close.
type lentStores struct {
	mu     sync.Mutex
	open   map[*lease]bool
	closed bool
}

type lease struct{ store *store }

// add takes st over and returns what releases it, once however often called.
func (l *lentStores) add(st *store) (release func()) {
	one := &lease{st}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		st.release()
		return func() {}
	}
	if l.open == nil {
		l.open = map[*lease]bool{}
	}
	l.open[one] = true
	return func() { l.release(one) }
}

func (l *lentStores) release(one *lease) {
	l.mu.Lock()
	held := l.open[one]
	delete(l.open, one)
	l.mu.Unlock()
	if held {
		one.store.release()
	}
}

func (l *lentStores) close() {
	l.mu.Lock()
	l.closed = true
	all := l.open
	l.open = nil
	l.mu.Unlock()
	for one := range all {
		one.store.release()
	}
}
