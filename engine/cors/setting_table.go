package cors

import (
	"framework/engine/config"
	"framework/engine/value"
)

// The settings for all routes at once, which routes do not have.
const (
	allRoutes     = "allRoutes"
	securityLevel = "securityLevel"
)

// setting is one key of config.cors, and of the option cors of a route.
type setting struct {
	key string
	// renamed is the name since 1.0, which also accepts the older one; "" for the same.
	renamed string
	read    func(r *rule, where, key string, v any) error
}

// settingTable lists all settings of a rule.
var settingTable = []setting{
	{"origin", "allowOrigins", func(r *rule, where, key string, v any) (err error) {
		r.origins, err = list(where, key, v)
		return err
	}},
	{"methods", "allowRequestMethods", joinedInto(func(r *rule) *string { return &r.methods })},
	{"headers", "allowRequestHeaders", joinedInto(func(r *rule) *string { return &r.headers })},
	{"exposeHeaders", "allowResponseHeaders", joinedInto(func(r *rule) *string { return &r.expose })},
	{"credentials", "allowCredentials", truthInto(func(r *rule) *bool { return &r.credentials })},
	{"allowAnyOriginWithCredentialsUnsafe", "", truthInto(func(r *rule) *bool { return &r.unsafeAny })},
}

// RouteSettingNames lists the keys of the option cors of a route up to 0.12.
func RouteSettingNames() []string {
	return config.Keys(settingTable, func(row setting) string { return row.key })
}

// ModernRouteSettingNames lists those of 1.x, which accepts the older names too.
func ModernRouteSettingNames() []string {
	return append(RouteSettingNames(), config.Keys(settingTable, func(row setting) string { return row.renamed })...)
}

// SettingNames lists the keys of config.cors up to 0.12.
func SettingNames() []string { return append(RouteSettingNames(), allRoutes, securityLevel) }

// ModernSettingNames lists the keys of config.security.cors.
func ModernSettingNames() []string {
	return append(ModernRouteSettingNames(), allRoutes, securityLevel)
}

// with returns r with the settings of m.
func (r rule) with(where string, m *value.Map) (rule, error) {
	for k, v := range m.All() {
		for _, row := range settingTable {
			if row.key != k {
				continue
			}
			if err := row.read(&r, where, k, v); err != nil {
				return r, err
			}
		}
	}
	return r, nil
}

// classicNames returns the settings of m by the names that they have up to 0.12. A
// setting that has both names is that of 1.x.
func classicNames(m *value.Map) *value.Map {
	out := m.Clone()
	for _, row := range settingTable {
		if v, ok := m.Get(row.renamed); ok && row.renamed != "" {
			out.Delete(row.renamed)
			out.Set(row.key, v)
		}
	}
	return out
}

// modernName returns the name of a setting since 1.0.
func modernName(key string) string {
	for _, row := range settingTable {
		if row.key == key && row.renamed != "" {
			return row.renamed
		}
	}
	return key
}

func joinedInto(field func(r *rule) *string) func(r *rule, where, key string, v any) error {
	return func(r *rule, where, key string, v any) (err error) {
		*field(r), err = joined(where, key, v)
		return err
	}
}

func truthInto(field func(r *rule) *bool) func(r *rule, where, key string, v any) error {
	return func(r *rule, where, key string, v any) (err error) {
		*field(r), err = truth(where, key, v)
		return err
	}
}
