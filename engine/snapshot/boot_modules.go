package snapshot

import (
	"context"
	"maps"
	"time"

	"framework/blueprints"
	"framework/engine/datastore"
	"framework/engine/orm"
	"framework/engine/orm/bridge"
	"framework/engine/profile"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/adapters"
	"framework/jsapi/app"
	"framework/jsapi/library"
	"framework/jsapi/machine"
	"framework/jsapi/modules"
	"framework/jsapi/mongodb"
	"framework/jsapi/node"
	"framework/jsapi/shim"
	"framework/jsapi/standalone"
)

// standaloneModules are require('waterline') and the adapters named with it.
func standaloneModules(h *Host, src source, iso *jsapi.Isolate, g *gateway, borrowed *datastore.Borrowed) map[string]modules.Core {
	return standalone.Modules(standalone.Options{
		Isolate: iso, Log: h.log, Rules: src.profile.ORM, Records: src.profile.Waterline, Switches: src.profile.Standalone, ErrorMembers: src.profile.Response.ErrorMembers,
		Open: func(ctx context.Context, name string, settings *value.Map) (standalone.Store, error) {
			st, err := h.datastores.Open(ctx, datastore.Connection{
				Name: name, Settings: settings, Source: "waterline", Root: src.tree.Root, Rules: src.profile.Datastores,
				Project: g.now().settings, Gone: h.datastoreGone(),
			})
			if err != nil {
				return standalone.Store{}, err
			}
			return standalone.Store{Adapter: st.Adapter(), Release: borrowed.Add(st)}, nil
		},
		Bridge: func(ctx context.Context, name string, adapter jsapi.Value, settings *value.Map) (standalone.Store, error) {
			return bridgeTo(ctx, h, src, iso, given{name, adapter, settings, g.now().settings.QueryTimeout})
		},
	})
}

// given is a datastore with an adapter for Waterline that code has given to it.
type given struct {
	name     string
	adapter  jsapi.Value
	settings *value.Map
	timeout  time.Duration
}

// bridgeTo opens a datastore of code for such an adapter. It ends with the isolate, if
// code does not end it before.
func bridgeTo(ctx context.Context, h *Host, src source, iso *jsapi.Isolate, to given) (standalone.Store, error) {
	name, _ := to.settings.Value("adapter").(string)
	driver, err := adapters.Load(ctx, adapters.Options{Name: name, Source: "given to waterline", Isolate: iso, Log: h.log}, func(*jsapi.Realm) (jsapi.Value, error) { return to.adapter, nil })
	if err != nil {
		return standalone.Store{}, err
	}
	db, err := bridge.Open(driver, bridge.Options{Datastore: to.name, Settings: to.settings, QueryTimeout: to.timeout, Log: h.log})
	if err != nil {
		return standalone.Store{}, err
	}
	return standalone.Store{
		Adapter: db,
		Release: func() {
			if err := db.Close(); err != nil {
				h.log.Warn("the adapter of a datastore does not tear it down", "datastore", to.name, "error", err)
			}
		},
		Bound: func(r *jsapi.Realm, m *orm.Model, object jsapi.Value) error {
			return giveMembers(r, src.profile, driver, m, object)
		},
	}, nil
}

// Provided are the names that require finds without node_modules in a project of a
// release.
func Provided(release profile.Release) map[string]bool {
	out := map[string]bool{}
	for _, found := range []map[string]modules.Core{
		node.Core(node.Options{}), library.Natives(library.NewLimits()), standalone.Modules(standalone.Options{Switches: release.Standalone}),
		fallbackModules(release, nil),
	} {
		for name := range found {
			out[name] = library.Instead(name) == "" // those fail
		}
	}
	for _, name := range app.Provided() {
		out[name] = true
	}
	return out
}

// fallbackModules are what require finds where node_modules has nothing.
func fallbackModules(release profile.Release, kit func() *machine.Kit) map[string]modules.Core {
	all := shim.Modules(shim.ModuleOptions{
		Lists: release.Blueprints.ArrayCreate, Plans: release.Blueprints.ProjectPlans, Explain: blueprints.ExplainUsage,
	})
	maps.Copy(all, library.Modules())
	maps.Copy(all, mongodb.Modules())
	if release.Machines {
		maps.Copy(all, machine.Modules(kit))
	}
	return all
}
