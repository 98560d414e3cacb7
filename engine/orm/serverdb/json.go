package serverdb

import (
	"context"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
)

// AppendFind implements orm.JSONFinder. Put between "[" and, when there were
// records and an indent was given, a new line with prefix, and "]", the text
// is what orm.Records writes for the same records at the same place.
// Protected attributes are left out.
func (db *DB) AppendFind(ctx context.Context, dst []byte, m *orm.Model, q *orm.Query, prefix, indent string) ([]byte, int, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return dst, 0, err
	}
	w := sqltext.NewRows(prefix, indent)
	if q.Aggregates() {
		found, err := db.aggregate(ctx, t, q)
		for i, r := range found {
			dst = w.Row(dst, i, r)
		}
		return dst, len(found), err
	}
	r := t.Reader(q.Select)
	b := newBuilder(t)
	b.find(r, q)
	if db.transaction(ctx) != nil {
		b.Add(" FOR UPDATE")
	}
	if b.Err != nil {
		return dst, 0, b.Err
	}
	start, n := len(dst), 0
	err = db.read(ctx, func(ctx context.Context, s statements) error {
		dst, n = dst[:start], 0
		var current row
		return s.query(ctx, string(b.Bytes), b.args, func(values [][]byte) (err error) {
			current.values = values
			dst, err = r.AppendJSON(w.Start(dst, n), &current, &w)
			n++
			return err
		})
	})
	if err != nil {
		return dst[:start], 0, db.wrap("find", t, err)
	}
	return dst, n, nil
}
