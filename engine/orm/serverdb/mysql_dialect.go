package serverdb

import (
	"strconv"
	"strings"

	"framework/engine/orm"
	"framework/engine/orm/schema"
)

func mysqlDialect() *dialect {
	return &dialect{
		name: "MySQL", mark: "`", like: " LIKE ", all: " LIMIT 18446744073709551615", maxName: 64, step: 1, shape: orm.ShapePacket, schema: schema.MySQL, defaults: " () VALUES ()",
		text: func(quoted string) string { return "CAST(" + quoted + " AS CHAR)" },
		scalar: func(c *column) string {
			return "CASE WHEN JSON_VALID(" + c.quoted + ") THEN JSON_UNQUOTE(" + c.quoted + ") ELSE " + c.quoted + " END"
		},
		declare: mysqlType, storage: mysqlStorage,
		catalogColumns: `SELECT '', TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IF(IS_NULLABLE = 'YES', 1, 0),
  IF(COLUMN_DEFAULT IS NOT NULL AND COLUMN_DEFAULT <> 'NULL' OR EXTRA <> '', 1, 0), IF(EXTRA LIKE '%auto_increment%', 1, 0), NULL, coalesce(DATETIME_PRECISION, 6)
FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (NAMES) ORDER BY TABLE_NAME, ORDINAL_POSITION`,
		catalogIndexes: `SELECT '', TABLE_NAME, INDEX_NAME, COLUMN_NAME
FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND NON_UNIQUE = 0 AND COLUMN_NAME IS NOT NULL AND TABLE_NAME IN (NAMES)
ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`,
	}
}

// mysqlType returns the type of a column in a new table.
func mysqlType(t *table, c *column) string {
	switch c.kind {
	case orm.KindInteger:
		return "BIGINT"
	case orm.KindFloat:
		return "DOUBLE"
	case orm.KindBoolean:
		return "TINYINT(1)"
	case orm.KindDate, orm.KindDatetime:
		return "DATETIME(3)"
	case orm.KindText, orm.KindJSON, orm.KindArray, orm.KindRef:
		if c.attr.Unique || c == t.pk || c.indexed(t) {
			return "VARCHAR(255)" // longer ones cannot be indexed as a whole
		}
		return "LONGTEXT"
	case orm.KindBinary:
		return "LONGBLOB"
	}
	if n := c.attr.Size; n > 0 && n < 16_000 {
		return "VARCHAR(" + strconv.Itoa(n) + ")"
	}
	return "VARCHAR(255)"
}

// mysqlStorage returns the storage of a type, as the catalog or the driver names it.
func mysqlStorage(typ string) storage {
	typ = strings.ToLower(typ)
	name := typ
	if i := strings.IndexAny(typ, "( "); i >= 0 {
		name = typ[:i]
	}
	if name == "unsigned" {
		name = strings.TrimSpace(typ[len(name):])
	}
	switch name {
	case "tinyint", "smallint", "mediumint", "int", "integer", "bigint", "year":
		return storeInteger
	case "float":
		return storeReal
	case "double", "real":
		return storeDouble
	case "decimal", "numeric":
		return storeDecimal
	case "datetime":
		return storeLocal
	case "timestamp":
		return storeInstant
	case "date":
		return storeDay
	case "time":
		return storeClock
	case "json":
		return storeJSON
	case "binary", "varbinary", "blob", "tinyblob", "mediumblob", "longblob", "bit", "geometry":
		return storeBinary
	}
	return storeText
}
