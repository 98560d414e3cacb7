package orm

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"framework/engine/ordered"
)

// strictParser reads criteria of a strict model.
type strictParser struct {
	model *Model
	// dropped are attributes that are compared with undefined.
	dropped []string
	options CriteriaOptions
}

// CriteriaOptions are options of an operation that change what its criteria
// mean to a strict model.
type CriteriaOptions struct {
	// IgnoreCase makes patterns ignore case; DeepTargets permits the names of
	// members inside of json and ref attributes.
	IgnoreCase, DeepTargets bool
}

// strictClauses are the members of criteria in their whole form.
var strictClauses = []string{"where", "limit", "skip", "sort", "select", "omit"}

// oldClauses are those of the classic releases that there are no more.
var oldClauses = []string{"sum", "average", "avg", "min", "max", "groupBy"}

func badCriteria(clause, format string, args ...any) error {
	return &UsageError{Code: InvalidCriteria, Clause: clause, Reason: fmt.Sprintf(format, args...)}
}

// badWhere says what cannot be asked of an attribute.
func badWhere(attr, format string, args ...any) error {
	return badCriteria("where", "Could not use the provided `where` clause.  Could not filter by `%s`: %s", attr, fmt.Sprintf(format, args...))
}

// StrictQuery is Query for strict models, with options.
func (m *Model) StrictQuery(criteria any, opts CriteriaOptions) (*Query, error) {
	p := &strictParser{model: m, options: opts}
	q := &Query{}
	if criteria == false {
		q.Nothing = true
		return q, nil
	}
	given, whole := criteria.(*ordered.Map)
	whole = whole && (slices.ContainsFunc(strictClauses, given.Has) || slices.ContainsFunc(oldClauses, func(name string) bool {
		return given.Has(name) && m.byName[name] == nil
	}))
	if !whole {
		given = ordered.Of("where", criteria)
	}
	for name, v := range given.All() {
		if _, undefined := v.(ordered.Undefined); undefined && name != "where" {
			continue
		}
		if err := p.clause(q, name, v); err != nil {
			return nil, err
		}
	}
	if given.Has("select") && given.Has("omit") && len(q.Select) > 0 {
		if omitted, _ := given.Value("omit").([]any); len(omitted) > 0 && given.Value("select") != "*" {
			return nil, badCriteria("omit", "The criteria have `select` and `omit`: give one of the two")
		}
	}
	q.Dropped = p.dropped
	return q, nil
}

func (p *strictParser) clause(q *Query, name string, v any) (err error) {
	switch name {
	case "where":
		e, err := p.where(v)
		if err != nil {
			return err
		}
		switch e := e.(type) {
		case And:
			if len(e) > 0 {
				q.Where = e
			}
		case Or:
			q.Where, q.Nothing = e, len(e) == 0
			if q.Nothing {
				q.Where = nil
			}
		default:
			q.Where = e
		}
	case "limit":
		n, err := natural("limit", v, true)
		if err != nil {
			return err
		}
		q.Limit, q.Nothing = max(n, 0), q.Nothing || n == 0
	case "skip":
		q.Skip, err = natural("skip", v, false)
	case "sort":
		q.Sort, err = p.sort(v)
	case "select":
		q.Select, err = p.selection(name, v)
		if len(q.Select) > 0 && !slices.Contains(q.Select, p.model.PrimaryKey) {
			q.Select = append(q.Select, p.model.PrimaryKey)
		}
	case "omit":
		err = p.omit(q, v)
	case "sum", "average", "avg", "min", "max", "groupBy":
		return badCriteria(name, "`%s` is no part of criteria: use `.sum()` or `.avg()` of the model, or a native query", name)
	default:
		hint := ""
		if near := nearest(name, slices.Values(strictClauses)); near != "" {
			hint = fmt.Sprintf("  Did you mean `%s`?", near)
		} else if p.model.byName[name] != nil {
			hint = fmt.Sprintf("  Beside `limit`, `sort` and the like, conditions have to be inside of `where`: { where: { %s: … }, … }", name)
		}
		return badCriteria(name, "The provided criteria contains an unrecognized property: %s.%s", ordered.Inspect(name), hint)
	}
	return err
}

// natural reads limit and skip. -1 is none.
func natural(clause string, v any, endless bool) (int, error) {
	refused := badCriteria(clause, "The `%s` clause in the provided criteria is invalid.  If provided, it should be a safe, natural number.  But instead, got: %s", clause, ordered.Inspect(v))
	switch n := v.(type) {
	case nil:
		if endless {
			return -1, nil
		}
		return 0, refused
	case string:
		number := any(int64(0)) // what JavaScript takes blanks for
		if text := strings.TrimFunc(n, space); text != "" {
			var ok bool
			if number, ok = toNumber(text); !ok {
				return 0, refused
			}
		}
		v = number
	case int:
		v = int64(n)
	}
	if n, ok := v.(float64); ok {
		if math.IsInf(n, 1) && endless {
			return -1, nil
		}
		v = ordered.Number(n)
	}
	n, ok := v.(int64)
	switch {
	case !ok || n > maxSafe || n < 0 && !endless:
		return 0, refused
	case n < 0 || n == maxSafe && endless:
		return -1, nil
	}
	return int(n), nil
}

// attribute is the attribute that criteria name, which has to be stored; nil
// for one that is not declared where that is allowed.
func (p *strictParser) attribute(name string) (*Attribute, error) {
	a := p.model.byName[name]
	if a == nil {
		root, _, deep := strings.Cut(name, ".")
		if deep {
			if inside := p.model.byName[root]; inside != nil && inside.Type != "json" && inside.Type != "ref" {
				return nil, fmt.Errorf("`%s` is no json or ref attribute, so there is nothing inside of it", root)
			}
			if !p.options.DeepTargets {
				return nil, fmt.Errorf("members inside of attributes are an experiment: add `.meta({ enableExperimentalDeepTargets: true })`")
			}
			return nil, fmt.Errorf("the datastore cannot look inside of attributes: filter what you find in code, or use a native query")
		}
		if !p.model.Schema {
			return nil, nil
		}
		hint := ""
		if near := nearest(name, maps.Keys(p.model.byName)); near != "" {
			hint = fmt.Sprintf("  Did you mean `%s`?", near)
		}
		return nil, fmt.Errorf("`%s` is not a recognized attribute for this model (`%s`).  And since the model declares `schema: true`, this is not allowed.%s", name, p.model.Identity, hint)
	}
	if !a.Stored {
		return nil, fmt.Errorf("`%s` is a collection (`%s`), which has no value of its own: use `.populate()`, or look for the records of `%s`", name, a.Collection, a.Collection)
	}
	return a, nil
}

// sort reads 'name', 'name DESC', { name: 'DESC' } and lists of the latter two.
func (p *strictParser) sort(v any) ([]Order, error) {
	switch v := v.(type) {
	case string:
		one, err := p.order(v)
		return []Order{one}, err
	case *ordered.Map:
		out := make([]Order, 0, v.Len())
		for k, direction := range v.All() {
			words := map[any]string{int64(1): "ASC", int64(-1): "DESC"}
			if words[direction] == "" {
				return nil, badSort("an object gives directions as 1 and -1, and this one is %s", ordered.Inspect(v))
			}
			one, err := p.order(ordered.Of(k, words[direction]))
			if err != nil {
				return nil, err
			}
			out = append(out, one)
		}
		return out, nil
	case []any:
		out := make([]Order, 0, len(v))
		for _, member := range v {
			one, err := p.order(member)
			if err != nil {
				return nil, err
			}
			if slices.ContainsFunc(out, func(o Order) bool { return o.Attr == one.Attr }) {
				return nil, badSort("it names `%s` more than once", one.Attr)
			}
			out = append(out, one)
		}
		return out, nil
	}
	return nil, badSort("it has to be text, an object or a list, and is %s", ordered.Inspect(v))
}

func badSort(format string, args ...any) error {
	return badCriteria("sort", "Could not use the provided `sort` clause: %s.  It takes 'name', 'name DESC', or a list such as [{ name: 'ASC' }, { age: 'DESC' }]", fmt.Sprintf(format, args...))
}

// order reads one sort key.
func (p *strictParser) order(v any) (Order, error) {
	var name string
	direction := any("ASC")
	switch v := v.(type) {
	case string:
		words := strings.Fields(v)
		if len(words) == 0 || len(words) > 2 {
			return Order{}, badSort("%s names no attribute and its direction", ordered.Inspect(v))
		}
		name = words[0]
		if len(words) == 2 {
			direction = words[1]
		}
	case *ordered.Map:
		if v.Len() != 1 {
			return Order{}, badSort("an object in it has to have one member, and this one has %d", v.Len())
		}
		name, direction = v.At(0)
	default:
		return Order{}, badSort("%s names no attribute and its direction", ordered.Inspect(v))
	}
	text, _ := direction.(string)
	desc := strings.EqualFold(text, "DESC")
	if !desc && !strings.EqualFold(text, "ASC") {
		return Order{}, badSort("%s is no direction: there are ASC and DESC", ordered.Inspect(direction))
	}
	if _, err := p.attribute(name); err != nil {
		return Order{}, badSort("cannot sort by `%s`: %v", name, err)
	}
	return Order{Attr: name, Desc: desc}, nil
}

// selection reads select and omit; nil stands for everything.
func (p *strictParser) selection(clause string, v any) ([]string, error) {
	if text, ok := v.(string); ok {
		v = []any{text}
	}
	list, ok := v.([]any)
	if !ok {
		if v == nil {
			return nil, nil
		}
		return nil, badCriteria(clause, "Could not use the provided `%s` clause: it has to be a list of names of attributes, and is %s", clause, ordered.Inspect(v))
	}
	if clause == "select" && len(list) == 1 && list[0] == "*" || len(list) == 0 && clause == "omit" {
		return nil, nil
	}
	if !p.model.Schema {
		return nil, badCriteria(clause, "The `%s` clause needs to know all attributes: it works on models with `schema: true`, and `%s` is none", clause, p.model.Identity)
	}
	names := make([]string, 0, len(list)+1)
	for _, member := range list {
		name, ok := member.(string)
		if !ok || name == "*" {
			return nil, badCriteria(clause, "Could not use the provided `%s` clause: %s is no name of an attribute", clause, ordered.Inspect(member))
		}
		if _, err := p.attribute(name); err != nil {
			return nil, badCriteria(clause, "Could not use the provided `%s` clause: %v", clause, err)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		names = append(names, p.model.PrimaryKey)
	}
	return names, nil
}

func (p *strictParser) omit(q *Query, v any) error {
	omitted, err := p.selection("omit", v)
	if err != nil || len(omitted) == 0 {
		return err
	}
	if slices.Contains(omitted, p.model.PrimaryKey) {
		return badCriteria("omit", "Could not use the provided `omit` clause: the primary key (`%s`) cannot be omitted", p.model.PrimaryKey)
	}
	q.Select = nil
	for _, a := range p.model.Attributes {
		if a.Stored && !slices.Contains(omitted, a.Name) {
			q.Select = append(q.Select, a.Name)
		}
	}
	return nil
}
