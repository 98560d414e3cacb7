package snapshot

import (
	"context"

	"framework/engine/datastore"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/modules"
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
