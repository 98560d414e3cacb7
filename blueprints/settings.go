package blueprints

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"framework/engine/value"
)

// DefaultLimit is how many records an answer holds unless something says
// otherwise.
const DefaultLimit = 30

// Settings are config/blueprints.js, or that with a controller's _config over
// it.
type Settings struct {
	Actions, Shortcuts, REST, Index bool
	// Prefix stands before all shadow routes, RestPrefix after it before the
	// RESTful ones. Both begin with a slash or are empty.
	Prefix, RestPrefix string
	// NoRoutes is set by a prefix that is no text: nothing can be bound.
	NoRoutes  bool
	Pluralize bool
	Populate  bool
	AutoWatch bool
	Mirror    bool
	// Limit is defaultLimit; 0 and below mean no limit.
	Limit int
	// MaxLimit is how many records an answer, or a collection in it, holds at
	// most, whatever the request says; 0 and below mean no limit.
	MaxLimit int
	// AssociationPolicies: requests pass the policies of every model that they
	// reach, not only those of the model of the route.
	AssociationPolicies bool
	// PopulateDepth is how many levels of associations a request may populate:
	// 2 allows ?populate=pets.vet.
	PopulateDepth int
	// Values are the settings as written, which JavaScript sees in req.options.
	Values *value.Map
}

// DefaultSettings are those of the classic releases.
func DefaultSettings() Settings { return defaultSettings(func(row setting) any { return row.classic }) }

// ModernSettings are those of 1.x.
func ModernSettings() Settings { return defaultSettings(func(row setting) any { return row.modern }) }

// checkModern warns about settings of config/blueprints.js that 1.x does not have;
// the error is a setting that 1.x does not lift with.
func checkModern(values *value.Map) ([]Warning, error) {
	if value.Truthy(values.Value("jsonp")) {
		return nil, &SettingError{"jsonp", "JSONP is not there any more since 1.0: allow other sites with config/security.js instead, or write an action that answers with res.jsonp"}
	}
	var warnings []Warning
	for _, row := range settingTable {
		if row.gone != "" && values.Has(row.key) {
			warnings = append(warnings, Warning{"config/blueprints.js", "blueprints." + row.key + " means nothing since 1.0: " + row.gone + "; parseBlueprintOptions changes what the default actions do"})
		}
	}
	slices.SortFunc(warnings, func(a, b Warning) int { return strings.Compare(a.Text, b.Text) })
	return warnings, nil
}

// SettingError is a setting of config/blueprints.js that cannot be used.
type SettingError struct{ Key, Reason string }

func (e *SettingError) Error() string { return "config blueprints." + e.Key + ": " + e.Reason }

// Warning is something about a project that works and may surprise.
type Warning struct {
	Source string // file or controller
	Text   string
}

func (w Warning) String() string {
	if w.Source == "" {
		return w.Text
	}
	return w.Source + ": " + w.Text
}

// ReadSettings lays values over base. What cannot be read is left as it was,
// with a warning.
func ReadSettings(base Settings, values *value.Map) (Settings, []Warning) {
	s := base
	s.Values = base.Values.Clone()
	var warnings []Warning
	for k, v := range values.All() {
		if _, undefined := v.(value.Undefined); undefined || v == nil {
			continue
		}
		s.Values.Set(k, v)
		row := settingOf(k)
		if row == nil || row.read == nil {
			continue
		}
		if text := row.read(&s, k, v); text != "" {
			warnings = append(warnings, Warning{Text: text})
		}
	}
	return s, warnings
}

// truth reads a boolean, or one of the words that variables and flags have.
func truth(v any) (val, ok bool) {
	switch v := v.(type) {
	case bool:
		return v, true
	case string:
		b, err := strconv.ParseBool(v)
		return b, err == nil
	case int64:
		return v != 0, true
	}
	return false, false
}

// number reads a number as JavaScript's Number() does for what requests bring;
// ok is false for what is none.
func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, v == v
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case string:
		s := strings.TrimSpace(v)
		if s == "" {
			return 0, true
		}
		if len(s) > 2 && s[0] == '0' && strings.ContainsRune("xXoObB", rune(s[1])) {
			n, err := strconv.ParseUint(s, 0, 64)
			return float64(n), err == nil
		}
		f, err := strconv.ParseFloat(s, 64)
		return f, err == nil || errors.Is(err, strconv.ErrRange) // which is an infinity
	case []any: // a list of one is that one
		if len(v) == 1 {
			return number(v[0])
		}
		return 0, len(v) == 0
	}
	return 0, false
}
