// Package schema migrates the tables of a PostgreSQL or MySQL (MariaDB)
// database to a wanted structure: it inspects them, plans statements for the
// differences, and executes these under a lock of the database.
//
// The wanted structure is a list of Table, which knows nothing of models. Only
// differences that matter become steps: a column that is wider than wanted, or
// narrower but made by others, an index under another name, collations,
// defaults and the display width of integers do not. Tables, columns, indexes
// and constraints that this package did not make stay; which ones it made it
// writes down in the table "_framework_schema".
//
// On PostgreSQL a migration is one transaction, so all of it happens or
// nothing. MySQL commits every statement by itself: after a failure half-way,
// planning again gives what is left.
package schema
