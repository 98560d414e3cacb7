package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/value"
)

// envPrefixes are the prefixes of environment variables with settings:
// sails_log__level=verbose sets log.level.
var envPrefixes = []string{"sails_", "framework_"}

// FromEnvironment returns the layer of environment variables such as
// sails_foo__bar=1.
func FromEnvironment(environ []string, opts Options) (Layer, error) {
	values := value.New(0)
	for _, kv := range environ {
		name, text, _ := strings.Cut(kv, "=")
		for _, p := range envPrefixes {
			key, ok := strings.CutPrefix(name, p)
			words := slices.DeleteFunc(strings.Split(key, "__"), func(word string) bool { return word == "" })
			if !ok || len(words) == 0 || key == "config" { // the value of config is a file
				continue
			}
			v, err := opts.variable(text)
			if err == nil {
				err = Set(values, strings.Join(words, "."), v)
			}
			if err != nil {
				return Layer{}, fmt.Errorf("the environment variable %.60s: %w", name, err)
			}
		}
	}
	return Layer{Source: "environment variables", Values: values}, nil
}

// variable parses the value of an environment variable.
func (o Options) variable(text string) (any, error) {
	if o.ParseVariables {
		return FromText(text)
	}
	return text, nil
}

// RCFolders are the folders in which configuration files outside of a project are
// searched; empty ones are skipped.
type RCFolders struct {
	Etc  string // folder of the machine: "/etc"
	Home string // home folder of the user
	// Files are read last, in this order; a missing one is an error.
	Files []string
}

// rcNames are the names of these files, lowest precedence first: .sailsrc,
// .frameworkrc.
var rcNames = []string{"sails", "framework"}

// paths returns the files that may apply to the project at root, lowest
// precedence first.
func (f RCFolders) paths(root string) []string {
	var out []string
	add := func(dir string, pattern ...string) {
		for _, p := range pattern {
			for _, name := range rcNames {
				if path := filepath.Join(dir, filepath.FromSlash(strings.ReplaceAll(p, "NAME", name))); dir != "" && !slices.Contains(out, path) {
					out = append(out, path)
				}
			}
		}
	}
	add(f.Etc, "NAME/config", "NAMErc")
	add(f.Home, ".config/NAME/config", ".config/NAME", ".NAME/config", ".NAMErc")
	for _, name := range rcNames {
		for dir := root; ; dir = filepath.Dir(dir) {
			path := filepath.Join(dir, "."+name+"rc")
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				if !slices.Contains(out, path) {
					out = append(out, path)
				}
				break
			}
			if filepath.Dir(dir) == dir {
				break
			}
		}
	}
	return out
}

// RCLayers reads the configuration files that apply to the project at root,
// lowest precedence first: those of the machine, of the user, the nearest
// .sailsrc and .frameworkrc in root or a parent folder, and RCFolders.Files.
func RCLayers(root string, folders RCFolders) ([]Layer, error) {
	var layers []Layer
	read := func(path string) error {
		text, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("reading the configuration: %w", err)
		}
		name := path
		if rel, err := filepath.Rel(root, path); err == nil && !strings.HasPrefix(rel, "..") {
			name = rel
		}
		values, err := parseRC(name, text)
		if err != nil {
			return err
		}
		layers = append(layers, Layer{Source: name, Values: values})
		return nil
	}
	for _, path := range folders.paths(root) {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue // it does not exist, or is a folder
		}
		if err := read(path); err != nil {
			return nil, err
		}
	}
	for _, path := range folders.Files {
		if err := read(path); err != nil {
			return nil, err
		}
	}
	return layers, nil
}

// ConfigVariables returns the files that the variables sails_config and
// framework_config name.
func ConfigVariables(environ []string) []string {
	var out []string
	for _, p := range envPrefixes {
		for _, kv := range environ {
			if path, ok := strings.CutPrefix(kv, p+"config="); ok && path != "" {
				out = append(out, path)
			}
		}
	}
	return out
}
