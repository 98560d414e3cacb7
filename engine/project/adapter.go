package project

import (
	"os"
	"path/filepath"
	"strings"
)

// Adapter is an adapter for Waterline that a project has.
type Adapter struct {
	Name string // as datastores call it
	Path string // absolute, of the file or of the package's folder
	Rel  string // relative to the project; of a package its name
	// Own says that it is a file of the project.
	Own bool
}

// adapterSuffix is the end of the names of files that are adapters.
const adapterSuffix = "Adapter"

// OwnAdapters are the adapters in files of the project at root: dir/<Name>Adapter.js.
func OwnAdapters(root, dir string) []Adapter {
	var out []Adapter
	s := scanner{root: root}
	s.walk(filepath.Join(root, dir), "", -1, ScriptExtensions(), func(path, _, base string) {
		if name, ok := strings.CutSuffix(base, adapterSuffix); ok && name != "" {
			out = append(out, Adapter{Name: name, Path: path, Rel: s.rel(path), Own: true})
		}
	})
	return out
}

// OwnAdapter is the adapter called name, in letters of any case, in the files of the
// project at root.
func OwnAdapter(root, dir, name string) (Adapter, bool) {
	for _, a := range OwnAdapters(root, dir) {
		if strings.EqualFold(a.Name, name) {
			a.Name = name
			return a, true
		}
	}
	return Adapter{}, false
}

// InstalledAdapter is the package called name that a file of the project at root would
// require.
func InstalledAdapter(root, name string) (Adapter, bool) {
	if name == "" || !filepath.IsLocal(filepath.FromSlash(name)) || strings.HasPrefix(name, ".") {
		return Adapter{}, false
	}
	for dir := root; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, "node_modules", filepath.FromSlash(name))
		if st, err := os.Stat(path); err == nil && st.IsDir() {
			return Adapter{Name: name, Path: path, Rel: name}, true
		}
		if dir == filepath.Dir(dir) {
			return Adapter{}, false
		}
	}
}
