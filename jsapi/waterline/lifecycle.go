package waterline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/sequence"
	"framework/engine/value"
	"framework/jsapi"
)

// callbacks reads the lifecycle callbacks of the model.
func (rd *reader) callbacks() error {
	cb := &rd.def.Callbacks
	for _, name := range lifecycle {
		fns, err := rd.callbackFunctions(name)
		if err != nil {
			return err
		}
		for _, fn := range fns {
			c := rd.class
			switch name {
			case "beforeValidate":
				cb.BeforeValidate = append(cb.BeforeValidate, c.onValues(name, fn))
			case "afterValidate":
				cb.AfterValidate = append(cb.AfterValidate, c.onValues(name, fn))
			case "beforeCreate":
				cb.BeforeCreate = append(cb.BeforeCreate, c.onValues(name, fn))
			case "afterCreate":
				cb.AfterCreate = append(cb.AfterCreate, c.onRecord(name, fn))
			case "beforeUpdate":
				cb.BeforeUpdate = append(cb.BeforeUpdate, c.onValues(name, fn))
			case "afterUpdate":
				cb.AfterUpdate = append(cb.AfterUpdate, c.onRecord(name, fn))
			case "beforeDestroy":
				cb.BeforeDestroy = append(cb.BeforeDestroy, c.onCriteria(name, fn))
			case "afterDestroy":
				cb.AfterDestroy = append(cb.AfterDestroy, c.onRecords(name, fn))
			}
		}
	}
	return nil
}

// callbackFunctions reads one setting: a function, the name of an instance method,
// which is then removed from the instances, or a list of both.
func (rd *reader) callbackFunctions(name string) ([]goja.Value, error) {
	v, ok := rd.given(name)
	if !ok {
		return nil, nil
	}
	entries := []goja.Value{v}
	o, ok := v.(*goja.Object)
	listed := ok && jsapi.IsArray(o)
	if listed {
		entries = entries[:0]
		for _, k := range o.Keys() {
			entries = append(entries, o.Get(k))
		}
	}
	for i, e := range entries {
		if goja.IsString(e) {
			method := rd.class.methods.Get(e.String())
			if method == nil {
				return nil, rd.fail("", name+" names the method "+e.String()+", which attributes does not have", "")
			}
			entries[i] = method
			defer func() { _ = rd.class.methods.Delete(e.String()) }()
			continue
		}
		if _, ok := goja.AssertFunction(e); !ok && listed {
			// As in Waterline it counts when the callback runs: merged models have such lists.
			rd.class.doubts = append(rd.class.doubts, fmt.Sprintf("%s has a list with what is no function, at position %d: the first record that it is called for will fail", name, i))
			entries[i] = rd.bridge.realm.Runtime().ToValue(func(goja.FunctionCall) goja.Value {
				panic(rd.bridge.realm.Runtime().NewTypeError("%s has a list with what is no function, at position %d", name, i))
			})
		} else if !ok {
			return nil, rd.fail("", name+" is no function", name+": function (values, next) { next(); }")
		}
	}
	return entries, nil
}

// CallbackError is an error of a function of the project that the ORM has called: a
// lifecycle callback or a computed default.
type CallbackError struct {
	Model *orm.Model
	Name  string // "beforeCreate"
	Err   error

	value   goja.Value // the Error that JavaScript sees, where it was made
	members *value.Map // what clients see of it
}

func (e *CallbackError) Error() string {
	model := "a model"
	if e.Model != nil {
		model = e.Model.GlobalID
	}
	return fmt.Sprintf("%s of %s failed: %v", e.Name, model, e.Err)
}

// ErrorText returns the error with stack and own properties, as 1.x shows it.
func (e *CallbackError) ErrorText() string {
	var b strings.Builder
	if thrown, ok := errors.AsType[*jsapi.ScriptError](e.Err); ok {
		fmt.Fprintf(&b, "%s: %s", thrown.Name, thrown.Message)
		for _, f := range thrown.Frames {
			if filepath.IsLocal(f.File) && f.Line > 0 { // not the server's own
				fmt.Fprintf(&b, "\n    at %s:%d:%d", f.File, f.Line, f.Column)
			}
		}
	} else {
		fmt.Fprintf(&b, "Error: %v", e.Err)
	}
	if e.members.Len() > 0 {
		b.WriteString(" {")
		for name, v := range e.members.All() {
			fmt.Fprintf(&b, "\n  %s: %s", name, value.Inspect(v))
		}
		b.WriteString("\n}")
	}
	return b.String()
}

// Members returns what responses show of the error: its own properties, or the
// result of its toJSON, depending on the release.
func (e *CallbackError) Members() *value.Map { return e.members }

// callbackError makes the error of a function that has thrown, has rejected its
// promise or has called back with an error. Call it on the loop.
func (c *Class) callbackError(r *jsapi.Realm, name string, err error) *CallbackError {
	e := &CallbackError{Model: c.model, Name: name, Err: err}
	c.rules.refused(c, r, e)
	return e
}

// Unwrap returns the error that the function has thrown or passed to next.
func (e *CallbackError) Unwrap() error { return e.Err }

// runCallback runs a callback with arg on the loop and waits until it is done; then
// after, which may be nil, reads arg back.
func (c *Class) runCallback(ctx context.Context, name string, fn goja.Value,
	arg func(r *jsapi.Realm) goja.Value, after func(r *jsapi.Realm, arg goja.Value) (any, error),
) (any, error) {
	// Code may wait for what is behind this operation: others may pass it until the
	// callback calls back.
	place := sequence.Of(ctx)
	if err := place.Await(ctx); err != nil {
		return nil, err
	}
	pass := place.Passer()
	op := c.iso.Begin(sequence.Without(ctx), func(r *jsapi.Realm, op *jsapi.Op) {
		rt := r.Runtime()
		val := arg(r)
		called := false
		next := rt.ToValue(func(call goja.FunctionCall) goja.Value {
			var result any
			var err error
			if v := call.Argument(0); v.ToBoolean() {
				err = c.callbackError(r, name, r.GoError(v))
			} else if result, err = after(r, val); err != nil {
				err = c.callbackError(r, name, err)
			}
			if !called {
				called = true
				place.Rejoin()
			}
			if !op.Settle(result, err) {
				c.log.Warn("a lifecycle callback called next more than once; only the first call counts",
					"model", c.source, "callback", name)
			}
			return goja.Undefined()
		})
		_, err := c.bridge.call(goja.Undefined(), fn, c.this(), rt.NewArray(val), next)
		if err != nil {
			op.Settle(nil, c.callbackError(r, name, r.Wrap(err)))
		}
	})
	pass()
	if c.unanswered > 0 {
		late := time.AfterFunc(c.unanswered, func() {
			if ctx.Err() == nil {
				c.log.Warn(fmt.Sprintf("a query has waited for %v: %s of %s has not called its callback", c.unanswered, name, c.model.GlobalID), "source", c.source)
			}
		})
		defer late.Stop()
	}
	return op.Wait()
}

// readMap copies an object back to Go after a callback.
func readMap(r *jsapi.Realm, v goja.Value) (any, error) { return r.FromJS(v) }

func (c *Class) onValues(name string, fn goja.Value) func(context.Context, *value.Map) error {
	return func(ctx context.Context, values *value.Map) error {
		v, err := c.runCallback(ctx, name, fn,
			func(r *jsapi.Realm) goja.Value { return r.ToJS(values) }, readMap)
		if err != nil {
			return err
		}
		if m, ok := v.(*value.Map); ok {
			*values = *m
		}
		return nil
	}
}

func (c *Class) onRecord(name string, fn goja.Value) func(context.Context, *orm.Record) error {
	return func(ctx context.Context, rec *orm.Record) error {
		v, err := c.runCallback(ctx, name, fn,
			func(r *jsapi.Realm) goja.Value { return c.shownAs(r.ToJS(&rec.Map)) }, readMap)
		if err != nil {
			return err
		}
		if m, ok := v.(*value.Map); ok {
			rec.Map = *m
		}
		return nil
	}
}

// shownAs gives a plain record the customToJSON of its model, so that a callback that sends
// it hides what the model hides.
func (c *Class) shownAs(record goja.Value) goja.Value {
	if o, ok := record.(*goja.Object); ok && c.customToJSON != nil {
		_ = o.DefineDataProperty("toJSON", c.customToJSON, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	return record
}

func (c *Class) onRecords(name string, fn goja.Value) func(context.Context, []*orm.Record) error {
	return func(ctx context.Context, gone []*orm.Record) error {
		list := make([]any, len(gone))
		for i, rec := range gone {
			list[i] = &rec.Map
		}
		v, err := c.runCallback(ctx, name, fn, func(r *jsapi.Realm) goja.Value { return r.ToJS(list) }, readMap)
		if err != nil {
			return err
		}
		if after, ok := v.([]any); ok {
			for i := range min(len(after), len(gone)) {
				if m, ok := after[i].(*value.Map); ok {
					gone[i].Map = *m
				}
			}
		}
		return nil
	}
}

func (c *Class) onCriteria(name string, fn goja.Value) func(context.Context, *orm.Query) error {
	return func(ctx context.Context, q *orm.Query) error {
		before := c.rules.criteria(q)
		v, err := c.runCallback(ctx, name, fn, func(r *jsapi.Realm) goja.Value { return r.ToJS(before) }, readMap)
		if err != nil {
			return err
		}
		if string(value.Append(nil, v)) == string(value.Append(nil, before)) {
			return nil
		}
		changed, err := c.model.Query(v)
		if err != nil {
			return err
		}
		changed.Meta = q.Meta
		if q.Asked != nil { // still the one record, whatever else is asked
			changed.Where = orm.And{q.Where, changed.Where}
		}
		*q = *changed
		return nil
	}
}
