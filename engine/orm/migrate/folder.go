package migrate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"framework/engine/orm/schema"
	"framework/engine/value"
)

// fileName is the name of a migration: its time, which is its place in the order, and
// what it does.
var fileName = regexp.MustCompile(`^[0-9]+[_-].+\.sql$`)

// maxName is the longest name that the journal takes.
const maxName = 200

// ReadFolder reads the migrations of a folder in their order; none where there is no
// folder. shown is what messages call the folder.
func ReadFolder(dir, shown string) ([]*File, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []*File
	var errs []error
	for _, e := range entries { // sorted by name
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".sql") || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		path := filepath.ToSlash(filepath.Join(shown, e.Name()))
		if !fileName.MatchString(e.Name()) || len(e.Name()) > maxName {
			errs = append(errs, &Error{Path: path, Reason: "the name of a migration is its time and what it does: 20260131120000_add_pets.sql"})
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		f, err := Parse(strings.TrimSuffix(e.Name(), ".sql"), path, text)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		out = append(out, f)
	}
	return out, errors.Join(errs...)
}

// DialectOf is the dialect that files are for; ok is false when none of them says.
func DialectOf(files []*File) (d schema.Dialect, ok bool) {
	for _, f := range slices.Backward(files) {
		if f.Dialect != "" {
			return schema.DialectOf(f.Dialect)
		}
	}
	return 0, false
}

// State is what the models needed after the files, and the tables of that.
func State(files []*File) (*value.Map, []schema.Table, error) {
	state := value.New(0)
	for _, f := range files {
		if f.State == nil {
			continue
		}
		schema.MergeState(state, f.State)
		if _, err := schema.DecodeState(state); err != nil {
			return nil, nil, &Error{Path: f.Path, Reason: "the note of migrate:schema cannot be used with the files before it", Err: err}
		}
	}
	tables, err := schema.DecodeState(state)
	return state, tables, err
}

// find is the file that a person names: by its name, its time, or what comes after it.
func find(files []*File, name string) (*File, error) {
	name = strings.TrimSuffix(filepath.Base(filepath.ToSlash(name)), ".sql")
	var found []*File
	for _, f := range files {
		if f.Name == name {
			return f, nil
		}
		at := strings.IndexAny(f.Name, "_-")
		if f.Name[:at] == name || f.Name[at+1:] == name {
			found = append(found, f)
		}
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("there is no migration %q", name)
	case 1:
		return found[0], nil
	}
	return nil, fmt.Errorf("%q is the name of several migrations: write the whole name, such as %s", name, found[0].Name)
}
