package mongo

import (
	"cmp"
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"framework/engine/orm"
)

var _ orm.Describer = (*DB)(nil)

// Describe implements orm.Describer. A collection has no columns of its own: they are
// those of the model, as in Sails.
func (db *DB) Describe(ctx context.Context, m *orm.Model) ([]orm.Column, error) {
	c, err := db.of(m)
	if err != nil {
		return nil, err
	}
	var list []orm.Column
	err = db.do(ctx, "describe", c, false, func(ctx context.Context) error {
		names, err := db.db.ListCollectionNames(ctx, bson.D{{Key: "name", Value: c.name}})
		if err != nil || len(names) == 0 {
			return err
		}
		for _, f := range c.fields {
			list = append(list, orm.Column{
				Name: cmp.Or(f.attr.Column, f.attr.Name), Type: f.attr.Kind.String(), PrimaryKey: f == c.key, AutoIncrement: f.attr.AutoIncrement,
				Unique: f.attr.Unique || f == c.key, Indexed: f.attr.Index,
			})
		}
		return nil
	})
	return list, err
}

// Drop implements orm.Describer.
func (db *DB) Drop(ctx context.Context, m *orm.Model) error {
	c, err := db.of(m)
	if err != nil {
		return err
	}
	return db.do(ctx, "drop", c, true, func(ctx context.Context) error { return db.drop(ctx, c) })
}
