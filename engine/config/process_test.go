package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/config"
	"framework/engine/value"
)

// TestProcessLayers: what wins over the files of a project, and in which order.
func TestProcessLayers(t *testing.T) {
	t.Parallel()
	root, named := t.TempDir(), filepath.Join(t.TempDir(), "named.json")
	for path, text := range map[string]string{filepath.Join(root, ".sailsrc"): `{"a":"rc","b":"rc","c":"rc","d":"rc"}`, named: `{"b":"named","c":"named","d":"named"}`} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := config.Process{
		Environ: []string{"sails_config=" + named, "sails_c=variable", "sails_d=variable"},
		Flags:   value.Of("d", "flag"),
	}
	layers, err := p.Layers(root, config.Options{})
	if err != nil {
		t.Fatal(err)
	}
	cfg := config.Merge(layers, config.Options{})
	for key, want := range map[string][2]string{
		"a": {"rc", ".sailsrc"}, "b": {"named", named}, "c": {"variable", "environment variables"}, "d": {"flag", "the command line"},
	} {
		if got, _ := cfg.Get(key); got != want[0] || cfg.Source(key) != want[1] {
			t.Errorf("%s is %v of %s, want %v", key, got, cfg.Source(key), want)
		}
	}
	p.RC.Files = []string{filepath.Join(root, "missing")}
	if _, err := p.Layers(root, config.Options{}); err == nil || !strings.Contains(err.Error(), "missing") {
		t.Errorf("a file that is missing: %v", err)
	}
	p = config.Process{Environ: []string{"sails_" + deepKey("a.") + "b=1"}}
	if layers, err := p.Layers(root, config.Options{}); !errors.Is(err, value.ErrDepth) || layers != nil {
		t.Errorf("a variable that is too deep: %v, %v", layers, err)
	}
}

func TestEnvironmentName(t *testing.T) {
	t.Parallel()
	layer := func(environment any) []config.Layer {
		return []config.Layer{{Source: "the test", Values: value.Of("environment", environment)}}
	}
	for name, tc := range map[string]struct {
		environ       []string
		layers, local []config.Layer
		want          string
	}{
		"nothing":                               {want: "development"},
		"local.js":                              {local: layer("staging"), want: "staging"},
		"local.js, which is no text":            {local: layer(true), want: "development"},
		"local.js, of which the first has none": {local: append(layer(""), layer("staging")...), want: "staging"},
		"NODE_ENV":                              {environ: []string{"NODE_ENV=production"}, local: layer("staging"), want: "production"},
		"NODE_ENV, the last one":                {environ: []string{"NODE_ENV=test", "NODE_ENV=production"}, want: "production"},
		"an empty NODE_ENV":                     {environ: []string{"NODE_ENV="}, local: layer("staging"), want: "staging"},
		"a layer":                               {environ: []string{"NODE_ENV=production"}, layers: layer("qa"), local: layer("staging"), want: "qa"},
		"a layer, which is no text":             {environ: []string{"NODE_ENV=production"}, layers: layer(value.New(0)), want: "production"},
		"another variable begins so":            {environ: []string{"NODE_ENVIRONMENT=production"}, want: "development"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := (config.Process{Environ: tc.environ}).EnvironmentName(config.Merge(tc.layers, config.Options{}), tc.local); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}
