package library

import (
	_ "embed"

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
		return export(r, module, name, compiled, sqlite.Natives(r))
	}
}
