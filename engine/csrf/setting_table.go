package csrf

import (
	"slices"
	"strings"

	"framework/engine/config"
)

// setting is one key of config.csrf up to 0.12.
type setting struct {
	key string
	// gone: 1.x does not lift with it.
	gone bool
	read func(p *Protection, v any) error
}

// settingTable lists all settings, in the order in which they are read.
func settingTable() []setting {
	return []setting{
		{"grantTokenViaAjax", true, func(p *Protection, v any) error {
			granted, ok := v.(bool)
			if !ok {
				return &Error{".grantTokenViaAjax", "true or false", v}
			}
			if !granted {
				p.Route = ""
			}
			return nil
		}},
		{"protectionEnabled", false, func(p *Protection, v any) error {
			on, ok := v.(bool)
			if !ok {
				return &Error{".protectionEnabled", "true or false", v}
			}
			p.off = !on
			return nil
		}},
		{"route", false, func(p *Protection, v any) error {
			if p.Route == "" {
				return nil // no tokens are granted
			}
			path, _ := v.(string)
			if !strings.HasPrefix(path, "/") {
				return &Error{".route", "a path", v}
			}
			p.Route = path
			return nil
		}},
		{"origin", true, func(p *Protection, v any) error {
			origins, ok := v.(string)
			if !ok {
				return &Error{".origin", "origins, divided by commas", v}
			}
			p.Origins = split(origins)
			if slices.Contains(p.Origins, "*") {
				return &Error{".origin", "origins by name: a token for every site protects from none", v}
			}
			return nil
		}},
		{"routesDisabled", true, func(p *Protection, v any) error { return p.exempt(v) }},
	}
}

// SettingNames lists the keys of config.csrf up to 0.12.
func SettingNames() []string {
	return config.Keys(settingTable(), func(row setting) string { return row.key })
}
