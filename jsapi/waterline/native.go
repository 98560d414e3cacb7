package waterline

import (
	"context"
	"fmt"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/mongodb"
)

// send is native send(sql, values, connection, callback, asyncSnapshot) of
// sendNativeQuery.
func (st *store) send(call goja.FunctionCall) goja.Value {
	st.bridge.realm.RunIn(call.Argument(4), func() { st.begin(call) })
	return goja.Undefined()
}

func (st *store) begin(call goja.FunctionCall) {
	b := st.bridge
	done, ok := goja.AssertFunction(call.Argument(3))
	if !ok {
		panic(b.rt.NewTypeError("a query needs a function(err, result)"))
	}
	work, err := st.prepareSend(call)
	if err != nil {
		work = func(context.Context) (any, error) { return nil, err }
	}
	b.realm.Async(work, func(r *jsapi.Realm, v any, err error) {
		if err != nil {
			b.invoke(done, r.Error(err))
			return
		}
		b.invoke(done, goja.Null(), r.ToJS(v))
	})
}

func (st *store) prepareSend(call goja.FunctionCall) (worker, error) {
	b := st.bridge
	if !goja.IsString(call.Argument(0)) {
		return nil, &orm.UsageError{Reason: "sendNativeQuery needs the text of a statement"}
	}
	text := call.Argument(0).String()
	values, err := copied(b.realm, call.Argument(1))
	if err != nil {
		return nil, fmt.Errorf("sendNativeQuery: the values cannot be used: %w", err)
	}
	args, ok := values.([]any)
	if !ok && values != nil {
		return nil, &orm.UsageError{Reason: "sendNativeQuery needs its values as a list, for the $1, $2 … of the statement"}
	}
	using, err := b.connection(call.Argument(2), st)
	if err != nil {
		return nil, err
	}
	native, ok := st.adapter.(orm.NativeQuerier)
	if !ok {
		return nil, &orm.UnsupportedError{Datastore: st.name, What: "SQL"}
	}
	driven := call.Argument(5).ToBoolean()
	return inScope(st, using, func(ctx context.Context) (any, error) {
		result, err := native.NativeQuery(ctx, text, args, !driven)
		if err != nil {
			return nil, &QueryError{Err: err}
		}
		if driven {
			return driverResult(result, st.adapter.Traits().Shape), nil
		}
		return wholeResult(result), nil
	}), nil
}

// QueryError is an error of the database for a statement.
type QueryError struct{ Err error }

func (e *QueryError) Error() string { return e.Err.Error() }

// Unwrap returns the database's own error.
func (e *QueryError) Unwrap() error { return e.Err }

// wholeResult converts a result to that of the drivers of Sails.
func wholeResult(result *orm.Result) *value.Map {
	rows := rowList(result.Rows)
	fields := make([]any, len(result.Columns))
	for i, name := range result.Columns {
		fields[i] = value.Of("name", name)
	}
	out := value.Of("command", result.Command, "rowCount", result.Affected)
	if result.InsertID != nil {
		out.Set("insertId", result.InsertID)
	}
	out.Set("rows", rows)
	out.Set("fields", fields)
	return out
}

func rowList(rows []*value.Map) []any {
	list := make([]any, len(rows))
	for i, row := range rows {
		list[i] = row
	}
	return list
}

// rawQuery is Model.query(sql[, values]): a statement in the dialect of the database.
// The result has the form of the adapter of 0.12.
func (c *Class) rawQuery(text, values any) (worker, error) {
	sql, ok := text.(string)
	if !ok {
		return nil, &orm.UsageError{Reason: "query needs the text of a statement"}
	}
	args, _ := values.([]any)
	if args == nil && values != nil {
		args = []any{values}
	}
	if native, ok := c.store.adapter.(orm.NativeQuerier); ok {
		return func(ctx context.Context) (any, error) {
			result, err := native.NativeQuery(ctx, sql, args, false)
			if err != nil {
				return nil, err
			}
			return driverResult(result, c.store.adapter.Traits().Shape), nil
		}, nil
	}
	if c.raw == nil {
		return nil, &orm.UsageError{Reason: "the datastore " + c.model.Datastore + " takes no SQL"}
	}
	return func(ctx context.Context) (any, error) {
		rows, err := c.raw.Query(ctx, sql, args)
		if err != nil {
			return nil, err
		}
		return rowList(rows), nil
	}, nil
}

// driverResult converts a result to that of the database's Node driver.
func driverResult(result *orm.Result, shape orm.ResultShape) any {
	switch {
	case shape == orm.ShapeResult:
		return wholeResult(result)
	case shape == orm.ShapePacket && len(result.Columns) == 0:
		insertID := result.InsertID
		if insertID == nil {
			insertID = int64(0)
		}
		return value.Of("fieldCount", int64(0), "affectedRows", result.Affected, "insertId", insertID,
			"warningCount", int64(0), "message", "", "changedRows", result.Affected)
	}
	return rowList(result.Rows)
}

// documents is {manager, library} for a database of documents, what the driver for
// Node gives; undefined for other databases.
func (b *bridge) documents(adapter orm.Adapter) (goja.Value, error) {
	db, ok := adapter.(mongodb.Database)
	if !ok {
		return goja.Undefined(), nil
	}
	manager, library, err := mongodb.Manager(b.realm, db)
	if err != nil {
		return nil, err
	}
	out := b.rt.NewObject()
	jsapi.SetOwn(out, "manager", manager)
	jsapi.SetOwn(out, "library", library)
	return out, nil
}
