package engine_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"framework/engine/value"
)

const (
	mine  = `return sails.sockets.socketRooms(req.socket).filter(function (r) { return /^sails_/.test(r); })`
	thing = `"sails_model_thing_1:`
)

// TestNothingShown: where toJSON returns nothing, the message has no data, as
// JSON.stringify leaves it out.
func TestNothingShown(t *testing.T) {
	c := lively(t, "testdata/pubsub.txtar", "0.12", []txtar.File{
		{Name: "api/models/Ghost.js", Data: []byte("module.exports = { attributes: { name: 'string', toJSON: function () {} } };\n")},
		{Name: "api/controllers/GhostController.js", Data: []byte("module.exports = {};\n")},
	}, "a")
	c.play([]moment{
		{who: "a", do: "GET /ghost?limit=1"},
		{do: "POST /ghost", data: value.Of("name", "g"), heard: []string{`a: ghost {"verb":"created","id":1}`}},
	})
}

// TestModelMethods calls what models have of pub/sub from actions.
func TestModelMethods(t *testing.T) {
	c := lively(t, "testdata/pubsub.txtar", "0.12", nil, "a", "b")
	c.play([]moment{
		{who: "a", do: "GET /thing"},
		{who: "a", do: "GET /owner"},
		{do: "POST /owner", data: value.Of("name", "o", "password", "p"), heard: []string{`a: owner {"verb":"created","data":{"name":"O","id":1},"id":1}`}},
		{do: "POST /thing", data: value.Of("v", "3", "secret", "x", "owner", int64(1)), heard: []string{
			`a: owner {"id":1,"verb":"addedTo","attribute":"own","addedId":1}`,
			`a: thing {"verb":"created","data":{"v":3,"owner":1,"id":1},"id":1}`,
		}},
		// Messages lack what toJSON hides, and have what it changes in the
		// changed form.
		{do: "PUT /thing/1", data: value.Of("v", "4", "secret", "y"), heard: []string{`a: thing {"verb":"updated","data":{"v":4,"id":1},"id":1,"previous":{"owner":{"name":"O","id":1},"parts":[],"v":3,"id":1}}`}},
		{do: "PUT /owner/1", data: value.Of("name", "p", "password", "q"), heard: []string{`a: owner {"verb":"updated","data":{"name":"P","id":1},"id":1,"previous":{"own":[{"v":4,"owner":1,"id":1}],"things":[],"name":"O","id":1}}`}},

		{who: "b", do: `return Thing.publishCreate({ v: 1 })`, want: `"undefined"`},
		{who: "b", do: `return Thing.publishCreate({ id: 50, v: "1", secret: 's', owner: 1, parts: [2, 3], unknown: { a: 1 } })`, heard: []string{
			`a: owner {"id":1,"verb":"addedTo","attribute":"own","addedId":50}`,
			`a: thing {"verb":"created","data":{"id":50,"v":"1","owner":1,"parts":[2,3],"unknown":{"a":1}},"id":50}`,
		}},
		{who: "b", do: `return Thing.publishCreate([{ id: 51 }, { id: 52 }], req, { noIntroduce: true })`, heard: []string{`a: thing {"verb":"created","data":{"id":51},"id":51}`, `a: thing {"verb":"created","data":{"id":52},"id":52}`}},
		{who: "b", do: `return Owner.publishCreate({ id: 60, name: 'x', password: 'y' })`, heard: []string{`a: owner {"verb":"created","data":{"id":60,"name":"X"},"id":60}`}},
		{who: "b", do: `return Owner.findOne(1).then(function (o) { Owner.publishCreate(o); })`, heard: []string{`a: owner {"verb":"created","data":{"own":[],"things":[],"name":"P","id":1},"id":1}`}},
		{who: "b", do: `return Thing.publishUpdate({ id: 1 }, { v: 1 })`, want: `"undefined"`},
		{who: "b", do: `return Thing.publishUpdate("1", { v: 1, at: new Date(0) })`, heard: []string{`a: thing {"verb":"updated","data":{"v":1,"at":"1970-01-01T00:00:00.000Z"},"id":1}`}},
		{who: "b", do: `return Thing.publishUpdate(1, 'text')`, heard: []string{`a: thing {"verb":"updated","data":"text","id":1}`}},
		{who: "b", do: `return Thing.publishUpdate(NaN, { v: 1 })`},
		{who: "b", do: `return Thing.publishUpdate(1)`, heard: []string{`a: thing {"verb":"updated","id":1}`}},
		{who: "b", do: `return Owner.publishUpdate(1, { name: 'n', password: 'z' })`, heard: []string{`a: owner {"verb":"updated","data":{"name":"N"},"id":1}`}},
		{who: "a", do: `return Thing.publishUpdate(1, { v: 1 }, req)`},
		{who: "a", do: `return Thing.publishUpdate(1, { v: 1 }, req.socket)`},
		{who: "b", do: `return Thing.publishUpdate(1, { owner: 2 }, null, { previous: { owner: 1 } })`, heard: []string{
			`a: owner {"id":1,"verb":"removedFrom","attribute":"own","removedId":1}`,
			`a: thing {"verb":"updated","data":{"owner":2},"id":1,"previous":{"owner":1}}`,
		}},
		{who: "b", do: `return Thing.publishUpdate(1, { owner: 2 }, null, { previous: { owner: { id: 1, password: 'x' } }, noReverse: true })`, heard: []string{`a: thing {"verb":"updated","data":{"owner":2},"id":1,"previous":{"owner":{"id":1}}}`}},
		{who: "b", do: `return Thing.publishAdd(1, "parts", 3)`, heard: []string{`a: thing {"id":1,"verb":"addedTo","attribute":"parts","addedId":3}`}},
		{who: "b", do: `return Thing.publishAdd(1, "parts", { id: 1, name: "rec", password: 'x' })`, heard: []string{
			`a: thing {"id":1,"verb":"addedTo","attribute":"parts","addedId":1,"added":{"id":1,"name":"REC"}}`,
			`a: owner {"id":1,"verb":"addedTo","attribute":"things","addedId":1}`,
		}},
		{who: "b", do: `return Thing.publishAdd(1, "nothing", 3)`, want: `{"threw":"Thing has no collection \"nothing\", of which the message addedTo could be"}`},
		{who: "b", do: `return Thing.publishRemove(1, "parts", "3", null, { noReverse: true })`, heard: []string{`a: thing {"id":1,"verb":"removedFrom","attribute":"parts","removedId":3}`}},
		{who: "b", do: `return Thing.message(1, "text")`, heard: []string{`a: thing {"verb":"messaged","id":1,"data":"text"}`}},
		{who: "b", do: `return Thing.message({ id: 1 }, { a: [1] }, req)`, heard: []string{`a: thing {"verb":"messaged","id":1,"data":{"a":[1]}}`}},
		{who: "b", do: `return Thing.message(null, "text")`},
		{who: "b", do: `return Thing.publish([{ id: 1 }], "evt", "update", { verb: "custom" })`, heard: []string{`a: evt {"verb":"custom"}`}},
		{who: "b", do: `return Thing.publish(1, "evt", null, 5)`, heard: []string{`a: evt 5`}},
		{who: "b", do: `return Thing.publish(null, "thing", null, { verb: "custom" })`, heard: []string{`a: thing {"verb":"custom"}`}},
		{who: "b", do: `return Thing.broadcast('sails_model_thing_1:update', 'shout', 1)`, heard: []string{`a: shout 1`}},
		{who: "b", do: `return Thing.broadcast('sails_model_thing_1:update', 'shout', 1, sails.sockets.get(Thing.watchers()[0].id))`},

		{do: `return [Thing.room(1, "update"), Thing.room({ id: '2' }, "x"), Thing.classRoom(), Thing._classRoom()]`, want: `["sails_model_thing_1:update","sails_model_thing_[object Object]:x","sails_model_create_thing","sails_model_create_thing"]`},
		{do: `return [Thing.getAllContexts(), Thing.pluralize(1), Thing.autosubscribe, Shy.autosubscribe]`, want: `[["update","destroy","message","add:parts","remove:parts"],[{"id":1}],true,["destroy"]]`},
		{who: "a", do: `return [Thing.watchers().length, Thing.watchers()[0] === req.socket, Thing.subscribers(1).length, Thing.subscribers(1, 'update')[0] === req.socket, Thing.subscribers(77).length, Thing.subscribers().length]`, want: `[1,true,1,true,0,0]`},

		{who: "b", do: `Thing.unsubscribe(req, 1)`},
		{who: "b", do: `Owner.unsubscribe(req, [1, 3])`},
		{who: "b", do: `return Thing.subscribe(req, 1, "update")`, want: `"undefined"`},
		{who: "b", do: mine, want: `[` + thing + `update"]`},
		{who: "b", do: `return Thing.subscribe(req, { id: 1 }, ["destroy", "nonsense"])`},
		{who: "b", do: `return Thing.subscribe(req, [1, { id: 1 }], false)`},
		{who: "b", do: mine, want: `[` + thing + `destroy",` + thing + `nonsense",` + thing + `update"]`},
		{who: "b", do: `return Thing.subscribe(req.socket, 1, true)`},
		{who: "b", do: `return Thing.unsubscribe(req, 1, ["update"])`},
		{who: "b", do: mine, want: `[` + thing + `add:parts",` + thing + `destroy",` + thing + `message",` + thing + `nonsense",` + thing + `remove:parts"]`},
		{who: "b", do: `return Thing.unsubscribe(req, 1)`},
		{who: "b", do: `return Shy.subscribe(req, [1, 2])`},
		{who: "b", do: mine, want: `["sails_model_shy_1:destroy","sails_model_shy_2:destroy",` + thing + `nonsense"]`},
		{who: "b", do: `return Shy.unsubscribe(req, [1, 2]), Thing.unsubscribe(req, 1, 'nonsense')`},
		{who: "b", do: `return Thing.subscribe(req)`},
		{who: "b", do: mine, want: `["sails_model_create_thing"]`},
		{who: "b", do: `return Thing.unsubscribe(req)`},
		{who: "b", do: mine, want: `[]`},
		{who: "b", do: `return Thing.subscribe(req, null), Thing.unwatch(req), Thing.subscribe(req, [null]), Thing.subscribe(req, [{ v: 1 }]), Thing.watch()`},
		{who: "b", do: mine, want: `[]`},
		{do: `return Thing.watch(req), Thing.subscribe(req, 1), Thing.unsubscribe(req, 1), Thing.unwatch(req)`, want: `"undefined"`},
		{who: "b", do: `Thing.watch(req); Thing.introduce(9); return Thing.introduce({ id: 8 })`},
		{who: "b", do: `return [Thing.subscribers(9).length, Thing.subscribers(8).length]`, want: `[2,2]`},
		{who: "b", do: `Thing.retire(9); return [Thing.subscribers(9).length]`, want: `[0]`},
		{who: "b", do: `return Thing.publishDestroy(1, null, { previous: { id: 1, owner: 1 } })`, heard: []string{
			`a: thing {"verb":"destroyed","id":1,"previous":{"id":1,"owner":1}}`,
			`a: owner {"id":1,"verb":"removedFrom","attribute":"own","removedId":1}`,
		}},
		{who: "b", do: `return Thing.publishDestroy({ id: 1 })`},
	})
	for _, want := range []string{
		`Thing: publishCreate needs a record with its key`, `Thing: the message updated needs the key of a record`,
		`Thing.subscribe() has no effect for a request that did not come in on a socket`,
		`Thing.watch() has no effect`, `is no key of a record`, `the contexts are false`,
	} {
		if !strings.Contains(c.log.String(), want) {
			t.Errorf("nothing was logged like %q in\n%s", want, c.log)
		}
	}
}

// TestOwnPublishing: what a model defines itself is called, by default actions
// too.
func TestOwnPublishing(t *testing.T) {
	c := lively(t, "testdata/pubsub.txtar", "0.12", nil, "a", "b")
	const log, own = `return Filtered.log.splice(0)`, `return Own.log.splice(0)`
	c.play([]moment{
		{who: "a", do: "GET /filtered"},
		{do: "POST /filtered", data: value.Of("v", int64(1)), heard: []string{`a: via filtered {"verb":"created","data":{"v":1,"id":1,"extra":"by before"},"id":1}`}},
		{do: log, want: `[["beforeCreate",1,"object"],["broadcast","sails_model_create_filtered","filtered","object"],["afterCreate","by before"]]`},
		{who: "a", do: "PUT /filtered/1", data: value.Of("v", int64(2))},
		{who: "b", do: "PUT /filtered/1", data: value.Of("v", int64(3)), heard: []string{`a: via filtered {"verb":"updated","data":{"v":3,"id":1},"id":1,"previous":{"v":2,"id":1}}`}},
		{do: log, want: `[["beforeUpdate",1,2,"object",["previous"]],["broadcast","sails_model_filtered_1:update","filtered","object"],["afterUpdate",1],["beforeUpdate",1,3,"object",["previous"]],["broadcast","sails_model_filtered_1:update","filtered","object"],["afterUpdate",1]]`},
		// A function that throws keeps the message back, not the answer.
		{do: "PUT /filtered/1", data: value.Of("v", int64(13)), heard: nil},
		{do: log, want: `[["beforeUpdate",1,13,"object",["previous"]]]`},
		{do: `try { Filtered.publishUpdate(1, { v: 13 }); } catch (e) { return e.message; }`, want: `"not published"`},
		{who: "b", do: `Filtered.publishUpdate(1, { v: 5, updatedAt: 1 }, req)`, heard: []string{`a: via filtered {"verb":"updated","data":{"v":5},"id":1}`}},
		{who: "b", do: "DELETE /filtered/1", heard: []string{`a: via filtered {"verb":"destroyed","id":1,"previous":{"v":13,"id":1}}`}},
		{do: log, want: `[["beforeUpdate",1,13,"undefined",[]],["beforeUpdate",1,5,"object",[]],["broadcast","sails_model_filtered_1:update","filtered","object"],["afterUpdate",1],["beforeDestroy",1,13],["broadcast","sails_model_filtered_1:destroy","filtered","object"],["afterDestroy",1]]`},

		{who: "a", do: "POST /own", data: value.Of("v", int64(1))},
		{who: "a", do: "GET /own"},
		{who: "a", do: "PUT /own/1", data: value.Of("v", int64(2))},
		{who: "a", do: "DELETE /own/1"},
		{do: own, want: `[["subscribe",[1]],["introduce",1],["publishCreate",1,true],["subscribe",[1]],["watch",true],["subscribe",[1]],["publishUpdate",1,2,1],["publishDestroy",1,2],["unsubscribe",[1]],["retire",1]]`},
		{who: "a", do: mine, want: `["sails_model_create_filtered"]`},

		// What code defines later counts from then on.
		{who: "a", do: "GET /shy"},
		{do: "POST /shy", data: value.Of("v", int64(1)), heard: []string{`a: shy {"verb":"created","data":{"v":1,"id":1},"id":1}`}},
		{do: `Shy.broadcast = function (room, event, data) { sails.sockets.broadcast(room, 'quiet', data.verb); }`},
		{do: "POST /shy", data: value.Of("v", int64(1)), heard: []string{`a: quiet "created"`}},
		{do: "DELETE /shy/2", heard: []string{`a: quiet "destroyed"`}},
		{do: `Shy.publishCreate = undefined; return typeof Shy.publishCreate`, want: `"undefined"`},
	})
	if log := c.log.String(); !strings.Contains(log, "an event was not published") || !strings.Contains(log, "api/models/Filtered.js:5") {
		t.Errorf("nothing was logged of the function that threw:\n%s", log)
	}
}

// TestMethodsOf10 and later releases where they differ.
func TestMethodsOf10(t *testing.T) {
	c := lively(t, "testdata/pubsub.txtar", "0.10", nil, "a", "b")
	c.play([]moment{
		{who: "a", do: "GET /owner"},
		{do: "POST /owner", data: value.Of("name", "o", "password", "p"), heard: []string{`a: owner {"verb":"created","data":{"own":[],"things":[],"name":"O","id":1},"id":1}`}},
		{who: "b", do: "GET /owner/1?populate="},
		{do: "PUT /owner/1?populate=", data: value.Of("name", "p"), heard: []string{
			`a: owner {"verb":"updated","data":{"populate":"","name":"P"},"id":1,"previous":{"own":[],"things":[],"name":"O","id":1}}`,
			`b: owner {"verb":"updated","data":{"populate":"","name":"P"},"id":1,"previous":{"own":[],"things":[],"name":"O","id":1}}`,
		}},
		{who: "a", do: "sails.sockets.subscribeToFirehose(req)"},
		{do: "DELETE /owner/1", heard: []string{
			`a: firehose {"model":"owner","verb":"destroy","id":1,"previous":{"own":[],"things":[],"name":"P","id":1,"populate":""}}`,
			`a: owner {"verb":"destroyed","id":1,"previous":{"own":[],"things":[],"name":"P","id":1,"populate":""}}`,
			`b: owner {"verb":"destroyed","id":1,"previous":{"own":[],"things":[],"name":"P","id":1,"populate":""}}`,
		}},
		// Nobody stays in the rooms of what is gone.
		{who: "b", do: mine, want: `["sails_model_create_thing"]`},
		{do: "sails.sockets.publishToFirehose({ a: 1 })", heard: []string{`a: firehose {"a":1}`}},
		{who: "a", do: "sails.sockets.unsubscribeFromFirehose(req)"},
		{do: "sails.sockets.publishToFirehose({ a: 1 })"},
	})
}
