package blueprints

import (
	"fmt"
	"math"
	"net/http"
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// badWhere is the answer to a where clause that cannot be read.
func badWhere(details string) error {
	return &router.Error{
		Status: http.StatusBadRequest, Code: "E_WHERE_CLAUSE_UNPARSEABLE",
		Message: "Could not parse the provided `where` clause.  Refer to the Sails documentation for up-to-date info on supported query language syntax:\n" +
			"(http://sailsjs.com/documentation/concepts/models-and-orm/query-language)\nDetails: " + details,
	}
}

// condition is what a request asks of records of a model: the parameter where alone,
// else all parameters but the stripped ones. nothing is true when no record can match.
func (r *request) condition(model *orm.Model, stripped ...string) (where *value.Map, nothing bool, err error) {
	v, given := r.all().Get("where")
	switch w := v.(type) {
	case nil:
		if given {
			nothing = true
		}
	case *value.Map:
		where = w
	case string:
		if where, nothing, err = r.whereText(w); err != nil {
			return nil, false, err
		}
		given = strings.TrimSpace(w) != ""
	case []any:
		// An empty list, as ?where[]= gives, is no condition.
		if nothing, err = noCondition(w); err != nil {
			return nil, false, err
		}
	}
	if !given {
		where = r.without(stripped...)
		where.Delete("where")
	}
	if where == nil {
		where = value.New(0)
	}
	for _, clause := range []string{"limit", "skip", "sort", "select", "groupBy", "sum", "average", "min", "max"} {
		if where.Has(clause) && model.Attribute(clause) == nil { // a clause, which a request cannot give
			where = where.Clone()
			where.Delete(clause)
		}
	}
	if r.set.opts.Switches.CheckWhere {
		if err := checkWhere(where, 0); err != nil {
			return nil, false, err
		}
	}
	return where, nothing, nil
}

// whereText reads where as JSON text. Text that is not JSON is refused, where
// Sails answers with every record.
func (r *request) whereText(text string) (where *value.Map, nothing bool, err error) {
	if strings.TrimSpace(text) == "" {
		return nil, false, nil
	}
	v, err := value.Parse([]byte(text))
	if err != nil {
		return nil, false, badWhere(fmt.Sprintf("it is not JSON: %v", err))
	}
	switch v := v.(type) {
	case nil:
		return nil, true, nil
	case *value.Map:
		return v, false, nil
	case string:
		return nil, r.set.opts.Switches.CheckWhere, nil
	case []any:
		nothing, err := noCondition(v)
		return nil, nothing, err
	}
	return value.New(0), false, nil
}

// noCondition is for a list in the place of a condition: an empty one says nothing, no
// record matches texts, as several parameters where give, and objects are a mistake.
func noCondition(list []any) (nothing bool, err error) {
	for i, v := range list {
		if m, ok := v.(*value.Map); ok && m.Len() > 0 {
			return false, badWhere(fmt.Sprintf("Unrecognized sub-attribute modifier (`%s`) for `%d`.  Make sure to use a recognized sub-attribute modifier such as `startsWith`, `<=`, `!`, etc. )", m.Keys()[0], i))
		}
	}
	return len(list) > 0, nil
}

// maxWhereDepth bounds how deep a condition may nest.
const maxWhereDepth = 100

// modifiers are the operators that a condition on one attribute may have.
var modifiers = map[string]bool{
	"<": true, "<=": true, ">": true, ">=": true, "!": true, "not": true,
	"lessThan": true, "lessThanOrEqual": true, "greaterThan": true, "greaterThanOrEqual": true,
	"like": true, "contains": true, "startsWith": true, "endsWith": true,
}

// checkWhere refuses conditions whose structure means nothing, as 0.12 does.
func checkWhere(where *value.Map, depth int) error {
	if depth > maxWhereDepth {
		return badWhere(fmt.Sprintf("it nests deeper than %d levels.", maxWhereDepth))
	}
	for k, v := range where.All() {
		if k == "or" || k == "and" {
			list, ok := v.([]any)
			if !ok {
				return badWhere(fmt.Sprintf("Expected an array at `%s`, but instead got:%s\n(`%s` should always be provided with an array on the right-hand side.)", k, value.Inspect(v), k))
			}
			for _, each := range list {
				if m, ok := each.(*value.Map); ok {
					if err := checkWhere(m, depth+1); err != nil {
						return err
					}
				}
			}
			continue
		}
		m, ok := v.(*value.Map)
		if !ok || k == "like" {
			continue
		}
		if m.Len() == 0 {
			return badWhere(fmt.Sprintf("Unexpected value at `%s`:{}\n(If a dictionary is provided, it is expected to consist of sub-attribute modifiers like `contains`, etc.  But this dictionary is empty!)", k))
		}
		for name := range m.All() {
			if !modifiers[name] {
				return badWhere(fmt.Sprintf("Unrecognized sub-attribute modifier (`%s`) for `%s`.  Make sure to use a recognized sub-attribute modifier such as `startsWith`, `<=`, `!`, etc. )", name, k))
			}
		}
	}
	return nil
}

// limit is the request's, else the route's; 0 for none.
func (r *request) limit() int { return r.count("limit", r.target.limit) }

func (r *request) skip() int { return r.count("skip", r.target.skip) }

// count reads a parameter that is a number, which defaults to that of the route. One
// that is not a number means 0, as in Sails.
func (r *request) count(name string, def int) int {
	v := r.param(name)
	if !value.Truthy(v) {
		return def
	}
	n, ok := number(v)
	if !ok {
		return 0
	}
	return positive(n)
}

func positive(n float64) int {
	if n <= 0 || n != n {
		return 0
	}
	return int(math.Min(n, math.MaxInt32))
}

// sort is the request's, else the route's; nil for none.
func (r *request) sort() (sort any, ofRoute bool) {
	v := r.param("sort")
	if !value.Truthy(v) {
		v, ofRoute = r.target.sort, true
	}
	if !value.Truthy(v) {
		return nil, false
	}
	text, ok := v.(string)
	if !ok || !strings.HasPrefix(strings.TrimSpace(text), "{") {
		return v, ofRoute
	}
	if !r.set.opts.Switches.SortJSON {
		return nil, ofRoute // the JSON text is treated as the name of an attribute, which does not exist
	}
	if parsed, err := value.Parse([]byte(text)); err == nil {
		return parsed, ofRoute
	}
	return v, ofRoute
}

// query is the query of the request on a model, narrowed by the options of the
// route.
func (r *request) query(model *orm.Model, stripped ...string) (*orm.Query, error) {
	where, nothing, err := r.condition(model, stripped...)
	if err != nil {
		return nil, err
	}
	q, err := model.QueryOf(orm.Clauses{Where: where})
	if err != nil {
		return nil, err
	}
	if q, err = r.modified(model, q); err != nil {
		return nil, err
	}
	if r.target.where.Len() > 0 {
		// The options of a route may contain criteria that requests must not.
		if q, err = r.narrowed(model, q, where); err != nil {
			return nil, err
		}
	}
	if n := comparisons(q.Where); n > maxParts {
		return nil, badWhere(fmt.Sprintf("it makes %d comparisons; there can be %d.", n, maxParts))
	}
	q.Nothing = q.Nothing || nothing
	return q, nil
}

// modified adds the modifiers of the request to a query, which has to be askable.
func (r *request) modified(model *orm.Model, q *orm.Query) (*orm.Query, error) {
	sort, ofRoute := r.sort()
	if sort != nil {
		order, err := model.QueryOf(orm.Clauses{Sort: sort})
		if err != nil {
			return nil, err
		}
		q.Sort = order.Sort
	}
	if n := len(q.Sort); n > maxParts {
		return nil, &orm.UsageError{Clause: "sort", Reason: fmt.Sprintf("sort names %d attributes; there can be %d", n, maxParts)}
	}
	asked := *q
	if ofRoute {
		asked.Sort = nil
	}
	if err := r.askable(model, &asked); err != nil {
		return nil, err
	}
	q.Limit, q.Skip = r.target.within(r.limit()), r.skip()
	return q, nil
}

// narrowed adds the route's option where to a query for the condition where. An
// attribute that both name is the request's, but for the comparisons that only the route makes.
func (r *request) narrowed(model *orm.Model, q *orm.Query, where *value.Map) (*orm.Query, error) {
	t := r.target
	if model == t.model && t.onlyErr == nil && t.apart(where) {
		q.Where, q.Nothing = both(q.Where, t.only.Where), q.Nothing || t.only.Nothing
		return q, nil
	}
	merged := where.DeepClone()
	merged.Fill(t.where)
	all, err := model.QueryOf(orm.Clauses{Where: merged})
	if err != nil {
		return nil, err
	}
	q.Where, q.Nothing = all.Where, all.Nothing
	if len(q.Sort) == 0 {
		q.Sort = all.Sort
	}
	return q, nil
}

// apart reports whether a condition has no member that the route's has, which then
// is a condition on attributes alone.
func (t *target) apart(where *value.Map) bool {
	for name := range t.where.All() {
		switch {
		case where.Has(name), name == "id", name == "limit", name == "skip", name == "sort":
			return false
		}
	}
	return true
}

// both is the condition that two conditions make; nil is none.
func both(a, b orm.Expr) orm.Expr {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return orm.And{a, b}
}

// maxParts bounds the comparisons and the sort keys of one request. A list of
// values is one comparison. Stores take about a thousand.
const maxParts = 800

// comparisons counts what a store has to compare.
func comparisons(e orm.Expr) int {
	n := 0
	switch e := e.(type) {
	case orm.And:
		for _, part := range e {
			n += comparisons(part)
		}
	case orm.Or:
		for _, part := range e {
			n += comparisons(part)
		}
	case orm.Not:
		return comparisons(e.Expr)
	case orm.Compare:
		return 1
	}
	return n
}

// byKey makes a query for one record, narrowed by the route's option where.
func (r *request) byKey(key any) (*orm.Query, error) {
	t := r.target
	q := &orm.Query{}
	if !t.keyed {
		var err error
		if q, err = r.model.Keyed(key); err != nil {
			return nil, err
		}
	}
	if t.onlyErr != nil {
		return nil, t.onlyErr
	}
	if t.only != nil {
		q.Where, q.Nothing, q.Skip = both(q.Where, t.only.Where), q.Nothing || t.only.Nothing, t.only.Skip
	}
	q.Limit = 1
	q.Nothing = q.Nothing || endless(q.Where) != "" // no record has such a key
	return q, nil
}
