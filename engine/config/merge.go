package config

import (
	"strings"

	"framework/engine/value"
)

// Layer is one source of configuration; later layers override earlier ones.
type Layer struct {
	Source string // "config/blueprints.js", "PORT", "--port"
	Values *value.Map
	// GivesWay is set for default values: a list of a later layer replaces theirs
	// instead of being merged with it, and the source of an object is the later
	// layer that adds to it.
	GivesWay bool
}

// Config is the merged configuration of a project. It is read-only after
// Merge.
type Config struct {
	Values  *value.Map
	sources map[string]string
	hooks   *switches // see SwitchOff
}

// Options are the differences between the merge rules of the releases.
type Options struct {
	// ReplaceArrays makes a later array replace an earlier one (1.x); without
	// it arrays merge index by index (0.x).
	ReplaceArrays bool
	// ParseVariables reads values of environment variables as JSON if they are
	// valid JSON (1.x); without it they are text.
	ParseVariables bool
}

// Merge merges the layers. Objects are merged deeply; any other value of a later
// layer, except undefined, replaces the earlier one.
func Merge(layers []Layer, opts Options) *Config {
	c := &Config{Values: value.New(32), sources: map[string]string{}}
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
	weak    string // name of the layer that gives way
	sources map[string]string
}

// from records that the value at path comes from the current layer, and reports
// whether the previous value came from a layer that gives way.
func (m *merger) from(path string) (gaveWay bool) {
	was := m.sources[path]
	m.sources[path] = m.source
	return was == m.weak
}

func (m *merger) into(dst, src *value.Map, path string) {
	for k, v := range src.All() {
		key := join(path, k)
		if _, undefined := v.(value.Undefined); undefined {
			continue
		}
		old, _ := dst.Get(k)
		dst.Set(k, m.value(old, v, key))
	}
}

func (m *merger) value(old, v any, path string) any {
	switch v := v.(type) {
	case *value.Map:
		into, ok := old.(*value.Map)
		if !ok {
			into = value.New(v.Len())
		}
		if !ok || m.sources[path] == m.weak {
			m.sources[path] = m.source
		}
		m.into(into, v, path)
		return into
	case []any:
		gaveWay := m.from(path)
		prev, _ := old.([]any)
		if gaveWay || m.opts.ReplaceArrays {
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
		m, ok := v.(*value.Map)
		if !ok {
			return nil, false
		}
		if v, ok = m.Get(part); !ok {
			return nil, false
		}
	}
	return v, true
}

// Source returns the layer that the value at path came from, empty if unknown.
// For a value in an array it is the source of the array.
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

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
