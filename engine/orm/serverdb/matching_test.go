package serverdb_test

import (
	"fmt"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/serverdb"
)

// TestMatchingTablesAreNotInspected defines the same models twice, like a reload. An
// index that was dropped in between stays dropped if the database is not inspected.
func TestMatchingTablesAreNotInspected(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		pet := func(attrs ...*orm.Attribute) *orm.Model {
			return model("pet", append([]*orm.Attribute{attr("name", orm.KindString, indexed)}, attrs...)...)
		}
		indexes := func() (n int) {
			db := p.db(t)
			if p.postgres() {
				return len(p.sql(t, db, `SELECT 1 FROM pg_indexes WHERE schemaname = $1 AND indexname = 'pet_name'`, p.opts.Schema))
			}
			return len(p.sql(t, db, `SELECT 1 FROM information_schema.statistics WHERE table_schema = ? AND index_name = 'pet_name'`, p.opts.Database))
		}
		by := func(text string) {
			t.Helper()
			if p.postgres() {
				text = fmt.Sprintf(text, `"`+p.opts.Schema+`".pet`, `"`+p.opts.Schema+`".`)
			} else {
				text = fmt.Sprintf(text, "pet", "")
			}
			p.sql(t, p.db(t), text)
		}
		unindex := func() {
			t.Helper()
			if p.postgres() {
				by(`/* %s */ DROP INDEX %spet_name`)
			} else {
				by(`DROP INDEX pet_name ON %s /* %s */`)
			}
		}
		define := func(db *serverdb.DB, m *orm.Model) {
			t.Helper()
			if err := db.Define(t.Context(), []*orm.Model{m}); err != nil {
				t.Fatal(err)
			}
		}
		db := p.db(t, pet())
		if indexes() != 1 {
			t.Fatal("the index was not made")
		}
		unindex()
		define(db, pet())
		if indexes() != 0 {
			t.Error("the database was inspected for a model that is the same")
		}
		define(db, pet(attr("age", orm.KindInteger)))
		if indexes() != 1 {
			t.Error("the database was not inspected for a model that has changed")
		}
		unindex()
		define(db, pet(attr("age", orm.KindInteger)))
		by(`ALTER TABLE %s DROP COLUMN age /* %s */`)
		define(db, pet(attr("age", orm.KindInteger)))
		if indexes() != 1 {
			t.Error("the database was not inspected after somebody else had changed it")
		}
		unindex()
		define(db, migrate(pet(attr("age", orm.KindInteger)), orm.Drop))
		if indexes() != 1 {
			t.Error("drop did not make the table anew")
		}
		unindex()
		define(db, pet(attr("age", orm.KindInteger)))
		if indexes() != 0 {
			t.Error("the database was inspected for a table that drop had just made")
		}
		define(p.db(t), pet(attr("age", orm.KindInteger)))
		if indexes() != 1 {
			t.Error("a server that starts did not inspect the database")
		}
	})
}
