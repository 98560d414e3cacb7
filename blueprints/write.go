package blueprints

import (
	"errors"
	"fmt"

	"framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// values are the attributes that a request brings.
func (c *call) values() *value.Map {
	out := c.without(c.blacklist("values")...)
	if !c.set.opts.Switches.ValuesOption {
		return out
	}
	if defaults, ok := c.option("values").(*value.Map); ok {
		for k, v := range defaults.All() {
			if k != "blacklist" && !out.Has(k) {
				out.Set(k, v)
			}
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
	if list, ok := c.x.Request.Body.([]any); ok && s.opts.Switches.ArrayCreate {
		rows := make([]*value.Map, len(list))
		for i, v := range list {
			row, ok := v.(*value.Map)
			if !ok {
				return router.Answered, &orm.UsageError{Reason: fmt.Sprintf("element %d of the body is no object", i)}
			}
			rows[i] = row
		}
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
	values := c.values()
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
	key, err := c.requireKey()
	if err != nil {
		return router.Answered, err
	}
	values := c.values()
	c.settleKey(values, key)
	q, err := c.byKey(key)
	if err != nil {
		return router.Answered, err
	}
	// Only events need the record as it was.
	var before *orm.Record
	if c.needsPrevious(key, values) {
		if before, err = c.model.FindOne(c.ctx, c.previous(*q, values)); err != nil {
			return router.Answered, err
		}
		if before == nil {
			return c.respond("notFound", value.Undefined{})
		}
	} else if n, err := c.model.Count(c.ctx, q); err != nil || n == 0 {
		if err != nil {
			return router.Answered, err
		}
		return c.respond("notFound", value.Undefined{})
	}
	if err := c.needNested(c.model, key, values); err != nil {
		return router.Answered, err
	}
	var records []*orm.Record
	var written *value.Map
	err = c.inTransaction(c.nested(values), func() (err error) {
		records, written, err = c.model.UpdateWritten(c.ctx, q, values)
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
	ev := pubsub.Event{Verb: pubsub.Updated, Model: c.model, ID: updated.ID(), Data: c.changes(values, written, updated), Record: updated}
	if before != nil {
		ev.Previous = before
	}
	c.publish(ev)
	if aliases := c.populates(); len(aliases) > 0 {
		again, err := c.model.Query(value.Of("where", value.Of(c.model.PrimaryKey, updated.ID())))
		if err != nil {
			return router.Answered, err
		}
		fresh, err := c.findOneOf(c.withPopulates(again))
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
	if o, _ := c.option("values").(*value.Map); !o.Has("blacklist") {
		values.Delete("id")
	}
	values.Delete(pk)
}

// destroy removes one record and answers with it as it was.
func (s *Set) destroy(c *call) (router.Verdict, error) {
	key, err := c.requireKey()
	if err != nil {
		return c.respond("negotiate", err)
	}
	q, err := c.byKey(key)
	if err != nil {
		return router.Answered, err
	}
	populated := *q
	record, shown, err := c.wholeAndShown(c.withPopulates(&populated))
	if err != nil {
		return router.Answered, err
	}
	if record == nil {
		return c.respond("notFound", missing)
	}
	var readers *pubsub.Audience
	if s.opts.Publisher != nil {
		readers = s.opts.Publisher.Readers(c.ctx, c.model, record.ID(), pubsub.Destroy)
	}
	if _, err := c.model.Destroy(c.ctx, q); err != nil {
		return c.respond("negotiate", err)
	}
	c.publish(pubsub.Event{Verb: pubsub.Destroyed, Model: c.model, ID: record.ID(), Previous: record, Audience: readers})
	c.forget(record)
	return c.ok("ok", shown)
}

// parent is the record that a collection of is changed.
func (c *call) parent() (*orm.Record, error) {
	id := c.param("parentid")
	if !value.Truthy(id) {
		return nil, errors.New("missing required parent PK")
	}
	q, err := c.model.Query(value.Of("where", value.Of(c.model.PrimaryKey, id)))
	if err != nil {
		return nil, err
	}
	q.Nothing = q.Nothing || endless(q.Where) != ""
	return c.model.FindOne(c.ctx, q)
}

// withCollection reads a parent again with one of its collections.
func (c *call) withCollection(parent *orm.Record, alias string) (*orm.Record, error) {
	q, err := c.model.Query(value.Of("where", value.Of(c.model.PrimaryKey, parent.ID())))
	if err != nil {
		return nil, err
	}
	q.Populate = []orm.Populate{{Alias: alias, Query: &orm.Query{Limit: c.within(0)}}}
	return c.findOneOf(q)
}

// add puts a child into a collection: the one whose key is given, else a new
// one made of the request's values. A key that nobody has makes a new child
// with that key.
func (s *Set) add(c *call) (router.Verdict, error) {
	alias, assoc, err := c.association()
	if err != nil {
		return router.Answered, err
	}
	target := s.opts.ORM.Model(assoc.Target)
	parent, err := c.parent()
	if err != nil {
		return router.Answered, err
	}
	if parent == nil {
		return c.respond("notFound", value.Of("status", int64(404)))
	}
	key := c.key()
	values := c.without("limit", "skip", "sort", "id", "parentid")
	if key != nil {
		values = value.Of(target.PrimaryKey, key)
	} else if own := values.Value(target.PrimaryKey); value.Truthy(own) {
		key = own
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
	return c.answerCollection(parent, alias)
}

// child is the key of the child to add, which is made where it is missing.
func (c *call) child(target *orm.Model, key any, values *value.Map) (id any, made bool, err error) {
	if key != nil {
		q, err := target.Query(value.Of("where", value.Of(target.PrimaryKey, key)))
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
	alias, _, err := c.association()
	if err != nil {
		return router.Answered, err
	}
	parent, err := c.parent()
	if err != nil {
		return router.Answered, err
	}
	if parent == nil {
		return c.respond("notFound", value.Undefined{})
	}
	key := c.key()
	if key == nil {
		if s.opts.Switches.RemoveErrorList {
			return c.respond("serverError", []any{value.Of("type", "remove", "collection", c.model.Association(alias).Target, "err", value.New(0))})
		}
		return c.respond("serverError", "Missing required child PK.")
	}
	if err := c.needParent("update", alias, parent.ID()); err != nil {
		return router.Answered, err
	}
	if err := c.needUnlink(c.model, c.model.Association(alias), keyText(key)); err != nil {
		return router.Answered, err
	}
	if err := c.model.Save(c.ctx, parent, []orm.Change{{Alias: alias, Remove: true, Child: key}}); err != nil {
		return router.Answered, err
	}
	c.publish(pubsub.Event{Verb: pubsub.RemovedFrom, Model: c.model, ID: parent.ID(), Alias: alias, Child: key})
	return c.answerCollection(parent, alias)
}

// answerCollection answers with a record whose collection was changed.
func (c *call) answerCollection(parent *orm.Record, alias string) (router.Verdict, error) {
	fresh, err := c.withCollection(parent, alias)
	if err != nil {
		return router.Answered, err
	}
	if fresh == nil {
		return c.respond("serverError", value.Undefined{})
	}
	return c.ok("ok", fresh)
}
