package sqldb

import (
	"context"
	"errors"

	"framework/engine/orm"
	"framework/engine/value"
)

// Create implements orm.Adapter.
func (db *DB) Create(ctx context.Context, m *orm.Model, rows []*value.Map) ([]*orm.Record, error) {
	made, err := db.Store.Create(ctx, m, rows)
	if err != nil && db.opts.Document {
		db.spend(ctx, m, rows, err)
	}
	return made, err
}

// spend uses up the keys of rows that were refused for a value that is taken,
// as the document store of 1.x does. Rows that brought a key have used none.
func (db *DB) spend(ctx context.Context, m *orm.Model, rows []*value.Map, refused error) {
	t, err := db.Table(m)
	if err != nil || t.PK == nil || !t.PK.Auto || !errors.As(refused, new(*orm.UniqueError)) {
		return
	}
	used := int64(0)
	for _, row := range rows {
		v, given := row.Get(t.PK.Name)
		if _, undefined := v.(value.Undefined); !given || undefined || v == nil {
			used++
		}
	}
	if used == 0 {
		return
	}
	err = db.access.change(ctx, func(c *conn) error {
		return c.query([]byte("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?"), []any{used, t.Name}, nil)
	})
	if err != nil {
		db.log.Warn("the keys of refused records will be given to others", "table", t.Name, "error", err)
	}
}
