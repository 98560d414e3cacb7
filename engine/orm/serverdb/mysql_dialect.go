package serverdb

import (
	"strconv"
	"strings"

	"framework/engine/orm"
	"framework/engine/orm/schema"
	"framework/engine/orm/sqlstore"
)

func mysqlDialect() *dialect {
	return &dialect{
		Dialect: sqlstore.Dialect{
			Refused: refused(), Renumber: unnumbered,
			Comparisons: comparisons{}, Values: values{}, True: "TRUE", False: "FALSE", RowsAtOnce: 2_000, KeysAtOnce: 10_000, Lock: " FOR UPDATE",
			Averaged: " + 0e0", // MySQL rounds averages of decimals to four digits
			Name:     "MySQL", Mark: "`", NamesFold: true, Like: " LIKE ", All: " LIMIT 18446744073709551615", MaxName: 64, Step: 1, Shape: orm.ShapePacket, Defaults: " () VALUES ()",
			Text: func(quoted string) string { return "CAST(" + quoted + " AS CHAR)" },
			Scalar: func(c *column) string {
				return "CASE WHEN JSON_VALID(" + c.Quoted + ") THEN JSON_UNQUOTE(" + c.Quoted + ") ELSE " + c.Quoted + " END"
			},
		},
		schema: schema.MySQL, declare: mysqlType, storage: mysqlStorage,
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
	switch c.Kind {
	case orm.KindInteger:
		return "BIGINT"
	case orm.KindFloat:
		return "DOUBLE"
	case orm.KindBoolean:
		return "TINYINT(1)"
	case orm.KindDate, orm.KindDatetime:
		return "DATETIME(3)"
	case orm.KindText, orm.KindJSON, orm.KindArray, orm.KindRef:
		if c.Attr.Unique || c == t.PK || indexed(c, t) {
			return "VARCHAR(255)" // longer ones cannot be indexed as a whole
		}
		return "LONGTEXT"
	case orm.KindBinary:
		return "LONGBLOB"
	}
	if n := c.Attr.Size; n > 0 && n < 16_000 {
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
		return sqlstore.StoreInteger
	case "float":
		return sqlstore.StoreReal
	case "double", "real":
		return sqlstore.StoreDouble
	case "decimal", "numeric":
		return sqlstore.StoreDecimal
	case "datetime":
		return sqlstore.StoreLocal
	case "timestamp":
		return sqlstore.StoreInstant
	case "date":
		return sqlstore.StoreDay
	case "time":
		return sqlstore.StoreClock
	case "json":
		return sqlstore.StoreJSON
	case "binary", "varbinary", "blob", "tinyblob", "mediumblob", "longblob", "bit", "geometry":
		return sqlstore.StoreBinary
	}
	return sqlstore.StoreText
}
