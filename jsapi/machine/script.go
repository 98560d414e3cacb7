package machine

import (
	_ "embed"

	"github.com/dop251/goja"

	"framework/jsapi"
)

//go:embed js/script.js
var scriptSource string

// Script runs a definition with the words of a command line, and settles op with
// the text of its output, which may be empty. sails is this.sails, nil for a
// script without the app.
func (k *Kit) Script(op *jsapi.Op, def goja.Value, name string, words []string, sails goja.Value) {
	rt := k.realm.Runtime()
	list := make([]any, len(words))
	for i, w := range words {
		list[i] = w
	}
	if sails == nil {
		sails = goja.Undefined()
	}
	v, err := k.call("script", def, rt.ToValue(name), rt.NewArray(list...), sails)
	if err != nil {
		op.Settle(nil, err)
		return
	}
	k.realm.WhenSettled(v,
		func(v goja.Value) { op.Settle(v.String(), nil) },
		func(v goja.Value) { op.Settle(nil, k.realm.GoError(v)) })
}

// NeedsApp reports whether the app has to be loaded for a script: unless it has
// sails: false or another habitat.
func NeedsApp(def goja.Value) bool {
	o, ok := def.(*goja.Object)
	if !ok {
		return false
	}
	if v := o.Get("sails"); v != nil && v.Export() == false {
		return false
	}
	v := o.Get("habitat")
	return v == nil || goja.IsUndefined(v) || v.String() == "sails"
}
