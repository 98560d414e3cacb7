package blueprints

import (
	"slices"

	"framework/blueprints/pubsub"
	"framework/engine/ordered"
	"framework/engine/orm"
)

// hasListeners reports whether any socket may listen to what happens to records
// of a model.
func (c *call) hasListeners(m *orm.Model) bool {
	return c.set.opts.Publisher != nil && !c.set.opts.Publisher.Idle(m)
}

// needsPrevious reports whether an update has to read the record as it was: for
// its subscribers, or for the records that it referred to.
func (c *call) needsPrevious(key any, values *ordered.Map) bool {
	if !c.hasListeners(c.model) {
		return false
	}
	for _, a := range c.model.Associations {
		if values.Has(a.Alias) {
			return true
		}
	}
	if c.x.Request.Socket != "" && c.mirrored() {
		return true // the client is subscribed before the event is published
	}
	return !c.set.opts.Publisher.NoListeners(c.model, key, pubsub.Update)
}

// by is the request as pub/sub has it.
func (c *call) by() pubsub.Request {
	return pubsub.Request{Socket: c.x.Request.Socket, Origin: c.x}
}

// onCommit runs fn when the open transaction is committed, at once where there
// is none.
func (c *call) onCommit(fn func()) {
	if c.pending != nil {
		*c.pending = append(*c.pending, fn)
		return
	}
	fn()
}

// logFailure logs an event that could not be published: the request has
// succeeded all the same.
func (c *call) logFailure(err error, what string, args ...any) {
	if err != nil {
		c.set.opts.Log.Error(what, append(args, "error", err)...)
	}
}

// publish publishes an event once its transaction is committed: to every
// subscriber but the client that caused it, which gets it with mirror.
func (c *call) publish(ev pubsub.Event) {
	if c.set.opts.Publisher == nil {
		return
	}
	c.onCommit(func() {
		ev.By = c.by()
		ev.Data, ev.Previous = c.redacted(ev.Model, ev.Data), c.redacted(ev.Model, ev.Previous)
		if c.mirrored() {
			ev.By = pubsub.Request{Origin: false}
		}
		c.logFailure(c.set.opts.Publisher.Publish(c.ctx, ev), "an event was not published", "verb", ev.Verb, "model", ev.Model.GlobalID, "id", ev.ID)
	})
}

// mirrored reports whether the client gets its own events too: as the route says, else
// the configuration.
func (c *call) mirrored() bool {
	if on, ok := truth(c.option("mirror")); ok {
		return on
	}
	return c.set.opts.Settings.Mirror
}

// created publishes a new record. A socket that made it, and those who watch, are
// subscribed to it.
func (c *call) created(m *orm.Model, r *orm.Record) {
	if c.set.opts.Publisher == nil {
		return
	}
	ev := pubsub.Event{Verb: pubsub.Created, Model: m, ID: r.ID(), Data: r}
	if c.x.Request.Socket != "" {
		c.subscribe(m, r)
		ev.NoIntroduce = true
		c.onCommit(func() {
			c.logFailure(c.set.opts.Publisher.Introduce(c.ctx, m, r), "a record was not introduced", "model", m.GlobalID, "id", r.ID())
		})
	}
	c.publish(ev)
}

// forget ends what sockets hear of a record that is gone.
func (c *call) forget(r *orm.Record) {
	p := c.set.opts.Publisher
	if p == nil || c.x.Request.Socket == "" {
		return
	}
	c.logFailure(p.Unsubscribe(c.ctx, c.by(), c.model, r), "a socket was not unsubscribed", "model", c.model.GlobalID, "id", r.ID())
	c.logFailure(p.Retire(c.ctx, c.model, r), "a record was not retired", "model", c.model.GlobalID, "id", r.ID())
}

// subscribe lets the asking socket hear of records.
func (c *call) subscribe(m *orm.Model, records ...*orm.Record) {
	p := c.set.opts.Publisher
	if p == nil || c.x.Request.Socket == "" || len(records) == 0 {
		return
	}
	c.onCommit(func() {
		c.logFailure(p.Subscribe(c.ctx, c.by(), m, records...), "a socket was not subscribed", "model", m.GlobalID)
	})
}

// watch lets the asking socket hear of new records, unless the route, the
// configuration or the model switches that off.
func (c *call) watch(m *orm.Model) {
	p := c.set.opts.Publisher
	if p == nil || c.x.Request.Socket == "" {
		return
	}
	on, ok := truth(c.option("autoWatch"))
	if !ok {
		on = c.set.opts.Settings.AutoWatch
	}
	if own, set := c.set.opts.AutoWatch[m.Identity]; set {
		on = on && own
	}
	if on {
		c.logFailure(p.Watch(c.ctx, c.by(), m), "a socket does not watch", "model", m.GlobalID)
	}
}

// subscribeDeep lets the asking socket hear of the records that others refer to,
// as far as they are known, and of new ones of their models.
func (c *call) subscribeDeep(records ...*orm.Record) {
	if c.set.opts.Publisher == nil || c.x.Request.Socket == "" || len(records) == 0 {
		return
	}
	list, _ := c.option("associations").([]any)
	for _, each := range list {
		described, _ := each.(*ordered.Map)
		alias, _ := described.Value("alias").(string)
		a := c.model.Association(alias)
		if a == nil {
			continue
		}
		target := c.set.opts.ORM.Model(a.Target)
		if c.mayWatch(target, alias) {
			c.watch(target)
		}
		var found []*orm.Record
		for _, r := range records {
			found = c.referred(found, target, r.Value(alias))
		}
		c.subscribe(target, c.mayShow(a, found)...)
	}
}

// mayWatch reports whether the socket may hear of new records of a model that
// the request has reached through an association.
func (c *call) mayWatch(target *orm.Model, alias string) bool {
	answer, err := c.ask(Reach{Model: target, Action: "find", Through: through(c.model, alias)})
	c.logFailure(err, "a socket does not watch", "model", target.GlobalID)
	return answer.allowed && err == nil
}

// mayShow are those of the records that an association leads to which the
// request may see; members of a collection are found with it.
func (c *call) mayShow(a *orm.Association, found []*orm.Record) []*orm.Record {
	target := c.set.opts.ORM.Model(a.Target)
	if a.Collection || !c.guarded(target, "findone") {
		return found
	}
	return slices.DeleteFunc(found, func(r *orm.Record) bool {
		see, err := c.maySee(target, r.ID(), through(c.model, a.Alias))
		c.logFailure(err, "a socket was not subscribed", "model", target.GlobalID)
		return !see || err != nil
	})
}

// referred appends the records that a value of an association stands for.
func (c *call) referred(found []*orm.Record, target *orm.Model, v any) []*orm.Record {
	switch v := v.(type) {
	case nil, ordered.Undefined:
	case *orm.Record:
		if v != nil {
			found = append(found, v)
		}
	case orm.Records:
		found = append(found, v...)
	case []any:
	default:
		if !c.set.opts.Switches.DeepPopulated {
			r := orm.NewRecord(target)
			r.Set(target.PrimaryKey, v)
			found = append(found, r)
		}
	}
	return found
}

// previous is the query for a record as it is before an update with values: with
// the members of collections that these replace, all of them.
func (c *call) previous(q orm.Query, values *ordered.Map) *orm.Query {
	if c.set.opts.Switches.PreviousWhole {
		for _, a := range c.model.Associations {
			q.Populate = append(q.Populate, orm.Populate{Alias: a.Alias})
		}
		return &q
	}
	out := c.withPopulates(&q)
	for i, p := range out.Populate {
		if values.Has(p.Alias) {
			out.Populate[i].Query.Limit = 0
		}
	}
	return out
}

// changes are what the event of an update holds: the values as they were
// written, and what callbacks have added.
func (c *call) changes(values, written *ordered.Map, updated *orm.Record) *ordered.Map {
	m := c.model
	out := ordered.New(written.Len() + 1)
	for k, v := range values.All() {
		if now, ok := written.Get(k); ok {
			out.Set(k, now)
		} else if a := m.Association(k); a != nil && a.Collection {
			out.Set(k, v)
		}
	}
	if !c.set.opts.Switches.KeyChanges {
		out.Set(m.PrimaryKey, updated.ID())
	}
	for k, v := range written.All() {
		if !out.Has(k) {
			out.Set(k, v)
		}
	}
	return out
}

// silently reports whether adding a member is not published, as it is one
// already.
func (c *call) silently(parent *orm.Record, a *orm.Association, child any) (bool, error) {
	if !c.set.opts.Switches.AddTwiceSilent || a.Through == "" || !c.hasListeners(c.model) {
		return false, nil
	}
	q, err := c.model.Query(ordered.Of("where", ordered.Of(c.model.PrimaryKey, parent.ID())))
	if err != nil {
		return false, err
	}
	target := c.set.opts.ORM.Model(a.Target)
	members, err := target.Query(ordered.Of("where", ordered.Of(target.PrimaryKey, child)))
	if err != nil {
		return false, err
	}
	q.Populate = []orm.Populate{{Alias: a.Alias, Query: members}}
	found, err := c.model.FindOne(c.ctx, q)
	if err != nil || found == nil {
		return false, err
	}
	list, _ := found.Value(a.Alias).(orm.Records)
	return len(list) > 0, nil
}

var _ Publisher = (*pubsub.Set)(nil)
