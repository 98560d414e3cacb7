package pubsub_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"framework/blueprints/pubsub"
	"framework/engine/value"
)

// TestRooms: which rooms a socket is in, release by release.
func TestRooms(t *testing.T) {
	o := community(t)
	user, home := o.Model("user"), o.Model("home")
	ctx, me := context.Background(), pubsub.Request{Socket: "me"}
	all := func(id string) []string {
		out := []string{}
		for _, c := range []string{"update", "destroy", "message", "add:pets", "remove:pets", "add:groups", "remove:groups", "add:friends", "remove:friends", "add:friendOf", "remove:friendOf", "add:likes", "remove:likes"} {
			out = append(out, "user_"+id+":"+c)
		}
		return out
	}
	for _, c := range []struct {
		name     string
		switches pubsub.Switches
		auto     map[string]pubsub.Contexts
		do       func(s *pubsub.Set) error
		want     []string
	}{
		{name: "watch", do: func(s *pubsub.Set) error { return s.Watch(ctx, me, user) }, want: []string{"create_user"}},
		{name: "watch over HTTP", do: func(s *pubsub.Set) error { return s.Watch(ctx, pubsub.Request{}, user) }},
		{name: "unwatch", do: func(s *pubsub.Set) error { return errors.Join(s.Watch(ctx, me, user), s.Unwatch(ctx, me, user)) }},
		{name: "subscribe", do: func(s *pubsub.Set) error { return s.Subscribe(ctx, me, user, record(user, "id", int64(1))) }, want: all("1")},
		{name: "subscribe to text keys", do: func(s *pubsub.Set) error {
			return s.SubscribeKeys(ctx, me, home, []any{"1", 2.0}, pubsub.Only("update"))
		}, want: []string{"home_1:update", "home_2:update"}},
		{name: "subscribe, 1.x", switches: sails1, do: func(s *pubsub.Set) error { return s.Subscribe(ctx, me, user, record(user, "id", int64(1))) }, want: []string{"user_1:user"}},
		{name: "subscribe over HTTP", do: func(s *pubsub.Set) error {
			return s.Subscribe(ctx, pubsub.Request{}, user, record(user, "id", int64(1)))
		}},
		{name: "subscribe to nothing", do: func(s *pubsub.Set) error { return s.Subscribe(ctx, me, user) }},
		{name: "autosubscribe", auto: map[string]pubsub.Contexts{"user": pubsub.Only("destroy")}, do: func(s *pubsub.Set) error { return s.Subscribe(ctx, me, user, record(user, "id", int64(1))) }, want: []string{"user_1:destroy"}},
		{name: "no autosubscribe", auto: map[string]pubsub.Contexts{"user": {}}, do: func(s *pubsub.Set) error { return s.Subscribe(ctx, me, user, record(user, "id", int64(1))) }},
		{name: "unsubscribe from all", auto: map[string]pubsub.Contexts{"home": pubsub.Only("destroy")}, do: func(s *pubsub.Set) error {
			return errors.Join(s.SubscribeKeys(ctx, me, home, []any{int64(1)}, pubsub.Everything()), s.Unsubscribe(ctx, me, home, record(home, "id", int64(1))))
		}},
		{name: "unsubscribe from one", do: func(s *pubsub.Set) error {
			return errors.Join(s.SubscribeKeys(ctx, me, home, []any{int64(1)}, pubsub.Everything()), s.UnsubscribeKeys(ctx, me, home, []any{"1"}, pubsub.Only("destroy")))
		}, want: []string{"home_1:update", "home_1:message"}},
		{name: "introduce", do: func(s *pubsub.Set) error {
			return errors.Join(s.Watch(ctx, me, home), s.Introduce(ctx, home, record(home, "id", int64(4))))
		}, want: []string{"create_home", "home_4:update", "home_4:destroy", "home_4:message"}},
		{name: "introduce to nobody", do: func(s *pubsub.Set) error { return s.Introduce(ctx, home, record(home, "id", int64(4))) }},
		{name: "introduce with autosubscribe", auto: map[string]pubsub.Contexts{"home": pubsub.Only("destroy")}, do: func(s *pubsub.Set) error {
			return errors.Join(s.Watch(ctx, me, home), s.IntroduceKey(ctx, home, "4"))
		}, want: []string{"create_home", "home_4:destroy"}},
		{name: "created introduces", switches: sails12, do: func(s *pubsub.Set) error {
			return errors.Join(s.Watch(ctx, me, home), s.Publish(ctx, pubsub.Event{Verb: "created", Model: home, By: me, Data: value.Of("id", int64(4))}))
		}, want: []string{"create_home", "home_4:update", "home_4:destroy", "home_4:message"}},
		{name: "created does not when the switch is off", switches: sails12, do: func(s *pubsub.Set) error {
			return errors.Join(s.Watch(ctx, me, home), s.Publish(ctx, pubsub.Event{Verb: "created", Model: home, NoIntroduce: true, Data: value.Of("id", int64(4))}))
		}, want: []string{"create_home"}},
		{name: "added subscribes who did it", switches: sails12, do: func(s *pubsub.Set) error {
			return s.Publish(ctx, pubsub.Event{Verb: "addedTo", Model: user, By: me, ID: int64(1), Alias: "likes", Child: int64(2)})
		}, want: []string{"pet_2:update", "pet_2:destroy", "pet_2:message"}},
		{name: "added alone does not", switches: sails12, do: func(s *pubsub.Set) error {
			return s.Publish(ctx, pubsub.Event{Verb: "addedTo", Model: user, By: me, ID: int64(1), Alias: "likes", Child: int64(2), NoReverse: true})
		}},
		{name: "destroyed retires everybody, 0.10", switches: sails10, do: func(s *pubsub.Set) error {
			return errors.Join(s.SubscribeKeys(ctx, me, home, []any{int64(1)}, pubsub.Everything()), s.Publish(ctx, pubsub.Event{Verb: "destroyed", Model: home, ID: int64(1)}))
		}},
		{name: "destroyed retires watchers, 0.12", switches: sails12, do: func(s *pubsub.Set) error {
			return errors.Join(s.SubscribeKeys(ctx, me, home, []any{int64(1)}, pubsub.Only("update")), s.Publish(ctx, pubsub.Event{Verb: "destroyed", Model: home, ID: int64(1)}))
		}, want: []string{"home_1:update"}},
		{name: "retire, 0.12", switches: sails12, do: func(s *pubsub.Set) error {
			return errors.Join(s.Watch(ctx, me, home), s.IntroduceKey(ctx, home, int64(1)), s.Retire(ctx, home, record(home, "id", int64(1))))
		}, want: []string{"create_home"}},
		{name: "retire without autosubscribe", switches: sails12, auto: map[string]pubsub.Contexts{"home": {}}, do: func(s *pubsub.Set) error {
			return errors.Join(s.Watch(ctx, me, home), s.SubscribeKeys(ctx, me, home, []any{int64(1)}, pubsub.Only("update")), s.RetireKey(ctx, home, int64(1)))
		}, want: []string{"create_home", "home_1:update"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newFakeRooms("me", "other")
			s := pubsub.New(pubsub.Options{ORM: o, Rooms: h, Switches: c.switches, Autosubscribe: c.auto})
			if err := c.do(s); err != nil {
				t.Fatal(err)
			}
			if got := h.of("me"); !reflect.DeepEqual(got, c.want) {
				t.Errorf("in %q, want %q", got, c.want)
			}
			if got := h.of("other"); got != nil {
				t.Errorf("somebody else is in %q", got)
			}
		})
	}
}

// TestSubscribers: the watchers of a model, the subscribers of a record, and
// the messages that code sends to them.
func TestSubscribers(t *testing.T) {
	o := community(t)
	home := o.Model("home")
	h := newFakeRooms("a", "b", "c")
	s := pubsub.New(pubsub.Options{ORM: o, Rooms: h, Switches: sails12})
	ctx := context.Background()
	a, b := pubsub.Request{Socket: "a"}, pubsub.Request{Socket: "b"}
	err := errors.Join(s.Watch(ctx, a, home), s.SubscribeKeys(ctx, a, home, []any{int64(1), int64(2)}, pubsub.Only("update")), s.SubscribeKeys(ctx, b, home, []any{int64(1)}, pubsub.Only("destroy")))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"watchers", s.Watchers(home), []string{"a"}},
		{"subscribers", s.Subscribers(home, "1", pubsub.Everything()), []string{"a", "b"}},
		{"in a context", s.Subscribers(home, int64(1), pubsub.Only("destroy")), []string{"b"}},
		{"of nobody", s.Subscribers(home, int64(3), pubsub.Everything()), []string(nil)},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, c.got, c.want)
		}
	}
	err = errors.Join(
		s.Send(ctx, pubsub.Request{}, home, []any{int64(1), int64(2)}, "update", "painted", "green"),
		s.Send(ctx, a, home, []any{int64(1)}, "update", "painted", "red"),
		s.Send(ctx, pubsub.Request{}, home, nil, "", "any", value.Of("x", int64(1))),
	)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := h.listen(), []string{`a painted "green"`, `a painted "green"`, `a any {"x":1}`}; !reflect.DeepEqual(got, want) {
		t.Errorf("heard %q, want %q", got, want)
	}
	if s.Idle(home) {
		t.Error("idle with sockets")
	}
	if !pubsub.New(pubsub.Options{ORM: o, Rooms: newFakeRooms()}).Idle(home) {
		t.Error("not idle without sockets")
	}
}

func TestReadContexts(t *testing.T) {
	for _, c := range []struct {
		in   any
		want pubsub.Contexts
	}{
		{true, pubsub.Everything()},
		{false, pubsub.Contexts{}},
		{nil, pubsub.Contexts{}},
		{"*", pubsub.Everything()},
		{"destroy", pubsub.Only("destroy")},
		{[]any{"update", int64(1), "destroy"}, pubsub.Only("update", "destroy")},
		{[]any{"update", "*"}, pubsub.Everything()},
		{[]any{}, pubsub.Contexts{}},
	} {
		if got := pubsub.ReadContexts(c.in); got.All != c.want.All || !reflect.DeepEqual(append([]string{}, got.Names...), append([]string{}, c.want.Names...)) {
			t.Errorf("%v: got %v, want %v", c.in, got, c.want)
		}
	}
}
