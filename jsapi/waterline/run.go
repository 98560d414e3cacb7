package waterline

import (
	"context"
	"fmt"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/orm/document"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/mongodb"
)

// queryCall is one call of a method of a model, as JavaScript makes it.
type queryCall struct {
	object *goja.Object
	method string
	// criteria and values are the arguments; for save the record and the options.
	criteria, values goja.Value
}

// run is native.run(call, done): call is a query, or another object with its members
// _model, _method, _criteria, _values, _connection and _asyncSnapshot, and those of
// the release. The arguments are copied, the work runs on a goroutine (short reads of an
// embedded store at once), and done is called once, in a turn of its own.
func (b *bridge) run(args goja.FunctionCall) goja.Value {
	call, ok := args.Argument(0).(*goja.Object)
	done, isFunction := goja.AssertFunction(args.Argument(1))
	if !ok || !isFunction {
		panic(b.rt.NewTypeError("a query needs a function(err, result)"))
	}
	c := b.classOf(call.Get("_model"))
	for c.successor != nil {
		c = c.successor
	}
	b.realm.RunIn(call.Get("_asyncSnapshot"), func() { c.start(call, done) })
	return goja.Undefined()
}

func (c *Class) start(call *goja.Object, callback goja.Callable) {
	work, reads, err := c.rules.prepare(c, &queryCall{
		object: call, method: call.Get("_method").String(), criteria: call.Get("_criteria"), values: call.Get("_values"),
	})
	var using *scope
	onLoop := false
	if err == nil {
		using, err = c.bridge.connection(call.Get("_connection"), c.store)
		onLoop = reads && using == nil && c.readsBriefly()
		work = inScope(c.store, using, work)
	}
	if err != nil {
		work = func(context.Context) (any, error) { return nil, err }
	}
	async := c.bridge.realm.Async
	if line := c.line(using, call.Get("_method").String()); line != nil {
		async = func(work worker, done func(*jsapi.Realm, any, error)) { c.bridge.realm.AsyncInLine(line, work, done) }
	}
	direct := !isNothing(call.Get("_direct"))
	done := func(r *jsapi.Realm, v any, err error) {
		if err != nil {
			c.bridge.invoke(callback, c.failure(r, err, direct))
			return
		}
		if w, ok := v.(*wrote); ok {
			w.show(r)
			v = w.result
		}
		if found, ok := v.(*foundOrCreated); ok {
			c.bridge.invoke(callback, goja.Undefined(), c.bridge.record(found.rec), c.bridge.rt.ToValue(found.new))
			return
		}
		// async.waterfall depends on the number of arguments.
		switch out := c.result(v); {
		case !goja.IsUndefined(out):
			c.bridge.invoke(callback, goja.Null(), out)
		case answersNothing(v, direct):
			c.bridge.invoke(callback)
		default:
			c.bridge.invoke(callback, goja.Null())
		}
	}
	if !onLoop || !c.runBriefly(work, done) {
		async(work, done)
	}
}

// destroyed are the records that a classic destroy removed.
type destroyed []*orm.Record

// silent is the result of methods that call back without any argument.
type silent struct{}

// answersNothing reports whether a call without a result calls back without null too;
// direct calls are those with a callback.
func answersNothing(v any, direct bool) bool {
	switch v.(type) {
	case silent, *saved:
		return true
	case *orm.Record:
		return direct
	}
	return false
}

// failure is the error of a call; direct calls are those with a callback.
func (c *Class) failure(r *jsapi.Realm, err error, direct bool) goja.Value {
	if direct {
		if v := c.rules.direct(r, err); v != nil {
			return v
		}
	}
	return ToJSError(r, c.model, err)
}

// result converts the result of a method to JavaScript.
func (c *Class) result(v any) goja.Value {
	switch v := v.(type) {
	case nil, silent:
		return goja.Undefined()
	case *orm.Record:
		if v == nil {
			return goja.Undefined()
		}
		return c.bridge.record(v)
	case []*orm.Record:
		return c.bridge.recordList(v)
	case destroyed:
		items := make([]any, len(v))
		for i, rec := range v {
			items[i] = c.bridge.recordAs(rec, true)
		}
		return c.bridge.rt.NewArray(items...)
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

// invocation is a call of a method with its arguments copied.
type invocation struct {
	class    *Class
	method   string
	criteria any
	values   any
	mods     *value.Map // what was chained to a classic call
}

// copy copies the criteria and the values of a call.
func (c *Class) copy(q *queryCall) (*invocation, error) {
	r := c.bridge.realm
	c.bridge.functions = c.rules.functions()
	defer func() { c.bridge.functions = false }()
	in := &invocation{class: c, method: q.method}
	var err error
	if in.criteria, err = c.bridge.condition(q.criteria); err != nil {
		return nil, fmt.Errorf("%s: the criteria cannot be used: %w", q.method, err)
	}
	if in.values, err = copied(r, q.values); err != nil {
		return nil, fmt.Errorf("%s: the values cannot be used: %w", q.method, err)
	}
	in.values = c.withDates(in.values, q.values)
	return in, nil
}

// chained copies one member of a call that chained methods have set.
func (c *Class) chained(q *queryCall, name string) (any, error) {
	c.bridge.functions = c.rules.functions()
	defer func() { c.bridge.functions = false }()
	v, err := c.bridge.condition(q.object.Get(name))
	if err != nil {
		return nil, fmt.Errorf("%s: the criteria cannot be used: %w", q.method, err)
	}
	return v, nil
}

// copied copies an argument; undefined and null become nil.
func copied(r *jsapi.Realm, v goja.Value) (any, error) {
	if isNothing(v) {
		return nil, nil
	}
	out, err := r.FromJS(v)
	if mongodb.HasTypes(r) {
		out = keyText(out)
	}
	return out, err
}

// keyText replaces ObjectIDs by their text, which is what records have. It changes v, a
// copy made from JavaScript, in place.
func keyText(v any) any {
	switch v := v.(type) {
	case document.ObjectID:
		return v.Hex()
	case *value.Map:
		for i := range v.Len() {
			if _, member := v.At(i); member != nil {
				v.SetAt(i, keyText(member))
			}
		}
	case []any:
		for i, member := range v {
			v[i] = keyText(member)
		}
	}
	return v
}

func isNothing(v goja.Value) bool { return v == nil || goja.IsUndefined(v) || goja.IsNull(v) }

// describe returns the columns of the model's table by name, none if there is no
// table.
func (c *Class) describe(ctx context.Context) (any, error) {
	list, err := c.model.Describe(ctx)
	if err != nil || list == nil {
		return nil, err
	}
	out := value.New(len(list))
	for _, col := range list {
		entry := value.Of("type", col.Type)
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
