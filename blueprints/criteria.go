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

// criteria is the condition of a request on records of a model: the parameter
// where alone, else all parameters but the stripped ones; over the route's
// option where. nothing is true when no record can match.
func (r *request) criteria(model *orm.Model, stripped ...string) (where *value.Map, nothing bool, err error) {
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
		// An empty list, as ?where[]= gives, asks for nothing in particular.
	}
	if !given {
		where = r.without(stripped...)
		where.Delete("where")
	}
	if where == nil {
		where = value.New(0)
	}
	for _, clause := range []string{"select", "groupBy", "sum", "average", "min", "max"} {
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
	base, _ := r.option("where").(*value.Map)
	if base.Len() == 0 {
		return where, nothing, nil // query looks at it
	}
	// The route may ask for what requests must not.
	asked, err := model.Query(value.Of("where", where))
	if err == nil {
		err = r.askable(model, asked)
	}
	if err != nil {
		return nil, false, err
	}
	merged := where.DeepClone()
	merged.Fill(base)
	return merged, nothing, nil
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
	}
	return value.New(0), false, nil
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

// limit is the request's, else the route's, else the configured one; 0 for
// none. A value that is not a number means no limit, as in Sails.
func (r *request) limit() int {
	v := r.param("limit")
	if !value.Truthy(v) {
		if v = r.option("limit"); v == nil {
			if n, ok := number(r.option("defaultLimit")); ok && r.x.Options.Has("defaultLimit") {
				return positive(n)
			}
			return max(r.set.opts.Settings.Limit, 0)
		}
	}
	n, ok := number(v)
	if !ok {
		return 0
	}
	return positive(n)
}

func (r *request) skip() int {
	v := r.param("skip")
	if !value.Truthy(v) {
		v = r.option("skip")
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
func (r *request) sort() any {
	v := r.param("sort")
	if !value.Truthy(v) {
		v = r.option("sort")
	}
	text, ok := v.(string)
	if !ok || !r.set.opts.Switches.SortJSON || !strings.HasPrefix(strings.TrimSpace(text), "{") {
		return v
	}
	if parsed, err := value.Parse([]byte(text)); err == nil {
		return parsed
	}
	return v
}

// query makes a query of a condition with the modifiers of the request.
func (r *request) query(model *orm.Model, where *value.Map, nothing bool) (*orm.Query, error) {
	criteria := value.New(2)
	criteria.Set("where", where)
	if sort := r.sort(); value.Truthy(sort) {
		if text, ok := sort.(string); ok && !r.set.opts.Switches.SortJSON && strings.HasPrefix(strings.TrimSpace(text), "{") {
			sort = nil // JSON is taken for the name of an attribute that nobody has
		}
		if sort != nil {
			criteria.Set("sort", sort)
		}
	}
	q, err := model.Query(criteria)
	if err != nil {
		return nil, err
	}
	if n := comparisons(q.Where); n > maxParts {
		return nil, badWhere(fmt.Sprintf("it makes %d comparisons; there can be %d.", n, maxParts))
	}
	if n := len(q.Sort); n > maxParts {
		return nil, &orm.UsageError{Clause: "sort", Reason: fmt.Sprintf("sort names %d attributes; there can be %d", n, maxParts)}
	}
	asked := *q // by the request
	if base, _ := r.option("where").(*value.Map); base.Len() > 0 {
		asked.Where = nil // criteria has looked at it
	}
	if !value.Truthy(r.param("sort")) && value.Truthy(r.option("sort")) {
		asked.Sort = nil // the route's
	}
	if err := r.askable(model, &asked); err != nil {
		return nil, err
	}
	q.Limit, q.Skip = r.within(r.limit()), r.skip()
	q.Nothing = q.Nothing || nothing
	return q, nil
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
	criteria := value.Of(r.model.PrimaryKey, key)
	if base, ok := r.option("where").(*value.Map); ok {
		for k, v := range base.All() {
			if k != "id" {
				criteria.Set(k, v)
			}
		}
	}
	q, err := r.model.Query(value.Of("where", criteria))
	if err != nil {
		return nil, err
	}
	q.Limit = 1
	q.Nothing = q.Nothing || endless(q.Where) != "" // no record has such a key
	return q, nil
}
