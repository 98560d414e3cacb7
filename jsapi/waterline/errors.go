package waterline

import (
	"errors"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
)

// ToJSError makes the Error of a query method of m: invalid values and usage errors
// as the error classes of Waterline; other errors, including those of lifecycle
// callbacks, as the cause of an unknown error.
func ToJSError(r *jsapi.Realm, m *orm.Model, err error) goja.Value {
	b, berr := bridgeOf(r)
	if berr != nil || errors.Is(err, jsapi.ErrOverloaded) || errors.Is(err, jsapi.ErrClosed) {
		return r.Error(err)
	}
	v, ok := b.errorToJS(err)
	if !ok {
		rules := Classic(Switches{})
		if c := b.classes[m]; c != nil {
			rules = c.rules
		}
		v = rules.unknown(b, m, err)
	}
	if failed, ok := errors.AsType[*orm.SaveError](err); ok {
		list := b.failedTransactions(v, failed)
		if c := b.classes[m]; c != nil && c.switches.SaveErrorList {
			// Code may expect an error that has the list.
			_ = list.DefineDataProperty("failedTransactions", list, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
			return list
		}
	}
	return v
}

// failedTransactions returns the list of the changes that save could not make, and
// adds it to the error and to its cause. Responses do not show it.
func (b *bridge) failedTransactions(v goja.Value, e *orm.SaveError) *goja.Object {
	entry := value.Of("type", e.Kind(), "collection", e.Target)
	if e.Change.Remove {
		entry.Set("criteria", e.Change.Child)
	} else {
		entry.Set("values", e.Change.Child)
	}
	entry.Set("err", v)
	list := b.realm.ToJS([]any{entry}).ToObject(b.rt)
	for range 2 {
		o, ok := v.(*goja.Object)
		if !ok {
			break
		}
		_ = o.DefineDataProperty("failedTransactions", list, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		v = o.Get("originalError")
	}
	return list
}

// errorToJS is the OnError hook: errors of the ORM itself.
func (b *bridge) errorToJS(err error) (goja.Value, bool) {
	if v, ok := b.modernError(err); ok {
		return v, true
	}
	if e, ok := errors.AsType[*orm.ValidationError](err); ok {
		return b.validation(e), true
	}
	if e, ok := errors.AsType[*orm.UniqueError](err); ok {
		return b.validation(uniqueness(e)), true
	}
	if e, ok := errors.AsType[*orm.UsageError](err); ok {
		return b.newWLError(value.Of("reason", "Invalid usage", "code", "E_USAGE", "status", int64(0), "details", e.Reason), nil), true
	}
	if e, ok := errors.AsType[*CallbackError](err); ok {
		if e.value != nil {
			return e.value, true
		}
		return b.newWLError(value.Of("details", value.Undefined{}), b.realm.Error(e.Err)), true
	}
	if e, ok := errors.AsType[*orm.UnavailableError](err); ok {
		v := b.newWLError(value.Of("code", "E_UNAVAILABLE", "status", int64(503), "reason", "The database is not available", "details", e.Error()), nil)
		if o, ok := v.(*goja.Object); ok {
			b.realm.AttachGoError(o, err)
		}
		return v, true
	}
	if e, ok := errors.AsType[*TransactionError](err); ok {
		return b.withCode(e.Code, e, value.New(0)), true
	}
	if e, ok := errors.AsType[*orm.UnsupportedError](err); ok {
		return b.withCode("E_NOT_SUPPORTED", e, value.New(0)), true
	}
	if e, ok := errors.AsType[*QueryError](err); ok {
		return b.withCode("E_QUERY_FAILED", e, value.Of(
			"footprint", value.Of("identity", "catchall"), "raw", value.Of("message", e.Err.Error()))), true
	}
	return nil, false
}

// withCode makes an Error with a code and other members.
func (b *bridge) withCode(code string, err error, members *value.Map) goja.Value {
	v, cause := b.coded(goja.Undefined(), b.rt.ToValue(code), b.rt.ToValue(err.Error()), b.realm.ToJS(members))
	if cause != nil {
		return b.realm.Error(b.realm.Wrap(cause))
	}
	return v
}

// uniqueness makes the error of 0.10 to 0.12 for a value that must be unique.
func uniqueness(e *orm.UniqueError) *orm.ValidationError {
	return &orm.ValidationError{Invalid: []orm.AttributeFailures{{
		Attribute: e.Attribute,
		Failures:  []orm.Failure{{Rule: "unique", Message: "A record with that `" + e.Attribute + "` already exists (`" + text(e.Value) + "`).", Value: e.Value, HasValue: true}},
	}}}
}

func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return string(value.Append(nil, v))
}

func (b *bridge) validation(e *orm.ValidationError) goja.Value {
	m := value.New(7)
	if e.Model == "" {
		m.Set("code", "E_VALIDATION")
	}
	m.Set("invalidAttributes", e.InvalidAttributes())
	if e.Model != "" {
		m.Set("model", e.Model)
	}
	m.Set("reason", e.Reason())
	m.Set("code", "E_VALIDATION")
	m.Set("status", int64(400))
	if e.Model == "" {
		m.Set("model", value.Undefined{})
	}
	m.Set("details", e.Details())
	v := b.newWLError(m, nil)
	if o, ok := v.(*goja.Object); ok && e.Messages != nil {
		if err := b.showMessages(o, e); err != nil {
			return b.realm.Error(err)
		}
	}
	return v
}

// showMessages sets Errors, the member in which hooks that read validationMessages put
// them. One that such a hook assigns can be listed, as it copies the members of the error.
func (b *bridge) showMessages(o *goja.Object, e *orm.ValidationError) error {
	rt := b.realm.Runtime()
	show := func(v goja.Value, enumerable goja.Flag) error {
		return o.DefineDataProperty("Errors", v, goja.FLAG_TRUE, goja.FLAG_TRUE, enumerable)
	}
	get := rt.ToValue(func(goja.FunctionCall) goja.Value {
		v := b.realm.ToJS(e.Errors())
		_ = show(v, goja.FLAG_FALSE) // a frozen error keeps the accessor
		return v
	})
	set := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		_ = show(call.Argument(0), goja.FLAG_TRUE)
		return goja.Undefined()
	})
	return o.DefineAccessorProperty("Errors", get, set, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// newWLError makes a WLError with these own members.
func (b *bridge) newWLError(members *value.Map, original goja.Value) goja.Value {
	if original == nil {
		original = goja.Undefined()
	}
	v, err := b.failure(goja.Undefined(), b.realm.ToJS(members), original)
	if err != nil {
		return b.realm.Error(b.realm.Wrap(err))
	}
	return v
}
