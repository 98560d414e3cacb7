package serverdb

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"strconv"
	"strings"

	"framework/engine/orm"
	"framework/engine/orm/schema"
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
		return nil, db.wrap("plan a migration", nil, err)
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
	return db.migrator(ctx, func(m *schema.Migrator) error { return m.Apply(ctx, wanted, plan, allowLoss) })
}

// wanted returns the tables that the models need; those of join models have the names
// that they have in the database.
func (db *DB) wanted(ctx context.Context, models []*orm.Model) ([]schema.Table, error) {
	tables, err := db.compileAll(models)
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
		return nil, db.wrap("reading the catalog", nil, err)
	}
	for _, t := range tables {
		t.find(cat)
	}
	return cat, nil
}

// change creates and alters tables by the migrations of their models, and returns the
// catalog afterwards.
func (db *DB) change(ctx context.Context, tables []*table) (*catalog, error) {
	wanted := describe(tables)
	err := db.migrator(ctx, func(m *schema.Migrator) error { return m.Define(ctx, wanted) })
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
		return db.wrap("migrate", nil, err)
	}
	models := make([]*orm.Model, len(tables))
	for i, t := range tables {
		models[i] = t.model
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
	was, ok := s[t.id()]
	return ok && reflect.DeepEqual(was.found, cat.tables[t.id()]) && reflect.DeepEqual(was.wanted, t.wanted())
}

// note records the wanted tables and their catalog.
func (s matching) note(wanted []schema.Table, tables []*table, cat *catalog) {
	for i, t := range tables {
		delete(s, t.id())
		if found := cat.tables[t.id()]; found != nil && wanted[i].Strategy != orm.Safe {
			wanted[i].Strategy = ""
			s[t.id()] = matchingTable{wanted[i], found}
		}
	}
}

// wanted identifies the schema that the model needs.
func (t *table) wanted() schema.Table {
	out := t.describe()
	out.Strategy = ""
	return out
}

func describe(tables []*table) []schema.Table {
	out := make([]schema.Table, len(tables))
	for i, t := range tables {
		out[i] = t.describe()
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
func (t *table) describe() schema.Table {
	out := schema.Table{Schema: t.schema, Name: t.name, Model: t.model.Identity, Strategy: t.migration(), PrimaryKey: []string{t.pk.stored}}
	out.Charset, out.Collation = t.charset, t.collation
	for _, c := range t.columns {
		out.Columns = append(out.Columns, schema.Column{
			Name: c.stored, Attribute: c.name, Type: c.declared, Null: !c.attr.NotNull && !c.filled && c != t.pk, Default: c.fallback,
			// MySQL generates numbers for keys only.
			AutoIncrement: c.auto || c.attr.AutoIncrement && t.dialect.numbered, Fill: t.dialect.filling(c), Backfill: t.dialect.backfill(c),
		})
		if c.attr.Unique && c != t.pk {
			out.Indexes = append(out.Indexes, schema.Index{Name: t.indexName(c, "_key"), Unique: true, Parts: []schema.Part{{Column: c.stored}}})
		}
		if c.indexed(t) {
			out.Indexes = append(out.Indexes, schema.Index{Name: t.indexName(c, ""), Parts: []schema.Part{{Column: c.stored}}})
		}
		if t.fold && c.isText() && (c.indexed(t) || c.attr.Unique || c == t.pk) {
			out.Indexes = append(out.Indexes, schema.Index{Name: t.indexName(c, "_lower"), Parts: []schema.Part{{Column: c.stored, Lower: true}}})
		}
	}
	return out
}

// backfill returns the SQL of the value that existing records get in a new column, if
// the type of the column supports a default.
func (d *dialect) backfill(c *column) string {
	if c.attr.Backfill == nil || c.attr.ColumnType != "" || c.isJSON() || c.kind == orm.KindRef {
		return ""
	}
	return d.filling(&column{kind: c.kind, storage: c.storage, attr: &orm.Attribute{AttributeDef: orm.AttributeDef{HasDefault: true, Default: c.attr.Backfill}}})
}

// filling returns the SQL of the default of an attribute, for existing records that need
// a value in a new column; "" if it is no plain value of the attribute's kind.
func (d *dialect) filling(c *column) string {
	if !c.attr.HasDefault || c.attr.DefaultFunc != nil || c.attr.Default == nil {
		return ""
	}
	text := func(s string) string {
		if !d.numbered { // MySQL interprets backslashes
			s = strings.ReplaceAll(s, "\\", "\\\\")
		}
		return literal(s)
	}
	if c.isJSON() {
		return text(string(value.Append(nil, c.attr.Default)))
	}
	switch v := c.attr.Default.(type) {
	case string:
		if c.isText() {
			return text(v)
		}
	case int64, float64:
		if c.kind == orm.KindInteger || c.kind == orm.KindFloat {
			return string(value.Append(nil, v))
		}
	case bool:
		if c.kind == orm.KindBoolean {
			return strconv.FormatBool(v)
		}
	}
	return ""
}

// indexed reports whether a column gets an index that is not unique: for an indexed
// attribute or a reference.
func (c *column) indexed(t *table) bool {
	reference := c.attr.Model != "" || c.attr.Assoc != nil || t.model.Junction
	return (c.attr.Index || reference) && !c.attr.Unique && c != t.pk
}

// indexName returns <table>_<column>, as the adapters of Sails do, cut to the maximum
// length of names.
func (t *table) indexName(c *column, end string) string {
	name := t.name + "_" + c.stored
	for t.length(name+end) > t.maxName {
		name = name[:len(name)-1]
	}
	return strings.ToValidUTF8(name, "") + end
}
