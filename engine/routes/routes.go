package routes

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"framework/engine/value"
	"framework/router"
)

// Target is what a route entry leads to.
type Target struct {
	Handler router.Handler
	// Name says it in words: "pet.find", "view homepage".
	Name string
	// Options become req.options, under the entry's own keys.
	Options        *value.Map
	Script         []string // see router.Binding
	Guard          *router.Guard
	Source         string
	MatchOnTimeout bool // see router.Binding
	Ends           bool // see router.Binding
	Default        string
}

// Resolver makes handlers of the targets that entries name. Its errors are the
// reason why an entry is ignored; a FatalError ends the lift.
type Resolver interface {
	// Action is the action of a controller, behind its policies.
	Action(controller, action string, options *value.Map) (Target, error)
	// ActionAt is the action of that identity ("account/login"), behind its
	// policies (1.x).
	ActionAt(identity string, options *value.Map) (Target, error)
	// Blueprint is a default or custom blueprint action, behind the policies
	// of the model's controller. The model may be "", then path says which.
	Blueprint(name, model, path string, options *value.Map) (Target, error)
	// Function is a function written into the configuration.
	Function(v any, options *value.Map) (Target, bool)
	Policy(name string, options *value.Map) (Target, error)
	Response(name string) (Target, error)
	View(name string, options *value.Map) (Target, error)
	Redirect(url string) Target
	// Expression is the regular expression written into the configuration.
	Expression(v any) (source, flags string, ok bool)
}

// FatalError is an entry that stops the lift.
type FatalError struct{ Err error }

func (e *FatalError) Error() string { return e.Err.Error() }
func (e *FatalError) Unwrap() error { return e.Err }

// Problem is an entry that was ignored, or one of its options where the entry
// itself is bound.
type Problem struct {
	Address string
	Reason  string
	Bound   bool
	File    string // that it is written in
}

// What is the problem without its place.
func (p Problem) What() string {
	if p.Bound {
		return fmt.Sprintf("%q: %s", p.Address, p.Reason)
	}
	return fmt.Sprintf("ignored %q: %s", p.Address, p.Reason)
}

func (p Problem) String() string { return p.File + ": " + p.What() }

// Options are the differences between releases.
type Options struct {
	// NoFunctionKey: {fn: function} is not a target yet (0.10, 0.11).
	NoFunctionKey bool
	// Groups: groups of a path take part, as in 1.x.
	Groups bool
	// Source names the file for messages and introspection.
	Source string
	// Where names the file that has the entry of an address, "" for Source; nil
	// where they are all there.
	Where func(address string) string
	// Rules are those of the release; nil stands for Classic().
	Rules Rules
}

// file is where the entry of an address is written.
func (o Options) file(address string) string {
	if o.Where != nil {
		if file := o.Where(address); file != "" {
			return file
		}
	}
	return o.Source
}

// Build returns the bindings of entries in their order. One without a handler is
// an entry that names no target: its options cors and csrf are about whatever
// answers there.
func Build(entries *value.Map, res Resolver, opts Options) ([]*router.Binding, []Problem, error) {
	if opts.Rules == nil {
		opts.Rules = Classic()
	}
	b := builder{res: res, opts: opts}
	for address, target := range opts.Rules.order(entries).All() {
		if _, skip := target.(value.Undefined); skip {
			continue
		}
		addr, err := router.ParseAddress(address)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: route %q: %w", opts.file(address), address, err)
		}
		addr.Grouped = opts.Groups
		if err := addr.Check(); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", opts.file(address), err)
		}
		b.address, b.text = addr, address
		bound := len(b.bindings)
		err = b.bind(target, value.New(0))
		if err == nil {
			if err = opts.Rules.reachable(address); err != nil {
				b.bindings = b.bindings[:bound]
				b.problems = append(b.problems, Problem{Address: address, Reason: err.Error(), File: opts.file(address)})
			}
			continue
		}
		b.withoutTarget(target)
		var fatal *FatalError
		if errors.As(err, &fatal) {
			return nil, nil, fmt.Errorf("%s: route %q: %w", opts.file(address), address, err)
		}
		b.problems = append(b.problems, Problem{Address: address, Reason: err.Error(), File: opts.file(address)})
	}
	return b.bindings, b.problems, nil
}

// Entry is a route that code binds: what would be a key of config/routes.js with its
// value.
type Entry struct {
	Address string
	Target  any
}

// BuildEach is Build for entries of that family, several of which may have the same
// address.
func BuildEach(entries []Entry, family router.Family, res Resolver, opts Options) ([]*router.Binding, []Problem, error) {
	var out []*router.Binding
	var problems []Problem
	for _, e := range entries {
		bindings, more, err := Build(value.Of(e.Address, e.Target), res, opts)
		if err != nil {
			return nil, nil, err
		}
		for _, binding := range bindings {
			binding.Family = family
		}
		out, problems = append(out, bindings...), append(problems, more...)
	}
	return out, problems, nil
}

type builder struct {
	res      Resolver
	opts     Options
	address  router.Address
	text     string
	bindings []*router.Binding
	problems []Problem
}

func (b *builder) add(t Target, options *value.Map) {
	merged := options.Clone()
	for k, v := range t.Options.All() {
		// What the entry says itself counts; its associations are names, which
		// the target knows by heart.
		if k == associations || !merged.Has(k) {
			merged.Set(k, v)
		}
	}
	assets := b.skipsAssets(merged)
	source := t.Source
	if source == "" {
		source = b.opts.Source
	}
	b.bindings = append(b.bindings, &router.Binding{
		Address: b.address, Handler: t.Handler, Options: merged, Family: router.Explicit,
		Target: t.Name, Script: t.Script, Guard: t.Guard, Source: source, SkipAssets: assets,
		Skip: b.skips(merged), MatchOnTimeout: t.MatchOnTimeout, Ends: t.Ends, Default: t.Default,
	})
}

// skipsAssets reports whether a binding leaves files alone.
func (b *builder) skipsAssets(options *value.Map) bool {
	if skip, given := options.Get(skipAssets); given {
		return value.Truthy(skip)
	}
	return b.opts.Rules.skipsAssets(b, options)
}

// skips are the expressions of the option skipRegex.
func (b *builder) skips(options *value.Map) []*router.Expression {
	v, given := options.Get(skipRegex)
	if _, undefined := v.(value.Undefined); !given || undefined || v == nil || v == false {
		return nil
	}
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
		options.Set(skipRegex, list)
	}
	var out []*router.Expression
	for _, each := range list {
		source, flags, ok := b.res.Expression(each)
		if !ok {
			b.complain("skipRegex takes a regular expression or a list of them; something else in it is left out")
			continue
		}
		e, err := router.CompileExpression(source, flags)
		if err != nil {
			b.complain("skipRegex: " + err.Error())
			continue
		}
		out = append(out, e)
	}
	return out
}

func (b *builder) complain(reason string) {
	b.problems = append(b.problems, Problem{Address: b.text, Reason: reason, Bound: true, File: b.opts.file(b.text)})
}

func (b *builder) bind(target any, options *value.Map) error {
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
	case *value.Map:
		return b.bindObject(t, options)
	}
	if t, ok := b.res.Function(target, options); ok {
		b.add(t, options)
		return nil
	}
	return fmt.Errorf("its target is neither a function, an object, a list nor a text such as 'PetController.find'")
}

func (b *builder) bindString(target string, options *value.Map) error {
	target = strings.TrimSpace(target)
	if strings.HasPrefix(target, "/") || strings.HasPrefix(target, "http:") || strings.HasPrefix(target, "https:") {
		b.add(b.res.Redirect(target), options)
		return nil
	}
	return b.opts.Rules.text(b, target, options)
}

func (b *builder) bindAction(controller, action string, options *value.Map) error {
	controller = strings.TrimSuffix(strings.ToLower(controller), "controller")
	t, err := b.res.Action(controller, action, options)
	if err != nil {
		return err
	}
	b.add(t, options)
	return nil
}

// TargetNames lists the keys of a route that say what answers its requests; all
// others are options.
func TargetNames() []string {
	return []string{"controller", "action", "target", "fn", "view", "policy", "response", "blueprint"}
}

// bindObject reads the object forms; all keys that do not say what answers are
// options.
func (b *builder) bindObject(o, inherited *value.Map) error {
	options := inherited.Clone()
	targets := TargetNames()
	for k, v := range o.All() {
		if !slices.Contains(targets, k) {
			options.Set(k, v)
		}
	}
	if err := b.bindPolicies(o, options); err != nil {
		return err
	}
	if key := b.opts.Rules.direct(b, o); key != "" {
		for _, name := range []string{"controller", "action"} { // mere options of such a target
			if o.Has(name) {
				options.Set(name, o.Value(name))
			}
		}
		return b.bind(o.Value(key), options)
	}
	controller, action := textOf(o, "controller"), textOf(o, "action")
	switch {
	case controller != "" || action != "":
		return b.opts.Rules.named(b, o, controller, action, options)
	case o.Has("target"):
		return b.bind(o.Value("target"), options)
	case o.Has("fn") && !b.opts.NoFunctionKey:
		return b.bind(o.Value("fn"), options)
	}
	if view := textOf(o, "view"); view != "" {
		return b.resolved(b.res.View(view, options))(options)
	}
	if response := textOf(o, "response"); response != "" {
		return b.resolved(b.res.Response(response))(options)
	}
	if name := textOf(o, "blueprint"); name != "" {
		return b.opts.Rules.blueprint(b, name, textOf(o, "model"), options)
	}
	if given(o, "policy") {
		return nil
	}
	return b.bindOptions(o, options)
}

// textOf is a member that is a text, "" for another one.
func textOf(o *value.Map, key string) string {
	s, _ := o.Value(key).(string)
	return strings.TrimSpace(s)
}

func (b *builder) bindBlueprint(name, model string, options *value.Map) error {
	return b.resolved(b.res.Blueprint(name, model, b.address.Path, options))(options)
}

func (b *builder) resolved(t Target, err error) func(options *value.Map) error {
	return func(options *value.Map) error {
		if err != nil {
			return err
		}
		b.add(t, options)
		return nil
	}
}
