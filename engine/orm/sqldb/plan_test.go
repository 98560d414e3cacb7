package sqldb_test

import (
	"context"
	"strings"
	"testing"

	"framework/engine/orm"
)

// TestIndexesServeTheirQueries asks SQLite how it runs the statements that
// sparse stores send for keys, references and unique strings.
func TestIndexesServeTheirQueries(t *testing.T) {
	m := keyed("crate", "code", attr("code", orm.KindString, func(a *orm.Attribute) { a.PrimaryKey = true }),
		attr("label", orm.KindString, unique), attr("owner", orm.KindInteger, func(a *orm.Attribute) { a.Model = "user" }))
	db := sparse(t, m)
	for _, where := range []string{
		`code COLLATE NOCASE = 'x'`, `label COLLATE NOCASE IN ('x', 'y')`, `owner = 1`, `owner IN (1, 2)`,
	} {
		rows, err := db.Query(context.Background(), "EXPLAIN QUERY PLAN SELECT * FROM crate WHERE "+where, nil)
		if err != nil || len(rows) == 0 || !strings.Contains(rows[0].Value("detail").(string), "USING INDEX") {
			t.Errorf("%s is answered by %v (%v)", where, rows, err)
		}
	}
}
