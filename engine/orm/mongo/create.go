package mongo

import (
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"framework/engine/orm"
	"framework/engine/orm/mongo/bsonvalue"
	"framework/engine/value"
)

// Create implements orm.Adapter. When a row is refused, those before it are removed
// again.
func (db *DB) Create(ctx context.Context, m *orm.Model, rows []*value.Map) ([]*orm.Record, error) {
	c, err := db.of(m)
	if err != nil {
		return nil, err
	}
	out := make([]*orm.Record, len(rows))
	err = db.do(ctx, "create", c, true, func(ctx context.Context) error {
		if len(rows) == 0 {
			return nil
		}
		if rows, err = db.numbered(ctx, c, rows); err != nil {
			return err
		}
		docs, ids := make([]any, len(rows)), make(bson.A, len(rows))
		for i, row := range rows {
			doc, id, r, err := c.document(row)
			if err != nil {
				return err
			}
			if id == nil && len(rows) == 1 {
				out[0] = r
				return db.insertOne(ctx, c, doc, r, row)
			}
			if id == nil {
				id = bson.NewObjectID()
				c.keep(r, id)
			}
			docs[i], ids[i], out[i] = append(bson.D{{Key: "_id", Value: id}}, doc...), id, r
		}
		return db.insert(ctx, c, docs, ids, rows)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// insertOne stores a document without a key. The driver makes that: of one that is in the
// document, it decodes the document again.
func (db *DB) insertOne(ctx context.Context, c *collection, doc bson.D, r *orm.Record, row *value.Map) error {
	asked := note(ctx)
	made, err := db.db.Collection(c.name).InsertOne(ctx, doc)
	asked.end(0, err, func() bson.D { return insertCommand(c.name, doc) })
	if d := asDuplicate(err); d != nil {
		return db.uniqueness(ctx, c, err, d, row, nil)
	}
	if err != nil {
		return err
	}
	c.keep(r, made.InsertedID)
	return nil
}

// keep sets the key of a record that the store has made.
func (c *collection) keep(r *orm.Record, id any) {
	if key, ok := id.(bson.ObjectID); ok && c.key.column == "_id" {
		r.Set(c.key.attr.Name, key.Hex())
	}
}

func (db *DB) insert(ctx context.Context, c *collection, docs []any, ids bson.A, rows []*value.Map) error {
	into := db.db.Collection(c.name)
	var err error
	asked := note(ctx)
	if len(docs) == 1 {
		_, err = into.InsertOne(ctx, docs[0])
	} else {
		_, err = into.InsertMany(ctx, docs)
	}
	asked.end(0, err, func() bson.D { return insertCommand(c.name, docs...) })
	if err == nil {
		return nil
	}
	stored := storedBefore(err)
	if d := asDuplicate(err); d != nil && d.row < len(rows) {
		err = db.uniqueness(ctx, c, err, d, rows[d.row], nil)
	}
	if stored > 0 {
		if failed := db.deleteMany(context.WithoutCancel(ctx), c, among(ids[:stored])); failed != nil {
			db.log.Error("records of a list that was refused are left", "collection", c.name, "error", failed)
		}
	}
	return err
}

// storedBefore is how many documents of a list were stored before one was refused.
func storedBefore(err error) int {
	var refused mongo.BulkWriteException
	if errors.As(err, &refused) && len(refused.WriteErrors) > 0 {
		return refused.WriteErrors[0].Index
	}
	return 0
}

// document returns the document of a row without its _id, that, nil for none, and the record.
func (c *collection) document(row *value.Map) (doc bson.D, id any, r *orm.Record, err error) {
	doc = make(bson.D, 0, row.Len())
	r = orm.NewRecord(c.model)
	r.Map = *value.New(row.Len() + 1)
	for name, v := range row.All() {
		if _, undefined := v.(value.Undefined); undefined {
			continue
		}
		column, f, err := c.path(name)
		if err != nil {
			return nil, nil, nil, err
		}
		if v == nil && f != nil && (f.attr.Unique || column == "_id") {
			continue // it would be equal to other nulls
		}
		stored, err := c.stored(name, v)
		if err != nil {
			return nil, nil, nil, err
		}
		if column == "_id" {
			id = stored
		} else {
			doc = append(doc, bson.E{Key: column, Value: stored})
		}
		if key, ok := stored.(bson.ObjectID); ok {
			v = key.Hex()
		}
		r.Set(name, returned(v))
	}
	return doc, id, r, nil
}

// counters is the collection of the last number of each attribute that is counted.
const counters = "framework_counters"

// numbered returns the rows with the numbers of attributes that are counted.
func (db *DB) numbered(ctx context.Context, c *collection, rows []*value.Map) ([]*value.Map, error) {
	for _, f := range c.fields {
		if !f.attr.AutoIncrement {
			continue
		}
		numbered := make([]*value.Map, len(rows))
		for i := 0; i < len(rows); {
			if lacks(rows[i], f) {
				end := i + 1
				for end < len(rows) && lacks(rows[end], f) {
					end++
				}
				// One command for all rows in succession that lack a number.
				last, err := db.next(ctx, c, f, end-i)
				if err != nil {
					return nil, err
				}
				for ; i < end; i++ {
					numbered[i] = rows[i].Clone()
					numbered[i].Delete(f.attr.Name)
					numbered[i].Set(f.attr.Name, last-int64(end-1-i))
				}
				continue
			}
			numbered[i] = rows[i]
			if n, ok := rows[i].Value(f.attr.Name).(int64); ok {
				if err := db.count(ctx, c, f, "$max", n); err != nil {
					return nil, err
				}
			}
			i++
		}
		rows = numbered
	}
	return rows, nil
}

// lacks reports whether a row has no value of the field.
func lacks(row *value.Map, f *field) bool {
	v := row.Value(f.attr.Name)
	_, undefined := v.(value.Undefined)
	return v == nil || undefined
}

func (c *collection) counter(f *field) bson.D {
	return bson.D{{Key: "_id", Value: c.name + "." + f.column}}
}

func (db *DB) count(ctx context.Context, c *collection, f *field, how string, n int64) error {
	asked, change := note(ctx), bson.D{{Key: how, Value: bson.D{{Key: "last", Value: n}}}}
	_, err := db.db.Collection(counters).UpdateOne(ctx, c.counter(f), change, options.UpdateOne().SetUpsert(true))
	asked.end(0, err, func() bson.D { return updateCommand(counters, c.counter(f), change) })
	return err
}

// next takes the next numbers of a counted attribute, and returns the last of them.
func (db *DB) next(ctx context.Context, c *collection, f *field, several int) (int64, error) {
	asked, change := note(ctx), bson.D{{Key: "$inc", Value: bson.D{{Key: "last", Value: int64(several)}}}}
	doc, err := db.db.Collection(counters).FindOneAndUpdate(ctx, c.counter(f), change,
		options.FindOneAndUpdate().SetUpsert(true).SetReturnDocument(options.After)).Raw()
	asked.end(found(err), err, func() bson.D { return modifyCommand(counters, c.counter(f), change) })
	if err != nil {
		return 0, err
	}
	n, _ := bsonvalue.Decode(doc.Lookup("last")).(int64)
	return n, nil
}
