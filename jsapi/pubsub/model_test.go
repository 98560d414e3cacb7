package pubsub_test

import (
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	core "framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/profile/answers"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/pubsub"
)

// pet binds a model of a release to the global Pet; source is its object as the
// project made it.
func (w *world) pet(release core.Switches, source string) (*core.Set, *orm.Model) {
	w.t.Helper()
	db, err := sqldb.Open(w.t.Context(), sqldb.Options{Path: filepath.Join(w.t.TempDir(), "test.db"), Sparse: true, Synchronous: "OFF"})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = db.Close() })
	o, err := orm.Open(w.t.Context(), []*orm.Definition{{
		Identity: "pet", GlobalID: "Pet", Source: "api/models/Pet.js", Datastore: "ram", Migrate: orm.Drop, AutoPK: true,
		Attributes: []orm.AttributeDef{{Name: "name", Type: "string"}},
	}}, orm.Options{Datastores: map[string]orm.Adapter{"ram": db}})
	if err != nil {
		w.t.Fatal(err)
	}
	var set *core.Set
	err = w.iso.Do(w.t.Context(), func(r *jsapi.Realm) error {
		v, err := r.Runtime().RunString("var Pet = Object.assign({identity: 'pet', globalId: 'Pet', primaryKey: 'id'}, " + source + "), calls = []; Pet")
		if err != nil {
			return err
		}
		if err := w.set.Model(o.Model("pet"), v.ToObject(r.Runtime())); err != nil {
			return err
		}
		set = core.New(core.Options{ORM: o, Rooms: w.hub, Script: w.set, Switches: release, Autosubscribe: w.set.Autosubscribe(), Log: slog.New(w.log)})
		w.set.Start(set)
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return set, o.Model("pet")
}

// TestModelMethods: what the methods of models join, leave and send in 0.12 and
// in 1.x.
func TestModelMethods(t *testing.T) {
	classic, modern := answers.Classic("0.12").PubSub, answers.Modern().PubSub
	for _, tt := range []struct {
		name            string
		release         core.Switches
		script, value   string
		calls, warnings string
	}{
		{name: "watch", release: classic, script: `Pet.watch(req); Pet.watchers().length`, value: `1`, calls: `join a [sails_model_create_pet]`},
		{name: "watch without a socket", release: classic, script: `Pet.watch(plain); 0`, value: `0`, warnings: "has no effect"},
		{name: "unwatch", release: classic, script: `Pet.unwatch(req); 0`, value: `0`, calls: `leave a [sails_model_create_pet]`},
		{name: "subscribe to a context", release: classic, script: `Pet.subscribe(req, [{id: 1}, 2], ["update"]); Pet.subscribers(1, "update").length`, value: `1`, calls: `join a [sails_model_pet_1:update sails_model_pet_2:update]`},
		{name: "subscribe to what is no key", release: classic, script: `Pet.subscribe(req, [{}], ["update"]); 0`, value: `0`, warnings: "is no key of a record"},
		{name: "subscribe without records", release: classic, script: `Pet.subscribe(req); 0`, value: `0`, calls: `join a [sails_model_create_pet]`, warnings: "old way to say watch"},
		{name: "unsubscribe", release: classic, script: `Pet.unsubscribe(req, {id: 1}, "update"); 0`, value: `0`, calls: `leave a [sails_model_pet_1:update]`},
		{name: "message", release: classic, script: `Pet.message({id: 1}, {n: 1}, req); 0`, value: `0`, calls: `to [sails_model_pet_1:message] except [a] pet [{"verb":"messaged","id":1,"data":{"n":1}}]`},
		{name: "publishUpdate", release: classic, script: `Pet.publishUpdate(1, {name: "x"}); 0`, value: `0`, calls: `to [sails_model_pet_1:update] except [] pet [{"verb":"updated","data":{"name":"x"},"id":1}]`},
		{name: "publishDestroy but to the sender", release: classic, script: `Pet.publishDestroy(1, req); 0`, value: `0`, calls: `to [sails_model_pet_1:destroy] except [a] pet [{"verb":"destroyed","id":1}]; leave members of sails_model_create_pet [sails_model_pet_1:update sails_model_pet_1:destroy sails_model_pet_1:message]`},
		{name: "names of rooms", release: classic, script: `[Pet.room(1, "update"), Pet.classRoom()]`, value: `["sails_model_pet_1:update","sails_model_create_pet"]`},
		{name: "publish without an event", release: classic, script: `Pet.publish([1], {n: 1}, req); 0`, value: `0`, calls: `to [sails_model_pet_1:message] except [a] pet [{"n":1}]`, warnings: "without a context"},
		{name: "publish of an event", release: classic, script: `Pet.publish([1], "own", {n: 1}, req); 0`, value: `0`, calls: `to [sails_model_pet_1:message] except [a] own [{"n":1}]`, warnings: "without a context"},
		{name: "publishCreate of nothing", release: classic, script: `try { Pet.publishCreate() } catch (e) { e.name }`, value: `"TypeError"`},
		{name: "pluralize", release: classic, script: `Pet.pluralize([1, {id: 2, name: "x"}])`, value: `[{"id":1},{"id":2,"name":"x"}]`},

		{name: "1.x subscribe", release: modern, script: `Pet.subscribe(req, [1, 2]); 0`, value: `0`, calls: `join a [sails_model_pet_1:pet sails_model_pet_2:pet]`},
		{name: "1.x subscribe to one that is no list", release: modern, script: `Pet.subscribe(req, 1); 0`, value: `0`, calls: `join a [sails_model_pet_1:pet]`, warnings: "takes a list of keys"},
		{name: "1.x publish", release: modern, script: `Pet.publish([1], {verb: "published", id: 1}, req); 0`, value: `0`, calls: `to [sails_model_pet_1:pet] except [a] pet [{"verb":"published","id":1}]`},
		{name: "1.x publish of nothing", release: modern, script: `Pet.publish(undefined, {}); 0`, value: `0`, warnings: "needs a list of keys"},
		{name: "1.x getRoomName", release: modern, script: `Pet.getRoomName(7)`, value: `"sails_model_pet_7:pet"`},
		{name: "1.x hides the old names", release: modern, script: `[typeof Pet.publishCreate, typeof Pet._publishCreate, typeof Pet.watch, typeof Pet._watch]`, value: `["undefined","function","undefined","function"]`},
		{name: "1.x watch", release: modern, script: `Pet._watch(req); 0`, value: `0`, calls: `join a [sails_model_create_pet]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, func(o *pubsub.Options) { o.Switches = tt.release })
			w.pet(tt.release, `{}`)
			w.check(tt.script, tt.value, tt.calls, tt.warnings)
		})
	}
}

// TestOwnMethods: a model's own function stands in place of the built-in one,
// for code of the project and for the default actions, also when it is assigned
// later.
func TestOwnMethods(t *testing.T) {
	w := open(t, nil)
	release := answers.Classic("0.12").PubSub
	set, m := w.pet(release, `{
		publishCreate: function (values, req, options) { calls.push("publishCreate " + JSON.stringify(values) + " " + (req === undefined)); },
		beforePublishUpdate: function (id, changes, req, options) { calls.push("before " + id + " " + JSON.stringify(options && options.previous)); },
	}`)
	if got, want := set.Why(m), []string{"publishCreate", "beforePublishUpdate"}; !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		t.Errorf("why it enters JavaScript: %q, want %q", got, want)
	}
	if err := set.Publish(t.Context(), core.Event{Verb: core.Created, Model: m, Data: value.Of("id", int64(1), "name", "x")}); err != nil {
		t.Fatal(err)
	}
	if err := set.Publish(t.Context(), core.Event{Verb: core.Updated, Model: m, ID: int64(1), Data: value.Of("name", "y"), Previous: value.Of("id", int64(1), "name", "x")}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.run(`Pet.publishDestroy = function (id) { calls.push("destroy " + id); }; 0`); err != nil {
		t.Fatal(err)
	}
	if err := set.Publish(t.Context(), core.Event{Verb: core.Destroyed, Model: m, ID: int64(1)}); err != nil {
		t.Fatal(err)
	}
	got, err := w.run(`calls`)
	want := `["publishCreate {\"id\":1,\"name\":\"x\"} true","before 1 {\"id\":1,\"name\":\"x\"}","destroy 1"]`
	if err != nil || got != want {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
	if got, want := strings.Join(w.hub.calls, "; "), `to [sails_model_pet_1:update] except [] pet [{"verb":"updated","data":{"name":"y"},"id":1,"previous":{"id":1,"name":"x"}}]`; got != want {
		t.Errorf("sent %s\nwant %s", got, want)
	}
}

// TestFailingMethods: an error of a model's function names the function and the
// model; code that asks too early gets an error and not a crash.
func TestFailingMethods(t *testing.T) {
	w := open(t, nil)
	if _, err := w.run(`sockets.join(req, "r"); 0`); err != nil {
		t.Error("sails.sockets works before there are models:", err)
	}
	set, m := w.pet(answers.Classic("0.12").PubSub, `{beforePublishUpdate: function () { throw new Error("not today"); }}`)
	err := set.Publish(t.Context(), core.Event{Verb: core.Updated, Model: m, ID: int64(1), Data: value.Of("name", "y")})
	if err == nil || !strings.Contains(err.Error(), "beforePublishUpdate of Pet failed") || !strings.Contains(err.Error(), "not today") {
		t.Errorf("got %v", err)
	}
}
