package serverdb

import (
	"strings"

	"framework/engine/orm"
	"framework/engine/orm/schema"
	"framework/engine/orm/sqlstore"
)

func postgresDialect() *dialect {
	return &dialect{
		Dialect: sqlstore.Dialect{
			Refused:     refused(),
			Comparisons: comparisons{}, Values: values{}, True: "TRUE", False: "FALSE", RowsAtOnce: 2_000, KeysAtOnce: 10_000, Lock: " FOR UPDATE",
			Name: "PostgreSQL", Mark: `"`, Numbered: true, Returning: true, ReturnsInserted: true, NoNUL: true, Fold: true, Array: arrayText, PassKey: passKey, Aborts: true, Shape: orm.ShapeResult,
			Like: " ILIKE ", All: "", MaxName: 63, Step: 1, Defaults: " DEFAULT VALUES",
			Releases: true,
			Text:     func(quoted string) string { return quoted + "::text" },
			Scalar: func(c *column) string {
				if c.Storage == sqlstore.StoreJSON || c.Storage == sqlstore.StoreJSONB {
					return "(" + c.Quoted + " #>> '{}')"
				}
				return c.Quoted + "::text"
			},
		},
		schema: schema.PostgreSQL, declare: postgresType, storage: postgresStorage,
		catalogColumns: `SELECT n.nspname, c.relname, a.attname, format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), a.atttypmod),
  CASE WHEN a.attnotnull THEN 0 ELSE 1 END, CASE WHEN d.oid IS NOT NULL OR a.attidentity <> '' THEN 1 ELSE 0 END,
  CASE WHEN a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%' THEN 1 ELSE 0 END,
  CASE WHEN c.relkind IN ('r', 'p') THEN coalesce(pg_get_serial_sequence(quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname),
    substring(pg_get_expr(d.adbin, d.adrelid) from '^nextval\(''(.*)''::regclass\)$')) END,
  CASE WHEN a.atttypmod >= 0 AND t.typname IN ('timestamp', 'timestamptz', 'time', 'timetz') THEN a.atttypmod ELSE 6 END
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE n.nspname = ANY($1::text[]) AND c.relname = ANY($2::text[]) AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY 1, 2, a.attnum`,
		catalogIndexes: `SELECT n.nspname, c.relname, i.relname, a.attname
FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(x.indkey::int2[])
WHERE x.indisunique AND n.nspname = ANY($1::text[]) AND c.relname = ANY($2::text[])
ORDER BY 1, 2, 3, array_position(x.indkey::int2[], a.attnum)`,
	}
}

// postgresType returns the type of a column in a new table.
func postgresType(t *table, c *column) string {
	switch c.Kind {
	case orm.KindInteger:
		return "bigint"
	case orm.KindFloat:
		return "double precision"
	case orm.KindBoolean:
		return "boolean"
	case orm.KindDate, orm.KindDatetime:
		return "timestamp with time zone"
	case orm.KindJSON:
		return "json"
	case orm.KindBinary:
		return "bytea"
	}
	return "text"
}

// postgresStorage returns the storage of a type, as the catalog or pgx names it.
func postgresStorage(typ string) storage {
	if strings.HasSuffix(typ, "[]") {
		return sqlstore.StoreOther
	}
	name, _, _ := strings.Cut(typ, "(")
	if before, zoned := strings.CutSuffix(typ, " with time zone"); zoned {
		name, _, _ = strings.Cut(before, "(")
		name += "tz"
	}
	name = strings.TrimSuffix(name, " without time zone")
	switch name {
	case "smallint", "integer", "bigint", "bigserial", "serial", "int2", "int4", "int8", "oid":
		return sqlstore.StoreInteger
	case "real", "float4":
		return sqlstore.StoreReal
	case "double precision", "float8":
		return sqlstore.StoreDouble
	case "numeric", "decimal":
		return sqlstore.StoreDecimal
	case "boolean", "bool":
		return sqlstore.StoreBoolean
	case "timestamptz":
		return sqlstore.StoreInstant
	case "timestamp":
		return sqlstore.StoreLocal
	case "date":
		return sqlstore.StoreDay
	case "time", "timetz":
		return sqlstore.StoreClock
	case "json":
		return sqlstore.StoreJSON
	case "jsonb":
		return sqlstore.StoreJSONB
	case "bytea":
		return sqlstore.StoreBinary
	case "uuid":
		return sqlstore.StoreUUID
	case "text", "character varying", "character", "varchar", "bpchar", "char", `"char"`, "name", "citext", "unknown":
		return sqlstore.StoreText
	}
	return sqlstore.StoreOther
}

// passKey returns the query that moves the sequence of a primary key past a key that was
// given. If the key is near, it draws the numbers in between: other transactions draw
// too, and the sequence must never go back.
func passKey(sequence string) string {
	return "SELECT CASE WHEN $1::int8 - drawn > 1000 THEN setval(" + sqlstore.Literal(sequence) + "::regclass, $1::int8)" +
		" ELSE (SELECT count(nextval(" + sqlstore.Literal(sequence) + "::regclass)) FROM generate_series(drawn + 1, $1::int8)) END" +
		" FROM (SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS drawn FROM " + sequence + ") AS sequence WHERE drawn < $1::int8"
}
