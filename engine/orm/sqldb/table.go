package sqldb

import (
	"fmt"
	"strings"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
)

// extraColumn is the hidden column of sparse tables.
const extraColumn = sqlstore.ExtraColumn

type (
	table  = sqlstore.Table
	column = sqlstore.Column
)

// dialect returns the dialect of SQLite.
func dialect() *sqlstore.Dialect {
	return &sqlstore.Dialect{
		Comparisons: comparisons{}, Values: values{},
		Name: "SQLite", Mark: `"`, NamesFold: true, Renames: true, SelfNumbering: true, GivenOrder: true, Returning: true, RowsAtOnce: 1, KeysAtOnce: maxParams,
		True: "1", False: "0", NoNUL: true, // LIKE ends at NUL: better nothing than the wrong records
		// A bare parameter of LIMIT makes the planner look at its value and compile the
		// statement again for each one; an expression does not.
		Bound: "+0", All: " LIMIT -1", Defaults: " DEFAULT VALUES", Merge: merge, Releases: true,
		Refused: []string{"BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH"}, Renumber: renumber,
	}
}

func literal(s string) string { return sqlstore.Literal(s) }

func compile(m *orm.Model, opts *Options) (*table, error) {
	t, err := sqlstore.Compile(m, dialect(), "", map[string]string{extraColumn: "the hidden column of undeclared attributes"})
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(strings.ToLower(t.Name), "sqlite_") || strings.EqualFold(t.Name, fingerprintTable) {
		return nil, m.Fault("", fmt.Sprintf("the table name %q is reserved", t.Name), "choose another tableName")
	}
	t.CaseSensitive = opts.CaseSensitive
	t.Sparse, t.Document, t.Extra = opts.Sparse, opts.Document, opts.Sparse || opts.Document && !m.Schema
	t.Nulls = rules(t)
	for _, c := range t.Columns {
		c.JSON = c.JSON || c.Kind == orm.KindRef
		c.Storage, c.Declared = declare(c.Kind)
		c.Path = literal(sqlstore.JSONPath(c.Name))
	}
	for _, name := range []string{"rowid", "_rowid_", "oid"} {
		if t.Column(name) == nil {
			t.RowID = name
			break
		}
	}
	if t.RowID == "" {
		return nil, m.Fault("rowid", "attributes called rowid, _rowid_ and oid leave no name for the row number", "rename one of the columns")
	}
	t.Seal()
	return t, nil
}

// declare returns the declared type of a column of that kind. SQLite keeps values that
// do not convert as they are.
func declare(kind orm.Kind) (sqlstore.Storage, string) {
	switch kind {
	case orm.KindInteger:
		return sqlstore.StoreInteger, "INTEGER"
	case orm.KindBoolean:
		return sqlstore.StoreBoolean, "INTEGER"
	case orm.KindFloat:
		return sqlstore.StoreDouble, "REAL"
	case orm.KindBinary:
		return sqlstore.StoreBinary, "BLOB"
	case orm.KindDate, orm.KindDatetime:
		return sqlstore.StoreInstant, "TEXT"
	case orm.KindArray, orm.KindJSON, orm.KindRef:
		return sqlstore.StoreJSON, "TEXT"
	case orm.KindString, orm.KindText, orm.KindTime:
		return sqlstore.StoreText, "TEXT"
	}
	return sqlstore.StoreOther, "TEXT"
}

// keep drops the columns that are not in the database, for tables that are
// not ours to change. It reports the attributes that are lost.
func keep(t *table, existing map[string]bool) (missing []string) {
	t.Extra = t.Extra && existing[extraColumn]
	for _, c := range append([]*column(nil), t.Columns...) {
		if !existing[strings.ToLower(c.Stored)] {
			missing = append(missing, c.Name)
			t.Remove(c)
		}
	}
	t.Seal()
	return missing
}
