package config_test

import (
	"strings"
	"testing"

	"framework/engine/config"
	"framework/engine/value"
)

// TestHookOff: what Sails itself consists of is switched off by the settings of the process
// only, packages by files of the configuration as well. A switch without effect is reported.
func TestHookOff(t *testing.T) {
	hooks := config.Hooks{Core: []string{"views", "csrf", "userhooks"}, Installed: []string{"orm"}}
	none := value.New(0)
	for name, c := range map[string]struct {
		file, process *value.Map
		off           string   // names
		idle          []string // parts of the warnings
	}{
		"nothing":                    {none, none, "", nil},
		"the process, core":          {none, value.Of("hooks", value.Of("views", false)), "views", nil},
		"the process, text":          {none, value.Of("hooks", value.Of("views", "false", "orm", "false")), "views orm", nil},
		"the process, not false":     {none, value.Of("hooks", value.Of("views", nil, "orm", true)), "", nil},
		"a file, core":               {value.Of("hooks", value.Of("views", false)), none, "", []string{"config/a.js: hooks.views: false has no effect"}},
		"a file, a package":          {value.Of("hooks", value.Of("orm", false)), none, "orm", nil},
		"a file, a hook of theirs":   {value.Of("hooks", value.Of("mine", false)), none, "mine", nil},
		"both":                       {value.Of("hooks", value.Of("views", false)), value.Of("hooks", value.Of("views", false)), "views", nil},
		"the process overrides":      {value.Of("hooks", value.Of("views", false)), value.Of("hooks", value.Of("views", true)), "", nil},
		"loadHooks, the process":     {none, value.Of("loadHooks", []any{"views", "userhooks"}), "csrf orm", nil},
		"loadHooks, a file":          {value.Of("loadHooks", []any{"views", "userhooks"}), none, "orm", []string{"config/a.js: loadHooks has no effect on hooks of Sails itself (csrf is loaded)"}},
		"loadHooks, a file, all":     {value.Of("loadHooks", []any{"views", "userhooks", "csrf", "orm"}), none, "", nil},
		"a hook given by code":       {none, value.Of("loadHooks", []any{"orm"}, "hooks", value.Of("orm", value.New(0))), "views csrf userhooks", nil},
		"the hook that loads others": {none, value.Of("hooks", value.Of("userhooks", false)), "userhooks orm", nil},
	} {
		t.Run(name, func(t *testing.T) {
			process := config.Layer{Source: ".sailsrc", Values: c.process}
			cfg := config.Merge([]config.Layer{{Source: "config/a.js", Values: c.file}, process}, config.Options{ReplaceArrays: true})
			cfg.SwitchOff(config.Merge([]config.Layer{process}, config.Options{ReplaceArrays: true}), hooks)
			var off []string
			for _, name := range []string{"views", "csrf", "userhooks", "orm", "mine"} {
				if cfg.HookOff(name) {
					off = append(off, name)
				}
			}
			if got := strings.Join(off, " "); got != c.off {
				t.Errorf("off: %q, want %q", got, c.off)
			}
			idle := cfg.IdleSwitches()
			if len(idle) != len(c.idle) {
				t.Fatalf("warnings: %q, want %q", idle, c.idle)
			}
			for i, part := range c.idle {
				if !strings.Contains(idle[i].String(), part) || !strings.Contains(idle[i].Hint, ".sailsrc") {
					t.Errorf("warning %q, want %q and where it belongs", idle[i], part)
				}
			}
		})
	}
}
