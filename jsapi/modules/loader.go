package modules

import (
	"github.com/dop251/goja"

	"framework/jsapi"
)

// Core makes the exports of a core or stand-in module on first require.
type Core func(r *jsapi.Realm, module *goja.Object) error

// Options configure a Loader.
type Options struct {
	Root string // project folder
	// Core are the modules that need no file, by name ("fs", "node:fs" is the
	// same); they win over node_modules.
	Core map[string]Core
	// Fallback are modules used when node_modules has none of that name:
	// paths such as "sails/lib/hooks/blueprints/actionUtil".
	Fallback map[string]Core
	// Cache keeps compiled programs between realms; nil makes one.
	Cache *Cache
}

// Cache keeps compiled programs by the hash of their source, across realms and
// snapshots. Safe for concurrent use.
type Cache struct{}

// NewCache returns an empty Cache.
func NewCache() *Cache { panic("modules.NewCache") }

// Loader is the require of one realm.
type Loader struct{}

// Install gives the realm its require machinery.
func Install(r *jsapi.Realm, opts Options) (*Loader, error) { panic("modules.Install") }

// Require loads the module at path, absolute or relative to the project root,
// and returns its exports. Errors are *jsapi.ScriptError.
func (l *Loader) Require(path string) (goja.Value, error) { panic("modules.Require") }

// Loaded lists the files that were read, absolute, in order of loading.
func (l *Loader) Loaded() []string { panic("modules.Loaded") }
