// Package sqldb is the orm.Adapter that keeps records in SQLite, embedded.
//
// Statements are built and their rows read by package sqlstore; this package has
// the dialect of SQLite and the engine that runs them.
//
// Tables. A declared attribute is a column: text for strings and times,
// ISO-8601 UTC text with milliseconds for dates, 0 and 1 for booleans, JSON
// text for arrays and json, a blob for binary. Dates as text compare and sort
// as instants from the year 0 to 9999, read well in any tool, and go to a
// response as they are. Everything a query names comes from the model;
// everything a request brings is a bound parameter.
//
// Sparse stores stand in for document stores such as sails-disk: the hidden
// column "_extra" holds, as one JSON object, the attributes that the model
// does not declare, and a null for every declared attribute that was set to
// null, so that an attribute that was never set stays absent.
//
// Case. Strings compare without regard to case, unless the options say
// otherwise; uniqueness and what the ORM itself looks for are exact. SQLite's
// own NOCASE, which an index can serve, knows the letters of ASCII; of an
// operand with other letters all spellings are looked for, and when these are
// too many, everything compares in lower case.
//
// Concurrency. One goroutine writes. It commits in one transaction what callers
// have queued while it was busy, each caller's part inside a savepoint of its
// own, and answers only after the commit. While nothing is queued, a caller
// writes on its own goroutine. Readers of a file have a small pool of
// connections. A database in memory has one connection for all: SQLite's shared
// cache locks whole tables against readers and its locks cannot time out, while
// memory is fast enough for one connection.
//
// This is what PostgreSQL and MySQL have no use for, so it is not shared: one
// writer with its queue and its group commit, a pool that only reads, and the
// watch over the database file.
//
// Parts. access is the engine. It picks the connection: of the transaction, of
// the readers (connections) or of the writer. monitor checks the database file
// around the work, errorReporter turns errors of SQLite into those of the ORM,
// and migrator changes tables. comparisons, values and row are the dialect's
// conditions, parameters and results; nullRules compares in document stores.
package sqldb
