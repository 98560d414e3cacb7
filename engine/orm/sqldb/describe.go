package sqldb

import (
	"context"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
)

var _ orm.Describer = (*DB)(nil)

// indexed are the columns that stand first in an index, by lower-case name;
// true for those that are unique by themselves.
func readIndexed(c *conn, name string) (map[string]bool, error) {
	out := map[string]bool{}
	err := c.query([]byte(`SELECT min(x.name), l."unique", count(*) FROM pragma_index_list(?) AS l, pragma_index_info(l.name) AS x GROUP BY l.name`),
		[]any{name}, func(stmt *sqlite.Stmt) error {
			column := strings.ToLower(stmt.ColumnText(0))
			if stmt.ColumnInt64(2) == 1 {
				out[column] = out[column] || stmt.ColumnBool(1)
			}
			return nil
		})
	return out, err
}

// Describe implements orm.Describer. The hidden column is left out.
func (db *DB) Describe(ctx context.Context, m *orm.Model) ([]orm.Column, error) {
	t, err := db.Table(m)
	if err != nil {
		return nil, err
	}
	var list []orm.Column
	err = db.access.read(ctx, func(c *conn) error {
		indexed, err := readIndexed(c, t.Name)
		if err != nil {
			return err
		}
		list = nil
		return c.query([]byte("SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid"), []any{t.Name}, func(stmt *sqlite.Stmt) error {
			name := stmt.ColumnText(0)
			if t.Extra && name == extraColumn {
				return nil
			}
			unique, inIndex := indexed[strings.ToLower(name)]
			col := orm.Column{
				Name: name, Type: strings.ToLower(stmt.ColumnText(1)),
				PrimaryKey: stmt.ColumnInt64(2) > 0, Unique: unique, Indexed: inIndex,
			}
			if declared := t.Column(name); declared != nil {
				col.Type = declared.Kind.String()
				col.AutoIncrement = declared.Auto
			}
			col.Unique = col.Unique || col.PrimaryKey
			list = append(list, col)
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("describing the table %s: %w", t.Name, err)
	}
	return list, nil
}

// Drop implements orm.Describer.
func (db *DB) Drop(ctx context.Context, m *orm.Model) error {
	t, err := db.Table(m)
	if err != nil {
		return err
	}
	err = db.access.change(ctx, func(c *conn) error {
		if err := c.exec("DROP TABLE IF EXISTS " + t.Quoted); err != nil {
			return err
		}
		cat, err := readCatalog(c)
		if err != nil || cat.tables[fingerprintTable] == "" {
			return err
		}
		return c.query([]byte(`DELETE FROM "`+fingerprintTable+`" WHERE "table" = ?`), []any{strings.ToLower(t.Name)}, nil)
	})
	if err != nil {
		return fmt.Errorf("dropping the table %s: %w", t.Name, err)
	}
	return nil
}
