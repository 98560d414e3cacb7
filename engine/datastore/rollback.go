package datastore

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"time"

	"framework/engine/orm"
)

// rollBackLimit is how long bringing tables back may take.
const rollBackLimit = time.Minute

// RollBack brings the tables that Migrate has changed back to the models of the
// version that is served on. Nothing is lost that it has left: what that version
// does not know stays where it holds data. What fails is logged. It goes on when ctx
// is over.
func (d *Data) RollBack(ctx context.Context, served *orm.ORM, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollBackLimit)
	defer cancel()
	differs := false
	stored := byDatastore(served.Models(), func(m *orm.Model) bool {
		was := m.Definition
		if was == nil || was.Migrate != orm.Alter && was.Migrate != orm.Drop {
			return false
		}
		now := d.ORM.Model(m.Identity)
		differs = differs || now != nil && (now.Definition == nil || !now.Definition.SameSchema(was))
		return true
	})
	if !differs {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(stored)) {
		migrator, err := migratorOf(name, stored[name])
		if err == nil {
			var plan *orm.Plan
			if plan, err = migrator.PlanMigration(ctx, stored[name], orm.Alter); err == nil {
				err = migrator.ApplyMigration(ctx, plan, false)
			}
		}
		if err != nil {
			log.Error("tables were migrated for the version that is not served; the one that is may fail on them until the next save that is", "connection", name, "error", err)
		}
	}
}
