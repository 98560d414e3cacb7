package serverdb

import (
	"strings"

	"framework/engine/orm"
	"framework/engine/orm/schema"
)

// dialect has the differences between the SQL of the servers.
type dialect struct {
	name string
	// mark encloses names.
	mark string
	// numbered parameters are $1::type, others are ?.
	numbered bool
	// returning says that INSERT, UPDATE and DELETE support RETURNING.
	returning bool
	// fold compares text with lower(), since the collation does not ignore
	// case.
	fold bool
	// arrays says that a parameter can be an array.
	arrays bool
	// like compares with a pattern, ignoring case as far as the server can.
	like string
	// all is the LIMIT of a query that only skips.
	all string
	// text returns the SQL that converts a column to text.
	text func(quoted string) string
	// scalar returns the SQL for the text of a JSON value.
	scalar func(c *column) string
	// declare returns the type of a column in a new table.
	declare func(t *table, c *column) string
	// storage returns the storage of a type of the catalog.
	storage func(typ string) storage
	// defaults is an INSERT without values.
	defaults string
	// catalogColumns and catalogIndexes read the catalog, see readCatalog.
	catalogColumns, catalogIndexes string
	// release is the SQL that ends the previous savepoint of the same name, "" if a
	// new one replaces it.
	release string
	// aborts says that a failed statement aborts its transaction.
	aborts bool
	// step is the difference between the keys of two rows of one INSERT.
	step int64
	// schema is the name of the dialect in package schema.
	schema schema.Dialect
	// shape is how the adapter of Sails returns the results of native queries.
	shape orm.ResultShape
	// maxName is the longest name, in bytes or characters.
	maxName int
}

// word translates a column type that a project names: an abbreviation, or a type of
// the other server.
func (d *dialect) word(typ string) string {
	lower := strings.ToLower(typ)
	if d.numbered {
		switch lower {
		case "datetime":
			return "timestamp with time zone"
		case "binary", "blob", "longblob":
			return "bytea"
		case "double", "float":
			return "double precision"
		case "longtext", "mediumtext", "array":
			return "text"
		case "objectid":
			return "text"
		}
		return typ
	}
	switch lower {
	case "varchar":
		return "varchar(255)"
	case "array":
		return "longtext"
	case "boolean":
		return "tinyint(1)"
	case "double precision":
		return "double"
	}
	if rest, ok := strings.CutPrefix(lower, "integer"); ok && (rest == "" || rest[0] == '(' || rest[0] == ' ') {
		return "int" + typ[len("integer"):]
	}
	return typ
}

func (d *dialect) quote(name string) string {
	return d.mark + strings.ReplaceAll(name, d.mark, d.mark+d.mark) + d.mark
}
