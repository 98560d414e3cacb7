package mongo

import (
	"context"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"framework/engine/orm"
)

// Find implements orm.Adapter.
func (db *DB) Find(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	c, q, filter, err := db.asked(m, q)
	if err != nil {
		return nil, err
	}
	var out []*orm.Record
	err = db.do(ctx, "find", c, false, func(ctx context.Context) error {
		switch {
		case q.Nothing:
			return nil
		case q.Aggregates():
			out, err = db.aggregate(ctx, c, q, filter)
			return err
		}
		opts, err := c.window(q)
		if err != nil {
			return err
		}
		if projection := c.projection(q.Select); projection != nil {
			opts.SetProjection(projection)
		}
		out, err = db.records(ctx, c, filter, opts, q.Select...)
		return err
	})
	return out, err
}

// window returns the options of a find for the order and the window of a query.
func (c *collection) window(q *orm.Query) (*options.FindOptionsBuilder, error) {
	opts := options.Find()
	if len(q.Sort) > 0 {
		sort, err := c.sort(q.Sort)
		if err != nil {
			return nil, err
		}
		opts.SetSort(sort)
	}
	if q.Skip > 0 {
		opts.SetSkip(int64(q.Skip))
	}
	if q.Limit > 0 {
		opts.SetLimit(int64(q.Limit))
	}
	return opts, nil
}

// sort returns an order; of several mentions of an attribute the first counts.
func (c *collection) sort(list []orm.Order) (bson.D, error) {
	var out bson.D
	for _, s := range list {
		path, _, err := c.path(s.Attr)
		if err != nil {
			return nil, &orm.UsageError{Reason: err.Error(), Clause: "sort"}
		}
		if slices.ContainsFunc(out, func(e bson.E) bool { return e.Key == path }) {
			continue
		}
		direction := 1
		if s.Desc {
			direction = -1
		}
		out = append(out, bson.E{Key: path, Value: direction})
	}
	return out, nil
}

// projection returns the members that a selection needs; nil for all.
func (c *collection) projection(names []string) bson.D {
	if len(names) == 0 {
		return nil
	}
	out := bson.D{{Key: c.key.column, Value: 1}}
	for _, name := range names {
		path, _, err := c.path(name)
		if err != nil || slices.ContainsFunc(out, func(e bson.E) bool { return e.Key == path }) {
			continue
		}
		out = append(out, bson.E{Key: path, Value: 1})
	}
	return out
}

func (db *DB) records(ctx context.Context, c *collection, filter bson.D, opts *options.FindOptionsBuilder, only ...string) ([]*orm.Record, error) {
	var out []*orm.Record
	err := db.each(ctx, c, filter, opts, func(doc bson.Raw) error {
		r, err := c.record(doc, only...)
		out = append(out, r)
		return err
	})
	return out, err
}

// each calls fn for every document, which is valid until fn returns.
func (db *DB) each(ctx context.Context, c *collection, filter bson.D, opts *options.FindOptionsBuilder, fn func(doc bson.Raw) error) error {
	asked := note(ctx)
	cursor, err := db.db.Collection(c.name).Find(ctx, filter, opts)
	rows := 0
	if err == nil {
		rows, err = read(ctx, cursor, fn)
	}
	asked.end(rows, err, func() bson.D { return findCommand(c.name, filter, opts) })
	return err
}

// read calls fn for every document of a cursor, and returns how many there were.
func read(ctx context.Context, cursor *mongo.Cursor, fn func(doc bson.Raw) error) (rows int, err error) {
	defer func() { _ = cursor.Close(context.WithoutCancel(ctx)) }() // what it read is there
	for cursor.Next(ctx) {
		rows++
		if err := fn(cursor.Current); err != nil {
			return rows, err
		}
	}
	return rows, cursor.Err()
}

// Count implements orm.Adapter.
func (db *DB) Count(ctx context.Context, m *orm.Model, q *orm.Query) (int64, error) {
	c, q, filter, err := db.asked(m, q)
	if err != nil {
		return 0, err
	}
	var n int64
	err = db.do(ctx, "count", c, false, func(ctx context.Context) error {
		if q.Nothing {
			return nil
		}
		opts := options.Count()
		if q.Skip > 0 {
			opts.SetSkip(int64(q.Skip))
		}
		if q.Limit > 0 {
			opts.SetLimit(int64(q.Limit))
		}
		asked := note(ctx)
		n, err = db.db.Collection(c.name).CountDocuments(ctx, filter, opts)
		asked.end(found(err), err, func() bson.D { return countCommand(c.name, filter, q.Skip, q.Limit) })
		return err
	})
	return n, err
}
