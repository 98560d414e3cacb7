package audit

import (
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/orm"
	"framework/engine/routes"
	"framework/router"
)

// Exposure is something that a client can reach, and what stands in front.
type Exposure struct {
	Verb      string `json:"verb"` // "" for GET, PUT, POST, DELETE and PATCH
	Path      string `json:"path"`
	Transport string `json:"transport"` // "http" or "http, ws"
	// Kind is "action", which functions in routes are as well, "view",
	// "redirect", "response", "middleware", "files", or "server" for what the
	// server answers by itself.
	Kind   string `json:"kind"`
	Action string `json:"action"`
	// Models are those whose records a default action is about.
	Models []string `json:"models,omitempty"`
	Family string   `json:"family"`
	Source string   `json:"source,omitempty"`
	// Policies are those in front of every request, in order, those of routes
	// first.
	Policies []string `json:"policies"`
	// Rule is the key of config/policies.js that decided, "" when none did.
	Rule string `json:"rule,omitempty"`
	// Guard is "policies"; "public" if a rule of the action or its controller
	// allows everybody; else "none".
	Guard string `json:"guard"`
}

// The values of Exposure.Guard.
const (
	GuardedByPolicies = "policies"
	GuardedPublic     = "public"
	Unguarded         = "none"
)

// Kinds of what can be reached: what runs the project's actions or touches
// records, and what the server answers by itself.
const (
	KindAction = "action"
	KindServer = "server"
)

// IsUnguardedAction reports whether nothing stands in front of an action.
func (e Exposure) IsUnguardedAction() bool { return e.Guard == Unguarded && e.Kind == KindAction }

// Report is what clients can reach. Its lists are not nil.
type Report struct {
	Ways   []Exposure `json:"ways"`
	Models []Reach    `json:"models"`
}

// Project is what an audit looks at. It is not changed.
type Project struct {
	Bindings []*router.Binding // in the order in which they are matched
	ORM      *orm.ORM
	// Root is the folder of the project, Assets are those of static files.
	Root   string
	Assets []string
	// Rules and Merge are those of the release.
	Rules Rules
	Merge router.OptionsMerge
	// Transport says over what requests of a verb come in: "http" or "http, ws".
	Transport func(verb string) string
	// Policies names the policies in front of a model's own action.
	Policies func(m *orm.Model, action string) []string
	// Middleware is that of the project, "router" and "www" among it, in its order.
	Middleware []string
	Depth      int  // of populate in requests
	Asked      bool // blueprints.associationPolicies
}

// Run lists everything that clients can reach, in the order in which it is
// asked, and what of the models they can reach that way. A policy counts only
// if every request has to pass it; where this cannot be determined, the route
// counts as unguarded.
func (p *Project) Run() Report {
	coverage := router.NewCoverage()
	var ways []Exposure
	var reach reachable
	var before []*router.Binding
	for _, b := range p.Bindings {
		if !strings.HasPrefix(b.Target, routes.PolicyTarget) {
			e := p.exposure(b)
			for _, earlier := range before {
				if strings.HasPrefix(earlier.Target, routes.PolicyTarget) && coverage.Covers(earlier, b) {
					e.Policies = append(e.Policies, strings.TrimPrefix(earlier.Target, routes.PolicyTarget))
				}
			}
			if b.Guard != nil {
				e.Policies = append(e.Policies, b.Guard.Policies...)
			}
			switch {
			case len(e.Policies) > 0:
				e.Guard = GuardedByPolicies
			case e.Rule != "" && e.Rule != "*":
				e.Guard = GuardedPublic
			}
			if b.Default != "" {
				for _, m := range p.modelsOf(b, before, coverage) {
					e.Models = append(e.Models, m.Identity)
					p.follow(&reach, b, m, e)
				}
			}
			ways = append(ways, e)
		}
		before = append(before, b)
	}
	return Report{Ways: append([]Exposure{}, p.aroundRoutes(ways)...), Models: append([]Reach{}, reach.sorted()...)}
}

func (p *Project) exposure(b *router.Binding) Exposure {
	e := Exposure{
		Verb: b.Address.Verb, Path: b.Address.Pattern(), Transport: p.Transport(b.Address.Verb), Kind: KindServer, Action: b.Target,
		Family: string(b.Family), Source: b.Source, Policies: []string{}, Guard: Unguarded,
	}
	word, _, _ := strings.Cut(b.Target, " ")
	switch {
	case b.Guard != nil:
		e.Kind, e.Rule = KindAction, b.Guard.Rule
	case word == "view" || word == "redirect" || word == "response":
		e.Kind = word
	}
	return e
}

// modelsOf are the models that a default action may be about: the one that its
// route names, and those that a route in front says instead.
func (p *Project) modelsOf(b *router.Binding, before []*router.Binding, coverage *router.Coverage) []*orm.Model {
	var out []*orm.Model
	add := func(from *router.Binding) bool {
		name, ok := p.Rules.model(from.Options)
		if m := p.ORM.Model(strings.ToLower(name)); ok && m != nil && !slices.Contains(out, m) {
			out = append(out, m)
		}
		return ok
	}
	own := add(b)
	if own && p.Merge == router.LaterWins {
		return out
	}
	for _, earlier := range before {
		if _, chosen := p.Rules.model(earlier.Options); chosen && mayPass(earlier) && coverage.Meet(earlier, b) {
			add(earlier)
		}
	}
	return out
}

// mayPass reports whether a request may come to what is behind a binding: views,
// redirects and default actions answer always.
func mayPass(b *router.Binding) bool {
	word, _, _ := strings.Cut(b.Target, " ")
	return b.Default == "" && word != "view" && word != "redirect"
}

// aroundRoutes adds what answers in front of the routes and behind them.
func (p *Project) aroundRoutes(ways []Exposure) []Exposure {
	var front, behind []Exposure
	routed := false
	add := func(e Exposure) {
		e.Transport, e.Policies, e.Guard = "http", []string{}, Unguarded
		if routed {
			e.Family = "behind the routes"
			behind = append(behind, e)
		} else {
			e.Family = "in front of the routes"
			front = append(front, e)
		}
	}
	for _, name := range p.Middleware {
		switch name {
		case "router":
			routed = true
		case "www":
			for _, dir := range p.Assets {
				add(Exposure{Verb: "GET", Path: "/*", Kind: "files", Action: "files of " + p.relative(dir)})
			}
		default:
			add(Exposure{Verb: "ALL", Path: "/*", Kind: "middleware", Action: "middleware " + name, Source: "config/http.js"})
		}
	}
	return slices.Concat(front, ways, behind)
}

// relative is a folder of the project as people write it.
func (p *Project) relative(dir string) string {
	if rel, err := filepath.Rel(p.Root, dir); err == nil {
		return filepath.ToSlash(rel)
	}
	return dir
}
