package warnings

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"framework/blueprints"
	"framework/engine/spelling"
)

// UnknownPolicies warns about rules for controllers and actions that do not exist:
// what they were meant to guard may be open.
func (p *Project) UnknownPolicies() []string {
	out := p.Rules.policies(p)
	for i := range out {
		out[i] = "config/policies.js: " + out[i]
	}
	return out
}

func (classic) policies(p *Project) []string {
	var out, identities []string
	warn := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, c := range p.Controllers {
		identities = append(identities, c.Controller)
	}
	for _, m := range p.ORM.Models() {
		identities = append(identities, m.Identity)
	}
	for _, id := range p.Policies.Controllers() {
		c := p.controller(id)
		if c == nil && p.ORM.Model(id) == nil {
			warn("there is no controller or model %q: its policies guard nothing%s", id, spelling.DidYouMean(id, identities))
			continue
		}
		var actions []string
		for _, name := range blueprints.ActionNames() {
			actions = append(actions, strings.ToLower(name))
		}
		actions = append(actions, p.Blueprints...)
		if c != nil {
			for _, a := range c.Actions {
				actions = append(actions, strings.ToLower(a.Name))
			}
		}
		rules := p.Policies.Actions(id)
		for _, action := range slices.Sorted(maps.Keys(rules)) {
			if !slices.Contains(actions, action) {
				warn("%s: there is no such action: the rule guards nothing%s", rules[action], spelling.DidYouMean(action, actions))
			}
		}
	}
	return out
}

func (modern) policies(p *Project) []string {
	var out []string
	actions := p.Actions()
	names := slices.Clone(actions)
	for _, identity := range actions {
		if at := strings.LastIndexByte(identity, '/'); at > 0 {
			names = append(names, identity[:at]+"/*")
		}
	}
	for _, key := range p.Policies.Unused(slices.Concat(actions, p.ServerActions)) {
		out = append(out, fmt.Sprintf("%q fits no action: it guards nothing%s", key, spelling.DidYouMean(key, names)))
	}
	return out
}
