package orm

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"regexp"
	"slices"
	"strings"

	"framework/engine/value"
)

// modernParser reads criteria of a modern model.
type modernParser struct {
	model *Model
	// dropped are attributes that are compared with undefined.
	dropped []string
	options CriteriaOptions
}

// CriteriaOptions are options of an operation that change what its criteria
// mean to a modern model.
type CriteriaOptions struct {
	// IgnoreCase makes patterns ignore case; DeepTargets permits the names of
	// members inside of json and ref attributes.
	IgnoreCase, DeepTargets bool
}

// modernClauses are the members of criteria in their whole form.
var modernClauses = []string{"where", "limit", "skip", "sort", "select", "omit"}

// oldClauses are those of the classic releases that there are no more.
var oldClauses = []string{"sum", "average", "min", "max", "groupBy"}

// query reads criteria of 1.x.
func (modern) query(m *Model, criteria any, opts CriteriaOptions) (*Query, error) {
	p := &modernParser{model: m, options: opts}
	q := &Query{}
	if criteria == false {
		q.Nothing = true
		return q, nil
	}
	switch criteria.(type) {
	case nil, value.Undefined, *value.Map, *Record, []any, string, int, int64, float64:
		if criteria == "" || criteria == int64(0) || criteria == 0 || criteria == 0.0 {
			return nil, notObject(criteria) // a key that is missing, and not a wish for all records
		}
	default:
		return nil, notObject(criteria)
	}
	given, whole := criteria.(*value.Map)
	whole = whole && (slices.ContainsFunc(modernClauses, given.Has) || slices.ContainsFunc(oldClauses, func(name string) bool {
		return given.Has(name) && m.byName[name] == nil
	}))
	if !whole {
		given = value.Of("where", criteria)
	}
	for name := range inOrder(given) {
		v := given.Value(name)
		if _, undefined := v.(value.Undefined); undefined && name != "where" {
			continue
		}
		if err := p.clause(q, name, v); err != nil {
			return nil, err
		}
	}
	if given.Has("select") && given.Has("omit") && len(q.Select) > 0 {
		chosen, _ := given.Value("select").([]any)
		if omitted, _ := given.Value("omit").([]any); len(omitted) > 0 && given.Value("select") != "*" && (len(chosen) != 1 || chosen[0] != "*") {
			return nil, selectAndOmit()
		}
	}
	q.Dropped = p.dropped
	return q, nil
}

// inOrder yields the names of clauses in the order in which they are checked: those that
// criteria do not have, then the others as modernClauses lists them.
func inOrder(given *value.Map) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, name := range given.Keys() {
			if !slices.Contains(modernClauses, name) && !yield(name) {
				return
			}
		}
		for _, name := range modernClauses {
			if given.Has(name) && !yield(name) {
				return
			}
		}
	}
}

func (modern) queryOf(m *Model, c Clauses) (*Query, error) {
	p := &modernParser{model: m}
	q := &Query{}
	if err := p.clause(q, "where", c.Where); err != nil {
		return nil, err
	}
	if c.Sort != nil {
		if err := p.clause(q, "sort", c.Sort); err != nil {
			return nil, err
		}
	}
	q.Dropped = p.dropped
	return q, nil
}

func (modern) keyed(m *Model, v any) (*Query, error) {
	q := &Query{}
	if _, undefined := v.(value.Undefined); undefined {
		q.Dropped = []string{m.PrimaryKey}
		return q, nil
	}
	p := &modernParser{model: m}
	e, err := p.constraint(m.PrimaryKey, v)
	if err != nil {
		return nil, err
	}
	q.narrow(e)
	return q, nil
}

func (p *modernParser) clause(q *Query, name string, v any) (err error) {
	switch name {
	case "where":
		e, err := p.where(v)
		if err != nil {
			return err
		}
		q.narrow(e)
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
	case "sum", "average", "min", "max", "groupBy":
		return badCriteria(name, "`%s` is no part of criteria: use `.sum()` or `.avg()` of the model, or a native query", name)
	default:
		return unknownClause(name)
	}
	return err
}

// natural reads limit and skip; -1 means none.
func natural(clause string, v any, endless bool) (int, error) {
	switch n := v.(type) {
	case nil:
		if endless {
			return -1, nil
		}
		return 0, notNatural(clause, v)
	case string:
		v = int64(0) // what JavaScript takes blanks for
		if text := strings.TrimFunc(n, space); text != "" {
			var ok bool
			if v, ok = toNumber(text); !ok {
				v = math.NaN()
			}
		}
	case int:
		v = int64(n)
	}
	if n, ok := v.(float64); ok {
		if math.IsInf(n, 1) && endless {
			return -1, nil
		}
		v = value.Number(n)
	}
	n, ok := v.(int64)
	switch {
	case !ok || n > maxSafe || n < 0 && !endless:
		return 0, notNatural(clause, v)
	case n < 0 || n == maxSafe && endless:
		return -1, nil
	}
	return int(n), nil
}

// attribute is the attribute that a condition names, which has to be stored;
// nil for one that is not declared where that is allowed.
func (p *modernParser) attribute(name string) (*Attribute, error) {
	a := p.model.byName[name]
	switch {
	case a != nil && !a.Stored:
		return nil, fmt.Errorf("Cannot filter by `%s` because it is a plural association (which wouldn't make sense).", name)
	case a != nil:
		return a, nil
	}
	if root, _, deep := strings.Cut(name, "."); deep {
		if !p.options.DeepTargets {
			return nil, errors.New("Cannot use dot notation in a constraint target " + deepTargets)
		}
		if inside := p.model.byName[root]; inside != nil && inside.Type != "json" && inside.Type != "ref" {
			return nil, fmt.Errorf("`%s` is no json or ref attribute, so there is nothing inside of it", root)
		}
		return nil, errors.New("the datastore cannot look inside of attributes: filter what you find in code, or use a native query")
	}
	switch {
	case p.model.Schema:
		return nil, errors.New(p.model.noSuchAttribute(name))
	case !NamesAttribute(name):
		return nil, fmt.Errorf("`%s` is not a valid name for an attribute in Waterline.  Even though this model (`%s`) declares `schema: false`, this is not allowed.", name, p.model.Identity)
	}
	return nil, nil
}

// sortable reports that there is something to sort by.
func (p *modernParser) sortable(name string) bool {
	a := p.model.byName[name]
	if a == nil {
		return !p.model.Schema && NamesAttribute(name)
	}
	return a.Stored
}

// sort reads 'name', 'name DESC', [{ name: 'DESC' }] and, as document stores
// have it, { name: -1 }.
func (p *modernParser) sort(v any) ([]Order, error) {
	var list []any
	switch v := v.(type) {
	case string:
		list = []any{v}
	case *value.Map:
		numbered := 0
		for name, direction := range v.All() {
			word := map[any]string{int64(1): "ASC", int64(-1): "DESC"}[direction]
			if _, isNumber := direction.(int64); isNumber {
				numbered++
			}
			list = append(list, value.Of(name, word))
			if word == "" && numbered == 0 && v.Len() == 1 {
				return nil, notSort(v)
			}
			if word == "" {
				return nil, mixedSort(v)
			}
		}
	case []any:
		list = v
	default:
		return nil, notSort(v)
	}
	out := make([]Order, 0, len(list))
	for _, member := range list {
		one, err := p.order(member)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(out, func(o Order) bool { return o.Attr == one.Attr }) {
			return nil, badSort("Cannot sort by the same thing (`%s`) twice!", one.Attr)
		}
		out = append(out, one)
	}
	return out, nil
}

var blanks = regexp.MustCompile(`\s+`)

// order reads one sort key.
func (p *modernParser) order(v any) (Order, error) {
	var name string
	direction := any("ASC")
	switch v := v.(type) {
	case string:
		words := blanks.Split(v, -1)
		if len(words) > 2 {
			return Order{}, notSortText(v)
		}
		name = words[0]
		if len(words) == 2 {
			direction = words[1]
		}
	case *value.Map:
		if v.Len() != 1 {
			return Order{}, orderMembers(v)
		}
		name, direction = v.At(0)
	default:
		return Order{}, notOrder(v)
	}
	if !p.sortable(name) {
		return Order{}, p.model.notSortable(name)
	}
	text, _ := direction.(string)
	desc := strings.EqualFold(text, "DESC")
	if !desc && !strings.EqualFold(text, "ASC") {
		return Order{}, badDirection(name, direction)
	}
	return Order{Attr: name, Desc: desc}, nil
}

// selection reads select and omit; nil stands for everything.
func (p *modernParser) selection(clause string, v any) ([]string, error) {
	if text, ok := v.(string); ok && clause == "select" {
		v = []any{text}
	}
	list, ok := v.([]any)
	if !ok {
		return nil, notSelected(clause, v)
	}
	if clause == "select" && len(list) == 1 && list[0] == "*" || len(list) == 0 && clause == "omit" {
		return nil, nil
	}
	if clause == "omit" && slices.Contains(list, any(p.model.PrimaryKey)) {
		return nil, omittedKey(p.model.PrimaryKey)
	}
	if !p.model.Schema {
		return nil, p.model.unselectable(clause)
	}
	names := make([]string, 0, len(list)+1)
	for _, member := range list {
		name, ok := member.(string)
		if !ok {
			return nil, notSelectedName(clause, member)
		}
		a := p.model.byName[name]
		if a == nil || clause == "select" && !a.Stored {
			return nil, p.model.notSelectable(clause, name)
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

func (p *modernParser) omit(q *Query, v any) error {
	omitted, err := p.selection("omit", v)
	if err != nil || len(omitted) == 0 {
		return err
	}
	q.Select, q.Omits = nil, true
	for _, a := range p.model.Attributes {
		if a.Stored && !slices.Contains(omitted, a.Name) {
			q.Select = append(q.Select, a.Name)
		}
	}
	return nil
}
