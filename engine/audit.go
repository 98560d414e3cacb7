package engine

import (
	"strings"

	"framework/router"
)

// Exposure is an action that a client can reach, and what stands in front.
type Exposure struct {
	Verb      string `json:"verb"` // "" for GET, PUT, POST, DELETE and PATCH
	Path      string `json:"path"`
	Transport string `json:"transport"` // "http" or "http, ws"
	Action    string `json:"action"`
	Family    string `json:"family"`
	Source    string `json:"source,omitempty"`
	// Policies are those in front, in order, those of routes first.
	Policies []string `json:"policies"`
	// Rule is the key of config/policies.js that decided, "" when none did.
	Rule string `json:"rule,omitempty"`
	// Guard is "policies"; "public" where a rule of the action or its
	// controller lets everybody in; else "none".
	Guard string `json:"guard"`
}

// The values of Exposure.Guard.
const (
	GuardedByPolicies = "policies"
	GuardedPublic     = "public"
	Unguarded         = "none"
)

// Audit lists the actions that clients can reach in the order in which they
// are matched: default ones, those of controllers and functions in routes.
// Views, redirects and files are no actions.
func (s *Snapshot) Audit() []Exposure {
	var out []Exposure
	var before []*router.Binding // policies of routes
	for _, b := range s.Table.Bindings() {
		if b.Guard == nil {
			if strings.HasPrefix(b.Target, routePolicy) {
				before = append(before, b)
			}
			continue
		}
		e := Exposure{
			Verb: b.Address.Verb, Path: b.Address.Path, Transport: s.transport(b.Address.Verb), Action: b.Target,
			Family: string(b.Family), Source: b.Source, Rule: b.Guard.Rule, Policies: []string{},
		}
		if e.Path == "" {
			e.Path = "r|" + b.Address.Regexp + "|"
		}
		for _, p := range before {
			if covers(p, b) {
				e.Policies = append(e.Policies, strings.TrimPrefix(p.Target, routePolicy))
			}
		}
		e.Policies = append(e.Policies, b.Guard.Policies...)
		switch {
		case len(e.Policies) > 0:
			e.Guard = GuardedByPolicies
		case e.Rule != "" && e.Rule != "*":
			e.Guard = GuardedPublic
		default:
			e.Guard = Unguarded
		}
		out = append(out, e)
	}
	return out
}

// covers reports whether every request that reaches b has passed the policy p,
// as far as their addresses show it: they are the same, or p has everything
// below a path that b begins with.
func covers(p, b *router.Binding) bool {
	if p.SkipAssets || p.Address.Regexp != b.Address.Regexp {
		return false
	}
	switch p.Address.Verb {
	case "ALL", b.Address.Verb:
	case "":
		// It listens to the verbs that projects use, and to no others.
		switch b.Address.Verb {
		case "GET", "PUT", "POST", "DELETE", "PATCH":
		default:
			return false
		}
	default:
		return false
	}
	// Literals match in any case.
	mine, other := strings.ToLower(p.Address.Path), strings.ToLower(b.Address.Path)
	below, all := strings.CutSuffix(mine, "/*")
	return mine == other || all && !strings.ContainsAny(below, ":*?(") && strings.HasPrefix(other, below+"/")
}

// routePolicy begins the names of targets that are policies.
const routePolicy = "policy "
