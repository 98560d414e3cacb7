package view

import (
	"github.com/dop251/goja"

	"framework/engine/view"
)

// common renders a template with our compiler in the place of the project's
// own, which takes many times as long, where both do the same: nil where they
// may not, or where the template fails, for the project's compiler has words of
// its own for that.
func (v *Renderer) common(path string, locals *goja.Object, shared func() goja.Value) goja.Value {
	template, err := v.opts.Templates.Source(path)
	if err != nil || !template.Common || !v.agree() {
		return nil
	}
	var html goja.Value
	if ex := v.realm.Runtime().Try(func() { html = v.run(path, locals, shared) }); ex != nil {
		return nil
	}
	return html
}

// samples are templates in which compilers of EJS have differed.
var samples = []string{
	"a\n<% if (yes) { %>\n b <%= text %>\n<% } else { -%>\nc\n<% } -%>\nd",
	"<%= none %>|<%= nothing %>|<%= number %>|<%= zero %>|<%= no %>|<%= list %>|<%= object %>",
	"<%- none %>|<%- nothing %>|<%- number %>|<%- zero %>|<%- no %>|<%- text %>|<%- entity %>|<%= entity %>",
	" <%_ if (yes) { _%> \n x\t<%# nothing -%>\n <%_ } _%>\t\ny",
	"<%= text; %><%= // words\n text %><%- /* words */ text -%>\r\nz",
	"<% list.forEach(function (each, i) { %><li class=\"<%= i %>\"><%= each %></li><% }) %><% var made = 'm'; %><%= made + typeof missing + typeof locals.text %>",
	"<% function item(n) { %><b><%= n %></b><% } %><% item(1); item(text) %>\u00e9\u2028\\ ' ` ${no}",
}

// sampleLocals are what samples are rendered with.
const sampleLocals = `({ yes: true, no: false, none: undefined, nothing: null, number: 1.5, zero: 0, list: [1, '<'],
	text: '&<>"\'é', entity: '&amp;', object: { toString: function () { return '"o"'; } } })`

// agree reports whether the project's compiler renders the samples as ours.
func (v *Renderer) agree() bool {
	if v.agrees == nil {
		agrees, without := true, v.entities
		v.entities = &theirs
		for _, text := range samples {
			agrees = agrees && v.same(text)
		}
		if v.agrees = &agrees; !agrees {
			v.entities = without
		}
	}
	return *v.agrees
}

// same reports whether both compilers make the same of a sample.
func (v *Renderer) same(text string) bool {
	rt := v.realm.Runtime()
	var their, our string
	ex := rt.Try(func() {
		locals, err := rt.RunString(sampleLocals)
		if err != nil {
			panic(err)
		}
		compiled, err := v.own(goja.Undefined(), rt.ToValue(text), rt.ToValue("sample"))
		if err != nil {
			panic(err)
		}
		render, ok := goja.AssertFunction(compiled)
		if !ok {
			panic(rt.NewTypeError("the package ejs compiles to no function"))
		}
		html, err := render(goja.Undefined(), locals)
		if err != nil {
			panic(err)
		}
		their = html.String()
		template, err := view.Compile("sample", text, nil)
		if err != nil || !template.Common {
			panic(rt.NewTypeError("not common"))
		}
		none := func() goja.Value { return goja.Undefined() }
		our = v.render(template, "sample", locals.ToObject(rt), none).String()
	})
	return ex == nil && their == our
}
