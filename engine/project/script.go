package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Script is something that "framework run" can run: a file of the project or
// of an installed package, or a command of package.json.
type Script struct {
	Name string
	// File is absolute, "" for a command.
	File string
	// Command is a line for the shell, to be run in Dir.
	Command, Dir string
}

// ScriptError is a name that leads to no script, or to more than one.
type ScriptError struct{ Name, Reason string }

func (e *ScriptError) Error() string { return fmt.Sprintf("script %q: %s", e.Name, e.Reason) }

// FindScript looks a script up by its name in the project at dir: the file
// scripts/<name>.js, the package sails-run-<name>, or the command of that name
// in package.json.
func FindScript(dir, name string) (Script, error) {
	root, err := Root(dir)
	if err != nil {
		return Script{}, err
	}
	name = strings.TrimPrefix(name, "scripts/")
	scope, plain, scoped := strings.Cut(name, "/")
	if scoped && !strings.HasPrefix(name, "@") || plain != "" && strings.Contains(plain, "/") {
		return Script{}, &ScriptError{name, "the name of a script has no slash"}
	}
	base := strings.TrimSuffix(name, filepath.Ext(name))
	s := Script{Name: base, Dir: root}
	if f, ok := One(root, "scripts/"+base); ok {
		s.File = f.Path
	} else {
		module := "sails-run-" + strings.TrimPrefix(base, "sails-run-")
		if scoped {
			module = scope + "/sails-run-" + strings.TrimPrefix(plain, "sails-run-")
		}
		if path := filepath.Join(root, "node_modules", filepath.FromSlash(module)); isFolder(path) {
			s.File = path
		}
	}
	if s.Command, err = npmScript(root, name); err != nil {
		return Script{}, err
	}
	switch {
	case s.File != "" && s.Command != "":
		return Script{}, &ScriptError{name, "package.json has a command of that name as well: rename one of them"}
	case s.File == "" && s.Command == "":
		return Script{}, &ScriptError{name, fmt.Sprintf("there is neither scripts/%s.js nor a command of that name in package.json", name)}
	}
	return s, nil
}

func isFolder(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.IsDir()
}

// npmScript is the command of that name in package.json, "" for none.
func npmScript(root, name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "package.json"))
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var pkg struct{ Scripts map[string]string }
	if err := json.Unmarshal(text, &pkg); err != nil {
		return "", fmt.Errorf("package.json: %w", err)
	}
	return pkg.Scripts[name], nil
}
