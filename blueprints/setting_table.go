package blueprints

import (
	"fmt"
	"strings"

	"framework/engine/config"
	"framework/engine/value"
)

// setting is one key of config/blueprints.js, which may also stand in _config of a
// controller.
type setting struct {
	key string
	// classic and modern are the defaults up to 0.12 and since 1.0; nil for none.
	classic, modern any
	// route: the options of a route may have it as well.
	route bool
	// gone says what happens instead since 1.0; "" for a setting that still works.
	gone string
	// read reads a value into s, and returns a warning about one that cannot be
	// used. It is nil for a setting that is read elsewhere, from Values.
	read func(s *Settings, key string, v any) (warning string)
}

// settingTable lists all settings. Whatever reads them, or says which there are,
// takes them from here.
var settingTable = []setting{
	{key: "actions", classic: true, modern: false, read: flag(func(s *Settings) *bool { return &s.Actions })},
	{key: "shortcuts", classic: true, modern: true, read: flag(func(s *Settings) *bool { return &s.Shortcuts })},
	{key: "rest", classic: true, modern: true, read: flag(func(s *Settings) *bool { return &s.REST })},
	{
		key: "index", classic: true, modern: false, gone: "index actions are bound with the others, by actions",
		read: flag(func(s *Settings) *bool { return &s.Index }),
	},
	{key: "prefix", read: path(func(s *Settings) *string { return &s.Prefix })},
	{key: "restPrefix", read: path(func(s *Settings) *string { return &s.RestPrefix })},
	{key: "pluralize", classic: false, modern: false, read: flag(func(s *Settings) *bool { return &s.Pluralize })},
	{
		key: "populate", classic: true, modern: true, route: true, gone: "all associations are populated unless the request has populate=false",
		read: flag(func(s *Settings) *bool { return &s.Populate }),
	},
	{key: "autoWatch", classic: true, modern: true, route: true, read: flag(func(s *Settings) *bool { return &s.AutoWatch })},
	{key: "mirror", classic: false, modern: false, route: true, read: flag(func(s *Settings) *bool { return &s.Mirror })},
	{
		key: "defaultLimit", classic: int64(DefaultLimit), modern: int64(DefaultLimit), route: true, gone: "30 records are answered unless the request has a limit",
		read: count(func(s *Settings) *int { return &s.Limit }),
	},
	{key: "maxLimit", route: true, read: count(func(s *Settings) *int { return &s.MaxLimit })},
	{key: "populateDepth", classic: int64(1), route: true, read: count(func(s *Settings) *int { return &s.PopulateDepth })},
	{key: "associationPolicies", classic: false, modern: false, read: func(s *Settings, key string, v any) string {
		s.AssociationPolicies = true // also where v cannot be read
		return flag(func(s *Settings) *bool { return &s.AssociationPolicies })(s, key, v)
	}},
	{key: "jsonp", route: true},
	{key: "model", route: true},
	{key: "parseBlueprintOptions", route: true},
}

// SettingNames lists the keys of config/blueprints.js.
func SettingNames() []string {
	return config.Keys(settingTable, func(row setting) string { return row.key })
}

// RouteSettingNames lists those of SettingNames that the options of a route may have.
func RouteSettingNames() []string {
	return config.Keys(settingTable, func(row setting) string {
		if !row.route {
			return ""
		}
		return row.key
	})
}

// settingOf returns the row of a key, nil for a key that is the project's own.
func settingOf(key string) *setting {
	for i := range settingTable {
		if settingTable[i].key == key {
			return &settingTable[i]
		}
	}
	return nil
}

// defaultSettings reads the defaults of the table.
func defaultSettings(of func(row setting) any) Settings {
	s := Settings{Values: value.New(0)}
	for _, row := range settingTable {
		if v := of(row); v != nil {
			row.read(&s, row.key, v)
		}
	}
	return s
}

func flag(field func(s *Settings) *bool) func(s *Settings, key string, v any) string {
	return func(s *Settings, key string, v any) string {
		on, ok := truth(v)
		if !ok {
			return fmt.Sprintf("blueprints.%s is to be true or false, not %s", key, value.Append(nil, v))
		}
		*field(s) = on
		return ""
	}
}

func count(field func(s *Settings) *int) func(s *Settings, key string, v any) string {
	return func(s *Settings, key string, v any) string {
		n, ok := number(v)
		if !ok {
			return fmt.Sprintf("blueprints.%s is to be a number, not %s", key, value.Append(nil, v))
		}
		*field(s) = int(n)
		return ""
	}
}

func path(field func(s *Settings) *string) func(s *Settings, key string, v any) string {
	return func(s *Settings, key string, v any) (warning string) {
		text, ok := v.(string)
		if !ok {
			s.NoRoutes = true
			return fmt.Sprintf("blueprints.%s is to be text, not %s: no automatic routes are bound", key, value.Append(nil, v))
		}
		if text != "" && !strings.HasPrefix(text, "/") {
			warning = fmt.Sprintf("blueprints.%s %q was taken as %q", key, text, "/"+text)
			text = "/" + text
		}
		*field(s) = text
		return warning
	}
}
