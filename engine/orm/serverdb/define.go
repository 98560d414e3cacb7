package serverdb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"framework/engine/orm"
)

// Define implements orm.Adapter. Each model's migration decides:
//
//   - alter (the default) creates the table or changes it to fit. No data is lost: a
//     change that would lose some is an error, or is left out if the models work
//     without it;
//   - drop drops the table and creates it again;
//   - create creates a missing table, or adds missing columns;
//   - safe changes nothing. A missing table is logged, and operations on it fail, as in
//     the adapters of Sails.
//
// A table that fits its model is inspected again only when the model changes, or when
// the catalog shows other columns or unique indexes. Join tables of other releases of
// Sails are found by the names that these give them. All models are defined, or none.
func (db *DB) Define(ctx context.Context, models []*orm.Model) error {
	db.define.Lock()
	defer db.define.Unlock()
	if db.closed.Load() {
		return ErrClosed
	}
	tables, err := db.compileAll(models)
	if err != nil {
		return err
	}
	if err := db.migrate(ctx, tables); err != nil {
		return err
	}
	db.tables.Learn(tables, func(t *table) *orm.Model { return t.model })
	return nil
}

// Forget implements orm.Forgetter.
func (db *DB) Forget(models []*orm.Model) { db.tables.Forget(models) }

// compileAll compiles the models; two of them cannot have one table.
func (db *DB) compileAll(models []*orm.Model) ([]*table, error) {
	var errs []error
	tables := make([]*table, 0, len(models))
	owners := make(map[tableName]*orm.Model, len(models))
	for _, m := range models {
		t, err := db.compile(m)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if other := owners[t.id()]; other != nil {
			errs = append(errs, m.Fault("", fmt.Sprintf("the table %q belongs to the model %s", t.name, other.Identity), "set tableName"))
			continue
		}
		owners[t.id()] = m
		tables = append(tables, t)
	}
	return tables, errors.Join(errs...)
}

func (t *table) id() tableName { return tableName{t.schema, t.name} }

func (t *table) migration() orm.Migration {
	if t.model.Definition == nil || t.model.Definition.Migrate == "" {
		return orm.Alter
	}
	return t.model.Definition.Migrate
}

// names returns the tables to look for: those of the models, and for join tables also
// the names in other releases.
func names(tables []*table) []tableName {
	var out []tableName
	for _, t := range tables {
		out = append(out, t.id())
		for _, other := range t.spellings() {
			out = append(out, tableName{t.schema, other})
		}
	}
	return out
}

// spellings returns the other names of a join table: classic releases use lower case;
// modern ones keep the case of attributes, and sort the sides of an association of a
// model with itself by name.
func (t *table) spellings() []string {
	if !t.model.Junction {
		return nil
	}
	var sides []string
	for _, c := range t.columns {
		if c != t.pk {
			sides = append(sides, c.name)
		}
	}
	if len(sides) != 2 {
		return nil
	}
	one, two := sides[0]+"__"+sides[1], sides[1]+"__"+sides[0]
	var out []string
	for _, name := range []string{one, two, strings.ToLower(one), strings.ToLower(two)} {
		if name != t.name {
			out = append(out, name)
		}
	}
	return out
}

// migrate changes the database to fit the models, and the compiled tables to fit the
// database.
func (db *DB) migrate(ctx context.Context, tables []*table) error {
	if len(tables) == 0 {
		return nil
	}
	cat, err := db.lookUp(ctx, tables)
	if err != nil {
		return err
	}
	changes := false
	var errs []error
	for _, t := range tables {
		exists := cat.tables[t.id()] != nil
		switch t.migration() {
		case orm.Safe:
			if !exists {
				db.log.Warn("there is no such table, and migrate is safe: the model fails when it is used",
					"model", t.model.Identity, "table", t.name)
			}
		case orm.Create:
			changes = changes || !exists || t.lacks(cat.tables[t.id()])
		case orm.Alter:
			changes = changes || !db.matching.has(t, cat)
		case orm.Drop:
			changes = true
		default:
			errs = append(errs, t.model.Fault("", fmt.Sprintf("migrate is %q", t.migration()), "it can be alter, drop, create or safe"))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if changes {
		if cat, err = db.change(ctx, tables); err != nil {
			return db.lossOf(tables, err)
		}
	}
	for _, t := range tables {
		if found := cat.tables[t.id()]; found != nil {
			if err := db.adopt(t, found); err != nil {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}

// lacks reports whether columns have to be added to the table.
func (t *table) lacks(found *catalogTable) bool {
	return slices.ContainsFunc(t.columns, func(c *column) bool { return found.column(t.dialect, c.stored) == nil })
}

// find looks up a join table by its other names.
func (t *table) find(cat *catalog) {
	if cat.tables[t.id()] != nil {
		return
	}
	for _, name := range t.spellings() {
		if cat.tables[tableName{t.schema, name}] != nil {
			t.name = name
			t.quote()
			return
		}
	}
}

// adopt changes t to fit the table in the database.
func (db *DB) adopt(t *table, found *catalogTable) error {
	var missing []string
	t.indexes = found.indexes
	known := map[string]bool{}
	for _, c := range append([]*column(nil), t.columns...) {
		is := found.column(t.dialect, c.stored)
		switch {
		case is == nil && c == t.pk:
			return t.model.Fault(c.name, fmt.Sprintf("the table %q has no column %q, and it is the primary key", t.name, c.stored),
				"set columnName, or autoPK: false and a primaryKey of the table")
		case is == nil:
			missing = append(missing, c.name)
			t.remove(c)
			continue
		}
		known[is.name] = true
		c.declared, c.storage, c.precision, c.sequence = is.typ, t.dialect.storage(is.typ), is.precision, is.sequence
		if c == t.pk {
			c.auto = is.numbered
		} else if is.fills {
			t.fills = true
		}
	}
	for _, is := range found.columns {
		if !known[is.name] && !is.nullable && !is.fills {
			db.log.Warn("the table has a column that the model does not declare and that may not be empty: creating records will fail",
				"model", t.model.Identity, "table", t.name, "column", is.name)
		}
	}
	t.seal()
	if len(missing) > 0 {
		db.log.Warn("attributes without a column are not stored: the table may not be changed",
			"model", t.model.Identity, "table", t.name, "attributes", missing)
	}
	return nil
}
