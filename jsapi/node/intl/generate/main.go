// Command generate writes cldr.bin, the tables of package intl, from the JSON packages of
// CLDR. Install these in a folder and name it:
//
//	npm install cldr-core@48.0.0 cldr-numbers-full@48.0.0 cldr-dates-full@48.0.0 \
//	    cldr-units-full@48.0.0 cldr-localenames-full@48.0.0 cldr-misc-full@48.0.0 cldr-bcp47@48.2.0
//	go run ./jsapi/node/intl/generate node_modules jsapi/node/intl/cldr.bin
//
// The release must be the one of the Node that is followed: process.versions.cldr.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"framework/jsapi/node/intl/archive"
)

// languages are the languages whose locales are written, with all regions and scripts.
const languages = `af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy
id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl nn no pa pl ps pt ro ru si sk sl sq sr sv sw
ta te th tr uk ur uz vi zh zu`

// left are locales of these languages that Node does not have, or that have hardly any texts.
var left = []string{
	"en-Dsrt", "en-Shaw", "en-Dsrt-US", "en-Shaw-GB", "mn-Mong", "mn-Mong-MN", "mn-Mong-CN", "hi-Latn", "hi-Latn-IN",
	"ms-Arab", "ms-Arab-BN", "kk-Arab", "zh-Latn", "zh-Latn-CN", "be-tarask", "ca-ES-valencia", "el-polyton",
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: generate <node_modules> <file to write>")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(root, out string) error {
	c := &cldr{root: root}
	var available struct {
		AvailableLocales struct{ Full []string }
	}
	c.decode("cldr-core/availableLocales.json", &available)
	var parents map[string]string
	c.pick("cldr-core/supplemental/parentLocales.json", &parents, "supplemental", "parentLocales", "parentLocale")
	wanted := strings.Fields(languages)
	var sources []archive.Source
	for _, locale := range available.AvailableLocales.Full {
		language, _, _ := strings.Cut(locale, "-")
		if !slices.Contains(wanted, language) || slices.Contains(left, locale) {
			continue
		}
		parent := parentOf(locale, parents)
		for _, s := range c.locale(locale) {
			s.Parent = parent
			sources = append(sources, s)
		}
	}
	sources = append(sources, c.shared(wanted)...)
	sources = append(sources, archive.Source{Table: "number", Language: "und", Values: c.rootNumbers()})
	if c.err != nil {
		return c.err
	}
	data, err := archive.Write(sources)
	if err != nil {
		return err
	}
	sizes := map[string]int{}
	for _, s := range sources {
		for k, v := range s.Values {
			if s.Parent == "" {
				sizes[s.Table] += len(k) + len(v)
			}
		}
	}
	fmt.Println(len(sources), "tables,", len(data), "bytes; uncompressed:", sizes)
	return os.WriteFile(out, data, 0o644)
}

// parentOf returns the locale from which another one inherits, empty for the root.
func parentOf(locale string, parents map[string]string) string {
	if p, ok := parents[locale]; ok {
		if p == "root" || p == "und" {
			return ""
		}
		return p
	}
	at := strings.LastIndexByte(locale, '-')
	if at < 0 {
		return ""
	}
	return locale[:at]
}

// cldr reads the JSON files; the first error stays in err.
type cldr struct {
	root string
	err  error
}

func (c *cldr) decode(path string, to any) {
	if c.err != nil {
		return
	}
	data, err := os.ReadFile(filepath.Join(c.root, path))
	if err == nil {
		err = json.Unmarshal(data, to)
	}
	if err != nil {
		c.err = fmt.Errorf("%s: %w", path, err)
	}
}

// pick decodes the part of a file that a path of keys leads to.
func (c *cldr) pick(path string, to any, keys ...string) {
	var v json.RawMessage
	c.decode(path, &v)
	for _, k := range keys {
		if c.err != nil {
			return
		}
		var m map[string]json.RawMessage
		if err := json.Unmarshal(v, &m); err != nil {
			c.err = fmt.Errorf("%s: %s: %w", path, k, err)
			return
		}
		v = m[k]
	}
	if c.err == nil {
		if err := json.Unmarshal(v, to); err != nil {
			c.err = fmt.Errorf("%s: %v: %w", path, keys, err)
		}
	}
}

// flat returns the texts below a part of a file, by their path with slashes.
func (c *cldr) flat(path string, keys ...string) map[string]string {
	var v any
	c.pick(path, &v, keys...)
	out := map[string]string{}
	flatten("", v, out)
	return out
}

func flatten(prefix string, v any, out map[string]string) {
	switch v := v.(type) {
	case string:
		out[prefix] = v
	case map[string]any:
		for k, sub := range v {
			if prefix != "" {
				k = prefix + "/" + k
			}
			flatten(k, sub, out)
		}
	case []any:
		for i, sub := range v {
			flatten(fmt.Sprintf("%s/%d", prefix, i), sub, out)
		}
	}
}
