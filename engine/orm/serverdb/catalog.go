package serverdb

import (
	"context"
	"strings"

	"framework/engine/orm/sqlstore"
)

// catalog is the schema of some tables in the database.
type catalog struct {
	tables map[tableName]*catalogTable
}

type tableName struct{ schema, name string }

type catalogTable struct {
	columns []catalogColumn
	// indexes are the columns of the unique indexes, by their names.
	indexes map[string][]string
}

type catalogColumn struct {
	name      string
	typ       string // as the server names it
	nullable  bool
	fills     bool // has a default, or is computed
	numbered  bool
	sequence  string
	precision int
}

// readCatalog reads the columns and unique indexes of tables.
func readCatalog(ctx context.Context, s statements, d *dialect, names []tableName) (*catalog, error) {
	c := &catalog{tables: map[tableName]*catalogTable{}}
	schemas, tables := make([]any, 0, len(names)), make([]any, 0, len(names))
	for _, n := range names {
		schemas, tables = append(schemas, n.schema), append(tables, n.name)
	}
	text, args := catalogQuery(d, d.catalogColumns, schemas, tables)
	err := s.query(ctx, text, args, func(v [][]byte) error {
		n := tableName{string(v[0]), string(v[1])}
		t := c.tables[n]
		if t == nil {
			t = &catalogTable{indexes: map[string][]string{}}
			c.tables[n] = t
		}
		precision, _ := number(string(v[8]))
		p, _ := precision.(int64)
		t.columns = append(t.columns, catalogColumn{
			name: string(v[2]), typ: string(v[3]), nullable: truth(v[4]), fills: truth(v[5]), numbered: truth(v[6]),
			sequence: string(v[7]), precision: int(p),
		})
		return nil
	})
	if err != nil {
		return nil, err
	}
	text, args = catalogQuery(d, d.catalogIndexes, schemas, tables)
	err = s.query(ctx, text, args, func(v [][]byte) error {
		if t := c.tables[tableName{string(v[0]), string(v[1])}]; t != nil {
			name := string(v[2])
			t.indexes[name] = append(t.indexes[name], string(v[3]))
		}
		return nil
	})
	return c, err
}

// catalogQuery returns a query of the catalog with the names as parameters: as arrays,
// or as a list that replaces the word NAMES.
func catalogQuery(d *dialect, text string, schemas, tables []any) (string, []any) {
	if d.Array != nil {
		return text, []any{arrayText(schemas), arrayText(tables)}
	}
	return strings.ReplaceAll(text, "NAMES", strings.TrimSuffix(strings.Repeat("?,", len(tables)), ",")), tables
}

func (t *catalogTable) column(d *sqlstore.Dialect, name string) *catalogColumn {
	for i := range t.columns {
		if c := &t.columns[i]; c.name == name || !d.Numbered && strings.EqualFold(c.name, name) {
			return c
		}
	}
	return nil
}
