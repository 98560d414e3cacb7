package app

import (
	"github.com/dop251/goja"

	"framework/engine/logging"
)

// log writes one line of framework.log.<level>(…) to the server's log.
func (a *App) log(call goja.FunctionCall) goja.Value {
	level, err := logging.Level(call.Argument(0).String())
	if err != nil {
		level = logging.Debug
	}
	a.opts.Log.Log(a.realm.Context(), level, call.Argument(1).String())
	return goja.Undefined()
}
