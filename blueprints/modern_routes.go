package blueprints

import (
	"net/http"
	"slices"
	"strings"
	"sync"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// modernRoutes returns the shadow routes of 1.x in the order in which it binds
// them: actions, the shortcuts of all models, their RESTful routes, and the
// index actions.
func (s *Set) modernRoutes(pairs []Pair, resolve Resolver) []*router.Binding {
	if s.opts.Settings.NoRoutes {
		return nil
	}
	byController := make(map[string]*Pair, len(pairs))
	var blunt []*Pair
	for i := range pairs {
		byController[pairs[i].Controller] = &pairs[i]
		if pairs[i].Config != nil {
			blunt = append(blunt, &pairs[i])
		}
	}
	models := s.routed()
	families := []func(m *modernShadow){
		func(m *modernShadow) {
			m.actions(s.opts.Settings.Actions, func(identity string) (string, router.Family, bool) {
				return s.opts.Settings.Prefix + "/" + identity, router.Action, true
			})
		},
		func(m *modernShadow) { m.models(models, s.opts.Settings.Shortcuts, "shortcuts", m.shortcuts) },
		func(m *modernShadow) { m.models(models, s.opts.Settings.REST, "rest", m.rest) },
		func(m *modernShadow) {
			m.actions(s.opts.Settings.Actions, func(identity string) (string, router.Family, bool) {
				base, ok := strings.CutSuffix("/"+identity, "/index")
				if base == "" {
					base = "/"
				}
				return base, router.Index, ok
			})
		},
	}
	bindings := make([][]*router.Binding, len(families))
	var group sync.WaitGroup
	for i, bind := range families {
		group.Go(func() {
			m := modernShadow{
				set: s, pairs: pairs, resolve: resolve, byController: byController, blunt: blunt,
				described: map[*orm.Model]described{},
			}
			bind(&m)
			bindings[i] = m.bindings
		})
	}
	group.Wait()
	return slices.Concat(bindings...)
}

// models binds a family of routes of the models, if it is switched on.
func (m *modernShadow) models(models []*orm.Model, on bool, family string, bind func(model *orm.Model)) {
	for _, model := range models {
		if on && !m.off(model, family) {
			bind(model)
		}
	}
}

// routed are the models that have routes: all of them but the archive that the
// ORM keeps by itself.
func (s *Set) routed() []*orm.Model {
	var out []*orm.Model
	for _, m := range s.opts.ORM.Models() {
		if m.Definition == nil || !m.Definition.Internal {
			out = append(out, m)
		}
	}
	return out
}

// modernShadow binds the shadow routes of a project.
type modernShadow struct {
	set      *Set
	pairs    []Pair
	resolve  Resolver
	bindings []*router.Binding
	// byController are the pairs by their controllers' identities, blunt those
	// that switch something off.
	byController map[string]*Pair
	blunt        []*Pair
	described    map[*orm.Model]described
}

// described is what is the same for all routes of a model.
type described struct {
	script       []string // of the default actions
	associations []any
}

// switchedOff reports whether a controller's _config has false for a family.
func switchedOff(p *Pair, family string) bool {
	on, ok := truth(p.Config.Value(family))
	return ok && !on
}

// off reports whether a model has no routes of a family: its controller says
// so, or, of a table that only links models, the controller of one of these.
func (m *modernShadow) off(model *orm.Model, family string) bool {
	for _, p := range m.blunt {
		if !switchedOff(p, family) {
			continue
		}
		if p.Controller == model.Identity {
			return true
		}
		if owner := m.set.opts.ORM.Model(p.Controller); model.Junction && owner != nil {
			for _, a := range owner.Associations {
				if a.Through == model.Identity {
					return true
				}
			}
		}
	}
	return false
}

// actions binds the actions of the project at the paths that at gives them, if
// they are switched on.
func (m *modernShadow) actions(on bool, at func(identity string) (path string, family router.Family, ok bool)) {
	if !on {
		return
	}
	for i := range m.pairs {
		p := &m.pairs[i]
		if switchedOff(p, "actions") {
			continue
		}
		for _, a := range p.Actions {
			if a.Kind == Off {
				continue
			}
			identity := strings.ToLower(strings.TrimPrefix(p.Controller+"/"+a.Name, "/"))
			path, family, ok := at(identity)
			if !ok {
				continue
			}
			h, script, ok := m.resolve.Custom(p.Controller, a.Name)
			if !ok {
				continue
			}
			m.bind(binding{path: path, family: family, controller: p.Controller, action: strings.ToLower(a.Name), source: p.Source, handler: h, script: script})
		}
	}
}

// base is the first part of a model's paths.
func (m *modernShadow) base(model *orm.Model) string {
	if m.set.opts.Settings.Pluralize {
		return "/" + grammar().Plural(model.Identity)
	}
	return "/" + model.Identity
}

func (m *modernShadow) shortcuts(model *orm.Model) {
	base := m.set.opts.Settings.Prefix + m.base(model)
	get := func(path, action string, a *orm.Association) {
		m.blueprint(http.MethodGet, base+path, model, action, router.Shortcut, a)
	}
	get("/find", "find", nil)
	get("/find/:id", "findone", nil)
	get("/create", "create", nil)
	get("/update/:id", "update", nil)
	get("/destroy/:id", "destroy", nil)
	for _, a := range model.Associations {
		if a.Collection {
			get("/:parentid/"+a.Alias+"/add/:childid", "add", a)
			get("/:parentid/"+a.Alias+"/replace", "replace", a)
			get("/:parentid/"+a.Alias+"/remove/:childid", "remove", a)
		}
	}
	if m.set.opts.Settings.REST {
		return
	}
	for _, a := range model.Associations {
		get("/:parentid/"+a.Alias, "populate", a)
	}
}

func (m *modernShadow) rest(model *orm.Model) {
	base := m.set.opts.Settings.Prefix + m.set.opts.Settings.RestPrefix + m.base(model)
	add := func(verb, path, action string, a *orm.Association) {
		m.blueprint(verb, base+path, model, action, router.REST, a)
	}
	add(http.MethodGet, "", "find", nil)
	add(http.MethodGet, "/:id", "findone", nil)
	add(http.MethodPost, "", "create", nil)
	add(http.MethodPatch, "/:id", "update", nil)
	add(http.MethodDelete, "/:id?", "destroy", nil)
	add(http.MethodPut, "/:id", "update", nil)
	for _, a := range model.Associations {
		if a.Collection {
			add(http.MethodPut, "/:parentid/"+a.Alias+"/:childid", "add", a)
			add(http.MethodPut, "/:parentid/"+a.Alias, "replace", a)
			add(http.MethodDelete, "/:parentid/"+a.Alias+"/:childid", "remove", a)
		}
	}
	for _, a := range model.Associations {
		add(http.MethodGet, "/:parentid/"+a.Alias, "populate", a)
	}
}

// blueprint binds the project's own action of that name, else the default one.
func (m *modernShadow) blueprint(verb, path string, model *orm.Model, action string, family router.Family, a *orm.Association) {
	b := binding{verb: verb, path: path, family: family, controller: model.Identity, action: action, model: model, assoc: a}
	if p := m.byController[model.Identity]; p != nil {
		b.source = p.Source
	}
	var ok bool
	if b.handler, b.script, ok = m.resolve.Custom(model.Identity, action); !ok {
		b.handler, b.script, b.builtIn = m.set.Handler(action), m.describe(model).script, true
	}
	m.bind(b)
}

func (m *modernShadow) describe(model *orm.Model) described {
	d, ok := m.described[model]
	if !ok {
		d = described{m.set.Script(model), associations(model)}
		if m.set.opts.Parser != nil {
			d.script = append(d.script, "parseBlueprintOptions")
		}
		m.described[model] = d
	}
	return d
}

// binding is what a shadow route is made of.
type binding struct {
	verb, path         string
	family             router.Family
	controller, action string
	source             string
	model              *orm.Model
	assoc              *orm.Association
	handler            router.Handler
	script             []string
	builtIn            bool // the default action
}

func (m *modernShadow) bind(b binding) {
	guarded, guard := m.resolve.Guard(b.controller, b.action, b.handler)
	ours := ""
	if b.builtIn {
		ours = b.action
	}
	identity := strings.TrimPrefix(b.controller+"/"+b.action, "/")
	o := value.New(8)
	o.Set("action", identity)
	o.Set("detectedVerb", value.Of("verb", strings.ToLower(b.verb), "original", strings.TrimSpace(strings.ToLower(b.verb)+" "+b.path), "path", b.path))
	o.Set("_middlewareType", "ACTION: "+identity)
	skip := false
	if b.model != nil {
		o.Set("model", b.model.Identity)
		o.Set("associations", m.describe(b.model).associations)
		if b.assoc != nil {
			o.Set("alias", b.assoc.Alias)
		}
		o.Set("autoWatch", m.set.opts.Settings.AutoWatch)
		if b.builtIn {
			o.Set("_middlewareType", "BLUEPRINT: "+b.action)
		}
		if m.set.opts.Settings.Mirror {
			o.Set("mirror", true)
		}
		// A record's key may look like the name of a file; a route for GET that
		// ends with one leaves files alone.
		skip = b.verb == http.MethodGet && strings.HasPrefix(b.path[strings.LastIndexByte(b.path, '/')+1:], ":")
		if skip {
			o.Set("skipAssets", true)
		}
	}
	m.bindings = append(m.bindings, &router.Binding{
		Address: router.Address{Verb: b.verb, Path: b.path},
		Handler: guarded, Options: o, Family: b.family,
		Target: identity, Script: append(guard.Script(), b.script...), Guard: guard, Source: b.source,
		SkipAssets: skip, Default: ours,
	})
}
