package config

import "slices"

// HookOff reports whether the project switches a hook off: in its settings, or by a
// variable or flag, which are text.
func (c *Config) HookOff(name string) bool {
	v, _ := c.Get("hooks." + name)
	return v == false || v == "false" || c.off[name]
}

// SwitchedOff reports whether a hook of Sails itself is switched off where Sails reads
// that before it loads any hook, see SwitchOff. What files of the project's configuration
// say comes too late for these: such a project runs with the hook, and relies on it.
func (c *Config) SwitchedOff(name string) bool { return c.off[name] }

// SwitchOff switches those hooks off that the settings of the process (flags, variables,
// .sailsrc, what code passes to lift) set to false in hooks, or leave out of the list
// loadHooks.
func (c *Config) SwitchOff(process *Config, hooks []string) {
	v, _ := process.Get("loadHooks")
	listed, isList := v.([]any)
	c.off = map[string]bool{}
	for _, name := range hooks {
		if process.HookOff(name) || isList && !slices.Contains(listed, any(name)) {
			c.off[name] = true
		}
	}
}
