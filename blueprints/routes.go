package blueprints

import (
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// ActionKind says what a controller holds under an action's name.
type ActionKind uint8

// The kinds of members of a controller.
const (
	Function ActionKind = iota
	List                // functions that run in order
	Off                 // false: switches a default action off
	Missing             // the project has removed the default action: it has no route
)

// ActionDef is one member of a controller.
type ActionDef struct {
	Name string
	Kind ActionKind
}

// Pair is a controller and the model that belongs to it.
type Pair struct {
	Controller string // identity with folders: "admin/thing"
	Source     string // project file
	Actions    []ActionDef
	// Config is the controller's _config; nil for none.
	Config *value.Map
	// Model is nil for a controller without one.
	Model *orm.Model
}

func (p *Pair) has(kind ActionKind, action string) bool {
	for _, a := range p.Actions {
		if a.Kind == kind && strings.EqualFold(a.Name, action) {
			return true
		}
	}
	return false
}

// Resolver finds what the project has of its own. It is safe for concurrent
// use.
type Resolver interface {
	// Custom is a function of the controller; script says why it enters
	// JavaScript.
	Custom(controller, action string) (h router.Handler, script []string, ok bool)
	// Override is api/blueprints/<name>.js.
	Override(name string) (h router.Handler, script []string, ok bool)
	// Guard puts the policies of an action in front of a handler.
	Guard(controller, action string, h router.Handler) (router.Handler, *router.Guard)
}

// Routes returns the shadow routes of the pairs in the order in which the
// classic releases bind them: for each controller its actions (the index
// behind its own route), shortcuts, RESTful routes, and those of associations.
//
// In 1.x every model has routes, whether it has a controller or not.
func (s *Set) Routes(pairs []Pair, resolve Resolver) ([]*router.Binding, []Warning) {
	return s.release.routes(s, pairs, resolve)
}

// classicRoutes are Routes of the classic releases.
func (s *Set) classicRoutes(pairs []Pair, resolve Resolver) ([]*router.Binding, []Warning) {
	// Large projects are divided.
	n := max(1, min(runtime.GOMAXPROCS(0), len(pairs)/fewPairs))
	bindings, warnings := make([][]*router.Binding, n), make([][]Warning, n)
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() {
			bindings[i], warnings[i] = s.routesOf(pairs[len(pairs)*i/n:len(pairs)*(i+1)/n], resolve)
		})
	}
	group.Wait()
	return slices.Concat(bindings...), slices.Concat(warnings...)
}

// fewPairs are not worth a goroutine of their own.
const fewPairs = 128

func (s *Set) routesOf(pairs []Pair, resolve Resolver) ([]*router.Binding, []Warning) {
	all := make([]*router.Binding, 0, 16*len(pairs))
	var warnings []Warning
	global := s.newRowOptions(s.opts.Settings)
	for i := range pairs {
		b := shadow{set: s, pair: &pairs[i], resolve: resolve, settings: s.opts.Settings, rows: global, bindings: all}
		var own []Warning
		if pairs[i].Config != nil {
			b.settings, own = ReadSettings(s.opts.Settings, pairs[i].Config)
			b.rows = s.newRowOptions(b.settings)
		}
		for _, w := range own {
			warnings = append(warnings, Warning{pairs[i].Source, w.Text})
		}
		if b.settings.NoRoutes {
			continue
		}
		b.bases()
		b.describe()
		b.bind()
		all = b.bindings
		warnings = append(warnings, b.warnings...)
	}
	return all, warnings
}

// shadow binds the routes of one pair.
type shadow struct {
	set            *Set
	pair           *Pair
	resolve        Resolver
	settings       Settings
	rows           *rowOptions
	base, restBase string
	script         []string          // of the default actions
	associations   []any             // of the model
	bindings       []*router.Binding // those of the pairs before as well
	warnings       []Warning
}

func (b *shadow) bases() {
	name := b.pair.Controller
	if b.settings.Pluralize {
		folder := strings.LastIndexByte(name, '/') + 1
		name = name[:folder] + grammar().Plural(name[folder:])
	}
	b.base = b.settings.Prefix + "/" + name
	b.restBase = b.base
	if b.set.opts.Switches.RestPrefix {
		b.restBase = b.settings.Prefix + b.settings.RestPrefix + "/" + name
	}
}

// describe collects what is the same for all routes of the pair.
func (b *shadow) describe() {
	if m := b.pair.Model; m != nil {
		b.script, b.associations = b.set.Script(m), associations(m)
	}
}

func (b *shadow) bind() {
	for _, a := range b.pair.Actions {
		if a.Kind == Off || a.Kind == Missing {
			continue
		}
		id := strings.ToLower(a.Name)
		if b.settings.Actions && b.add("", b.base+"/"+id+"/:id?", id, router.Action, nil) {
			// Its view is called as the project has written it.
			b.bindings[len(b.bindings)-1].Options.Set("action", a.Name)
		}
		if id != "index" || !b.settings.Index || !b.settings.Actions && !b.set.opts.Switches.IndexAlone {
			continue
		}
		b.add("", b.base, id, router.Index, nil)
		if b.pair.Model != nil && b.settings.REST && b.base == b.restBase {
			b.warnings = append(b.warnings, Warning{b.pair.Source, fmt.Sprintf("its index action answers at %s, so that find and create are not reached there; set _config.index to false to change that", b.base)})
		}
	}
	m := b.pair.Model
	if m == nil {
		return
	}
	if b.settings.Shortcuts {
		b.add("", b.base+"/find", "find", router.Shortcut, nil)
		b.add("", b.base+"/find/:id", "findone", router.Shortcut, nil)
		b.add("", b.base+"/create", "create", router.Shortcut, nil)
		b.add("", b.base+"/update/:id", "update", router.Shortcut, nil)
		b.add("", b.base+"/destroy/:id?", "destroy", router.Shortcut, nil)
		for _, a := range m.Associations {
			if a.Collection {
				b.add("", b.base+"/:parentid/"+a.Alias+"/add/:id?", "add", router.Shortcut, a)
				b.add("", b.base+"/:parentid/"+a.Alias+"/remove/:id?", "remove", router.Shortcut, a)
			}
		}
	}
	if !b.settings.REST {
		return
	}
	b.add(http.MethodGet, b.restBase, "find", router.REST, nil)
	b.add(http.MethodGet, b.restBase+"/:id", "findone", router.REST, nil)
	b.add(http.MethodPost, b.restBase, "create", router.REST, nil)
	b.add(http.MethodPut, b.restBase+"/:id", "update", router.REST, nil)
	b.add(http.MethodPost, b.restBase+"/:id", "update", router.REST, nil)
	b.add(http.MethodDelete, b.restBase+"/:id?", "destroy", router.REST, nil)
	for _, a := range m.Associations {
		path := b.restBase + "/:parentid/" + a.Alias + "/:id?"
		if a.Collection {
			b.add(http.MethodPost, path, "add", router.REST, a)
			b.add(http.MethodDelete, path, "remove", router.REST, a)
		}
		b.add(http.MethodGet, path, "populate", router.REST, a)
	}
}

// add binds an address to an action, false where there is none.
func (b *shadow) add(verb, path, action string, family router.Family, assoc *orm.Association) bool {
	h, script, ours := b.handler(action)
	if h == nil {
		return false
	}
	guarded, guard := b.resolve.Guard(b.pair.Controller, action, h)
	b.bindings = append(b.bindings, &router.Binding{
		Address: router.Address{Verb: verb, Path: path},
		Handler: guarded,
		Options: b.options(action, path, family, assoc),
		Family:  family,
		Target:  b.pair.Controller + "." + display(action),
		Script:  append(guard.Script(), script...),
		Guard:   guard,
		Default: ours,
		Source:  b.pair.Source,
	})
	return true
}

// handler is the controller's own action, the project's override for all
// controllers, or the default action, then with its name; false in the controller
// means 404.
func (b *shadow) handler(action string) (h router.Handler, script []string, ours string) {
	switch {
	case b.pair.has(Off, action):
		return b.set.notFound(), nil, ""
	case b.pair.has(Missing, action):
		return nil, nil, ""
	}
	if h, script, ok := b.resolve.Custom(b.pair.Controller, action); ok {
		return h, script, ""
	}
	if h, script, ok := b.resolve.Override(action); ok {
		return h, script, ""
	}
	if h := b.set.Handler(action); h != nil && b.pair.Model != nil {
		return h, b.script, action
	}
	return nil, nil, ""
}

// options are what JavaScript sees as req.options and the default actions
// read: the settings, and what the route is about.
func (b *shadow) options(action, path string, family router.Family, assoc *orm.Association) *value.Map {
	about := []any{
		value.FromRow(detectedKeys, []any{"", path, path}), b.pair.Controller, display(action),
		"ACTION: " + b.pair.Controller + "/" + action,
		[]any{},
	}
	if family == router.Shortcut || family == router.REST {
		about = append(about, b.pair.Model.Identity, b.associations)
		if assoc != nil {
			about = append(about, assoc.Alias)
		}
	}
	return b.rows.with(about)
}

// display writes the name of a default action as the documentation and req.options do.
func display(action string) string {
	if action == "findone" {
		return "findOne"
	}
	return action
}
