package pubsub

import (
	"context"
	"errors"
	"slices"

	"github.com/dop251/goja"

	core "framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/engine/value"
)

// natives are the native functions of the scripts.
func (s *Set) natives() *goja.Object {
	rt, hub := s.realm.Runtime(), s.opts.Hub
	o := rt.NewObject()
	s.native = o
	set := func(name string, fn func(a args) any) {
		_ = o.Set(name, func(call goja.FunctionCall) goja.Value { // a fresh object takes it
			return s.realm.ToJS(fn(args{s, call}))
		})
	}
	done := func(err error) any {
		if err != nil {
			panic(s.realm.Error(err))
		}
		return value.Undefined{}
	}
	set("warn", func(a args) any { s.opts.Log.Warn(a.text(0)); return value.Undefined{} })
	set("debug", func(a args) any { s.opts.Log.Debug(a.text(0)); return value.Undefined{} })
	set("inspect", func(a args) any { return s.opts.Inspect(a.call.Argument(0)) })
	set("socket", func(a args) any {
		v, err := s.opts.Socket(a.text(0))
		if err != nil {
			panic(s.realm.Error(err))
		}
		return v
	})

	set("has", func(a args) any { return hub.Has(a.text(0)) })
	set("join", func(a args) any { return done(hub.Join(a.ctx(), a.text(0), a.texts(1)...)) })
	set("leave", func(a args) any { return done(hub.Leave(a.ctx(), a.text(0), a.texts(1)...)) })
	set("joinMembers", func(a args) any { return done(hub.JoinMembers(a.ctx(), a.text(0), a.texts(1)...)) })
	set("leaveMembers", func(a args) any { return done(hub.LeaveMembers(a.ctx(), a.text(0), a.texts(1)...)) })
	set("leaveAll", func(a args) any { return done(hub.LeaveAll(a.ctx(), a.text(0), a.truth(1), a.truth(2))) })
	set("broadcast", func(a args) any {
		rooms, data := a.texts(0), a.data(3)
		if !s.opts.Switches.RoomByRoom {
			return done(hub.Broadcast(a.ctx(), rooms, a.texts(1), a.text(2), data))
		}
		for each := range slices.Chunk(rooms, 1) {
			if err := hub.Broadcast(a.ctx(), each, a.texts(1), a.text(2), data); err != nil {
				return done(err)
			}
		}
		return done(nil)
	})
	set("blast", func(a args) any {
		return done(hub.Broadcast(a.ctx(), nil, a.texts(0), a.text(1), a.data(2)))
	})
	set("members", func(a args) any { return list(hub.Members(a.text(0))) })
	set("rooms", func(args) any { return list(hub.RoomNames()) })
	set("roomsOf", func(a args) any { return list(hub.RoomsOf(a.text(0))) })

	set("own", func(a args) any { s.define(a.text(0), a.text(1)); return value.Undefined{} })
	set("watch", func(a args) any {
		return done(s.core.Watch(a.ctx(), core.Request{Socket: a.text(1)}, a.model()))
	})
	set("unwatch", func(a args) any {
		return done(s.core.Unwatch(a.ctx(), core.Request{Socket: a.text(1)}, a.model()))
	})
	set("subscribe", func(a args) any {
		return done(s.core.SubscribeKeys(a.ctx(), core.Request{Socket: a.text(1)}, a.model(), a.list(2), core.ReadContexts(a.value(3))))
	})
	set("unsubscribe", func(a args) any {
		return done(s.core.UnsubscribeKeys(a.ctx(), core.Request{Socket: a.text(1)}, a.model(), a.list(2), core.ReadContexts(a.value(3))))
	})
	set("introduce", func(a args) any { return done(s.core.IntroduceKey(a.ctx(), a.model(), a.value(1))) })
	set("retire", func(a args) any { return done(s.core.RetireKey(a.ctx(), a.model(), a.value(1))) })
	set("subscribers", func(a args) any {
		return list(s.core.Subscribers(a.model(), a.value(1), core.ReadContexts(a.value(2))))
	})
	set("watchers", func(a args) any { return list(s.core.Watchers(a.model())) })
	set("room", func(a args) any { return s.core.Room(a.model(), core.Key(a.model(), a.value(1)), a.text(2)) })
	set("watchersRoom", func(a args) any { return core.WatchersRoom(a.model()) })
	set("contexts", func(a args) any { return list(core.AllContexts(a.model())) })
	set("send", func(a args) any {
		var ids []any
		if v := a.call.Argument(1); !goja.IsNull(v) {
			ids = append([]any{}, a.list(1)...)
		}
		by := core.Request{}
		if v := a.call.Argument(5); !goja.IsUndefined(v) {
			by.Socket = v.String()
		}
		return done(s.core.Send(a.ctx(), by, a.model(), ids, a.text(2), a.text(3), a.data(4)))
	})
	set("publish", func(a args) any { s.publish(a); return value.Undefined{} })

	prefix := ""
	if s.opts.Switches.Private {
		prefix = "_"
	}
	for name, v := range map[string]any{"prefix": prefix, "byList": s.opts.Switches.ByList, "firehose": "", "refuseUnknown": s.opts.RefuseUnknown} {
		_ = o.Set(name, v) // a fresh object takes it
	}
	return o
}

// publish is native.publish(identity, verb, socket, args).
func (s *Set) publish(a args) {
	m, verb := a.model(), a.text(1)
	given := a.call.Argument(3).ToObject(s.realm.Runtime())
	in := make([]goja.Value, arity[verb])
	for i := range in {
		if in[i] = given.Get(key(i)); in[i] == nil {
			in[i] = goja.Undefined()
		}
	}
	ev := core.Event{Verb: verb, Model: m, Script: in}
	ev.By.Origin = in[len(in)-2]
	if verb == core.Messaged {
		ev.By.Origin = in[2]
	}
	if v := a.call.Argument(2); !goja.IsUndefined(v) {
		ev.By.Socket = v.String()
	}
	err := s.read(&ev, in)
	if err == nil {
		err = s.core.PublishBuiltin(a.ctx(), ev)
	}
	var misuse *core.MisuseError
	switch {
	case errors.As(err, &misuse):
		s.opts.Log.Error(misuse.Error())
	case err != nil:
		panic(s.realm.Error(err))
	}
}

// args are the arguments of a native function.
type args struct {
	set  *Set
	call goja.FunctionCall
}

func (a args) ctx() context.Context { return a.set.onLoop(a.set.realm.Context()) }

func (a args) text(i int) string { return a.call.Argument(i).String() }

func (a args) truth(i int) bool { return a.call.Argument(i).ToBoolean() }

func (a args) value(i int) any {
	v, err := a.set.realm.FromJS(a.call.Argument(i))
	if err != nil {
		panic(a.set.realm.Error(err))
	}
	return v
}

// data is an argument as an event carries it.
func (a args) data(i int) any {
	v, err := a.set.opts.Data(a.call.Argument(i))
	if err != nil {
		panic(a.set.realm.Error(err))
	}
	return v
}

func (a args) list(i int) []any {
	list, _ := a.value(i).([]any)
	return list
}

// texts is a list of strings; nil for null.
func (a args) texts(i int) []string {
	list, ok := a.value(i).([]any)
	if !ok {
		return nil
	}
	out := make([]string, 0, len(list))
	for _, v := range list {
		if text, ok := v.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

func (a args) model() *orm.Model {
	s := a.set
	m := s.models[a.text(0)]
	if m == nil || s.core == nil {
		panic(s.realm.Error(errors.New("the models are not ready to publish yet: wait for the event hook:orm:loaded")))
	}
	return m.Model
}

func list(names []string) []any {
	out := make([]any, len(names))
	for i, n := range names {
		out[i] = n
	}
	return out
}
