package resolve

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"deps.dev/util/semver"

	"framework/cmd/framework/install/manifest"
	"framework/engine/value"
)

// Document is what the registry says of a package: its versions and the names
// that some of them have.
type Document struct {
	Name     string
	Tags     map[string]string
	Versions map[string]*value.Map
}

// ReadDocument reads the registry's answer.
func ReadDocument(name string, text []byte) (*Document, error) {
	parsed, err := value.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("the registry's answer about %s: %w", name, err)
	}
	m, _ := parsed.(*value.Map)
	if m == nil {
		return nil, fmt.Errorf("the registry's answer about %s is no object", name)
	}
	d := &Document{Name: name, Tags: map[string]string{}, Versions: map[string]*value.Map{}}
	if tags, ok := m.Value("dist-tags").(*value.Map); ok {
		for tag, v := range tags.All() {
			if s, ok := v.(string); ok {
				d.Tags[tag] = s
			}
		}
	}
	if versions, ok := m.Value("versions").(*value.Map); ok {
		for v, entry := range versions.All() {
			if entry, ok := entry.(*value.Map); ok {
				d.Versions[v] = entry
			}
		}
	}
	return d, nil
}

// choose returns the version that npm takes for a spec: a preferred one, that of
// the tag latest if the range allows it, or the highest one, where those that are
// not deprecated and that run on this release of Node come first.
func (d *Document) choose(s Spec, preferred []string, node string) (*manifest.Manifest, error) {
	if s.Kind == Tag {
		if entry := d.Versions[d.Tags[s.Text]]; entry != nil {
			return manifest.Read(entry), nil
		}
		return nil, fmt.Errorf("%s has no tag %q; it has %s", d.Name, s.Text, d.known())
	}
	for _, v := range preferred {
		if entry := d.Versions[v]; entry != nil && s.allows(v) {
			return manifest.Read(entry), nil
		}
	}
	latest := d.Tags["latest"]
	if entry := d.Versions[latest]; entry != nil && (s.allows(latest) || s.Text == "*" || s.Text == "") {
		return manifest.Read(entry), nil
	}
	var best *manifest.Manifest
	rank := func(m *manifest.Manifest) int {
		r := 0
		if runsOn(m, node) {
			r += 2
		}
		if m.Deprecated == "" {
			r++
		}
		return r
	}
	for v, entry := range d.Versions {
		if !s.allows(v) {
			continue
		}
		m := manifest.Read(entry)
		if best == nil || rank(m) > rank(best) || rank(m) == rank(best) && semver.NPM.Compare(m.Version, best.Version) > 0 {
			best = m
		}
	}
	if best == nil {
		return nil, fmt.Errorf("no version of %s is within %q; the registry has %s", d.Name, s.Text, d.known())
	}
	return best, nil
}

// runsOn reports whether a package says that it runs on a release of Node.
func runsOn(m *manifest.Manifest, node string) bool {
	wanted := m.Engines["node"]
	if wanted == "" {
		return true
	}
	c, err := semver.NPM.ParseConstraint(wanted)
	return err != nil || c.Match(node)
}

// known are the highest versions, for messages.
func (d *Document) known() string {
	var all []string
	for v := range d.Versions {
		all = append(all, v)
	}
	if len(all) == 0 {
		return "none"
	}
	slices.SortFunc(all, func(a, b string) int { return semver.NPM.Compare(b, a) })
	if len(all) > 5 {
		all = append(all[:5], "…")
	}
	return strings.Join(all, ", ")
}

// Choose returns the version that would be taken for a spec of the registry.
func Choose(ctx context.Context, source Source, s Spec, node string) (*manifest.Manifest, error) {
	text, err := source.Document(ctx, s.Name)
	if err != nil {
		return nil, err
	}
	doc, err := ReadDocument(s.Name, text)
	if err != nil {
		return nil, err
	}
	return doc.choose(s, nil, node)
}
