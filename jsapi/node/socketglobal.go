package node

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// socketGlobal decides who sees the global WebSocket, which Node 20 does not have. Packages that depend on ws take the
// global in browsers, whose constructor knows no headers: they see what they would see in Node 20.
type socketGlobal struct {
	*host
	brings map[string]bool // whether the package of a folder depends on ws
}

// hidden reports whether the file that asks belongs to a package that depends on ws.
func (g *socketGlobal) hidden() bool {
	for _, f := range g.realm.Runtime().CaptureCallStack(0, nil) {
		if name := f.SrcName(); filepath.IsAbs(name) {
			return g.dependent(filepath.Dir(name))
		}
	}
	return false
}

func (g *socketGlobal) dependent(dir string) bool {
	if !strings.Contains(filepath.ToSlash(dir), "/node_modules/") {
		return false
	}
	known, ok := g.brings[dir]
	if ok {
		return known
	}
	var manifest struct {
		Name                                                 string
		Dependencies, PeerDependencies, OptionalDependencies map[string]any
	}
	b, err := os.ReadFile(filepath.Join(dir, "package.json"))
	// Folders of a package may have a package.json that only says what their modules are.
	if err != nil || json.Unmarshal(b, &manifest) != nil || manifest.Name == "" {
		known = g.dependent(filepath.Dir(dir))
	} else {
		for _, list := range []map[string]any{manifest.Dependencies, manifest.PeerDependencies, manifest.OptionalDependencies} {
			_, has := list["ws"]
			known = known || has
		}
	}
	g.brings[dir] = known
	return known
}
