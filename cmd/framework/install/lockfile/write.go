package lockfile

import (
	"maps"
	"slices"

	"framework/cmd/framework/install/manifest"
	"framework/engine/value"
)

// Text returns the text of a lock file of version 3, as npm writes it. root is the
// project's package.json.
func Text(root *manifest.Manifest, packages []*Package) []byte {
	top := named(root)
	strs(top, "devDependencies", root.DevDependencies)
	dependencies(top, root)
	return text(root, top, packages)
}

// Hidden returns the text of node_modules/.package-lock.json, which says what is
// in the folder.
func Hidden(root *manifest.Manifest, packages []*Package) []byte {
	return text(root, nil, packages)
}

// named is an object that begins with the name and the version of a package.
func named(m *manifest.Manifest) *value.Map {
	out := value.New(6)
	if m.Name != "" {
		out.Set("name", m.Name)
	}
	if m.Version != "" {
		out.Set("version", m.Version)
	}
	return out
}

// text is a lock file. top is the project's own entry, nil for none.
func text(root *manifest.Manifest, top *value.Map, packages []*Package) []byte {
	out := named(root)
	out.Set("lockfileVersion", int64(3))
	out.Set("requires", true)
	all := value.New(len(packages) + 1)
	if top != nil {
		all.Set("", top)
	}
	for _, p := range packages {
		all.Set(p.Path, p.entry())
	}
	out.Set("packages", all)
	return append(value.AppendIndent(nil, out, "  "), '\n')
}

func (p *Package) entry() *value.Map {
	m, e := p.Manifest, value.New(8)
	set := func(key, v string) {
		if v != "" {
			e.Set(key, v)
		}
	}
	flag := func(key string, on bool) {
		if on {
			e.Set(key, true)
		}
	}
	if p.Link {
		set("resolved", p.Resolved)
		e.Set("link", true)
		return e
	}
	if m.Name != p.Folder() {
		set("name", m.Name)
	}
	set("version", m.Version)
	set("resolved", p.Resolved)
	set("integrity", p.Integrity)
	flag("dev", p.Dev)
	flag("optional", p.Optional)
	flag("devOptional", p.DevOptional)
	flag("peer", p.Peer)
	flag("inBundle", p.Bundled)
	flag("hasInstallScript", m.InstallScript)
	set("deprecated", m.Deprecated)
	if len(m.Bundled) > 0 {
		e.Set("bundleDependencies", anyList(m.Bundled))
	}
	if len(m.OS) > 0 {
		e.Set("os", anyList(m.OS))
	}
	if len(m.CPU) > 0 {
		e.Set("cpu", anyList(m.CPU))
	}
	if len(m.Libc) > 0 {
		e.Set("libc", anyList(m.Libc))
	}
	dependencies(e, m)
	strs(e, "bin", m.Bin)
	strs(e, "engines", m.Engines)
	return e
}

func dependencies(e *value.Map, m *manifest.Manifest) {
	strs(e, "dependencies", m.Dependencies)
	strs(e, "optionalDependencies", m.OptionalDependencies)
	strs(e, "peerDependencies", m.PeerDependencies)
	if len(m.OptionalPeers) > 0 {
		meta := value.New(len(m.OptionalPeers))
		for _, name := range slices.Sorted(maps.Keys(m.OptionalPeers)) {
			meta.Set(name, value.Of("optional", true))
		}
		e.Set("peerDependenciesMeta", meta)
	}
}

func strs(e *value.Map, key string, list map[string]string) {
	if len(list) == 0 {
		return
	}
	m := value.New(len(list))
	for _, name := range slices.Sorted(maps.Keys(list)) {
		m.Set(name, list[name])
	}
	e.Set(key, m)
}

func anyList(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}
