package datastore

import (
	"context"
	"log/slog"
	"path/filepath"

	"framework/engine/orm"
	"framework/engine/orm/nedb"
)

// importLegacy imports what the document store of Sails 1.x has kept of a project
// into the embedded database, when that is made. The files stay as they are. What
// cannot be imported is logged.
func (d *Data) importLegacy(ctx context.Context, log *slog.Logger) {
	for _, st := range d.stores {
		folder := st.takeLegacy()
		if folder == "" {
			continue
		}
		for _, m := range d.ORM.Models() {
			if m.Datastore != st.name || m.Definition.Migrate == orm.Drop {
				continue
			}
			file := filepath.Join(folder, m.Table+".db")
			n, err := nedb.Import(ctx, m, file)
			switch {
			case err != nil:
				log.Warn("records of the former store were not taken over", "model", m.Identity, "file", file, "error", err)
			case n > 0:
				log.Info("records of the former store were taken over", "model", m.Identity, "file", file, "records", n)
			}
		}
	}
}
