package policy

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"framework/engine/value"
)

// moduleDefinitions is the key of policies that are written into the
// configuration instead of files.
const moduleDefinitions = "moduleDefinitions"

// compilePaths reads the shape of 1.x: keys are the identities of actions
// ("account/login"), folders of them ("account/*"), or "*"; objects by the name
// of a controller are read as the keys that they stand for.
func compilePaths(policies *value.Map, opts Options) (*Set, error) {
	opts.aloneOnly = true
	opts.inline = map[string]any{}
	if own, ok := policies.Value(moduleDefinitions).(*value.Map); ok {
		for name, fn := range own.All() {
			opts.inline[strings.ToLower(name)] = fn
		}
	}
	s := &Set{paths: map[string][]Step{}, inline: opts.inline}
	var errs []error
	read := func(key string, v any) {
		steps, err := opts.steps(key, v)
		if err != nil {
			errs = append(errs, err)
		}
		s.paths[strings.ToLower(key)] = steps
	}
	for key, v := range policies.All() {
		if key == moduleDefinitions {
			continue
		}
		if m, ok := v.(*value.Map); ok {
			for action, v := range m.All() {
				read(strings.TrimSuffix(key, "Controller")+"/"+action, v)
			}
			continue
		}
		read(key, v)
	}
	return s, errors.Join(errs...)
}

// DecideAt returns the policies in front of the action of that identity, and
// the key that counts: the one of the action, else that of the nearest folder
// ("account/*", which the action "account" belongs to as well), else "*".
func (s *Set) DecideAt(identity string) (steps []Step, rule string) {
	identity = strings.ToLower(identity)
	if steps, ok := s.paths[identity]; ok {
		return steps, identity
	}
	for folder := identity; folder != ""; {
		if steps, ok := s.paths[folder+"/*"]; ok {
			return steps, folder + "/*"
		}
		at := strings.LastIndexByte(folder, '/')
		if at < 0 {
			break
		}
		folder = folder[:at]
	}
	if steps, ok := s.paths["*"]; ok {
		return steps, "*"
	}
	return nil, ""
}

// Unused are the keys that no action of actions belongs to, sorted.
func (s *Set) Unused(actions []string) []string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(s.paths)) {
		folder, all := strings.CutSuffix(key, "/*")
		if key != "*" && !slices.ContainsFunc(actions, func(identity string) bool {
			return identity == folder || all && strings.HasPrefix(identity, folder+"/")
		}) {
			out = append(out, key)
		}
	}
	return out
}
