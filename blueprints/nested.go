package blueprints

import (
	"slices"

	"framework/blueprints/pubsub"
	"framework/engine/ordered"
	"framework/engine/orm"
)

// needNested asks for everything that values write in addition to the record of m that
// they are for, whose key is parent, nil for a new one: records that are made or
// changed with it, and those that are put into its collections or taken out.
// It asks before anything is written, and not within a transaction: policies
// have queries of their own.
func (c *call) needNested(m *orm.Model, parent any, values *ordered.Map) error {
	if c.set.opts.Access == nil {
		return nil
	}
	for _, a := range m.Associations {
		v, ok := values.Get(a.Alias)
		if !ok {
			continue
		}
		var err error
		if a.Collection {
			err = c.needMembers(m, a, parent, v, true)
		} else if object, isObject := v.(*ordered.Map); isObject {
			_, err = c.needObject(m, a, parent != nil, object)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// needObject asks for the object that was given for a record. One that has the
// key of a record changes that, where changes says so; else it makes one.
func (c *call) needObject(m *orm.Model, a *orm.Association, changes bool, object *ordered.Map) (makes bool, err error) {
	target := c.set.opts.ORM.Model(a.Target)
	r := Reach{Model: target, Action: "create", Body: object, Through: through(m, a.Alias)}
	var parent any
	if key := object.Value(target.PrimaryKey); key != nil {
		there, err := c.there(target, key)
		if err != nil {
			return false, err
		}
		if there {
			if !changes || object.Len() < 2 {
				return false, nil
			}
			r.Action, r.ID, parent = "update", pubsub.KeyText(key), key
		}
	}
	if err := c.need(r); err != nil {
		return false, err
	}
	return parent == nil, c.needNested(target, parent, object)
}

func (c *call) there(m *orm.Model, key any) (bool, error) {
	n, err := m.Count(c.ctx, m.ByKey(m.CastKey(key)))
	return n > 0, err
}

// needMembers asks for the members that a collection gets and, where it is
// replaced, for those that it loses.
func (c *call) needMembers(m *orm.Model, a *orm.Association, parent, given any, replaced bool) error {
	target := c.set.opts.ORM.Model(a.Target)
	list, ok := orm.Members(given)
	if !ok {
		return nil
	}
	var before []string
	if parent != nil {
		var err error
		if before, err = c.membersOf(m, a, parent); err != nil {
			return err
		}
	}
	var keep []string
	for _, item := range list {
		key := item
		if r, isRecord := item.(*orm.Record); isRecord {
			key = r.ID()
		}
		if object, isObject := item.(*ordered.Map); isObject {
			makes, err := c.needObject(m, a, parent != nil && replaced, object)
			if err == nil && makes {
				err = c.needJoin(m, a, "create")
			}
			if err != nil {
				return err
			}
			if makes {
				continue
			}
			key = object.Value(target.PrimaryKey)
		}
		text := pubsub.KeyText(key)
		keep = append(keep, text)
		if !slices.Contains(before, text) {
			if err := c.needLink(m, a, text); err != nil {
				return err
			}
		}
	}
	for _, key := range before {
		if replaced && !slices.Contains(keep, key) {
			if err := c.needUnlink(m, a, key); err != nil {
				return err
			}
		}
	}
	return nil
}

// needLink asks for a record that is put into a collection: it is changed, or
// else has to be one that the request may see.
func (c *call) needLink(m *orm.Model, a *orm.Association, key string) error {
	r := Reach{Model: c.set.opts.ORM.Model(a.Target), Action: "findone", ID: key, Through: through(m, a.Alias)}
	if c.set.opts.ORM.ChangesMembers(m, a) {
		r.Action = "update"
	}
	if err := c.need(r); err != nil {
		return err
	}
	return c.needJoin(m, a, "create")
}

// needUnlink asks for a record that is taken out of a collection.
func (c *call) needUnlink(m *orm.Model, a *orm.Association, key string) error {
	if c.set.opts.ORM.ChangesMembers(m, a) {
		r := Reach{Model: c.set.opts.ORM.Model(a.Target), Action: "update", ID: key, Through: through(m, a.Alias)}
		if err := c.need(r); err != nil {
			return err
		}
	}
	return c.needJoin(m, a, "destroy")
}

// needJoin asks for the model of the project that holds the links of a
// collection, if one does.
func (c *call) needJoin(m *orm.Model, a *orm.Association, action string) error {
	if a.Through == "" {
		return nil
	}
	if join := c.set.opts.ORM.Model(a.Through); !join.Junction {
		return c.need(Reach{Model: join, Action: action, Through: through(m, a.Alias)})
	}
	return nil
}

// membersOf are the keys of the members of a collection, if anybody has to be
// asked about them.
func (c *call) membersOf(m *orm.Model, a *orm.Association, parent any) ([]string, error) {
	target := c.set.opts.ORM.Model(a.Target)
	join := c.set.opts.ORM.Model(a.Through)
	if !c.guarded(target, "update") && !c.guarded(target, "findone") && (join == nil || join.Junction) {
		return nil, nil
	}
	q := m.ByKey(m.CastKey(parent))
	q.Populate = []orm.Populate{{Alias: a.Alias}}
	record, err := m.FindOne(c.ctx, q)
	if err != nil || record == nil {
		return nil, err
	}
	members, _ := record.Value(a.Alias).(orm.Records)
	keys := make([]string, len(members))
	for i, r := range members {
		keys[i] = pubsub.KeyText(r.ID())
	}
	return keys, nil
}

// needParent asks for the record whose association the route is about.
func (c *call) needParent(action, alias string, key any) error {
	return c.need(Reach{Model: c.model, Action: action, ID: pubsub.KeyText(key), Through: through(c.model, alias)})
}

// needSides asks, for a route to a join table that the ORM has made, the models
// that it joins.
func (c *call) needSides(action string, rows ...*ordered.Map) error {
	if c.set.opts.Access == nil || !c.model.Junction {
		return nil
	}
	for _, m := range c.set.opts.ORM.Models() {
		for _, a := range m.Associations {
			if a.Through != c.model.Identity {
				continue
			}
			for column, side := range map[string]*orm.Model{a.Near: m, a.Far: c.set.opts.ORM.Model(a.Target)} {
				r := Reach{Model: side, Action: action, Through: through(c.model, column)}
				if len(rows) == 0 {
					if err := c.need(r); err != nil {
						return err
					}
				}
				for _, row := range rows {
					key := row.Value(column)
					if key == nil {
						continue
					}
					r.ID = pubsub.KeyText(key)
					if err := c.need(r); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// needAdd asks for a record and the member that its collection is to get: the
// one with that key, else a new one with those values.
func (c *call) needAdd(parent *orm.Record, a *orm.Association, key any, values *ordered.Map) error {
	if c.set.opts.Access == nil {
		return nil
	}
	if err := c.needParent("update", a.Alias, parent.ID()); err != nil {
		return err
	}
	var item any = values
	if key != nil {
		there, err := c.there(c.set.opts.ORM.Model(a.Target), key)
		if err != nil {
			return err
		}
		if there {
			item = key
		}
	}
	return c.needMembers(c.model, a, parent.ID(), []any{item}, false)
}

// maySubscribe reports whether the socket of the request may hear of a member that it
// has added.
func (c *call) maySubscribe(a *orm.Association, key any) bool {
	if c.x.Request.Socket == "" || c.set.opts.Access == nil {
		return true
	}
	see, err := c.maySee(c.set.opts.ORM.Model(a.Target), key, through(c.model, a.Alias))
	c.logFailure(err, "a socket was not subscribed", "model", a.Target)
	return see && err == nil
}
