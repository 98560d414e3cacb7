package waterline

import (
	"errors"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
)

// modernError makes the errors that only 1.x has.
func (b *bridge) modernError(err error) (goja.Value, bool) {
	if e, ok := errors.AsType[*CallbackError](err); ok && e.value != nil {
		return nil, false // what a callback refused with is passed on
	}
	if e, ok := errors.AsType[*orm.AdapterError](err); ok {
		return b.adapterFailure(e), true
	}
	if e, ok := errors.AsType[*orm.UsageError](err); ok && e.Code != "" {
		var invalid any
		if len(e.Invalid) > 0 {
			invalid = (&orm.ValidationError{Invalid: e.Invalid}).InvalidAttributes()
		}
		model := goja.Undefined()
		if e.NamesModel() {
			model = b.rt.ToValue(e.Model)
		}
		v, cause := b.usage(goja.Undefined(), b.rt.ToValue(e.Code), b.rt.ToValue(e.Reason), b.rt.ToValue(e.Message()), b.realm.ToJS(invalid), model)
		return b.keepValue(v, cause, err), true
	}
	if e, ok := errors.AsType[*orm.ValueError](err); ok {
		members := value.New(1)
		if e.Expected != "" {
			members.Set("expectedType", e.Expected)
		}
		if len(e.Violations) > 0 {
			list := make([]any, len(e.Violations))
			for i, f := range e.Violations {
				list[i] = value.Of("rule", f.Rule, "message", f.Message)
			}
			members.Set("ruleViolations", list)
		}
		return b.withCode(e.Code, e, members), true
	}
	if e, ok := errors.AsType[*orm.CollisionError](err); ok {
		v := b.withCode("E_COLLISIONS_WHEN_NULLING_OUT_REQUIRED_FK", e, value.Of("name", e.Name()))
		return b.keepValue(v, nil, e), true
	}
	if e, ok := errors.AsType[*orm.SeveralError](err); ok {
		v, cause := b.named(goja.Undefined(), b.rt.ToValue("Error"), b.rt.ToValue(e.Error()))
		return b.keepValue(v, cause, e), true
	}
	return nil, false
}

// refusal makes a usage error of code, details and method name.
func (c *Class) refusal(call goja.FunctionCall) goja.Value {
	e := &orm.UsageError{Code: call.Argument(0).String(), Reason: call.Argument(1).String()}
	return ToJSError(c.bridge.realm, c.model, e.By(call.Argument(2).String(), c.model.Identity))
}

func (b *bridge) adapterFailure(e *orm.AdapterError) goja.Value {
	members, raw := value.New(4), value.Of("message", e.Err.Error())
	if e.Code != "" {
		members.Set("code", e.Code)
	}
	if e.Code == "E_UNIQUE" {
		names := make([]any, len(e.Attributes))
		for i, name := range e.Attributes {
			names[i] = name
		}
		members.Set("attrNames", names)
		raw.Set("footprint", value.Of("identity", "notUnique", "keys", names))
	}
	members.Set("modelIdentity", e.Model)
	members.Set("adapterMethodName", e.Method)
	v, cause := b.adapterError(goja.Undefined(), b.rt.ToValue(e.Error()), b.realm.ToJS(members), b.realm.ToJS(raw))
	return b.keepValue(v, cause, e)
}

// keepValue attaches err to its JavaScript error v, so that GoError returns err again.
func (b *bridge) keepValue(v goja.Value, cause, err error) goja.Value {
	if cause != nil {
		return b.realm.Error(b.realm.Wrap(cause))
	}
	if o, ok := v.(*goja.Object); ok {
		b.realm.AttachGoError(o, err)
	}
	return v
}
