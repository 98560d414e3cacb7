package sqldb

// Unwatched has nobody look at the database's file any more, for measuring what
// that costs.
func Unwatched(db *DB) { db.file = nil }
