package orm

import (
	"fmt"
	"slices"

	"framework/engine/value"
)

// maxNesting bounds how deep conditions may nest.
const maxNesting = 100

// Query reads criteria as the release has them. Those of the classic ones are a
// key, a list of keys, a condition, a condition with modifiers, a list of
// conditions; records stand for their keys, column names for attributes,
// undefined for null, and attributes that the model does not declare go to the
// store as they are. Its errors are *UsageError.
func (m *Model) Query(criteria any) (*Query, error) {
	return m.orm.rules.query(m, criteria, CriteriaOptions{})
}

// QueryWith is Query with options, which the classic releases do not have.
func (m *Model) QueryWith(criteria any, opts CriteriaOptions) (*Query, error) {
	return m.orm.rules.query(m, criteria, opts)
}

// Clauses are criteria whose clauses are known apart. What a condition and an order look
// like is up to the release.
type Clauses struct{ Where, Sort any }

// QueryOf is Query for clauses.
func (m *Model) QueryOf(c Clauses) (*Query, error) { return m.orm.rules.queryOf(m, c) }

// Keyed is Query for a condition on the primary key alone: that it is v, or one of a
// list. Unlike ByKey it reads v as criteria do.
func (m *Model) Keyed(v any) (*Query, error) { return m.orm.rules.keyed(m, v) }

// CastKey turns v into a value as m's primary key has it. Records stand for
// their keys; a value that can be no key is returned as it is.
func (m *Model) CastKey(v any) any { return m.orm.rules.key(m, v) }

// parser reads criteria for one model.
type parser struct{ model *Model }

func misuse(clause, format string, args ...any) error {
	return &UsageError{Reason: fmt.Sprintf(format, args...), Clause: clause}
}

func (p *parser) criteria(q *Query, v any) error {
	clauses, ok := v.(*value.Map)
	if !ok {
		return p.where(q, v)
	}
	where, hasWhere := clauses.Get("where")
	if !hasWhere {
		rest := clauses
		for name, clause := range clauses.All() {
			if !p.isClause(name) {
				continue
			}
			if rest == clauses {
				rest = clauses.Clone()
			}
			rest.Delete(name)
			if err := p.clause(q, name, clause); err != nil {
				return err
			}
		}
		return p.where(q, rest)
	}
	where, err := p.inner(q, where)
	if err != nil {
		return err
	}
	for name, clause := range clauses.All() {
		if err := p.clause(q, name, clause); err != nil {
			return err
		}
	}
	return p.where(q, where)
}

// inner reads the clauses inside of a condition, where code that builds criteria step by
// step leaves them, and returns the rest.
func (p *parser) inner(q *Query, where any) (any, error) {
	inner, ok := where.(*value.Map)
	if !ok {
		return where, nil
	}
	rest := inner
	for _, name := range [...]string{"limit", "skip", "sort"} {
		clause, ok := inner.Get(name)
		if !ok {
			continue
		}
		if rest == inner {
			rest = inner.Clone()
		}
		rest.Delete(name)
		if err := p.clause(q, name, clause); err != nil {
			return nil, err
		}
	}
	return rest, nil
}

// isClause reports whether a member of criteria without where is a clause and
// not an attribute. An attribute that the model declares hides the rare ones.
func (p *parser) isClause(name string) bool {
	switch name {
	case "limit", "skip", "sort":
		return true
	case "select", "groupBy", "sum", "average", "min", "max", "populate", "joins":
		return p.model.byName[name] == nil
	}
	return false
}

// clause reads everything of criteria that is not a condition; members
// that are no clauses are ignored next to where, as in Sails.
func (p *parser) clause(q *Query, name string, v any) (err error) {
	switch name {
	case "limit":
		q.Limit = count(v)
	case "skip":
		q.Skip = count(v)
	case "sort":
		q.Sort, err = p.sort(v)
	case "select":
		q.Select, err = p.names(name, v)
		switch {
		case slices.Contains(q.Select, "*"):
			q.Select = nil
		case q.Select != nil && len(q.Select) == 0:
			q.Select = []string{p.model.PrimaryKey}
		}
	case "groupBy":
		q.GroupBy, err = p.names(name, v)
	case "sum":
		q.Sum, err = p.names(name, v)
	case "average":
		q.Average, err = p.names(name, v)
	case "min":
		q.Min, err = p.names(name, v)
	case "max":
		q.Max, err = p.names(name, v)
	}
	return err
}

// where reads the condition of criteria in all its forms.
func (p *parser) where(q *Query, v any) error {
	e, err := p.condition(v)
	if err != nil {
		return err
	}
	q.narrow(e)
	return nil
}

// narrow sets the condition of a query that has none.
func (q *Query) narrow(e Expr) {
	switch e := e.(type) {
	case And:
		if len(e) == 0 {
			return
		}
	case Or:
		if len(e) == 0 {
			q.Nothing = true
			return
		}
	}
	q.Where = e
}

func (p *parser) condition(v any) (Expr, error) {
	switch v := v.(type) {
	case nil, value.Undefined:
		return And{}, nil
	case bool:
		if v {
			return p.value(p.model.PrimaryKey, int64(1)) // as Sails has it, which makes a number of it
		}
		return Or{}, nil
	case *value.Map:
		return p.object(v, 0)
	case []any:
		for _, member := range v {
			if _, ok := member.(*value.Map); ok {
				return p.list("or", v, 0)
			}
		}
		return p.value(p.model.PrimaryKey, v)
	}
	return p.value(p.model.PrimaryKey, v)
}

// name is the attribute meant by an attribute's or column's name.
func (p *parser) name(name string) (string, *Attribute) {
	a := p.model.byName[name]
	if a == nil {
		a = p.model.byColumn[name]
	}
	if a == nil {
		return name, nil
	}
	return a.Name, a
}
