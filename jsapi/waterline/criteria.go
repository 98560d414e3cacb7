package waterline

import (
	"errors"
	"fmt"
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
)

// modifiers are the keys of criteria that are not conditions.
var modifiers = map[string]bool{
	"where": true, "limit": true, "skip": true, "sort": true, "select": true,
	"groupBy": true, "sum": true, "average": true, "min": true, "max": true,
}

// errNoCriteria is the error of Sails for findOne without a condition.
var errNoCriteria = errors.New(".findOne() requires a criteria. If you want the first record try .find().limit(1)")

// query makes a query of the criteria of a method and of the chained calls: where
// and sort are lists, populate a list of pairs.
func query(m *orm.Model, o *orm.ORM, base any, mods *value.Map) (*orm.Query, error) {
	base = keysOf(base)
	if criteria, ok := base.(*value.Map); ok && m.Attribute("select") == nil {
		if _, isText := criteria.Value("select").(string); isText {
			criteria.Delete("select") // which Waterline does not read
		}
	}
	if mods.Len() == 0 {
		return m.Query(base)
	}
	criteria, err := combine(m, base, mods)
	if err != nil {
		return nil, err
	}
	q, err := m.Query(criteria)
	if err != nil {
		return nil, err
	}
	wanted, _ := mods.Value("populate").([]any)
	for _, entry := range wanted {
		pair, _ := entry.([]any)
		if len(pair) == 0 {
			continue
		}
		path, _ := pair[0].(string)
		var sub any
		if len(pair) > 1 {
			sub = pair[1]
		}
		if err := populate(o, m, &q.Populate, path, sub); err != nil {
			return nil, err
		}
	}
	return q, nil
}

func isAbsent(v any) bool {
	switch v.(type) {
	case nil, value.Undefined:
		return true
	}
	return false
}

// combine merges the criteria and the chained calls into one object.
func combine(m *orm.Model, base any, mods *value.Map) (*value.Map, error) {
	out := value.New(4)
	where := value.New(4)
	var sorts []any
	if given, ok := base.(*value.Map); ok && hasModifiers(given) {
		inner, apart := given.Get("where")
		for k, v := range given.All() {
			switch {
			case k == "where":
			case k == "sort":
				sorts = append(sorts, v)
			case modifiers[k]:
				out.Set(k, v)
			case !apart:
				where.Set(k, v)
			}
		}
		addWhere(m, where, inner)
	} else {
		addWhere(m, where, base)
	}
	for k, v := range mods.All() {
		switch k {
		case "where":
			list, _ := v.([]any)
			for _, w := range list {
				addWhere(m, where, chained(m, keysOf(w)))
			}
		case "sort":
			list, _ := v.([]any)
			sorts = append(sorts, list...)
		case "populate", "meta":
		default:
			out.Set(k, v)
		}
	}
	if where.Len() > 0 {
		out.Set("where", where)
	}
	if len(sorts) == 1 {
		out.Set("sort", sorts[0])
	} else if len(sorts) > 1 {
		sort, err := mergeSorts(sorts)
		if err != nil {
			return nil, err
		}
		out.Set("sort", sort)
	}
	return out, nil
}

func hasModifiers(m *value.Map) bool {
	for k := range m.All() {
		if modifiers[k] {
			return true
		}
	}
	return false
}

// addWhere adds a condition in any form to where. As in Waterline, a condition
// replaces what where had for an attribute, or for `or`.
func addWhere(m *orm.Model, where *value.Map, condition any) {
	switch c := condition.(type) {
	case nil, value.Undefined:
	case *value.Map:
		for k, v := range c.All() {
			where.Set(k, v)
		}
	case []any:
		for _, v := range c {
			if _, ok := v.(*value.Map); ok {
				where.Set("or", c)
				return
			}
		}
		where.Set(m.PrimaryKey, c)
	case bool:
		if c {
			where.Set(m.PrimaryKey, int64(1))
		} else {
			where.Set(m.PrimaryKey, []any{})
		}
	default:
		where.Set(m.PrimaryKey, condition)
	}
}

// chained is what a call of where adds to a query that has begun: other clauses
// than where, next to its conditions or among them, are dropped.
func chained(m *orm.Model, condition any) any {
	if c, ok := condition.(*value.Map); ok && m.Attribute("where") == nil {
		if inner, ok := c.Get("where"); ok {
			condition = inner
		}
	}
	c, ok := condition.(*value.Map)
	if !ok {
		return condition
	}
	out := value.New(c.Len())
	for k, v := range c.All() {
		if !modifiers[k] || m.Attribute(k) != nil {
			out.Set(k, v)
		}
	}
	return out
}

// namesNothing reports whether the criteria of a call are false, or have an empty list
// for an attribute, so that no record is meant.
func (in *invocation) namesNothing() bool {
	empty := func(v any) bool {
		list, ok := v.([]any)
		return ok && len(list) == 0
	}
	given := []any{in.criteria}
	if list, ok := in.mods.Value("where").([]any); ok {
		given = append(given, list...)
	}
	for _, v := range given {
		if flag, ok := v.(bool); ok && !flag || empty(v) {
			return true
		}
		m, _ := v.(*value.Map)
		if inner, ok := m.Value("where").(*value.Map); ok {
			m = inner
		}
		for _, v := range m.All() {
			if empty(v) {
				return true
			}
		}
	}
	return false
}

func mergeSorts(sorts []any) (*value.Map, error) {
	out := value.New(len(sorts))
	for _, s := range sorts {
		switch s := s.(type) {
		case *value.Map:
			for k, v := range s.All() {
				out.Set(k, v)
			}
		case string:
			words := strings.Fields(s)
			switch len(words) {
			case 1:
				out.Set(words[0], "asc")
			case 2:
				out.Set(words[0], words[1])
			default:
				return nil, &orm.UsageError{Reason: fmt.Sprintf("sort %q does not name one attribute and a direction", s)}
			}
		default:
			return nil, &orm.UsageError{Reason: "sort has to be 'name ASC' or { name: 'asc' }"}
		}
	}
	return out, nil
}

// keysOf replaces records in criteria and values by their primary keys. It changes
// v, a copy made from JavaScript, in place.
func keysOf(v any) any {
	switch v := v.(type) {
	case *orm.Record:
		if v.Model == nil || v.ID() == nil {
			return &v.Map
		}
		return v.ID()
	case *value.Map:
		for i := range v.Len() {
			_, member := v.At(i)
			v.SetAt(i, keysOf(member))
		}
	case []any:
		for i, member := range v {
			v[i] = keysOf(member)
		}
	}
	return v
}

// criteriaOf converts a query to the criteria for beforeDestroy.
func criteriaOf(q *orm.Query) *value.Map {
	out := value.New(3)
	if where := conditionOf(q.Where); where.Len() > 0 {
		out.Set("where", where)
	} else {
		out.Set("where", nil)
	}
	if q.Limit > 0 {
		out.Set("limit", int64(q.Limit))
	}
	if q.Skip > 0 {
		out.Set("skip", int64(q.Skip))
	}
	if len(q.Sort) > 0 {
		sort := value.New(len(q.Sort))
		for _, s := range q.Sort {
			direction := int64(1)
			if s.Desc {
				direction = -1
			}
			sort.Set(s.Attr, direction)
		}
		out.Set("sort", sort)
	}
	return out
}

var operators = map[orm.Op]string{
	orm.NotEqual: "!", orm.NotIn: "!", orm.Less: "<", orm.LessOrEqual: "<=", orm.Greater: ">",
	orm.GreaterOrEqual: ">=", orm.Like: "like", orm.Contains: "contains",
	orm.StartsWith: "startsWith", orm.EndsWith: "endsWith",
}

func conditionOf(e orm.Expr) *value.Map {
	out := value.New(2)
	switch e := e.(type) {
	case orm.And:
		for _, part := range e {
			addCondition(out, conditionOf(part))
		}
	case orm.Or:
		list := make([]any, len(e))
		for i, part := range e {
			list[i] = conditionOf(part)
		}
		out.Set("or", list)
	case orm.Not:
		out.Set("not", conditionOf(e.Expr))
	case orm.Compare:
		name, ok := operators[e.Op]
		switch {
		case ok:
			out.Set(e.Attr, value.Of(name, e.Value))
		case e.Op == orm.NotLike:
			out.Set("not", value.Of(e.Attr, value.Of("like", e.Value)))
		default:
			out.Set(e.Attr, e.Value)
		}
	}
	return out
}

// addCondition adds part to out with AND: comparisons of one attribute share an
// object, conditions that cannot be merged are added to the list "and".
func addCondition(out, part *value.Map) {
	for k, v := range part.All() {
		have, taken := out.Get(k)
		if !taken {
			out.Set(k, v)
			continue
		}
		into, ok := have.(*value.Map)
		from, ok2 := v.(*value.Map)
		if ok && ok2 && k != "not" {
			for op, operand := range from.All() {
				into.Set(op, operand)
			}
			continue
		}
		rest, _ := out.Value("and").([]any)
		out.Set("and", append(rest, value.Of(k, v)))
	}
}
