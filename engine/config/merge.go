package config

import (
	"strings"

	"framework/engine/ordered"
)

// Layer is one source of configuration, later layers win.
type Layer struct {
	Source string // "config/blueprints.js", "PORT", "--port"
	Values *ordered.Map
	// GivesWay is for defaults: a list of a later layer replaces theirs, and an
	// object that a later layer adds to is that layer's.
	GivesWay bool
}

// Config is the merged configuration of a project. It is read-only after
// Merge.
type Config struct {
	Values  *ordered.Map
	sources map[string]string
}

// Options are the differences between the releases' merge rules.
type Options struct {
	// ReplaceArrays makes a later array replace an earlier one (1.x); without
	// it arrays merge index by index (0.x).
	ReplaceArrays bool
	// ParseVariables reads environment variables as JSON where they are (1.x);
	// without it they are text.
	ParseVariables bool
}

// Merge lays the layers over each other. Objects merge deeply; everything
// else of a later layer replaces what an earlier one had, undefined excepted.
func Merge(layers []Layer, opts Options) *Config {
	c := &Config{Values: ordered.New(32), sources: map[string]string{}}
	m := merger{opts: opts, sources: c.sources}
	for _, l := range layers {
		m.source = l.Source
		if l.GivesWay {
			m.weak = l.Source
		}
		m.into(c.Values, l.Values, "")
	}
	return c
}

type merger struct {
	opts    Options
	source  string
	weak    string // the layer that gives way
	sources map[string]string
}

// from notes that the value at path comes from the layer at hand, and tells
// whether what was there came from the one that gives way.
func (m *merger) from(path string) (gaveWay bool) {
	was, known := m.sources[path]
	m.sources[path] = m.source
	return known && was == m.weak
}

func (m *merger) into(dst, src *ordered.Map, path string) {
	for k, v := range src.All() {
		key := join(path, k)
		if _, undefined := v.(ordered.Undefined); undefined {
			continue
		}
		old, _ := dst.Get(k)
		dst.Set(k, m.value(old, v, key))
	}
}

func (m *merger) value(old, v any, path string) any {
	switch v := v.(type) {
	case *ordered.Map:
		into, ok := old.(*ordered.Map)
		if !ok {
			into = ordered.New(v.Len())
		}
		if !ok || m.sources[path] == m.weak {
			m.sources[path] = m.source
		}
		m.into(into, v, path)
		return into
	case []any:
		gaveWay := m.from(path)
		prev, ok := old.([]any)
		if !ok || gaveWay || m.opts.ReplaceArrays {
			prev = nil
		}
		out := make([]any, max(len(v), len(prev)))
		copy(out, prev)
		for i := range v {
			out[i] = m.value(out[i], v[i], path)
		}
		return out
	}
	m.from(path)
	return v
}

// Get returns the value at a dotted path.
func (c *Config) Get(path string) (any, bool) {
	var v any = c.Values
	for part := range strings.SplitSeq(path, ".") {
		m, ok := v.(*ordered.Map)
		if !ok {
			return nil, false
		}
		if v, ok = m.Get(part); !ok {
			return nil, false
		}
	}
	return v, true
}

// Source says which layer the value at path came from, "" when unknown. For a
// value inside an array it is the array's.
func (c *Config) Source(path string) string {
	for {
		if s, ok := c.sources[path]; ok {
			return s
		}
		i := strings.LastIndexByte(path, '.')
		if i < 0 {
			return ""
		}
		path = path[:i]
	}
}

// Expand turns a flat layer with dotted keys ("log.level") into nested maps.
func Expand(flat *ordered.Map) *ordered.Map {
	out := ordered.New(flat.Len())
	for k, v := range flat.All() {
		Set(out, k, v)
	}
	return out
}

// Set puts v at a dotted path of m, making the maps on the way.
func Set(m *ordered.Map, path string, v any) {
	parts := strings.Split(path, ".")
	for _, p := range parts[:len(parts)-1] {
		next, ok := m.Value(p).(*ordered.Map)
		if !ok {
			next = ordered.New(4)
			m.Set(p, next)
		}
		m = next
	}
	m.Set(parts[len(parts)-1], v)
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
