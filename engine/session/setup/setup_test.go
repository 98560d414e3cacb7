package setup_test

import (
	"slices"
	"testing"

	"framework/engine/config"
	"framework/engine/problem"
	"framework/engine/session/setup"
	"framework/engine/value"
)

func project(t *testing.T, rules setup.Rules, settings *value.Map) (p *setup.Project, warnings *[]problem.Problem) {
	t.Helper()
	warnings = new([]problem.Problem)
	layer := config.Layer{Source: "config", Values: settings}
	return &setup.Project{
		Config: config.Merge([]config.Layer{layer}, config.Options{}), Rules: rules, Shared: new(setup.Shared),
		Warn: func(more ...problem.Problem) { *warnings = append(*warnings, more...) },
	}, warnings
}

func TestSecrets(t *testing.T) {
	t.Parallel()
	off := value.Of("session", false)
	for name, tt := range map[string]struct {
		rules      setup.Rules
		settings   *value.Map
		production bool
		want       []string // nil for a random one
		warned     bool
		fails      bool
	}{
		"one":                         {setup.Modern(), value.Of("session", value.Of("secret", "a")), true, []string{"a"}, false, false},
		"several":                     {setup.Classic(), value.Of("session", value.Of("secret", []any{"a", "", "b"})), true, []string{"a", "b"}, false, false},
		"none":                        {setup.Modern(), value.New(0), false, nil, false, false},
		"classic, none in production": {setup.Classic(), value.New(0), true, nil, true, false},
		"modern, none in production":  {setup.Modern(), value.New(0), true, nil, false, true},
		"modern, without sessions":    {setup.Modern(), off, true, []string{}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, warnings := project(t, tt.rules, tt.settings)
			got, err := p.Secrets(tt.production)
			if (err != nil) != tt.fails || (len(*warnings) > 0) != tt.warned || tt.want != nil && !slices.Equal(got, tt.want) {
				t.Errorf("got %v %v %v", got, *warnings, err)
			}
			if again, _ := p.Secrets(tt.production); !slices.Equal(got, again) {
				t.Error("a secret does not outlive the version")
			}
		})
	}
}
