// Package serverdb is the orm.Adapter that keeps records in the tables of a
// PostgreSQL or MySQL (MariaDB) server.
//
// Tables. A declared attribute is a column. On tables that others made (the
// classic adapters of either generation, a person), the catalog says what
// each column holds, and values are written and read as that type asks; on
// tables made here, integers have 8 bytes, dates have milliseconds and floats
// are double. Everything a query names comes from the model; everything a
// request brings is a parameter.
//
// Comparison. Null follows SQL. PostgreSQL compares strings without regard to
// case, as the classic adapter does, unless Options.CaseSensitive; MySQL
// leaves that to the column's collation. Nulls sort as the server sorts them.
// Without a sort, records come in the order of their primary keys.
//
// Concurrency. Operations run on a pool of connections. An operation of one
// statement commits by itself, one of several is a transaction; both start
// over when the server gives them up as the victim of a deadlock. Inside a
// transaction of the caller, records that are read are locked until its end,
// so that what is computed from them can be written without losing another's
// update.
package serverdb
