package bridge

import (
	"context"
	"fmt"
	"slices"
	"time"

	"framework/engine/querylog"
	"framework/engine/value"
)

// note records a call of the adapter for a request whose statements are recorded. The
// function that it returns, nil where nothing is recorded, takes what the call came to.
func note(ctx context.Context, method string, args []any) func(answer any, err error) {
	log := querylog.Of(ctx)
	if log == nil {
		return nil
	}
	s := querylog.Statement{Line: querylog.Line(ctx), Began: time.Now()}
	if log.Keeps() { // before the adapter changes its arguments
		s.Text, s.Args = callText(method, args)
	}
	return func(answer any, err error) {
		s.Took, s.Err, s.Rows = time.Since(s.Began), err, rowsOf(method, answer)
		if s.Text == "" && err != nil {
			s.Text, s.Args = callText(method, args)
		}
		log.Add(s)
	}
}

// rowsOf is how many records an adapter has called back with.
func rowsOf(method string, answer any) int {
	switch v := answer.(type) {
	case []any:
		return len(v)
	case nil, value.Undefined:
		return 0
	}
	if method == "find" || method == "create" || method == "count" || method == "sum" || method == "avg" {
		return 1
	}
	return 0
}

// callText is a call as its method, its table and its criteria or records as JSON, with ? for
// each value, which may be a secret; and how many values it has.
func callText(method string, args []any) (text string, values int) {
	w := &shape{}
	text = method
	for i, arg := range args {
		if i == 0 {
			continue // the datastore
		}
		switch arg := arg.(type) {
		case string:
			text += " " + arg
		case *value.Map:
			if using, ok := arg.Value("using").(string); ok { // a query of 1.x
				text += " " + using + " " + string(value.Append(nil, w.query(arg)))
				continue
			}
			shape := w.data
			if i == 2 && method != "create" {
				shape = w.criteria
			}
			text += " " + string(value.Append(nil, shape(arg, 0)))
		case []any:
			text += " " + string(value.Append(nil, w.data(arg, 0)))
		}
	}
	return querylog.Short(text), w.values
}

const (
	// shownMembers is how many members of a list are shown, shownDepth how deep the text
	// goes into values.
	shownMembers = 10
	shownDepth   = 12
)

// shape copies what adapters are asked without its values.
type shape struct{ values int }

// query is a query of 1.x, without what is known: method and table.
func (w *shape) query(q *value.Map) *value.Map {
	out := value.New(q.Len())
	for name, v := range q.All() {
		switch name {
		case "method", "using", "meta", "joins":
		case "numericAttrName":
			out.Set(name, v)
		case "criteria":
			if criteria, ok := v.(*value.Map); ok {
				out.Set(name, w.criteria(criteria, 0))
			}
		default:
			out.Set(name, w.data(v, 0))
		}
	}
	return out
}

// clauses are the members of criteria that have no values of records.
var clauses = []string{"sort", "limit", "skip", "select", "groupBy", "sum", "average", "min", "max"}

// Clauses that ask for nothing, which queries of 1.x always have, are left out.
func (w *shape) criteria(v any, depth int) any {
	c, ok := v.(*value.Map)
	if !ok {
		return w.data(v, depth)
	}
	out := value.New(c.Len())
	for name, v := range c.All() {
		if !slices.Contains(clauses, name) {
			v = w.data(v, depth+1)
		}
		if list, isList := v.([]any); v == unlimited || name == "skip" && v == int64(0) || isList && len(list) == 0 {
			continue
		}
		out.Set(name, v)
	}
	return out
}

// unlimited is the limit of queries of 1.x that have none.
const unlimited = int64(1<<53 - 1)

// data shows the names in a value.
func (w *shape) data(v any, depth int) any {
	switch v := v.(type) {
	case nil, value.Undefined:
		return v
	case *value.Map:
		if depth > shownDepth {
			return "…"
		}
		out := value.New(v.Len())
		for name, member := range v.All() {
			out.Set(name, w.data(member, depth+1))
		}
		return out
	case []any:
		if depth > shownDepth {
			return "…"
		}
		out := make([]any, 0, min(len(v), shownMembers+1))
		for i, member := range v { // all of them, to count their values
			if shown := w.data(member, depth+1); i < shownMembers {
				out = append(out, shown)
			}
		}
		if more := len(v) - shownMembers; more > 0 {
			out = append(out, fmt.Sprintf("… %d more", more))
		}
		return out
	}
	w.values++
	return "?"
}
