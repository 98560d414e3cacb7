package app

import (
	_ "embed"
	"errors"

	"github.com/dop251/goja"

	"framework/jsapi/compile"
)

//go:embed classicutil.js
var classicUtilSource string

var classicUtilProgram = compile.Once("framework:classicutil.js", classicUtilSource, true)

// classicUtil is native.classicUtil(): it makes framework.util as up to 0.12.
func (a *App) classicUtil(goja.FunctionCall) goja.Value {
	rt := a.realm.Runtime()
	made, err := a.makeClassicUtil()
	if err != nil {
		panic(rt.NewGoError(err))
	}
	return made
}

func (a *App) makeClassicUtil() (goja.Value, error) {
	rt := a.realm.Runtime()
	lodash := rt.NewObject()
	if err := a.opts.Lodash(a.realm, lodash); err != nil {
		return nil, err
	}
	program, err := classicUtilProgram()
	if err != nil {
		return nil, err
	}
	factory, err := rt.RunProgram(program)
	if err != nil {
		return nil, a.realm.Wrap(err)
	}
	call, ok := goja.AssertFunction(factory)
	if !ok {
		return nil, errors.New("classicutil.js gives no function")
	}
	v, err := call(goja.Undefined(), lodash.Get("exports"), a.requireFunction())
	if err != nil {
		return nil, a.realm.Wrap(err)
	}
	return v, nil
}
