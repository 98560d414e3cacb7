package blueprints

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// Rules are what default actions do in one release of Sails, where the difference
// is more than a value; see Switches for the values. Classic and Modern make them;
// they are chosen once, in Switches.
type Rules interface {
	// settings reads config/blueprints.js; an error is one that ends the lift.
	settings(values *value.Map) (Settings, []Warning, error)
	// actions are the default actions by their names in lower case.
	actions(s *Set) map[string]*action
	// model is the one that the options of a route name.
	model(s *Set, options *value.Map) (*orm.Model, error)
	// calls are the methods that default actions call, by the names of these in lower case.
	calls() map[string]calls
	// serve makes the plan of a request, runs it, and answers errors.
	serve(c *call, a *action) (router.Verdict, error)
	routes(s *Set, pairs []Pair, resolve Resolver) ([]*router.Binding, []Warning)
	// refuse is the error of a query that a request must not make.
	refuse(details string) error
	// conditions are those that policies have left in a request for the members
	// of a collection.
	conditions(r *request) ([]any, error)
	// recordCondition is the one that they have left in a request for a record;
	// nil for none.
	recordCondition(options *value.Map) *value.Map
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

// ReadSettings reads config/blueprints.js as the release does, with warnings about
// what it does not understand. An error is a setting that ends the lift.
func (s Switches) ReadSettings(values *value.Map) (Settings, []Warning, error) {
	return s.release().settings(values)
}

// byName are actions by their names in lower case.
func byName(actions ...action) map[string]*action {
	out := make(map[string]*action, len(actions))
	for i := range actions {
		out[strings.ToLower(actions[i].name)] = &actions[i]
	}
	return out
}

type classic struct{}

func (classic) settings(values *value.Map) (Settings, []Warning, error) {
	out, warnings := ReadSettings(DefaultSettings(), values)
	return out, warnings, nil
}

func (classic) actions(s *Set) map[string]*action {
	return byName(
		action{"find", "serverError", (*call).planFind, s.find},
		action{"findOne", "serverError", (*call).planFindOne, s.findOne},
		action{"create", "negotiate", (*call).planCreate, s.create},
		action{"update", "negotiate", (*call).planUpdate, s.update},
		action{"destroy", "serverError", (*call).planDestroy, s.destroy},
		action{"populate", "serverError", (*call).planPopulate, s.populate},
		action{"add", "negotiate", (*call).planMember, s.add},
		action{"remove", "negotiate", (*call).planChange, s.remove},
	)
}

// model: the option model names it.
func (classic) model(s *Set, options *value.Map) (*orm.Model, error) {
	name, _ := options.Value("model").(string)
	m := s.modelNamed(name)
	if m == nil {
		return nil, fmt.Errorf("a default action was called without a model: its route names %q", name)
	}
	return m, nil
}

// serve answers errors with the response that the action uses for them. Bad input
// is never the server's fault.
func (classic) serve(c *call, a *action) (router.Verdict, error) {
	if c.model == nil {
		return router.Answered, c.target.err
	}
	if err := c.admit(); err != nil {
		return router.Answered, err
	}
	p, err := a.plan(c)
	if err == nil {
		c.adopt(p)
		if c.replaced(a) {
			return c.set.opts.Scripts.Serve(c.x, strings.ToLower(a.name), nil)
		}
		var v router.Verdict
		if v, err = a.run(c); err == nil {
			return v, nil
		}
	}
	if c.x.Context().Err() != nil {
		return router.Answered, err
	}
	var refused *Refused
	if errors.As(err, &refused) {
		return c.respond("forbidden", refused.Error())
	}
	response := a.failure
	var usage *orm.UsageError
	var known *router.Error
	var link *orm.LinkError // a key without a record
	if errors.As(err, &usage) || errors.As(err, &link) || errors.As(err, &known) && known.Status < http.StatusInternalServerError {
		response = "badRequest"
	}
	return c.respond(response, err)
}

func (classic) routes(s *Set, pairs []Pair, resolve Resolver) ([]*router.Binding, []Warning) {
	return s.classicRoutes(pairs, resolve)
}

func (classic) refuse(details string) error {
	return &orm.UsageError{Clause: "where", Reason: details}
}

func (classic) conditions(r *request) ([]any, error) {
	var conditions []any
	if r.target.where != nil {
		conditions = append(conditions, r.target.where)
	}
	where, _, err := r.condition(r.model, "limit", "skip", "sort", "populate", "id", "parentid")
	if err != nil {
		return nil, err
	}
	return append(conditions, where), nil
}

func (classic) recordCondition(options *value.Map) *value.Map {
	base, _ := options.Value("where").(*value.Map)
	return base
}

type modern struct{}

// settings: a request populates one level of associations, whatever populateDepth says.
func (modern) settings(values *value.Map) (Settings, []Warning, error) {
	gone, err := checkModern(values)
	if err != nil {
		return Settings{}, nil, err
	}
	out, warnings := ReadSettings(ModernSettings(), values)
	out.PopulateDepth = 1
	return out, slices.Concat(gone, warnings), nil
}

func (modern) actions(s *Set) map[string]*action { return s.modernActions() }

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

func (modern) recordCondition(*value.Map) *value.Map { return nil }
