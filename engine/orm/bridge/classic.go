package bridge

import (
	"context"

	"framework/engine/orm"
	"framework/engine/value"
)

// classic calls adapters of 0.10 to 0.12: method(connection, table, …, callback).
type classic struct{ s *Store }

func (p classic) register(ctx context.Context, config *value.Map, tables map[string]*table) error {
	if !p.s.driver.Has("registerConnection") {
		return nil
	}
	collections := value.New(len(tables))
	for _, name := range sorted(tables) {
		t := tables[name]
		attributes := p.attributes(t)
		definition := p.definition(t)
		connection := []any{p.s.opts.Datastore}
		// Adapters read some of it from the Waterline of the collection.
		schema := value.Of(t.model.Identity, value.Of(
			"identity", t.model.Identity, "tableName", name, "connection", connection, "attributes", definition, "hasSchema", t.model.Schema, "meta", p.meta(t),
		))
		collections.Set(name, value.Of(
			"identity", t.model.Identity, "tableName", name, "globalId", t.model.GlobalID, "primaryKey", t.key.name,
			"definition", definition, "attributes", attributes, "_attributes", attributes, "_schema", value.Of("schema", definition),
			"hasSchema", t.model.Schema, "meta", p.meta(t), "connection", connection, "waterline", value.Of("schema", schema),
		))
	}
	config.Set("version", int64(1))
	_, err := p.s.call(ctx, "registerConnection", config, collections)
	return err
}

func (classic) meta(t *table) *value.Map {
	meta := value.New(1)
	if d := t.model.Definition; d != nil && d.Meta != nil {
		meta = d.Meta.Clone()
	}
	meta.Set("junctionTable", t.model.Junction)
	return meta
}

// attributes are the attributes as a model declares them.
func (p classic) attributes(t *table) *value.Map {
	out := value.New(len(t.model.Attributes))
	for _, a := range t.model.Attributes {
		def := value.New(4)
		if c := t.byAttr[a.Name]; c == nil {
			def.Set("collection", a.Assoc.Target)
			if a.Assoc.Via != "" {
				def.Set("via", a.Assoc.Via)
			}
		} else {
			if a.Assoc != nil {
				def.Set("model", a.Assoc.Target)
			} else {
				def = p.describe(t, c)
			}
			if c.name != a.Name {
				def.Set("columnName", c.name)
			}
			for _, rule := range a.Rules {
				switch rule.Arg.(type) {
				case bool, string, int64, float64, []any:
					def.Set(rule.Name, rule.Arg)
				}
			}
		}
		out.Set(a.Name, def)
	}
	return out
}

func (p classic) definition(t *table) *value.Map {
	out := value.New(len(t.columns))
	for _, c := range t.columns {
		out.Set(c.name, p.describe(t, c))
	}
	return out
}

// describe is the definition of a column.
func (classic) describe(t *table, c *column) *value.Map {
	a := c.attr
	typ := a.Type
	if typ == "" || a.Assoc != nil {
		typ = a.Kind.String()
	}
	def := value.Of("type", typ)
	if a.Assoc != nil {
		def.Set("model", a.Assoc.Target)
		def.Set("foreignKey", true)
		def.Set("alias", a.Name)
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{{"primaryKey", c == t.key}, {"autoIncrement", a.AutoIncrement}, {"unique", a.Unique || c == t.key}, {"index", a.Index}, {"notNull", a.NotNull}} {
		if flag.set {
			def.Set(flag.name, true)
		}
	}
	if a.Size > 0 {
		def.Set("size", int64(a.Size))
	}
	for _, rule := range a.Rules {
		if list, ok := rule.Arg.([]any); ok && rule.Name == "enum" {
			def.Set("enum", list)
		}
	}
	if a.HasDefault && a.DefaultFunc == nil {
		def.Set("defaultsTo", a.Default)
	}
	return def
}

func (classic) merges() bool { return true }

var classicOperators = map[orm.Op]string{
	orm.NotEqual: "!", orm.NotIn: "!", orm.Less: "<", orm.LessOrEqual: "<=", orm.Greater: ">", orm.GreaterOrEqual: ">=",
	orm.Like: "like", orm.Contains: "contains", orm.StartsWith: "startsWith", orm.EndsWith: "endsWith",
}

// says: in patterns of the classic adapters a % is a wildcard everywhere.
func (classic) says(e orm.Compare) bool {
	if text, ok := e.Value.(string); ok && e.Literal && len(text) != len(escaped(text)) {
		return false
	}
	return e.Op == orm.Equal || e.Op == orm.In || classicOperators[e.Op] != ""
}

// where is a condition as one object.
func (p classic) where(t *table, e orm.Expr, into *value.Map) *value.Map {
	switch e := e.(type) {
	case orm.And:
		for _, part := range e {
			p.where(t, part, into)
		}
	case orm.Or:
		list := make([]any, len(e))
		for i, part := range e {
			list[i] = p.where(t, part, value.New(1))
		}
		into.Set("or", list)
	case orm.Compare:
		name, v := t.column(e.Attr), outgoing(e.Value)
		operator := classicOperators[e.Op]
		if operator == "" {
			into.Set(name, v)
			break
		}
		if range_, ok := into.Value(name).(*value.Map); ok {
			range_.Set(operator, v)
			break
		}
		into.Set(name, value.Of(operator, v))
	}
	return into
}

// criteria are those of a query; without a condition, where is null.
func (p classic) criteria(t *table, q *orm.Query) *value.Map {
	var where any
	if q.Where != nil {
		where = p.where(t, q.Where, value.New(2))
	}
	out := value.Of("where", where)
	if len(q.Sort) > 0 {
		sort := value.New(len(q.Sort))
		for _, o := range q.Sort {
			direction := int64(1)
			if o.Desc {
				direction = -1
			}
			if name := t.column(o.Attr); !sort.Has(name) {
				sort.Set(name, direction)
			}
		}
		out.Set("sort", sort)
	}
	if q.Limit > 0 {
		out.Set("limit", int64(q.Limit))
	}
	if q.Skip > 0 {
		out.Set("skip", int64(q.Skip))
	}
	if len(q.Select) > 0 {
		names := make([]any, 0, len(q.Select)+1)
		for _, name := range append(q.Select[:len(q.Select):len(q.Select)], t.model.PrimaryKey) {
			names = append(names, t.column(name))
		}
		out.Set("select", names)
	}
	for key, names := range map[string][]string{"groupBy": q.GroupBy, "sum": q.Sum, "average": q.Average, "min": q.Min, "max": q.Max} {
		if len(names) > 0 {
			list := make([]any, len(names))
			for i, name := range names {
				list[i] = t.column(name)
			}
			out.Set(key, list)
		}
	}
	return out
}

func (p classic) find(ctx context.Context, t *table, q *orm.Query) (any, error) {
	return p.s.call(ctx, "find", p.s.opts.Datastore, t.name, p.criteria(t, q))
}

// create: most adapters have no createEach, and take one row after the other.
func (p classic) create(ctx context.Context, t *table, rows []any) ([]any, error) {
	if len(rows) > 1 && p.s.driver.Has("createEach") {
		v, err := p.s.call(ctx, "createEach", p.s.opts.Datastore, t.name, rows)
		if err != nil {
			return nil, err
		}
		made, err := p.s.rows("createEach", v)
		if err != nil {
			return nil, err
		}
		if made = inOrder(t, rows, made); len(made) != len(rows) {
			return nil, p.s.unexpected("createEach", "the new records", v)
		}
		return made, nil
	}
	made := make([]any, 0, len(rows))
	for _, row := range rows {
		v, err := p.s.call(ctx, "create", p.s.opts.Datastore, t.name, row)
		if err != nil {
			return made, err
		}
		one, err := p.s.rows("create", v)
		if err == nil && len(one) != 1 {
			err = p.s.unexpected("create", "the new record", v)
		}
		if err != nil {
			return made, err
		}
		made = append(made, one[0])
	}
	return made, nil
}

// inOrder brings new records that were given with their keys into the order in which they
// were given. sails-mysql 0.12 returns those of other rows too.
func inOrder(t *table, rows, made []any) []any {
	byKey := make(map[string]any, len(made))
	for _, row := range made {
		if r, ok := row.(*value.Map); ok {
			byKey[string(value.Append(nil, plain(r.Value(t.key.name))))] = row
		}
	}
	out := make([]any, len(rows))
	for i, row := range rows {
		key := row.(*value.Map).Value(t.key.name)
		if key == nil {
			return made
		}
		found := byKey[string(value.Append(nil, plain(key)))]
		if found == nil {
			return made
		}
		out[i] = found
	}
	return out
}

func (p classic) update(ctx context.Context, t *table, q *orm.Query, set *value.Map) (any, error) {
	return p.s.call(ctx, "update", p.s.opts.Datastore, t.name, p.criteria(t, q), set)
}

// destroy: adapters need not return what they remove, but the ORM has to know it.
func (p classic) destroy(ctx context.Context, t *table, q *orm.Query) (any, error) {
	gone, err := p.s.call(ctx, "destroy", p.s.opts.Datastore, t.name, p.criteria(t, q))
	if _, isList := gone.([]any); err != nil || isList {
		return gone, err
	}
	if row, ok := gone.(*value.Map); ok && row.Has(t.key.name) {
		return gone, nil
	}
	return []any{}, nil
}

// count: an adapter without that method finds the records.
func (p classic) count(ctx context.Context, t *table, q *orm.Query) (int64, error) {
	if !p.s.driver.Has("count") {
		v, err := p.find(ctx, t, q)
		if err != nil {
			return 0, err
		}
		rows, err := p.s.rows("find", v)
		return int64(len(rows)), err
	}
	v, err := p.s.call(ctx, "count", p.s.opts.Datastore, t.name, p.criteria(t, q))
	if err != nil {
		return 0, err
	}
	return p.s.counted("count", v)
}

// aggregate: they are part of the criteria of find, which an adapter may not know.
func (p classic) aggregate(ctx context.Context, t *table, q *orm.Query) ([]any, bool, error) {
	v, err := p.find(ctx, t, q)
	if err != nil {
		return nil, false, err
	}
	rows, err := p.s.rows("find", v)
	return rows, err == nil && aggregatesOnly(t, q, rows), err
}

func (p classic) restore(ctx context.Context, t *table, rows []any) error {
	for _, row := range rows {
		if _, err := p.s.call(ctx, "create", p.s.opts.Datastore, t.name, row); err != nil {
			return err
		}
	}
	return nil
}

func (p classic) exists(ctx context.Context, t *table) (there, known bool, err error) {
	columns, known, err := p.columns(ctx, t)
	return columns != nil, known, err
}

// columns are those that the adapter has for a table, nil for no table.
func (p classic) columns(ctx context.Context, t *table) (columns *value.Map, known bool, err error) {
	if !p.s.driver.Has("describe") {
		return nil, false, nil
	}
	v, err := p.s.call(ctx, "describe", p.s.opts.Datastore, t.name)
	if err != nil {
		return nil, false, err
	}
	columns, _ = v.(*value.Map)
	return columns, true, nil
}

func (p classic) extend(ctx context.Context, t *table) error {
	columns, _, err := p.columns(ctx, t)
	if err != nil || columns == nil || !p.s.driver.Has("addAttribute") {
		return err
	}
	for _, c := range t.columns {
		if columns.Has(c.name) {
			continue
		}
		if _, err := p.s.call(ctx, "addAttribute", p.s.opts.Datastore, t.name, c.name, p.describe(t, c)); err != nil {
			return err
		}
	}
	return nil
}
