package sqldb

// Unwatched switches off the checks of the database's file, to measure what they
// cost.
func Unwatched(db *DB) { db.monitor.file = nil }
