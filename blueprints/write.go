package blueprints

import (
	"framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// values are the attributes that a request brings.
func (c *call) values() *value.Map {
	out := c.without(c.target.valuesWithout...)
	if !c.set.opts.Switches.ValuesOption {
		return out
	}
	for k, v := range c.target.values.All() {
		if k != "blacklist" && !out.Has(k) {
			out.Set(k, v)
		}
	}
	return out
}

// create makes a record, or one of each element of an array.
func (s *Set) create(c *call) (router.Verdict, error) {
	answer := "created"
	if s.opts.Switches.CreatedOK {
		answer = "ok"
	}
	if rows := c.plan.rows; rows != nil {
		for _, row := range rows {
			if err := c.needNested(c.model, nil, row); err != nil {
				return router.Answered, err
			}
		}
		var records []*orm.Record
		err := c.inTransaction(c.nested(rows...), func() (err error) {
			records, err = c.model.CreateEach(c.ctx, rows)
			return err
		})
		if err != nil {
			return router.Answered, err
		}
		for _, r := range records {
			c.created(c.model, r)
		}
		return c.ok(answer, orm.Records(records))
	}
	values := c.plan.values
	if err := c.needNested(c.model, nil, values); err != nil {
		return router.Answered, err
	}
	var record *orm.Record
	err := c.inTransaction(c.nested(values), func() (err error) {
		record, err = c.model.Create(c.ctx, values)
		return err
	})
	if err != nil {
		return router.Answered, err
	}
	c.created(c.model, record)
	return c.ok(answer, record)
}

// update sets the values of the request on one record and answers with it as
// it is then.
func (s *Set) update(c *call) (router.Verdict, error) {
	key, values, q := c.plan.key, c.plan.values, c.plan.query
	// Only events need the record as it was.
	var before *orm.Record
	if c.needsPrevious(key, values) {
		var err error
		if before, err = c.model.FindOne(c.ctx, c.previous(*q, values)); err != nil {
			return router.Answered, err
		}
		if before == nil {
			return c.respond("notFound", value.Undefined{})
		}
	} else if c.nested(values) || s.scripted(c.model) {
		// Code of the project, and what else is written, is for a record that is there.
		if n, err := c.model.Count(c.ctx, q); err != nil || n == 0 {
			if err != nil {
				return router.Answered, err
			}
			return c.respond("notFound", value.Undefined{})
		}
	}
	if err := c.needNested(c.model, key, values); err != nil {
		return router.Answered, err
	}
	var records []*orm.Record
	var written *value.Map
	err := c.inTransaction(c.nested(values), func() (err error) {
		records, written, err = c.model.UpdateWritten(c.ctx, q, values)
		return err
	})
	if err != nil {
		// That there is no record says more than that its values are wrong.
		if n, failed := c.model.Count(c.ctx, q); failed == nil && n == 0 {
			return c.respond("notFound", value.Undefined{})
		}
		return router.Answered, err
	}
	if len(records) == 0 {
		return c.respond("notFound", value.Undefined{})
	}
	updated := records[0]
	c.subscribe(c.model, updated)
	ev := pubsub.Event{Verb: pubsub.Updated, Model: c.model, ID: updated.ID(), Data: c.changes(values, written, updated), Record: updated}
	if before != nil {
		ev.Previous = before
	}
	c.publish(ev)
	if len(c.plan.populate) > 0 {
		fresh, err := c.again(updated.ID())
		if err != nil {
			return router.Answered, err
		}
		if fresh != nil {
			updated = fresh
		}
	}
	return c.ok("ok", updated)
}

// settleKey decides what becomes of the key in the values of an update. The
// parameter id only names the record, unless the key is called that or the
// client sent it as an attribute.
func (c *call) settleKey(values *value.Map, key any) {
	pk := c.model.PrimaryKey
	if c.set.opts.Switches.KeyChanges {
		body, _ := c.x.Request.Body.(*value.Map)
		if !body.Has("id") && !c.x.Request.Query.Has("id") {
			values.Delete("id")
		}
		return
	}
	if given, ok := values.Get(pk); ok && keyText(given) != keyText(key) {
		c.set.opts.Log.Warn("an update does not change the primary key", "model", c.model.GlobalID, "key", keyText(key), "given", keyText(given))
	}
	// A model may have an id that is not its key; the parameter is not meant
	// for it, unless the route says what to leave out.
	if !c.target.values.Has("blacklist") {
		values.Delete("id")
	}
	values.Delete(pk)
}

// destroy removes one record and answers with it as it was.
func (s *Set) destroy(c *call) (router.Verdict, error) {
	if c.plan.key == nil {
		return c.respond("negotiate", noKey())
	}
	record, shown, err := c.wholeAndShown(c.populated(c.plan.query))
	if err != nil {
		return router.Answered, err
	}
	if record == nil {
		return c.respond("notFound", c.plan.missing)
	}
	var readers *pubsub.Audience
	if s.opts.Publisher != nil {
		readers = s.opts.Publisher.Readers(c.ctx, c.model, record.ID(), pubsub.Destroy)
	}
	if _, err := c.model.Destroy(c.ctx, c.plan.query); err != nil {
		return c.respond("negotiate", err)
	}
	c.publish(pubsub.Event{Verb: pubsub.Destroyed, Model: c.model, ID: record.ID(), Previous: record, Audience: readers})
	c.forget(record)
	return c.ok("ok", shown)
}

// add puts a child into a collection: the one whose key is given, else a new
// one made of the request's values. If no record has the key, a new child is
// created with it.
func (s *Set) add(c *call) (router.Verdict, error) {
	alias, assoc, key, values := c.plan.alias, c.plan.assoc, c.plan.member, c.plan.values
	target := c.target.child
	parent, err := c.model.FindOne(c.ctx, c.plan.query)
	if err != nil {
		return router.Answered, err
	}
	if parent == nil {
		return c.respond("notFound", value.Of("status", int64(404)))
	}
	if err := c.needAdd(parent, assoc, key, values); err != nil {
		return router.Answered, err
	}
	var child any
	var made, silent bool
	err = c.inTransaction(true, func() (err error) {
		if child, made, err = c.child(target, key, values); err != nil {
			return err
		}
		if silent, err = c.silently(parent, assoc, child); err != nil {
			return err
		}
		return c.model.Save(c.ctx, parent, []orm.Change{{Alias: alias, Child: child}})
	})
	if err != nil {
		return router.Answered, err
	}
	c.subscribe(c.model, parent)
	if !silent {
		c.publish(pubsub.Event{Verb: pubsub.AddedTo, Model: c.model, ID: parent.ID(), Alias: alias, Child: child, NoReverse: made, NoSubscribe: !c.maySubscribe(assoc, child)})
	}
	return c.answerParent(parent)
}

// child is the key of the child to add, which is made where it is missing.
func (c *call) child(target *orm.Model, key any, values *value.Map) (id any, made bool, err error) {
	if key != nil {
		q, err := target.Keyed(key)
		if err != nil {
			return nil, false, err
		}
		existing, err := target.FindOne(c.ctx, q)
		if err != nil {
			return nil, false, err
		}
		if existing != nil {
			return existing.ID(), false, nil
		}
	}
	record, err := target.Create(c.ctx, values)
	if err != nil {
		return nil, false, err
	}
	c.created(target, record)
	return record.ID(), true, nil
}

// remove takes a child out of a collection; the child itself stays.
func (s *Set) remove(c *call) (router.Verdict, error) {
	alias, assoc, key := c.plan.alias, c.plan.assoc, c.plan.member
	parent, err := c.model.FindOne(c.ctx, c.plan.query)
	if err != nil {
		return router.Answered, err
	}
	if parent == nil {
		return c.respond("notFound", value.Undefined{})
	}
	if key == nil {
		if s.opts.Switches.RemoveErrorList {
			return c.respond("serverError", []any{value.Of("type", "remove", "collection", assoc.Target, "err", value.New(0))})
		}
		return c.respond("serverError", "Missing required child PK.")
	}
	if err := c.needParent("update", alias, parent.ID()); err != nil {
		return router.Answered, err
	}
	if err := c.needUnlink(c.model, assoc, keyText(key)); err != nil {
		return router.Answered, err
	}
	if err := c.model.Save(c.ctx, parent, []orm.Change{{Alias: alias, Remove: true, Child: key}}); err != nil {
		return router.Answered, err
	}
	c.publish(pubsub.Event{Verb: pubsub.RemovedFrom, Model: c.model, ID: parent.ID(), Alias: alias, Child: key})
	return c.answerParent(parent)
}
