package adapters

import (
	"slices"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// Target is a model that gets the methods of its adapter.
type Target struct {
	Model *goja.Object
	// Datastore and Table are the first arguments of every method.
	Datastore, Table string
}

// overridden are methods of models that are the adapter's, where it has them.
var overridden = []string{"native", "query"}

// MixIn gives a model of 0.10 to 0.12 what its adapter has and models do not:
// Model.method(args…) calls method(connection, table, args…) with the model as this.
// It belongs on the loop.
func (a *Adapter) MixIn(r *jsapi.Realm, to Target) error {
	for _, name := range a.names() {
		if name == "identity" || name == "tableName" {
			continue
		}
		if present := to.Model.Get(name); present != nil && !goja.IsUndefined(present) && !slices.Contains(overridden, name) {
			continue
		}
		v := a.object.Get(name)
		fn, callable := goja.AssertFunction(v)
		if !callable {
			if err := to.Model.Set(name, v); err != nil {
				return r.Wrap(err)
			}
			continue
		}
		first := []goja.Value{r.Runtime().ToValue(to.Datastore), r.Runtime().ToValue(to.Table)}
		if name == "teardown" {
			first = first[:1]
		}
		if err := to.Model.Set(name, a.method(fn, to.Model, first)); err != nil {
			return r.Wrap(err)
		}
	}
	return nil
}

// method is a method of the adapter with its first arguments.
func (a *Adapter) method(fn goja.Callable, model *goja.Object, first []goja.Value) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		v, err := fn(model, append(slices.Clone(first), call.Arguments...)...)
		if err != nil {
			panic(err)
		}
		return v
	}
}

// shownMembers are what an adapter of 1.x keeps of a datastore for projects.
var shownMembers = []string{"driver", "manager"}

// Show gives the object of getDatastore() of a model the driver and the manager that an
// adapter of 1.x keeps of the datastore. It belongs on the loop.
func (a *Adapter) Show(r *jsapi.Realm, to Target) error {
	give, ok := goja.AssertFunction(to.Model.Get("getDatastore"))
	if !ok {
		return nil
	}
	v, err := give(to.Model)
	if err != nil {
		return r.Wrap(err)
	}
	for _, member := range shownMembers {
		get := r.Runtime().ToValue(func(goja.FunctionCall) goja.Value {
			return jsapi.MemberAt(a.object, "datastores", to.Datastore, member)
		})
		if err := v.ToObject(r.Runtime()).DefineAccessorProperty(member, get, nil, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return r.Wrap(err)
		}
	}
	return nil
}
