package mongo

import (
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"framework/engine/querylog"
	"framework/engine/value"
)

// hidden stands for a value, as in the statements of SQL: values may be secrets.
const hidden = "?"

const (
	// shownMembers is how many members of a list are shown, shownDepth how deep the text
	// goes into documents.
	shownMembers = 10
	shownDepth   = 12
)

// commandText is a command as Extended JSON with ? for each value, and how many values it has.
func commandText(command bson.D) (text string, values int) {
	w := &shape{}
	out := value.New(len(command))
	for i, e := range command {
		if name, ok := e.Value.(string); ok && i == 0 {
			out.Set(e.Key, name) // of the collection
			continue
		}
		out.Set(e.Key, w.member(e.Key, e.Value, 0))
	}
	return querylog.Short(string(value.Append(nil, out))), w.values
}

// shape copies commands without their values.
type shape struct{ values int }

// ofData are the members of commands that have data.
var ofData = []string{"filter", "query", "q", "update", "u", "documents", "arrayFilters", "c"}

// member is a member of a command: options are shown, data is not.
func (w *shape) member(name string, v any, depth int) any {
	switch {
	case name == "pipeline":
		return w.list(v, depth, w.stage)
	case slices.Contains(ofData, name):
		return w.data(v, depth)
	}
	return w.option(v, depth)
}

// option is an option of a command: numbers, and documents of these such as an order. Lists
// have changes (updates, deletes) or data.
func (w *shape) option(v any, depth int) any {
	switch v := v.(type) {
	case bson.D:
		return w.document(v, depth, w.member)
	case bson.A, []any:
		return w.list(v, depth, func(member any, depth int) any {
			if d, ok := member.(bson.D); ok {
				return w.document(d, depth, w.member)
			}
			return w.data(member, depth)
		})
	case bool, int, int32, int64, float64:
		return wide(v)
	}
	return w.data(v, depth)
}

// stage is a stage of a pipeline, or a part of one: names of fields and numbers are shown.
func (w *shape) stage(v any, depth int) any {
	switch v := v.(type) {
	case bson.D:
		return w.document(v, depth, func(name string, v any, depth int) any {
			text, isText := v.(string)
			switch {
			case name == "$match", name == "$literal":
				return w.data(v, depth)
			case isText && (name == "from" || name == "localField" || name == "foreignField" || name == "as" || name == "path"):
				return text
			}
			return w.stage(v, depth)
		})
	case bson.A, []any:
		return w.list(v, depth, w.stage)
	case string:
		if strings.HasPrefix(v, "$") {
			return v
		}
	case bool, int, int32, int64, float64:
		return wide(v)
	}
	return w.data(v, depth)
}

// data shows the names in a value, and its types as far as Extended JSON does.
func (w *shape) data(v any, depth int) any {
	switch v := v.(type) {
	case nil:
		return nil
	case bson.D:
		return w.document(v, depth, func(_ string, v any, depth int) any { return w.data(v, depth) })
	case bson.A, []any:
		return w.list(v, depth, w.data)
	}
	w.values++
	switch v := v.(type) {
	case bson.ObjectID:
		return value.Of("$oid", hidden)
	case bson.DateTime:
		return value.Of("$date", hidden)
	case bson.Binary:
		return value.Of("$binary", hidden)
	case bson.Decimal128:
		return value.Of("$numberDecimal", hidden)
	case bson.Regex:
		return value.Of("$regularExpression", value.Of("pattern", hidden, "options", v.Options))
	}
	return hidden
}

func (w *shape) document(d bson.D, depth int, member func(name string, v any, depth int) any) any {
	if depth > shownDepth {
		return "…"
	}
	out := value.New(len(d))
	for _, e := range d {
		out.Set(e.Key, member(e.Key, e.Value, depth+1))
	}
	return out
}

func (w *shape) list(v any, depth int, member func(v any, depth int) any) any {
	var list []any
	switch v := v.(type) {
	case bson.A:
		list = v
	case []any:
		list = v
	default:
		return w.data(v, depth)
	}
	if depth > shownDepth {
		return "…"
	}
	out := make([]any, 0, min(len(list), shownMembers+1))
	for i, each := range list { // all of them, to count their values
		if shown := member(each, depth+1); i < shownMembers {
			out = append(out, shown)
		}
	}
	if more := len(list) - shownMembers; more > 0 {
		out = append(out, fmt.Sprintf("… %d more", more))
	}
	return out
}

// wide is a number as package value has it.
func wide(v any) any {
	switch v := v.(type) {
	case int:
		return int64(v)
	case int32:
		return int64(v)
	}
	return v
}
