package sqldb

import (
	"encoding/json"
	"fmt"
	"regexp"
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

// foundIndex is an index as the database has it.
type foundIndex struct {
	name    string
	text    string // "" for one that a constraint of the table made
	unique  bool
	partial bool
	columns []string // "" for an expression
}

func readIndexes(c *conn, name string) ([]foundIndex, error) {
	var out []foundIndex
	err := c.query([]byte(`SELECT l.name, m.sql, l."unique", l.partial FROM pragma_index_list(?) l LEFT JOIN sqlite_master m ON m.type = 'index' AND m.name = l.name
WHERE l.origin <> 'pk' ORDER BY l.name`), []any{name}, func(stmt *sqlite.Stmt) error {
		out = append(out, foundIndex{name: stmt.ColumnText(0), text: stmt.ColumnText(1), unique: stmt.ColumnBool(2), partial: stmt.ColumnBool(3)})
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range out {
		err := c.query([]byte(`SELECT name FROM pragma_index_info(?) ORDER BY seqno`), []any{out[i].name}, func(stmt *sqlite.Stmt) error {
			out[i].columns = append(out[i].columns, stmt.ColumnText(0))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// existing is a table as the database has it.
type existing struct {
	columns  []found
	indexes  []foundIndex
	triggers []string // their statements
	views    []string // of the whole database
	special  []string // words of its definition that copying it would lose
	rowid    string   // a name of the row number or what takes its place; "" for none
}

func readExisting(c *conn, name string) (*existing, error) {
	e := &existing{}
	var err error
	if e.columns, err = readColumns(c, name); err != nil {
		return nil, err
	}
	if e.indexes, err = readIndexes(c, name); err != nil {
		return nil, err
	}
	err = c.query([]byte(`SELECT type, sql FROM sqlite_master WHERE type IN ('table', 'trigger') AND tbl_name = ? COLLATE NOCASE OR type = 'view' ORDER BY name`),
		[]any{name}, func(stmt *sqlite.Stmt) error {
			text := stmt.ColumnText(1)
			switch stmt.ColumnText(0) {
			case "table":
				e.special = specialWords(text)
			case "trigger":
				e.triggers = append(e.triggers, text)
			default:
				e.views = append(e.views, text)
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	if slices.Contains(e.special, "WITHOUT ROWID") {
		if keys := e.keys(); len(keys) == 1 {
			e.rowid = quote(keys[0])
		}
		return e, nil
	}
	for _, name := range []string{"rowid", "_rowid_", "oid"} {
		if e.column(name) == nil {
			e.rowid = name
			break
		}
	}
	return e, nil
}

// column returns the column of that name, nil when there is none.
func (e *existing) column(name string) *found {
	for i := range e.columns {
		if strings.EqualFold(e.columns[i].name, name) {
			return &e.columns[i]
		}
	}
	return nil
}

// used says that something of another's making depends on the column, so that
// it cannot be dropped.
func (e *existing) used(name string, ours func(index string) bool) bool {
	word := regexp.MustCompile(`(?i)(^|\W)` + regexp.QuoteMeta(name) + `(\W|$)`)
	for _, x := range e.indexes {
		if !ours(x.name) && (slices.ContainsFunc(x.columns, func(c string) bool { return strings.EqualFold(c, name) }) || word.MatchString(x.text)) {
			return true
		}
	}
	return slices.ContainsFunc(e.triggers, word.MatchString) || slices.ContainsFunc(e.views, word.MatchString)
}

// keys are the columns of the primary key.
func (e *existing) keys() (names []string) {
	for _, f := range e.columns {
		if f.key {
			names = append(names, f.name)
		}
	}
	return names
}

// specialWords finds the clauses of a CREATE TABLE statement that no pragma
// reports.
func specialWords(text string) []string {
	text = regexp.MustCompile("(?s)\"[^\"]*\"|'[^']*'|`[^`]*`|\\[[^\\]]*\\]|--[^\n]*|/\\*.*?\\*/").ReplaceAllString(text, " ")
	words := regexp.MustCompile(`(?i)\b(CHECK|REFERENCES|COLLATE|GENERATED|AS\s*\(|STRICT|WITHOUT\s+ROWID|ON\s+CONFLICT)\b`).FindAllString(text, -1)
	for i, w := range words {
		words[i] = strings.ToUpper(strings.Join(strings.Fields(w), " "))
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// affinity is the storage class that a declared type prefers.
func affinity(declared string) string {
	switch {
	case strings.Contains(declared, "INT"):
		return "INTEGER"
	case strings.Contains(declared, "CHAR"), strings.Contains(declared, "CLOB"), strings.Contains(declared, "TEXT"):
		return "TEXT"
	case declared == "", strings.Contains(declared, "BLOB"):
		return "BLOB"
	case strings.Contains(declared, "REAL"), strings.Contains(declared, "FLOA"), strings.Contains(declared, "DOUB"):
		return "REAL"
	}
	return "NUMERIC"
}
