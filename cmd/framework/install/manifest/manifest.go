package manifest

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"framework/engine/platform"
	"framework/engine/value"
)

// Manifest is what a package says of itself.
type Manifest struct {
	Name, Version string
	// Dependencies are those that have to be there; OptionalDependencies are not
	// among them, although package.json may name them twice.
	Dependencies, DevDependencies, OptionalDependencies, PeerDependencies map[string]string
	OptionalPeers                                                         map[string]bool
	// Bundled are the names of the packages that come inside of the package.
	Bundled []string
	// Bin has the path of each program, from the package's folder, by its name.
	Bin     map[string]string
	OS, CPU []string
	// Libc is the C library that it needs on Linux: glibc or musl.
	Libc    []string
	Engines map[string]string
	// InstallScript is set if npm would run a script of the package.
	InstallScript bool
	Deprecated    string
	// Tarball and Integrity are where the registry has the package, and the sums
	// of that file, as in the attribute "integrity" of HTML.
	Tarball, Integrity string
	// Overrides, Workspaces and Private count at the root alone.
	Overrides  *value.Map
	Workspaces any
}

// File reads the package.json at path. The error names the line.
func File(path string) (*Manifest, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m, err := Parse(path, text)
	if err != nil {
		return nil, err
	}
	return Read(m), nil
}

// Parse reads the text of a package.json, which errors call shown.
func Parse(shown string, text []byte) (*value.Map, error) {
	parsed, err := value.ParseFile(shown, text)
	if err != nil {
		return nil, err
	}
	m, ok := parsed.(*value.Map)
	if !ok {
		return nil, fmt.Errorf("%s is no object: a package.json has the members of a package", shown)
	}
	return m, nil
}

// Read reads a package.json, or what a registry says of a version.
func Read(m *value.Map) *Manifest {
	name, version := text(m, "name"), text(m, "version")
	out := &Manifest{
		Name: name, Version: version,
		Dependencies: texts(m, "dependencies"), DevDependencies: texts(m, "devDependencies"),
		OptionalDependencies: texts(m, "optionalDependencies"), PeerDependencies: texts(m, "peerDependencies"),
		OptionalPeers: map[string]bool{},
		Bin:           bin(name, m.Value("bin")),
		OS:            list(m.Value("os")), CPU: list(m.Value("cpu")), Libc: list(m.Value("libc")),
		Engines:    texts(m, "engines"),
		Deprecated: text(m, "deprecated"),
		Overrides:  object(m, "overrides"),
		Workspaces: m.Value("workspaces"),
	}
	for dep := range out.OptionalDependencies {
		delete(out.Dependencies, dep)
	}
	for peer, meta := range object(m, "peerDependenciesMeta").All() {
		if meta, ok := meta.(*value.Map); ok && meta.Value("optional") == true {
			out.OptionalPeers[peer] = true
		}
	}
	out.Bundled = bundled(m, out)
	scripts := texts(m, "scripts")
	for _, name := range []string{"preinstall", "install", "postinstall"} {
		if scripts[name] != "" {
			out.InstallScript = true
		}
	}
	if m.Value("hasInstallScript") == true || m.Value("gypfile") == true {
		out.InstallScript = true
	}
	dist := object(m, "dist")
	out.Tarball, out.Integrity = text(dist, "tarball"), text(dist, "integrity")
	return out
}

func bundled(m *value.Map, of *Manifest) []string {
	for _, key := range []string{"bundleDependencies", "bundledDependencies"} {
		switch v := m.Value(key).(type) {
		case bool:
			if v {
				var all []string
				for name := range of.Dependencies {
					all = append(all, name)
				}
				slices.Sort(all)
				return all
			}
		case []any:
			return list(v)
		}
	}
	return nil
}

// bin reads the two forms of "bin". A path that leaves the package is left out.
func bin(name string, v any) map[string]string {
	out := map[string]string{}
	add := func(name string, target any) {
		file, ok := target.(string)
		name = path.Base("/" + strings.ReplaceAll(name, "\\", "/"))
		file = strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(file, "\\", "/")), "/")
		if ok && file != "" && name != "/" {
			out[name] = file
		}
	}
	switch v := v.(type) {
	case string:
		add(name[strings.LastIndexByte(name, '/')+1:], v)
	case *value.Map:
		for name, target := range v.All() {
			add(name, target)
		}
	}
	return out
}

func text(m *value.Map, key string) string {
	s, _ := m.Value(key).(string)
	return s
}

func object(m *value.Map, key string) *value.Map {
	o, _ := m.Value(key).(*value.Map)
	if o == nil {
		o = value.New(0)
	}
	return o
}

func texts(m *value.Map, key string) map[string]string {
	out := map[string]string{}
	for name, v := range object(m, key).All() {
		if s, ok := v.(string); ok && name != "" {
			out[name] = s
		}
	}
	return out
}

func list(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, e := range v {
			if s, ok := e.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	return nil
}

// Fits reports whether the package says that it is for this machine's system,
// processor and C library.
func (m *Manifest) Fits() bool {
	return Fits(m.OS, platform.System()) && Fits(m.CPU, platform.Processor()) && (runtime.GOOS != "linux" || Fits(m.Libc, library()))
}

// Fits reports whether a list such as ["linux", "!win32"] allows name.
func Fits(list []string, name string) bool {
	if len(list) == 0 || len(list) == 1 && list[0] == "any" {
		return true
	}
	named, onlyRefusals := false, true
	for _, entry := range list {
		refused, no := strings.CutPrefix(entry, "!")
		if no && refused == name {
			return false
		}
		onlyRefusals = onlyRefusals && no
		named = named || entry == name
	}
	return named || onlyRefusals
}

// library is the C library of a Linux system. This program needs none, but
// packages with compiled parts name it.
func library() string {
	if loader, _ := filepath.Glob("/lib/ld-musl-*"); len(loader) > 0 {
		return "musl"
	}
	return "glibc"
}
