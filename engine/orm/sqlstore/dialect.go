package sqlstore

import (
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
)

// Dialect has the differences between the SQL of databases.
type Dialect struct {
	Comparisons
	Values

	Name string
	// Mark encloses names.
	Mark string
	// Numbered parameters are $1::type, others are ?.
	Numbered bool
	// NamesFold says that the names of columns ignore case.
	NamesFold bool
	// Renames: where names of attributes differ in their case only, the columns get other
	// names. The key, and otherwise the first of them, keeps its own.
	Renames bool
	// MaxName is the longest name, in bytes or characters; 0 for no limit.
	MaxName int
	// SelfNumbering says that the store numbers attributes with autoIncrement that are no
	// primary key, since the database does not.
	SelfNumbering bool
	// Returning says that UPDATE and DELETE support RETURNING; ReturnsInserted says the
	// same of INSERT. Without it, an INSERT returns the generated key of the first row.
	Returning, ReturnsInserted bool
	// RowsAtOnce is the maximum number of rows of an INSERT.
	RowsAtOnce int
	// GivenOrder says that the attributes of a created record are in the order of the
	// given values, not of the model.
	GivenOrder bool
	// Merge adds the assignment of the hidden column in an UPDATE.
	Merge func(b *Builder, set *value.Map)
	// PassKey returns the query that moves a sequence past a key that was given, its
	// parameter.
	PassKey func(sequence string) string
	// True and False are conditions that always and never hold.
	True, False string
	// NoNUL says that texts of comparisons cannot contain NUL.
	NoNUL bool
	// Fold compares text with lower(), since the collation does not ignore case.
	Fold bool
	// Array returns an array as a parameter; nil if parameters cannot be arrays.
	Array func(values []any) string
	// Like compares with a pattern, ignoring case as far as the database can.
	Like string
	// KeysAtOnce is the maximum number of keys in one statement.
	KeysAtOnce int
	// Lock is the end of a SELECT in a transaction, which locks the rows.
	Lock string
	// Averaged follows the operand of avg().
	Averaged string
	// Bound follows the parameters of LIMIT and OFFSET.
	Bound string
	// All is the LIMIT of a query that only skips.
	All string
	// Text returns the SQL that converts a column to text.
	Text func(quoted string) string
	// Scalar returns the SQL for the text of a JSON value.
	Scalar func(c *Column) string
	// Defaults is an INSERT without values.
	Defaults string
	// Releases says that savepoints of one name pile up until they are released.
	Releases bool
	// Aborts says that a failed statement aborts its transaction.
	Aborts bool
	// Step is the difference between the keys of two rows of one INSERT.
	Step int64
	// Refused are the commands that a statement of a project cannot have.
	Refused []string
	// Renumber replaces the parameters $1, $2 and so on of a statement by those of the
	// database; nil where they are the same.
	Renumber func(sql string, args []any) (string, []any)
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

// Values converts the values of columns.
type Values interface {
	// Encode returns the parameter that stores v in the column.
	Encode(c *Column, v any) Param
	// Normal returns v as it would be read from the column.
	Normal(c *Column, v any) any
}

// Param is a parameter. Type is the type that a numbered parameter is cast to.
type Param struct {
	Value any
	Type  string
}
