package snapshot

import (
	"context"
	"maps"

	"framework/engine/datastore"
	"framework/engine/profile"
	"framework/engine/value"
	"framework/jsapi"
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
	})
}

// Provided are the names that require finds without node_modules in a project of a
// release.
func Provided(release profile.Release) map[string]bool {
	out := map[string]bool{}
	for _, found := range []map[string]modules.Core{
		node.Core(node.Options{}), library.Natives(), standalone.Modules(standalone.Options{Switches: release.Standalone}),
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
	all := shim.Modules()
	maps.Copy(all, library.Modules())
	maps.Copy(all, mongodb.Modules())
	if release.Machines {
		maps.Copy(all, machine.Modules(kit))
	}
	return all
}
