package sqldb

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
)

// fingerprintTable remembers the schema each table was last brought to.
const fingerprintTable = "_framework_schema"

// Define implements orm.Adapter. Each model's migration decides:
//
//   - alter (the default) makes the table or changes it to fit; data stays: a
//     column that is no longer declared is dropped only when it is empty;
//   - drop makes the table anew;
//   - create makes it when it is missing;
//   - safe changes nothing, and a missing table is an error.
//
// All models are defined, or none. A table whose schema has not changed since
// the last time costs nothing.
func (db *DB) Define(ctx context.Context, models []*orm.Model) error {
	db.define.Lock()
	defer db.define.Unlock()
	var errs []error
	tables := make([]*table, 0, len(models))
	owners := make(map[string]*orm.Model, len(models))
	for _, m := range models {
		t, err := compile(m, db.opts.Sparse)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		key := strings.ToLower(t.name)
		if other := owners[key]; other != nil {
			errs = append(errs, definitionError(m, "", fmt.Sprintf("the table %q belongs to the model %s", t.name, other.Identity), "set tableName"))
			continue
		}
		owners[key] = m
		tables = append(tables, t)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if err := db.migrate(ctx, tables); err != nil {
		return err
	}
	// A project that is loaded again brings new models. Requests in progress
	// may still use the ones before; older ones are forgotten.
	all := maps.Clone(*db.tables.Load())
	for m, t := range all {
		if owners[strings.ToLower(t.name)] == nil {
			continue
		}
		if t.replaced {
			delete(all, m)
		}
		t.replaced = true
	}
	for _, t := range tables {
		all[t.model] = t
	}
	db.tables.Store(&all)
	return nil
}

// catalog is what the database has: names in lower case.
type catalog struct {
	tables       map[string]bool
	fingerprints map[string]string
}

func (db *DB) migrate(ctx context.Context, tables []*table) error {
	var cat *catalog
	err := db.read(ctx, func(c *conn) (err error) {
		cat, err = readCatalog(c)
		return err
	})
	if err != nil {
		return fmt.Errorf("reading the schema of the database %s: %w", db.name(), err)
	}
	var todo []*table
	var errs []error
	for _, t := range tables {
		key := strings.ToLower(t.name)
		exists, same := cat.tables[key], cat.fingerprints[key] == t.fingerprint()
		switch t.migration() {
		case orm.Safe, orm.Create:
			if !exists && t.migration() == orm.Create {
				todo = append(todo, t)
				continue
			}
			if !exists {
				errs = append(errs, definitionError(t.model, "",
					fmt.Sprintf("there is no table %q in the database %s", t.name, db.name()),
					"migrate is safe: make the table, or lift once with migrate: 'alter'"))
				continue
			}
			if !same {
				if err := db.adopt(ctx, t); err != nil {
					errs = append(errs, err)
				}
			}
		case orm.Drop:
			todo = append(todo, t)
		case orm.Alter:
			if !exists || !same {
				todo = append(todo, t)
			}
		default:
			errs = append(errs, definitionError(t.model, "", fmt.Sprintf("migrate is %q", t.migration()), "it can be alter, drop, create or safe"))
		}
	}
	if err := errors.Join(errs...); err != nil || len(todo) == 0 {
		return err
	}
	return db.change(ctx, func(c *conn) error {
		if err := c.exec(`CREATE TABLE IF NOT EXISTS "` + fingerprintTable + `" ("table" TEXT PRIMARY KEY NOT NULL, "fingerprint" TEXT NOT NULL)`); err != nil {
			return err
		}
		for _, t := range todo {
			exists := cat.tables[strings.ToLower(t.name)]
			if err := db.migrateTable(c, t, exists); err != nil {
				return definitionError(t.model, attributeOf(t, err), fmt.Sprintf("its table %q cannot be made ready: %v", t.name, err), "")
			}
			err := c.query([]byte(`INSERT INTO "`+fingerprintTable+`" VALUES (?, ?) ON CONFLICT DO UPDATE SET "fingerprint" = excluded."fingerprint"`),
				[]any{strings.ToLower(t.name), t.fingerprint()}, nil)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// attributeOf is the attribute whose uniqueness the existing data break.
func attributeOf(t *table, err error) string {
	var unique *orm.UniqueError
	if errors.As(uniqueness(t, err, nil), &unique) {
		return unique.Attribute
	}
	return ""
}

func (t *table) migration() orm.Migration {
	if t.model.Definition == nil || t.model.Definition.Migrate == "" {
		return orm.Alter
	}
	return t.model.Definition.Migrate
}

func readCatalog(c *conn) (*catalog, error) {
	cat := &catalog{tables: map[string]bool{}, fingerprints: map[string]string{}}
	err := c.query([]byte(`SELECT name FROM sqlite_master WHERE type IN ('table', 'view')`), nil, func(stmt *sqlite.Stmt) error {
		cat.tables[strings.ToLower(stmt.ColumnText(0))] = true
		return nil
	})
	if err != nil || !cat.tables[fingerprintTable] {
		return cat, err
	}
	err = c.query([]byte(`SELECT "table", "fingerprint" FROM "`+fingerprintTable+`"`), nil, func(stmt *sqlite.Stmt) error {
		cat.fingerprints[stmt.ColumnText(0)] = stmt.ColumnText(1)
		return nil
	})
	return cat, err
}

// adopt fits t to a table that is not ours to change.
func (db *DB) adopt(ctx context.Context, t *table) error {
	return db.read(ctx, func(c *conn) error {
		found, err := readColumns(c, t.name)
		if err != nil {
			return err
		}
		existing := make(map[string]bool, len(found))
		for name := range found {
			existing[name] = true
		}
		if t.pk != nil && !existing[strings.ToLower(t.pk.stored)] {
			return definitionError(t.model, t.pk.name, fmt.Sprintf("the table %q has no such column, and it is the primary key", t.name), "")
		}
		if missing := t.keep(existing); len(missing) > 0 {
			db.log.Warn("attributes without a column are not stored: the table may not be changed",
				"model", t.model.Identity, "table", t.name, "attributes", missing)
		}
		return nil
	})
}

// migrateTable brings one table to its schema.
func (db *DB) migrateTable(c *conn, t *table, exists bool) error {
	if exists && t.migration() == orm.Drop {
		if err := c.exec("DROP TABLE " + t.quoted); err != nil {
			return err
		}
		exists = false
	}
	if !exists {
		if err := c.exec(t.createText(t.name)); err != nil {
			return err
		}
		return createIndexes(c, t)
	}
	return db.alter(c, t)
}

func createIndexes(c *conn, t *table) error {
	for _, x := range t.indexes() {
		if err := c.exec(t.indexText(x)); err != nil {
			return err
		}
	}
	return nil
}
