package blueprints

import (
	"fmt"

	"framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// Access runs the policies of the models that a request reaches in addition to
// the model of its route. Actions are named in lower case. Safe for concurrent
// use.
type Access interface {
	// Guarded reports whether policies stand in front of an action of a model.
	Guarded(m *orm.Model, action string) bool
	// Ask runs them as if the client of x had made another request. That request
	// is returned as the policies have left it, nil where there are none.
	Ask(x *router.Exchange, r Reach) (asked *router.Exchange, allowed bool, err error)
}

// Reach is what a request does to a model on its way through an association.
type Reach struct {
	Model  *orm.Model
	Action string // find, findone, create, update or destroy
	// ID is the key of the record, "" for none.
	ID          string
	Query, Body *value.Map
	// Through is the association, as in "pet.owner".
	Through string
}

// Refused is a request that the policies of a model that it reaches do not let
// pass.
type Refused struct{ Reach Reach }

func (e *Refused) Error() string {
	return fmt.Sprintf("The policies of %s in front of `%s` do not let this request through `%s`.", e.Reach.Model.GlobalID, e.Reach.Action, e.Reach.Through)
}

// passage is what a request asks once.
type passage struct {
	model               *orm.Model
	action, id, through string
}

// passed is the answer.
type passed struct {
	asked   *router.Exchange
	allowed bool
}

// access runs the policies of the models that one request reaches: before
// anything is written, and not within a transaction, because policies have
// queries of their own.
type access struct {
	req *request
	// explicit says that the request has named what it wants populated, and is
	// refused where it may not see all of that.
	explicit bool
	// members are what the request asks of the members of a collection that its
	// route is about; memberAsked says that it is about one, which may be seen.
	members     *value.Map
	memberAsked bool
	answers     map[passage]passed // of policies that were asked
}

// guarded reports whether policies have to be asked about an action of a model.
func (acc *access) guarded(m *orm.Model, action string) bool {
	return acc.req.set.opts.Access != nil && acc.req.set.opts.Access.Guarded(m, action)
}

// ask runs the policies that decide whether the request may use an association.
// The same question without values is asked once for a request.
func (acc *access) ask(r Reach) (passed, error) {
	if !acc.guarded(r.Model, r.Action) {
		return passed{allowed: true}, nil
	}
	key := passage{r.Model, r.Action, r.ID, r.Through}
	plain := r.Query == nil && r.Body == nil
	if known, ok := acc.answers[key]; ok && plain {
		return known, nil
	}
	asked, allowed, err := acc.req.set.opts.Access.Ask(acc.req.x, r)
	if err != nil {
		return passed{}, err
	}
	answer := passed{asked, allowed}
	if plain {
		if acc.answers == nil {
			acc.answers = map[passage]passed{}
		}
		acc.answers[key] = answer
	}
	return answer, nil
}

// need refuses the request where it may not reach that far.
func (acc *access) need(r Reach) error {
	answer, err := acc.ask(r)
	if err == nil && !answer.allowed {
		err = &Refused{r}
	}
	return err
}

// through names an association.
func through(m *orm.Model, alias string) string { return m.Identity + "." + alias }

// mayFind runs the policies for reading the members of a collection, with the
// query of the request. only is the condition that the policies have added; nil
// for none.
func (acc *access) mayFind(target *orm.Model, r Reach) (only orm.Expr, allowed bool, err error) {
	answer, err := acc.ask(r)
	if err != nil || !answer.allowed {
		return nil, false, err
	}
	only, err = acc.added(target, answer.asked)
	return only, err == nil, err
}

// added is the condition that policies have added to the request that they were
// given, in its options or in its parameters.
func (acc *access) added(target *orm.Model, asked *router.Exchange) (orm.Expr, error) {
	if asked == nil {
		return nil, nil
	}
	sub := &request{set: acc.req.set, x: asked, model: target, target: acc.req.set.targetOf(asked.Options, target)}
	conditions, err := sub.set.release.conditions(sub)
	if err != nil {
		return nil, err
	}
	var all orm.And
	for _, condition := range conditions {
		q, err := target.QueryOf(orm.Clauses{Where: condition})
		if err != nil {
			return nil, err
		}
		if q.Nothing {
			return orm.Or{}, nil
		}
		if q.Where != nil {
			all = append(all, q.Where)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	return all, nil
}

// maySee reports whether the request may see a record that another one refers
// to.
func (acc *access) maySee(target *orm.Model, key any, through string) (bool, error) {
	answer, err := acc.ask(Reach{Model: target, Action: "findone", ID: pubsub.KeyText(key), Through: through})
	if err != nil || !answer.allowed || answer.asked == nil {
		return answer.allowed, err
	}
	base := acc.req.set.release.recordCondition(answer.asked.Options)
	if base.Len() == 0 {
		return true, nil
	}
	q, err := target.QueryOf(orm.Clauses{Where: base})
	if err != nil {
		return false, err
	}
	if q.Where != nil {
		q.Where = orm.And{target.ByKey(key).Where, q.Where}
	} else {
		q.Where = target.ByKey(key).Where
	}
	n, err := target.Count(acc.req.x.Context(), q)
	return n > 0, err
}
