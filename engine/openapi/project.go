package openapi

import (
	"fmt"
	"maps"
	"slices"

	"framework/engine/describe"
	"framework/engine/orm"
	"framework/engine/spelling"
	"framework/engine/value"
	"framework/router"
)

// Dialect is how default actions look in one release of Sails. Classic and Modern make
// them.
type Dialect struct {
	// created is the status of an answer to create.
	created string
	// bodies: add takes a record, or the key of one, in the body.
	bodies bool
	// coded: errors have a code and a list of problems.
	coded bool
	// projects: requests may say which attributes they want.
	projects bool
}

// Classic are the default actions up to 0.12.
func Classic() Dialect { return Dialect{created: "201", bodies: true} }

// Modern are those of 1.x.
func Modern() Dialect { return Dialect{created: "200", coded: true, projects: true} }

// Project is what a document is about. It is not changed.
type Project struct {
	Dialect Dialect
	// Name and Version are those of package.json.
	Name, Version string
	Bindings      []*router.Binding // in the order in which they are matched
	ORM           *orm.ORM
	Code          describe.Code
	Policies      []string // names of all
	Settings      Settings
}

// Settings are config.openapi.
type Settings struct {
	Title, Version, Description string
	// Servers are the addresses under which clients find the project.
	Servers []string
	// Security are security schemes by the names of the policies that ask for them.
	Security map[string]*value.Map
}

// SettingError is a setting of config.openapi that cannot be used.
type SettingError struct{ Key, Reason string }

func (e *SettingError) Error() string { return "config openapi." + e.Key + ": " + e.Reason }

// ReadSettings reads config.openapi; policies are the names of those that the project has.
func ReadSettings(given any, policies []string) (Settings, error) {
	var s Settings
	if given == nil {
		return s, nil
	}
	m, ok := given.(*value.Map)
	if !ok {
		return s, &SettingError{"", "it has to be an object { title, version, description, servers, security }"}
	}
	for key, v := range m.All() {
		text, isText := v.(string)
		switch key {
		case "title", "version", "description":
			if !isText {
				return s, &SettingError{key, "it has to be a text"}
			}
			*map[string]*string{"title": &s.Title, "version": &s.Version, "description": &s.Description}[key] = text
		case "servers":
			list, ok := v.([]any)
			for _, each := range list {
				url, isURL := each.(string)
				ok = ok && isURL
				s.Servers = append(s.Servers, url)
			}
			if !ok {
				return s, &SettingError{key, "it has to be a list of addresses, ['https://api.example.com']"}
			}
		case "security":
			if err := s.readSecurity(v, policies); err != nil {
				return s, err
			}
		default:
			return s, &SettingError{key, "there is no such setting" + spelling.DidYouMean(key, []string{"title", "version", "description", "servers", "security"})}
		}
	}
	return s, nil
}

func (s *Settings) readSecurity(v any, policies []string) error {
	m, ok := v.(*value.Map)
	if !ok {
		return &SettingError{"security", "it has to be an object of security schemes by the names of policies: { isLoggedIn: { type: 'http', scheme: 'bearer' } }"}
	}
	s.Security = map[string]*value.Map{}
	for name, v := range m.All() {
		scheme, ok := v.(*value.Map)
		if !slices.Contains(policies, name) {
			return &SettingError{"security." + name, "there is no such policy" + spelling.DidYouMean(name, policies)}
		}
		if !ok {
			return &SettingError{"security." + name, "it has to be a security scheme: { type: 'http', scheme: 'bearer' }"}
		}
		known := []string{"apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"}
		if kind, _ := scheme.Value("type").(string); !slices.Contains(known, kind) {
			return &SettingError{"security." + name + ".type", fmt.Sprintf("it has to be one of %v", known)}
		}
		s.Security[name] = scheme
	}
	return nil
}

// schemes are the names of the policies with a security scheme, sorted.
func (s *Settings) schemes() []string { return slices.Sorted(maps.Keys(s.Security)) }
