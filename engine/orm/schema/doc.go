// Package schema plans what brings the tables of a database to a wanted structure.
// For PostgreSQL and MySQL (MariaDB) a Migrator inspects the tables, plans statements
// for the differences, and executes these under a lock of the database; PlanSQLite
// inspects and plans, and package sqldb executes. Diff plans between two structures
// without a database.
//
// The wanted structure is a list of Table, which knows nothing of models. Only
// differences that matter become steps: a column that is wider than wanted, or
// narrower but made by others, an index under another name, collations,
// defaults and the display width of integers do not. Tables, columns, indexes
// and constraints that this package did not make stay; which ones it made is
// written down in the table "_framework_schema".
//
// On PostgreSQL a migration is one transaction, so all of it happens or
// nothing. MySQL commits every statement by itself: after a failure half-way,
// planning again gives what is left. SQLite cannot change a column or a key: the table
// is copied into a new one.
package schema
