package blueprints

import (
	"fmt"
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// baseOptions are the settings as req.options has them.
func (s *Set) baseOptions(set Settings) *value.Map {
	o := value.New(20)
	o.Set("actions", set.Actions)
	o.Set("shortcuts", set.Shortcuts)
	o.Set("rest", set.REST)
	o.Set("index", set.Index)
	o.Set("prefix", set.Prefix)
	if s.opts.Switches.RestPrefix {
		o.Set("restPrefix", set.RestPrefix)
	}
	o.Set("pluralize", set.Pluralize)
	o.Set("populate", set.Populate)
	o.Set("autoWatch", set.AutoWatch)
	for k, v := range set.Values.All() {
		switch k {
		case "actions", "shortcuts", "rest", "index", "prefix", "restPrefix", "pluralize", "populate", "autoWatch":
		default:
			o.Set(k, v)
		}
	}
	return o
}

// modelOptions name the model and list its associations.
func (s *Set) modelOptions(o *value.Map, m *orm.Model) {
	o.Set("model", m.Identity)
	o.Set("associations", associations(m))
}

// associations describes a model's associations as sails.models has them.
func associations(m *orm.Model) []any {
	list := make([]any, 0, len(m.Associations))
	for _, a := range m.Associations {
		list = append(list, a.Describe())
	}
	return list
}

// ControllerOptions are what a route to {controller, action} puts into
// req.options; m is the model of the controller's identity, nil for none.
func (s *Set) ControllerOptions(controller, action string, m *orm.Model) *value.Map {
	o := value.Of("controller", controller, "action", action)
	if m != nil {
		s.modelOptions(o, m)
		o.Set("populate", s.opts.Settings.Populate)
		if s.opts.Settings.Values.Has("defaultLimit") {
			o.Set("defaultLimit", int64(s.opts.Settings.Limit))
		}
	}
	return o
}

// ModelAt guesses the model from the first segment of a route's path, looking
// past the prefix and plurals; "" when it names none.
func (s *Set) ModelAt(path string) string {
	for _, prefix := range []string{s.opts.Settings.Prefix + s.opts.Settings.RestPrefix, s.opts.Settings.Prefix} {
		if prefix != "" {
			if rest, ok := strings.CutPrefix(path, prefix); ok {
				path = rest
				break
			}
		}
	}
	segment, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	segment = strings.ToLower(segment)
	for _, name := range []string{segment, grammar().Singular(segment)} {
		if m := s.opts.ORM.Model(name); m != nil && !m.Junction {
			return name
		}
	}
	return ""
}

// TargetOptions are what {blueprint, model} puts into req.options. An entry's
// list of associations by name is replaced by their descriptions.
func (s *Set) TargetOptions(m *orm.Model, entry *value.Map) *value.Map {
	o := value.New(8)
	s.modelOptions(o, m)
	if names, ok := entry.Value("associations").([]any); ok {
		var kept []any
		for _, a := range associations(m) {
			for _, n := range names {
				if n == a.(*value.Map).Value("alias") {
					kept = append(kept, a)
				}
			}
		}
		o.Set("associations", kept)
	}
	if !entry.Has("populate") {
		o.Set("populate", s.opts.Settings.Populate)
	}
	return o
}

// Target is the default action behind {blueprint: name} or {action: name}; the
// model may be "", then the path says which. The name's case does not matter.
func (s *Set) Target(name, model, path string, entry *value.Map) (h router.Handler, controller, action string, options *value.Map, err error) {
	action = strings.ToLower(name)
	h = s.Handler(action)
	if h == nil {
		return nil, "", "", nil, fmt.Errorf("there is no blueprint %q: use one of %s, or add api/blueprints/%s.js", name, strings.Join(ActionNames(), ", "), action)
	}
	identity := strings.ToLower(model)
	if identity == "" {
		identity = s.ModelAt(path)
	}
	m := s.opts.ORM.Model(identity)
	if m == nil {
		if model == "" {
			return nil, "", "", nil, fmt.Errorf("the model of the blueprint %q cannot be determined from the path %s: add model: '<identity>'", name, path)
		}
		return nil, "", "", nil, fmt.Errorf("there is no model %q", model)
	}
	return h, identity, action, s.TargetOptions(m, entry), nil
}
