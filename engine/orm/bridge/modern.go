package bridge

import (
	"context"
	"fmt"
	"math"

	"framework/engine/orm"
	"framework/engine/value"
)

// modern calls adapters of 1.x: method(datastore, query, callback).
type modern struct{ s *Store }

func (p modern) register(ctx context.Context, config *value.Map, tables map[string]*table) error {
	models := value.New(len(tables))
	for _, name := range sorted(tables) {
		t := tables[name]
		models.Set(name, value.Of(
			"primaryKey", t.model.PrimaryKey, "definition", p.attributes(t), "tableName", name, "identity", t.model.Identity,
		))
	}
	_, err := p.s.call(ctx, "registerDatastore", config, models)
	return err
}

// attributes describes the attributes of a table as waterline-schema does.
func (p modern) attributes(t *table) *value.Map {
	out := value.New(len(t.model.Attributes))
	for _, a := range t.model.Attributes {
		def := value.New(6)
		c := t.byAttr[a.Name]
		if c == nil {
			def.Set("collection", a.Assoc.Target)
			if a.Assoc.Via != "" {
				def.Set("via", a.Assoc.Via)
			}
			out.Set(a.Name, def)
			continue
		}
		if a.Assoc != nil {
			def.Set("model", a.Assoc.Target)
			def.Set("foreignKey", true)
		}
		def.Set("type", modernType(a))
		def.Set("columnName", c.name)
		if a.Required {
			def.Set("required", true)
		}
		for _, flag := range []struct {
			name string
			set  bool
		}{{"allowNull", a.AllowNull}, {"autoCreatedAt", a.AutoCreatedAt}, {"autoUpdatedAt", a.AutoUpdatedAt}} {
			if flag.set {
				def.Set(flag.name, true)
			}
		}
		def.Set("autoMigrations", migration(t, c))
		out.Set(a.Name, def)
	}
	return out
}

// modernType is the type of an attribute in the words of 1.x.
func modernType(a *orm.Attribute) string {
	switch a.Kind {
	case orm.KindInteger, orm.KindFloat:
		return "number"
	case orm.KindBoolean:
		return "boolean"
	case orm.KindArray, orm.KindJSON:
		return "json"
	case orm.KindRef, orm.KindBinary, orm.KindDate, orm.KindDatetime:
		return "ref"
	}
	return "string"
}

// migration is what the adapter needs to make a column.
func migration(t *table, c *column) *value.Map {
	columnType := c.attr.ColumnType
	if columnType == "" {
		columnType = "_" + modernType(c.attr)
		switch {
		case modernType(c.attr) != "number" && modernType(c.attr) != "string":
		case c == t.key || c.attr.Assoc != nil:
			columnType += "key"
		case c.attr.AutoCreatedAt || c.attr.AutoUpdatedAt:
			columnType += "timestamp"
		}
	}
	out := value.Of("columnType", columnType)
	if c.attr.Unique || c == t.key {
		out.Set("unique", true)
	}
	if c.attr.AutoIncrement {
		out.Set("autoIncrement", true)
	}
	return out
}

func (p modern) definition(t *table) *value.Map {
	out := value.New(len(t.columns))
	for _, c := range t.columns {
		def := migration(t, c)
		if c == t.key {
			def.Set("primaryKey", true)
		}
		out.Set(c.name, def)
	}
	return out
}

func (modern) merges() bool { return false }

var modernOperators = map[orm.Op]string{
	orm.NotEqual: "!=", orm.In: "in", orm.NotIn: "nin", orm.Less: "<", orm.LessOrEqual: "<=", orm.Greater: ">", orm.GreaterOrEqual: ">=",
	orm.Like: "like", orm.Contains: "like", orm.StartsWith: "like", orm.EndsWith: "like",
}

func (modern) says(e orm.Compare) bool { return e.Op == orm.Equal || modernOperators[e.Op] != "" }

// where is a condition as a stage three query has it.
func (p modern) where(t *table, e orm.Expr) *value.Map {
	list := func(parts []orm.Expr) []any {
		out := make([]any, len(parts))
		for i, part := range parts {
			out[i] = p.where(t, part)
		}
		return out
	}
	switch e := e.(type) {
	case orm.And:
		return value.Of("and", list(e))
	case orm.Or:
		return value.Of("or", list(e))
	case orm.Compare:
		name, v := t.column(e.Attr), outgoing(e.Value)
		if e.Op == orm.Equal {
			return value.Of(name, v)
		}
		if text, ok := v.(string); ok {
			if e.Literal {
				text = escaped(text)
			}
			switch e.Op {
			case orm.Contains:
				v = "%" + escapedUnless(e.Literal, text) + "%"
			case orm.StartsWith:
				v = escapedUnless(e.Literal, text) + "%"
			case orm.EndsWith:
				v = "%" + escapedUnless(e.Literal, text)
			case orm.Like:
				v = text
			}
		}
		return value.Of(name, value.Of(modernOperators[e.Op], v))
	}
	return value.New(0)
}

func escapedUnless(done bool, text string) string {
	if done {
		return text
	}
	return escaped(text)
}

// ignoresCase reports whether a pattern of the condition asks for it.
func ignoresCase(e orm.Expr) bool {
	any := func(parts []orm.Expr) bool {
		for _, part := range parts {
			if ignoresCase(part) {
				return true
			}
		}
		return false
	}
	switch e := e.(type) {
	case orm.And:
		return any(e)
	case orm.Or:
		return any(e)
	case orm.Compare:
		return e.IgnoreCase
	}
	return false
}

// meta are the options of a query.
func (modern) meta(q *orm.Query, fetch bool) any {
	out := value.New(2)
	if fetch {
		out.Set("fetch", true)
	}
	if q != nil && ignoresCase(q.Where) {
		out.Set("makeLikeModifierCaseInsensitive", true)
	}
	if out.Len() == 0 {
		return value.Undefined{}
	}
	return out
}

// noLimit is the limit of queries without one.
const noLimit = int64(1<<53 - 1)

// criteria are those of a stage three query.
func (p modern) criteria(t *table, q *orm.Query, selecting bool) *value.Map {
	limit := int64(q.Limit)
	if limit <= 0 {
		limit = noLimit
	}
	sort := make([]any, len(q.Sort))
	for i, o := range q.Sort {
		direction := "ASC"
		if o.Desc {
			direction = "DESC"
		}
		sort[i] = value.Of(t.column(o.Attr), direction)
	}
	out := value.Of("where", p.where(t, q.Where), "limit", limit, "skip", int64(max(q.Skip, 0)), "sort", sort)
	if !selecting {
		return out
	}
	switch {
	case len(q.Select) > 0:
		var names []any
		for _, name := range q.Select {
			if c := t.byAttr[name]; c == nil || c != t.key {
				names = append(names, t.column(name))
			}
		}
		out.Set("select", append(names, t.key.name))
	case t.model.Schema:
		names := make([]any, len(t.columns))
		for i, c := range t.columns {
			names[i] = c.name
		}
		out.Set("select", names)
	}
	return out
}

func (p modern) find(ctx context.Context, t *table, q *orm.Query) (any, error) {
	return p.s.call(ctx, "find", p.s.opts.Datastore, value.Of(
		"method", "find", "using", t.name, "criteria", p.criteria(t, q, true), "meta", p.meta(q, false), "joins", []any{},
	))
}

func (p modern) create(ctx context.Context, t *table, rows []any) ([]any, error) {
	for _, row := range rows {
		p.keyed(t, row)
	}
	if len(rows) > 1 && p.s.driver.Has("createEach") {
		v, err := p.s.call(ctx, "createEach", p.s.opts.Datastore, value.Of(
			"method", "createEach", "using", t.name, "newRecords", rows, "meta", p.meta(nil, true)))
		if err != nil {
			return nil, err
		}
		return p.fetched("createEach", v, len(rows))
	}
	made := make([]any, 0, len(rows))
	for _, row := range rows {
		v, err := p.s.call(ctx, "create", p.s.opts.Datastore, value.Of(
			"method", "create", "using", t.name, "newRecord", row, "meta", p.meta(nil, true)))
		if err != nil {
			return made, err
		}
		one, err := p.fetched("create", v, 1)
		if err != nil {
			return made, err
		}
		made = append(made, one[0])
	}
	return made, nil
}

// keyed gives a row the null that 1.x has for a key that the store makes.
func (modern) keyed(t *table, row any) {
	if m, ok := row.(*value.Map); ok && !m.Has(t.key.name) {
		m.Set(t.key.name, nil)
	}
}

// fetched are the records that the adapter was asked to return; fewer of them, if
// wanted is not negative, are an error.
func (p modern) fetched(method string, v any, wanted int) ([]any, error) {
	rows, err := p.s.rows(method, v)
	if err != nil {
		return nil, err
	}
	if _, isList := v.([]any); wanted >= 0 && len(rows) != wanted || wanted < 0 && !isList {
		return nil, p.s.unexpected(method, "the records, which `meta.fetch` asks for", v)
	}
	return rows, nil
}

func (p modern) update(ctx context.Context, t *table, q *orm.Query, set *value.Map) (any, error) {
	v, err := p.s.call(ctx, "update", p.s.opts.Datastore, value.Of(
		"method", "update", "using", t.name, "criteria", p.criteria(t, q, false), "valuesToSet", set, "meta", p.meta(q, true)))
	if err != nil {
		return nil, err
	}
	return p.fetched("update", v, -1)
}

func (p modern) destroy(ctx context.Context, t *table, q *orm.Query) (any, error) {
	v, err := p.s.call(ctx, "destroy", p.s.opts.Datastore, value.Of(
		"method", "destroy", "using", t.name, "criteria", p.criteria(t, q, false), "meta", p.meta(q, true)))
	if err != nil {
		return nil, err
	}
	return p.fetched("destroy", v, -1)
}

// count: criteria of 1.x have no window here.
func (p modern) count(ctx context.Context, t *table, q *orm.Query) (int64, error) {
	v, err := p.s.call(ctx, "count", p.s.opts.Datastore, value.Of(
		"method", "count", "using", t.name, "criteria", value.Of("where", p.where(t, q.Where)), "meta", p.meta(q, false)))
	if err != nil {
		return 0, err
	}
	n, err := p.s.counted("count", v)
	n = max(0, n-int64(max(q.Skip, 0)))
	if q.Limit > 0 {
		n = min(n, int64(q.Limit))
	}
	return n, err
}

// aggregate: an adapter sums up or averages one column.
func (p modern) aggregate(ctx context.Context, t *table, q *orm.Query) ([]any, bool, error) {
	var name string
	method := "sum"
	switch {
	case len(q.GroupBy)+len(q.Min)+len(q.Max) > 0 || len(q.Sum)+len(q.Average) != 1 || q.Skip > 0 || q.Limit > 0:
		return nil, false, nil
	case len(q.Sum) == 1:
		name = q.Sum[0]
	default:
		method, name = "avg", q.Average[0]
	}
	if !p.s.driver.Has(method) {
		return nil, false, nil
	}
	if method == "avg" {
		// Of no record there is no average, which adapters have different words for.
		if n, err := p.count(ctx, t, q); err != nil || n == 0 {
			return nil, err == nil, err
		}
	}
	v, err := p.s.call(ctx, method, p.s.opts.Datastore, value.Of(
		"method", method, "using", t.name, "criteria", p.criteria(t, q, false), "numericAttrName", t.column(name), "meta", p.meta(q, false)))
	if err != nil {
		return nil, false, err
	}
	if f, ok := v.(float64); ok && !math.IsNaN(f) {
		v = value.Number(f)
	}
	if f, ok := v.(float64); ok && math.IsNaN(f) {
		v = nil
	}
	return []any{value.Of(t.column(name), v)}, true, nil
}

// restore writes the rows, and lets the adapter continue the keys after the last one.
func (p modern) restore(ctx context.Context, t *table, rows []any) error {
	if p.s.driver.Has("createEach") {
		if _, err := p.s.call(ctx, "createEach", p.s.opts.Datastore, value.Of(
			"method", "createEach", "using", t.name, "newRecords", rows, "meta", value.Of("skipAllLifecycleCallbacks", true))); err != nil {
			return err
		}
	} else {
		for _, row := range rows {
			if _, err := p.s.call(ctx, "create", p.s.opts.Datastore, value.Of("method", "create", "using", t.name, "newRecord", row, "meta", value.Undefined{})); err != nil {
				return err
			}
		}
	}
	if !t.key.attr.AutoIncrement || !p.s.driver.Has("setSequence") {
		return nil
	}
	last := int64(0)
	for _, row := range rows {
		if m, ok := row.(*value.Map); ok {
			if n, ok := m.Value(t.key.name).(int64); ok {
				last = max(last, n)
			}
		}
	}
	_, err := p.s.call(ctx, "setSequence", p.s.opts.Datastore, fmt.Sprintf("%s_%s_seq", t.name, t.key.name), last)
	return err
}

func (modern) exists(context.Context, *table) (bool, bool, error) { return false, false, nil }

func (modern) extend(context.Context, *table) error { return nil }
