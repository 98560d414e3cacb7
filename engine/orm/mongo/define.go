package mongo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"framework/engine/orm"
)

// Define implements orm.Adapter. Each model's migration decides:
//
//   - alter (the default) and create make a missing collection and missing indexes;
//     with Options.Exact, alter gives documents the base values that they lack;
//   - drop drops the collection and makes it again;
//   - safe changes nothing; MongoDB makes a collection when the first document is
//     stored.
func (db *DB) Define(ctx context.Context, models []*orm.Model) error {
	if db.closed.Load() {
		return ErrClosed
	}
	compiled := make([]*collection, len(models))
	for i, m := range models {
		compiled[i] = db.compile(m)
		if compiled[i].key == nil {
			return m.Fault("", "the model has no primary key", "")
		}
		if m.Table == counters {
			return m.Fault("", fmt.Sprintf("the collection %q cannot be one of a model: the server counts keys in it", counters), "call the collection otherwise")
		}
		if err := db.migrate(ctx, compiled[i]); err != nil {
			return db.wrap("define", compiled[i], err)
		}
	}
	db.collections.Learn(compiled, func(c *collection) *orm.Model { return c.model })
	return nil
}

// migrateTime bounds one step of a migration: an index of a large collection takes
// its time.
const migrateTime = time.Hour

func (db *DB) migrate(ctx context.Context, c *collection) error {
	ctx, cancel := context.WithTimeout(ctx, migrateTime)
	defer cancel()
	switch how := c.model.Definition.Migrate; how {
	case orm.Safe:
		return nil
	case orm.Drop:
		if err := db.drop(ctx, c); err != nil {
			return err
		}
	case orm.Alter, orm.Create, "":
	default:
		return c.model.Fault("", fmt.Sprintf("there is no migration %q", how), "alter, drop and safe are")
	}
	var refused mongo.ServerError
	err := db.db.CreateCollection(ctx, c.name)
	if err != nil && !(errors.As(err, &refused) && refused.HasErrorCode(codeExists)) {
		return err
	}
	for _, f := range c.fields {
		if err := db.index(ctx, c, f); err != nil {
			return err
		}
	}
	return db.backfill(ctx, c)
}

// backfill gives documents that are older than an attribute its base value, which
// criteria of 1.x look for.
func (db *DB) backfill(ctx context.Context, c *collection) error {
	if !c.exact || c.model.Definition.Migrate != orm.Alter {
		return nil
	}
	for _, f := range c.fields {
		if f.attr.Backfill == nil || f.attr.Unique {
			continue
		}
		done, err := db.db.Collection(c.name).UpdateMany(ctx,
			bson.D{{Key: f.column, Value: bson.D{{Key: "$exists", Value: false}}}},
			bson.D{{Key: "$set", Value: bson.D{{Key: f.column, Value: f.encode(f.attr.Backfill)}}}})
		if err != nil {
			return err
		}
		if done.ModifiedCount > 0 {
			db.log.Info("records got the base value of an attribute", "collection", c.name, "attribute", f.attr.Name, "records", done.ModifiedCount)
		}
	}
	return nil
}

func (db *DB) drop(ctx context.Context, c *collection) error {
	var refused mongo.ServerError
	if err := db.db.Collection(c.name).Drop(ctx); err != nil && !(errors.As(err, &refused) && refused.HasErrorCode(codeNamespace)) {
		return err
	}
	for _, f := range c.fields {
		if f.attr.AutoIncrement {
			if _, err := db.db.Collection(counters).DeleteOne(ctx, c.counter(f)); err != nil {
				return err
			}
		}
	}
	return nil
}

// index makes the index of a field. Those that the adapters of Sails have made are kept.
func (db *DB) index(ctx context.Context, c *collection, f *field) error {
	if f.column == "_id" || !f.attr.Unique && !f.attr.Index {
		return nil
	}
	opts := options.Index().SetSparse(true)
	if f.attr.Unique {
		opts.SetUnique(true)
	}
	_, err := db.db.Collection(c.name).Indexes().CreateOne(ctx, mongo.IndexModel{Keys: bson.D{{Key: f.column, Value: 1}}, Options: opts})
	var refused mongo.ServerError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &refused):
		return err
	case refused.HasErrorCode(codeIndexOptions), refused.HasErrorCode(codeIndexKeySpecs):
		db.log.Warn("an index has other options than the model; it is kept", "collection", c.name, "attribute", f.attr.Name)
		return nil
	case refused.HasErrorCode(codeDuplicate):
		return c.model.Fault(f.attr.Name, "there are records with the same value, but it has to be unique: "+err.Error(), "change them, or leave unique out")
	}
	return err
}
