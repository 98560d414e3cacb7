package view

import (
	"strings"

	"github.com/dop251/goja"

	"framework/engine/view"
	"framework/jsapi/compile"
)

// maxShapes bounds the functions made of one template.
const maxShapes = 16

// helperNames are the functions of ejs.js that templates have beside their
// locals.
var helperNames = map[string]bool{
	"block": true, "blocks": true, "script": true, "scripts": true, "stylesheet": true, "stylesheets": true,
	"exposeLocalsToBrowser": true, "partial": true, "include": true, "layout": true,
}

// run is native.run(path, locals, page): it renders one template file.
func (v *Renderer) run(call goja.FunctionCall) goja.Value {
	template, err := v.opts.Templates.Source(call.Argument(0).String())
	if err != nil {
		panic(v.realm.Error(err))
	}
	fn, args, err := v.bind(template, call)
	if err != nil {
		panic(v.realm.Error(err))
	}
	v.pages = append(v.pages, &strings.Builder{})
	depth := len(v.pages)
	defer func() { v.pages = v.pages[:depth-1] }()
	if _, err := fn(goja.Undefined(), args...); err != nil {
		panic(err)
	}
	return v.realm.Runtime().ToValue(v.pages[depth-1].String())
}

// write is the function that templates give the parts of their page.
func (v *Renderer) write(call goja.FunctionCall) goja.Value {
	parts := call.Arguments
	if len(parts) == 0 || len(v.pages) == 0 {
		return goja.Undefined()
	}
	kinds := parts[len(parts)-1].String()
	page := v.pages[len(v.pages)-1]
	for i, part := range parts[:len(parts)-1] {
		if goja.IsUndefined(part) || goja.IsNull(part) {
			continue
		}
		text := part.String()
		if i < len(kinds) && kinds[i] == 'e' && strings.ContainsAny(text, special) {
			text = entities.Replace(text)
		}
		page.WriteString(text)
	}
	return goja.Undefined()
}

// bind finds the function for the locals that a template is given, and what it
// is to be called with.
func (v *Renderer) bind(template *view.Template, call goja.FunctionCall) (goja.Callable, []goja.Value, error) {
	path, locals := call.Argument(0).String(), call.Argument(1).ToObject(v.realm.Runtime())
	c := v.compile[path]
	if c == nil || c.source != template.Source {
		c = &compiled{source: template.Source, bound: map[string]goja.Callable{}}
		v.compile[path] = c
	}
	if template.Names == nil || len(c.bound) >= maxShapes {
		scope, err := v.scope(goja.Undefined(), call.Arguments...)
		if err != nil {
			return nil, nil, err
		}
		fn, err := v.shape(c, path, "", func() string { return template.Source })
		return fn, []goja.Value{scope, v.writeFn}, err
	}
	args := make([]goja.Value, 2, 2+len(template.Names))
	args[0], args[1] = locals, v.writeFn
	if own := locals.Get("locals"); own != nil {
		args[0] = own
	}
	var helpers *goja.Object
	shape := make([]byte, len(template.Names))
	for i, name := range template.Names {
		value := locals.Get(name)
		if helperNames[name] && (value == nil || name == "layout") {
			if helpers == nil {
				made, err := v.helpers(goja.Undefined(), call.Arguments...)
				if err != nil {
					return nil, nil, err
				}
				helpers = made.ToObject(v.realm.Runtime())
			}
			value = helpers.Get(name)
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

// special are the characters that entities stand for.
const special = `&<>"'`

var entities = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// escape is escape(value): the value as text that HTML shows as it is.
func (v *Renderer) escape(call goja.FunctionCall) goja.Value {
	value := call.Argument(0)
	if goja.IsUndefined(value) || goja.IsNull(value) {
		return v.realm.Runtime().ToValue("")
	}
	text := value.ToString()
	s := text.String()
	if !strings.ContainsAny(s, special) {
		return text
	}
	return v.realm.Runtime().ToValue(entities.Replace(s))
}
