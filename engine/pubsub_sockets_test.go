package engine_test

import (
	"strings"
	"testing"

	"framework/engine/value"
)

// TestSocketsFunctions calls what sails.sockets has, in every form of its
// arguments, from actions, services and the bootstrap.
func TestSocketsFunctions(t *testing.T) {
	c := lively(t, "testdata/pubsub.txtar", "0.12", nil, "a", "b", "c")
	const undefined = `"undefined"`
	c.play([]moment{
		{do: `return [sails.sockets.DEFAULT_EVENT_NAME, typeof sails.io, typeof Object.keys(sails.sockets)[0]]`, want: `["message","object","string"]`},
		// Who is who.
		{who: "a", do: `return [typeof sails.sockets.getId(req), sails.sockets.getId(req) === sails.sockets.id(req.socket), sails.sockets.get(req.socket.id) === req.socket, sails.sockets.parseSocket(req) === req.socket, sails.sockets.parseSocket(req.socket) === req.socket]`, want: `["string",true,true,true,true]`},
		{do: `return [String(sails.sockets.getId(req)), String(sails.sockets.id()), String(sails.sockets.parseSocket(req)), String(sails.sockets.parseSocket({})), String(sails.sockets.parseSocket())]`, want: `["undefined","undefined","undefined","undefined","undefined"]`},
		{do: `return sails.sockets.get("nobody")`, want: "{\"threw\":\"Cannot find socket with id=`nobody`\",\"code\":\"SAILS:HOOK:SOCKETS:NO_SUCH_SOCKET\",\"status\":404}"},
		{do: `return sails.sockets.get()`, want: `{"threw":"` + "`sails.sockets.get()` cannot lookup socket w/o an id (got: `undefined`)" + `","code":"SAILS:HOOK:SOCKETS:USAGE","status":500}`},
		// In and out.
		{who: "a", do: `return sails.sockets.join(req, "red")`, want: `true`},
		{who: "b", do: `return sails.sockets.join(req.socket, ["red", "blue"])`, want: `true`},
		{who: "c", do: `return sails.sockets.join([req.socket.id, "nobody"], 5)`, want: `true`},
		{do: `return [sails.sockets.join(req, "red"), sails.sockets.join("nobody", "red"), sails.sockets.join({}, "red"), sails.sockets.join(7, "red"), sails.sockets.join(undefined, "red")]`, want: `[true,true,true,true,true]`},
		{who: "c", do: `return sails.sockets.join(req)`, want: `true`},
		{do: `return [sails.sockets.subscribers("red").length, sails.sockets.subscribers("red", true).map(function (s) { return typeof s.emit; }), sails.sockets.subscribers("5").length, sails.sockets.subscribers().length, sails.sockets.subscribers("none")]`, want: `[2,["function","function"],1,1,[]]`},
		{do: `return new Promise(function (ok, no) { sails.sockets.subscribers("red", function (err, ids) { if (err) { no(err); } else { ok(ids.length); } }); })`, want: `2`},
		{do: `return sails.sockets.rooms().filter(function (r) { return r.length < 6; })`, want: `["5","blue","red"]`},
		{do: `return sails.sockets.rooms().length`, want: `7`},
		{who: "b", do: `return [sails.sockets.socketRooms(req), sails.sockets.socketRooms(req.socket), sails.sockets.socketRooms(req.socket.id)].map(function (l) { return l.slice(1).sort(); })`, want: `[["blue","red"],["blue","red"],["blue","red"]]`},
		{do: `return sails.sockets.socketRooms("nobody")`, want: `{"threw":"` + "`sails.sockets.socketRooms()` cannot lookup room membership :: Invalid socket instance" + `","code":"SAILS:HOOK:SOCKETS:USAGE","status":500}`},
		// To rooms.
		{do: `return sails.sockets.broadcast("red", "ev", { a: 1 })`, want: undefined, heard: []string{`a: ev {"a":1}`, `b: ev {"a":1}`}},
		{who: "a", do: `return sails.sockets.broadcast("red", "ev", { a: 1 }, req)`, heard: []string{`b: ev {"a":1}`}},
		{who: "a", do: `return sails.sockets.broadcast("red", "ev", { a: 1 }, req.socket)`, heard: []string{`b: ev {"a":1}`}},
		{who: "a", do: `return sails.sockets.broadcast("red", { a: 1 }, req)`, heard: []string{`a: message {"a":1}`, `b: message {"a":1}`}},
		{do: `return sails.sockets.broadcast("red", { a: 1 }, req)`, heard: []string{`a: message {"a":1}`, `b: message {"a":1}`}},
		{do: `return sails.sockets.broadcast(["red", "blue", "none", 5], "ev", [1, null, "x"])`, heard: []string{`a: ev [1,null,"x"]`, `b: ev [1,null,"x"]`, `c: ev [1,null,"x"]`}},
		{do: `return sails.sockets.broadcast("blue", 5, 6)`, heard: []string{`b: 5 6`}},
		{do: `return sails.sockets.broadcast("blue", "only")`, heard: []string{`b: only null`}},
		{do: `return sails.sockets.broadcast("blue")`, heard: []string{`b: message null`}},
		{do: `return [sails.sockets.broadcast(), sails.sockets.broadcast([], "e", 1), sails.sockets.broadcast({}, "e", 1)].length`, want: `3`, heard: []string{`c: message null`}},
		{do: `return sails.sockets.broadcast("blue", "ev", { d: new Date(0), f: function () {}, n: { toJSON: function () { return "n"; } }, u: undefined })`, heard: []string{`b: ev {"d":"1970-01-01T00:00:00.000Z","n":"n"}`}},
		{do: `return Owner.create({ name: "x", password: "y" }).then(function (o) { sails.sockets.broadcast("blue", "ev", o); })`, heard: []string{`b: ev {"name":"X","id":1}`}},
		{do: `var a = {}; a.a = a; return sails.sockets.broadcast("blue", "ev", a)`},
		// To everybody.
		{who: "a", do: `return sails.sockets.blast("e", 1, req)`, heard: []string{`b: e 1`, `c: e 1`}},
		{who: "a", do: `return sails.sockets.blast({ a: 1 }, req.socket)`, heard: []string{`a: message {"a":1}`, `b: message {"a":1}`, `c: message {"a":1}`}},
		{do: `return sails.sockets.blast("only")`, heard: []string{`a: only null`, `b: only null`, `c: only null`}},
		{do: `return sails.sockets.blast()`, heard: []string{`a: message null`, `b: message null`, `c: message null`}},
		// To one.
		{who: "a", do: `return sails.sockets.emit(req.socket.id, "e", 1)`, heard: []string{`a: e 1`}},
		{who: "a", do: `return sails.sockets.emit([req.socket.id, "nobody"], { a: 1 })`, heard: []string{`a: message {"a":1}`}},
		{who: "a", do: `return sails.sockets.emit("nobody", "e", 1)`, want: undefined},
		{who: "a", do: `return sails.sockets.emitToAll([req.socket.id], "e", 1)`, want: undefined, heard: []string{`a: e 1`}},
		// Whole rooms.
		{do: `return sails.sockets.addRoomMembersToRooms("red", ["green", "gold"])`, want: undefined},
		{who: "c", do: `return sails.sockets.addRoomMembersToRooms(req.socket.id, "gold")`},
		{do: `return [sails.sockets.subscribers("green").length, sails.sockets.subscribers("gold").length]`, want: `[2,3]`},
		{do: `return new Promise(function (ok) { sails.sockets.removeRoomMembersFromRooms("red", "gold", function (err) { ok([String(err), sails.sockets.subscribers("gold").length]); }); })`, want: `["null",1]`},
		{do: `return sails.sockets.leaveAll("green", { includeSourceRoom: false })`},
		{do: `return sails.sockets.rooms().filter(function (r) { return r.length < 6; })`, want: `["5","gold","green"]`},
		{do: `return new Promise(function (ok) { sails.sockets.leaveAll("green", function (err) { ok([String(err), sails.sockets.subscribers("green").length]); }); })`, want: `["null",0]`},
		{who: "c", do: `return [sails.sockets.leave(req, "gold"), sails.sockets.leave(req.socket, ["5", "none"]), sails.sockets.leave("nobody", "5"), sails.sockets.leave(req)]`, want: `[true,true,true,true]`},
		{do: `return sails.sockets.rooms().filter(function (r) { return r.length < 6; })`, want: `[]`},
		// Callbacks come after the caller is done.
		{who: "a", do: `return new Promise(function (ok) { var order = []; sails.sockets.join(req, "late", function (err) { order.push(String(err)); ok(order); }); order.push("after"); })`, want: `["after","null"]`},
		{who: "a", do: `return new Promise(function (ok) { sails.sockets.leave(req, "late", function (err) { ok([String(err), sails.sockets.subscribers("late").length]); }); })`, want: `["null",0]`},
		{who: "b", do: `sails.sockets.join(req, "served"); sails.services.notifier.notify("served", "hi"); return Notifier.notify("served", "ho")`, heard: []string{`b: message {"text":"hi"}`, `b: message {"text":"ho"}`}},
		{do: `return [sails.sockets.subscribeToFirehose(req), sails.sockets.publishToFirehose({}), sails.sockets.unsubscribeFromFirehose(req)].length`, want: `3`},
	})
	for _, want := range []string{`is no socket, nor a request that came in on one`, `sails.sockets.broadcast(): {} is no name of a room`} {
		if !strings.Contains(c.log.String(), want) {
			t.Errorf("nothing was logged like %q in\n%s", want, c.log)
		}
	}
}

// TestSocketsOf11: emit throws for sockets that are not connected, emitToAll
// returns those that are.
func TestSocketsOf11(t *testing.T) {
	c := lively(t, "testdata/pubsub.txtar", "0.11", nil, "a")
	c.play([]moment{
		{do: `return sails.sockets.emit("nobody", "e", 1)`, want: "{\"threw\":\"The socket ID (nobody) you are trying to emit from does not exist.\",\"code\":\"SAILS:HOOK:SOCKETS:NO_SUCH_SOCKET\",\"status\":404}"},
		{who: "a", do: `return sails.sockets.emit(req.socket.id, "e", 1)`, heard: []string{"a: e 1"}},
		{who: "a", do: `return sails.sockets.emit(req.socket, "e", 1)`, heard: []string{"a: e 1"}},
		{who: "a", do: `var known = sails.sockets.emitToAll([req.socket.id, "nobody"], "e", 1); return [known[req.socket.id], known.nobody]`, want: `[true,false]`, heard: []string{"a: e 1"}},
		{who: "a", do: `return Array.isArray(req.socket.rooms) ? "array" : typeof req.socket.rooms`, want: `"object"`},
	})
}

// TestModernMethods: the names of 1.x.
func TestModernMethods(t *testing.T) {
	c := lively(t, "testdata/pubsub_modern.txtar", "1.x", nil, "a", "b")
	const rooms = `return sails.sockets.socketRooms(req.socket).filter(function (r) { return /^sails_/.test(r); })`
	c.play([]moment{
		{who: "a", do: `return [typeof Thing.publish, typeof Thing.subscribe, typeof Thing.unsubscribe, typeof Thing.getRoomName, typeof Thing.watch, typeof Thing.publishCreate, typeof Thing._publishCreate, typeof Thing._watch]`, want: `["function","function","function","function","undefined","undefined","function","function"]`},
		{who: "a", do: `Thing.subscribe(req, [1, 2]); return Thing.subscribe(req, 3)`},
		{who: "a", do: rooms, want: `["sails_model_thing_1:thing","sails_model_thing_2:thing","sails_model_thing_3:thing"]`},
		{who: "a", do: `return [Thing.getRoomName(7)]`, want: `["sails_model_thing_7:thing"]`},
		{who: "b", do: `return Thing.publish([1, 2], { verb: 'x', n: 1 })`, heard: []string{`a: thing {"verb":"x","n":1}`, `a: thing {"verb":"x","n":1}`}},
		{who: "a", do: `return Thing.publish([1], { n: 1 }, req)`},
		{who: "b", do: `return Thing.publish(1, 'text', req)`, heard: []string{`a: thing "text"`}},
		{who: "a", do: `return Thing.subscribe(req, [null])`, want: `{"threw":"Thing.subscribe(): the list of keys has null in it"}`},
		{who: "a", do: `Thing.unsubscribe(req, [1, 3])`},
		{who: "a", do: rooms, want: `["sails_model_thing_2:thing"]`},
		{who: "a", do: `Thing._watch(req)`},
		{who: "b", do: `Thing._publishCreate({ id: 5, secret: 'x' })`, heard: []string{`a: thing {"verb":"created","data":{"id":5},"id":5}`}},
		{who: "b", do: `Thing._publishUpdate(5, { v: 1 })`, heard: []string{`a: thing {"verb":"updated","data":{"v":1},"id":5}`}},
		{who: "b", do: `Thing.beforeUpdates = 0; return Thing.findings`, want: `["_beforePublishUpdate 5"]`},
		{who: "b", do: `Thing._publishDestroy(5)`, heard: []string{`a: thing {"verb":"destroyed","id":5}`}},
		{who: "b", do: `Thing.publish([5], 1)`},
		{do: "POST /ask/run", data: value.Of("code", "return Thing.subscribe(req, [1])")},
	})
}
