package sqldb

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
)

// fingerprintTable remembers the schema each table was last brought to.
const fingerprintTable = "_framework_schema"

// migrator compiles models to tables and brings the database to their schema.
type migrator struct {
	access *access
	opts   *Options
	log    *slog.Logger
	// shape counts the changes of tables.
	shape *atomic.Uint64
}

// Define implements orm.Adapter. Each model's migration decides:
//
//   - alter (the default) makes the table or changes it to fit. Data stays: a
//     column that is no longer declared is dropped only when this package made
//     it and it is empty, and what cannot be done without a loss is an error;
//   - drop makes the table anew;
//   - create makes it when it is missing, and adds columns that are missing;
//   - safe changes nothing, and a missing table is an error.
//
// All models are defined, or none. A table whose schema has not changed since
// the last time costs nothing.
func (db *DB) Define(ctx context.Context, models []*orm.Model) error {
	db.define.Lock()
	defer db.define.Unlock()
	if !db.defined {
		if err := db.renew(); err != nil {
			return err
		}
	}
	tables, err := db.migrator.define(ctx, models)
	if err != nil {
		return err
	}
	db.Learn(tables)
	db.defined = true
	return nil
}

// renew makes the file anew if it was removed before there was a model: a project may
// clean the folder of its output while it is loaded.
func (db *DB) renew() error {
	db.writer.turn.Lock()
	defer db.writer.turn.Unlock()
	return db.monitor.renew()
}

// PlanMigration implements orm.Migrator.
func (db *DB) PlanMigration(ctx context.Context, models []*orm.Model, strategy orm.Migration) (*orm.Plan, error) {
	return db.migrator.plan(ctx, models, strategy)
}

// ApplyMigration implements orm.Migrator: all steps, or none.
func (db *DB) ApplyMigration(ctx context.Context, plan *orm.Plan, allowLoss bool) error {
	return db.migrator.apply(ctx, plan, allowLoss)
}

// define compiles the models and brings each table to its schema, as its model
// wants it.
func (m *migrator) define(ctx context.Context, models []*orm.Model) ([]*table, error) {
	tables, shared, err := m.compileAll(models)
	if err == nil {
		err = m.migrate(ctx, models, tables)
	}
	return append(tables, shared...), err
}

// compileAll compiles the models. shared are the tables of join models that another model
// makes.
func (m *migrator) compileAll(models []*orm.Model) (tables, shared []*table, err error) {
	var errs []error
	all := make([]*table, 0, len(models))
	for _, model := range models {
		t, err := compile(model, m.opts)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		all = append(all, t)
	}
	tables, shared, err = sqlstore.Owners(all, true)
	return tables, shared, errors.Join(append(errs, err)...)
}

func (m *migrator) migrate(ctx context.Context, models []*orm.Model, tables []*table) error {
	var cat *catalog
	err := m.access.read(ctx, func(c *conn) (err error) {
		cat, err = readCatalog(c)
		return err
	})
	if err != nil {
		return fmt.Errorf("reading the schema of the database %s: %w", name(m.opts.Path), err)
	}
	todo, err := m.pending(ctx, cat, tables)
	if err != nil || len(todo) == 0 {
		return err
	}
	var loss *orm.LossError
	err = m.access.changeAlone(ctx, func(c *conn) error {
		// Another process may have been here since.
		cat, err := readCatalog(c)
		if err != nil {
			return err
		}
		plan := &orm.Plan{}
		if plan.Steps, err = planTables(ctx, c, cat, todo, ""); err != nil {
			return err
		}
		take, leave, err := plan.Split(false)
		if err != nil {
			return err
		}
		return m.carryOut(c, cat, todo, "", take, leave)
	})
	if errors.As(err, &loss) {
		return loss.Definitions(models)
	}
	return err
}

// pending are the tables that may need work. Those that are not ours to change
// are fitted to what there is.
func (m *migrator) pending(ctx context.Context, cat *catalog, tables []*table) (todo []*table, err error) {
	var errs []error
	for _, t := range tables {
		key := strings.ToLower(t.Name)
		exists, same := cat.tables[key] != "", cat.fingerprints[key] == fingerprint(t)
		switch t.Migration() {
		case orm.Safe, orm.Create:
			if !exists && t.Migration() == orm.Create {
				todo = append(todo, t)
				continue
			}
			if d := t.Model.Definition; !exists && d != nil && d.MayMiss {
				continue
			}
			if !exists {
				hint := "migrate is safe: make the table, or " + t.Model.Remedied()
				if d := t.Model.Definition; d == nil || d.Remedy == "" {
					hint += ", or lift once with migrate: 'alter'"
				}
				errs = append(errs, t.Model.Fault("", fmt.Sprintf("there is no table %q in the database %s", t.Name, name(m.opts.Path)), hint))
				continue
			}
			if same {
				continue
			}
			grows := false
			if t.Migration() == orm.Create && cat.tables[key] == "table" {
				if grows, err = m.lacks(ctx, t); err != nil {
					return nil, err
				}
			}
			if grows {
				todo = append(todo, t)
			} else if err := m.adopt(ctx, t); err != nil {
				errs = append(errs, err)
			}
		case orm.Drop:
			todo = append(todo, t)
		case orm.Alter:
			switch {
			case cat.tables[key] == "view":
				if err := m.adopt(ctx, t); err != nil {
					errs = append(errs, err)
				}
			case !exists || !same:
				todo = append(todo, t)
			}
		default:
			errs = append(errs, t.Model.Fault("", fmt.Sprintf("migrate is %q", t.Migration()), "it can be alter, drop, create or safe"))
		}
	}
	return todo, errors.Join(errs...)
}

// plan returns the steps that bring the database to the schema of the models.
func (m *migrator) plan(ctx context.Context, models []*orm.Model, strategy orm.Migration) (*orm.Plan, error) {
	tables, _, err := m.compileAll(models)
	if err != nil {
		return nil, err
	}
	plan := &orm.Plan{Models: models, Strategy: strategy}
	err = m.access.readLong(ctx, func(c *conn) error {
		cat, err := readCatalog(c)
		if err != nil {
			return err
		}
		plan.Steps, err = planTables(ctx, c, cat, tables, strategy)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("planning the migration of the database %s: %w", name(m.opts.Path), err)
	}
	return plan, nil
}

// apply takes the steps of the plan: all of them, or none.
func (m *migrator) apply(ctx context.Context, plan *orm.Plan, allowLoss bool) error {
	tables, _, err := m.compileAll(plan.Models)
	if err != nil {
		return err
	}
	err = m.access.changeAlone(ctx, func(c *conn) error {
		cat, err := readCatalog(c)
		if err != nil {
			return err
		}
		steps, err := planTables(ctx, c, cat, tables, plan.Strategy)
		if err != nil {
			return err
		}
		now := &orm.Plan{Steps: steps}
		if len(steps) > 0 && !now.Same(plan) {
			return orm.ErrStalePlan
		}
		take, leave, err := now.Split(allowLoss)
		if err != nil {
			return err
		}
		return m.carryOut(c, cat, tables, plan.Strategy, take, leave)
	})
	if err != nil && !errors.As(err, new(*orm.LossError)) {
		err = fmt.Errorf("migrating the database %s: %w", name(m.opts.Path), err)
	}
	return err
}

// carryOut takes the steps and remembers the schemas, inside a transaction.
func (m *migrator) carryOut(c *conn, cat *catalog, tables []*table, strategy orm.Migration, take, leave []orm.Step) error {
	for _, s := range leave {
		m.log.Warn("kept what a migration would lose", "table", s.Table, "why", s.Why, "keeps", s.Loses)
	}
	byName := make(map[string]*table, len(tables))
	for _, t := range tables {
		byName[t.Name] = t
	}
	// Tables that nothing was done to are not remembered, nor are the columns
	// that were there before.
	tables = slices.DeleteFunc(slices.Clone(tables), func(t *table) bool {
		how := cmp.Or(strategy, t.Migration())
		kind := cat.tables[strings.ToLower(t.Name)]
		return how == orm.Safe || how == orm.Create && kind != "" || kind == "view" && how != orm.Drop
	})
	before := make(map[*table][]found, len(tables))
	for _, t := range tables {
		if cmp.Or(strategy, t.Migration()) == orm.Drop {
			continue
		}
		var err error
		if before[t], err = readColumns(c, t.Name); err != nil {
			return err
		}
	}
	// Renaming a table would otherwise look into views that name the one it
	// takes the place of.
	if err := c.exec("PRAGMA legacy_alter_table=ON"); err != nil {
		return err
	}
	err := m.takeSteps(c, cat, byName, take)
	m.shape.Add(1)
	if err := errors.Join(err, c.exec("PRAGMA legacy_alter_table=OFF")); err != nil {
		return err
	}
	return remember(c, cat, tables, before)
}

func (m *migrator) takeSteps(c *conn, cat *catalog, byName map[string]*table, take []orm.Step) error {
	for _, s := range take {
		t := byName[s.Table]
		level := slog.LevelInfo
		if cat.tables[strings.ToLower(t.Name)] == "" {
			level = slog.LevelDebug // a new table is nothing to think about
		}
		m.log.Log(context.Background(), level, "migrating", "table", s.Table, "why", s.Why, "sql", s.SQL)
		if err := c.exec(s.SQL); err != nil {
			return t.Model.Fault(cmp.Or(attributeOf(t, err), s.Attribute),
				fmt.Sprintf("its table %q cannot be made ready: %v (%s)", t.Name, err, s.SQL), "")
		}
	}
	return nil
}

// remember writes down the tables' fingerprints and the columns that are of
// this package's making.
func remember(c *conn, cat *catalog, tables []*table, before map[*table][]found) error {
	if err := c.exec(`CREATE TABLE IF NOT EXISTS "` + fingerprintTable + `" ("table" TEXT PRIMARY KEY NOT NULL, "fingerprint" TEXT NOT NULL, "columns" TEXT)`); err != nil {
		return err
	}
	if cat.tables[fingerprintTable] != "" && !cat.remembers {
		if err := c.exec(`ALTER TABLE "` + fingerprintTable + `" ADD COLUMN "columns" TEXT`); err != nil {
			return err
		}
	}
	for _, t := range tables {
		key := strings.ToLower(t.Name)
		columns, err := readColumns(c, t.Name)
		if err != nil {
			return err
		}
		owned := []string{}
		for _, f := range columns {
			name := strings.ToLower(f.name)
			was := slices.ContainsFunc(before[t], func(b found) bool { return strings.EqualFold(b.name, name) })
			if !was || slices.Contains(cat.owned[key], name) {
				owned = append(owned, name)
			}
		}
		list, err := json.Marshal(owned)
		if err != nil {
			return err
		}
		err = c.query([]byte(`INSERT INTO "`+fingerprintTable+`" ("table", "fingerprint", "columns") VALUES (?, ?, ?)
ON CONFLICT DO UPDATE SET "fingerprint" = excluded."fingerprint", "columns" = excluded."columns"`),
			[]any{key, fingerprint(t), string(list)}, nil)
		if err != nil {
			return err
		}
	}
	return nil
}

// attributeOf is the attribute whose uniqueness the existing data break.
func attributeOf(t *table, err error) string {
	if f := failure(t, err); f.Kind == sqlstore.Taken {
		return t.Column(f.Columns[0]).Name
	}
	return ""
}

// lacks reports whether the table lacks columns that can be added to it.
func (m *migrator) lacks(ctx context.Context, t *table) (bool, error) {
	missing := 0
	err := m.access.read(ctx, func(c *conn) error {
		list, err := readColumns(c, t.Name)
		if err != nil {
			return err
		}
		missing = 0
		for _, col := range t.Columns {
			if slices.ContainsFunc(list, func(f found) bool { return strings.EqualFold(f.name, col.Stored) }) {
				continue
			}
			if col == t.PK {
				missing = 0
				return nil
			}
			missing++
		}
		return nil
	})
	return missing > 0, err
}

// adopt fits t to a table that is not ours to change.
func (m *migrator) adopt(ctx context.Context, t *table) error {
	return m.access.read(ctx, func(c *conn) error {
		found, err := readColumns(c, t.Name)
		if err != nil {
			return err
		}
		existing := make(map[string]bool, len(found))
		for _, f := range found {
			existing[strings.ToLower(f.name)] = true
		}
		if t.PK != nil && !existing[strings.ToLower(t.PK.Stored)] {
			return t.Model.Fault(t.PK.Name, fmt.Sprintf("the table %q has no such column, and it is the primary key", t.Name), "")
		}
		if missing := keep(t, existing); len(missing) > 0 {
			m.log.Warn("attributes without a column are not stored, and migrate is safe: "+t.Model.Remedied(),
				"model", t.Model.Identity, "table", t.Name, "attributes", missing)
		}
		return nil
	})
}
