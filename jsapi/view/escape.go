package view

import (
	"regexp"

	"github.com/dop251/goja"
)

// entities are what the characters that HTML takes for its own are written as.
type entities struct {
	of [256]string
	// keep leaves an & that begins an entity as it is.
	keep bool
}

// ours are those of our EJS, theirs those of the package ejs from 2 on, early those
// of EJS 0.8.
var (
	ours   = entities{of: [256]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '"': "&quot;", '\'': "&#39;"}}
	theirs = entities{of: [256]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '"': "&#34;", '\'': "&#39;"}}
	early  = entities{of: ours.of, keep: true}
)

// entity is what EJS 0.8 takes for an entity.
var entity = regexp.MustCompile(`^&#?[a-zA-Z0-9]+;`)

// append appends text so that HTML shows it as it is.
func (e *entities) append(dst []byte, text string) []byte {
	from := 0
	for i := range len(text) {
		if entity := e.of[text[i]]; entity != "" && !(e.keep && text[i] == '&' && isEntity(text[i:])) {
			dst = append(append(dst, text[from:i]...), entity...)
			from = i + 1
		}
	}
	return append(dst, text[from:]...)
}

func isEntity(text string) bool { return entity.MatchString(text) }

// escape is escape(value): the value as text that HTML shows as it is.
func (v *Renderer) escape(call goja.FunctionCall) goja.Value {
	value := call.Argument(0)
	if !v.opts.EJS08 && (goja.IsUndefined(value) || goja.IsNull(value)) {
		return v.realm.Runtime().ToValue("")
	}
	text := value.ToString()
	return v.realm.Runtime().ToValue(string(v.entities.append(nil, text.String())))
}
