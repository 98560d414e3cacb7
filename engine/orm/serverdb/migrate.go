package serverdb

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/schema"
	"framework/engine/orm/sqlstore"
	"framework/engine/value"
)

// PlanMigration implements orm.Migrator.
func (db *DB) PlanMigration(ctx context.Context, models []*orm.Model, strategy orm.Migration) (*orm.Plan, error) {
	wanted, err := db.wanted(ctx, models)
	if err != nil {
		return nil, err
	}
	plan := &orm.Plan{Models: models, Strategy: strategy}
	err = db.migrator(ctx, func(m *schema.Migrator) (err error) {
		plan.Steps, err = m.Plan(ctx, wanted, strategy)
		return err
	})
	if err != nil {
		return nil, db.Wrap("plan a migration", nil, err)
	}
	return plan, nil
}

// ApplyMigration implements orm.Migrator. On PostgreSQL a migration is one transaction;
// MySQL keeps the changes that were made before a failure.
func (db *DB) ApplyMigration(ctx context.Context, plan *orm.Plan, allowLoss bool) error {
	wanted, err := db.wanted(ctx, plan.Models)
	if err != nil {
		return err
	}
	defer db.driver.renew()
	return db.undisturbed(ctx, func() error {
		return db.migrator(ctx, func(m *schema.Migrator) error { return m.Apply(ctx, wanted, plan, allowLoss) })
	})
}

// wanted returns the tables that the models need; those of join models have the names
// that they have in the database.
func (db *DB) wanted(ctx context.Context, models []*orm.Model) ([]schema.Table, error) {
	tables, _, err := db.compileAll(models)
	if err != nil {
		return nil, err
	}
	if _, err := db.lookUp(ctx, tables); err != nil {
		return nil, err
	}
	return describe(tables), nil
}

// lookUp reads the catalog and finds the join tables in it.
func (db *DB) lookUp(ctx context.Context, tables []*table) (*catalog, error) {
	var cat *catalog
	err := db.read(ctx, func(ctx context.Context, s statements) (err error) {
		cat, err = readCatalog(ctx, s, db.driver.dialect(), names(tables))
		return err
	})
	if err != nil {
		return nil, db.Wrap("reading the catalog", nil, err)
	}
	for _, t := range tables {
		findJunction(t, cat)
	}
	return cat, nil
}

// change creates and alters tables by the migrations of their models, and returns the
// catalog afterwards.
func (db *DB) change(ctx context.Context, tables []*table) (*catalog, error) {
	wanted := describe(tables)
	err := db.undisturbed(ctx, func() error {
		return db.migrator(ctx, func(m *schema.Migrator) error { return m.Define(ctx, wanted) })
	})
	if err != nil {
		return nil, err
	}
	db.driver.renew()
	cat, err := db.lookUp(ctx, tables)
	if err == nil {
		db.matching.note(wanted, tables, cat)
	}
	return cat, err
}

// lossOf returns the error of a migration with the files of the models, if it is about
// models.
func (db *DB) lossOf(tables []*table, err error) error {
	var loss *orm.LossError
	if !errors.As(err, &loss) {
		return db.Wrap("migrate", nil, err)
	}
	models := make([]*orm.Model, len(tables))
	for i, t := range tables {
		models[i] = t.Model
	}
	return loss.Definitions(models)
}

// migrator runs fn with separate connections, because a migration may take longer than
// the limit of queries.
func (db *DB) migrator(ctx context.Context, fn func(m *schema.Migrator) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	pool, err := db.driver.slow()
	if err != nil {
		return err
	}
	defer pool.Close() //nolint:errcheck // its statements have ended
	return fn(schema.New(pool, db.driver.dialect().schema, db.log))
}

// undisturbed repeats a migration that the server has rolled back: it locks one table
// after the other, and may meet transactions of a server that is running, which lock them
// in another order. What MySQL has done already is not in the next plan.
func (db *DB) undisturbed(ctx context.Context, fn func() error) error {
	for n := 1; ; n++ {
		err := fn()
		if err == nil || n == attempts || db.driver.failure(err).Kind != sqlstore.Conflict {
			return err
		}
		db.log.Warn("the database has rolled a migration back, which is repeated", "error", err)
		if err := sleep(ctx, time.Duration(n*n)*time.Millisecond); err != nil {
			return err
		}
	}
}

// slowPool is a driver that opens a pool for migrations.
type slowPool interface {
	// slow opens a pool without a limit for statements.
	slow() (*sql.DB, error)
}

// matching records tables that fit their models, so that a reload does not inspect the
// whole database for unchanged models. DB.define guards it.
type matching map[tableName]matchingTable

type matchingTable struct {
	wanted schema.Table
	found  *catalogTable
}

// has reports whether neither the wanted table nor the catalog have changed.
func (s matching) has(t *table, cat *catalog) bool {
	was, ok := s[id(t)]
	return ok && reflect.DeepEqual(was.found, cat.tables[id(t)]) && reflect.DeepEqual(was.wanted, wantedOf(t))
}

// note records the wanted tables and their catalog.
func (s matching) note(wanted []schema.Table, tables []*table, cat *catalog) {
	for i, t := range tables {
		delete(s, id(t))
		if found := cat.tables[id(t)]; found != nil && wanted[i].Strategy != orm.Safe {
			wanted[i].Strategy = ""
			s[id(t)] = matchingTable{wanted[i], found}
		}
	}
}

// wanted identifies the schema that the model needs.
func wantedOf(t *table) schema.Table {
	out := described(t)
	out.Strategy = ""
	return out
}

func describe(tables []*table) []schema.Table {
	out := make([]schema.Table, len(tables))
	for i, t := range tables {
		out[i] = described(t)
	}
	return out
}

// textOptions returns the charset and the collation of new tables: UTF-8, unless the
// collation belongs to another charset. The default of the server is ignored.
func (o *Options) textOptions() (charset, collation string) {
	charset, _, _ = strings.Cut(strings.ToLower(o.Collation), "_")
	if charset == "" || charset == "utf8" {
		return "utf8mb4", ""
	}
	return charset, o.Collation
}

// describe returns the wanted table.
func described(t *table) schema.Table {
	out := schema.Table{Schema: t.Schema, Name: t.Name, Model: t.Model.Identity, Strategy: t.Migration(), PrimaryKey: []string{t.PK.Stored}}
	if !t.Dialect.Numbered {
		out.Charset, out.Collation = t.Charset, t.Collation
	}
	for _, c := range t.Columns {
		out.Columns = append(out.Columns, schema.Column{
			Name: c.Stored, Attribute: c.Name, Type: c.Declared, Null: !c.Attr.NotNull && !c.Filled && c != t.PK, Default: c.Fallback,
			// MySQL generates numbers for keys only.
			AutoIncrement: c.Auto || c.Attr.AutoIncrement && t.Dialect.Numbered, Fill: filling(t.Dialect, c), Backfill: backfill(t.Dialect, c),
		})
		if c.Attr.Unique && c != t.PK {
			out.Indexes = append(out.Indexes, schema.Index{Name: indexName(t, c, "_key"), Unique: true, Parts: []schema.Part{{Column: c.Stored}}})
		}
		if indexed(c, t) {
			out.Indexes = append(out.Indexes, schema.Index{Name: indexName(t, c, ""), Parts: []schema.Part{{Column: c.Stored}}})
		}
		if t.Fold && c.IsText() && (indexed(c, t) || c.Attr.Unique || c == t.PK) {
			out.Indexes = append(out.Indexes, schema.Index{Name: indexName(t, c, "_lower"), Parts: []schema.Part{{Column: c.Stored, Lower: true}}})
		}
	}
	return out
}

// backfill returns the SQL of the value that existing records get in a new column, if
// the type of the column supports a default.
func backfill(d *sqlstore.Dialect, c *column) string {
	if c.Attr.Backfill == nil || c.Attr.ColumnType != "" || c.IsJSON() || c.Kind == orm.KindRef {
		return ""
	}
	return filling(d, &column{Kind: c.Kind, Storage: c.Storage, Attr: &orm.Attribute{AttributeDef: orm.AttributeDef{HasDefault: true, Default: c.Attr.Backfill}}})
}

// filling returns the SQL of the default of an attribute, for existing records that need
// a value in a new column; "" if it is no plain value of the attribute's kind.
func filling(d *sqlstore.Dialect, c *column) string {
	if !c.Attr.HasDefault || c.Attr.DefaultFunc != nil || c.Attr.Default == nil {
		return ""
	}
	text := func(s string) string {
		if !d.Numbered { // MySQL interprets backslashes
			s = strings.ReplaceAll(s, "\\", "\\\\")
		}
		return sqlstore.Literal(s)
	}
	if c.IsJSON() {
		return text(string(value.Append(nil, c.Attr.Default)))
	}
	switch v := c.Attr.Default.(type) {
	case string:
		if c.IsText() {
			return text(v)
		}
	case int64, float64:
		if c.Kind == orm.KindInteger || c.Kind == orm.KindFloat {
			return string(value.Append(nil, v))
		}
	case bool:
		if c.Kind == orm.KindBoolean {
			return strconv.FormatBool(v)
		}
	}
	return ""
}

// indexed reports whether a column gets an index that is not unique: for an indexed
// attribute or a reference.
func indexed(c *column, t *table) bool {
	reference := c.Attr.Model != "" || c.Attr.Assoc != nil || t.Model.Junction
	return (c.Attr.Index || reference) && !c.Attr.Unique && c != t.PK
}

// indexName returns <table>_<column>, as the adapters of Sails do, cut to the maximum
// length of names.
func indexName(t *table, c *column, end string) string {
	name := t.Name + "_" + c.Stored
	for t.Length(name+end) > t.MaxName {
		name = name[:len(name)-1]
	}
	return strings.ToValidUTF8(name, "") + end
}
