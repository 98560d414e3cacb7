package nedb_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/nedb"
	"framework/engine/orm/sqldb"
)

func TestImport(t *testing.T) {
	t.Parallel()
	db, err := sqldb.Open(t.Context(), sqldb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	schema := true
	o, err := orm.Open(t.Context(), []*orm.Definition{{
		Identity: "pet", GlobalID: "Pet", Datastore: "ram", Migrate: orm.Alter, AutoPK: true, Schema: &schema,
		Attributes: []orm.AttributeDef{{Name: "name", Type: "string", Column: "called"}},
	}}, orm.Options{Datastores: map[string]orm.Adapter{"ram": db}})
	if err != nil {
		t.Fatal(err)
	}
	pets := o.Model("pet")
	file := filepath.Join(t.TempDir(), "pet.db")
	if n, err := nedb.Import(t.Context(), pets, file); n != 0 || err != nil {
		t.Errorf("a file that does not exist: got %d and %v", n, err)
	}
	var text strings.Builder
	for id := 1; id <= 501; id++ { // more than are stored together
		fmt.Fprintf(&text, `{"called":"Rex","unknown":1,"id":%d,"_id":%d}`+"\n", id, id)
	}
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if n, err := nedb.Import(t.Context(), pets, file); n != 501 || err != nil {
		t.Fatalf("got %d and %v", n, err)
	}
	if n, err := nedb.Import(t.Context(), pets, file); err == nil {
		t.Errorf("records with keys that there are: %d were stored", n)
	}
}
