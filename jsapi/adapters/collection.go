package adapters

import (
	_ "embed"
	"errors"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/compile"
)

//go:embed collection.js
var collectionSource string

var collectionProgram = compile.Once("framework:collection.js", collectionSource, true)

// complete gives the collections of registerConnection the functions that adapters call.
func complete(r *jsapi.Realm, collections goja.Value) error {
	program, err := collectionProgram()
	if err != nil {
		return err
	}
	v, err := r.Runtime().RunProgram(program)
	if err != nil {
		return r.Wrap(err)
	}
	fn, ok := goja.AssertFunction(v)
	if !ok {
		return errors.New("collection.js gives no function")
	}
	if _, err := fn(goja.Undefined(), collections); err != nil {
		return r.Wrap(err)
	}
	return nil
}
