package app

import (
	_ "embed"
	"errors"

	"github.com/dop251/goja"

	"framework/jsapi/compile"
)

//go:embed describe.js
var describeSource string

var describeProgram = compile.Once("framework:describe.js", describeSource, true)

// Describe is what the code of the project offers, as the JSON that package describe
// reads. It belongs on the loop, and runs code of the project where members of its
// objects are accessors.
func (a *App) Describe() ([]byte, error) {
	made, err := a.runProgram(describeProgram)
	if err != nil {
		return nil, err
	}
	call, ok := goja.AssertFunction(made)
	if !ok {
		return nil, errors.New("describe.js gives no function")
	}
	v, err := call(goja.Undefined(), a.object)
	if err != nil {
		return nil, a.realm.Wrap(err)
	}
	return []byte(v.String()), nil
}
