package blueprints

import (
	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// Rules are what default actions do in one release of Sails, where the difference
// is more than a value; see Switches for the values. Classic and Modern make them;
// they are chosen once, in Switches.
type Rules interface {
	// actions are the default actions by their names in lower case.
	actions(s *Set) map[string]router.Handler
	routes(s *Set, pairs []Pair, resolve Resolver) ([]*router.Binding, []Warning)
	// refuse is the error of a query that a request must not make.
	refuse(details string) error
	// conditions are those that policies have left in a request for the members
	// of a collection.
	conditions(r *request) ([]any, error)
	// recordCondition is the one that they have left in a request for a record;
	// nil for none.
	recordCondition(x *router.Exchange) *value.Map
}

// Classic are the rules of 0.10 to 0.12.
func Classic() Rules { return classic{} }

// Modern are the rules of 1.x: routes come with models, PATCH updates, replace
// exists, and a plan says what an action does (see Plan). Of Switches RestPrefix
// and DeepPopulated count.
func Modern() Rules { return modern{} }

// release are the rules of a set.
func (s Switches) release() Rules {
	if s.Rules == nil {
		return Classic()
	}
	return s.Rules
}

type classic struct{}

func (classic) actions(s *Set) map[string]router.Handler {
	return map[string]router.Handler{
		"find":     s.action("serverError", s.find),
		"findone":  s.action("serverError", s.findOne),
		"create":   s.action("negotiate", s.create),
		"update":   s.action("negotiate", s.update),
		"destroy":  s.action("serverError", s.destroy),
		"populate": s.action("serverError", s.populate),
		"add":      s.action("negotiate", s.add),
		"remove":   s.action("negotiate", s.remove),
	}
}

func (classic) routes(s *Set, pairs []Pair, resolve Resolver) ([]*router.Binding, []Warning) {
	return s.classicRoutes(pairs, resolve)
}

func (classic) refuse(details string) error {
	return &orm.UsageError{Clause: "where", Reason: details}
}

func (classic) conditions(r *request) ([]any, error) {
	var conditions []any
	base := r.option("where")
	if own, ok := base.(*value.Map); ok {
		conditions = append(conditions, own)
		r.x.SetOption("where", nil)
	}
	where, _, err := r.criteria(r.model, "limit", "skip", "sort", "populate", "id", "parentid")
	r.x.SetOption("where", base)
	if err != nil {
		return nil, err
	}
	return append(conditions, where), nil
}

func (classic) recordCondition(x *router.Exchange) *value.Map {
	base, _ := x.Options.Value("where").(*value.Map)
	return base
}

type modern struct{}

func (modern) actions(s *Set) map[string]router.Handler { return s.modernActions() }

func (modern) routes(s *Set, pairs []Pair, resolve Resolver) ([]*router.Binding, []Warning) {
	return s.modernRoutes(pairs, resolve), nil
}

func (modern) refuse(details string) error {
	return &refusal{code: orm.InvalidCriteria, details: details}
}

func (modern) conditions(r *request) ([]any, error) {
	where, err := r.modernWhere("limit", "skip", "sort", "populate", "select", "omit", "id")
	if err != nil {
		return nil, err
	}
	return []any{where}, nil
}

func (modern) recordCondition(*router.Exchange) *value.Map { return nil }
