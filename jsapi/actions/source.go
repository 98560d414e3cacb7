package actions

import (
	"framework/engine/project"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/machine"
)

// Source is where the actions of a project come from. It belongs on the loop.
type Source interface {
	// Kit turns definitions into functions; nil where there are none.
	Kit() *machine.Kit
	// ExtendHooks gives hooks what they add helpers with, before they are loaded.
	ExtendHooks() error
	// Load loads controllers, or helpers.
	Load() error
	// Register registers actions of files, once hooks are loaded. skipped are files
	// that have none.
	Register() (skipped []string, err error)
	// Controllers are the actions by what they share with their neighbours.
	Controllers() ([]*app.Controller, error)
	// Changed reports whether there are others since Controllers was called, or other
	// functions in front of them.
	Changed() bool
	// Before are the functions that run in front of actions, by the identities of
	// these. identities lists them; it is called where there may be such functions.
	Before(identities func() []string) (map[string][]jsapi.Function, error)
}

// Controllers are those of 0.10 to 0.12: each file below api/controllers is one.
type Controllers struct {
	js     *app.App
	files  []project.File
	loaded []*app.Controller
}

var _ Source = (*Controllers)(nil)

// NewControllers returns those of the files.
func NewControllers(js *app.App, files []project.File) *Controllers {
	return &Controllers{js: js, files: files}
}

// Kit implements Source.
func (*Controllers) Kit() *machine.Kit { return nil }

// ExtendHooks implements Source.
func (*Controllers) ExtendHooks() error { return nil }

// Load implements Source.
func (c *Controllers) Load() (err error) {
	c.loaded, err = c.js.Controllers(c.files)
	return err
}

// Register implements Source.
func (*Controllers) Register() (skipped []string, err error) { return nil, nil }

// Controllers implements Source.
func (c *Controllers) Controllers() ([]*app.Controller, error) { return c.loaded, nil }

// Before implements Source.
func (*Controllers) Before(func() []string) (map[string][]jsapi.Function, error) { return nil, nil }

// Changed implements Source.
func (*Controllers) Changed() bool { return false }
