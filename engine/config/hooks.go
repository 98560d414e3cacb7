package config

import (
	"fmt"
	"slices"

	"framework/engine/problem"
)

// loaderHook is the hook of Sails that loads those of the project and of packages.
const loaderHook = "userhooks"

// Hooks are the names of the hooks of a release: Core are part of Sails itself, Installed
// are packages whose features the server has too.
type Hooks struct{ Core, Installed []string }

// switches is what is known about the hooks of a release, see SwitchOff.
type switches struct {
	Hooks
	off map[string]bool // core hooks
}

// HookOff reports whether a hook is switched off. Before SwitchOff it is what the settings say.
func (c *Config) HookOff(name string) bool {
	if c.hooks == nil {
		return c.saysOff(name)
	}
	if slices.Contains(c.hooks.Core, name) {
		return c.hooks.off[name]
	}
	if !slices.Contains(c.hooks.Installed, name) {
		return c.saysOff(name)
	}
	return c.hooks.off[loaderHook] && !c.given(name) || c.saysOff(name) || c.unlisted(name)
}

// saysOff reports whether a setting is false, or the text "false" of a variable or flag.
func (c *Config) saysOff(name string) bool {
	v, _ := c.Get("hooks." + name)
	return v == false || v == "false"
}

// given reports whether the settings have the hook itself, which then needs no loader.
func (c *Config) given(name string) bool {
	switch v, _ := c.Get("hooks." + name); v.(type) {
	case nil, bool, string:
		return false
	}
	return true
}

// unlisted reports whether loadHooks is a list without that name.
func (c *Config) unlisted(name string) bool {
	v, _ := c.Get("loadHooks")
	listed, isList := v.([]any)
	return isList && !slices.Contains(listed, any(name))
}

// SwitchOff decides which hooks are switched off. Those of Sails itself are if the settings of
// the process (flags, variables, .sailsrc, what code passes to lift) set them to false in hooks,
// or leave them out of the list loadHooks: Sails reads that before it loads any hook. What files
// of the project's configuration say comes too late for these: such a project runs with the hook,
// and relies on it. For hooks that are packages the files count as well.
func (c *Config) SwitchOff(process *Config, hooks Hooks) {
	s := &switches{hooks, map[string]bool{}}
	for _, name := range hooks.Core {
		s.off[name] = process.saysOff(name) || process.unlisted(name)
	}
	c.hooks = s
}

// IdleSwitches are warnings about hooks of Sails itself that files of the configuration
// switch off, which has no effect.
func (c *Config) IdleSwitches() []problem.Problem {
	if c.hooks == nil {
		return nil
	}
	var out []problem.Problem
	for _, name := range c.hooks.Core {
		if !c.saysOff(name) || c.HookOff(name) {
			continue
		}
		out = append(out, problem.In(c.Source("hooks."+name), "hooks.%s: false has no effect, because Sails loads its own hooks before it reads this file", name).
			Advise(fmt.Sprintf(`write "hooks": {"%s": false} into .sailsrc, or set the variable sails_hooks__%s to false`, name, name)).Of(name))
	}
	if i := slices.IndexFunc(c.hooks.Core, func(name string) bool { return c.unlisted(name) && !c.HookOff(name) }); i >= 0 {
		out = append(out, problem.In(c.Source("loadHooks"), "loadHooks has no effect on hooks of Sails itself (%s is loaded), because Sails loads them before it reads this file",
			c.hooks.Core[i]).Advise("write it into .sailsrc").Of("loadHooks"))
	}
	return out
}
