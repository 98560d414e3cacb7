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
	if len(rows) == 1 && !t.Counts {
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
	if !db.opts.Document || t.PK == nil || !t.PK.Auto || !errors.As(refused, &taken) {
		return
	}
	err := db.access.change(ctx, func(c *conn) error {
		return c.query([]byte("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?"), []any{int64(rows), t.Name}, nil)
	})
	if err != nil {
		db.log.Warn("the keys of refused records will be given to others", "table", t.Name, "error", err)
	}
}

// insert stores one row and returns it with its generated values.
func (c *conn) insert(t *table, row *value.Map) (*orm.Record, error) {
	rec := &orm.Record{Map: *value.New(row.Len() + 1), Model: t.Model}
	var extra *value.Map
	b := c.builder(t)
	defer b.release(c)
	b.Add("INSERT INTO ")
	b.Add(t.Quoted)
	b.Add(" (")
	seen := 0
	keyed := false
	for k, v := range row.All() {
		if _, undefined := v.(value.Undefined); undefined {
			continue
		}
		col := t.ByName[k]
		if col != nil && v == nil && (col.Auto || t.NumbersColumn(col)) {
			continue
		}
		if col == nil || v == nil && t.Sparse {
			if col == nil && !t.Extra {
				return nil, fmt.Errorf("no such column: %s", k)
			}
			rec.Set(k, v)
			if t.Extra {
				if extra == nil {
					extra = value.New(4)
				}
				if col != nil {
					k = col.Name
				}
				extra.Set(k, v)
			}
			continue
		}
		if seen > 0 {
			b.Add(", ")
		}
		seen++
		keyed = keyed || col == t.PK
		b.Add(col.Quoted)
		b.args = append(b.args, encode(col, v))
		rec.Set(col.Name, normal(col, v))
	}
	for _, col := range t.Columns {
		if !t.NumbersColumn(col) || rec.Has(col.Name) {
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
		b.Add(col.Quoted)
		b.args = append(b.args, n)
		rec.Set(col.Name, n)
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
	if !keyed && t.PK != nil && t.PK.Auto {
		rec.Set(t.PK.Name, c.raw.LastInsertRowID())
	}
	if !t.Sparse {
		for _, col := range t.Columns {
			if !rec.Has(col.Name) {
				rec.Set(col.Name, nil)
			}
		}
	}
	return rec, nil
}

// next returns the number after the highest one in the column.
func (c *conn) next(t *table, col *column) (n int64, err error) {
	text := "SELECT coalesce(max(" + col.Quoted + "), 0) + 1 FROM " + t.Quoted
	err = c.query([]byte(text), nil, func(stmt *sqlite.Stmt) error {
		n = stmt.ColumnInt64(0)
		return nil
	})
	return n, err
}
