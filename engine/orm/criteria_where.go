package orm

import (
	"strings"

	"framework/engine/value"
)

// object reads a condition: all of its members have to hold.
func (p *parser) object(m *value.Map, depth int) (Expr, error) {
	if depth > maxNesting {
		return nil, misuse("where", "the criteria nest deeper than %d levels", maxNesting)
	}
	all := make(And, 0, m.Len())
	for key, v := range m.All() {
		e, err := p.member(key, v, depth)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return conjunction(all), nil
}

func (p *parser) member(key string, v any, depth int) (Expr, error) {
	declared := p.model.byName[key] != nil
	if !declared && strings.HasPrefix(key, "$") && p.hasOperators() {
		return p.logical(key, v, depth)
	}
	switch key {
	case "or", "and":
		list, ok := v.([]any)
		switch {
		case ok:
			return p.list(key, list, depth)
		case !declared:
			return nil, misuse("where", "`%s` has to be a list of conditions, not %s", key, describe(v))
		}
	case "not", "like":
		m, ok := v.(*value.Map)
		switch {
		case !ok || declared:
		case key == "like":
			return p.like(m)
		default:
			e, err := p.object(m, depth+1)
			if err != nil {
				return nil, err
			}
			return negation(e), nil
		}
	}
	return p.value(key, v)
}

// list reads the conditions of or and and. Among conditions, a value stands
// for a key.
func (p *parser) list(key string, list []any, depth int) (Expr, error) {
	parts := make([]Expr, 0, len(list))
	for _, v := range list {
		var e Expr
		var err error
		switch v := v.(type) {
		case *value.Map:
			e, err = p.object(v, depth+1)
		case []any, nil, value.Undefined:
			err = misuse("where", "`%s` has to be a list of conditions, and %s is none", key, describe(v))
		default:
			e, err = p.value(p.model.PrimaryKey, v)
		}
		if err != nil {
			return nil, err
		}
		parts = append(parts, e)
	}
	if key == "and" {
		return conjunction(parts), nil
	}
	return disjunction(parts), nil
}

// like reads { like: { name: 'a%' } }.
func (p *parser) like(m *value.Map) (Expr, error) {
	all := make(And, 0, m.Len())
	for key, v := range m.All() {
		name, _ := p.name(key)
		e, err := p.pattern(name, "like", Like, v)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return conjunction(all), nil
}

// value reads the condition for one attribute.
func (p *parser) value(key string, v any) (Expr, error) {
	name, a := p.name(key)
	switch v := v.(type) {
	case []any:
		return p.in(name, a, v, false)
	case Records:
		list := make([]any, len(v))
		for i := range v {
			list[i] = v[i]
		}
		return p.in(name, a, list, false)
	case *value.Map:
		if id, ok := p.nestedKey(a, v); ok {
			return p.compare(name, a, Equal, id)
		}
		return p.modifiers(name, a, v)
	}
	return p.compare(name, a, Equal, v)
}

// nestedKey is the key of a nested record that was given for a reference.
func (p *parser) nestedKey(a *Attribute, m *value.Map) (any, bool) {
	if a == nil || a.Assoc == nil {
		return nil, false
	}
	target := p.model.orm.models[a.Assoc.Target]
	id, ok := m.Get(target.PrimaryKey)
	if _, isModifier := modifierOps[target.PrimaryKey]; isModifier {
		return nil, false
	}
	switch id.(type) {
	case *value.Map, []any:
		return nil, false
	}
	return id, ok
}

// in reads a list of values.
func (p *parser) in(name string, a *Attribute, list []any, not bool) (Expr, error) {
	values := make([]any, 0, len(list))
	for _, v := range list {
		switch v.(type) {
		case *value.Map, []any, Records:
			return nil, misuse("where", "a list of values for `%s` cannot hold %s", name, describe(v))
		}
		if operand, ok := p.model.operand(a, v); ok {
			if err := p.usable(name, operand); err != nil {
				return nil, err
			}
			values = append(values, operand)
		}
	}
	switch {
	case len(values) == 0 && not:
		return And{}, nil
	case len(values) == 0:
		return Or{}, nil
	case not:
		return Compare{Attr: name, Op: NotIn, Value: values}, nil
	}
	return Compare{Attr: name, Op: In, Value: values}, nil
}

// compare compares with one value. Text that is no number compares with a
// number as NaN does: it is unequal to everything, and nothing else.
func (p *parser) compare(name string, a *Attribute, op Op, v any) (Expr, error) {
	switch v.(type) {
	case *value.Map, []any, Records:
		return nil, misuse("where", "`%s` cannot be compared with %s", name, describe(v))
	}
	operand, ok := p.model.operand(a, v)
	if err := p.usable(name, operand); err != nil {
		return nil, err
	}
	if _, invalid := v.(InvalidDate); invalid {
		return comparedInvalid(name, op), nil
	}
	if !ok {
		if op == NotEqual {
			return And{}, nil
		}
		return Or{}, nil
	}
	return Compare{Attr: name, Op: op, Value: operand}, nil
}

// comparedInvalid compares an attribute with a Date without a time.
func comparedInvalid(name string, op Op) Expr {
	if op == NotEqual {
		return Compare{Attr: name, Op: NotEqual, Value: nil}
	}
	return Or{}
}

// usable refuses values that come from code and mean nothing to a store.
func (p *parser) usable(name string, v any) error {
	if describe(v) == "" {
		return misuse("where", "`%s` cannot be compared with a value of Go type %T", name, v)
	}
	return nil
}

// conjunction joins conditions with AND, without those that are always true.
func conjunction(parts []Expr) Expr {
	all := make(And, 0, len(parts))
	for _, e := range parts {
		switch e := e.(type) {
		case And:
			all = append(all, e...)
			continue
		case Or:
			if len(e) == 0 {
				return e
			}
		}
		all = append(all, e)
	}
	if len(all) == 1 {
		return all[0]
	}
	return all
}

// disjunction joins alternatives and drops those that never hold.
func disjunction(parts []Expr) Expr {
	some := make(Or, 0, len(parts))
	for _, e := range parts {
		switch e := e.(type) {
		case Or:
			some = append(some, e...)
			continue
		case And:
			if len(e) == 0 {
				return e
			}
		}
		some = append(some, e)
	}
	if len(some) == 1 {
		return some[0]
	}
	return some
}

func negation(e Expr) Expr {
	switch e := e.(type) {
	case And:
		if len(e) == 0 {
			return Or{}
		}
	case Or:
		if len(e) == 0 {
			return And{}
		}
	}
	return Not{Expr: e}
}
