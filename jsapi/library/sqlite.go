package library

import (
	_ "embed"
	"fmt"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/modules"
	"framework/jsapi/sqlite"
)

//go:embed bettersqlite3.js
var betterSource string

//go:embed sqlite3.js
var sqlite3Source string

var (
	betterProgram  = compile.Once("framework:better-sqlite3.js", betterSource, false)
	sqlite3Program = compile.Once("framework:sqlite3.js", sqlite3Source, false)
)

const (
	betterName  = "better-sqlite3"
	sqlite3Name = "sqlite3"
)

// overSQLite replaces a package for SQLite, which is a native addon.
func overSQLite(name string, compiled func() (*goja.Program, error)) modules.Core {
	return func(r *jsapi.Realm, module *goja.Object) error {
		program, err := compiled()
		if err != nil {
			return err
		}
		v, err := r.Runtime().RunProgram(program)
		if err != nil {
			return fmt.Errorf("preparing %s: %w", name, r.Wrap(err))
		}
		factory, _ := goja.AssertFunction(v)
		native := r.Runtime().NewObject()
		for k, f := range sqlite.Natives(r) {
			if err := native.Set(k, f); err != nil {
				return err
			}
		}
		exports, err := factory(goja.Undefined(), native, module.Get("require"))
		if err != nil {
			return fmt.Errorf("preparing %s: %w", name, r.Wrap(err))
		}
		return module.Set("exports", exports)
	}
}
