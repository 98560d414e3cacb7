package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// module is a module that is in the program.
type module struct {
	Path, Version, Sum string
	// texts are its licences and notices, by the names of their files.
	texts    map[string]string
	licences []string // SPDX, as far as their texts are known
}

// modules are those of a program, with their licences.
func modules(program string) ([]module, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	var out []module
	for _, dep := range info.Deps {
		m := module{Path: dep.Path, Version: dep.Version, Sum: dep.Sum, texts: map[string]string{}}
		dir, err := exec.Command("go", "mod", "download", "-json", dep.Path+"@"+dep.Version).Output()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dep.Path, err)
		}
		var at struct{ Dir string }
		if err := json.Unmarshal(dir, &at); err != nil {
			return nil, err
		}
		if err := m.read(at.Dir); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	text, err := os.ReadFile(filepath.Join(goroot(), "LICENSE"))
	if err != nil {
		return nil, err
	}
	std := module{Path: "std", Version: info.GoVersion, texts: map[string]string{"LICENSE": string(text)}, licences: licences(string(text))}
	return append([]module{std}, out...), nil
}

func goroot() string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|copyright)([.-].*)?$`)

// read finds the licences of a module. One without any is an error: nobody could say
// under which conditions it is handed on.
func (m *module) read(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() || !licenceFile.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		m.texts[e.Name()] = string(text)
		m.licences = append(m.licences, licences(string(text))...)
	}
	if len(m.texts) == 0 {
		return fmt.Errorf("%s@%s has no file with a licence", m.Path, m.Version)
	}
	slices.Sort(m.licences)
	m.licences = slices.Compact(m.licences)
	return nil
}

// licences are the licences that a text has, by their words.
func licences(text string) []string {
	plain := strings.Join(strings.Fields(text), " ")
	var out []string
	for _, l := range []struct{ id, words string }{
		{"Apache-2.0", "Apache License, Version 2.0"}, {"Apache-2.0", "Apache License Version 2.0"},
		{"MPL-2.0", "Mozilla Public License Version 2.0"}, {"MPL-2.0", "Mozilla Public License, version 2.0"},
		{"MIT", "Permission is hereby granted, free of charge"}, {"ISC", "Permission to use, copy, modify, and/or distribute this software"},
		{"ISC", "Permission to use, copy, modify, and distribute this software"},
		{"BSD-3-Clause", "endorse or promote products derived from this software"},
	} {
		if strings.Contains(plain, l.words) {
			out = append(out, l.id)
		}
	}
	if len(out) == 0 && strings.Contains(plain, "Redistributions in binary form must reproduce") {
		out = append(out, "BSD-2-Clause")
	}
	return out
}

// notices are the licences of all modules in one text.
func notices(mods []module) ([]byte, error) {
	var out strings.Builder
	out.WriteString("framework contains these modules, under the conditions that follow each name.\n")
	for _, m := range mods {
		fmt.Fprintf(&out, "\n%s\n%s %s\n%[1]s\n", strings.Repeat("=", 80), m.Path, m.Version)
		names := make([]string, 0, len(m.texts))
		for name := range m.texts {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			fmt.Fprintf(&out, "\n%s\n\n%s\n", name, strings.TrimSpace(strings.ReplaceAll(m.texts[name], "\r\n", "\n")))
		}
	}
	return []byte(out.String()), nil
}

// bill is the list of what is inside, in the format of CycloneDX.
func bill(version string, mods []module) ([]byte, error) {
	type licence struct {
		Licence map[string]string `json:"license"`
	}
	type component struct {
		Type     string              `json:"type"`
		Ref      string              `json:"bom-ref"`
		Name     string              `json:"name"`
		Version  string              `json:"version"`
		PURL     string              `json:"purl"`
		Licences []licence           `json:"licenses,omitempty"`
		Props    []map[string]string `json:"properties,omitempty"`
	}
	list := []component{}
	for _, m := range mods {
		purl := "pkg:golang/" + m.Path + "@" + m.Version
		c := component{Type: "library", Ref: purl, Name: m.Path, Version: m.Version, PURL: purl}
		for _, id := range m.licences {
			c.Licences = append(c.Licences, licence{map[string]string{"id": id}})
		}
		if m.Sum != "" {
			c.Props = []map[string]string{{"name": "go:sum", "value": m.Sum}}
		}
		list = append(list, c)
	}
	return json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata":   map[string]any{"component": map[string]string{"type": "application", "name": "framework", "version": version, "bom-ref": "framework@" + version}},
		"components": list,
	}, "", " ")
}
