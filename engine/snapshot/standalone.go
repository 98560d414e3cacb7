package snapshot

import (
	"context"
	"sync"

	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/modules"
	"framework/jsapi/standalone"
)

// standaloneModules are require('waterline') and the adapters named with it.
func standaloneModules(h *Host, src source, iso *jsapi.Isolate, g *gateway, borrowed *borrowedStores) map[string]modules.Core {
	return standalone.Modules(standalone.Options{
		Isolate: iso, Log: h.log, Rules: src.profile.ORM, Records: src.profile.Waterline, Switches: src.profile.Standalone, ErrorMembers: src.profile.Response.ErrorMembers,
		Open: func(ctx context.Context, name string, settings *value.Map) (standalone.Store, error) {
			st, err := h.openConnection(ctx, settings, g.now().settings, connectionOf{root: src.tree.Root, name: name, source: "waterline", exact: src.profile.Stores.Exact})
			if err != nil {
				return standalone.Store{}, err
			}
			return standalone.Store{Adapter: st.adapter, Release: borrowed.add(st)}, nil
		},
	})
}

// borrowedStores are databases that code of the project opened by itself and may
// forget to close.
type borrowedStores struct {
	mu     sync.Mutex
	open   map[*lease]bool
	closed bool
}

type lease struct{ store *store }

// add takes st over and returns what releases it, once however often called.
func (l *borrowedStores) add(st *store) (release func()) {
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

func (l *borrowedStores) release(one *lease) {
	l.mu.Lock()
	held := l.open[one]
	delete(l.open, one)
	l.mu.Unlock()
	if held {
		one.store.release()
	}
}

func (l *borrowedStores) close() {
	l.mu.Lock()
	l.closed = true
	all := l.open
	l.open = nil
	l.mu.Unlock()
	for one := range all {
		one.store.release()
	}
}
