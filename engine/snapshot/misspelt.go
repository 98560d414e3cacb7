package snapshot

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"framework/blueprints"
	"framework/engine/orm"
	"framework/engine/profile"
	"framework/engine/value"
)

// didYouMean is the end of a message about a name that nothing has.
func didYouMean(name string, candidates []string) string {
	if near := orm.Nearest(strings.ToLower(name), slices.Values(candidates)); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// unknownPolicies warns about rules for controllers and actions that do not
// exist: what they were meant to guard may be open.
func unknownPolicies(b *resolver) {
	warn := func(format string, args ...any) {
		b.warn("config/policies.js: " + fmt.Sprintf(format, args...))
	}
	if b.profile.Modern {
		actions := actionIdentities(b.controllers, b.orm)
		names := slices.Clone(actions)
		for _, identity := range actions {
			if controller, _ := splitIdentity(identity); controller != "" {
				names = append(names, controller+"/*")
			}
		}
		for _, key := range b.policies.Unused(append(actions, grantIdentity)) {
			warn("%q fits no action: it guards nothing%s", key, didYouMean(key, names))
		}
		return
	}
	var identities []string
	for _, c := range b.controllers {
		identities = append(identities, c.Identity)
	}
	for _, m := range b.orm.Models() {
		identities = append(identities, m.Identity)
	}
	for _, id := range b.policies.Controllers() {
		c := b.controller(id)
		if c == nil && b.orm.Model(id) == nil {
			warn("there is no controller or model %q: its policies guard nothing%s", id, didYouMean(id, identities))
			continue
		}
		var actions []string
		for _, name := range blueprints.ActionNames() {
			actions = append(actions, strings.ToLower(name))
		}
		actions = slices.AppendSeq(actions, maps.Keys(b.blueprints))
		if c != nil {
			for _, a := range c.Actions {
				actions = append(actions, strings.ToLower(a.Name))
			}
		}
		rules := b.policies.Actions(id)
		for _, action := range slices.Sorted(maps.Keys(rules)) {
			if !slices.Contains(actions, action) {
				warn("%s: there is no such action: the rule guards nothing%s", rules[action], didYouMean(action, actions))
			}
		}
	}
}

// The settings that there are. Others may be the project's own where they go
// into req.options: there only what looks like one of these is told.
var (
	corsWords = []string{"origin", "methods", "headers", "exposeHeaders", "credentials", "allowAnyOriginWithCredentialsUnsafe"}
	corsOlder = []string{"allRoutes", "securityLevel"}
	csrfWords = []string{"grantTokenViaAjax", "protectionEnabled", "origin", "route", "routesDisabled"}
	// modernCors are those of 1.x, which understands the older ones as well.
	modernCors     = []string{"allowOrigins", "allowCredentials", "allowRequestMethods", "allowRequestHeaders", "allowResponseHeaders"}
	blueprintWords = []string{
		"actions", "shortcuts", "rest", "index", "prefix", "restPrefix", "pluralize", "populate", "autoWatch", "mirror",
		"populateDepth", "defaultLimit", "model", "parseBlueprintOptions",
	}
	routeWords = []string{
		"controller", "action", "target", "fn", "view", "policy", "response", "blueprint", "model", "cors", "csrf", "skipAssets", "skipRegex", "locals",
		"associations", "populate", "populateDepth",
	}
)

// corsNames are the settings of cors.
func corsNames(release profile.Release, global bool) []string {
	names := corsWords
	if global {
		names = slices.Concat(names, corsOlder)
	}
	if release.Modern {
		names = slices.Concat(names, modernCors)
	}
	return names
}

// misspelt warns about keys that are none of names: about all of them where
// nothing else may stand there, else about those that look like one.
func (b *build) misspelt(where string, m *value.Map, names []string, closed bool) {
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
			b.warn(fmt.Sprintf("%s: %q is no setting; did you mean %q?", where, key, near))
		case closed:
			b.warn(fmt.Sprintf("%s: %q is no setting: it has no effect", where, key))
		}
	}
}

// misspeltSettings looks for typing errors in what guards routes, and in what
// says which routes there are.
func misspeltSettings(b *resolver) {
	object := func(key string) *value.Map {
		v, _ := b.cfg.Get(key)
		m, _ := v.(*value.Map)
		return m
	}
	prefix := ""
	if b.profile.Modern {
		prefix = "security."
		b.misspelt("config.security", object("security"), []string{"cors", "csrf"}, false)
	} else {
		b.misspelt("config.csrf", object("csrf"), csrfWords, true)
	}
	b.misspelt("config."+prefix+"cors", object(prefix+"cors"), corsNames(b.profile, true), true)
	b.misspelt("config.blueprints", object("blueprints"), blueprintWords, false)
	for _, c := range b.controllers {
		if c.Config != nil {
			b.misspelt(c.Rel+": _config", c.Config, blueprintWords, false)
		}
	}
}

// misspeltRoutes looks for typing errors in the keys of routes.
func misspeltRoutes(b *resolver, entries *value.Map) {
	for address, target := range entries.All() {
		misspeltTarget(b, "config/routes.js: "+fmt.Sprintf("%q", address), target)
	}
}

func misspeltTarget(b *resolver, where string, target any) {
	switch t := target.(type) {
	case []any:
		for _, each := range t {
			misspeltTarget(b, where, each)
		}
	case *value.Map:
		b.misspelt(where, t, routeWords, false)
		if own, ok := t.Value("cors").(*value.Map); ok {
			b.misspelt(where+": cors", own, corsNames(b.profile, false), true)
		}
		misspeltTarget(b, where, t.Value("target"))
	}
}
