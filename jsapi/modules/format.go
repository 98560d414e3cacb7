package modules

import (
	"path/filepath"
)

// format is how Node would read a file.
type format string

const (
	formatUnknown format = ""       // by its syntax
	formatCommon  format = "common" // CommonJS
	formatModule  format = "module" // an ES module
)

// formatOf returns the format of a file by its name, and by the type of its package.
func (l *Loader) formatOf(path string) format {
	switch filepath.Ext(path) {
	case ".mjs", ".mts":
		return formatModule
	case ".cjs", ".cts":
		return formatCommon
	case ".js", ".ts", ".jsx", ".tsx":
		return l.packageType(filepath.Dir(path))
	}
	return formatUnknown
}

// packageType returns the format of files in a folder: what the nearest package.json says.
func (l *Loader) packageType(dir string) format {
	if known, ok := l.types[dir]; ok {
		return known
	}
	found := formatUnknown
	if m, ok := l.manifestAt(dir); ok {
		if kind, _ := m.Value("type").(string); kind == "module" {
			found = formatModule
		}
	} else if up := filepath.Dir(dir); up != dir && filepath.Base(dir) != "node_modules" {
		found = l.packageType(up)
	}
	l.types[dir] = found
	return found
}

// isTypeScript reports whether a file is one of TypeScript.
func isTypeScript(path string) bool {
	switch filepath.Ext(path) {
	case ".ts", ".mts", ".cts", ".tsx":
		return true
	}
	return false
}
