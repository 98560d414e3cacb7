package sqldb

import (
	"context"
	"errors"
	"fmt"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
	"framework/engine/value"
)

// Create implements orm.Adapter: all of the rows are stored, or none. In a
// sparse store attributes that the model does not declare are kept; elsewhere
// they are an error of the database.
func (db *DB) Create(ctx context.Context, m *orm.Model, rows []*value.Map) ([]*orm.Record, error) {
	t, err := db.table(m)
	if err != nil {
		return nil, err
	}
	var made []*orm.Record
	change := db.access.change
	if len(rows) == 1 && !t.counts {
		change = db.access.changeOnce
	}
	err = change(ctx, func(c *conn) error {
		made = make([]*orm.Record, len(rows))
		for i, row := range rows {
			if made[i], err = c.insert(t, row); err != nil {
				return uniqueness(t, err, row)
			}
		}
		return nil
	})
	if err != nil {
		db.spend(ctx, t, len(rows), err)
		return nil, located("create", t, err)
	}
	return made, nil
}

// spend uses up the keys of rows that were refused for a value that is taken,
// as the document store of 1.x does.
func (db *DB) spend(ctx context.Context, t *table, rows int, refused error) {
	var taken *orm.UniqueError
	if !db.opts.Document || t.pk == nil || !t.pk.auto || !errors.As(refused, &taken) {
		return
	}
	err := db.access.change(ctx, func(c *conn) error {
		return c.query([]byte("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?"), []any{int64(rows), t.name}, nil)
	})
	if err != nil {
		db.log.Warn("the keys of refused records will be given to others", "table", t.name, "error", err)
	}
}

// insert stores one row and returns it with its generated values.
func (c *conn) insert(t *table, row *value.Map) (*orm.Record, error) {
	rec := &orm.Record{Map: *value.New(row.Len() + 1), Model: t.model}
	var extra *value.Map
	b := c.builder(t)
	defer b.release(c)
	b.Add("INSERT INTO ")
	b.Add(t.quoted)
	b.Add(" (")
	seen := 0
	keyed := false
	for k, v := range row.All() {
		if _, undefined := v.(value.Undefined); undefined {
			continue
		}
		col := t.byName[k]
		if col != nil && v == nil && (col.auto || col.counts()) {
			continue
		}
		if col == nil || v == nil && t.sparse {
			if col == nil && !t.extra {
				return nil, fmt.Errorf("no such column: %s", k)
			}
			rec.Set(k, v)
			if t.extra {
				if extra == nil {
					extra = value.New(4)
				}
				if col != nil {
					k = col.name
				}
				extra.Set(k, v)
			}
			continue
		}
		if seen > 0 {
			b.Add(", ")
		}
		seen++
		keyed = keyed || col == t.pk
		b.Add(col.quoted)
		b.args = append(b.args, col.encode(v))
		rec.Set(col.name, col.normal(v))
	}
	for _, col := range t.columns {
		if !col.counts() || rec.Has(col.name) {
			continue
		}
		n, err := c.next(t, col)
		if err != nil {
			return nil, err
		}
		if seen > 0 {
			b.Add(", ")
		}
		seen++
		b.Add(col.quoted)
		b.args = append(b.args, n)
		rec.Set(col.name, n)
	}
	if extra != nil {
		if seen > 0 {
			b.Add(", ")
		}
		seen++
		b.Add(quote(extraColumn))
		b.args = append(b.args, jsonText(value.Append(nil, extra)))
	}
	if seen == 0 {
		b.Bytes = b.Bytes[:len(b.Bytes)-2] // the parenthesis
		b.Add(" DEFAULT VALUES")
	} else {
		b.Add(") VALUES (")
		for i := range seen {
			if i > 0 {
				b.Add(",")
			}
			b.Add("?")
		}
		b.Add(")")
	}
	if err := c.query(b.Bytes, b.args, nil); err != nil {
		return nil, err
	}
	if !keyed && t.pk != nil && t.pk.auto {
		rec.Set(t.pk.name, c.raw.LastInsertRowID())
	}
	if !t.sparse {
		for _, col := range t.columns {
			if !rec.Has(col.name) {
				rec.Set(col.name, nil)
			}
		}
	}
	return rec, nil
}

// counts says that this package numbers the attribute: it has autoIncrement
// without being the integer primary key, which SQLite numbers.
func (c *column) counts() bool {
	return c.attr.AutoIncrement && !c.auto && c.kind == orm.KindInteger
}

// next returns the number after the highest one in the column.
func (c *conn) next(t *table, col *column) (n int64, err error) {
	text := "SELECT coalesce(max(" + col.quoted + "), 0) + 1 FROM " + t.quoted
	err = c.query([]byte(text), nil, func(stmt *sqlite.Stmt) error {
		n = stmt.ColumnInt64(0)
		return nil
	})
	return n, err
}
