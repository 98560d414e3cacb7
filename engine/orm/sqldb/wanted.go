package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"framework/engine/orm"
	"framework/engine/orm/schema"
)

// Tables describes the tables that models need, without a database.
func Tables(models []*orm.Model, opts Options) ([]schema.Table, error) {
	m := &migrator{opts: &opts}
	tables, _, err := m.compileAll(models)
	if err != nil {
		return nil, err
	}
	return describeAll(tables), nil
}

func describeAll(tables []*table) []schema.Table {
	out := make([]schema.Table, len(tables))
	for i, t := range tables {
		out[i] = describe(t)
	}
	return out
}

// describe is the table as it is wanted.
func describe(t *table) schema.Table {
	out := schema.Table{Name: t.Name, Model: t.Model.Identity, Strategy: t.Migration(), Keep: extraColumn}
	if t.PK != nil {
		out.PrimaryKey = []string{t.PK.Stored}
	}
	for _, c := range t.Columns {
		typ := c.Declared
		if c == t.PK && c.Kind == orm.KindInteger && !c.Auto {
			// "INT" keeps an integer key that is not numbered from becoming the
			// row number, which SQLite would number.
			typ = "INT"
		}
		wanted := schema.Column{
			Name: c.Stored, Attribute: c.Name, Type: typ, Null: !c.Attr.NotNull && c != t.PK, AutoIncrement: c.Auto,
			Numeric: c.IsDate(), Empty: emptyValue(c), Backfill: sqlText(c, c.Attr.Backfill),
		}
		if c.Attr.HasDefault && c.Attr.DefaultFunc == nil {
			wanted.Fill = sqlText(c, c.Attr.Default)
		}
		if t.Extra {
			wanted.Former = former(c)
		}
		out.Columns = append(out.Columns, wanted)
	}
	if t.Extra {
		out.Columns = append(out.Columns, schema.Column{Name: extraColumn, Attribute: extraColumn, Type: "TEXT", Null: true})
	}
	if len(out.Columns) == 0 { // a table has to have one
		out.Columns = []schema.Column{{Name: "_", Type: "INTEGER", Null: true}}
	}
	for _, x := range indexes(t) {
		out.Indexes = append(out.Indexes, schema.Index{Name: x.name, Unique: x.unique, Parts: []schema.Part{{Column: x.column.Stored, Lower: x.nocase}}})
	}
	return out
}

// former is where the values of the attribute are while it is undeclared.
func former(c *column) *schema.Former {
	f := &schema.Former{
		Column: extraColumn, Value: `json_extract("_extra", ` + c.Path + ")",
		Where: `json_type("_extra", ` + c.Path + `) <> 'null'`, Clear: `"_extra" = nullif(json_remove("_extra", ` + c.Path + `), '{}')`,
	}
	if c.JSON {
		f.JSON, f.Value = true, `"_extra" -> `+c.Path
	}
	return f
}

// planTables plans the tables in order, each as its strategy says.
func planTables(ctx context.Context, c *conn, cat *catalog, tables []*table, strategy orm.Migration) (steps []orm.Step, err error) {
	err = asSQL(ctx, c, func(s *sql.Conn) error {
		steps, err = schema.PlanSQLite(ctx, s, describeAll(tables), strategy, cat.owned)
		return err
	})
	return steps, err
}

// Scripts runs fn with the right to run scripts of people, see schema.Migrator.Scripts.
// Each transaction excludes those of other processes; fn has to look again in each what
// there is to do.
func (db *DB) Scripts(ctx context.Context, readOnly bool, fn func(run schema.Run) error) error {
	err := fn(func(atomic bool, fn func(context.Context, schema.Conn) error) error {
		work := func(c *conn) error {
			return asSQL(ctx, c, func(s *sql.Conn) error { return fn(ctx, s) })
		}
		switch {
		case readOnly:
			return db.access.readLong(ctx, work)
		case !atomic:
			return errors.New("SQLite runs each migration in a transaction: remove transaction:false")
		}
		return db.access.changeAlone(ctx, func(c *conn) error {
			// Renaming a table would otherwise look into views that name the one it
			// takes the place of.
			if err := c.exec("PRAGMA legacy_alter_table=ON"); err != nil {
				return err
			}
			err := work(c)
			db.shape.Add(1)
			return errors.Join(err, c.exec("PRAGMA legacy_alter_table=OFF"))
		})
	})
	if err != nil {
		return fmt.Errorf("the database %s: %w", name(db.opts.Path), err)
	}
	return nil
}
