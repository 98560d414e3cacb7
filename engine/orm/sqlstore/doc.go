// Package sqlstore stores records in the tables of SQL databases: it builds the
// statements, runs them through an engine, and reads their rows.
//
// A Table is a model compiled for a database. Names in SQL come from the model; values of
// requests are always parameters. A Dialect has what differs between databases in SQL: how
// names are quoted, how values are sent and compared, which clauses there are. An Engine
// runs statements on the connections of its database; it has the rules for concurrency and
// classifies errors. Package sqldb has both for SQLite, serverdb for PostgreSQL and MySQL.
//
// Null. By default null is as in SQL. NullRules are the comparisons of tables that stand
// in for document stores, on SQLite.
//
// Statements are kept for reuse, with their buffers. Work and Receiver are interfaces, not
// functions, since a function would be allocated for each query.
package sqlstore
