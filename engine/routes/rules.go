package routes

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"framework/engine/value"
)

// Rules are what entries mean in one release of Sails. Classic and Modern make
// them; they are chosen once, in Options.
type Rules interface {
	// order is that in which entries are bound.
	order(entries *value.Map) *value.Map
	// reachable returns an error for an address that no request matches.
	reachable(address string) error
	// skipsAssets reports whether a binding that does not say so leaves files alone.
	skipsAssets(b *builder, options *value.Map) bool
	// text binds a target that is a text and no redirect.
	text(b *builder, target string, options *value.Map) error
	// direct is the key of a target that wins over a controller and an action next to it,
	// "" for none.
	direct(b *builder, o *value.Map) string
	// named binds a target with a controller or an action, which o has as written.
	named(b *builder, o *value.Map, controller, action string, options *value.Map) error
	// blueprint binds a target with the name of one.
	blueprint(b *builder, name, model string, options *value.Map) error
}

// Classic are the rules of 0.10 to 0.12: targets name a controller and an action.
func Classic() Rules { return classic{} }

type classic struct{}

func (classic) order(entries *value.Map) *value.Map { return entries }

// reachable: blanks are part of the path, and of no path that is requested. One
// before the verb makes the verb part of it as well.
func (classic) reachable(address string) error {
	if strings.TrimSpace(address) != address {
		return errors.New("no request reaches it, since before 1.0 a blank at the start or the end belongs to the path: remove the blank")
	}
	return nil
}

func (classic) skipsAssets(*builder, *value.Map) bool { return false }

func (classic) text(b *builder, target string, options *value.Map) error {
	controller, action, dotted := strings.Cut(target, ".")
	if !dotted {
		action = "index"
	}
	return b.bindAction(controller, action, options)
}

func (classic) direct(b *builder, o *value.Map) string {
	switch {
	case value.Truthy(o.Value("target")):
		return "target"
	case value.Truthy(o.Value("fn")) && !b.opts.NoFunctionKey:
		return "fn"
	}
	return ""
}

func (classic) named(b *builder, o *value.Map, controller, action string, options *value.Map) error {
	switch {
	case controller == "":
		return b.bindBlueprint(action, textOf(o, "model"), options)
	case action == "":
		action = "index"
	}
	return b.bindAction(controller, action, options)
}

func (classic) blueprint(b *builder, name, model string, options *value.Map) error {
	return b.bindBlueprint(name, model, options)
}

// Modern are the rules of 1.x: targets name actions by their paths, entries are
// bound in the order of how specific their paths are, and a route for GET whose
// path ends with a parameter does not match files unless it sets skipAssets.
func Modern() Rules { return modern{} }

type modern struct{}

func (modern) order(entries *value.Map) *value.Map { return sorted(entries) }

func (modern) reachable(string) error { return nil }

func (modern) skipsAssets(b *builder, options *value.Map) bool {
	get := b.address.Verb == "" || b.address.Verb == "GET" // as 1.x, which leaves ALL out
	path := strings.TrimSuffix(b.address.Path, "/")
	last := path[strings.LastIndexByte(path, '/')+1:]
	if at := strings.IndexByte(last, ':'); !get || b.address.Regexp != "" || at < 0 || at == len(last)-1 {
		return false
	}
	options.Set(skipAssets, true)
	return true
}

func (modern) text(b *builder, target string, options *value.Map) error {
	return b.bindIdentity(withoutController(target), options)
}

// direct: code binds a function with options of any names.
func (modern) direct(_ *builder, o *value.Map) string {
	switch o.Value("target").(type) {
	case nil, bool, string, *value.Map, []any:
		return ""
	}
	return "target"
}

func (modern) named(b *builder, o *value.Map, controller, action string, options *value.Map) error {
	switch {
	case controller == "":
		return b.bindIdentity(action, options)
	case action == "":
		return &FatalError{errors.New("a target with a controller needs an action as well")}
	}
	options.Set("controller", o.Value("controller"))
	return b.bindIdentity(withoutController(controller)+"/"+action, options)
}

func (modern) blueprint(_ *builder, name, _ string, _ *value.Map) error {
	return fmt.Errorf("blueprint is no target since 1.0: write action: '<model>/%s'", strings.ToLower(name))
}

// withoutController leaves the word out where 1.x does, the first time that it
// is there: FolderController/sub.name, FolderController.name.
func withoutController(target string) string { return strings.Replace(target, "Controller", "", 1) }

// identityPattern is what an action may be called.
var identityPattern = regexp.MustCompile(`^[a-z_$][a-z0-9-_.$]*(/[a-z_$][a-z0-9-_$.]*)*$`)

func (b *builder) bindIdentity(identity string, options *value.Map) error {
	identity = strings.ToLower(strings.ReplaceAll(identity, ".", "/"))
	if !identityPattern.MatchString(identity) {
		return &FatalError{fmt.Errorf("%q cannot be the name of an action: write it as 'folder/name' or 'FolderController.name'", identity)}
	}
	return b.resolved(b.res.ActionAt(identity, options))(options)
}
