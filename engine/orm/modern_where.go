package orm

import (
	"fmt"

	"framework/engine/value"
)

// modernOps are the comparisons by their names; the longer ones are those of
// older releases.
var modernOps = map[string]Op{
	"<": Less, "lessThan": Less,
	"<=": LessOrEqual, "lessThanOrEqual": LessOrEqual,
	">": Greater, "greaterThan": Greater,
	">=": GreaterOrEqual, "greaterThanOrEqual": GreaterOrEqual,
	"!=": NotEqual, "!": NotEqual, "not": NotEqual,
	"in": In, "nin": NotIn,
	"like": Like, "contains": Contains, "startsWith": StartsWith, "endsWith": EndsWith,
}

// where reads a condition: an object, a key, or a list of keys.
func (p *modernParser) where(v any) (Expr, error) {
	switch v := v.(type) {
	case nil, value.Undefined:
		return And{}, nil
	case *value.Map:
		return p.object(v, 0)
	case *Record:
		return p.object(&v.Map, 0)
	case []any:
		return p.among(p.model.PrimaryKey, p.model.byName[p.model.PrimaryKey], v, In)
	case string, int64, float64, int:
		return p.equal(p.model.PrimaryKey, p.model.byName[p.model.PrimaryKey], v, Equal)
	}
	return nil, notCondition("If provided, `where` clause should be a dictionary.  But instead, got: %s", shown(v))
}

func (p *modernParser) object(o *value.Map, depth int) (Expr, error) {
	if depth > maxNesting {
		return nil, badCriteria("where", "The `where` clause nests deeper than %d levels", maxNesting)
	}
	all := make(And, 0, o.Len())
	for name, v := range o.All() {
		if _, undefined := v.(value.Undefined); undefined {
			p.dropped = append(p.dropped, name)
			continue
		}
		var e Expr
		var err error
		switch name {
		case "and", "or":
			e, err = p.list(name, v, depth)
		default:
			e, err = p.constraint(name, v)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return conjunction(all), nil
}

func (p *modernParser) list(name string, v any, depth int) (Expr, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, notCondition("Expected an array at `%s`, but instead got: %s\n(`and`/`or` should always be provided with an array on the right-hand side.)", name, shown(v))
	}
	parts := make([]Expr, 0, len(list))
	for _, member := range list {
		o, ok := member.(*value.Map)
		if !ok {
			return nil, notCondition("Expected each item within an `and`/`or` predicate's array to be a dictionary (plain JavaScript object).  But instead, got: `%s`", shown(member))
		}
		before := len(p.dropped)
		e, err := p.object(o, depth+1)
		if err != nil {
			return nil, err
		}
		if and, empty := e.(And); name == "or" && empty && len(and) == 0 && len(p.dropped) > before {
			continue // an alternative that says nothing is none
		}
		parts = append(parts, e)
	}
	if name == "and" {
		return conjunction(parts), nil
	}
	if len(parts) == 0 && len(list) > 0 {
		return And{}, nil
	}
	return disjunction(parts), nil
}

// constraint reads the condition for one attribute.
func (p *modernParser) constraint(name string, v any) (Expr, error) {
	a, err := p.attribute(name)
	if err != nil {
		return nil, badWhere(name, "%v", err)
	}
	switch v := v.(type) {
	case []any:
		return p.among(name, a, v, In)
	case *Record:
		return nil, badWhere(name, "a record is no value to compare with: give its `%s`.", v.Model.PrimaryKey)
	case *value.Map:
		return p.comparisons(name, a, v)
	case InvalidDate: // which has no members, as an object
		return nil, badWhere(name, "%s", emptyConstraint(name))
	}
	return p.equal(name, a, v, Equal)
}

func (p *modernParser) comparisons(name string, a *Attribute, o *value.Map) (Expr, error) {
	if o.Len() == 0 {
		return nil, badWhere(name, "%s", emptyConstraint(name))
	}
	all := make(And, 0, o.Len())
	for key, v := range o.All() {
		op, ok := modernOps[key]
		if !ok {
			return nil, badWhere(name, "Unrecognized modifier (`%s`) within provided constraint for `%s`.", key, name)
		}
		e, err := p.comparison(name, a, op, v)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return conjunction(all), nil
}

func (p *modernParser) comparison(name string, a *Attribute, op Op, v any) (Expr, error) {
	list, several := v.([]any)
	switch op {
	case NotEqual:
		if several {
			return p.among(name, a, list, NotIn)
		}
		return p.equal(name, a, v, NotEqual)
	case In, NotIn:
		if !several {
			return nil, badWhere(name, "%s", notAmong(name, op, v))
		}
		return p.among(name, a, list, op)
	case Like, Contains, StartsWith, EndsWith:
		return p.pattern(name, a, op, v)
	}
	if a != nil && a.Type == "boolean" && a.Assoc == nil {
		return nil, badWhere(name, "%s", notModifierOf(op, true))
	}
	if v == nil {
		return nil, badWhere(name, "%s", badOperand(op, vsNull(name)))
	}
	return p.equal(name, a, v, op)
}

func (p *modernParser) equal(name string, a *Attribute, v any, op Op) (Expr, error) {
	if _, invalid := v.(InvalidDate); invalid {
		return comparedInvalid(name, op), nil
	}
	operand, wrong := p.operand(a, v)
	if wrong != "" {
		return nil, badWhere(name, "%s", badOperand(op, wrong))
	}
	return Compare{Attr: name, Op: op, Value: operand}, nil
}

func (p *modernParser) among(name string, a *Attribute, list []any, op Op) (Expr, error) {
	values := make([]any, 0, len(list))
	for _, v := range list {
		if v == nil {
			return nil, badWhere(name, "%s", nullAmong(name, op))
		}
		if _, invalid := v.(InvalidDate); invalid {
			continue
		}
		if _, undefined := v.(value.Undefined); undefined {
			p.dropped = append(p.dropped, name)
			continue
		}
		operand, wrong := p.operand(a, v)
		if wrong != "" {
			return nil, badWhere(name, "%s", badOperand(op, wrong))
		}
		values = append(values, operand)
	}
	switch {
	case len(values) == 0 && op == In:
		return Or{}, nil
	case len(values) == 0:
		return And{}, nil
	case len(values) == 1 && op == In:
		return Compare{Attr: name, Op: Equal, Value: values[0]}, nil
	}
	return Compare{Attr: name, Op: op, Value: values}, nil
}

// operand is a value to compare an attribute with, brought into its type, and
// what is wrong where it cannot be.
func (p *modernParser) operand(a *Attribute, v any) (operand any, wrong string) {
	switch x := v.(type) {
	case nil:
		return nil, ""
	case value.Undefined:
		return nil, vsUndefined
	case int:
		v = int64(x)
	case *Function:
		return nil, p.notComparable(a, v)
	case *value.Map, []any, *Record:
		if a == nil || a.Assoc != nil || a.PrimaryKey || a.Type != "json" && a.Type != "ref" {
			return nil, p.notComparable(a, v)
		}
	}
	switch {
	case a == nil:
		return v, ""
	case a.Assoc != nil || a.PrimaryKey:
		holder := p.model
		if a.Assoc != nil {
			holder = p.model.orm.models[a.Assoc.Target]
		}
		key, ok := holder.modernKey(v)
		if !ok { // a value of its type may be a bound, or a key without a record
			key, ok = coerce(holder.keyType(), v)
		}
		if !ok {
			return nil, p.notComparable(a, v)
		}
		return key, ""
	case a.Encrypt, a.Type == "ref":
		return v, ""
	}
	typed, ok := coerce(a.Type, v)
	if !ok {
		return nil, p.notComparable(a, v)
	}
	return typed, ""
}

func (p *modernParser) pattern(name string, a *Attribute, op Op, v any) (Expr, error) {
	if a != nil && (a.Type == "number" || a.Type == "boolean") && a.Assoc == nil || a != nil && a.Assoc != nil && a.Kind != KindString {
		return nil, badWhere(name, "%s", notModifierOf(op, false))
	}
	text, ok := v.(string)
	if !ok && op != Like {
		switch v.(type) {
		case int64, float64, bool:
			var written any
			written, ok = coerceString(v)
			text, _ = written.(string)
		}
	}
	switch {
	case op == Like && (!ok || text == ""):
		return nil, badWhere(name, "%s", badOperand(op, "Should be provided as a non-empty string, using `%` symbols as wildcards, but instead, got: "+shown(v)))
	case !ok:
		return nil, badWhere(name, "%s", badOperand(op, notOfType(v, "string")))
	case len(text) > maxPattern:
		return nil, badWhere(name, "%s", badOperand(op, fmt.Sprintf("It takes a text of up to %d bytes.", maxPattern)))
	case text == "" || op == Like && text == "%%":
		return And{}, nil
	}
	return Compare{Attr: name, Op: op, Value: text, Literal: op != Like, IgnoreCase: p.options.IgnoreCase}, nil
}
