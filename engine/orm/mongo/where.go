package mongo

import (
	"fmt"
	"regexp"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"framework/engine/orm"
	"framework/engine/orm/mongo/bsonvalue"
	"framework/engine/value"
)

// never holds for no document.
func never() bson.D { return bson.D{{Key: "_id", Value: bson.D{{Key: "$in", Value: bson.A{}}}}} }

// filter returns a condition for the server.
func (c *collection) filter(e orm.Expr) (bson.D, error) {
	switch e := e.(type) {
	case nil:
		return bson.D{}, nil
	case orm.And:
		parts, err := c.filters(e)
		switch {
		case err != nil:
			return nil, err
		case len(parts) == 0:
			return bson.D{}, nil
		case len(parts) == 1:
			return parts[0].(bson.D), nil
		}
		return bson.D{{Key: "$and", Value: parts}}, nil
	case orm.Or:
		parts, err := c.filters(e)
		switch {
		case err != nil:
			return nil, err
		case len(parts) == 0:
			return never(), nil
		case len(parts) == 1:
			return parts[0].(bson.D), nil
		}
		return bson.D{{Key: "$or", Value: parts}}, nil
	case orm.Not:
		part, err := c.filter(e.Expr)
		return bson.D{{Key: "$nor", Value: bson.A{part}}}, err
	case orm.Compare:
		return c.comparison(e)
	}
	return nil, fmt.Errorf("unknown condition %T", e)
}

func (c *collection) filters(list []orm.Expr) (bson.A, error) {
	parts := make(bson.A, len(list))
	for i, e := range list {
		part, err := c.filter(e)
		if err != nil {
			return nil, err
		}
		parts[i] = part
	}
	return parts, nil
}

var orders = map[orm.Op]string{orm.Less: "$lt", orm.LessOrEqual: "$lte", orm.Greater: "$gt", orm.GreaterOrEqual: "$gte"}

func (c *collection) comparison(e orm.Compare) (bson.D, error) {
	path, f, err := c.path(e.Attr)
	if err != nil {
		return nil, err
	}
	is := func(v any) bson.D { return bson.D{{Key: path, Value: v}} }
	operator := func(name string, v any) bson.D { return is(bson.D{{Key: name, Value: v}}) }
	switch e.Op {
	case orm.Native:
		return is(bsonvalue.EncodeWhole(e.Value)), nil
	case orm.Equal:
		if text, ok := e.Value.(string); ok && c.folds(f, e, text) {
			return is(bson.Regex{Pattern: "^" + quoted(text) + `\z`, Options: "i"}), nil
		}
		switch v := f.operand(e.Value).(type) {
		case bson.D, bson.A: // members called like operators are none
			return operator("$eq", v), nil
		default:
			return is(v), nil
		}
	case orm.NotEqual:
		return operator("$ne", f.operand(e.Value)), nil
	case orm.In, orm.NotIn:
		values, _ := e.Value.([]any)
		list := make(bson.A, len(values))
		for i, v := range values {
			list[i] = f.operand(v)
		}
		if e.Op == orm.In {
			return operator("$in", list), nil
		}
		return operator("$nin", list), nil
	case orm.Less, orm.LessOrEqual, orm.Greater, orm.GreaterOrEqual:
		if e.Value != nil {
			return operator(orders[e.Op], f.operand(e.Value)), nil
		}
		// Null has an order among nulls only.
		if e.Op == orm.Less || e.Op == orm.Greater {
			return never(), nil
		}
		return is(nil), nil
	}
	pattern := c.pattern(e)
	if e.Op == orm.NotLike {
		return bson.D{{Key: "$nor", Value: bson.A{is(pattern)}}}, nil
	}
	return is(pattern), nil
}

// operand returns the operand of a comparison; f may be nil.
func (f *field) operand(v any) any {
	if r, ok := v.(*orm.Record); ok {
		v = r.ID()
	}
	if f == nil {
		return bsonvalue.Encode(v)
	}
	return f.encode(v)
}

// folds reports whether equality with the text ignores case. Keys do not: the
// adapter of Sails takes all text that looks like one as it is.
func (c *collection) folds(f *field, e orm.Compare, text string) bool {
	if !c.ignoresCase || e.Exact {
		return false
	}
	if _, isKey := bsonvalue.ParseObjectID(text); isKey {
		return false
	}
	return f == nil || !f.objectID
}

// quoted returns a pattern that the text alone matches.
func quoted(text string) string {
	return strings.ReplaceAll(regexp.QuoteMeta(bsonvalue.ValidText(text)), "\x00", `\x00`)
}

// anything matches any text, lines included.
const anything = `[\s\S]*`

func (c *collection) pattern(e orm.Compare) bson.Regex {
	text, ok := e.Value.(string)
	if !ok {
		text = string(value.Append(nil, e.Value))
	}
	body := quoted(text)
	if !e.Literal && (e.Op == orm.Like || e.Op == orm.NotLike) {
		body = strings.ReplaceAll(body, "%", anything)
	}
	switch e.Op {
	case orm.Contains:
		body = anything + body + anything
	case orm.StartsWith:
		body += anything
	case orm.EndsWith:
		body = anything + body
	}
	re := bson.Regex{Pattern: "^" + body + `\z`}
	if !c.exact || e.IgnoreCase {
		re.Options = "i"
	}
	return re
}
