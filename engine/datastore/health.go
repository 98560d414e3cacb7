package datastore

import (
	"context"

	"framework/engine/health"
	"framework/engine/orm/pool"
)

// Health are the health checks of the databases.
func (d *Data) Health() []health.Part {
	var out []health.Part
	for _, st := range d.stores {
		if p, ok := st.Adapter().(interface{ Ping(context.Context) error }); ok {
			part := health.Part{Name: "datastore " + st.Name(), Ping: p.Ping}
			if c, ok := p.(interface{ Connections() pool.Stats }); ok {
				part.Answered = func() uint64 { return c.Connections().Answered }
			}
			out = append(out, part)
		}
	}
	return out
}
