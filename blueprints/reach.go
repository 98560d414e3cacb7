package blueprints

import (
	"fmt"

	"framework/blueprints/pubsub"
	"framework/engine/ordered"
	"framework/engine/orm"
	"framework/router"
)

// Access asks the policies of models that a request reaches in addition to the one that
// its route is about. Actions are named in lower case. Safe for concurrent use.
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
	Query, Body *ordered.Map
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

// guarded reports whether somebody has to be asked about an action of a model.
func (c *call) guarded(m *orm.Model, action string) bool {
	return c.set.opts.Access != nil && c.set.opts.Access.Guarded(m, action)
}

// ask asks whether the request may reach that far. The same question without
// values is asked once.
func (c *call) ask(r Reach) (passed, error) {
	if !c.guarded(r.Model, r.Action) {
		return passed{allowed: true}, nil
	}
	key := passage{r.Model, r.Action, r.ID, r.Through}
	plain := r.Query == nil && r.Body == nil
	if known, ok := c.answers[key]; ok && plain {
		return known, nil
	}
	asked, allowed, err := c.set.opts.Access.Ask(c.x, r)
	if err != nil {
		return passed{}, err
	}
	answer := passed{asked, allowed}
	if plain {
		if c.answers == nil {
			c.answers = map[passage]passed{}
		}
		c.answers[key] = answer
	}
	return answer, nil
}

// need refuses the request where it may not reach that far.
func (c *call) need(r Reach) error {
	answer, err := c.ask(r)
	if err == nil && !answer.allowed {
		err = &Refused{r}
	}
	return err
}

// through names an association.
func through(m *orm.Model, alias string) string { return m.Identity + "." + alias }

// mayFind asks for the members of a collection, with what the request asks of
// them. only is the condition that the policies have added; nil for none.
func (c *call) mayFind(target *orm.Model, r Reach) (only orm.Expr, allowed bool, err error) {
	answer, err := c.ask(r)
	if err != nil || !answer.allowed {
		return nil, false, err
	}
	only, err = c.added(target, answer.asked)
	return only, err == nil, err
}

// added is the condition that policies have added to the request that they were
// asked about, in its options or in what it asks for.
func (c *call) added(target *orm.Model, asked *router.Exchange) (orm.Expr, error) {
	if asked == nil {
		return nil, nil
	}
	sub := &call{set: c.set, x: asked, ctx: c.ctx, model: target, plan: &plan{own: true}}
	var conditions []any
	if c.set.opts.Switches.Modern {
		where, err := sub.modernWhere("limit", "skip", "sort", "populate", "select", "omit", "id")
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, where)
	} else {
		base := sub.option("where")
		if own, ok := base.(*ordered.Map); ok {
			conditions = append(conditions, own)
			sub.x.SetOption("where", nil)
		}
		where, _, err := sub.criteria(target, "limit", "skip", "sort", "populate", "id", "parentid")
		sub.x.SetOption("where", base)
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, where)
	}
	var all orm.And
	for _, condition := range conditions {
		q, err := target.Query(ordered.Of("where", condition))
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
func (c *call) maySee(target *orm.Model, key any, through string) (bool, error) {
	answer, err := c.ask(Reach{Model: target, Action: "findone", ID: pubsub.KeyText(key), Through: through})
	if err != nil || !answer.allowed || answer.asked == nil {
		return answer.allowed, err
	}
	base, _ := answer.asked.Options.Value("where").(*ordered.Map)
	if base.Len() == 0 || c.set.opts.Switches.Modern {
		return true, nil
	}
	q, err := target.Query(ordered.Of("where", base))
	if err != nil {
		return false, err
	}
	if q.Where != nil {
		q.Where = orm.And{target.ByKey(key).Where, q.Where}
	} else {
		q.Where = target.ByKey(key).Where
	}
	n, err := target.Count(c.ctx, q)
	return n > 0, err
}
