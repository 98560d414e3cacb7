package sqldb

import (
	"strings"

	"zombiezen.com/go/sqlite"
)

// found is a column as the database has it.
type found struct {
	name    string
	typ     string
	notNull bool
	key     bool
}

func readColumns(c *conn, name string) (map[string]found, error) {
	out := make(map[string]found)
	err := c.query([]byte("SELECT name, type, \"notnull\", pk FROM pragma_table_info(?)"), []any{name}, func(stmt *sqlite.Stmt) error {
		f := found{stmt.ColumnText(0), strings.ToUpper(stmt.ColumnText(1)), stmt.ColumnBool(2), stmt.ColumnInt64(3) > 0}
		out[strings.ToLower(f.name)] = f
		return nil
	})
	return out, err
}

// alter changes an existing table to fit t and keeps its data.
func (db *DB) alter(c *conn, t *table) error {
	existing, err := readColumns(c, t.name)
	if err != nil {
		return err
	}
	if err := dropIndexes(c, t); err != nil {
		return err
	}
	if err := db.retire(c, t, existing); err != nil {
		return err
	}
	var added []*column
	rebuild := false
	for _, col := range t.columns {
		f, ok := existing[strings.ToLower(col.stored)]
		switch {
		case !ok:
			added = append(added, col)
			rebuild = rebuild || col == t.pk
		case t.differs(col, f):
			db.log.Info("changing a column", "table", t.name, "column", col.stored, "from", f.typ, "to", t.declaration(col))
			rebuild = true
		}
	}
	for _, f := range existing {
		if col := t.stores(f.name); f.key && col != t.pk {
			rebuild = true
		}
	}
	if _, ok := existing[extraColumn]; t.extra && !ok {
		if err := c.exec("ALTER TABLE " + t.quoted + " ADD COLUMN " + quote(extraColumn) + " TEXT"); err != nil {
			return err
		}
		existing[extraColumn] = found{name: extraColumn, typ: "TEXT"}
	}
	for _, col := range added {
		if rebuild && col == t.pk {
			continue // made by the rebuild
		}
		text := "ALTER TABLE " + t.quoted + " ADD COLUMN " + col.quoted + " " + col.columnType()
		if err := c.exec(text); err != nil {
			return err
		}
		db.log.Info("added a column", "table", t.name, "column", col.stored)
		existing[strings.ToLower(col.stored)] = found{name: col.stored, typ: col.columnType()}
		if t.extra {
			if err := promote(c, t, col); err != nil {
				return err
			}
		}
	}
	if rebuild {
		if err := db.rebuild(c, t, existing); err != nil {
			return err
		}
	}
	return createIndexes(c, t)
}

// stores returns the declared column of that name, nil when there is none.
func (t *table) stores(name string) *column {
	for _, c := range t.columns {
		if strings.EqualFold(c.stored, name) {
			return c
		}
	}
	return nil
}

// differs says that the column must be made anew.
func (t *table) differs(c *column, f found) bool {
	if f.key != (c == t.pk) {
		return true
	}
	want := c.columnType()
	if c == t.pk && want == "INTEGER" && !c.auto {
		want = "INT"
	}
	return f.typ != want || f.notNull && c != t.pk && !c.attr.NotNull
}

// retire drops the columns that are not declared any more and hold nothing;
// it keeps the others and says so.
func (db *DB) retire(c *conn, t *table, existing map[string]found) error {
	for key, f := range existing {
		if f.name == extraColumn || f.key || t.stores(f.name) != nil {
			continue
		}
		empty := true
		err := c.query([]byte("SELECT 1 FROM "+t.quoted+" WHERE "+quote(f.name)+" IS NOT NULL LIMIT 1"), nil, func(*sqlite.Stmt) error {
			empty = false
			return nil
		})
		if err != nil {
			return err
		}
		if empty {
			err = c.exec("ALTER TABLE " + t.quoted + " DROP COLUMN " + quote(f.name))
			if err == nil {
				db.log.Info("dropped an empty column that is no longer declared", "table", t.name, "column", f.name)
				delete(existing, key)
				continue
			}
		}
		db.log.Warn("kept a column that is no longer declared", "table", t.name, "column", f.name, "empty", empty)
	}
	return nil
}

// promote moves the values of an attribute that was undeclared until now out
// of the hidden column. A null stays there as its mark.
func promote(c *conn, t *table, col *column) error {
	value := `json_extract("_extra", ` + col.path + ")"
	if col.isJSON() {
		value = `"_extra" -> ` + col.path
	}
	return c.exec("UPDATE " + t.quoted + " SET " + col.quoted + " = " + value +
		`, "_extra" = nullif(json_remove("_extra", ` + col.path + `), '{}')` +
		` WHERE json_type("_extra", ` + col.path + `) <> 'null'`)
}

// dropIndexes drops the indexes of this package's making that the schema does
// not ask for, so that they do not stand in the way.
func dropIndexes(c *conn, t *table) error {
	wanted := make(map[string]bool)
	for _, x := range t.indexes() {
		wanted[x.name] = true
	}
	var names []string
	err := c.query([]byte("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? COLLATE NOCASE AND sql IS NOT NULL"), []any{t.name},
		func(stmt *sqlite.Stmt) error {
			names = append(names, stmt.ColumnText(0))
			return nil
		})
	if err != nil {
		return err
	}
	for _, name := range names {
		ours := strings.HasPrefix(name, t.name+"_") &&
			(strings.HasSuffix(name, "_unique") || strings.HasSuffix(name, "_nocase") || strings.HasSuffix(name, "_index"))
		if ours && !wanted[name] {
			if err := c.exec("DROP INDEX " + quote(name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// rebuild copies the table into one of the wanted form: SQLite cannot change a
// column's type or the key in place. Values that do not convert stay as they
// are, and numbers once given are not given again.
func (db *DB) rebuild(c *conn, t *table, existing map[string]found) error {
	last := int64(-1)
	if sequenced, err := c.hasSequence(); err != nil {
		return err
	} else if sequenced {
		err := c.query([]byte("SELECT seq FROM sqlite_sequence WHERE name = ? COLLATE NOCASE"), []any{t.name}, func(stmt *sqlite.Stmt) error {
			last = stmt.ColumnInt64(0)
			return nil
		})
		if err != nil {
			return err
		}
	}
	fresh := t.name + "__new"
	if err := c.exec(t.createText(fresh)); err != nil {
		return err
	}
	var into, from []string
	for _, f := range existing {
		target := quote(f.name)
		if t.stores(f.name) == nil && f.name != extraColumn { // kept by retire
			if err := c.exec("ALTER TABLE " + quote(fresh) + " ADD COLUMN " + target + " " + columnTypeName(f.typ)); err != nil {
				return err
			}
		}
		into, from = append(into, target), append(from, target)
	}
	for _, text := range []string{
		"INSERT INTO " + quote(fresh) + " (" + strings.Join(into, ", ") + ") SELECT " + strings.Join(from, ", ") +
			" FROM " + t.quoted + " ORDER BY " + t.rowid,
		"DROP TABLE " + t.quoted,
		"ALTER TABLE " + quote(fresh) + " RENAME TO " + t.quoted,
	} {
		if err := c.exec(text); err != nil {
			return err
		}
	}
	if last < 0 || t.pk == nil || !t.pk.auto {
		return nil
	}
	// A table without rows has no entry yet.
	if err := c.query([]byte("DELETE FROM sqlite_sequence WHERE name = ?"), []any{t.name}, nil); err != nil {
		return err
	}
	return c.query([]byte("INSERT INTO sqlite_sequence (name, seq) VALUES (?, max(?, (SELECT coalesce(max("+t.pk.quoted+"), 0) FROM "+t.quoted+")))"),
		[]any{t.name, last}, nil)
}

// hasSequence reports whether any table was ever numbered.
func (c *conn) hasSequence() (has bool, err error) {
	err = c.query([]byte("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'"), nil, func(*sqlite.Stmt) error {
		has = true
		return nil
	})
	return has, err
}

// columnTypeName is the affinity of a declared type of someone else's.
func columnTypeName(declared string) string {
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
