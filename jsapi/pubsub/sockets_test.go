package pubsub_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	core "framework/blueprints/pubsub"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/jsapitest"
	"framework/jsapi/node"
	"framework/jsapi/pubsub"
)

// hub keeps rooms in memory and notes what is sent.
type hub struct {
	rooms map[string][]string // members by room
	calls []string
}

func (h *hub) note(format string, args ...any) {
	h.calls = append(h.calls, fmt.Sprintf(format, args...))
}

func (h *hub) Has(id string) bool { return slices.Contains(h.rooms[id], id) }

func (h *hub) Join(_ context.Context, id string, rooms ...string) error {
	h.note("join %s %v", id, rooms)
	for _, room := range rooms {
		if h.Has(id) && !slices.Contains(h.rooms[room], id) {
			h.rooms[room] = append(h.rooms[room], id)
		}
	}
	return nil
}

func (h *hub) Leave(_ context.Context, id string, rooms ...string) error {
	h.note("leave %s %v", id, rooms)
	for _, room := range rooms {
		h.rooms[room] = slices.DeleteFunc(h.rooms[room], func(other string) bool { return other == id })
	}
	return nil
}

func (h *hub) JoinMembers(_ context.Context, source string, rooms ...string) error {
	h.note("join members of %s %v", source, rooms)
	return nil
}

func (h *hub) LeaveMembers(_ context.Context, source string, rooms ...string) error {
	h.note("leave members of %s %v", source, rooms)
	return nil
}

func (h *hub) LeaveAll(_ context.Context, source string, socketRooms, sourceToo bool) error {
	h.note("leave all of %s, rooms of ids %t, source %t", source, socketRooms, sourceToo)
	return nil
}

func (h *hub) Broadcast(_ context.Context, rooms, except []string, event string, args ...any) error {
	h.note("to %v except %v %s %s", rooms, except, event, value.Append(nil, args))
	return nil
}

func (h *hub) BroadcastRemote(context.Context, []string, []string, string, ...any) error { return nil }

func (h *hub) Empty(...string) bool { return false }

func (h *hub) Members(room string) []string { return h.rooms[room] }

func (h *hub) RoomNames() []string {
	var out []string
	for name := range h.rooms {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

func (h *hub) RoomsOf(id string) []string {
	var out []string
	for _, name := range h.RoomNames() {
		if slices.Contains(h.rooms[name], id) {
			out = append(out, name)
		}
	}
	return out
}

// warnings collects the log.
type warnings struct{ lines []string }

func (w *warnings) Enabled(context.Context, slog.Level) bool { return true }

func (w *warnings) Handle(_ context.Context, r slog.Record) error {
	w.lines = append(w.lines, r.Level.String()+" "+r.Message)
	return nil
}

func (w *warnings) WithAttrs([]slog.Attr) slog.Handler { return w }

func (w *warnings) WithGroup(string) slog.Handler { return w }

// world is a realm with sails.sockets as a global, two sockets, a and b, and a
// request on a.
type world struct {
	t   testing.TB
	iso *jsapi.Isolate
	hub *hub
	log *warnings
	set *pubsub.Set
}

const sockets = `
	function socketObject(id) { return { id: id, emit: function () {}, join: function () {} }; }
	var a = socketObject("a"), b = socketObject("b"), req = { socket: a }, plain = { socket: { remoteAddress: "127.0.0.1" } };
`

func open(t testing.TB, change func(*pubsub.Options)) *world {
	t.Helper()
	w := &world{t: t, hub: &hub{rooms: map[string][]string{"a": {"a"}, "b": {"b"}}}, log: &warnings{}}
	var err error
	if w.iso, err = jsapi.New(jsapi.Options{Root: t.TempDir(), Log: slog.New(w.log), BlockWarning: -1}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.iso.Close(context.Background()) })
	err = w.iso.Do(t.Context(), func(r *jsapi.Realm) error {
		if err := node.Globals(r, node.Options{Root: t.TempDir(), Log: slog.New(w.log)}); err != nil {
			return err
		}
		if _, err := r.Runtime().RunString(sockets); err != nil {
			return err
		}
		opts := pubsub.Options{
			Hub: w.hub, Isolate: w.iso, Log: slog.New(w.log),
			Socket:  func(id string) (goja.Value, error) { return r.Runtime().Get(id), nil },
			Data:    func(v goja.Value) (any, error) { return r.FromJS(v) },
			Inspect: func(v goja.Value) string { return node.Inspect(r, v) },
		}
		if change != nil {
			change(&opts)
		}
		if w.set, err = pubsub.New(r, opts); err != nil {
			return err
		}
		return r.Runtime().Set("sockets", w.set.Sockets())
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// run runs a script and gives its value as JSON.
func (w *world) run(script string) (string, error) {
	return jsapitest.Value(w.t.Context(), w.iso, script)
}

// check runs a script, which has a value, calls the hub like that, and logs what
// has warning in it; nothing where that is "".
func (w *world) check(script, val, calls, warning string) {
	w.t.Helper()
	got, err := w.run(script)
	if err != nil || got != val {
		w.t.Errorf("value %s, %v; want %s", got, err, val)
	}
	if got := strings.Join(w.hub.calls, "; "); got != calls {
		w.t.Errorf("calls %s\nwant  %s", got, calls)
	}
	if got := strings.Join(w.log.lines, "; "); warning == "" && got != "" || !strings.Contains(got, warning) {
		w.t.Errorf("log %q, want %q in it", got, warning)
	}
}

// TestSockets calls the functions of sails.sockets; sockets are named by their
// ids, by themselves or by a request that came in on one.
func TestSockets(t *testing.T) {
	for _, tt := range []struct{ name, script, value, calls, warning string }{
		{name: "join by request", script: `sockets.join(req, "r")`, value: `true`, calls: `join a [r]`},
		{name: "join by id and by socket", script: `sockets.join(["b", a], ["r", 7])`, value: `true`, calls: `join b [r 7]; join a [r 7]`},
		{name: "a callback comes later", script: `new Promise(function (done) { var at = []; sockets.join(req, "r", function (err) { at.push(err, "callback"); done(at); }); at.push("caller"); })`, value: `["caller",null,"callback"]`, calls: `join a [r]`},
		{name: "join without a socket", script: `sockets.join(plain, "r")`, value: `true`, warning: "is no socket"},
		{name: "arguments of callbacks", script: `new Promise(function (done) { sockets.join(req, "r", function () { var n = [arguments.length]; sockets.subscribers("r", function () { n.push(arguments.length); done(n); }); }); })`, value: `[1,2]`, calls: `join a [r]`},
		{name: "nobody, and a callback", script: `new Promise(function (done) { sockets.join(undefined, "r", function (err) { done([err.code, err.status]); }); })`, value: `["SAILS:HOOK:SOCKETS:USAGE",500]`},
		{name: "a room that is no name", script: `sockets.join(req, [{}, "r"])`, value: `true`, calls: `join a [[object Object] r]`, warning: "is no name of a room"},
		{name: "leave", script: `sockets.leave(req, "r")`, value: `true`, calls: `leave a [r]`},
		{name: "leaveAll", script: `sockets.leaveAll("r"); sockets.leaveAll("r", {includeSocketRooms: true, includeSourceRoom: false}, function () {}); 0`, value: `0`, calls: `leave all of r, rooms of ids false, source true; leave all of r, rooms of ids true, source false`},
		{name: "members of rooms", script: `sockets.addRoomMembersToRooms(["r", "q"], "s"); sockets.removeRoomMembersFromRooms("r", ["s"]); 0`, value: `0`, calls: `join members of r [s]; join members of q [s]; leave members of r [s]`},

		{name: "broadcast", script: `sockets.broadcast("r", "e", {n: 1}); 0`, value: `0`, calls: `to [r] except [] e [{"n":1}]`},
		{name: "broadcast without an event", script: `sockets.broadcast("r", {n: 1}); 0`, value: `0`, calls: `to [r] except [] message [{"n":1}]`},
		{name: "broadcast but to the sender", script: `sockets.broadcast(["r", "q"], "e", 1, req); 0`, value: `0`, calls: `to [r q] except [a] e [1]`},
		{name: "broadcast without an event leaves out nobody", script: `sockets.broadcast("r", {n: 1}, req); 0`, value: `0`, calls: `to [r] except [] message [{"n":1}]`},
		{name: "a request of HTTP leaves nobody out", script: `sockets.broadcast("r", "e", 1, plain); 0`, value: `0`, calls: `to [r] except [] e [1]`},
		{name: "broadcast to nowhere", script: `sockets.broadcast([], "e", 1); 0`, value: `0`},
		{name: "blast", script: `sockets.blast("e", 1, a); sockets.blast({n: 1}); 0`, value: `0`, calls: `to [] except [a] e [1]; to [] except [] message [{"n":1}]`},
		{name: "emit", script: `sockets.emit(["a", b], "e", 1); sockets.emit("x", "e", 2); 0`, value: `0`, calls: `to [a b] except [] e [1]; to [x] except [] e [2]`},

		{name: "getId", script: `[sockets.getId(req), sockets.getId(a), sockets.id(req)]`, value: `["a","a","a"]`},
		{name: "getId of HTTP", script: `sockets.getId(plain) === undefined`, value: `true`},
		{name: "get", script: `sockets.get("a") === a`, value: `true`},
		{name: "rooms", script: `sockets.join(req, "r"); [sockets.rooms(), sockets.socketRooms(req)]`, value: `[["a","b","r"],["a","r"]]`, calls: `join a [r]`},
		{name: "subscribers", script: `sockets.join(req, "r"); [sockets.subscribers("r"), sockets.subscribers("r", true)[0] === a, sockets.subscribers(null)]`, value: `[["a"],true,[]]`, calls: `join a [r]`},
		{name: "no firehose", script: `sockets.subscribeToFirehose(req); sockets.publishToFirehose(1); 0`, value: `0`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			open(t, nil).check(tt.script, tt.value, tt.calls, tt.warning)
		})
	}
}

// TestUnknownSockets: the codes and statuses are those of Sails.
func TestUnknownSockets(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"get of an unknown id", `try { sockets.get("x") } catch (e) { [e.code, e.status] }`, `["SAILS:HOOK:SOCKETS:NO_SUCH_SOCKET",404]`},
		{"get of nothing", `try { sockets.get("") } catch (e) { [e.code, e.status] }`, `["SAILS:HOOK:SOCKETS:USAGE",500]`},
		{"rooms of an unknown socket", `try { sockets.socketRooms("x") } catch (e) { [e.code, e.status] }`, `["SAILS:HOOK:SOCKETS:USAGE",500]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, nil)
			if got, err := w.run(tt.script); err != nil || got != tt.want {
				t.Errorf("got %s, %v; want %s", got, err, tt.want)
			}
		})
	}
}

// TestReleases: where releases differ in sails.sockets.
func TestReleases(t *testing.T) {
	t.Run("0.11 is strict about ids", func(t *testing.T) {
		w := open(t, func(o *pubsub.Options) { o.RefuseUnknown = true })
		got, err := w.run(`try { sockets.emit("x", "e", 1) } catch (e) { [e.code, e.status] }`)
		if want := `["SAILS:HOOK:SOCKETS:NO_SUCH_SOCKET",404]`; err != nil || got != want {
			t.Errorf("got %s, %v; want %s", got, err, want)
		}
		if got, err = w.run(`sockets.emitToAll(["a", "x"], "e", 1)`); err != nil || got != `{"a":true,"x":false}` {
			t.Errorf("emitToAll: %s, %v", got, err)
		}
		if got, err = w.run(`sockets.emit(["a", "x"], "e", 1)`); err != nil || got != `{"a":true,"x":false}` {
			t.Errorf("emit: %s, %v", got, err)
		}
		for _, script := range []string{`sockets.join("x", "r")`, `sockets.leave("x", "r")`, `sockets.join("x", "r", function () {})`} {
			got, err := w.run(`try { ` + script + ` } catch (e) { [e.message, e.name] }`)
			if want := `["Cannot find socket with id=` + "`x`" + `","Error (SAILS:HOOK:SOCKETS:NO_SUCH_SOCKET):"]`; err != nil || got != want {
				t.Errorf("%s: got %s, %v; want %s", script, got, err, want)
			}
		}
	})
	t.Run("an id leaves out nobody", func(t *testing.T) {
		w := open(t, nil)
		if _, err := w.run(`sockets.broadcast("r", "e", 1, "a"); sockets.broadcast("r", "e", 1, req); 0`); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Join(w.hub.calls, "; "), `to [r] except [] e [1]; to [r] except [a] e [1]`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("1.x sends room by room", func(t *testing.T) {
		w := open(t, func(o *pubsub.Options) { o.Switches = core.Switches{RoomByRoom: true} })
		if _, err := w.run(`sockets.broadcast(["r", "q"], "e", 1, req); 0`); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Join(w.hub.calls, "; "), `to [r] except [a] e [1]; to [q] except [a] e [1]`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("0.10 has a firehose", func(t *testing.T) {
		w := open(t, nil)
		if err := w.iso.Do(t.Context(), func(*jsapi.Realm) error { w.set.SetFirehose("all"); return nil }); err != nil {
			t.Fatal(err)
		}
		if _, err := w.run(`sockets.subscribeToFirehose(req); sockets.publishToFirehose({n: 1}); sockets.unsubscribeFromFirehose(req); 0`); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Join(w.hub.calls, "; "), `join a [all]; to [all] except [] firehose [{"n":1}]; leave a [all]`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}
