package datastore

import (
	"context"
	"log/slog"

	"framework/engine/orm"
	"framework/engine/orm/bridge"
)

// Migrate brings the databases to the models, as the models want it. served are the
// models of the version that is served, nil for the first version.
func (d *Data) Migrate(ctx context.Context, served *orm.ORM, log *slog.Logger) error {
	if served != nil {
		spareTables(served, d.ORM)
	}
	d.warnOfVersions(ctx, log)
	if err := d.ORM.Define(ctx); err != nil {
		return err
	}
	d.importLegacy(ctx, log)
	return nil
}

// Share has the stores know the tables of the models, which another worker of the same
// version has brought the databases to.
func (d *Data) Share(ctx context.Context, first *orm.ORM) error {
	spareTables(first, d.ORM)
	return d.ORM.Define(ctx)
}

// spareTables keeps the records of models whose migration is drop when the
// project is reloaded: a table is created again only if its schema changes, not
// with every save. Adapters of the project create it again with alter too.
func spareTables(before, now *orm.ORM) {
	for _, m := range now.Models() {
		d := m.Definition
		_, foreign := m.Adapter().(*bridge.Store)
		if d == nil || d.Migrate != orm.Drop && !(foreign && d.Migrate == orm.Alter) {
			continue
		}
		if old := before.Model(m.Identity); old != nil && old.Definition != nil && d.SameSchema(old.Definition) {
			d.Migrate = orm.Alter
			if foreign {
				d.Migrate = orm.Safe
			}
		}
	}
}
