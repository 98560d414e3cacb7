package project

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Hook is a hook of a project: a file of api/hooks, or an installed package.
type Hook struct {
	Name string // "count", "my-audit"
	Path string // absolute
	Rel  string // relative to the project, slash-separated
	// Module is the name of the package, empty for a file of the project.
	Module string
}

// standIns are packages whose features the server implements.
var standIns = []string{"orm", "sockets", "grunt", "autoreload"}

// StandIn reports whether a package is a hook whose features the server implements.
func StandIn(module string) bool {
	name, hook := strings.CutPrefix(module, "sails-hook-")
	return hook && slices.Contains(standIns, name)
}

// HookRules decide which installed packages are hooks.
type HookRules struct {
	// Installed packages may be hooks (0.11 and later).
	Installed bool
	// Listed restricts them to those that package.json lists (1.x), instead of
	// all in node_modules.
	Listed bool
}

// Hooks lists the hooks of the project at root: first those below dir, then the
// packages in node_modules whose package.json declares a hook. A hook of the
// project overrides a package of the same name. replaced are the packages whose
// features the server implements.
func Hooks(root, dir string, rules HookRules) (hooks []Hook, replaced []string) {
	var out []Hook
	add := func(h Hook) {
		if !slices.ContainsFunc(out, func(o Hook) bool { return o.Name == h.Name }) {
			h.Rel = filepath.ToSlash(h.Rel)
			out = append(out, h)
		}
	}
	entries, _ := os.ReadDir(filepath.Join(root, dir)) // no folder, no hooks
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") {
			continue
		}
		rel := filepath.Join(dir, name)
		if ext := filepath.Ext(name); slices.Contains(ScriptExtensions(), ext) {
			add(Hook{Name: strings.TrimSuffix(name, ext), Path: filepath.Join(root, rel), Rel: rel})
			continue
		}
		for _, ext := range ScriptExtensions() {
			index := filepath.Join(rel, "index"+ext)
			if st, err := os.Stat(filepath.Join(root, index)); err == nil && st.Mode().IsRegular() {
				add(Hook{Name: name, Path: filepath.Join(root, index), Rel: index})
				break
			}
		}
	}
	for _, module := range hookCandidates(root, rules) {
		h, ok := installedHook(root, module)
		switch {
		case ok && slices.Contains(standIns, h.Name):
			replaced = append(replaced, module)
		case ok && rules.Installed:
			add(h)
		}
	}
	return out, replaced
}

// hookCandidates returns the packages that may be hooks: all that are installed where the
// rules say so, and the dependencies of the project.
func hookCandidates(root string, rules HookRules) []string {
	var names []string
	modules := filepath.Join(root, "node_modules")
	var entries []os.DirEntry
	if !rules.Listed {
		entries, _ = os.ReadDir(modules) // nothing installed, no hooks
	}
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, "@") {
			names = append(names, name)
			continue
		}
		scoped, _ := os.ReadDir(filepath.Join(modules, name)) // an unreadable scope has no hooks
		for _, s := range scoped {
			names = append(names, name+"/"+s.Name())
		}
	}
	text, err := os.ReadFile(filepath.Join(root, "package.json"))
	if err != nil {
		return names
	}
	var pkg struct{ Dependencies, DevDependencies, OptionalDependencies map[string]string }
	if json.Unmarshal(text, &pkg) != nil {
		return names // readPackage reports it
	}
	for _, deps := range []map[string]string{pkg.Dependencies, pkg.DevDependencies, pkg.OptionalDependencies} {
		for name := range deps {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func installedHook(root, module string) (Hook, bool) {
	rel := filepath.Join("node_modules", filepath.FromSlash(module))
	text, err := os.ReadFile(filepath.Join(root, rel, "package.json"))
	if err != nil {
		return Hook{}, false
	}
	var pkg struct {
		Sails struct {
			IsHook   bool
			HookName string
		}
	}
	if !bytes.Contains(text, []byte("isHook")) || json.Unmarshal(text, &pkg) != nil || !pkg.Sails.IsHook {
		return Hook{}, false
	}
	name := pkg.Sails.HookName
	if name == "" {
		name = strings.TrimPrefix(module[strings.LastIndexByte(module, '/')+1:], "sails-hook-")
	}
	return Hook{Name: name, Path: filepath.Join(root, rel), Rel: rel, Module: module}, true
}
