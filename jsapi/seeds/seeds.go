package seeds

import (
	_ "embed"
	"errors"

	"github.com/dop251/goja"

	"framework/engine/spelling"
	"framework/jsapi"
	"framework/jsapi/compile"
)

//go:embed seeds.js
var source string

var program = compile.Once("framework:seeds.js", source, true)

// Seeds fill the models of one app. They belong on the loop of its realm.
type Seeds struct {
	realm     *jsapi.Realm
	app       goja.Value
	functions *goja.Object
}

// New makes the seeds of an app object.
func New(r *jsapi.Realm, app goja.Value) (*Seeds, error) {
	p, err := program()
	if err != nil {
		return nil, err
	}
	rt := r.Runtime()
	v, err := rt.RunProgram(p)
	if err != nil {
		return nil, r.Wrap(err)
	}
	install, ok := goja.AssertFunction(v)
	if !ok {
		return nil, errors.New("seeds.js gives no function")
	}
	native := rt.NewObject()
	_ = native.Set("near", func(name string, known []string) string { return spelling.DidYouMean(name, known) }) // a fresh object takes it
	functions, err := install(goja.Undefined(), native)
	if err != nil {
		return nil, r.Wrap(err)
	}
	return &Seeds{realm: r, app: app, functions: functions.ToObject(rt)}, nil
}

// Result is what a seed file came to: how many of its records were created, and how many
// were there.
type Result struct{ Created, Kept int }

// Run creates the records of a seed file, whose exports are given, unless they are there, in
// a transaction where the datastores have some. It settles op with a Result.
func (s *Seeds) Run(op *jsapi.Op, exports goja.Value) {
	rt := s.realm.Runtime()
	run, ok := goja.AssertFunction(s.functions.Get("run"))
	if !ok {
		op.Settle(nil, errors.New("seeds.js has no function run"))
		return
	}
	v, err := run(goja.Undefined(), s.app, exports)
	if err != nil {
		op.Settle(nil, s.realm.Wrap(err))
		return
	}
	s.realm.WhenSettled(v,
		func(v goja.Value) {
			o := v.ToObject(rt)
			op.Settle(Result{Created: int(o.Get("created").ToInteger()), Kept: int(o.Get("kept").ToInteger())}, nil)
		},
		func(v goja.Value) { op.Settle(nil, s.failure(v)) })
}

// failure is why a file cannot be run. A mistake of the file has no place in seeds.js.
func (s *Seeds) failure(v goja.Value) error {
	if o, ok := v.(*goja.Object); ok {
		if code := o.Get("code"); code != nil && code.Export() == "E_SEED" {
			return errors.New(o.Get("message").String())
		}
	}
	return s.realm.GoError(v)
}

// Fixtures is the function fixtures of tests: it empties the models that files name and
// creates their records. load returns the exports of the files of names, of all for none.
func (s *Seeds) Fixtures(load func(names []string) ([]goja.Value, error)) (goja.Value, error) {
	rt := s.realm.Runtime()
	of, ok := goja.AssertFunction(s.functions.Get("fixturesOf"))
	if !ok {
		return nil, errors.New("seeds.js has no function fixturesOf")
	}
	v, err := of(goja.Undefined(), s.app, rt.ToValue(func(names []string) goja.Value {
		list, err := load(names)
		if err != nil {
			panic(s.realm.Error(err))
		}
		values := make([]any, len(list))
		for i, v := range list {
			values[i] = v
		}
		return rt.NewArray(values...)
	}))
	if err != nil {
		return nil, s.realm.Wrap(err)
	}
	return v, nil
}
