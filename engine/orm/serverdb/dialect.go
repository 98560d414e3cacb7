package serverdb

import (
	"strings"

	"framework/engine/orm"
	"framework/engine/orm/schema"
)

// dialect is how a server's SQL differs from the other's.
type dialect struct {
	name string
	// mark encloses names.
	mark string
	// numbered parameters are $1::type, others are ?.
	numbered bool
	// returning says that INSERT, UPDATE and DELETE give the rows back.
	returning bool
	// fold compares text with lower(), since the collation does not ignore
	// case.
	fold bool
	// arrays are parameters of their own.
	arrays bool
	// like compares with a pattern, ignoring case as far as the server can.
	like string
	// all is the LIMIT of a query that only skips.
	all string
	// text is a column as text.
	text func(quoted string) string
	// scalar is the text of the JSON value in a column.
	scalar func(c *column) string
	// declare is the type of a column of a table that is made here.
	declare func(t *table, c *column) string
	// storage is what a type of the catalog holds.
	storage func(typ string) storage
	// defaults is an INSERT without values.
	defaults string
	// catalogColumns and catalogIndexes read the catalog, see readCatalog.
	catalogColumns, catalogIndexes string
	// release ends the savepoint of the statement before, where the next one
	// of that name does not.
	release string
	// aborts says that a failed statement spoils its transaction.
	aborts bool
	// step is between the numbers that rows of one INSERT are given.
	step int64
	// schema is what the migrations call the language.
	schema schema.Dialect
	// shape is how the classic adapter hands out results.
	shape orm.ResultShape
	// maxName is the longest name, in bytes or characters.
	maxName int
}

// word is a column type that a project names in the server's words: those that
// are short for another, or another server's.
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
