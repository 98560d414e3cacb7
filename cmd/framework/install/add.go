package install

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"framework/cmd/framework/install/manifest"
	"framework/cmd/framework/install/resolve"
	"framework/engine/value"
)

// add returns the text of package.json with the packages of the command line,
// and what it says then.
func (j *job) add(ctx context.Context, file string) ([]byte, *manifest.Manifest, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	m, err := manifest.Parse(file, text)
	if err != nil {
		return nil, nil, err
	}
	section, other := "dependencies", "devDependencies"
	if j.opts.Dev {
		section, other = other, section
	}
	list, _ := m.Value(section).(*value.Map)
	if list == nil {
		list = value.New(len(j.opts.Add))
	}
	for _, wanted := range j.opts.Add {
		name, text, err := j.wish(ctx, wanted)
		if err != nil {
			return nil, nil, err
		}
		list.Set(name, text)
		for _, section := range []string{other, "optionalDependencies"} {
			if elsewhere, ok := m.Value(section).(*value.Map); ok {
				elsewhere.Delete(name)
			}
		}
	}
	keys := slices.Sorted(slices.Values(list.Keys()))
	sorted := value.New(len(keys))
	for _, key := range keys {
		sorted.Set(key, list.Value(key))
	}
	m.Set(section, sorted)
	out := append(value.AppendIndent(nil, m, indentOf(text)), '\n')
	return out, manifest.Read(m), nil
}

// wish reads name, name@range, or what is not of the registry, and returns what
// package.json says then.
func (j *job) wish(ctx context.Context, wanted string) (name, text string, err error) {
	name = wanted
	if at := strings.IndexByte(wanted[1:], '@'); at >= 0 && !strings.Contains(wanted[:at+1], ":") {
		name, text = wanted[:at+1], wanted[at+2:]
	}
	if !packageName.MatchString(name) || strings.Count(name, "/") == 1 && name[0] != '@' {
		s := resolve.ParseSpec("", wanted)
		if s.Kind == resolve.Range || s.Kind == resolve.Tag || s.Kind == resolve.Unknown {
			return "", "", fmt.Errorf("%q is no name of a package", wanted)
		}
		found, err := j.Other(ctx, s)
		if err != nil {
			return "", "", fmt.Errorf("%s: %w", wanted, err)
		}
		if found.Link {
			wanted = "file:" + found.Resolved
		}
		return found.Manifest.Name, wanted, nil
	}
	s := resolve.ParseSpec(name, text)
	if s.Kind != resolve.Tag && text != "" { // as it is; a tag is what it stands for now
		return name, text, nil
	}
	m, err := resolve.Choose(ctx, j, s, j.opts.Node)
	if err != nil {
		return "", "", err
	}
	if j.opts.Exact || j.conf.Bool("save-exact", false) {
		return name, m.Version, nil
	}
	return name, "^" + m.Version, nil
}

var packageName = regexp.MustCompile(`^(@[\w.~-]+/)?[\w.~-]+$`)

// indentOf is what the first member of a file is indented by.
func indentOf(text []byte) string {
	for line := range bytes.Lines(text) {
		if rest := bytes.TrimLeft(line, " \t"); len(rest) < len(line) && len(rest) > 0 && rest[0] == '"' {
			return string(line[:len(line)-len(rest)])
		}
	}
	return "  "
}
