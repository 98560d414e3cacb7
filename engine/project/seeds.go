package project

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The folders of seed files, and of fixtures for tests.
const (
	SeedFolder    = "db/seeds"
	FixtureFolder = "test/fixtures"
)

// SeedError is a name that leads to no seed file or fixture.
type SeedError struct {
	Folder, Name string
	Known        []string // the names that there are
}

func (e *SeedError) Error() string {
	if len(e.Known) == 0 {
		return fmt.Sprintf("there is no file %s/%s: the folder has none", e.Folder, e.Name)
	}
	return fmt.Sprintf("there is no file %s/%s: there are %s", e.Folder, e.Name, strings.Join(e.Known, ", "))
}

// Seeds are the seed files of the project at root by their names: those of db/seeds, then
// those of its folder for the environment. With names they are those alone, in this order.
func Seeds(root, environment string, names []string) ([]File, error) {
	return named(SeedFolder, scriptFiles(root, SeedFolder), scriptFiles(root, SeedFolder+"/"+environment), names)
}

// Fixtures are the fixtures of the project at root by their names, those of names alone if
// there are some.
func Fixtures(root string, names []string) ([]File, error) {
	return named(FixtureFolder, scriptFiles(root, FixtureFolder), nil, names)
}

func named(folder string, files, more []File, names []string) ([]File, error) {
	files = append(files, more...)
	if len(names) == 0 {
		return files, nil
	}
	var out []File
	for _, name := range names {
		plain := strings.TrimPrefix(filepath.ToSlash(name), folder+"/")
		i := slices.IndexFunc(files, func(f File) bool {
			rel := strings.TrimPrefix(f.Rel, folder+"/")
			return rel == plain || strings.TrimSuffix(rel, filepath.Ext(rel)) == plain || f.Identity == plain
		})
		if i < 0 {
			known := make([]string, len(files))
			for i, f := range files {
				known[i] = strings.TrimPrefix(f.Rel, folder+"/")
			}
			return nil, &SeedError{folder, name, known}
		}
		out = append(out, files[i])
	}
	return out, nil
}

// scriptFiles are the scripts and JSON files in a folder, but not below it, by their names.
func scriptFiles(root, folder string) []File {
	entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(folder)))
	if err != nil {
		return nil // there is none
	}
	var out []File
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		if e.IsDir() || strings.HasPrefix(e.Name(), ".") || !slices.Contains(withJSON(), ext) || strings.HasSuffix(e.Name(), ".d.ts") {
			continue
		}
		base := strings.TrimSuffix(e.Name(), ext)
		out = append(out, File{Path: filepath.Join(root, filepath.FromSlash(folder), e.Name()), Rel: folder + "/" + e.Name(), Identity: base, GlobalID: base})
	}
	return out
}
