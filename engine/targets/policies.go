package targets

import (
	"fmt"
	"maps"
	"net/http"
	"slices"

	"framework/engine/httpd"
	"framework/engine/observe"
	"framework/engine/orm"
	"framework/engine/policy"
	"framework/engine/project"
	"framework/engine/response"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/shim"
	"framework/router"
)

// Call makes a handler of a function (req, res, next) of the project.
type Call func(fn jsapi.Function, info shim.Info) router.Handler

// PolicyOptions configure Policies.
type PolicyOptions struct {
	Switches    Switches
	Rules       *value.Map                // config/policies.js
	Functions   map[string]jsapi.Function // by the identities of their files
	Files       []project.File            // those that there are
	Controllers *Controllers
	Answers     *response.Set
	Call        Call
	// Off: the hook policies is switched off, so that no policy runs and none is missed.
	Off bool
}

// Policies put policies in front of actions. Safe for concurrent use.
type Policies struct {
	opts PolicyOptions
	set  *policy.Set
}

// NewPolicies reads config/policies.js.
func NewPolicies(opts PolicyOptions) (*Policies, error) {
	if opts.Off {
		opts.Rules = value.New(0)
	}
	set, err := policy.Compile(opts.Rules, policy.Options{
		Source: "config/policies.js", Names: slices.Sorted(maps.Keys(opts.Functions)), Function: app.Function, Paths: opts.Switches.PolicyPaths,
	})
	return &Policies{opts: opts, set: set}, err
}

// Set are the rules of config/policies.js.
func (p *Policies) Set() *policy.Set { return p.set }

// Guard puts the policies of an action in front of a handler. A guard without
// policies leaves the handler as it is.
func (p *Policies) Guard(controller, action string, h router.Handler) (router.Handler, *router.Guard) {
	steps, rule := p.set.Decide(controller, action)
	before := p.before(controller, action)
	guard := &router.Guard{Rule: rule, Policies: names(steps, before)}
	front := make([]router.Handler, 0, len(guard.Policies)+1)
	for _, step := range steps {
		each, err := p.step(step)
		if err != nil {
			// Compile has checked the names: this is a defect of the server.
			each = router.HandlerFunc(func(*router.Exchange) (router.Verdict, error) { return router.Answered, err })
		}
		front = append(front, each)
	}
	for _, fn := range before {
		front = append(front, p.opts.Call(fn, shim.Info{Action: action, Source: "registerActionMiddleware", Kind: "policy"}))
	}
	if len(front) == 0 {
		return h, guard
	}
	guard.Front = httpd.Chain(slices.Clone(front)...)
	return httpd.Chain(append(front, h)...), guard
}

// step is the handler of one policy.
func (p *Policies) step(step policy.Step) (router.Handler, error) {
	if p.opts.Off {
		return router.HandlerFunc(func(*router.Exchange) (router.Verdict, error) { return router.Pass, nil }), nil
	}
	if step.Deny {
		answers, plainly := p.opts.Answers, p.opts.Switches.DenyPlainly
		return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
			x.Record.Step(observe.Policy, router.Denied, "config/policies.js")
			if plainly {
				return router.Answered, answers.WriteStatus(x, http.StatusForbidden)
			}
			return answers.Respond(x, "forbidden", value.Undefined{})
		}), nil
	}
	fn, source := p.opts.Functions[step.Name], "policy "+step.Name
	if i := slices.IndexFunc(p.opts.Files, func(f project.File) bool { return f.Identity == step.Name }); i >= 0 {
		source = p.opts.Files[i].Rel
	}
	if step.Inline != nil {
		fn, _ = app.Callable(step.Inline)
		source = "config/policies.js"
	}
	if fn == nil {
		return nil, fmt.Errorf("there is no policy %q", step.Name)
	}
	return p.opts.Call(fn, shim.Info{Action: step.String(), Source: source, Kind: "policy"}), nil
}

// Of names the policies in front of an action of a model, which are those of the
// controller that serves it.
func (p *Policies) Of(m *orm.Model, action string) []string {
	controller := p.opts.Controllers.serving(m.Identity)
	steps, _ := p.set.Decide(controller, action)
	return names(steps, p.before(controller, action))
}

// before are the functions of registerActionMiddleware for an action.
func (p *Policies) before(controller, action string) []jsapi.Function {
	return p.opts.Controllers.before[joinIdentity(controller, action)]
}

// names are the names of the policies and functions in front of an action, for
// people.
func names(steps []policy.Step, before []jsapi.Function) []string {
	var out []string
	for _, step := range steps {
		out = append(out, step.String())
	}
	for range before {
		out = append(out, "action middleware")
	}
	return out
}
