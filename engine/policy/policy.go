package policy

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"framework/engine/spelling"
	"framework/engine/value"
)

// Step is one policy in front of an action.
type Step struct {
	// Name is the identity of a policy file, lower case; "" for the others.
	Name string
	// Deny refuses every request (the value false).
	Deny bool
	// Inline is a function written into config/policies.js, opaque here.
	Inline any
}

func (s Step) String() string {
	switch {
	case s.Deny:
		return "deny"
	case s.Inline != nil:
		return "inline function"
	}
	return s.Name
}

// Set answers which policies guard an action. Read-only after Compile.
type Set struct {
	fallback    []Step
	hasFallback bool
	controllers map[string]rules
	// paths are the rules of 1.x, by identities of actions and folders.
	paths map[string][]Step
	// inline are policies written into the configuration, by name.
	inline map[string]any
}

type rules struct {
	star    []Step
	hasStar bool
	actions map[string][]Step
	written map[string]string // the actions as they are written
}

// Error is a policy setting that cannot be used.
type Error struct {
	Key    string // "UserController.find"
	Source string
	Reason string
	Hint   string
}

func (e *Error) Error() string {
	msg := fmt.Sprintf("%s: policies of %s: %s", e.Source, e.Key, e.Reason)
	if e.Hint != "" {
		msg += " (" + e.Hint + ")"
	}
	return msg
}

// Setting is what the error is about.
func (e *Error) Setting() string { return "policies." + e.Key }

// Options say what exists.
type Options struct {
	Source string   // "config/policies.js"
	Names  []string // identities of the policy files, lower case
	// Function reports whether an opaque value is a function.
	Function func(v any) bool
	// Paths: keys are the identities of actions (1.x).
	Paths bool

	aloneOnly bool           // true and false stand alone in a list
	inline    map[string]any // policies written into the configuration
}

// Compile reads the classic shape of policies: for an action the single most
// specific value counts (action, then the controller's *, then the global *);
// they do not add up. All mistakes are reported at once.
//
// With Paths the keys are those of 1.x; see DecideAt.
func Compile(policies *value.Map, opts Options) (*Set, error) {
	if opts.Paths {
		return compilePaths(policies, opts)
	}
	s := &Set{controllers: map[string]rules{}}
	var errs []error
	read := func(key string, v any) []Step {
		steps, err := opts.steps(key, v)
		if err != nil {
			errs = append(errs, err)
		}
		return steps
	}
	for key, v := range policies.All() {
		if key == "*" {
			s.fallback, s.hasFallback = read("*", v), true
			continue
		}
		id := controllerIdentity(key)
		r := s.controllers[id]
		if r.actions == nil {
			r.actions, r.written = map[string][]Step{}, map[string]string{}
		}
		if m, ok := v.(*value.Map); ok {
			for action, v := range m.All() {
				steps := read(key+"."+action, v)
				if action == "*" {
					r.star, r.hasStar = steps, true
				} else {
					r.actions[strings.ToLower(action)] = steps
					r.written[strings.ToLower(action)] = key + "." + action
				}
			}
		} else {
			r.star, r.hasStar = read(key, v), true
		}
		s.controllers[id] = r
	}
	return s, errors.Join(errs...)
}

// controllerIdentity makes "user" of "UserController" and "user".
func controllerIdentity(key string) string {
	id := strings.ToLower(key)
	return strings.TrimSuffix(id, "controller")
}

func (o Options) steps(key string, v any) ([]Step, error) {
	fail := func(reason, hint string) ([]Step, error) {
		// A rule that cannot be read must not leave the action open.
		return []Step{{Deny: true}}, &Error{key, o.Source, reason, hint}
	}
	switch v := v.(type) {
	case nil, value.Undefined:
		if o.aloneOnly {
			return fail("the value is neither true, false, a policy's name, a function nor a list of them", "")
		}
		return []Step{{Deny: true}}, nil
	case bool:
		if v {
			return nil, nil
		}
		return []Step{{Deny: true}}, nil
	case string:
		name := strings.ToLower(strings.TrimSpace(v))
		if fn, ok := o.inline[name]; ok {
			return []Step{{Inline: fn}}, nil
		}
		if !slices.Contains(o.Names, name) {
			return fail(fmt.Sprintf("there is no policy %q%s", v, spelling.DidYouMean(name, o.Names)), fmt.Sprintf("let api/policies/%s.js export a function", v))
		}
		return []Step{{Name: name}}, nil
	case []any:
		var all []Step
		for _, item := range v {
			if on, alone := item.(bool); alone && o.aloneOnly && len(v) > 1 {
				return fail(fmt.Sprintf("%v stands in a list with others", on), "true and false are the only policy of an action")
			}
			steps, err := o.steps(key, item)
			if err != nil {
				return steps, err
			}
			for _, step := range steps {
				if o.aloneOnly && step.Name != "" && slices.ContainsFunc(all, func(s Step) bool { return s.Name == step.Name }) {
					continue // 1.x runs a policy once in front of an action
				}
				all = append(all, step)
			}
		}
		return all, nil
	}
	if o.Function != nil && o.Function(v) {
		return []Step{{Inline: v}}, nil
	}
	return fail("the value is neither true, false, a policy's name, a function nor a list of them", "")
}

// For returns the policies in front of an action, in order; none means that it
// is open.
func (s *Set) For(controller, action string) []Step {
	steps, _ := s.Decide(controller, action)
	return steps
}

// Decide is For with the rule that counts: "user.find", "user.*", "*", or ""
// when none does.
func (s *Set) Decide(controller, action string) (steps []Step, rule string) {
	if s.paths != nil {
		return s.DecideAt(strings.TrimPrefix(controller+"/"+action, "/"))
	}
	controller, action = strings.ToLower(controller), strings.ToLower(action)
	if r, ok := s.controllers[controller]; ok {
		if steps, ok := r.actions[action]; ok {
			return steps, controller + "." + action
		}
		if r.hasStar {
			return r.star, controller + ".*"
		}
	}
	if s.hasFallback {
		return s.fallback, "*"
	}
	return nil, ""
}

// Named is the policy of that name, for what names one outside of the
// configuration of policies.
func (s *Set) Named(name string) Step {
	name = strings.ToLower(strings.TrimSpace(name))
	if fn, ok := s.inline[name]; ok {
		return Step{Inline: fn}
	}
	return Step{Name: name}
}

// Actions are the actions of a controller that there are rules for, each with
// its rule as it is written.
func (s *Set) Actions(controller string) map[string]string { return s.controllers[controller].written }

// Controllers are the identities that there are rules for, sorted.
func (s *Set) Controllers() []string { return slices.Sorted(maps.Keys(s.controllers)) }
