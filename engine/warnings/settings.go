package warnings

import (
	"fmt"
	"slices"
	"strings"

	"framework/blueprints"
	"framework/engine/orm"
	"framework/engine/routes"
	"framework/engine/value"
)

// routeNames are the keys of a route in config/routes.js. Others may be options of the
// project's own, as in config.blueprints: only what looks like one of these is reported.
func routeNames() []string {
	return slices.Concat(routes.TargetNames(), blueprints.RouteSettingNames(), routes.OptionNames())
}

// MisspeltSettings warns about typing errors in the settings that guard routes,
// and in those that decide which routes there are.
func (p *Project) MisspeltSettings() []string {
	var out []string
	names := blueprints.SettingNames()
	for _, s := range append(p.Rules.sections(), section{"blueprints", names, false}) {
		v, _ := p.Config.Get(s.path)
		m, _ := v.(*value.Map)
		out = append(out, misspelt("config."+s.path, m, s.names, s.closed)...)
	}
	for _, c := range p.Controllers {
		out = append(out, misspelt(c.Source+": _config", c.Config, names, false)...)
	}
	return out
}

// MisspeltRoutes warns about typing errors in the keys of config/routes.js.
func (p *Project) MisspeltRoutes(entries *value.Map) []string {
	var out []string
	for address, target := range entries.All() {
		out = append(out, p.misspeltTarget(fmt.Sprintf("config/routes.js: %q", address), target)...)
	}
	return out
}

func (p *Project) misspeltTarget(where string, target any) []string {
	var out []string
	switch t := target.(type) {
	case []any:
		for _, each := range t {
			out = append(out, p.misspeltTarget(where, each)...)
		}
	case *value.Map:
		out = misspelt(where, t, routeNames(), false)
		if own, ok := t.Value("cors").(*value.Map); ok {
			out = append(out, misspelt(where+": cors", own, p.Rules.routeCORS(), true)...)
		}
		out = append(out, p.misspeltTarget(where, t.Value("target"))...)
	}
	return out
}

// misspelt warns about keys that are none of names: about all of them where
// nothing else may stand there, else about those that look like one.
func misspelt(where string, m *value.Map, names []string, closed bool) []string {
	var out []string
	for key := range m.All() {
		if slices.Contains(names, key) {
			continue
		}
		// Case alone is a typing error as well.
		near := ""
		for _, name := range names {
			if strings.EqualFold(name, key) {
				near = name
			}
		}
		if near == "" && (closed || len(key) > 4) {
			near = orm.Nearest(key, slices.Values(names))
		}
		switch {
		case near != "":
			out = append(out, fmt.Sprintf("%s: %q is no setting; did you mean %q?", where, key, near))
		case closed:
			out = append(out, fmt.Sprintf("%s: %q is no setting: it has no effect", where, key))
		}
	}
	return out
}
