package schema

import "framework/engine/orm"

// Dialect is the database's language.
type Dialect uint8

// The dialects. MySQL is MariaDB's, too.
const (
	PostgreSQL Dialect = iota
	MySQL
	SQLite
)

// Name is that of the dialect in files; DialectOf is the way back.
func (d Dialect) Name() string { return [...]string{"postgresql", "mysql", "sqlite"}[d] }

// String is the name of the database for people.
func (d Dialect) String() string { return [...]string{"PostgreSQL", "MySQL", "SQLite"}[d] }

// DialectOf is the dialect of a name; ok is false when there is none.
func DialectOf(name string) (d Dialect, ok bool) {
	for _, d := range []Dialect{PostgreSQL, MySQL, SQLite} {
		if d.Name() == name {
			return d, true
		}
	}
	return 0, false
}

// Transactional says that a failed migration leaves nothing behind.
func (d Dialect) Transactional() bool { return d != MySQL }

// Table is a table as it is wanted.
type Table struct {
	// Schema is the PostgreSQL schema or MySQL database, "" for the
	// connection's own. It is made when it is missing (PostgreSQL).
	Schema string
	Name   string
	// Model is the identity of the model behind it, for steps.
	Model string
	// Strategy is what to do with it, unless a migration has its own: alter
	// keeps data, drop makes it anew, create makes it, or columns of it, when
	// they are missing, safe does nothing.
	Strategy   orm.Migration
	Columns    []Column
	PrimaryKey []string // names of columns
	Indexes    []Index
	// Keep is a column that stays when it is no longer wanted, "" for none.
	Keep string
	// Charset and Collation are what a new table is given on MySQL; "" for the
	// database's own.
	Charset, Collation string
}

// Column is a column as it is wanted.
type Column struct {
	Name string
	// Attribute is the name that the project knows it by, for steps; "" for
	// Name.
	Attribute string
	// Type is as CREATE TABLE has it: "text", "varchar(255)", "timestamptz".
	Type string
	// Null permits NULL.
	Null bool
	// Default is the SQL of the default of the column itself, "" for none. That
	// of a column that exists is left alone.
	Default string
	// AutoIncrement: the database numbers the records; Type is an integer type.
	AutoIncrement bool
	// Backfill is the SQL of the value that the records have which are there
	// when the column is added, "" for none.
	Backfill string
	// Fill is the SQL of the value that records without one get when the
	// column stops to permit NULL; "" for the empty value of the type, which
	// counts as a loss.
	Fill string
	// Empty is the SQL of the empty value, where it is not that of the type; "" for
	// that one.
	Empty string
	// Numeric says that SQLite's affinity NUMERIC, as of DATETIME, does for the column.
	Numeric bool
	// Former is where SQLite has the values of the column before it is added, nil for
	// nowhere.
	Former *Former
}

// Index is an index as it is wanted. An index of another name that does the
// same satisfies it, and so does a constraint.
type Index struct {
	Name   string
	Unique bool
	Parts  []Part
}

// Part is a column of an index or, with Lower, lower(column), which is a column
// COLLATE NOCASE on SQLite. MySQL has no such indexes everywhere, and its
// collations ignore case: there Lower is ignored.
type Part struct {
	Column string
	Lower  bool
}

// Former is where the values of a new column are before: members of a column of JSON.
type Former struct {
	Column string // of JSON
	Value  string // the SQL of the value
	Where  string // the SQL condition of the records that have one
	Clear  string // the SQL of an assignment that takes it out of there
	// JSON says that the column takes the JSON of the value.
	JSON bool
}
