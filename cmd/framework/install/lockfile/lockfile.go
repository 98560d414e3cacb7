package lockfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"framework/cmd/framework/install/manifest"
	"framework/engine/value"
)

// Package is one folder of node_modules.
type Package struct {
	// Path is the folder, from the project's, with slashes:
	// node_modules/a/node_modules/@scope/b. That of a workspace or a link's target
	// is outside of node_modules.
	Path string
	// Resolved is where the package comes from: an address, git+…, file:…, or ""
	// for the registry's usual place. That of a link is its target's Path.
	Resolved, Integrity string
	Link                bool
	// Dev, Optional and Peer say that the package is there for such dependencies
	// alone; DevOptional for dev and for optional ones.
	Dev, Optional, DevOptional, Peer bool
	// Bundled packages come inside of the one that holds them.
	Bundled bool
	// Manifest is what the lock file knows of package.json. Its Name is that of the
	// package, which an alias calls otherwise. A lock file of version 1 does not
	// know Bin, OS and CPU.
	Manifest *manifest.Manifest
}

// Folder is the name under which the package is required.
func (p *Package) Folder() string { return FolderName(p.Path) }

// FolderName is the name under which the package at a path is required.
func FolderName(place string) string {
	if i := strings.LastIndex(place, "node_modules/"); i >= 0 {
		return place[i+len("node_modules/"):]
	}
	return path.Base(place)
}

// Lock is a lock file.
type Lock struct {
	// File is its name, from the project's folder.
	File string
	// Version is its lockfileVersion.
	Version int
	// Root are the dependencies that package.json had when it was written; nil in
	// version 1.
	Root *manifest.Manifest
	// Requires is set if the file says which packages need which: those of npm 2 to
	// 4 do not.
	Requires bool
	Packages []*Package
}

// Names are the lock files of npm; the first one that is there counts.
func Names() []string { return []string{"npm-shrinkwrap.json", "package-lock.json"} }

// Find reads the lock file of the project in dir, nil if it has none.
func Find(dir string) (*Lock, error) {
	for _, name := range Names() {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return Read(name, text)
	}
	return nil, nil
}

// Read reads the text of a lock file. file is its name, for messages.
func Read(file string, text []byte) (*Lock, error) {
	parsed, err := value.ParseFile(file, text)
	if err != nil {
		return nil, fmt.Errorf("%w: repair it, or delete it to have the versions chosen again", err)
	}
	m, ok := parsed.(*value.Map)
	if !ok {
		return nil, fmt.Errorf("%s is no object: it is no lock file of npm", file)
	}
	l := &Lock{File: file, Requires: m.Has("requires")}
	version, _ := m.Value("lockfileVersion").(int64)
	l.Version = int(version)
	packages, _ := m.Value("packages").(*value.Map)
	switch {
	case packages != nil:
		l.Requires = true
		err = l.readPackages(packages)
	case version <= 1: // npm-shrinkwrap.json of npm 2 to 4 has no version
		l.Version = 1
		deps, _ := m.Value("dependencies").(*value.Map)
		err = l.readNested("", deps)
	default:
		err = fmt.Errorf("%s has the version %d, which is not known here: 1 to 3 are", file, version)
	}
	if err != nil {
		return nil, err
	}
	slices.SortFunc(l.Packages, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	return l, nil
}

// ErrOutside is a path of a lock file that leaves the project's folder.
var ErrOutside = errors.New("the path leaves the project's folder")

// checkPath returns an error for a path that is not one of node_modules, or of a
// folder of the project.
func checkPath(file, place string) error {
	clean := path.Clean(place)
	if clean != place || path.IsAbs(place) || strings.Contains(place, "\\") || strings.Contains(place, ":") {
		return fmt.Errorf("%s: %q: %w", file, place, ErrOutside)
	}
	for part := range strings.SplitSeq(place, "/") {
		if part == ".." || part == ".bin" {
			return fmt.Errorf("%s: %q: %w", file, place, ErrOutside)
		}
	}
	return nil
}

func (l *Lock) readPackages(packages *value.Map) error {
	for place, entry := range packages.All() {
		m, ok := entry.(*value.Map)
		if !ok {
			continue
		}
		if place == "" {
			l.Root = manifest.Read(m)
			continue
		}
		flag := func(key string) bool { return m.Value(key) == true }
		p := &Package{
			Path: place, Link: flag("link"), Dev: flag("dev"), Optional: flag("optional"), DevOptional: flag("devOptional"),
			Peer: flag("peer"), Bundled: flag("inBundle"), Manifest: manifest.Read(m),
		}
		p.Resolved, _ = m.Value("resolved").(string)
		p.Integrity, _ = m.Value("integrity").(string)
		// A link, or its target, may be beside the project.
		if outside := p.Link || !strings.HasPrefix(place, "node_modules/"); !outside || strings.HasPrefix(place, "node_modules/") {
			if err := checkPath(l.File, place); err != nil {
				return err
			}
		}
		if p.Manifest.Name == "" {
			p.Manifest.Name = p.Folder()
		}
		l.Packages = append(l.Packages, p)
	}
	return nil
}

// readNested reads version 1, which has the tree as it is nested.
func (l *Lock) readNested(above string, deps *value.Map) error {
	for name, entry := range deps.All() {
		m, ok := entry.(*value.Map)
		if !ok {
			continue
		}
		place := strings.TrimPrefix(above+"/node_modules/"+name, "/")
		if err := checkPath(l.File, place); err != nil {
			return err
		}
		flag := func(key string) bool { return m.Value(key) == true }
		p := &Package{Path: place, Dev: flag("dev"), Optional: flag("optional"), Bundled: flag("bundled"), Manifest: manifest.Read(m)}
		p.Integrity, _ = m.Value("integrity").(string)
		p.Resolved, _ = m.Value("resolved").(string)
		p.Manifest.Name = name
		version := p.Manifest.Version
		if alias, ok := strings.CutPrefix(version, "npm:"); ok {
			if at := strings.LastIndexByte(alias, '@'); at > 0 {
				p.Manifest.Name, p.Manifest.Version = alias[:at], alias[at+1:]
			}
		} else if strings.Contains(version, ":") || strings.Contains(version, "/") { // an address in place of a version
			p.Resolved, p.Manifest.Version = version, ""
			if target, ok := strings.CutPrefix(version, "file:"); ok && !strings.HasSuffix(target, ".tgz") {
				p.Link, p.Resolved = true, path.Clean(target)
			}
		}
		if required, ok := m.Value("requires").(*value.Map); ok {
			for name, v := range required.All() {
				if s, ok := v.(string); ok {
					p.Manifest.Dependencies[name] = s
				}
			}
		}
		l.Packages = append(l.Packages, p)
		nested, _ := m.Value("dependencies").(*value.Map)
		if err := l.readNested(place, nested); err != nil {
			return err
		}
	}
	return nil
}
