package warnings

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"framework/blueprints"
	"framework/engine/problem"
	"framework/engine/spelling"
	"framework/engine/value"
)

// UnknownPolicies warns about rules for controllers and actions that do not exist:
// what they were meant to guard may be open.
func (p *Project) UnknownPolicies() []problem.Problem { return p.Rules.policies(p) }

// policyProblem is one of a rule, by its key.
func (p *Project) policyProblem(key, what, hint string) problem.Problem {
	return p.Scripts.Locate(problem.In("config/policies.js", "%s", what).Advise(hint).Of(p.writtenPolicy(key)))
}

// writtenPolicy is a key of config.policies as it is written.
func (p *Project) writtenPolicy(key string) string {
	v, _ := p.Config.Get("policies")
	m, _ := v.(*value.Map)
	for _, written := range m.Keys() {
		if strings.EqualFold(written, key) || strings.EqualFold(written, key+"controller") {
			return written
		}
	}
	return key
}

func (classic) policies(p *Project) []problem.Problem {
	var out []problem.Problem
	var identities []string
	for _, c := range p.Controllers {
		identities = append(identities, c.Controller)
	}
	for _, m := range p.ORM.Models() {
		identities = append(identities, m.Identity)
	}
	for _, id := range p.Policies.Controllers() {
		c := p.controller(id)
		if c == nil && p.ORM.Model(id) == nil {
			out = append(out, p.policyProblem(id, fmt.Sprintf("there is no controller or model %q: its policies guard nothing", id), spelling.DidYouMean(id, identities)))
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
				_, key, _ := strings.Cut(rules[action], ".")
				out = append(out, p.policyProblem(key, rules[action]+": there is no such action: the rule guards nothing", spelling.DidYouMean(action, actions)))
			}
		}
	}
	return out
}

func (modern) policies(p *Project) []problem.Problem {
	var out []problem.Problem
	actions := p.Actions()
	names := slices.Clone(actions)
	for _, identity := range actions {
		if at := strings.LastIndexByte(identity, '/'); at > 0 {
			names = append(names, identity[:at]+"/*")
		}
	}
	for _, key := range p.Policies.Unused(slices.Concat(actions, p.ServerActions)) {
		out = append(out, p.policyProblem(key, fmt.Sprintf("%q fits no action: it guards nothing", key), spelling.DidYouMean(key, names)))
	}
	return out
}
