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
	r := t.reader(q.Select)
	b := t.builder()
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
		return s.query(ctx, string(b.Bytes), b.args, func(values [][]byte) error {
			dst = r.appendRow(&w, w.Start(dst, n), values)
			n++
			return nil
		})
	})
	if err != nil {
		return dst[:start], 0, db.wrap("find", t, err)
	}
	return dst, n, nil
}

// appendRow writes a result row as a JSON object.
func (r *rowReader) appendRow(w *sqltext.Rows, dst []byte, values [][]byte) []byte {
	members := 0
	for i, c := range r.columns {
		if c.attr.Protected {
			continue
		}
		dst = c.appendJSON(w.Member(dst, members, c.key), values[i], w)
		members++
	}
	return w.End(dst, members)
}
