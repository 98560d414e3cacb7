package snapshot

import (
	"context"
	"maps"
	"slices"
	"time"

	"framework/engine/orm"
)

// restoreLimit is how long bringing tables back may take.
const restoreLimit = time.Minute

// restoreTables brings the tables that a build has migrated back to the models of the
// running version, which is served on. Nothing is lost that it has left: what the
// running version does not know stays where it holds data.
func restoreTables(ctx context.Context, h *Host, migrated *orm.ORM) {
	running, release, err := h.Acquire()
	if err != nil {
		return // this was the first version
	}
	defer release()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), restoreLimit)
	defer cancel()
	models := map[string][]*orm.Model{}
	differs := false
	for _, m := range running.ORM.Models() {
		d := m.Definition
		if d == nil || d.Migrate != orm.Alter && d.Migrate != orm.Drop {
			continue
		}
		models[m.Datastore] = append(models[m.Datastore], m)
		now := migrated.Model(m.Identity)
		differs = differs || now != nil && (now.Definition == nil || !now.Definition.SameSchema(d))
	}
	if !differs {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(models)) {
		migrator, err := migratorOf(name, models[name])
		if err == nil {
			var plan *orm.Plan
			if plan, err = migrator.PlanMigration(ctx, models[name], orm.Alter); err == nil {
				err = migrator.ApplyMigration(ctx, plan, false)
			}
		}
		if err != nil {
			h.log.Error("tables were migrated for the version that is not served; the one that is may fail on them until the next save that is", "connection", name, "error", err)
		}
	}
}
