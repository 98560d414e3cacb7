package blueprints

import (
	"slices"

	"framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/engine/value"
)

// events publishes what one request does to records, and subscribes its socket.
type events struct {
	req    *request
	access *access
	// pending are the events to publish when the open transaction is committed,
	// nil without a transaction.
	pending *[]func()
}

// hasListeners reports whether any socket may listen to what happens to records
// of a model.
func (e *events) hasListeners(m *orm.Model) bool {
	return e.req.set.opts.Publisher != nil && !e.req.set.opts.Publisher.Idle(m)
}

// needsPrevious reports whether an update has to read the record as it was: for
// its subscribers, or for the records that it referred to.
func (e *events) needsPrevious(key any, values *value.Map) bool {
	if !e.hasListeners(e.req.model) {
		return false
	}
	for _, a := range e.req.model.Associations {
		if values.Has(a.Alias) {
			return true
		}
	}
	if e.req.x.Request.Socket != "" && e.mirrored() {
		return true // the client is subscribed before the event is published
	}
	return !e.req.set.opts.Publisher.NoListeners(e.req.model, key, pubsub.Update)
}

// by is the request as pub/sub has it.
func (e *events) by() pubsub.Request {
	return pubsub.Request{Socket: e.req.x.Request.Socket, Origin: e.req.x}
}

// onCommit runs fn when the open transaction is committed, at once where there
// is none.
func (e *events) onCommit(fn func()) {
	if e.pending != nil {
		*e.pending = append(*e.pending, fn)
		return
	}
	fn()
}

// logFailure logs an event that could not be published: the request has
// succeeded all the same.
func (e *events) logFailure(err error, what string, args ...any) {
	if err != nil {
		e.req.set.opts.Log.Error(what, append(args, "error", err)...)
	}
}

// publish publishes an event once its transaction is committed: to every
// subscriber but the client that caused it, which gets it with mirror.
func (e *events) publish(ev pubsub.Event) {
	if e.req.set.opts.Publisher == nil {
		return
	}
	e.onCommit(func() {
		ev.By = e.by()
		ev.Data, ev.Previous = e.access.redacted(ev.Model, ev.Data), e.access.redacted(ev.Model, ev.Previous)
		if e.mirrored() {
			ev.By = pubsub.Request{Origin: false}
		}
		e.logFailure(e.req.set.opts.Publisher.Publish(e.req.x.Context(), ev), "an event was not published", "verb", ev.Verb, "model", ev.Model.GlobalID, "id", ev.ID)
	})
}

// mirrored reports whether the client gets its own events too: as the route says, else
// the configuration.
func (e *events) mirrored() bool { return e.req.target.mirror }

// created publishes a new record. A socket that made it, and those who watch, are
// subscribed to it.
func (e *events) created(m *orm.Model, r *orm.Record) {
	if e.req.set.opts.Publisher == nil {
		return
	}
	ev := pubsub.Event{Verb: pubsub.Created, Model: m, ID: r.ID(), Data: r}
	if e.req.x.Request.Socket != "" {
		e.subscribe(m, r)
		ev.NoIntroduce = true
		e.onCommit(func() {
			e.logFailure(e.req.set.opts.Publisher.Introduce(e.req.x.Context(), m, r), "a record was not introduced", "model", m.GlobalID, "id", r.ID())
		})
	}
	e.publish(ev)
}

// forget ends the subscriptions to a record that was destroyed.
func (e *events) forget(r *orm.Record) {
	p := e.req.set.opts.Publisher
	if p == nil || e.req.x.Request.Socket == "" {
		return
	}
	e.logFailure(p.Unsubscribe(e.req.x.Context(), e.by(), e.req.model, r), "a socket was not unsubscribed", "model", e.req.model.GlobalID, "id", r.ID())
	e.logFailure(p.Retire(e.req.x.Context(), e.req.model, r), "a record was not retired", "model", e.req.model.GlobalID, "id", r.ID())
}

// subscribe subscribes the requesting socket to records.
func (e *events) subscribe(m *orm.Model, records ...*orm.Record) {
	p := e.req.set.opts.Publisher
	if p == nil || e.req.x.Request.Socket == "" || len(records) == 0 {
		return
	}
	e.onCommit(func() {
		e.logFailure(p.Subscribe(e.req.x.Context(), e.by(), m, records...), "a socket was not subscribed", "model", m.GlobalID)
	})
}

// watch subscribes the requesting socket to new records, unless the route, the
// configuration or the model switches that off.
func (e *events) watch(m *orm.Model) {
	p := e.req.set.opts.Publisher
	if p == nil || e.req.x.Request.Socket == "" {
		return
	}
	if e.watches(m) {
		e.logFailure(p.Watch(e.req.x.Context(), e.by(), m), "a socket does not watch", "model", m.GlobalID)
	}
}

// watches reports whether requests subscribe their sockets to new records of a model.
func (e *events) watches(m *orm.Model) bool {
	own, set := e.req.set.opts.AutoWatch[m.Identity]
	return e.req.target.autoWatch && (!set || own)
}

// subscribeDeep subscribes the requesting socket to the records that others
// refer to, as far as they are known, and to new ones of their models.
func (e *events) subscribeDeep(records ...*orm.Record) {
	if e.req.set.opts.Publisher == nil || e.req.x.Request.Socket == "" || len(records) == 0 {
		return
	}
	for _, alias := range e.req.target.associations {
		a := e.req.model.Association(alias)
		if a == nil {
			continue
		}
		target := e.req.set.opts.ORM.Model(a.Target)
		if e.mayWatch(target, alias) {
			e.watch(target)
		}
		var found []*orm.Record
		for _, r := range records {
			found = e.referred(found, target, r.Value(alias))
		}
		e.subscribe(target, e.mayShow(a, found)...)
	}
}

// mayWatch reports whether the socket may be subscribed to new records of a
// model that the request has reached through an association.
func (e *events) mayWatch(target *orm.Model, alias string) bool {
	answer, err := e.access.ask(Reach{Model: target, Action: "find", Through: through(e.req.model, alias)})
	e.logFailure(err, "a socket does not watch", "model", target.GlobalID)
	return answer.allowed && err == nil
}

// mayShow are those of the records that an association leads to which the
// request may see; members of a collection are found with it.
func (e *events) mayShow(a *orm.Association, found []*orm.Record) []*orm.Record {
	target := e.req.set.opts.ORM.Model(a.Target)
	if a.Collection || !e.access.guarded(target, "findone") {
		return found
	}
	return slices.DeleteFunc(found, func(r *orm.Record) bool {
		see, err := e.access.maySee(target, r.ID(), through(e.req.model, a.Alias))
		e.logFailure(err, "a socket was not subscribed", "model", target.GlobalID)
		return !see || err != nil
	})
}

// referred appends the records that a value of an association stands for.
func (e *events) referred(found []*orm.Record, target *orm.Model, v any) []*orm.Record {
	switch v := v.(type) {
	case nil, value.Undefined:
	case *orm.Record:
		if v != nil {
			found = append(found, v)
		}
	case orm.Records:
		found = append(found, v...)
	case []any:
	default:
		if !e.req.set.opts.Switches.DeepPopulated {
			r := orm.NewRecord(target)
			r.Set(target.PrimaryKey, v)
			found = append(found, r)
		}
	}
	return found
}

// previous is the query for a record as it is before an update with values: with
// the members of collections that these replace, all of them.
func (c *call) previous(q orm.Query, values *value.Map) *orm.Query {
	if c.set.opts.Switches.PreviousWhole {
		for _, a := range c.model.Associations {
			q.Populate = append(q.Populate, orm.Populate{Alias: a.Alias})
		}
		return &q
	}
	q.Populate = unlimited(c.plan.populate, values)
	return &q
}

// changes are what the event of an update holds: the values as they were
// written, and what callbacks have added.
func (c *call) changes(values, written *value.Map, updated *orm.Record) *value.Map {
	m := c.model
	out := value.New(written.Len() + 1)
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
	q, err := c.model.Keyed(parent.ID())
	if err != nil {
		return false, err
	}
	members, err := c.set.opts.ORM.Model(a.Target).Keyed(child)
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

// maySubscribe reports whether the socket of the request may subscribe to a member that
// it has added.
func (e *events) maySubscribe(a *orm.Association, key any) bool {
	if e.req.x.Request.Socket == "" || e.req.set.opts.Access == nil {
		return true
	}
	see, err := e.access.maySee(e.req.set.opts.ORM.Model(a.Target), key, through(e.req.model, a.Alias))
	e.logFailure(err, "a socket was not subscribed", "model", a.Target)
	return see && err == nil
}

var _ Publisher = (*pubsub.Set)(nil)
