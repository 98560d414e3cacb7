package project

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"framework/engine/value"
)

// Package is the content of package.json; it is empty without that file.
type Package struct {
	Name    string
	Version string
	// Sails is the version range of the dependency sails, empty if there is none.
	Sails string
	// Profile is the member "profile" of the section "framework".
	Profile string
	// LooksModern says what in a project is of 1.x alone, if its package.json names
	// neither sails nor a profile; "" for nothing.
	LooksModern  string
	Dependencies map[string]string
}

// Modern reports whether package.json requires 1.x.
func (p Package) Modern() bool {
	for _, name := range []string{p.Profile, Release(p.Profile + ".0"), Release(p.Sails)} {
		switch {
		case name == "modern", strings.HasSuffix(name, ".x"):
			return true
		case name != "":
			return false
		}
	}
	return p.LooksModern != ""
}

// ReadPackage reads the package.json of the project at root.
func ReadPackage(root string) (Package, error) {
	p, err := readPackage(root)
	if err == nil && p.Sails == "" && p.Profile == "" {
		p.LooksModern = guessModern(root, p.Dependencies)
	}
	return p, err
}

func readPackage(root string) (Package, error) {
	path := filepath.Join(root, "package.json")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Package{}, nil
	}
	if err != nil {
		return Package{}, fmt.Errorf("reading package.json: %w", err)
	}
	if _, err := value.ParseFile("package.json", text); err != nil {
		return Package{}, err
	}
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	var raw struct {
		Name            string
		Version         string
		Dependencies    map[string]string
		DevDependencies map[string]string
		Framework       struct{ Profile string }
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return Package{}, fmt.Errorf("package.json: %w", err)
	}
	p := Package{Name: raw.Name, Version: raw.Version, Profile: raw.Framework.Profile, Dependencies: raw.Dependencies}
	p.Sails = raw.Dependencies["sails"]
	if p.Sails == "" {
		p.Sails = raw.DevDependencies["sails"]
	}
	return p, nil
}

var (
	releaseInRange = regexp.MustCompile(`(\d+)\.(\d+|x|\*)`)
	majorAlone     = regexp.MustCompile(`^[\^~>=v\s]*([1-9]\d*)$`)
)

// Release returns the major and minor of the lowest release in a version
// range such as "~0.12.0", "0.10.x" or a tarball's name, and "1.x" for all of
// the first major one, which is also what "latest" and "*" stand for; "" when
// the text names none.
func Release(versionRange string) string {
	switch versionRange = strings.TrimSpace(versionRange); versionRange {
	case "latest", "*", "x", "next":
		return "1.x"
	}
	if m := majorAlone.FindStringSubmatch(versionRange); m != nil {
		return m[1] + ".x"
	}
	m := releaseInRange.FindStringSubmatch(versionRange)
	switch {
	case m == nil:
		return ""
	case m[1] != "0":
		return m[1] + ".x"
	}
	return m[1] + "." + m[2]
}

// PackageOf is the package of a module's name: its first part, or the first two with a
// scope. "lodash" of "lodash/fp".
func PackageOf(module string) string {
	parts := strings.SplitN(module, "/", 3)
	if strings.HasPrefix(module, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}
