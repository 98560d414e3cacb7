package sqlstore

import (
	"strings"

	"framework/engine/orm"
)

// Dialect has the differences between the SQL of databases.
type Dialect struct {
	Name string
	// Mark encloses names.
	Mark string
	// Numbered parameters are $1::type, others are ?.
	Numbered bool
	// NamesFold says that the names of columns ignore case.
	NamesFold bool
	// MaxName is the longest name, in bytes or characters; 0 for no limit.
	MaxName int
	// SelfNumbering says that the store numbers attributes with autoIncrement that are no
	// primary key, since the database does not.
	SelfNumbering bool
	// Returning says that INSERT, UPDATE and DELETE support RETURNING.
	Returning bool
	// Fold compares text with lower(), since the collation does not ignore case.
	Fold bool
	// Arrays says that a parameter can be an array.
	Arrays bool
	// Like compares with a pattern, ignoring case as far as the database can.
	Like string
	// All is the LIMIT of a query that only skips.
	All string
	// Text returns the SQL that converts a column to text.
	Text func(quoted string) string
	// Scalar returns the SQL for the text of a JSON value.
	Scalar func(c *Column) string
	// Defaults is an INSERT without values.
	Defaults string
	// Release is the SQL that ends the previous savepoint of the same name, "" if a new
	// one replaces it.
	Release string
	// Aborts says that a failed statement aborts its transaction.
	Aborts bool
	// Step is the difference between the keys of two rows of one INSERT.
	Step int64
	// Shape is how the adapter of Sails returns the results of native queries.
	Shape orm.ResultShape
}

// Quote returns a name as SQL has it.
func (d *Dialect) Quote(name string) string {
	return d.Mark + strings.ReplaceAll(name, d.Mark, d.Mark+d.Mark) + d.Mark
}

// Length returns the length of a name in the unit of the database.
func (d *Dialect) Length(name string) int {
	if d.Numbered {
		return len(name) // bytes
	}
	return len([]rune(name))
}

// Literal returns s as an SQL string literal. It is used for names and the texts of
// model definitions only.
func Literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// Param is a parameter. Type is the type that a numbered parameter is cast to.
type Param struct {
	Value any
	Type  string
}
