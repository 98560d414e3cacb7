package serverdb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
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
	tables, shared, err := db.compileAll(models)
	if err != nil {
		return err
	}
	if err := db.migrate(ctx, tables, shared); err != nil {
		return err
	}
	db.Learn(append(tables, shared...))
	return nil
}

// compileAll compiles the models. shared are the tables of join models that another model
// makes.
func (db *DB) compileAll(models []*orm.Model) (tables, shared []*table, err error) {
	var errs []error
	all := make([]*table, 0, len(models))
	for _, m := range models {
		t, err := db.compile(m)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		all = append(all, t)
	}
	tables, shared, err = sqlstore.Owners(all, false)
	return tables, shared, errors.Join(append(errs, err)...)
}

func id(t *table) tableName { return tableName{t.Schema, t.Name} }

// names returns the tables to look for: those of the models, and for join tables also
// the names in other releases.
func names(tables []*table) []tableName {
	var out []tableName
	for _, t := range tables {
		out = append(out, id(t))
		for _, other := range spellings(t) {
			out = append(out, tableName{t.Schema, other})
		}
	}
	return out
}

// spellings returns the other names of a join table: classic releases use lower case;
// modern ones keep the case of attributes, and sort the sides of an association of a
// model with itself by name.
func spellings(t *table) []string {
	if !t.Model.Junction {
		return nil
	}
	var sides []string
	for _, c := range t.Columns {
		if c != t.PK {
			sides = append(sides, c.Name)
		}
	}
	if len(sides) != 2 {
		return nil
	}
	one, two := sides[0]+"__"+sides[1], sides[1]+"__"+sides[0]
	var out []string
	for _, name := range []string{one, two, strings.ToLower(one), strings.ToLower(two)} {
		if name != t.Name {
			out = append(out, name)
		}
	}
	return out
}

// migrate changes the database to fit the models, and the compiled tables to fit the
// database.
func (db *DB) migrate(ctx context.Context, tables, shared []*table) error {
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
		exists := cat.tables[id(t)] != nil
		switch t.Migration() {
		case orm.Safe:
			if !exists {
				db.log.Warn("there is no such table, and migrate is safe: the model fails when it is used; "+t.Model.Remedied(),
					"model", t.Model.Identity, "table", t.Name)
			}
		case orm.Create:
			changes = changes || !exists || lacks(t, cat.tables[id(t)])
		case orm.Alter:
			changes = changes || !db.matching.has(t, cat)
		case orm.Drop:
			changes = true
		default:
			errs = append(errs, t.Model.Fault("", fmt.Sprintf("migrate is %q", t.Migration()), "it can be alter, drop, create or safe"))
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
	for _, t := range slices.Concat(tables, shared) {
		if found := cat.tables[id(t)]; found != nil {
			if err := db.adopt(t, found); err != nil {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}

// lacks reports whether columns have to be added to the table.
func lacks(t *table, found *catalogTable) bool {
	return slices.ContainsFunc(t.Columns, func(c *column) bool { return found.column(t.Dialect, c.Stored) == nil })
}

// find looks up a join table by its other names.
func findJunction(t *table, cat *catalog) {
	if cat.tables[id(t)] != nil {
		return
	}
	for _, name := range spellings(t) {
		if cat.tables[tableName{t.Schema, name}] != nil {
			t.Name = name
			t.Requote()
			return
		}
	}
}

// adopt changes t to fit the table in the database.
func (db *DB) adopt(t *table, found *catalogTable) error {
	var missing []string
	t.Indexes = found.indexes
	known := map[string]bool{}
	for _, c := range append([]*column(nil), t.Columns...) {
		is := found.column(t.Dialect, c.Stored)
		switch {
		case is == nil && c == t.PK:
			return t.Model.Fault(c.Name, fmt.Sprintf("the table %q has no column %q, and it is the primary key", t.Name, c.Stored),
				"set columnName, or autoPK: false and a primaryKey of the table")
		case is == nil:
			missing = append(missing, c.Name)
			t.Remove(c)
			continue
		}
		known[is.name] = true
		c.Declared, c.Storage, c.Precision, c.Sequence = is.typ, db.driver.dialect().storage(is.typ), is.precision, is.sequence
		if c == t.PK {
			c.Auto = is.numbered
		} else if is.fills {
			t.Fills = true
		}
	}
	for _, is := range found.columns {
		if !known[is.name] && !is.nullable && !is.fills {
			db.log.Warn("the table has a column that the model does not declare and that may not be empty: creating records will fail",
				"model", t.Model.Identity, "table", t.Name, "column", is.name)
		}
	}
	t.Seal()
	if len(missing) > 0 {
		db.log.Warn("attributes without a column are not stored, and migrate is safe: "+t.Model.Remedied(),
			"model", t.Model.Identity, "table", t.Name, "attributes", missing)
	}
	return nil
}
