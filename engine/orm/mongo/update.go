package mongo

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"framework/engine/orm"
	"framework/engine/value"
)

// change is what an update sets.
type change struct {
	update bson.D
	key    any // the new _id, nil for none
	// several documents cannot have the values, because the attribute is unique.
	unique *field
}

func (c *collection) change(set *value.Map) (*change, error) {
	out := &change{}
	var sets, unsets bson.D
	for name, v := range set.All() {
		if _, undefined := v.(value.Undefined); undefined {
			continue
		}
		column, f, err := c.path(name)
		if err != nil {
			return nil, err
		}
		stored, err := c.stored(name, v)
		switch {
		case err != nil:
			return nil, err
		case column == "_id":
			out.key = stored
		case f != nil && f.attr.Unique && v == nil:
			unsets = append(unsets, bson.E{Key: column, Value: ""})
		default:
			if f != nil && f.attr.Unique {
				out.unique = f
			}
			sets = append(sets, bson.E{Key: column, Value: stored})
		}
	}
	if len(sets) > 0 {
		out.update = append(out.update, bson.E{Key: "$set", Value: sets})
	}
	if len(unsets) > 0 {
		out.update = append(out.update, bson.E{Key: "$unset", Value: unsets})
	}
	return out, nil
}

// Update implements orm.Adapter. The key of a document cannot change.
func (db *DB) Update(ctx context.Context, m *orm.Model, q *orm.Query, set *value.Map) ([]*orm.Record, error) {
	c, q, filter, err := db.asked(m, q)
	if err != nil {
		return nil, err
	}
	change, err := c.change(set)
	if err != nil {
		return nil, err
	}
	var out []*orm.Record
	err = db.do(ctx, "update", c, true, func(ctx context.Context) error {
		if q.Nothing {
			return nil
		}
		if id, ok := one(filter); ok && q.Skip <= 0 && (change.key == nil || reflect.DeepEqual(id, change.key)) {
			out, err = db.updateOne(ctx, c, filter, change, set, id)
			return err
		}
		ids, err := db.ids(ctx, c, q, filter)
		if err != nil || len(ids) == 0 {
			return err
		}
		if change.key != nil && (len(ids) > 1 || !reflect.DeepEqual(ids[0], change.key)) {
			return &orm.UsageError{Reason: "the primary key `" + c.key.attr.Name + "` of a record in MongoDB cannot be changed: leave it out, or create another record"}
		}
		if len(ids) == 1 {
			out, err = db.updateOne(ctx, c, both(filter, ids), change, set, ids[0])
			return err
		}
		if change.unique != nil {
			return &orm.UniqueError{Attribute: change.unique.attr.Name, Value: set.Value(change.unique.attr.Name)}
		}
		for part := range slices.Chunk(ids, partSize) {
			if len(change.update) > 0 {
				asked, several := note(ctx), both(filter, part)
				_, err := db.db.Collection(c.name).UpdateMany(ctx, several, change.update)
				asked.end(0, err, func() bson.D { return updateCommand(c.name, several, change.update) })
				if err != nil {
					return err
				}
			}
			list, err := db.records(ctx, c, among(part), options.Find())
			if err != nil {
				return err
			}
			out = append(out, list...)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// updateOne changes the document that the filter matches, if it still does.
func (db *DB) updateOne(ctx context.Context, c *collection, filter bson.D, change *change, set *value.Map, id any) ([]*orm.Record, error) {
	from := db.db.Collection(c.name)
	var result *mongo.SingleResult
	asked := note(ctx)
	if len(change.update) == 0 {
		result = from.FindOne(ctx, filter)
	} else {
		result = from.FindOneAndUpdate(ctx, filter, change.update, options.FindOneAndUpdate().SetReturnDocument(options.After))
	}
	doc, err := result.Raw()
	asked.end(found(err), err, func() bson.D {
		if len(change.update) == 0 {
			return findCommand(c.name, filter, options.Find().SetLimit(1))
		}
		return modifyCommand(c.name, filter, change.update)
	})
	if errors.Is(err, mongo.ErrNoDocuments) {
		return nil, nil
	}
	if d := asDuplicate(err); d != nil {
		return nil, db.uniqueness(ctx, c, err, d, set, id)
	}
	if err != nil {
		return nil, err
	}
	r, err := c.record(doc)
	return []*orm.Record{r}, err
}

// one returns the _id that a filter asks for alone.
func one(filter bson.D) (id any, ok bool) {
	if len(filter) != 1 || filter[0].Key != "_id" {
		return nil, false
	}
	switch v := filter[0].Value.(type) {
	case nil, bson.Regex:
		return nil, false
	case bson.D:
		if list, isList := v[0].Value.(bson.A); v[0].Key == "$in" && isList && len(list) == 1 && list[0] != nil {
			return list[0], true
		}
		return nil, false
	default:
		return v, true
	}
}

// ids are the _ids of the documents that a change is about.
func (db *DB) ids(ctx context.Context, c *collection, q *orm.Query, filter bson.D) (bson.A, error) {
	opts, err := c.window(q)
	if err != nil {
		return nil, err
	}
	var ids bson.A
	err = db.each(ctx, c, filter, opts.SetProjection(bson.D{{Key: "_id", Value: 1}}), func(doc bson.Raw) error {
		var id any
		err := doc.Lookup("_id").Unmarshal(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

func among(ids bson.A) bson.D {
	return bson.D{{Key: "_id", Value: bson.D{{Key: "$in", Value: ids}}}}
}

// both asks for documents of the list that still match.
func both(filter bson.D, ids bson.A) bson.D {
	if len(filter) == 0 {
		return among(ids)
	}
	return bson.D{{Key: "$and", Value: bson.A{among(ids), filter}}}
}

// partSize is how many _ids one command names; a command has at most 16 MB.
const partSize = 10_000

// Destroy implements orm.Adapter.
func (db *DB) Destroy(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	c, q, filter, err := db.asked(m, q)
	if err != nil {
		return nil, err
	}
	var out []*orm.Record
	err = db.do(ctx, "destroy", c, true, func(ctx context.Context) error {
		if q.Nothing {
			return nil
		}
		if _, ok := one(filter); ok && q.Skip <= 0 {
			asked := note(ctx)
			doc, err := db.db.Collection(c.name).FindOneAndDelete(ctx, filter).Raw()
			asked.end(found(err), err, func() bson.D { return modifyCommand(c.name, filter, nil) })
			if errors.Is(err, mongo.ErrNoDocuments) {
				return nil
			}
			if err != nil {
				return err
			}
			r, err := c.record(doc)
			out = append(out, r)
			return err
		}
		opts, err := c.window(q)
		if err != nil {
			return err
		}
		var ids bson.A
		err = db.each(ctx, c, filter, opts, func(doc bson.Raw) error {
			var id any
			if err := doc.Lookup("_id").Unmarshal(&id); err != nil {
				return err
			}
			ids = append(ids, id)
			r, err := c.record(doc)
			out = append(out, r)
			return err
		})
		if err != nil || len(ids) == 0 {
			return err
		}
		for part := range slices.Chunk(ids, partSize) {
			if err := db.deleteMany(ctx, c, among(part)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (db *DB) deleteMany(ctx context.Context, c *collection, filter bson.D) error {
	asked := note(ctx)
	_, err := db.db.Collection(c.name).DeleteMany(ctx, filter)
	asked.end(0, err, func() bson.D { return deleteCommand(c.name, filter) })
	return err
}
