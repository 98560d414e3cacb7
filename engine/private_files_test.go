package engine_test

import (
	"io/fs"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/value"
)

// What is stored on disk is its owner's alone: the database and its log.
func TestDatabaseFilesArePrivate(t *testing.T) {
	t.Parallel()
	l := liven(t, "-- api/models/Pet.js --\nmodule.exports = { attributes: { name: 'string' } };\n-- api/controllers/PetController.js --\nmodule.exports = {};\n", value.New(0))
	res, err := http.Post(l.base+"/pet", "application/json", strings.NewReader(`{"name":"Rex"}`))
	if err != nil || res.StatusCode != http.StatusCreated {
		t.Fatal(res, err)
	}
	_ = res.Body.Close() // nobody reads it
	found := 0
	err = filepath.WalkDir(filepath.Join(l.dir, ".tmp"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		st, err := d.Info()
		if err != nil {
			return err
		}
		if found++; st.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v", d.Name(), st.Mode())
		}
		return nil
	})
	if err != nil || found < 2 {
		t.Errorf("%d files, %v", found, err)
	}
}
