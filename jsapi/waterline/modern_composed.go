package waterline

import (
	"context"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
)

// memberModel is native.memberModel(model, alias): the model of the members of a collection,
// undefined for what is none.
func (c *Class) memberModel(call goja.FunctionCall) goja.Value {
	a := c.model.Association(call.Argument(0).String())
	if a == nil || !a.Collection {
		return goja.Undefined()
	}
	target := c.bridge.classes[c.orm.Model(a.Target)]
	if target == nil {
		return goja.Undefined()
	}
	return target.object
}

// understood are the criteria of a call, for a script that does its work by other methods;
// nil for those that no record matches.
func (call *modernCall) understood() (worker, error) {
	return call.withQuery(func(_ context.Context, q *orm.Query) (any, error) {
		if q.Nothing {
			return value.Undefined{}, nil
		}
		if err := call.narrow(q); err != nil {
			return nil, err
		}
		return wholeCriteria(q), nil
	}), nil
}
