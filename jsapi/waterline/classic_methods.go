package waterline

import (
	"context"
	"fmt"
	"slices"

	"framework/engine/orm"
	"framework/engine/value"
)

// method reads the arguments of a call, which were copied to Go, and returns the
// work to do on a goroutine. It must not use JavaScript values.
type method func(in *invocation) (worker, error)

// classicMethods are the methods of models, records and streams, by their names in
// the scripts.
var classicMethods = map[string]method{
	"find":             (*invocation).find,
	"findOne":          (*invocation).findOne,
	"page":             (*invocation).page,
	"count":            withQuery(func(ctx context.Context, m *orm.Model, q *orm.Query) (any, error) { return m.Count(ctx, q) }),
	"destroy":          withQuery(destroy),
	"describe":         (*invocation).describe,
	"drop":             (*invocation).drop,
	"create":           (*invocation).create,
	"createEach":       (*invocation).createEach,
	"update":           (*invocation).update,
	"findOrCreate":     (*invocation).findOrCreate,
	"findOrCreateEach": (*invocation).findOrCreateEach,
	"validate":         (*invocation).validate,
	"validatePresent":  (*invocation).validate,
	"validateRecord":   (*invocation).validate,
	"query":            (*invocation).raw,
	"destroyRecord":    (*invocation).destroyRecord,
	"findAll": func(in *invocation) (worker, error) {
		return func(context.Context) (any, error) {
			return nil, fmt.Errorf("findAll is not a method of models any more: use %s.find()", in.class.model.GlobalID)
		}, nil
	},
}

// prepare: save reads the record object itself, with its queued changes.
func (classic) prepare(c *Class, q *queryCall) (work worker, reads bool, err error) {
	if q.method == "save" {
		work, err = c.prepareSave(q.criteria, q.values)
		return work, false, err
	}
	in, err := c.copy(q)
	if err != nil {
		return nil, false, err
	}
	chained, err := c.chained(q, "_mods")
	if err != nil {
		return nil, false, err
	}
	in.mods, _ = chained.(*value.Map)
	do, ok := classicMethods[in.method]
	if !ok {
		return nil, false, in.unknown()
	}
	work, err = do(in)
	return work, in.readsOneTable() && !in.mods.Has("populate"), err
}

func (in *invocation) unknown() error {
	return fmt.Errorf("%s has no method %s", in.class.model.GlobalID, in.method)
}

// makeQuery makes the query. It runs on the goroutine, so that casting takes no time
// on the loop.
func (in *invocation) makeQuery() (*orm.Query, error) {
	return query(in.class.model, in.class.orm, in.criteria, in.mods)
}

// withQuery makes a method of a function that gets the query.
func withQuery(do func(ctx context.Context, m *orm.Model, q *orm.Query) (any, error)) method {
	return func(in *invocation) (worker, error) {
		return func(ctx context.Context) (any, error) {
			q, err := in.makeQuery()
			if err != nil {
				return nil, err
			}
			return do(ctx, in.class.model, q)
		}, nil
	}
}

func (in *invocation) find() (worker, error) {
	return withQuery(func(ctx context.Context, m *orm.Model, q *orm.Query) (any, error) {
		records, err := m.Find(ctx, q)
		if err == nil && len(records) == 0 && q.Aggregates() && len(q.GroupBy) == 0 {
			records = []*orm.Record{m.AggregateOfNone(q)}
		}
		return records, err
	})(in)
}

func (in *invocation) findOne() (worker, error) {
	return withQuery(func(ctx context.Context, m *orm.Model, q *orm.Query) (any, error) {
		if q.Where == nil && (!q.Nothing || in.namesNothing()) {
			return nil, errNoCriteria
		}
		return m.FindOne(ctx, q)
	})(in)
}

// page finds the next page of a stream.
func (in *invocation) page() (worker, error) {
	at, _ := in.values.(*value.Map)
	return withQuery(func(ctx context.Context, m *orm.Model, q *orm.Query) (any, error) {
		if page(m, q, at) {
			return []*orm.Record{}, nil
		}
		return m.Find(ctx, q)
	})(in)
}

func (in *invocation) describe() (worker, error) { return in.class.describe, nil }

func (in *invocation) drop() (worker, error) {
	return func(ctx context.Context) (any, error) { return nil, in.class.model.Drop(ctx) }, nil
}

func (in *invocation) raw() (worker, error) { return in.class.rawQuery(in.criteria, in.values) }

func (in *invocation) create() (worker, error) {
	if list, ok := in.values.([]any); ok {
		return in.createList(list)
	}
	m, row := in.class.model, value.New(0)
	switch in.values.(type) {
	case *orm.Record, *value.Map:
		var err error
		if row, err = rowOf(in.method, in.values); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context) (any, error) { return m.Create(ctx, row) }, nil
}

func (in *invocation) createEach() (worker, error) {
	list, ok := in.values.([]any)
	if !ok {
		return nil, wrongCall(in.class.model, "Invalid valuesList specified (should be an array!)", "createEach", "valuesList, callback")
	}
	return in.createList(list)
}

// createList creates a record of each member of a list.
func (in *invocation) createList(list []any) (worker, error) {
	m := in.class.model
	list = slices.DeleteFunc(list, isAbsent)
	for _, v := range list {
		switch v.(type) {
		case *orm.Record, *value.Map:
		default:
			return nil, wrongCall(m, "Invalid valuesList specified (should be an array of valid values objects!)", "createEach", "valuesList, callback")
		}
	}
	rows, err := rowsOf(in.method, list)
	return func(ctx context.Context) (any, error) { return m.CreateEach(ctx, rows) }, err
}

func (in *invocation) update() (worker, error) {
	row, err := rowOf(in.method, in.values)
	if err != nil {
		return nil, err
	}
	return withQuery(func(ctx context.Context, m *orm.Model, q *orm.Query) (any, error) { return m.Update(ctx, q, row) })(in)
}

func (in *invocation) findOrCreate() (worker, error) {
	values := in.values
	if values == nil {
		values = value.CloneValue(in.criteria)
	}
	if list, ok := values.([]any); ok {
		if by, ok := in.criteria.([]any); ok && len(namesIn(by)) == 0 && len(by) != len(list) {
			return nil, &orm.UsageError{Reason: fmt.Sprintf("findOrCreate got %d criteria for %d records", len(by), len(list))}
		}
		return in.class.findOrCreateEach(list, in.criteria)
	}
	row, err := rowOf(in.method, values)
	if err != nil {
		return nil, err
	}
	return withQuery(func(ctx context.Context, m *orm.Model, q *orm.Query) (any, error) {
		rec, _, err := m.FindOrCreate(ctx, q, row)
		return rec, err
	})(in)
}

func (in *invocation) findOrCreateEach() (worker, error) {
	values, alone := in.values, in.values == nil
	if alone {
		values = value.CloneValue(in.criteria)
	}
	list, ok := values.([]any)
	if !ok || alone && len(list) == 0 {
		reason := "No valuesList specified!"
		if _, isList := in.criteria.([]any); !isList {
			reason = "No criteria specified!"
		}
		return nil, wrongCall(in.class.model, reason, "findOrCreateEach", "criteria, valuesList, callback")
	}
	return in.class.findOrCreateEach(list, in.criteria)
}

func (in *invocation) validate() (worker, error) {
	row, err := rowOf(in.method, in.values)
	return func(ctx context.Context) (any, error) {
		return silent{}, in.class.model.Validate(ctx, row, in.method == "validatePresent")
	}, err
}

// destroyRecord is destroy of a record.
func (in *invocation) destroyRecord() (worker, error) {
	rec, ok := in.criteria.(*orm.Record)
	if !ok || rec.ID() == nil {
		return nil, &orm.UsageError{Reason: "destroy: the record has no primary key"}
	}
	id, m := rec.ID(), in.class.model
	return func(ctx context.Context) (any, error) { return destroy(ctx, m, m.ByKey(id)) }, nil
}

func destroy(ctx context.Context, m *orm.Model, q *orm.Query) (any, error) {
	records, err := m.Destroy(ctx, q)
	return destroyed(records), err
}

// findOrCreateEach looks for every item by the attributes whose names criteria
// lists, or by all of its values.
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
				picked := value.New(len(names))
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

// rowOf returns the values of one record.
func rowOf(method string, v any) (*value.Map, error) {
	switch v := v.(type) {
	case nil, value.Undefined:
		return value.New(0), nil
	case *orm.Record:
		row := v.Clone()
		keysOf(row)
		return row, nil
	case *value.Map:
		keysOf(v)
		return v, nil
	}
	return nil, &orm.UsageError{Reason: method + " needs an object of values"}
}

func rowsOf(method string, list []any) ([]*value.Map, error) {
	rows := make([]*value.Map, len(list))
	for i, v := range list {
		row, err := rowOf(method, v)
		if err != nil {
			return nil, err
		}
		rows[i] = row
	}
	return rows, nil
}
