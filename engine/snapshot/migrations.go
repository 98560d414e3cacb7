package snapshot

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"framework/engine/orm"
)

// Migration is what one datastore needs to fit the models.
type Migration struct {
	Datastore string
	Plan      *orm.Plan
}

// PlanMigrations plans the migrations of all datastores that models use, in
// the order of their names, as if every model's migration were alter: who asks
// wants to know. Nothing is changed.
func (s *Snapshot) PlanMigrations(ctx context.Context) ([]Migration, error) {
	models := map[string][]*orm.Model{}
	for _, m := range s.ORM.Models() {
		models[m.Datastore] = append(models[m.Datastore], m)
	}
	var out []Migration
	for _, name := range slices.Sorted(maps.Keys(models)) {
		migrator, err := migratorOf(name, models[name])
		if err != nil {
			return nil, err
		}
		plan, err := migrator.PlanMigration(ctx, models[name], orm.Alter)
		if err != nil {
			return nil, fmt.Errorf("connection %q: %w", name, err)
		}
		out = append(out, Migration{name, plan})
	}
	return out, nil
}

// Migrate carries out what PlanMigrations planned. Before anything is changed
// every plan is looked at: when one of them would lose data and that is not
// allowed, the error is a *orm.LossError and all databases stay as they are.
func (s *Snapshot) Migrate(ctx context.Context, migrations []Migration, allowLoss bool) error {
	for _, m := range migrations {
		if _, _, err := m.Plan.Settle(allowLoss); err != nil {
			return fmt.Errorf("connection %q: %w", m.Datastore, err)
		}
	}
	for _, m := range migrations {
		migrator, err := migratorOf(m.Datastore, m.Plan.Models)
		if err != nil {
			return err
		}
		if err := migrator.ApplyMigration(ctx, m.Plan, allowLoss); err != nil {
			return fmt.Errorf("connection %q: %w", m.Datastore, err)
		}
	}
	return nil
}

func migratorOf(name string, models []*orm.Model) (orm.Migrator, error) {
	migrator, ok := models[0].Adapter().(orm.Migrator)
	if !ok {
		return nil, &DatastoreError{Name: name, Reason: "its adapter cannot plan migrations"}
	}
	return migrator, nil
}
