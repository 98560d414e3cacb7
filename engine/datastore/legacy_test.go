package datastore_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/config"
	"framework/engine/datastore"
	"framework/engine/orm"
	"framework/engine/value"
)

// lifted opens and migrates the models of a project, as a lift does, and returns what
// was logged.
func lifted(t *testing.T, root string, rules datastore.Rules, orms orm.Rules, defs ...*orm.Definition) (*datastore.Data, string) {
	t.Helper()
	var logged bytes.Buffer
	log := slog.New(slog.NewTextHandler(&logged, nil))
	p := &datastore.Project{Root: root, Rules: rules, Config: config.Merge([]config.Layer{{Source: "config", Values: value.Of(
		"connections", value.Of("disk", value.Of("adapter", "sails-disk"), "other", value.Of("adapter", "sails-disk", "filePath", "data/", "fileName", "x.json")),
	)}}, config.Options{})}
	data, err := p.Open(t.Context(), datastore.NewPool(datastore.Options{Log: log}), defs, orms)
	if err != nil {
		t.Fatal(err)
	}
	if err := data.Migrate(t.Context(), nil, log); err != nil {
		t.Fatal(err)
	}
	return data, logged.String()
}

func definition(identity, store string, migrate orm.Migration, attributes ...orm.AttributeDef) *orm.Definition {
	return &orm.Definition{
		Identity: identity, GlobalID: identity, Datastore: store, Migrate: migrate, AutoPK: true, CreatedAt: "createdAt", Attributes: attributes,
	}
}

func all(t *testing.T, d *datastore.Data, model string) string {
	t.Helper()
	m := d.ORM.Model(model)
	list, err := m.Find(t.Context(), &orm.Query{Sort: []orm.Order{{Attr: m.PrimaryKey}}})
	if err != nil {
		t.Fatal(err)
	}
	return string(value.Append(nil, orm.Records(list)))
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// The file of the document store of 0.10 to 0.12 is imported when the database is made.
func TestFormerFileIsImported(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, filepath.Join(root, ".tmp", "disk.db"), `{"data":{
		"Pets":[{"called":"Rex","born":"2010-01-02T00:00:00.000Z","owner":1,"more":{"x":1},"id":1},{"called":"Tom","id":2,"createdAt":"2014-01-02T00:00:00.000Z"}],
		"gone":[{"id":1}]},
		"schema":{"Pets":{}},"counters":{"Pets":{"id":7}}}`)
	write(t, filepath.Join(root, "data", "x.json"), `{"data":{"note":[{"text":"hello","key":"a"}]},"counters":{"note":{}}}`)
	open := func() (*datastore.Data, string) {
		pet := definition("pet", "disk", orm.Alter, orm.AttributeDef{Name: "name", Type: "string", Column: "called"}, orm.AttributeDef{Name: "born", Type: "date"})
		pet.Table = "Pets"
		note := definition("note", "other", orm.Safe, orm.AttributeDef{Name: "key", Type: "string", PrimaryKey: true}, orm.AttributeDef{Name: "text", Type: "string"})
		note.AutoPK = false
		return lifted(t, root, datastore.Classic(), orm.Classic(orm.Switches{}), pet, note, definition("gone", "disk", orm.Drop))
	}
	data, logged := open()
	const pets = `[{"name":"Rex","born":"2010-01-02T00:00:00.000Z","id":1,"owner":1,"more":{"x":1}},{"name":"Tom","createdAt":"2014-01-02T00:00:00.000Z","id":2}]`
	if got := all(t, data, "pet"); got != pets {
		t.Errorf("the pets are %s", got)
	}
	if got := all(t, data, "note"); got != `[{"key":"a","text":"hello"}]` {
		t.Errorf("the notes are %s", got)
	}
	if got := all(t, data, "gone"); got != `[]` {
		t.Errorf("records of a model with drop were imported: %s", got)
	}
	born, err := data.ORM.Model("pet").Query(value.Of("born", value.Of("<", "2011-01-01")))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := data.ORM.Model("pet").Count(t.Context(), born); n != 1 || err != nil {
		t.Errorf("%d pets are found by their date, %v", n, err)
	}
	if !strings.Contains(logged, "records of the former store were taken over") || !strings.Contains(logged, "records=2") || !strings.Contains(logged, "disk.db") {
		t.Errorf("the log says %s", logged)
	}
	made, err := data.ORM.Model("pet").Create(t.Context(), value.Of("name", "Kit"))
	if err != nil || made.ID() != int64(8) {
		t.Errorf("the next key is %v, %v", made, err)
	}
	data.Close()
	again, logged := open()
	defer again.Close()
	if n, err := again.ORM.Model("pet").Count(t.Context(), &orm.Query{}); n != 3 || err != nil || strings.Contains(logged, "taken over") {
		t.Errorf("at the second lift there are %d pets, %v: %s", n, err, logged)
	}
}

// Of records with one key the first is imported, which is the one that Sails finds.
func TestFormerFileWithOneKeyTwice(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, filepath.Join(root, ".tmp", "disk.db"), `{"data":{"pet":[{"name":"a","id":1},{"name":"b","id":2},{"name":"c","id":1}]},"schema":{"pet":{}},"counters":{"pet":{"id":2}}}`)
	pet := definition("pet", "disk", orm.Safe, orm.AttributeDef{Name: "name", Type: "string"})
	pet.CreatedAt = ""
	data, logged := lifted(t, root, datastore.Classic(), orm.Classic(orm.Switches{}), pet)
	defer data.Close()
	if got := all(t, data, "pet"); got != `[{"name":"a","id":1},{"name":"b","id":2}]` {
		t.Errorf("there is %s", got)
	}
	if !strings.Contains(logged, "whose key another one has") || !strings.Contains(logged, "records=1") {
		t.Errorf("logged %s", logged)
	}
}

// A file that cannot be read does not stop the lift, nor do records that cannot be stored.
func TestFormerFileIsRefused(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ file, want string }{
		"damaged":          {`{"data":`, "were not taken over"},
		"a value is taken": {`{"data":{"pet":[{"id":1,"name":"a"},{"id":2,"name":"a"}]}}`, "model=pet"},
		"empty":            {``, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			write(t, filepath.Join(root, ".tmp", "disk.db"), tc.file)
			data, logged := lifted(t, root, datastore.Classic(), orm.Classic(orm.Switches{}),
				definition("pet", "disk", orm.Alter, orm.AttributeDef{Name: "name", Type: "string", Unique: true}), definition("toy", "disk", orm.Alter))
			defer data.Close()
			if got := all(t, data, "pet"); got != `[]` {
				t.Errorf("the pets are %s", got)
			}
			if lines := strings.Count(logged, "were not taken over"); !strings.Contains(logged, tc.want) || lines > 1 || tc.want == "" && lines > 0 {
				t.Errorf("the log says %s", logged)
			}
		})
	}
}

// The files of the document store of 1.x are imported, more records than are stored together.
func TestFormerFolderIsImported(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	var text strings.Builder
	for id := 1; id <= 501; id++ {
		fmt.Fprintf(&text, `{"called":"Rex","unknown":1,"id":%d,"_id":%d}`+"\n", id, id)
	}
	write(t, filepath.Join(root, ".tmp", "localDiskDb", "pet.db"), text.String())
	pet := &orm.Definition{
		Identity: "pet", GlobalID: "pet", Datastore: "disk", Migrate: orm.Alter, Schema: new(bool),
		Attributes: []orm.AttributeDef{{Name: "id", Type: "number", PrimaryKey: true, AutoIncrement: true}, {Name: "name", Type: "string", Column: "called"}},
	}
	*pet.Schema = true
	data, logged := lifted(t, root, datastore.Modern(), orm.Modern(), pet)
	defer data.Close()
	n, err := data.ORM.Model("pet").Count(context.Background(), &orm.Query{})
	if n != 501 || err != nil || !strings.Contains(logged, "records=501") {
		t.Errorf("%d pets, %v, and the log says %s", n, err, logged)
	}
}
