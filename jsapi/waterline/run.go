package waterline

import (
	"context"
	"fmt"

	"github.com/dop251/goja"

	"framework/engine/ordered"
	"framework/engine/orm"
	"framework/jsapi"
)

// run is model._run(method, criteria, values, mods, callback, connection, here):
// the arguments are copied now, the work is done on a goroutine, and the
// callback is called once, in a turn of its own.
func (c *Class) run(call goja.FunctionCall) goja.Value {
	for c.successor != nil {
		c = c.successor
	}
	c.bridge.realm.On(call.Argument(6), func() { c.start(call) })
	return goja.Undefined()
}

func (c *Class) start(call goja.FunctionCall) {
	done, ok := goja.AssertFunction(call.Argument(4))
	if !ok {
		panic(c.bridge.rt.NewTypeError("a query needs a function(err, result)"))
	}
	work, err := c.prepare(call.Argument(0).String(), call.Arguments)
	if err == nil {
		var using *scope
		using, err = c.bridge.connection(call.Argument(5), c.store)
		work = inScope(c.store, using, work)
	}
	if err != nil {
		work = func(context.Context) (any, error) { return nil, err }
	}
	r := c.bridge.realm
	r.Async(work, func(r *jsapi.Realm, v any, err error) {
		if err != nil {
			c.bridge.invoke(done, ToJSError(r, c.model, err))
			return
		}
		if found, ok := v.(*made); ok {
			c.bridge.invoke(done, goja.Undefined(), c.bridge.record(found.rec), c.bridge.rt.ToValue(found.new))
			return
		}
		// Where there is no result, waterline passes none: async.waterfall and its
		// like hand on as many values as came.
		if out := c.result(v); goja.IsUndefined(out) {
			c.bridge.invoke(done, goja.Null())
		} else {
			c.bridge.invoke(done, goja.Null(), out)
		}
	})
}

// result is what a method gives as JavaScript sees it.
func (c *Class) result(v any) goja.Value {
	switch v := v.(type) {
	case nil:
		return goja.Undefined()
	case *orm.Record:
		if v == nil {
			return goja.Undefined()
		}
		return c.bridge.record(v)
	case []*orm.Record:
		return c.bridge.recordList(v)
	case *saved:
		v.into.refresh(v.rec)
		if v.answer == nil {
			return goja.Undefined()
		}
		return c.bridge.record(v.answer)
	}
	return c.bridge.realm.ToJS(v)
}

type worker = func(context.Context) (any, error)

// prepare copies the arguments of a method and returns what to do with them.
func (c *Class) prepare(method string, args []goja.Value) (worker, error) {
	if method == "save" {
		return c.prepareSave(args[1], args[2])
	}
	r := c.bridge.realm
	c.bridge.functions = c.switches.Strict
	defer func() { c.bridge.functions = false }()
	criteria, err := copied(r, args[1])
	if err != nil {
		return nil, fmt.Errorf("%s: the criteria cannot be used: %w", method, err)
	}
	values, err := copied(r, args[2])
	if err != nil {
		return nil, fmt.Errorf("%s: the values cannot be used: %w", method, err)
	}
	mods := (*ordered.Map)(nil)
	if o, ok := args[3].(*goja.Object); ok {
		v, err := r.FromJS(o)
		if err != nil {
			return nil, fmt.Errorf("%s: the criteria cannot be used: %w", method, err)
		}
		mods, _ = v.(*ordered.Map)
	}
	if c.switches.Strict {
		if args[2] == nil || goja.IsUndefined(args[2]) {
			values = ordered.Undefined{}
		}
		return c.strictWorker(method, criteria, values, mods)
	}
	return c.worker(method, criteria, values, mods)
}

// copied copies an argument; undefined and null are nil.
func copied(r *jsapi.Realm, v goja.Value) (any, error) {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return nil, nil
	}
	return r.FromJS(v)
}

func (c *Class) worker(method string, criteria, values any, mods *ordered.Map) (worker, error) {
	m := c.model
	// ask makes the query on the goroutine: casting costs nothing on the loop.
	ask := func() (*orm.Query, error) { return query(m, c.orm, criteria, mods) }
	switch method {
	case "find":
		return func(ctx context.Context) (any, error) {
			q, err := ask()
			if err != nil {
				return nil, err
			}
			records, err := m.Find(ctx, q)
			if err == nil && len(records) == 0 && q.Aggregates() && len(q.GroupBy) == 0 {
				records = []*orm.Record{m.AggregateOfNone(q)}
			}
			return records, err
		}, nil
	case "findOne":
		return func(ctx context.Context) (any, error) {
			q, err := ask()
			if err != nil {
				return nil, err
			}
			if q.Where == nil && !q.Nothing {
				return nil, errNoCriteria
			}
			return m.FindOne(ctx, q)
		}, nil
	case "page":
		at, _ := values.(*ordered.Map)
		return func(ctx context.Context) (any, error) {
			q, err := ask()
			if err != nil {
				return nil, err
			}
			if page(m, q, at) {
				return []*orm.Record{}, nil
			}
			return m.Find(ctx, q)
		}, nil
	case "count":
		return func(ctx context.Context) (any, error) {
			q, err := ask()
			if err != nil {
				return nil, err
			}
			return m.Count(ctx, q)
		}, nil
	case "destroy":
		return func(ctx context.Context) (any, error) {
			q, err := ask()
			if err != nil {
				return nil, err
			}
			return m.Destroy(ctx, q)
		}, nil
	case "describe":
		return c.describe, nil
	case "drop":
		return func(ctx context.Context) (any, error) { return nil, m.Drop(ctx) }, nil
	case "findAll":
		return func(context.Context) (any, error) {
			return nil, fmt.Errorf("findAll is not a method of models any more: use %s.find()", m.GlobalID)
		}, nil
	}
	return c.writer(method, criteria, values, ask)
}

// describe gives the columns of the model's table by name, nothing when there
// is no table.
func (c *Class) describe(ctx context.Context) (any, error) {
	list, err := c.model.Describe(ctx)
	if err != nil || list == nil {
		return nil, err
	}
	out := ordered.New(len(list))
	for _, col := range list {
		entry := ordered.Of("type", col.Type)
		for _, flag := range []struct {
			name string
			set  bool
		}{
			{"primaryKey", col.PrimaryKey},
			{"autoIncrement", col.AutoIncrement},
			{"unique", col.Unique},
			{"indexed", col.Indexed},
		} {
			if flag.set {
				entry.Set(flag.name, true)
			}
		}
		out.Set(col.Name, entry)
	}
	return out, nil
}

// writer is worker for the methods that take values.
func (c *Class) writer(method string, criteria, values any, ask func() (*orm.Query, error)) (worker, error) {
	m := c.model
	switch method {
	case "create", "createEach":
		if list, ok := values.([]any); ok {
			rows, err := rowsOf(method, list)
			return func(ctx context.Context) (any, error) { return m.CreateEach(ctx, rows) }, err
		}
		row, err := rowOf(method, values)
		return func(ctx context.Context) (any, error) { return m.Create(ctx, row) }, err
	case "update":
		row, err := rowOf(method, values)
		return func(ctx context.Context) (any, error) {
			q, err := ask()
			if err != nil {
				return nil, err
			}
			return m.Update(ctx, q, row)
		}, err
	case "findOrCreate":
		if values == nil {
			values = ordered.CloneValue(criteria)
		}
		if list, ok := values.([]any); ok {
			if by, ok := criteria.([]any); ok && len(namesIn(by)) == 0 && len(by) != len(list) {
				return nil, &orm.UsageError{Reason: fmt.Sprintf("findOrCreate got %d criteria for %d records", len(by), len(list))}
			}
			return c.findOrCreateEach(list, criteria)
		}
		row, err := rowOf(method, values)
		return func(ctx context.Context) (any, error) {
			q, err := ask()
			if err != nil {
				return nil, err
			}
			rec, _, err := m.FindOrCreate(ctx, q, row)
			return rec, err
		}, err
	case "findOrCreateEach":
		alone := values == nil
		if alone {
			values = ordered.CloneValue(criteria)
		}
		list, ok := values.([]any)
		if !ok || alone && len(list) == 0 {
			return nil, &orm.UsageError{Reason: "findOrCreateEach needs a list of values"}
		}
		return c.findOrCreateEach(list, criteria)
	case "validate", "validatePresent":
		row, err := rowOf(method, values)
		return func(ctx context.Context) (any, error) {
			return nil, m.Validate(ctx, row, method == "validatePresent")
		}, err
	case "query":
		return c.rawQuery(criteria, values)
	case "destroyRecord":
		rec, ok := criteria.(*orm.Record)
		if !ok || rec.ID() == nil {
			return nil, &orm.UsageError{Reason: "destroy: the record has no primary key"}
		}
		id := rec.ID()
		return func(ctx context.Context) (any, error) {
			return m.Destroy(ctx, m.ByKey(id))
		}, nil
	}
	return nil, fmt.Errorf("%s has no method %s", m.GlobalID, method)
}

// findOrCreateEach looks for every item by the attributes that criteria names
// (a list of names), or by all of its values.
func (c *Class) findOrCreateEach(list []any, criteria any) (worker, error) {
	rows, err := rowsOf("findOrCreateEach", list)
	if err != nil {
		return nil, err
	}
	conditions, _ := criteria.([]any)
	return func(ctx context.Context) (any, error) {
		out := make([]*orm.Record, 0, len(rows))
		for i, row := range rows {
			var by any = row.DeepClone()
			if names := namesIn(conditions); len(names) > 0 {
				picked := ordered.New(len(names))
				for _, n := range names {
					picked.Set(n, row.Value(n))
				}
				by = picked
			} else if i < len(conditions) {
				by = conditions[i]
			}
			q, err := c.model.Query(keysOf(by))
			if err != nil {
				return nil, err
			}
			rec, _, err := c.model.FindOrCreate(ctx, q, row)
			if err != nil {
				return nil, err
			}
			out = append(out, rec)
		}
		return out, nil
	}, nil
}

func namesIn(list []any) []string {
	var names []string
	for _, v := range list {
		if s, ok := v.(string); ok {
			names = append(names, s)
		}
	}
	return names
}

// rowOf is the values of one record.
func rowOf(method string, v any) (*ordered.Map, error) {
	switch v := v.(type) {
	case nil, ordered.Undefined:
		return ordered.New(0), nil
	case *orm.Record:
		row := v.Clone()
		keysOf(row)
		return row, nil
	case *ordered.Map:
		keysOf(v)
		return v, nil
	}
	return nil, &orm.UsageError{Reason: method + " needs an object of values"}
}

func rowsOf(method string, list []any) ([]*ordered.Map, error) {
	rows := make([]*ordered.Map, len(list))
	for i, v := range list {
		row, err := rowOf(method, v)
		if err != nil {
			return nil, err
		}
		rows[i] = row
	}
	return rows, nil
}
