package blueprints

import (
	"slices"

	"framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// modernCreate makes a record and answers with it as it is then, populated.
func (s *Set) modernCreate(c *call) (router.Verdict, error) {
	values := c.plan.values
	if err := c.needNested(c.model, nil, values); err != nil {
		return router.Answered, err
	}
	if err := c.needSides("update", values); err != nil {
		return router.Answered, err
	}
	var record *orm.Record
	var moved []pubsub.Event
	err := c.inTransaction(c.nested(values), func() (err error) {
		if moved, err = c.takenFromParents(values); err != nil {
			return err
		}
		record, err = c.model.Create(c.ctx, values)
		return err
	})
	if err != nil {
		return router.Answered, err
	}
	fresh, err := c.again(record.ID())
	if err != nil {
		return router.Answered, err
	}
	if fresh == nil {
		fresh = record
	}
	c.created(c.model, fresh)
	for _, ev := range moved {
		c.publish(ev)
	}
	return c.ok("ok", fresh)
}

// takenFromParents are the events of children that values take away from their parents.
func (c *call) takenFromParents(values *value.Map) ([]pubsub.Event, error) {
	if c.set.opts.Publisher == nil {
		return nil, nil
	}
	var events []pubsub.Event
	for _, a := range c.model.Associations {
		keys, ok := values.Value(a.Alias).([]any)
		if !ok || len(keys) == 0 || !a.Collection {
			continue
		}
		more, err := c.leaving(a, keys, nil)
		if err != nil {
			return nil, err
		}
		events = append(events, more...)
	}
	return events, nil
}

// leaving are the events of children that another parent than the given one
// has; only collections whose children have one parent can take them away.
func (c *call) leaving(a *orm.Association, keys []any, parent any) ([]pubsub.Event, error) {
	if c.set.opts.Publisher == nil || a.Through != "" || len(keys) == 0 {
		return nil, nil
	}
	target := c.set.opts.ORM.Model(a.Target)
	q, err := target.Keyed(keys)
	if err != nil {
		return nil, err
	}
	children, err := target.Find(c.ctx, q)
	if err != nil {
		return nil, err
	}
	var events []pubsub.Event
	for _, child := range children {
		former := child.Value(a.Far)
		if former == nil || parent != nil && keyText(former) == keyText(parent) {
			continue
		}
		events = append(events, pubsub.Event{Verb: pubsub.RemovedFrom, Model: c.model, ID: former, Alias: a.Alias, Child: child.ID(), NoReverse: true})
	}
	return events, nil
}

// modernUpdate sets values on one record and answers with it as it is then.
func (s *Set) modernUpdate(c *call) (router.Verdict, error) {
	q := c.plan.query
	before, err := c.model.FindOne(c.ctx, q)
	if err != nil {
		return router.Answered, err
	}
	if before == nil {
		return c.respond("notFound", value.Undefined{})
	}
	values := c.plan.values.Clone()
	if keyText(values.Value(c.model.PrimaryKey)) == keyText(before.ID()) {
		values.Delete(c.model.PrimaryKey)
	}
	if err := c.needNested(c.model, before.ID(), values); err != nil {
		return router.Answered, err
	}
	if err := c.needSides("update", &before.Map, values); err != nil {
		return router.Answered, err
	}
	plain := *q
	plain.Populate = nil
	var records []*orm.Record
	err = c.inTransaction(c.nested(values), func() (err error) {
		records, err = c.model.Update(c.ctx, &plain, values)
		return err
	})
	if err != nil {
		return router.Answered, err
	}
	if len(records) == 0 {
		return c.respond("notFound", value.Undefined{})
	}
	updated := records[0]
	c.subscribe(c.model, updated)
	c.publish(pubsub.Event{Verb: pubsub.Updated, Model: c.model, ID: before.ID(), Data: c.changed(updated), Record: updated, Previous: before})
	fresh, err := c.again(updated.ID())
	if err != nil {
		return router.Answered, err
	}
	if fresh == nil {
		return c.respond("serverError", "Could not find record after updating!")
	}
	return c.ok("ok", fresh)
}

// changed is what the event of an update holds: members of collections are
// not among it, the key and the time are.
func (c *call) changed(updated *orm.Record) *value.Map {
	out := value.New(c.plan.values.Len() + 2)
	for k, v := range c.plan.values.All() {
		if a := c.model.Association(k); a == nil || !a.Collection {
			out.Set(k, v)
		}
	}
	out.Set(c.model.PrimaryKey, updated.ID())
	for _, a := range c.model.Attributes {
		if a.AutoUpdatedAt {
			out.Set(a.Name, updated.Value(a.Name))
		}
	}
	return out
}

// modernDestroy removes one record and answers with it as it was.
func (s *Set) modernDestroy(c *call) (router.Verdict, error) {
	q := c.plan.query
	record, shown, err := c.wholeAndShown(q)
	if err != nil {
		return router.Answered, err
	}
	if record == nil {
		return c.respond("notFound", c.plan.missing)
	}
	if err := c.needSides("update", &record.Map); err != nil {
		return router.Answered, err
	}
	var readers *pubsub.Audience
	if s.opts.Publisher != nil {
		readers = s.opts.Publisher.Readers(c.ctx, c.model, record.ID(), pubsub.Destroy)
	}
	plain := *q
	plain.Populate = nil
	if _, err := c.model.Destroy(c.ctx, &plain); err != nil {
		return router.Answered, err
	}
	c.publish(pubsub.Event{Verb: pubsub.Destroyed, Model: c.model, ID: record.ID(), Previous: record, Audience: readers})
	c.forget(record)
	return c.ok("ok", shown)
}

// parentAndChild finds the parent and the child that add and remove are about; one of
// them is nil where there is none.
func (c *call) parentAndChild() (parent, child *orm.Record, err error) {
	if parent, err = c.model.FindOne(c.ctx, c.plan.query); err != nil || parent == nil {
		return nil, nil, err
	}
	list, _ := c.plan.members.([]any)
	if len(list) == 0 {
		return parent, nil, nil
	}
	target := c.set.opts.ORM.Model(c.plan.assoc.Target)
	q, err := target.Keyed(list[0])
	if err != nil {
		return nil, nil, err
	}
	child, err = target.FindOne(c.ctx, q)
	return parent, child, err
}

func (s *Set) modernAdd(c *call) (router.Verdict, error) {
	parent, child, err := c.parentAndChild()
	if err != nil {
		return router.Answered, err
	}
	if parent == nil || child == nil {
		return c.respond("notFound", value.Undefined{})
	}
	alias, assoc := c.plan.alias, c.plan.assoc
	if err := c.needAdd(parent, assoc, child.ID(), nil); err != nil {
		return router.Answered, err
	}
	moved, err := c.leaving(assoc, []any{child.ID()}, parent.ID())
	if err != nil {
		return router.Answered, err
	}
	if err := c.model.AddToCollection(c.ctx, []any{parent.ID()}, alias, []any{child.ID()}); err != nil {
		return router.Answered, err
	}
	c.subscribe(c.model, parent)
	c.publish(pubsub.Event{Verb: pubsub.AddedTo, Model: c.model, ID: parent.ID(), Alias: alias, Child: child.ID(), NoSubscribe: !c.maySubscribe(assoc, child.ID())})
	for _, ev := range moved {
		c.publish(ev)
	}
	return c.answerParent(parent)
}

func (s *Set) modernRemove(c *call) (router.Verdict, error) {
	parent, child, err := c.parentAndChild()
	if err != nil {
		return router.Answered, err
	}
	if parent == nil || child == nil {
		return c.respond("notFound", value.Undefined{})
	}
	alias, assoc := c.plan.alias, c.plan.assoc
	if err := c.needParent("update", alias, parent.ID()); err != nil {
		return router.Answered, err
	}
	if err := c.needUnlink(c.model, assoc, keyText(child.ID())); err != nil {
		return router.Answered, err
	}
	if err := c.model.RemoveFromCollection(c.ctx, []any{parent.ID()}, alias, []any{child.ID()}); err != nil {
		return router.Answered, err
	}
	c.publish(pubsub.Event{Verb: pubsub.RemovedFrom, Model: c.model, ID: parent.ID(), Alias: alias, Child: child.ID()})
	return c.answerParent(parent)
}

// modernReplace makes the members of a collection those that are given.
func (s *Set) modernReplace(c *call) (router.Verdict, error) {
	alias, assoc := c.plan.alias, c.plan.assoc
	var keys []any
	switch given := c.plan.members.(type) {
	case []any:
		keys = given
	case string, int64, float64:
		keys = []any{given}
	default:
		if given == nil {
			given = value.Undefined{}
		}
		return router.Answered, &refusal{code: orm.InvalidAssociatedIDs, details: c.set.opts.ORM.Model(assoc.Target).BadKeys(given), method: "replaceCollection"}
	}
	parent, err := c.model.FindOne(c.ctx, c.plan.query)
	if err != nil {
		return router.Answered, err
	}
	if parent == nil {
		return c.respond("notFound", value.Undefined{})
	}
	if err := c.needParent("update", alias, parent.ID()); err != nil {
		return router.Answered, err
	}
	if err := c.needMembers(c.model, assoc, parent.ID(), keys, true); err != nil {
		return router.Answered, err
	}
	var events []pubsub.Event
	err = c.inTransaction(true, func() error {
		var err error
		if events, err = c.replacing(parent, assoc, keys); err != nil {
			return err
		}
		return c.model.ReplaceCollection(c.ctx, []any{parent.ID()}, alias, keys)
	})
	if err != nil {
		return router.Answered, err
	}
	c.subscribe(c.model, parent)
	for _, ev := range events {
		ev.NoSubscribe = ev.Verb == pubsub.AddedTo && !c.maySubscribe(assoc, ev.Child)
		c.publish(ev)
	}
	return c.answerParent(parent)
}

// replacing are the events of a collection that is about to be replaced.
func (c *call) replacing(parent *orm.Record, a *orm.Association, keys []any) ([]pubsub.Event, error) {
	if c.set.opts.Publisher == nil {
		return nil, nil
	}
	q := c.model.ByKey(parent.ID())
	q.Populate = []orm.Populate{{Alias: a.Alias}}
	record, err := c.model.FindOne(c.ctx, q)
	if err != nil || record == nil {
		return nil, err
	}
	members, _ := record.Value(a.Alias).(orm.Records)
	has := func(keys []any, key any) bool {
		return slices.ContainsFunc(keys, func(k any) bool { return keyText(k) == keyText(key) })
	}
	var there []any
	var events, gone []pubsub.Event
	for _, m := range members {
		there = append(there, m.ID())
		if !has(keys, m.ID()) {
			gone = append(gone, pubsub.Event{Verb: pubsub.RemovedFrom, Model: c.model, ID: parent.ID(), Alias: a.Alias, Child: m.ID()})
		}
	}
	for _, key := range keys {
		if !has(there, key) {
			events = append(events, pubsub.Event{Verb: pubsub.AddedTo, Model: c.model, ID: parent.ID(), Alias: a.Alias, Child: key})
		}
	}
	moved, err := c.leaving(a, keys, parent.ID())
	return slices.Concat(events, gone, moved), err
}

// answerParent answers with a record whose collection was changed.
func (c *call) answerParent(parent *orm.Record) (router.Verdict, error) {
	fresh, err := c.again(parent.ID())
	if err != nil {
		return router.Answered, err
	}
	if fresh == nil {
		return c.respond("serverError", value.Undefined{})
	}
	return c.ok("ok", fresh)
}
