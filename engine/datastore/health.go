package datastore

import (
	"context"

	"framework/engine/health"
)

// Health are the health checks of the databases.
func (d *Data) Health() []health.Part {
	var out []health.Part
	for _, st := range d.stores {
		if p, ok := st.Adapter().(interface{ Ping(context.Context) error }); ok {
			out = append(out, health.Part{Name: "datastore " + st.Name(), Ping: p.Ping})
		}
	}
	return out
}
