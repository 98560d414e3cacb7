package mongo

import (
	"context"
	"errors"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"framework/engine/orm"
	"framework/engine/orm/mongo/bsonvalue"
	"framework/engine/value"
)

// aggregate returns a record for each group.
func (db *DB) aggregate(ctx context.Context, c *collection, q *orm.Query, filter bson.D) ([]*orm.Record, error) {
	a, err := c.aggregation(q)
	if err != nil {
		return nil, err
	}
	out, err := db.onServer(ctx, c, a, q, filter)
	var refused mongo.ServerError
	if errors.As(err, &refused) && (refused.HasErrorCode(codeNotImplemented) || refused.HasErrorCode(codeNoSuchFunction)) {
		// Servers that speak the protocol of MongoDB do not have all of its operators.
		return db.here(ctx, c, a, q, filter)
	}
	return out, err
}

// result is one aggregated attribute of a record.
type result struct {
	name     string // attribute
	path     string
	operator string // "" for a group key
}

func (c *collection) aggregation(q *orm.Query) ([]result, error) {
	var out []result
	for _, part := range []struct {
		operator string
		names    []string
	}{{"", q.GroupBy}, {"$sum", q.Sum}, {"$avg", q.Average}, {"$min", q.Min}, {"$max", q.Max}} {
		for _, name := range part.names {
			path, _, err := c.path(name)
			if err != nil {
				return nil, err
			}
			r := result{name, path, part.operator}
			// Of several aggregates of an attribute the last is in the record.
			if i := slices.IndexFunc(out, func(other result) bool { return other.name == name }); i >= 0 {
				out[i] = r
			} else {
				out = append(out, r)
			}
		}
	}
	return out, nil
}

// label is the name of a result on its way: paths have dots, which names of results
// cannot have.
func label(i int) string { return "r" + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) }

// pipeline is what the server is asked for.
func pipeline(a []result, q *orm.Query, filter bson.D) bson.A {
	var key any
	if len(q.GroupBy) > 0 {
		keys := bson.D{}
		for i, r := range a {
			if r.operator == "" {
				// null and what a document lacks are one group. FerretDB refuses $ifNull.
				keys = append(keys, bson.E{Key: label(i), Value: bson.D{{Key: "$ifNull", Value: bson.A{"$" + r.path, nil}}}})
			}
		}
		key = keys
	}
	group := bson.D{{Key: "_id", Value: key}}
	for i, r := range a {
		if r.operator == "" {
			continue
		}
		var operand any = "$" + r.path
		if r.operator == "$sum" && len(a) > 1 {
			// The same, but FerretDB refuses it: its sums are wrong where there are several.
			operand = bson.D{{Key: "$ifNull", Value: bson.A{operand, int32(0)}}}
		}
		group = append(group, bson.E{Key: label(i), Value: bson.D{{Key: r.operator, Value: operand}}})
	}
	stages := bson.A{bson.D{{Key: "$match", Value: filter}}, bson.D{{Key: "$group", Value: group}}}
	if q.Skip > 0 {
		stages = append(stages, bson.D{{Key: "$skip", Value: int64(q.Skip)}})
	}
	if q.Limit > 0 {
		stages = append(stages, bson.D{{Key: "$limit", Value: int64(q.Limit)}})
	}
	return stages
}

func (db *DB) onServer(ctx context.Context, c *collection, a []result, q *orm.Query, filter bson.D) ([]*orm.Record, error) {
	asked, stages := note(ctx), pipeline(a, q, filter)
	var out []*orm.Record
	cursor, err := db.db.Collection(c.name).Aggregate(ctx, stages)
	if err == nil {
		_, err = read(ctx, cursor, c.group(a, &out))
	}
	asked.end(len(out), err, func() bson.D {
		return bson.D{{Key: "aggregate", Value: c.name}, {Key: "pipeline", Value: stages}}
	})
	return out, err
}

// group adds the record of each group to a list.
func (c *collection) group(a []result, to *[]*orm.Record) func(doc bson.Raw) error {
	return func(doc bson.Raw) error {
		r := orm.NewRecord(c.model)
		for i, part := range a {
			path := []string{label(i)}
			if part.operator == "" {
				path = []string{"_id", label(i)}
			}
			var v any
			if found, err := doc.LookupErr(path...); err == nil {
				v = bsonvalue.Decode(found)
			}
			r.Set(part.name, v)
		}
		*to = append(*to, r)
		return nil
	}
}

// here computes the groups from the values of all matching documents.
func (db *DB) here(ctx context.Context, c *collection, a []result, q *orm.Query, filter bson.D) ([]*orm.Record, error) {
	projection := bson.D{{Key: "_id", Value: 1}}
	for _, r := range a {
		if r.path != "_id" {
			projection = append(projection, bson.E{Key: r.path, Value: 1})
		}
	}
	groups := map[string][]accumulator{}
	var order []string
	keys := map[string][]any{}
	err := db.each(ctx, c, filter, options.Find().SetProjection(projection), func(doc bson.Raw) error {
		values := make([]any, len(a))
		var key []byte
		for i, r := range a {
			values[i] = lookup(doc, r.path)
			if r.operator == "" {
				key = append(value.Append(key, values[i]), 0)
			}
		}
		group, known := groups[string(key)]
		if !known {
			group = make([]accumulator, len(a))
			order = append(order, string(key))
			keys[string(key)], groups[string(key)] = values, group
		}
		for i := range a {
			group[i].add(values[i])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	order = order[min(max(q.Skip, 0), len(order)):]
	if q.Limit > 0 {
		order = order[:min(q.Limit, len(order))]
	}
	out := make([]*orm.Record, len(order))
	for n, key := range order {
		out[n] = orm.NewRecord(c.model)
		for i, r := range a {
			if r.operator == "" {
				out[n].Set(r.name, keys[key][i])
			} else {
				out[n].Set(r.name, groups[key][i].result(r.operator))
			}
		}
	}
	return out, nil
}
