package console

import (
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/compile"
)

// Console is the console of one realm. Its methods must be called on the realm's
// loop.
type Console struct {
	realm   *jsapi.Realm
	inspect goja.Callable
	names   goja.Callable
}

//go:embed js/names.js
var namesSource string

var namesProgram = compile.Once("console.js", namesSource, true)

// New creates the console of a realm. require is that of the project. Inputs see
// it as a global, and the members of globals that are not yet globals.
func New(r *jsapi.Realm, require goja.Value, globals map[string]goja.Value) (*Console, error) {
	rt := r.Runtime()
	load, ok := goja.AssertFunction(require)
	if !ok {
		return nil, errors.New("the console needs require")
	}
	util, err := load(goja.Undefined(), rt.ToValue("util"))
	if err != nil {
		return nil, r.Wrap(err)
	}
	c := &Console{realm: r}
	if c.inspect, ok = goja.AssertFunction(util.ToObject(rt).Get("inspect")); !ok {
		return nil, errors.New("the module util has no inspect")
	}
	program, err := namesProgram()
	if err != nil {
		return nil, err
	}
	names, err := rt.RunProgram(program)
	if err != nil {
		return nil, r.Wrap(err)
	}
	c.names, _ = goja.AssertFunction(names)
	here := rt.GlobalObject()
	for name, v := range globals {
		if here.Get(name) != nil {
			continue
		}
		if err := here.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return nil, err
		}
	}
	return c, here.DefineDataProperty("require", require, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// Shown is the printed result of an input.
type Shown struct {
	Text string
	// Failed: it is an uncaught error.
	Failed bool
}

// Run runs in and settles op with the Shown of its value. A promise or a query
// that has not run is awaited.
func (c *Console) Run(op *jsapi.Op, in *Input, colours bool) {
	rt := c.realm.Runtime()
	for _, name := range in.names {
		if _, err := rt.RunString("var " + name); err != nil && !isThrown(err) {
			op.Settle(nil, c.realm.Wrap(err))
			return
		} // the exception is that the name is already declared
	}
	fulfilled := func(v goja.Value) { op.Settle(c.show(v, colours, false)) }
	rejected := func(v goja.Value) { op.Settle(c.show(v, colours, true)) }
	v, err := rt.RunProgram(in.program)
	if ex, ok := err.(*goja.Exception); ok { //nolint:errorlint // it is what goja returns
		rejected(ex.Value())
		return
	}
	if err != nil {
		op.Settle(nil, c.realm.Wrap(err))
		return
	}
	if !c.realm.WhenSettled(v, fulfilled, rejected) {
		fulfilled(v)
	}
}

func isThrown(err error) bool {
	_, ok := err.(*goja.Exception) //nolint:errorlint // it is what goja returns
	return ok
}

func (c *Console) show(v goja.Value, colours, failed bool) (any, error) {
	rt := c.realm.Runtime()
	opts := rt.NewObject()
	if err := opts.Set("colors", colours); err != nil {
		return nil, err
	}
	text, err := c.inspect(goja.Undefined(), v, opts)
	if err != nil {
		return nil, c.realm.Wrap(err)
	}
	s := Shown{text.String(), failed}
	if failed {
		s.Text = "Uncaught " + own.ReplaceAllString(s.Text, "$1")
	}
	return s, nil
}

// own matches the frames of a call stack that are inside of the server.
var own = regexp.MustCompile(`(?m)\n +at (?:\S+ \()?framework[:/].*?( \{)?$`)

// Complete lists the completions of a name, sorted. of are the names before it,
// each a member of the previous one; the first is a global.
func (c *Console) Complete(of []string, prefix string) ([]string, error) {
	rt := c.realm.Runtime()
	list := make([]any, len(of))
	for i, name := range of {
		list[i] = name
	}
	found, err := c.names(goja.Undefined(), rt.NewArray(list...), rt.ToValue(prefix))
	if err != nil {
		return nil, c.realm.Wrap(err)
	}
	out := []string{}
	if err := rt.ExportTo(found, &out); err != nil {
		return nil, fmt.Errorf("the names after %v: %w", of, err)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}
