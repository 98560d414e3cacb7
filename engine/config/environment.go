package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"framework/engine/ordered"
)

// prefixes of environment variables that set configuration:
// sails_log__level=verbose is log.level.
var envPrefixes = []string{"sails_", "framework_"}

// FromEnvironment is the layer of variables such as sails_foo__bar=1.
func FromEnvironment(environ []string, opts Options) Layer {
	values := ordered.New(0)
	for _, kv := range environ {
		name, value, _ := strings.Cut(kv, "=")
		for _, p := range envPrefixes {
			if key, ok := strings.CutPrefix(name, p); ok && key != "" {
				Set(values, strings.ReplaceAll(key, "__", "."), opts.variable(value))
			}
		}
	}
	return Layer{Source: "environment variables", Values: values}
}

// variable is the value of an environment variable.
func (o Options) variable(text string) any {
	if o.ParseVariables {
		if v, err := ordered.Parse([]byte(text)); err == nil {
			return v
		}
	}
	return text
}

// RCLayers reads the .sailsrc files that apply to the project at root, lowest
// first: the user's, then the nearest one found upwards from the project.
func RCLayers(root, home string) ([]Layer, error) {
	var layers []Layer
	var tried []string
	if home != "" {
		tried = append(tried, filepath.Join(home, ".sailsrc"))
	}
	for dir := root; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, ".sailsrc")
		if _, err := os.Stat(path); err == nil {
			if len(tried) == 0 || tried[0] != path {
				tried = append(tried, path)
			}
			break
		}
		if filepath.Dir(dir) == dir {
			break
		}
	}
	for _, path := range tried {
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", path, err)
		}
		name := path
		if rel, err := filepath.Rel(root, path); err == nil && !strings.HasPrefix(rel, "..") {
			name = rel
		}
		values, err := parseRC(name, text)
		if err != nil {
			return nil, err
		}
		layers = append(layers, Layer{Source: name, Values: values})
	}
	return layers, nil
}

// parseRC reads JSON when the text begins with a brace, else lines of
// key = value under [section] headings.
func parseRC(shown string, text []byte) (*ordered.Map, error) {
	const format = "it is to be JSON, or lines of key = value"
	trimmed := strings.TrimSpace(string(text))
	if trimmed == "" {
		return ordered.New(0), nil
	}
	if strings.HasPrefix(trimmed, "{") {
		v, err := ordered.ParseFile(shown, text)
		if err != nil {
			return nil, err
		}
		m, ok := v.(*ordered.Map)
		if !ok {
			return nil, fmt.Errorf("%s: not a JSON object (%s)", shown, format)
		}
		return m, nil
	}
	out := ordered.New(4)
	section := ""
	for n, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == ';' || line[0] == '#':
			continue
		case line[0] == '[' && strings.HasSuffix(line, "]"):
			section = strings.Trim(line, "[]") + "."
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			return nil, fmt.Errorf("%s: line %d has no = (%s)", shown, n+1, format)
		}
		Set(out, section+strings.TrimSpace(key), scalar(strings.TrimSpace(value)))
	}
	return out, nil
}

// scalar reads the words that flags and rc files use for booleans.
func scalar(s string) any {
	switch s {
	case "true":
		return true
	case "false":
		return false
	}
	return strings.Trim(s, `"'`)
}
