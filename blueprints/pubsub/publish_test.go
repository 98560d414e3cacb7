package pubsub_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/engine/value"
)

// TestMessages: which sockets get which messages, in which order, with the keys
// in this order and of the type in which they are stored.
func TestMessages(t *testing.T) {
	o := community(t)
	user, pet, home, group := o.Model("user"), o.Model("pet"), o.Model("home"), o.Model("group")
	pets := func(ids ...int64) orm.Records {
		var out orm.Records
		for _, id := range ids {
			out = append(out, record(pet, "name", "Rex", "id", id))
		}
		return out
	}
	users := func(ids ...int64) orm.Records {
		var out orm.Records
		for _, id := range ids {
			out = append(out, record(user, "name", "Bob", "id", id))
		}
		return out
	}
	by := pubsub.Request{Socket: "actor"}
	for _, c := range []struct {
		name     string
		switches pubsub.Switches
		ev       pubsub.Event
		want     []string // of ear
		actor    []string
	}{
		{name: "created", switches: sails12, ev: pubsub.Event{Verb: "created", Model: home, Data: record(home, "street", "Elm", "id", int64(7))}, want: []string{`home {"verb":"created","data":{"street":"Elm","id":7},"id":7}`}, actor: []string{`home {"verb":"created","data":{"street":"Elm","id":7},"id":7}`}},
		{name: "created by a socket", switches: sails12, ev: pubsub.Event{Verb: "created", Model: home, By: by, Data: record(home, "street", "Elm", "id", int64(7))}, want: []string{`home {"verb":"created","data":{"street":"Elm","id":7},"id":7}`}},
		{name: "created by hand", switches: sails12, ev: pubsub.Event{Verb: "created", Model: home, By: by, Data: value.Of("id", "7", "x", int64(1))}, want: []string{`home {"verb":"created","data":{"id":"7","x":1},"id":7}`}},
		{name: "created with a reference", switches: sails12, ev: pubsub.Event{Verb: "created", Model: pet, By: by, Data: record(pet, "name", "Rex", "owner", int64(1), "id", int64(5))}, want: []string{
			`user {"id":1,"verb":"addedTo","attribute":"pets","addedId":5}`,
			`pet {"verb":"created","data":{"name":"Rex","owner":1,"id":5},"id":5}`,
		}},
		{name: "created with members by key", switches: sails12, ev: pubsub.Event{Verb: "created", Model: user, By: by, Data: value.Of("id", int64(9), "pets", []any{"1", int64(2)}, "groups", []any{int64(1)})}, want: []string{
			`pet {"verb":"updated","data":{"owner":9},"id":1}`,
			`pet {"verb":"updated","data":{"owner":9},"id":2}`,
			`group {"id":1,"verb":"addedTo","attribute":"members","addedId":9}`,
			`user {"verb":"created","data":{"id":9,"pets":["1",2],"groups":[1]},"id":9}`,
		}},
		{name: "records in a created one, 0.x", switches: sails12, ev: pubsub.Event{Verb: "created", Model: user, By: by, Data: record(user, "pets", pets(1), "id", int64(9))}, want: []string{
			`user {"verb":"created","data":{"pets":[{"name":"Rex","id":1}],"id":9},"id":9}`,
		}},
		{name: "records in a created one, 1.x", switches: sails1, ev: pubsub.Event{Verb: "created", Model: user, By: by, Data: record(user, "pets", pets(1), "id", int64(9))}, want: []string{
			`pet {"verb":"updated","data":{"owner":9},"id":1}`,
			`user {"verb":"created","data":{"pets":[{"name":"Rex","id":1}],"id":9},"id":9}`,
		}},
		{name: "empty collections, 0.10", switches: sails10, ev: pubsub.Event{Verb: "created", Model: group, By: by, Data: record(group, "title", "chess", "id", int64(3))}, want: []string{`group {"verb":"created","data":{"members":[],"title":"chess","id":3},"id":3}`}},
		{name: "protected attributes", switches: sails12, ev: pubsub.Event{Verb: "created", Model: user, By: by, Data: record(user, "name", "Eve", "secret", "x", "id", int64(9))}, want: []string{`user {"verb":"created","data":{"name":"Eve","id":9},"id":9}`}},
		{name: "protected attributes by hand", switches: sails12, ev: pubsub.Event{Verb: "updated", Model: pet, By: by, ID: int64(1), Data: value.Of("name", "Max"), Previous: value.Of("owner", value.Of("id", int64(1), "secret", "x"))}, want: []string{`pet {"verb":"updated","data":{"name":"Max"},"id":1,"previous":{"owner":{"id":1}}}`}},
		{name: "updated", switches: sails12, ev: pubsub.Event{Verb: "updated", Model: user, By: by, ID: "1", Data: value.Of("name", "Bob", "secret", "y"), Previous: record(user, "name", "Ada", "secret", "x", "id", int64(1))}, want: []string{`user {"verb":"updated","data":{"name":"Bob"},"id":1,"previous":{"name":"Ada","id":1}}`}},
		{name: "updated without anything", switches: sails12, ev: pubsub.Event{Verb: "updated", Model: home, By: by, ID: int64(1)}, want: []string{`home {"verb":"updated","id":1}`}},
		{name: "updated reference", switches: sails12, ev: pubsub.Event{Verb: "updated", Model: pet, By: by, ID: int64(1), Data: value.Of("owner", "2"), Previous: record(pet, "owner", record(user, "name", "Ada", "id", int64(1)), "id", int64(1))}, want: []string{
			`user {"id":1,"verb":"removedFrom","attribute":"pets","removedId":1}`,
			`user {"id":2,"verb":"addedTo","attribute":"pets","addedId":1}`,
			`pet {"verb":"updated","data":{"owner":"2"},"id":1,"previous":{"owner":{"name":"Ada","id":1},"id":1}}`,
		}},
		{name: "updated reference to the same", switches: sails12, ev: pubsub.Event{Verb: "updated", Model: pet, By: by, ID: int64(1), Data: value.Of("owner", "1"), Previous: value.Of("owner", int64(1))}, want: []string{
			`pet {"verb":"updated","data":{"owner":"1"},"id":1,"previous":{"owner":1}}`,
		}},
		{name: "updated reference without what it was", switches: sails12, ev: pubsub.Event{Verb: "updated", Model: pet, By: by, ID: int64(1), Data: value.Of("owner", int64(2))}, want: []string{`pet {"verb":"updated","data":{"owner":2},"id":1}`}},
		{name: "updated reference alone", switches: sails12, ev: pubsub.Event{Verb: "updated", Model: pet, By: by, ID: int64(1), NoReverse: true, Data: value.Of("owner", int64(2)), Previous: value.Of("owner", int64(1))}, want: []string{`pet {"verb":"updated","data":{"owner":2},"id":1,"previous":{"owner":1}}`}},
		{name: "updated reference to nobody", switches: sails12, ev: pubsub.Event{Verb: "updated", Model: pet, By: by, ID: int64(1), Data: value.Of("owner", nil), Previous: value.Of("owner", int64(1))}, want: []string{
			`user {"id":1,"verb":"removedFrom","attribute":"pets","removedId":1}`,
			`pet {"verb":"updated","data":{"owner":null},"id":1,"previous":{"owner":1}}`,
		}},
		{name: "updated members", switches: sails12, ev: pubsub.Event{Verb: "updated", Model: user, By: by, ID: int64(1), Data: value.Of("pets", []any{int64(2), int64(3)}), Previous: record(user, "pets", pets(1, 2), "id", int64(1))}, want: []string{
			`pet {"verb":"updated","data":{"owner":null},"id":1}`,
			`pet {"verb":"updated","data":{"owner":1},"id":3}`,
			`user {"verb":"updated","data":{"pets":[2,3]},"id":1,"previous":{"pets":[{"name":"Rex","id":1},{"name":"Rex","id":2}],"id":1}}`,
		}},
		{name: "updated members nobody knew", switches: sails12, ev: pubsub.Event{Verb: "updated", Model: user, By: by, ID: int64(1), Data: value.Of("pets", []any{int64(2)}), Previous: record(user, "id", int64(1))}, want: []string{
			`user {"verb":"updated","data":{"pets":[2]},"id":1,"previous":{"id":1}}`,
		}},
		{name: "updated members of both sides", switches: sails12, ev: pubsub.Event{Verb: "updated", Model: group, By: by, ID: int64(1), Data: value.Of("members", []any{value.Of("id", int64(2))}), Previous: record(group, "members", users(1), "id", int64(1))}, want: []string{
			`user {"id":1,"verb":"removedFrom","attribute":"groups","removedId":1}`,
			`user {"id":2,"verb":"addedTo","attribute":"groups","addedId":1}`,
			`group {"verb":"updated","data":{"members":[{"id":2}]},"id":1,"previous":{"members":[{"name":"Bob","id":1}],"id":1}}`,
		}},
		{name: "updated pair", switches: sails12, ev: pubsub.Event{Verb: "updated", Model: o.Model("passport"), By: by, ID: int64(1), Data: value.Of("holder", int64(2)), Previous: value.Of("holder", int64(1))}, want: []string{
			`citizen {"verb":"updated","data":{"passport":null},"id":1}`,
			`citizen {"verb":"updated","data":{"passport":1},"id":2}`,
			`passport {"verb":"updated","data":{"holder":2},"id":1,"previous":{"holder":1}}`,
		}},
		{name: "destroyed", switches: sails12, ev: pubsub.Event{Verb: "destroyed", Model: user, By: by, ID: "1", Previous: record(user, "home", record(home, "id", int64(1)), "pets", pets(1), "groups", orm.Records{record(group, "id", int64(1))}, "friends", users(2), "likes", pets(2), "name", "Ada", "id", int64(1))}, want: []string{
			`user {"verb":"destroyed","id":1,"previous":{"home":{"id":1},"pets":[{"name":"Rex","id":1}],"groups":[{"id":1}],"friends":[{"name":"Bob","id":2}],"likes":[{"name":"Rex","id":2}],"name":"Ada","id":1}}`,
			`pet {"verb":"updated","data":{"owner":null},"id":1}`,
			`group {"id":1,"verb":"removedFrom","attribute":"members","removedId":1}`,
			`user {"id":2,"verb":"removedFrom","attribute":"friendOf","removedId":1}`,
		}},
		{name: "destroyed by hand", switches: sails12, ev: pubsub.Event{Verb: "destroyed", Model: pet, By: by, ID: int64(1), Previous: value.Of("owner", int64(1))}, want: []string{
			`pet {"verb":"destroyed","id":1,"previous":{"owner":1}}`,
			`user {"id":1,"verb":"removedFrom","attribute":"pets","removedId":1}`,
		}},
		{name: "destroyed, nothing known", switches: sails12, ev: pubsub.Event{Verb: "destroyed", Model: pet, By: by, ID: int64(1)}, want: []string{`pet {"verb":"destroyed","id":1}`}},
		{name: "added", switches: sails12, ev: pubsub.Event{Verb: "addedTo", Model: user, By: by, ID: "1", Alias: "pets", Child: "2"}, want: []string{
			`user {"id":1,"verb":"addedTo","attribute":"pets","addedId":2}`,
			`pet {"verb":"updated","data":{"owner":1},"id":2}`,
		}},
		{name: "added with the record", switches: sails12, ev: pubsub.Event{Verb: "addedTo", Model: group, By: by, ID: int64(1), Alias: "members", Child: int64(2), Added: record(user, "name", "Bob", "secret", "x", "id", int64(2)), NoReverse: true}, want: []string{
			`group {"id":1,"verb":"addedTo","attribute":"members","addedId":2,"added":{"name":"Bob","id":2}}`,
		}},
		{name: "added to both sides", switches: sails12, ev: pubsub.Event{Verb: "addedTo", Model: user, By: by, ID: int64(1), Alias: "friends", Child: int64(2)}, want: []string{
			`user {"id":1,"verb":"addedTo","attribute":"friends","addedId":2}`,
			`user {"id":2,"verb":"addedTo","attribute":"friendOf","addedId":1}`,
		}},
		{name: "added to one side", switches: sails12, ev: pubsub.Event{Verb: "addedTo", Model: user, By: by, ID: int64(1), Alias: "likes", Child: int64(2)}, want: []string{`user {"id":1,"verb":"addedTo","attribute":"likes","addedId":2}`}},
		{name: "removed", switches: sails12, ev: pubsub.Event{Verb: "removedFrom", Model: user, By: by, ID: int64(1), Alias: "pets", Child: "2"}, want: []string{
			`user {"id":1,"verb":"removedFrom","attribute":"pets","removedId":2}`,
			`pet {"verb":"updated","data":{"owner":null},"id":2}`,
		}},
		{name: "removed from both sides", switches: sails1, ev: pubsub.Event{Verb: "removedFrom", Model: group, By: by, ID: int64(1), Alias: "members", Child: int64(2)}, want: []string{
			`group {"id":1,"verb":"removedFrom","attribute":"members","removedId":2}`,
			`user {"id":2,"verb":"removedFrom","attribute":"groups","removedId":1}`,
		}},
		{name: "messaged", switches: sails12, ev: pubsub.Event{Verb: "messaged", Model: user, By: by, ID: "1", Data: value.Of("hi", "there")}, want: []string{`user {"verb":"messaged","id":1,"data":{"hi":"there"}}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newFakeRooms("actor", "ear")
			s := pubsub.New(pubsub.Options{ORM: o, Rooms: h, Switches: c.switches})
			ctx := context.Background()
			for _, who := range []string{"actor", "ear"} {
				for _, m := range o.Models() {
					if err := errors.Join(s.Watch(ctx, pubsub.Request{Socket: who}, m), s.SubscribeKeys(ctx, pubsub.Request{Socket: who}, m, []any{int64(1), int64(2), int64(3)}, pubsub.Everything())); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := s.Publish(ctx, c.ev); err != nil {
				t.Fatal(err)
			}
			var ear, actor []string
			for _, line := range h.listen() {
				if rest, ok := strings.CutPrefix(line, "ear "); ok {
					ear = append(ear, rest)
				} else {
					actor = append(actor, strings.TrimPrefix(line, "actor "))
				}
			}
			if !reflect.DeepEqual(ear, c.want) {
				t.Errorf("heard\n%s\nwant\n%s", lines(ear), lines(c.want))
			}
			if !reflect.DeepEqual(actor, c.actor) {
				t.Errorf("who did it heard\n%s\nwant\n%s", lines(actor), lines(c.actor))
			}
		})
	}
}

func lines(list []string) string {
	out := ""
	for _, l := range list {
		out += l + "\n"
	}
	return out
}

// TestMisuse: names that do not exist are an error, and no message is sent.
func TestMisuse(t *testing.T) {
	o := community(t)
	user := o.Model("user")
	h := newFakeRooms("ear")
	s := pubsub.New(pubsub.Options{ORM: o, Rooms: h, Switches: sails12})
	for name, ev := range map[string]pubsub.Event{
		"created without a key": {Verb: "created", Model: user, Data: value.Of("name", "x")},
		"created of nothing":    {Verb: "created", Model: user},
		"updated of an object":  {Verb: "updated", Model: user, ID: value.Of("id", int64(1))},
		"updated of nobody":     {Verb: "updated", Model: user},
		"added to nothing":      {Verb: "addedTo", Model: user, ID: int64(1), Child: int64(1)},
		"added nobody":          {Verb: "addedTo", Model: user, ID: int64(1), Alias: "pets"},
	} {
		var misuse *pubsub.MisuseError
		if err := s.Publish(context.Background(), ev); !errors.As(err, &misuse) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	for name, ev := range map[string]pubsub.Event{
		"an unknown verb":          {Verb: "exploded", Model: user, ID: int64(1)},
		"added to no collection":   {Verb: "addedTo", Model: user, ID: int64(1), Alias: "home", Child: int64(1)},
		"removed from the unknown": {Verb: "removedFrom", Model: user, ID: int64(1), Alias: "x", Child: int64(1)},
	} {
		var misuse *pubsub.MisuseError
		if err := s.Publish(context.Background(), ev); err == nil || errors.As(err, &misuse) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if heard := h.listen(); len(heard) > 0 {
		t.Errorf("published %q", heard)
	}
}
