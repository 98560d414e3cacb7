package blueprints

import (
	"slices"

	"framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/engine/value"
)

// needNested runs the policies for everything that values write in addition to
// the record of m itself: records that are created or changed with it, and
// those that are added to its collections or removed. parent is the key of the
// record, nil for a new one. It runs before anything is written, and not within
// a transaction, because policies have queries of their own.
func (acc *access) needNested(m *orm.Model, parent any, values *value.Map) error {
	if acc.req.set.opts.Access == nil {
		return nil
	}
	for _, a := range m.Associations {
		v, ok := values.Get(a.Alias)
		if !ok {
			continue
		}
		var err error
		if a.Collection {
			err = acc.needMembers(m, a, parent, v, true)
		} else if object, isObject := v.(*value.Map); isObject {
			_, err = acc.needObject(m, a, parent != nil, object)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// needObject runs the policies for an object that was given in place of a
// record. If changes is set and the object has the key of a record, it changes
// that record; else it creates one.
func (acc *access) needObject(m *orm.Model, a *orm.Association, changes bool, object *value.Map) (makes bool, err error) {
	target := acc.req.set.opts.ORM.Model(a.Target)
	r := Reach{Model: target, Action: "create", Body: object, Through: through(m, a.Alias)}
	var parent any
	if key := object.Value(target.PrimaryKey); key != nil {
		there, err := acc.there(target, key)
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
	if err := acc.need(r); err != nil {
		return false, err
	}
	return parent == nil, acc.needNested(target, parent, object)
}

func (acc *access) there(m *orm.Model, key any) (bool, error) {
	n, err := m.Count(acc.req.x.Context(), m.ByKey(m.CastKey(key)))
	return n > 0, err
}

// needMembers runs the policies for the members that a collection gets and, if
// it is replaced, for those that it loses.
func (acc *access) needMembers(m *orm.Model, a *orm.Association, parent, given any, replaced bool) error {
	target := acc.req.set.opts.ORM.Model(a.Target)
	list, ok := orm.Members(given)
	if !ok {
		return nil
	}
	var before []string
	if parent != nil {
		var err error
		if before, err = acc.membersOf(m, a, parent); err != nil {
			return err
		}
	}
	var keep []string
	for _, item := range list {
		key := item
		if r, isRecord := item.(*orm.Record); isRecord {
			key = r.ID()
		}
		if object, isObject := item.(*value.Map); isObject {
			makes, err := acc.needObject(m, a, parent != nil && replaced, object)
			if err == nil && makes {
				err = acc.needJoin(m, a, "create")
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
			if err := acc.needLink(m, a, text); err != nil {
				return err
			}
		}
	}
	for _, key := range before {
		if replaced && !slices.Contains(keep, key) {
			if err := acc.needUnlink(m, a, key); err != nil {
				return err
			}
		}
	}
	return nil
}

// needLink runs the policies for a record that is added to a collection: those
// for changing it if it is changed, else those for reading it.
func (acc *access) needLink(m *orm.Model, a *orm.Association, key string) error {
	r := Reach{Model: acc.req.set.opts.ORM.Model(a.Target), Action: "findone", ID: key, Through: through(m, a.Alias)}
	if acc.req.set.opts.ORM.ChangesMembers(m, a) {
		r.Action = "update"
	}
	if err := acc.need(r); err != nil {
		return err
	}
	return acc.needJoin(m, a, "create")
}

// needUnlink runs the policies for a record that is removed from a collection.
func (acc *access) needUnlink(m *orm.Model, a *orm.Association, key string) error {
	if acc.req.set.opts.ORM.ChangesMembers(m, a) {
		r := Reach{Model: acc.req.set.opts.ORM.Model(a.Target), Action: "update", ID: key, Through: through(m, a.Alias)}
		if err := acc.need(r); err != nil {
			return err
		}
	}
	return acc.needJoin(m, a, "destroy")
}

// needJoin runs the policies for the model of the project that holds the links
// of a collection, if there is one.
func (acc *access) needJoin(m *orm.Model, a *orm.Association, action string) error {
	if a.Through == "" {
		return nil
	}
	if join := acc.req.set.opts.ORM.Model(a.Through); !join.Junction {
		return acc.need(Reach{Model: join, Action: action, Through: through(m, a.Alias)})
	}
	return nil
}

// membersOf are the keys of the members of a collection, if a policy has to be
// asked about them.
func (acc *access) membersOf(m *orm.Model, a *orm.Association, parent any) ([]string, error) {
	target := acc.req.set.opts.ORM.Model(a.Target)
	join := acc.req.set.opts.ORM.Model(a.Through)
	if !acc.guarded(target, "update") && !acc.guarded(target, "findone") && (join == nil || join.Junction) {
		return nil, nil
	}
	q := m.ByKey(m.CastKey(parent))
	q.Populate = []orm.Populate{{Alias: a.Alias}}
	record, err := m.FindOne(acc.req.x.Context(), q)
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

// needParent runs the policies for the record whose association the route is
// about.
func (acc *access) needParent(action, alias string, key any) error {
	return acc.need(Reach{Model: acc.req.model, Action: action, ID: pubsub.KeyText(key), Through: through(acc.req.model, alias)})
}

// needSides asks, for a route to a join table that the ORM has made, the models
// that it joins.
func (acc *access) needSides(action string, rows ...*value.Map) error {
	if acc.req.set.opts.Access == nil || !acc.req.model.Junction {
		return nil
	}
	for _, m := range acc.req.set.opts.ORM.Models() {
		for _, a := range m.Associations {
			if a.Through != acc.req.model.Identity {
				continue
			}
			for column, side := range map[string]*orm.Model{a.Near: m, a.Far: acc.req.set.opts.ORM.Model(a.Target)} {
				r := Reach{Model: side, Action: action, Through: through(acc.req.model, column)}
				if len(rows) == 0 {
					if err := acc.need(r); err != nil {
						return err
					}
				}
				for _, row := range rows {
					key := row.Value(column)
					if key == nil {
						continue
					}
					r.ID = pubsub.KeyText(key)
					if err := acc.need(r); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// needAdd runs the policies for a record and the new member of its collection:
// the record with that key, else a new one with those values.
func (acc *access) needAdd(parent *orm.Record, a *orm.Association, key any, values *value.Map) error {
	if acc.req.set.opts.Access == nil {
		return nil
	}
	if err := acc.needParent("update", a.Alias, parent.ID()); err != nil {
		return err
	}
	var item any = values
	if key != nil {
		there, err := acc.there(acc.req.set.opts.ORM.Model(a.Target), key)
		if err != nil {
			return err
		}
		if there {
			item = key
		}
	}
	return acc.needMembers(acc.req.model, a, parent.ID(), []any{item}, false)
}
