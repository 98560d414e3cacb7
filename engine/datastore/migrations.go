package datastore

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
// the order of their names, as if every model had migrate: 'alter'. Nothing is
// changed.
func PlanMigrations(ctx context.Context, models *orm.ORM) ([]Migration, error) {
	stored := byDatastore(models.Models(), func(*orm.Model) bool { return true })
	var out []Migration
	for _, name := range slices.Sorted(maps.Keys(stored)) {
		migrator, err := migratorOf(name, stored[name])
		if err != nil {
			return nil, err
		}
		plan, err := migrator.PlanMigration(ctx, stored[name], orm.Alter)
		if err != nil {
			return nil, fmt.Errorf("connection %q: %w", name, err)
		}
		out = append(out, Migration{name, plan})
	}
	return out, nil
}

// ApplyMigrations carries out what PlanMigrations planned. Before anything is changed
// every plan is looked at: when one of them would lose data and that is not
// allowed, the error is a *orm.LossError and all databases stay as they are.
func ApplyMigrations(ctx context.Context, migrations []Migration, allowLoss bool) error {
	for _, m := range migrations {
		if _, _, err := m.Plan.Split(allowLoss); err != nil {
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
		return nil, &Error{Name: name, Reason: "its adapter cannot plan migrations"}
	}
	return migrator, nil
}

// byDatastore are the models that are wanted, by the names of their datastores.
func byDatastore(models []*orm.Model, wanted func(*orm.Model) bool) map[string][]*orm.Model {
	out := map[string][]*orm.Model{}
	for _, m := range models {
		if wanted(m) {
			out[m.Datastore] = append(out[m.Datastore], m)
		}
	}
	return out
}
