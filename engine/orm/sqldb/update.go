package sqldb

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
	"framework/engine/value"
)

// Update implements orm.Adapter: all matching records are changed, or none.
// They come back in the order of their creation.
func (db *DB) Update(ctx context.Context, m *orm.Model, q *orm.Query, set *value.Map) ([]*orm.Record, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return nil, err
	}
	var changed []*orm.Record
	err = db.access.changeOnce(ctx, func(c *conn) error {
		r := t.Reader(nil)
		changed, err = c.returning(t, r, func(b *builder) {
			if b.update(set) {
				b.target(q)
				b.returning(r)
			} else { // nothing to change
				b.Add("SELECT ")
				b.row(r)
				b.Add(" FROM ")
				b.Add(t.Quoted)
				b.target(q)
			}
		})
		return uniqueness(t, err, set)
	})
	if err != nil {
		return nil, located("update", t, err)
	}
	return changed, nil
}

// Destroy implements orm.Adapter.
func (db *DB) Destroy(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return nil, err
	}
	var gone []*orm.Record
	err = db.access.changeOnce(ctx, func(c *conn) error {
		r := t.Reader(nil)
		gone, err = c.returning(t, r, func(b *builder) {
			b.Add("DELETE FROM ")
			b.Add(t.Quoted)
			b.target(q)
			b.returning(r)
		})
		return err
	})
	if err != nil {
		return nil, located("destroy", t, err)
	}
	return gone, nil
}

// update adds "UPDATE … SET …"; it reports false, and adds nothing, when there
// is nothing to set.
func (b *builder) update(set *value.Map) bool {
	start, columns := len(b.Bytes), 0
	b.Add("UPDATE ")
	b.Add(b.Quoted)
	b.Add(" SET ")
	extras := 0
	for k, v := range set.All() {
		if _, undefined := v.(value.Undefined); undefined {
			continue
		}
		col := b.ByName[k]
		if col == nil || v == nil && b.Sparse {
			extras++
		}
		if col == nil {
			continue
		}
		if columns > 0 {
			b.Add(", ")
		}
		columns++
		b.Add(col.Quoted)
		b.Add(" = ")
		b.arg(encode(col, v))
	}
	if extras > 0 {
		if columns > 0 {
			b.Add(", ")
		}
		b.extras(set)
	}
	if columns+extras == 0 {
		b.Bytes = b.Bytes[:start]
		return false
	}
	return true
}

// extras adds the assignment of the hidden column. A null of a declared
// attribute stays marked when the attribute gets a value: the value wins.
func (b *builder) extras(set *value.Map) {
	if !b.Extra {
		for k := range set.All() {
			if b.ByName[k] == nil {
				b.Err = fmt.Errorf("no such column: %s", k)
				return
			}
		}
		return
	}
	b.Add(`"_extra" = `)
	b.Add(strings.Repeat("json_set(", 1+set.Len()/setAtOnce))
	b.Add(`coalesce("_extra", '{}')`)
	n, left := 0, set.Len()/setAtOnce
	for k, v := range set.All() {
		if _, undefined := v.(value.Undefined); undefined {
			continue
		}
		col := b.ByName[k]
		if col != nil && (v != nil || !b.Sparse) {
			continue
		}
		if col != nil {
			k = col.Name
		}
		if n++; n > setAtOnce {
			n = 1
			left--
			b.Add(")")
		}
		b.Add(", ")
		b.arg(jsonPath(k))
		b.Add(", json(")
		b.arg(jsonText(value.Append(nil, v)))
		b.Add(")")
	}
	b.Add(strings.Repeat(")", 1+left))
}

// setAtOnce is how many values one json_set is given: functions of SQLite take
// a thousand arguments at most.
const setAtOnce = 400

// target adds the condition of a change. SQLite cannot limit a change, so a
// query with a window picks its rows by number.
func (b *builder) target(q *orm.Query) {
	if q.Limit <= 0 && q.Skip <= 0 {
		b.Where(q.Where, b.Logic, b)
		return
	}
	b.Add(" WHERE ")
	b.Add(b.RowID)
	b.Add(" IN (SELECT ")
	b.Add(b.RowID)
	b.Add(" FROM ")
	b.Add(b.Quoted)
	b.Where(q.Where, b.Logic, b)
	b.tail(q)
	b.Add(")")
}

func (b *builder) returning(r *sqlstore.Reader) {
	b.Add(" RETURNING ")
	b.row(r)
}

// row adds the row number and the selection.
func (b *builder) row(r *sqlstore.Reader) {
	b.Add(b.RowID)
	b.Add(", ")
	b.Add(r.Selection)
}

// returning runs a statement whose rows are a number and a selection, and
// returns the records by number.
func (c *conn) returning(t *table, r *sqlstore.Reader, build func(b *builder)) ([]*orm.Record, error) {
	b := c.builder(t)
	defer b.release(c)
	build(b)
	if b.Err != nil {
		return nil, b.Err
	}
	type numbered struct {
		row int64
		rec *orm.Record
	}
	var rows []numbered
	err := c.query(b.Bytes, b.args, func(stmt *sqlite.Stmt) error {
		rec, err := r.Record(c.row(stmt), 1)
		rows = append(rows, numbered{stmt.ColumnInt64(0), rec})
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(rows, func(a, b numbered) int { return cmp.Compare(a.row, b.row) })
	out := make([]*orm.Record, len(rows))
	for i := range rows {
		out[i] = rows[i].rec
	}
	return out, nil
}
