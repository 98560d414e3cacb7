package view

import (
	"errors"

	"github.com/dop251/goja"

	"framework/engine/view"
	"framework/jsapi"
	"framework/jsapi/compile"
)

// maxShapes bounds the functions made of one template.
const maxShapes = 16

// runCall is native.run(path, locals, page): it renders one template file.
func (v *Renderer) runCall(call goja.FunctionCall) goja.Value {
	shared := call.Argument(2)
	return v.run(call.Argument(0).String(), call.Argument(1).ToObject(v.realm.Runtime()), func() goja.Value { return shared })
}

// with is native.with(locals, …more): new locals with more members.
func (v *Renderer) with(call goja.FunctionCall) goja.Value {
	out := jsapi.Copy(v.realm.Runtime(), call.Argument(0).ToObject(v.realm.Runtime()))
	for _, more := range call.Arguments[1:] {
		if o, ok := more.(*goja.Object); ok {
			jsapi.Assign(out, o)
		}
	}
	return out
}

// run renders one template file; shared gives what the templates of a page
// share. It panics with what JavaScript throws.
func (v *Renderer) run(path string, locals *goja.Object, shared func() goja.Value) goja.Value {
	template, err := v.opts.Templates.Source(path)
	if err != nil {
		var failed *view.SyntaxError
		if v.opts.EJS08 && errors.As(err, &failed) && failed.Missing != "" {
			err = v.noFile(failed.Missing)
		}
		panic(v.realm.Error(err))
	}
	return v.render(template, path, locals, shared)
}

// render is run of a template that was read.
func (v *Renderer) render(template *view.Template, path string, locals *goja.Object, shared func() goja.Value) goja.Value {
	fn, args, err := v.bind(template, path, locals, shared)
	if err != nil {
		panic(v.realm.Error(err))
	}
	depth := len(v.pages)
	v.pages = append(v.pages, v.room())
	defer func() {
		v.reuse(v.pages[depth])
		v.pages = v.pages[:depth]
	}()
	if _, err := fn(goja.Undefined(), args...); err != nil {
		if v.opts.EJS08 {
			v.rethrow(err, path)
		}
		panic(err)
	}
	return v.realm.Runtime().ToValue(string(v.pages[depth]))
}

// assigned are the locals that a template of EJS 0.8 may change: its partials and its
// layout, which are given the same locals, see what it has changed them to.
func (v *Renderer) assigned(template *view.Template, locals *goja.Object) []string {
	if !v.opts.EJS08 {
		return nil
	}
	var out []string
	for _, name := range template.Assigned {
		if locals.Get(name) != nil && !v.helperNames[name] {
			out = append(out, name)
		}
	}
	return out
}

// maxSpare is the size above which the room of a page is not kept.
const maxSpare = 64 << 10

// room is an empty page.
func (v *Renderer) room() []byte {
	if n := len(v.spare); n > 0 {
		out := v.spare[n-1]
		v.spare = v.spare[:n-1]
		return out[:0]
	}
	return make([]byte, 0, 4<<10)
}

func (v *Renderer) reuse(room []byte) {
	if cap(room) <= maxSpare {
		v.spare = append(v.spare, room)
	}
}

// write is the function that templates give the parts of their page.
func (v *Renderer) write(call goja.FunctionCall) goja.Value {
	parts := call.Arguments
	if len(parts) == 0 || len(v.pages) == 0 {
		return goja.Undefined()
	}
	kinds := parts[len(parts)-1].String()
	at := len(v.pages) - 1
	for i, part := range parts[:len(parts)-1] {
		escaped := i < len(kinds) && kinds[i] == 'e'
		if (goja.IsUndefined(part) || goja.IsNull(part)) && !(escaped && v.opts.EJS08) {
			continue
		}
		text := part.String() // may run JavaScript, which may write
		if escaped {
			v.pages[at] = v.entities.append(v.pages[at], text)
		} else {
			v.pages[at] = append(v.pages[at], text...)
		}
	}
	return goja.Undefined()
}

// bind finds the function for the locals that a template is given, and what it
// is to be called with.
func (v *Renderer) bind(template *view.Template, path string, locals *goja.Object, shared func() goja.Value) (goja.Callable, []goja.Value, error) {
	c := v.compile[path]
	if c == nil || c.source != template.Source {
		c = &compiled{source: template.Source, bound: map[string]goja.Callable{}}
		v.compile[path] = c
	}
	assigned := v.assigned(template, locals)
	if template.Names == nil || len(c.bound) >= maxShapes || v.callsOwn(template, locals) || len(assigned) > 0 {
		scope, err := v.scope(goja.Undefined(), v.realm.Runtime().ToValue(path), locals, shared())
		if err != nil {
			return nil, nil, err
		}
		for _, name := range assigned {
			if err := v.writeThrough(scope.ToObject(v.realm.Runtime()), locals, name); err != nil {
				return nil, nil, err
			}
		}
		fn, err := v.shape(c, path, "", func() string { return template.Source })
		return fn, []goja.Value{scope, v.writeFn}, err
	}
	args := make([]goja.Value, 2, 2+len(template.Names))
	args[0], args[1] = locals, v.writeFn
	switch own := locals.Get("locals"); {
	case v.opts.EJS08 && template.AsksLocals:
		rt := v.realm.Runtime()
		var err error
		if args[0], err = v.helper(goja.Undefined(), rt.ToValue("locals"), rt.ToValue(path), locals, shared()); err != nil {
			return nil, nil, err
		}
	case own != nil:
		args[0] = own
	}
	shape := make([]byte, len(template.Names))
	for i, name := range template.Names {
		value := locals.Get(name)
		if v.helperNames[name] && (value == nil || name == "layout") {
			rt := v.realm.Runtime()
			var err error
			if value, err = v.helper(goja.Undefined(), rt.ToValue(name), rt.ToValue(path), locals, shared()); err != nil {
				return nil, nil, err
			}
		}
		shape[i] = '-'
		if value != nil {
			shape[i] = '+'
			args = append(args, value)
		}
	}
	fn, err := v.shape(c, path, string(shape), func() string {
		var names []string
		for i, name := range template.Names {
			if shape[i] == '+' {
				names = append(names, name)
			}
		}
		return template.Bound(names)
	})
	return fn, args, err
}

// writeThrough makes a member of scope that of locals.
func (v *Renderer) writeThrough(scope, locals *goja.Object, name string) error {
	rt := v.realm.Runtime()
	get := func(goja.FunctionCall) goja.Value { return locals.Get(name) }
	set := func(call goja.FunctionCall) goja.Value {
		if err := locals.Set(name, call.Argument(0)); err != nil {
			panic(err)
		}
		return goja.Undefined()
	}
	return scope.DefineAccessorProperty(name, rt.ToValue(get), rt.ToValue(set), goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// freeNames are functions that every view has and that do not look at this.
var freeNames = map[string]bool{
	"_": true, "__": true, "__n": true, "__l": true, "__h": true, "i18n": true,
	"getLocale": true, "setLocale": true, "getCatalog": true, "getLocales": true,
}

// callsOwn reports whether the template calls a function among its locals that
// may look at this, which is the locals.
func (v *Renderer) callsOwn(template *view.Template, locals *goja.Object) bool {
	for _, name := range template.Calls {
		if freeNames[name] || v.helperNames[name] {
			continue
		}
		if value := locals.Get(name); value != nil && v.realm.MayUseThis(value) {
			return true
		}
	}
	return false
}

// shape is the function of a template for one choice of names.
func (v *Renderer) shape(c *compiled, path, shape string, source func() string) (goja.Callable, error) {
	if fn := c.bound[shape]; fn != nil {
		return fn, nil
	}
	fn, err := v.function(path, source())
	if err == nil {
		c.bound[shape] = fn
	}
	return fn, err
}

// function compiles the source of a template.
func (v *Renderer) function(path, source string) (goja.Callable, error) {
	prog, err := compile.Source(path, source, false)
	if err != nil {
		return nil, v.realm.Wrap(err)
	}
	value, err := v.realm.Runtime().RunProgram(prog)
	if err != nil {
		return nil, v.realm.Wrap(err)
	}
	fn, ok := goja.AssertFunction(value)
	if !ok {
		return nil, &view.SyntaxError{File: path, Line: 1, Message: "the template compiles to no function"}
	}
	return fn, nil
}
