package warnings

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"framework/blueprints"
	"framework/engine/problem"
	"framework/engine/routes"
	"framework/engine/spelling"
	"framework/engine/value"
	"framework/router"
)

const setting = "setting"

// routeNames are the keys of a route in config/routes.js. Others may be options of the
// project's own, as in config.blueprints: only what looks like one of these is reported.
func routeNames() vocabulary {
	return vocabularyOf(routes.TargetNames(), blueprints.RouteSettingNames(), routes.OptionNames())
}

// MisspeltSettings warns about typing errors in the keys of the configuration, wherever
// they were set.
func (p *Project) MisspeltSettings() []problem.Problem {
	s := &speller{Scripts: p.Scripts}
	known := knownSettings()
	for _, sec := range p.Rules.sections() { // these know their release
		known[sec.path] = sec.names
	}
	for _, path := range slices.Sorted(maps.Keys(known)) {
		names := vocabularyOf(known[path])
		closed := slices.ContainsFunc(p.Rules.sections(), func(sec section) bool { return sec.path == path && sec.closed })
		for _, at := range p.paths(path) {
			p.checkSettings(s, at, names, closed)
		}
	}
	return s.out
}

// MisspeltControllers warns about typing errors in the _config of controllers.
func (p *Project) MisspeltControllers() []problem.Problem {
	s := &speller{Scripts: p.Scripts}
	known := vocabularyOf(blueprints.SettingNames())
	for _, c := range p.Controllers {
		s.check(object{file: c.Source, what: "_config", noun: setting, keys: c.Config.Keys(), known: known})
	}
	return s.out
}

// paths are those of the objects that a path with stars stands for.
func (p *Project) paths(path string) []string {
	before, _, ok := strings.Cut(path, ".*")
	if !ok {
		return []string{path}
	}
	var out []string
	all, _ := p.Config.Get(before)
	m, _ := all.(*value.Map)
	for _, name := range m.Keys() {
		out = append(out, before+"."+name)
	}
	return out
}

// checkSettings checks the members of an object of the configuration, each in the file
// that it comes from.
func (p *Project) checkSettings(s *speller, path string, known vocabulary, closed bool) {
	m, what, prefix := p.Config.Values, "config", ""
	if path != "" {
		v, _ := p.Config.Get(path)
		m, _ = v.(*value.Map)
		what, prefix = "config."+path, path+"."
	}
	for _, key := range m.Keys() {
		o := object{what: what, noun: setting, keys: []string{key}, known: known, closed: closed}
		if from := p.Config.Source(prefix + key); strings.Contains(from, "/") {
			o.file = from
		} else if from != "" && from != "config" {
			o.what = from + ": " + what
		}
		s.check(o)
	}
}

// MisspeltRoutes warns about typing errors in the keys of config/routes.js.
func (p *Project) MisspeltRoutes(entries *value.Map) []problem.Problem {
	s, known := &speller{Scripts: p.Scripts}, routeNames()
	for address, target := range entries.All() {
		route := object{file: p.routesFile(address), what: fmt.Sprintf("%q", address), noun: setting, known: known}
		p.misspeltVerb(s, route, address)
		p.misspeltTarget(s, route, target)
	}
	return s.out
}

func (p *Project) routesFile(address string) string {
	if file := p.Config.Source("routes." + address); strings.Contains(file, "/") {
		return file
	}
	return "config/routes.js"
}

// misspeltVerb warns about an address that begins with a word that is no verb: Sails takes
// it for a part of the path, so that no request matches.
func (p *Project) misspeltVerb(s *speller, route object, address string) {
	verb, path, ok := strings.Cut(strings.TrimSpace(address), " ")
	if !ok || !strings.HasPrefix(strings.TrimSpace(path), "/") || strings.ContainsAny(verb, "/|:*") || slices.Contains(router.Verbs(), strings.ToUpper(verb)) {
		return
	}
	s.add(route, address, fmt.Sprintf("%q is no verb, so no request matches", verb), spelling.DidYouMean(verb, router.Verbs()))
}

func (p *Project) misspeltTarget(s *speller, route object, target any) {
	switch t := target.(type) {
	case []any:
		for _, each := range t {
			p.misspeltTarget(s, route, each)
		}
	case *value.Map:
		route.keys = t.Keys()
		s.check(route)
		if own, ok := t.Value("cors").(*value.Map); ok {
			s.check(object{file: route.file, what: route.what + ": cors", noun: setting, keys: own.Keys(), known: vocabularyOf(p.Rules.routeCORS()), closed: true})
		}
		p.misspeltTarget(s, route, t.Value("target"))
	}
}
