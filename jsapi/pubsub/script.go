package pubsub

import (
	"context"
	"fmt"
	"strconv"

	"github.com/dop251/goja"

	core "framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
	"framework/router"
)

var _ core.Script = (*Set)(nil)

// loopKey marks contexts of code that runs on the loop.
type loopKey struct{ set *Set }

func (s *Set) onLoop(ctx context.Context) context.Context {
	return context.WithValue(ctx, loopKey{s}, true)
}

// define notes that a model has a function of its own.
func (s *Set) define(identity, name string) {
	s.mu.Lock()
	if s.own[identity] == nil {
		s.own[identity] = map[string]bool{}
	}
	s.own[identity][name] = true
	s.mu.Unlock()
	if s.core != nil {
		s.core.Refresh()
	}
}

// Has implements core.Script.
func (s *Set) Has(m *orm.Model, name string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.own[m.Identity][name]
}

// Turn implements core.Script: it is one turn on the loop, whatever fn calls.
func (s *Set) Turn(ctx context.Context, fn func(ctx context.Context) error) error {
	if ctx.Value(loopKey{s}) != nil {
		return fn(ctx)
	}
	return s.opts.Isolate.Do(ctx, func(*jsapi.Realm) error { return fn(s.onLoop(ctx)) })
}

// Call implements core.Script.
func (s *Set) Call(_ context.Context, m *orm.Model, name string, given ...any) error {
	in := make([]goja.Value, len(given))
	for i, v := range given {
		in[i] = s.argument(v)
	}
	return s.invoke(m, name, in)
}

// argument is a value of the core as functions of the project get it.
func (s *Set) argument(v any) goja.Value {
	switch v := v.(type) {
	case core.Request:
		return s.request(v)
	case orm.Records:
		if len(v) == 1 {
			return s.realm.ToJS(v[0])
		}
	case *value.Map: // a message
		out := value.New(v.Len())
		for k, member := range v.All() {
			out.Set(k, s.plain(member))
		}
		return s.realm.ToJS(out)
	}
	return s.realm.ToJS(v)
}

// plain is a record as its toJSON gives it, anything else as it is.
func (s *Set) plain(v any) any {
	record, ok := v.(*orm.Record)
	if !ok || record == nil {
		return v
	}
	o := s.realm.ToJS(record).ToObject(s.realm.Runtime())
	toJSON, ok := goja.AssertFunction(o.Get("toJSON"))
	if !ok {
		return o
	}
	out, err := toJSON(o)
	if err != nil {
		panic(err)
	}
	return out
}

// request returns the req for functions of the project, undefined without a request.
func (s *Set) request(by core.Request) goja.Value {
	switch origin := by.Origin.(type) {
	case nil:
	case goja.Value:
		return origin
	case *value.Map:
		return s.realm.ToJS(origin)
	case bool:
		return s.realm.Runtime().ToValue(origin)
	case *router.Exchange:
		if s.opts.Request != nil {
			return s.opts.Request(origin)
		}
	}
	return goja.Undefined()
}

func (s *Set) invoke(m *orm.Model, name string, in []goja.Value) error {
	o := s.models[m.Identity].object
	fn, ok := goja.AssertFunction(o.Get(name))
	if !ok {
		return nil // it was taken away
	}
	if _, err := fn(o, in...); err != nil {
		return fmt.Errorf("%s of %s failed: %w", name, m.GlobalID, s.realm.Wrap(err))
	}
	return nil
}

// arity is how many arguments the publishing methods take, by verb.
var arity = map[string]int{
	core.Created: 3, core.Updated: 4, core.Destroyed: 3, core.AddedTo: 5, core.RemovedFrom: 5, core.Messaged: 3,
}

// Event implements core.Script.
func (s *Set) Event(_ context.Context, name string, ev *core.Event) (err error) {
	in, ok := ev.Script.([]goja.Value)
	if !ok {
		if ex := s.realm.Runtime().Try(func() { in = s.write(ev) }); ex != nil {
			return s.realm.Wrap(ex)
		}
		ev.Script = in
	}
	if err := s.invoke(ev.Model, name, in); err != nil {
		return err
	}
	return s.read(ev, in)
}

// write makes the arguments of a publishing method of an event.
func (s *Set) write(ev *core.Event) []goja.Value {
	r := s.realm
	options := value.New(2)
	if ev.Previous != nil {
		options.Set("previous", s.plain(ev.Previous))
	}
	if ev.NoReverse {
		options.Set("noReverse", true)
	}
	given := goja.Undefined()
	if options.Len() > 0 {
		given = r.ToJS(options)
	}
	by := s.request(ev.By)
	switch ev.Verb {
	case core.Created:
		return []goja.Value{r.ToJS(s.plain(ev.Data)), by, given}
	case core.Updated:
		return []goja.Value{r.ToJS(ev.ID), r.ToJS(ev.Data), by, given}
	case core.Destroyed:
		return []goja.Value{r.ToJS(ev.ID), by, given}
	}
	child := r.ToJS(ev.Child)
	if ev.Added != nil {
		child = r.ToJS(s.plain(ev.Added))
	}
	return []goja.Value{r.ToJS(ev.ID), r.ToJS(ev.Alias), child, by, given}
}

// read makes an event of the arguments of its publishing method.
func (s *Set) read(ev *core.Event, in []goja.Value) error {
	var err error
	val := func(i int) any {
		v, e := s.value(in[i])
		if e != nil && err == nil {
			err = e
		}
		return v
	}
	if ev.Verb == core.Created {
		ev.Data = val(0)
	} else {
		ev.ID = val(0)
	}
	switch ev.Verb {
	case core.Updated:
		if ev.Data = val(1); isUndefined(ev.Data) {
			ev.Data = nil
		}
	case core.Messaged:
		if ev.Data, err = s.opts.Data(in[1]); err != nil {
			return err
		}
		return err
	case core.AddedTo, core.RemovedFrom:
		ev.Alias, _ = val(1).(string)
		ev.Child = val(2)
		if o, ok := in[2].(*goja.Object); ok {
			target := ""
			if a := ev.Model.Association(ev.Alias); a != nil {
				target = ev.Model.ORM().Model(a.Target).PrimaryKey
			}
			ev.Added = ev.Child
			if ev.Child, err = s.realm.FromJS(o.Get(target)); err != nil {
				return err
			}
		}
	}
	if options, ok := in[len(in)-1].(*goja.Object); ok {
		ev.NoReverse = truth(options, "noReverse")
		ev.NoIntroduce = ev.NoIntroduce || truth(options, "noIntroduce")
		if previous := options.Get("previous"); previous != nil && previous.ToBoolean() {
			v, e := s.value(previous)
			if e != nil {
				return e
			}
			ev.Previous = v
		}
	}
	return err
}

// value converts an object as JSON does; records stay records.
func (s *Set) value(v goja.Value) (any, error) {
	o, ok := v.(*goja.Object)
	if !ok {
		return s.realm.FromJS(v)
	}
	hosted, err := s.realm.Hosted(o)
	if err != nil {
		return nil, err
	}
	if record, ok := hosted.(*orm.Record); ok {
		return record, nil
	}
	out, err := s.realm.JSONValue(o)
	if isUndefined(out) {
		return nil, err
	}
	return out, err
}

// Shown implements core.Script.
func (s *Set) Shown(_ context.Context, record *orm.Record) (v any, err error) {
	if ex := s.realm.Runtime().Try(func() {
		v, err = s.realm.JSONValue(s.realm.ToJS(record))
	}); ex != nil {
		return nil, s.realm.Wrap(ex)
	}
	return v, err
}

func truth(o *goja.Object, name string) bool {
	v := o.Get(name)
	return v != nil && v.ToBoolean()
}

func isUndefined(v any) bool {
	_, ok := v.(value.Undefined)
	return ok
}

func key(i int) string { return strconv.Itoa(i) }
