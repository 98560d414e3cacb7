package waterline

import (
	"errors"

	"github.com/dop251/goja"

	"framework/engine/ordered"
	"framework/engine/orm"
	"framework/jsapi"
)

// ToJSError makes the Error that a query method of m reports: refused values
// and usage as the classic error classes, everything else, also what the
// project's own callbacks refused with, as the cause of an unknown error.
func ToJSError(r *jsapi.Realm, m *orm.Model, err error) goja.Value {
	b, berr := bridgeOf(r)
	if berr != nil || errors.Is(err, jsapi.ErrOverloaded) || errors.Is(err, jsapi.ErrClosed) {
		return r.Error(err)
	}
	if v, ok := b.errorToJS(err); ok {
		return v
	}
	members := ordered.New(2)
	members.Set("details", ordered.Undefined{})
	if m != nil {
		if _, isScript := errors.AsType[*jsapi.ScriptError](err); !isScript {
			members.Set("model", m.Identity)
		}
	}
	return b.dress(members, r.Error(err))
}

// errorToJS is the OnError hook: errors of the ORM itself.
func (b *bridge) errorToJS(err error) (goja.Value, bool) {
	if e, ok := errors.AsType[*orm.ValidationError](err); ok {
		return b.validation(e), true
	}
	if e, ok := errors.AsType[*orm.UniqueError](err); ok {
		return b.validation(uniqueness(e)), true
	}
	if e, ok := errors.AsType[*orm.UsageError](err); ok {
		return b.dress(ordered.Of("reason", "Invalid usage", "code", "E_USAGE", "status", int64(0), "details", e.Reason), nil), true
	}
	if e, ok := errors.AsType[*CallbackError](err); ok {
		if e.value != nil {
			return e.value, true
		}
		return b.dress(ordered.Of("details", ordered.Undefined{}), b.realm.Error(e.Err)), true
	}
	return nil, false
}

// uniqueness is the form in which the classic releases report a taken value.
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
	return string(ordered.Append(nil, v))
}

func (b *bridge) validation(e *orm.ValidationError) goja.Value {
	m := ordered.New(7)
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
	m.Set("details", e.Details())
	return b.dress(m, nil)
}

// dress makes a WLError with these members of its own.
func (b *bridge) dress(members *ordered.Map, original goja.Value) goja.Value {
	if original == nil {
		original = goja.Undefined()
	}
	v, err := b.failure(goja.Undefined(), b.realm.ToJS(members), original)
	if err != nil {
		return b.realm.Error(b.realm.Wrap(err))
	}
	return v
}
