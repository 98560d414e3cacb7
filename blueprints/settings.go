package blueprints

import (
	"errors"
	"fmt"
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
	// AssociationPolicies has requests ask the policies of every model that they
	// reach, not of the one alone that the route is about.
	AssociationPolicies bool
	// PopulateDepth is how many levels of associations a request may ask for:
	// 2 allows ?populate=pets.vet.
	PopulateDepth int
	// Values are the settings as written, which JavaScript sees in req.options.
	Values *value.Map
}

// DefaultSettings are those of the classic releases.
func DefaultSettings() Settings {
	return Settings{
		Actions: true, Shortcuts: true, REST: true, Index: true, Populate: true, AutoWatch: true,
		Limit: DefaultLimit, PopulateDepth: 1, Values: value.New(0),
	}
}

// ModernSettings are those of 1.x.
func ModernSettings() Settings {
	return Settings{Shortcuts: true, REST: true, Populate: true, AutoWatch: true, Limit: DefaultLimit, Values: value.New(0)}
}

// checkModern says what of config/blueprints.js is no longer there in 1.x; the
// error is a setting that 1.x does not lift with.
func checkModern(values *value.Map) ([]Warning, error) {
	if value.Truthy(values.Value("jsonp")) {
		return nil, &SettingError{"jsonp", "JSONP is not there any more since 1.0: allow other sites with config/security.js instead, or write an action that answers with res.jsonp"}
	}
	var warnings []Warning
	for name, instead := range map[string]string{
		"defaultLimit": "30 records are answered unless the request has a limit",
		"populate":     "all associations are populated unless the request has populate=false",
		"index":        "index actions are bound with the others, by actions",
	} {
		if values.Has(name) {
			warnings = append(warnings, Warning{"config/blueprints.js", "blueprints." + name + " means nothing since 1.0: " + instead + "; parseBlueprintOptions changes what the default actions do"})
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
		flag := func(dst *bool) {
			on, ok := truth(v)
			if !ok {
				warnings = append(warnings, Warning{Text: fmt.Sprintf("blueprints.%s is to be true or false, not %s", k, value.Append(nil, v))})
				return
			}
			*dst = on
		}
		count := func(dst *int) {
			n, ok := number(v)
			if !ok {
				warnings = append(warnings, Warning{Text: fmt.Sprintf("blueprints.%s is to be a number, not %s", k, value.Append(nil, v))})
				return
			}
			*dst = int(n)
		}
		switch k {
		case "actions":
			flag(&s.Actions)
		case "shortcuts":
			flag(&s.Shortcuts)
		case "rest":
			flag(&s.REST)
		case "index":
			flag(&s.Index)
		case "pluralize":
			flag(&s.Pluralize)
		case "populate":
			flag(&s.Populate)
		case "autoWatch":
			flag(&s.AutoWatch)
		case "mirror":
			flag(&s.Mirror)
		case "prefix", "restPrefix":
			text, ok := v.(string)
			if !ok {
				s.NoRoutes = true
				warnings = append(warnings, Warning{Text: fmt.Sprintf("blueprints.%s is to be text, not %s: no automatic routes are bound", k, value.Append(nil, v))})
				continue
			}
			if text != "" && !strings.HasPrefix(text, "/") {
				warnings = append(warnings, Warning{Text: fmt.Sprintf("blueprints.%s %q was taken as %q", k, text, "/"+text)})
				text = "/" + text
			}
			if k == "prefix" {
				s.Prefix = text
			} else {
				s.RestPrefix = text
			}
		case "associationPolicies":
			s.AssociationPolicies = true // unless it says otherwise
			flag(&s.AssociationPolicies)
		case "populateDepth":
			count(&s.PopulateDepth)
		case "defaultLimit":
			count(&s.Limit)
		case "maxLimit":
			count(&s.MaxLimit)
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
