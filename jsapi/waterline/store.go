package waterline

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
)

// store is a datastore for the project's code.
type store struct {
	bridge  *bridge
	name    string
	adapter orm.Adapter
	iso     *jsapi.Isolate
	limit   time.Duration
	object  *goja.Object
	// The members of models that belong to it: getDatastore and transaction.
	give, transaction goja.Value
}

// Datastores describes the datastores of a project to BindDatastores.
type Datastores struct {
	// Default is the name of the default datastore.
	Default string
	// Settings are the settings of the datastores, by name.
	Settings map[string]*value.Map
	// TransactionTimeout is the default time limit of transactions; 0 means
	// DefaultTransactionTimeout.
	TransactionTimeout time.Duration
}

// BindDatastores makes the functions for datastores that need no model:
// getDatastore(name), transaction(during), leaseConnection(during) and
// sendNativeQuery(sql, values), the latter three for the default datastore.
// Models have to be bound before.
func BindDatastores(r *jsapi.Realm, d Datastores) (map[string]goja.Value, error) {
	b, err := bridgeOf(r)
	if err != nil {
		return nil, err
	}
	stores := maps.Clone(b.stores) // what other apps bind later is not of this project
	for name, st := range stores {
		if d.TransactionTimeout > 0 {
			st.limit = d.TransactionTimeout
		}
		if settings := d.Settings[name]; settings != nil {
			if err := st.object.Set("config", r.ToJS(settings)); err != nil {
				return nil, err
			}
		}
	}
	find := func(call goja.FunctionCall) goja.Value {
		name := d.Default
		if v := call.Argument(0); v.ToBoolean() {
			name = v.String()
		}
		st := stores[name]
		if st == nil && name == "default" {
			st = stores[d.Default]
		}
		if st == nil {
			panic(b.realm.Error(fmt.Errorf("there is no datastore called %q that a model uses; the models use %s", name, storeNames(stores))))
		}
		return st.object
	}
	members := map[string]goja.Value{"getDatastore": b.rt.ToValue(find)}
	for _, method := range []string{"transaction", "leaseConnection", "sendNativeQuery"} {
		members[method] = b.rt.ToValue(func(call goja.FunctionCall) goja.Value {
			o := find(goja.FunctionCall{}).(*goja.Object)
			fn, _ := goja.AssertFunction(o.Get(method))
			v, err := fn(o, call.Arguments...)
			if err != nil {
				panic(err)
			}
			return v
		})
	}
	return members, nil
}

// storeOf returns the datastore of a model, made by the first call.
func (b *bridge) storeOf(m *orm.Model, iso *jsapi.Isolate) (*store, error) {
	if st := b.stores[m.Datastore]; st != nil && st.adapter == m.Adapter() {
		return st, nil
	}
	st := &store{bridge: b, name: m.Datastore, adapter: m.Adapter(), iso: iso, limit: DefaultTransactionTimeout}
	driver := map[orm.ResultShape]string{orm.ShapeResult: "pg", orm.ShapePacket: "mysql"}[st.adapter.Traits().Shape]
	documents, err := b.documents(st.adapter)
	if err != nil {
		return nil, err
	}
	v, err := b.makeStore(goja.Undefined(), b.rt.ToValue(st.name), b.rt.ToValue(st.within), b.rt.ToValue(st.send), b.rt.ToValue(driver), documents)
	if err != nil {
		return nil, b.realm.Wrap(err)
	}
	st.object = v.ToObject(b.rt)
	if st.give, err = b.giver(goja.Undefined(), v); err != nil {
		return nil, b.realm.Wrap(err)
	}
	st.transaction = st.object.Get("transaction")
	b.stores[m.Datastore] = st
	return st, nil
}

// connection returns the scope of a connection object; nil for null and undefined.
func (b *bridge) connection(v goja.Value, st *store) (*scope, error) {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return nil, nil
	}
	if o, ok := v.(*goja.Object); ok {
		if held := o.GetSymbol(b.scope); held != nil {
			if s, ok := held.Export().(*scope); ok {
				if s.store != st {
					return nil, &orm.UsageError{Reason: fmt.Sprintf("the connection given to usingConnection belongs to the datastore %q, the query to %q", s.store.name, st.name)}
				}
				return s, nil
			}
		}
	}
	return nil, &orm.UsageError{Reason: "usingConnection needs what the function given to transaction or leaseConnection is called with"}
}

// within is native within(lease, during, milliseconds, connection, callback,
// asyncSnapshot): during runs in a transaction, or with a leased connection.
func (st *store) within(call goja.FunctionCall) goja.Value {
	st.bridge.realm.RunIn(call.Argument(5), func() { st.open(call) })
	return goja.Undefined()
}

func (st *store) open(call goja.FunctionCall) {
	b := st.bridge
	done, ok := goja.AssertFunction(call.Argument(4))
	if !ok {
		panic(b.rt.NewTypeError("a transaction needs a function(err, result)"))
	}
	s := &scope{store: st, outer: scopeIn(b.realm.Context()), lease: call.Argument(0).ToBoolean(), limit: st.limit}
	if ms := call.Argument(2); ms.ToBoolean() {
		s.limit = time.Duration(ms.ToFloat() * float64(time.Millisecond))
	}
	using, err := b.connection(call.Argument(3), st)
	if using != nil && !using.contains(b.realm.Context()) {
		s.outer = using
	}
	run := &transactionFunction{scope: s, fn: call.Argument(1)}
	work := run.work
	if err != nil {
		work = func(context.Context) (any, error) { return nil, err }
	}
	b.realm.Async(work, func(r *jsapi.Realm, _ any, err error) {
		switch {
		case err == nil:
			b.invoke(done, goja.Null(), run.result)
		case errors.Is(err, errFunctionFailed):
			b.invoke(done, run.thrown)
		default:
			b.invoke(done, r.Error(err))
		}
	})
}

// transactionFunction is a call of the function of a transaction. Its fields are used
// on the loop only.
type transactionFunction struct {
	scope          *scope
	fn             goja.Value
	result, thrown goja.Value
}

// errFunctionFailed is the error for an exception of the function of a transaction.
var errFunctionFailed = errors.New("the function of the transaction failed")

func (d *transactionFunction) work(ctx context.Context) (any, error) {
	s := d.scope
	if around := s.outer.of(s.store); around != nil {
		if err := around.ended(); err != nil {
			return nil, err
		}
	}
	if s.outer != nil && !s.outer.contains(ctx) { // named by usingConnection
		ctx = s.outer.op.Context()
	}
	if s.lease {
		l, ok := s.store.adapter.(orm.Leaser)
		if !ok {
			return nil, &orm.UnsupportedError{Datastore: s.store.name, What: "connections to lease"}
		}
		return nil, l.Lease(ctx, d.inside)
	}
	t, ok := s.store.adapter.(orm.Transactor)
	if !ok {
		return nil, &orm.UnsupportedError{Datastore: s.store.name, What: "transactions"}
	}
	return nil, t.Transact(ctx, d.inside)
}

// inside runs the function with ctx as context.
func (d *transactionFunction) inside(ctx context.Context) error {
	s := d.scope
	s.deadline = time.Now().Add(s.limit)
	if around := s.outer.of(s.store); around != nil && around.deadline.Before(s.deadline) {
		s.deadline = around.deadline
	}
	// The context has no deadline: work that outlives the transaction, such as the
	// rendering of a response, must not be cancelled.
	bounded, free := context.WithDeadlineCause(ctx, s.deadline, s.late())
	defer free()
	op := s.store.iso.Begin(context.WithValue(ctx, scopeKey{}, s), d.call)
	stop := context.AfterFunc(bounded, func() { op.Settle(nil, context.Cause(bounded)) })
	_, err := op.Wait()
	stop()
	s.end(err)
	return err
}

// call is the first turn of the function.
func (d *transactionFunction) call(r *jsapi.Realm, op *jsapi.Op) {
	b := d.scope.store.bridge
	d.scope.op = op
	settle := func(call goja.FunctionCall) goja.Value {
		thrown, result := call.Argument(0), call.Argument(1)
		var err error
		if thrown.ToBoolean() {
			err = errFunctionFailed
		}
		if op.Settle(nil, err) {
			d.thrown, d.result = thrown, result
		}
		return goja.Undefined()
	}
	if _, err := b.during(goja.Undefined(), d.fn, d.scope.connectionObject(), b.rt.ToValue(settle)); err != nil {
		op.Settle(nil, r.Wrap(err))
	}
}

// connectionObject is the argument of the function.
func (s *scope) connectionObject() goja.Value {
	b := s.store.bridge
	v, err := b.makeConnection(goja.Undefined(), s.store.object)
	if err != nil {
		panic(err)
	}
	o := v.ToObject(b.rt)
	if err := o.SetSymbol(b.scope, b.rt.ToValue(s)); err != nil {
		panic(err)
	}
	return o
}
