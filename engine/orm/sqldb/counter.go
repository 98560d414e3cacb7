package sqldb

import (
	"context"

	"framework/engine/orm"
)

// ContinueAfter makes the keys that the table of m generates begin after last, if they
// are below it: last was given by another store.
func (db *DB) ContinueAfter(ctx context.Context, m *orm.Model, last int64) error {
	t, err := db.Table(m)
	if err != nil || t.PK == nil || !t.PK.Auto {
		return err
	}
	return db.access.change(ctx, func(c *conn) error {
		// A table that never had a record has no row.
		err := c.query([]byte("INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)"), []any{t.Name}, nil)
		if err != nil {
			return err
		}
		return c.query([]byte("UPDATE sqlite_sequence SET seq = max(seq, ?1) WHERE name = ?2"), []any{last, t.Name}, nil)
	})
}
