package sqldb

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"zombiezen.com/go/sqlite"
)

// catalog is what the database has: names in lower case.
type catalog struct {
	tables       map[string]string // to table or view
	fingerprints map[string]string
	owned        map[string][]string // the columns that this package made
	remembers    bool                // the table of fingerprints has its columns
}

func readCatalog(c *conn) (*catalog, error) {
	cat := &catalog{tables: map[string]string{}, fingerprints: map[string]string{}, owned: map[string][]string{}}
	err := c.query([]byte(`SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view')`), nil, func(stmt *sqlite.Stmt) error {
		cat.tables[strings.ToLower(stmt.ColumnText(0))] = stmt.ColumnText(1)
		return nil
	})
	if err != nil || cat.tables[fingerprintTable] == "" {
		return cat, err
	}
	columns, err := readColumns(c, fingerprintTable)
	if err != nil {
		return nil, err
	}
	owned := "NULL"
	if cat.remembers = slices.ContainsFunc(columns, func(f found) bool { return f.name == "columns" }); cat.remembers {
		owned = `"columns"`
	}
	err = c.query([]byte(`SELECT "table", "fingerprint", `+owned+` FROM "`+fingerprintTable+`"`), nil, func(stmt *sqlite.Stmt) error {
		name := stmt.ColumnText(0)
		cat.fingerprints[name] = stmt.ColumnText(1)
		if stmt.ColumnType(2) == sqlite.TypeNull {
			return nil
		}
		var list []string
		if err := json.Unmarshal([]byte(stmt.ColumnText(2)), &list); err != nil {
			return fmt.Errorf("the table %s: the columns of %q: %w", fingerprintTable, name, err)
		}
		cat.owned[name] = list
		return nil
	})
	return cat, err
}

// found is a column as the database has it.
type found struct {
	name     string
	typ      string // as declared, in capitals
	notNull  bool
	key      bool
	fallback string // the SQL of its default, "" for none
	computed bool
}

func readColumns(c *conn, name string) ([]found, error) {
	var out []found
	err := c.query([]byte(`SELECT name, type, "notnull", pk, dflt_value, hidden FROM pragma_table_xinfo(?)`), []any{name}, func(stmt *sqlite.Stmt) error {
		out = append(out, found{
			name: stmt.ColumnText(0), typ: strings.ToUpper(stmt.ColumnText(1)), notNull: stmt.ColumnBool(2),
			key: stmt.ColumnInt64(3) > 0, fallback: stmt.ColumnText(4), computed: stmt.ColumnInt64(5) != 0,
		})
		return nil
	})
	return out, err
}
