package serverdb

import (
	"strings"

	"framework/engine/orm/schema"
	"framework/engine/orm/sqlstore"
)

// dialect is a dialect with the types and the catalog of its server.
type dialect struct {
	sqlstore.Dialect
	// declare returns the type of a column in a new table.
	declare func(t *table, c *column) string
	// storage returns the storage of a type of the catalog.
	storage func(typ string) storage
	// catalogColumns and catalogIndexes read the catalog, see readCatalog.
	catalogColumns, catalogIndexes string
	// schema is the name of the dialect in package schema.
	schema schema.Dialect
}

// word translates a column type that a project names: an abbreviation, or a type of
// the other server.
func (d *dialect) word(typ string) string {
	lower := strings.ToLower(typ)
	if d.Numbered {
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
