package waterline

import (
	"context"
	"fmt"
	"regexp"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
)

// computed wraps a function of the project, whose this are the values, for calls of
// the ORM from any goroutine.
func (c *Class) computed(what string, fn goja.Callable) func(context.Context, *value.Map) (any, error) {
	return func(ctx context.Context, values *value.Map) (result any, err error) {
		err = c.iso.Do(ctx, func(r *jsapi.Realm) error {
			v, err := fn(r.ToJS(values))
			if err != nil {
				return c.callbackError(r, what, r.Wrap(err))
			}
			result, err = r.FromJS(v)
			return err
		})
		return result, err
	}
}

// ruleArgument evaluates the argument of a rule that is a function: one without
// parameters returns the argument, one with a parameter calls back with it.
func (c *Class) ruleArgument(fn goja.Callable, parameters int) orm.RuleArgFunc {
	if parameters == 0 {
		return c.computed("the argument of a rule", fn)
	}
	return func(ctx context.Context, values *value.Map) (any, error) {
		op := c.iso.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) {
			done := r.Runtime().ToValue(func(call goja.FunctionCall) goja.Value {
				v, err := r.FromJS(call.Argument(0))
				op.Settle(v, err)
				return goja.Undefined()
			})
			if _, err := fn(r.ToJS(values), done); err != nil {
				op.Settle(nil, c.callbackError(r, "the argument of a rule", r.Wrap(err)))
			}
		})
		return op.Wait()
	}
}

// rule is one of the model's types.
func (c *Class) rule(fn goja.Callable) orm.Rule {
	return func(ctx context.Context, val any, values *value.Map, arg any) (ok bool, err error) {
		err = c.iso.Do(ctx, func(r *jsapi.Realm) error {
			v, err := fn(r.ToJS(values), r.ToJS(val), r.ToJS(plainArg(arg)))
			if err != nil {
				return c.callbackError(r, "a validation rule", r.Wrap(err))
			}
			ok = v.ToBoolean()
			return nil
		})
		return ok, err
	}
}

// plainArg converts the argument of a rule for its function.
func plainArg(arg any) any {
	if m, ok := arg.(orm.Matcher); ok {
		return m.String()
	}
	return arg
}

// pattern is a JavaScript regular expression that Go can run.
type pattern struct {
	*regexp.Regexp
	text string
}

func (p pattern) String() string { return p.text }

// scriptPattern is a regular expression that only JavaScript can run.
type scriptPattern struct {
	iso  *jsapi.Isolate
	test goja.Callable
	re   *goja.Object
	text string
}

func (s scriptPattern) String() string { return s.text }

// MatchString runs on the loop and waits; if that fails it returns false.
func (s scriptPattern) MatchString(text string) bool {
	matched := false
	err := s.iso.Do(context.Background(), func(r *jsapi.Realm) error {
		if err := s.re.Set("lastIndex", 0); err != nil {
			return err
		}
		v, err := s.test(s.re, r.Runtime().ToValue(text))
		matched = err == nil && v.ToBoolean()
		return err
	})
	return err == nil && matched
}

// matcher makes an orm.Matcher of a regular expression: in Go if both languages
// treat the expression alike, else in JavaScript.
func (c *Class) matcher(o *goja.Object) orm.Matcher {
	source, flags, text := o.Get("source").String(), "", o.String()
	dotAll, unicode := o.Get("dotAll").ToBoolean(), o.Get("unicode").ToBoolean()
	if o.Get("ignoreCase").ToBoolean() {
		flags += "i"
	}
	if o.Get("multiline").ToBoolean() {
		flags += "m"
	}
	if flags != "" {
		flags = fmt.Sprintf("(?%s)", flags)
	}
	if in, err := parser.TransformRegExp(source, dotAll, unicode); err == nil {
		if re, err := regexp.Compile(flags + in); err == nil {
			return pattern{re, text}
		}
	}
	test, _ := goja.AssertFunction(o.Get("test"))
	return scriptPattern{c.iso, test, o, text}
}
