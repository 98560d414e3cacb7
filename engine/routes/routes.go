package routes

import (
	"errors"
	"fmt"
	"strings"

	"framework/engine/ordered"
	"framework/router"
)

// Target is what a route entry leads to.
type Target struct {
	Handler router.Handler
	// Name says it in words: "pet.find", "view homepage".
	Name string
	// Options become req.options, under the entry's own keys.
	Options *ordered.Map
	Script  []string // see router.Binding
	Guard   *router.Guard
	Source  string
}

// Resolver makes handlers of what entries name. An error says why an entry is
// to be ignored, unless it is a FatalError.
type Resolver interface {
	// Action is the action of a controller, behind its policies.
	Action(controller, action string, options *ordered.Map) (Target, error)
	// Blueprint is a default or custom blueprint action, behind the policies
	// of the model's controller. The model may be "", then path says which.
	Blueprint(name, model, path string, options *ordered.Map) (Target, error)
	// Function is a function written into the configuration.
	Function(v any, options *ordered.Map) (Target, bool)
	Policy(name string, options *ordered.Map) (Target, error)
	Response(name string) (Target, error)
	View(name string, options *ordered.Map) (Target, error)
	Redirect(url string) Target
}

// FatalError is an entry that stops the lift.
type FatalError struct{ Err error }

func (e *FatalError) Error() string { return e.Err.Error() }
func (e *FatalError) Unwrap() error { return e.Err }

// Problem is an entry that was ignored.
type Problem struct {
	Address string
	Reason  string
}

func (p Problem) String() string {
	return fmt.Sprintf("config/routes.js: ignored %q: %s", p.Address, p.Reason)
}

// Options are the differences between releases.
type Options struct {
	// NoFunctionKey: {fn: function} is not a target yet (0.10, 0.11).
	NoFunctionKey bool
	// Source names the file for messages and introspection.
	Source string
}

// Build returns the bindings of entries in their order.
func Build(entries *ordered.Map, res Resolver, opts Options) ([]*router.Binding, []Problem, error) {
	b := builder{res: res, opts: opts}
	for address, target := range entries.All() {
		if _, skip := target.(ordered.Undefined); skip {
			continue
		}
		addr, err := router.ParseAddress(address)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: route %q: %w", opts.Source, address, err)
		}
		b.address, b.text = addr, address
		if err := b.bind(target, ordered.New(0)); err != nil {
			var fatal *FatalError
			if errors.As(err, &fatal) {
				return nil, nil, fmt.Errorf("%s: route %q: %w", opts.Source, address, err)
			}
			b.problems = append(b.problems, Problem{address, err.Error()})
		}
	}
	return b.bindings, b.problems, nil
}

type builder struct {
	res      Resolver
	opts     Options
	address  router.Address
	text     string
	bindings []*router.Binding
	problems []Problem
}

func (b *builder) add(t Target, options *ordered.Map) {
	merged := options.Clone()
	for k, v := range t.Options.All() {
		// What the entry says itself counts; its associations are names, which
		// the target knows by heart.
		if k == "associations" || !merged.Has(k) {
			merged.Set(k, v)
		}
	}
	skip, _ := merged.Value("skipAssets").(bool)
	source := t.Source
	if source == "" {
		source = b.opts.Source
	}
	b.bindings = append(b.bindings, &router.Binding{
		Address: b.address, Handler: t.Handler, Options: merged, Family: router.Explicit,
		Target: t.Name, Script: t.Script, Guard: t.Guard, Source: source, SkipAssets: skip,
	})
}

func (b *builder) bind(target any, options *ordered.Map) error {
	switch t := target.(type) {
	case []any:
		for _, each := range t {
			if err := b.bind(each, options); err != nil {
				return err
			}
		}
		return nil
	case string:
		return b.bindString(t, options)
	case *ordered.Map:
		return b.bindObject(t, options)
	}
	if t, ok := b.res.Function(target, options); ok {
		b.add(t, options)
		return nil
	}
	return fmt.Errorf("its target is neither a function, an object, a list nor a text such as 'PetController.find'")
}

func (b *builder) bindString(target string, options *ordered.Map) error {
	target = strings.TrimSpace(target)
	if strings.HasPrefix(target, "/") || strings.HasPrefix(target, "http:") || strings.HasPrefix(target, "https:") {
		b.add(b.res.Redirect(target), options)
		return nil
	}
	controller, action, dotted := strings.Cut(target, ".")
	if !dotted {
		action = "index"
	}
	return b.bindAction(controller, action, options)
}

func (b *builder) bindAction(controller, action string, options *ordered.Map) error {
	controller = strings.TrimSuffix(strings.ToLower(controller), "controller")
	t, err := b.res.Action(controller, action, options)
	if err != nil {
		return err
	}
	b.add(t, options)
	return nil
}

// bindObject reads the object forms; all keys that do not say what answers are
// options.
func (b *builder) bindObject(o, inherited *ordered.Map) error {
	options := inherited.Clone()
	for k, v := range o.All() {
		switch k {
		case "controller", "action", "target", "fn", "view", "policy", "response", "blueprint":
		default:
			options.Set(k, v)
		}
	}
	text := func(key string) (string, bool) {
		s, ok := o.Value(key).(string)
		return strings.TrimSpace(s), ok && strings.TrimSpace(s) != ""
	}
	controller, hasController := text("controller")
	action, hasAction := text("action")
	switch {
	case hasController:
		if !hasAction {
			action = "index"
		}
		return b.bindAction(controller, action, options)
	case hasAction:
		model, _ := text("model")
		return b.bindBlueprint(action, model, options)
	case o.Has("target"):
		return b.bind(o.Value("target"), options)
	case o.Has("fn") && !b.opts.NoFunctionKey:
		return b.bind(o.Value("fn"), options)
	}
	if view, ok := text("view"); ok {
		return b.resolved(b.res.View(view, options))(options)
	}
	if policy, ok := text("policy"); ok {
		t, err := b.res.Policy(policy, options)
		if err != nil {
			return &FatalError{err}
		}
		b.add(t, options)
		return nil
	}
	if response, ok := text("response"); ok {
		return b.resolved(b.res.Response(response))(options)
	}
	if name, ok := text("blueprint"); ok {
		model, _ := text("model")
		return b.bindBlueprint(name, model, options)
	}
	return fmt.Errorf("its target names none of controller, action, target, fn, view, policy, response, blueprint")
}

func (b *builder) bindBlueprint(name, model string, options *ordered.Map) error {
	return b.resolved(b.res.Blueprint(name, model, b.address.Path, options))(options)
}

func (b *builder) resolved(t Target, err error) func(options *ordered.Map) error {
	return func(options *ordered.Map) error {
		if err != nil {
			return err
		}
		b.add(t, options)
		return nil
	}
}
