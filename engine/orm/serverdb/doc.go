// Package serverdb is the orm.Adapter that keeps records in the tables of a
// PostgreSQL, MySQL or MariaDB server.
//
// Statements are built and their rows read by package sqlstore; this package has
// the dialects of the servers and the engine that runs statements on a pool of
// connections: leases, repetitions, limits of time.
//
// Tables. A declared attribute is a column. The catalog says which type a column
// has, and values are written and read in that type: a table may have been made
// by an adapter of Sails or by hand. In tables made by this package, integers
// have 8 bytes, dates have milliseconds and floats are double. Names in SQL come
// from the model; values of requests are always parameters.
//
// Comparison. Null follows SQL. PostgreSQL compares strings without regard to
// case, as the classic adapter does, unless Options.CaseSensitive; MySQL
// uses the collation of the column. Nulls sort as the server sorts them.
// Without a sort, records come in the order of their primary keys.
//
// Concurrency. Operations run on a pool of connections. An operation of one
// statement commits by itself, one of several statements is a transaction; both
// are repeated when the server rolls them back because of a deadlock. Inside a
// transaction of the caller, records that are read are locked until its end, so
// that no update of another transaction is lost.
package serverdb
